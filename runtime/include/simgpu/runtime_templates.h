/* SPDX-License-Identifier: BSD-3-Clause */
/* The C++ forms of runtime functions: typed pointers, variables and kernels by name.
 *
 * Source: CUDA Runtime API reference manual 12.x, "C++ API Routines".
 */
#ifndef SIMGPU_RUNTIME_TEMPLATES_H
#define SIMGPU_RUNTIME_TEMPLATES_H

#include "../cuda_runtime_api.h"
#include "graphs/templates.h"

/* ---- memory, with the pointer's own type ---- */

template <class T> static inline cudaError_t cudaMalloc(T **pointer, size_t size)
{
    return ::cudaMalloc((void **)(void *)pointer, size);
}
template <class T>
static inline cudaError_t cudaMallocHost(T **pointer, size_t size, unsigned int flags = 0)
{
    return ::cudaHostAlloc((void **)(void *)pointer, size, flags);
}
static inline cudaError_t cudaMallocHost(void **pointer, size_t size, unsigned int flags)
{
    return ::cudaHostAlloc(pointer, size, flags);
}
template <class T>
static inline cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned int flags)
{
    return ::cudaHostAlloc((void **)(void *)pointer, size, flags);
}
template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags)
{
    return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
template <class T>
static inline cudaError_t cudaMallocManaged(T **pointer, size_t size,
                                            unsigned int flags = cudaMemAttachGlobal)
{
    return ::cudaMallocManaged((void **)(void *)pointer, size, flags);
}
template <class T>
static inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height)
{
    return ::cudaMallocPitch((void **)(void *)pointer, pitch, width, height);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaStream_t stream)
{
    return ::cudaMallocAsync((void **)(void *)pointer, size, stream);
}
template <class T>
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer,
                                                   size_t length = 0,
                                                   unsigned int flags = cudaMemAttachSingle)
{
    return ::cudaStreamAttachMemAsync(stream, (void *)pointer, length, flags);
}

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
    return ::cudaEventCreateWithFlags(event, flags);
}

/* ---- symbols ---- */

template <class T> static inline cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol)
{
    return ::cudaGetSymbolAddress(pointer, (const void *)&symbol);
}
template <class P, class T>
static inline cudaError_t cudaGetSymbolAddress(P **pointer, const T &symbol)
{
    return ::cudaGetSymbolAddress((void **)(void *)pointer, (const void *)&symbol);
}
template <class T> static inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol)
{
    return ::cudaGetSymbolSize(size, (const void *)&symbol);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t count,
                                             size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return ::cudaMemcpyToSymbol((const void *)&symbol, from, count, offset, kind);
}
template <class T>
static inline cudaError_t
cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t count, size_t offset = 0,
                        enum cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0)
{
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, from, count, offset, kind, stream);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t count,
                                               size_t offset = 0,
                                               enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return ::cudaMemcpyFromSymbol(to, (const void *)&symbol, count, offset, kind);
}
template <class T>
static inline cudaError_t
cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t count, size_t offset = 0,
                          enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                          cudaStream_t stream = 0)
{
    return ::cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, count, offset, kind, stream);
}

/* ---- kernels ---- */

template <class T>
static inline cudaError_t cudaLaunchKernel(T *function, dim3 grid, dim3 block, void **arguments,
                                           size_t shared_bytes = 0, cudaStream_t stream = 0)
{
    return ::cudaLaunchKernel((const void *)function, grid, block, arguments, shared_bytes, stream);
}
template <class T>
static inline cudaError_t cudaLaunchCooperativeKernel(T *function, dim3 grid, dim3 block,
                                                      void **arguments, size_t shared_bytes = 0,
                                                      cudaStream_t stream = 0)
{
    return ::cudaLaunchCooperativeKernel((const void *)function, grid, block, arguments,
                                         shared_bytes, stream);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T *function,
                                                         const cudaLaunchConfig_t *config)
{
    return ::cudaOccupancyMaxActiveClusters(clusters, (const void *)function, config);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *blocks, T *function,
                                                               const cudaLaunchConfig_t *config)
{
    return ::cudaOccupancyMaxPotentialClusterSize(blocks, (const void *)function, config);
}
#if __cplusplus >= 201103L
template <class... Parameters, class... Arguments>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                                             void (*kernel)(Parameters...),
                                             Arguments &&...arguments)
{
    /* Each argument becomes one of the kernel's type, which lives until the call returns. */
    return [&](Parameters... values) {
        void *pointers[] = {(void *)&values..., nullptr};
        return ::cudaLaunchKernelExC(config, (const void *)kernel, pointers);
    }(static_cast<Arguments &&>(arguments)...);
}
#endif
template <class T>
static inline cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T *function)
{
    return ::cudaFuncGetAttributes(attributes, (const void *)function);
}
template <class T>
static inline cudaError_t cudaFuncSetAttribute(T *function, enum cudaFuncAttribute attribute,
                                               int value)
{
    return ::cudaFuncSetAttribute((const void *)function, attribute, value);
}
template <class T>
static inline cudaError_t cudaFuncSetCacheConfig(T *function, enum cudaFuncCache config)
{
    return ::cudaFuncSetCacheConfig((const void *)function, config);
}
template <class T>
static inline cudaError_t cudaFuncSetSharedMemConfig(T *function, enum cudaSharedMemConfig config)
{
    return ::cudaFuncSetSharedMemConfig((const void *)function, config);
}
template <class T> static inline cudaError_t cudaLaunch(T *function)
{
    return ::cudaLaunch((const void *)function);
}
template <class T> static inline cudaError_t cudaSetupArgument(T argument, size_t offset)
{
    return ::cudaSetupArgument((const void *)&argument, sizeof argument, offset);
}

/* ---- occupancy ---- */

template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *function,
                                                                        int block_size,
                                                                        size_t dynamic_shared_bytes)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)function,
                                                           block_size, dynamic_shared_bytes);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, T *function, int block_size, size_t dynamic_shared_bytes, unsigned int flags)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, (const void *)function, block_size, dynamic_shared_bytes, flags);
}

/* The block size with the most threads resident on an SM, and the grid that fills the device with
 * it. Whole warps only; of equal occupancies the largest block, as CUDA chooses.
 * shared_bytes(size): the dynamic shared memory of a block of that size. block_size_limit 0: none.
 */
template <class SharedBytes, class T>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid_size, int *block_size, T *function,
                                               SharedBytes shared_bytes, int block_size_limit = 0)
{
    int device, sm_count, warp_size;
    struct cudaFuncAttributes attributes;
    cudaError_t error = ::cudaGetDevice(&device);
    if (!error)
        error = ::cudaDeviceGetAttribute(&sm_count, cudaDevAttrMultiProcessorCount, device);
    if (!error)
        error = ::cudaDeviceGetAttribute(&warp_size, cudaDevAttrWarpSize, device);
    if (!error)
        error = ::cudaFuncGetAttributes(&attributes, (const void *)function);
    int best_threads = 0;
    int largest = attributes.maxThreadsPerBlock;
    if (block_size_limit > 0 && block_size_limit < largest)
        largest = block_size_limit;
    for (int size = largest; !error && size > 0; size = (size - 1) / warp_size * warp_size) {
        int blocks;
        error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)function,
                                                                size, shared_bytes(size));
        if (!error && blocks * size > best_threads) {
            best_threads = blocks * size;
            *block_size = size;
            *grid_size = blocks * sm_count;
        }
    }
    return error;
}

struct simgpu_same_shared_bytes {
    size_t bytes;
    size_t operator()(int) const
    {
        return bytes;
    }
};
template <class T>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSize(int *grid_size, int *block_size, T function,
                                   size_t dynamic_shared_bytes = 0, int block_size_limit = 0)
{
    simgpu_same_shared_bytes same = {dynamic_shared_bytes};
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid_size, block_size, function, same,
                                                          block_size_limit);
}

/* The same with flags, which must be 0: no device here caches otherwise. */
template <class T>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid_size, int *block_size, T function,
                                            size_t dynamic_shared_bytes = 0,
                                            int block_size_limit = 0, unsigned int flags = 0)
{
    return flags & ~(unsigned)cudaOccupancyDisableCachingOverride
               ? cudaErrorInvalidValue
               : cudaOccupancyMaxPotentialBlockSize(grid_size, block_size, function,
                                                    dynamic_shared_bytes, block_size_limit);
}
template <class SharedBytes, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *grid_size, int *block_size, T *function, SharedBytes shared_bytes,
    int block_size_limit = 0, unsigned int flags = 0)
{
    return flags & ~(unsigned)cudaOccupancyDisableCachingOverride
               ? cudaErrorInvalidValue
               : cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid_size, block_size, function,
                                                                shared_bytes, block_size_limit);
}
template <class T>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, T *function,
                                                                    int blocks, int block_size)
{
    return ::cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void *)function, blocks,
                                                       block_size);
}
template <class T>
static inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, T *symbol)
{
    return ::cudaGetFuncBySymbol(function, (const void *)symbol);
}
template <class T> static inline cudaError_t cudaFuncGetName(const char **name, T *function)
{
    return ::cudaFuncGetName(name, (const void *)function);
}

/* ---- copies in batches, as in CUDA 13 and as in 12.8; all hints are taken as read ---- */

static inline cudaError_t cudaMemcpyBatchAsync(void *const *to, const void *const *from,
                                               const size_t *bytes, size_t count,
                                               cudaMemcpyAttributes *, size_t *, size_t,
                                               cudaStream_t stream)
{
    cudaError_t status = stream ? cudaSuccess : cudaErrorInvalidValue;
    for (size_t i = 0; i < count && status == cudaSuccess; i++)
        status = cudaMemcpyAsync(to[i], from[i], bytes[i], cudaMemcpyDefault, stream);
    return status;
}
static inline cudaError_t cudaMemcpyBatchAsync(void **to, void **from, size_t *bytes, size_t count,
                                               cudaMemcpyAttributes *attributes, size_t *firsts,
                                               size_t n, size_t *failed, cudaStream_t stream)
{
    *failed = (size_t)-1; /* none, or nobody knows which */
    return cudaMemcpyBatchAsync(to, from, bytes, count, attributes, firsts, n, stream);
}
template <class T> static inline cudaError_t cudaGetKernel(cudaKernel_t *kernel, T *function)
{
    return ::cudaGetKernel(kernel, (const void *)function);
}
template <class T>
static inline cudaError_t cudaLibraryGetGlobal(T **address, size_t *bytes, cudaLibrary_t library,
                                               const char *name)
{
    return ::cudaLibraryGetGlobal((void **)(void *)address, bytes, library, name);
}

#endif
