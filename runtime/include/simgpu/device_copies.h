/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies and memsets that kernels ask for: each is a launch of a kernel that does it, in the
 * stream.
 *
 * Source: CUDA C++ Programming Guide, "CUDA Dynamic Parallelism": memcpy and memset of device code
 * are asynchronous, within device memory, and come in the order of their stream.
 */
#ifndef SIMGPU_DEVICE_COPIES_H
#define SIMGPU_DEVICE_COPIES_H

#include "cuda_runtime_api.h"
#include "host_defines.h"

enum { SIMGPU_COPY_THREADS = 128, SIMGPU_COPY_BLOCKS = 64 };

static __global__ void simgpu_copy(char *to, const char *from, size_t bytes)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;
    const size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const bool by_word = (((size_t)to | (size_t)from | bytes) & 3) == 0;
    if (by_word) {
        for (size_t i = first; i < bytes / 4; i += step)
            ((unsigned *)to)[i] = ((const unsigned *)from)[i];
        return;
    }
    for (size_t i = first; i < bytes; i += step)
        to[i] = from[i];
}

static __global__ void simgpu_set(char *to, int value, size_t bytes)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < bytes; i += step)
        to[i] = (char)value;
}

static __device__ inline unsigned simgpu_copy_blocks(size_t bytes)
{
    const size_t blocks = bytes / (4 * SIMGPU_COPY_THREADS) + 1;
    return blocks < SIMGPU_COPY_BLOCKS ? (unsigned)blocks : SIMGPU_COPY_BLOCKS;
}

extern "C" {
static __device__ inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                                                     enum cudaMemcpyKind kind,
                                                     cudaStream_t stream = 0)
{
    if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return cudaErrorInvalidValue;
    simgpu_copy<<<simgpu_copy_blocks(bytes), SIMGPU_COPY_THREADS, 0, stream>>>(
        (char *)to, (const char *)from, bytes);
    return cudaPeekAtLastError();
}

static __device__ inline cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes,
                                                     cudaStream_t stream = 0)
{
    simgpu_set<<<simgpu_copy_blocks(bytes), SIMGPU_COPY_THREADS, 0, stream>>>((char *)to, value,
                                                                              bytes);
    return cudaPeekAtLastError();
}
}

#endif
