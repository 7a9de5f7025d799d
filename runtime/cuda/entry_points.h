/* SPDX-License-Identifier: BSD-3-Clause */
/* Entry points that no public header declares: compilers call them, or programs and libraries that
 * nvcc has compiled.
 *
 * Source: the calls that clang 14 (with its CUDA host side) and nvcc 13 generate; CUDA Runtime API
 * reference manual for the others.
 */
#ifndef SIMGPU_RUNTIME_CUDA_ENTRY_POINTS_H
#define SIMGPU_RUNTIME_CUDA_ENTRY_POINTS_H

#include "runtime/include/cuda_runtime_api.h"

struct uint3;
typedef struct CUkern_st *cudaKernel_t;

/* image: see fatbin.h. Returns the module's handle. */
void **__cudaRegisterFatBinary(void *image);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
char __cudaInitModule(void **handle);
void __cudaRegisterLinkedPiece(void **domain, void (*register_all)(void **handle),
                               const void *image);
/* All pieces of the module are registered: managed variables get their memory. */
void __cudaLinkedPiecesAreThere(void **handle);
/* The parameters after `name` of this and the next are not used: old debuggers read them. */
void __cudaRegisterFunction(void **handle, const char *host_function, char *device_function,
                            const char *name, int thread_limit, struct uint3 *tid,
                            struct uint3 *bid, dim3 *block, dim3 *grid, int *warp_size);
void __cudaRegisterVar(void **handle, char *host_variable, char *device_address, const char *name,
                       int external, size_t size, int constant, int global);
void __cudaRegisterManagedVar(void **handle, void **host_pointer, char *device_address,
                              const char *name, int external, size_t size, int constant,
                              int global);
void __cudaRegisterHostVar(void **handle, const char *name, char *host_variable, size_t size);
void __cudaRegisterTexture(void **handle, const struct textureReference *texture,
                           const void **device_address, const char *name, int dimensions,
                           int normalized, int external);
void __cudaRegisterSurface(void **handle, const void *surface, const void **device_address,
                           const char *name, int dimensions, int external);

/* Launches of nvcc 13: a kernel's handle instead of its stub. Ours is the stub's address. */
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *stub);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
                               size_t shared_bytes, cudaStream_t stream);

#endif
