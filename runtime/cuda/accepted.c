/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls that are accepted and change nothing: the profiler's, advice about managed memory, which
 * never moves here, and questions whether a stream is being captured into a graph: it never is.
 * Some have other parameters in later releases of CUDA; only those in common are looked at.
 */
#include "runtime/cuda/entry_points.h"
#include "runtime/cuda/runtime.h"
#include "runtime/cuda/streams.h"

cudaError_t cudaProfilerStart(void)
{
    return cudaSuccess;
}

cudaError_t cudaProfilerStop(void)
{
    return cudaSuccess;
}

cudaError_t cudaMemAdvise(const void *pointer, size_t count, enum cudaMemoryAdvise advice,
                          int device)
{
    (void)pointer, (void)count, (void)advice, (void)device;
    return cudaSuccess;
}
extern __typeof(cudaMemAdvise) cudaMemAdvise_v2 __attribute__((alias("cudaMemAdvise")));

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, int device, cudaStream_t stream)
{
    (void)pointer, (void)count, (void)device, (void)stream;
    return cudaSuccess;
}
ALSO_PER_THREAD_STREAM(cudaMemPrefetchAsync, cudaMemPrefetchAsync_ptsz)
ALSO_PER_THREAD_STREAM(cudaMemPrefetchAsync, cudaMemPrefetchAsync_v2)
ALSO_PER_THREAD_STREAM(cudaMemPrefetchAsync, cudaMemPrefetchAsync_v2_ptsz)

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t length,
                                     unsigned int flags)
{
    (void)stream, (void)pointer, (void)length, (void)flags;
    return cudaSuccess;
}
ALSO_PER_THREAD_STREAM(cudaStreamAttachMemAsync, cudaStreamAttachMemAsync_ptsz)

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    return cudaSuccess;
}
