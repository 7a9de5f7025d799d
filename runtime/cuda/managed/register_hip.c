/* SPDX-License-Identifier: BSD-3-Clause */
/* The names under which clang registers device code and launches kernels in sources that it
 * compiles as HIP: simgpucc's way to managed variables. They are CUDA's calls, with the same
 * parameters but for the managed variable's.
 *
 * Source: clang 14's CGCUDANV.cpp.
 */
#include <stdio.h>
#include <string.h>

#include "runtime/cuda/entry_points.h"
#include "runtime/cuda/message.h"
#include "runtime/cuda/modules.h"

/* No header declares them: only clang's code calls them. */
void **__hipRegisterFatBinary(void *image);
void __hipUnregisterFatBinary(void **handle);
void __hipRegisterFunction(void **handle, const char *host_function, char *device_function,
                           const char *name, int thread_limit, struct uint3 *tid, struct uint3 *bid,
                           dim3 *block, dim3 *grid, int *warp_size);
/* Behind -rdc=true, clang gives static variables names in which PTX has other characters. The names
 * live as long as the program. */
static const char *name_in_ptx(const char *name)
{
    static const char hip[] = ".static.", cuda[] = "__static__";
    const char *at = strstr(name, hip);
    if (!at)
        return name;
    char *whole = message_allocate(strlen(name) + sizeof cuda);
    sprintf(whole, "%.*s%s%s", (int)(at - name), name, cuda, at + strlen(hip));
    return whole;
}

void __hipRegisterVar(void **handle, char *host_variable, char *device_address, const char *name,
                      int external, size_t size, int constant, int global);
void __hipRegisterManagedVar(void **handle, void **host_pointer, void *initial, const char *name,
                             size_t size, unsigned int alignment);
void __hipRegisterTexture(void **handle, const struct textureReference *texture,
                          const void **device_address, const char *name, int dimensions,
                          int normalized, int external);
void __hipRegisterSurface(void **handle, const void *surface, const void **device_address,
                          const char *name, int dimensions, int external);
unsigned int __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes,
                                        struct CUstream_st *stream);
cudaError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, void *stream);
cudaError_t hipLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                            size_t shared_bytes, cudaStream_t stream);

void **__hipRegisterFatBinary(void *image)
{
    return __cudaRegisterFatBinary(image);
}

void __hipUnregisterFatBinary(void **handle)
{
    __cudaUnregisterFatBinary(handle);
}

void __hipRegisterFunction(void **handle, const char *host_function, char *device_function,
                           const char *name, int thread_limit, struct uint3 *tid, struct uint3 *bid,
                           dim3 *block, dim3 *grid, int *warp_size)
{
    __cudaRegisterFunction(handle, host_function, device_function, name, thread_limit, tid, bid,
                           block, grid, warp_size);
}

void __hipRegisterVar(void **handle, char *host_variable, char *device_address, const char *name,
                      int external, size_t size, int constant, int global)
{
    __cudaRegisterVar(handle, host_variable, device_address, name_in_ptx(name), external, size,
                      constant, global);
}

/* The host's code follows the pointer from here on, so the variable is made now, or as the last
 * piece of linked code is registered: what constructors write before is lost. Without a simulator
 * it is the host's own, so that a program that only prints its usage does so. */
void __hipRegisterManagedVar(void **handle, void **host_pointer, void *initial, const char *name,
                             size_t size, unsigned int alignment)
{
    (void)alignment;
    *host_pointer = initial;
    __cudaRegisterManagedVar(handle, host_pointer, NULL, name_in_ptx(name), 0, size, 0, 0);
    if (!((struct module *)handle)->incomplete)
        (void)__cudaInitModule(handle);
}

void __hipRegisterTexture(void **handle, const struct textureReference *texture,
                          const void **device_address, const char *name, int dimensions,
                          int normalized, int external)
{
    __cudaRegisterTexture(handle, texture, device_address, name, dimensions, normalized, external);
}

void __hipRegisterSurface(void **handle, const void *surface, const void **device_address,
                          const char *name, int dimensions, int external)
{
    __cudaRegisterSurface(handle, surface, device_address, name, dimensions, external);
}

unsigned int __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes,
                                        struct CUstream_st *stream)
{
    return __cudaPushCallConfiguration(grid, block, shared_bytes, stream);
}

cudaError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, void *stream)
{
    return __cudaPopCallConfiguration(grid, block, shared_bytes, stream);
}

cudaError_t hipLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                            size_t shared_bytes, cudaStream_t stream)
{
    return cudaLaunchKernel(function, grid, block, arguments, shared_bytes, stream);
}
