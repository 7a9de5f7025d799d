/* SPDX-License-Identifier: BSD-3-Clause */
/* cudaMemcpy and its forms for rows and rectangles; copy.c does the work. */
#include "runtime/cuda/copy.h"
#include "runtime/cuda/streams.h"

cudaError_t cudaMemcpy(void *to, const void *from, size_t count, enum cudaMemcpyKind kind)
{
    return copy_in_stream(
        (struct copy){.to = to, .from = from, .width = count, .height = 1, .kind = kind}, NULL);
}
ALSO_PER_THREAD_STREAM(cudaMemcpy, cudaMemcpy_ptds)

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    const struct copy copy = {
        .to = to, .from = from, .width = count, .height = 1, .kind = kind, .asynchronous = true};
    return copy_in_stream(copy, stream);
}
ALSO_PER_THREAD_STREAM(cudaMemcpyAsync, cudaMemcpyAsync_ptsz)

/* Whose memory both sides are in, their addresses say. */
static cudaError_t copy_between_devices(struct copy copy, int to_device, int from_device,
                                        cudaStream_t stream)
{
    int devices;
    const cudaError_t status = cudaGetDeviceCount(&devices);
    if (status != cudaSuccess)
        return status;
    if (to_device < 0 || to_device >= devices || from_device < 0 || from_device >= devices)
        return error_note(cudaErrorInvalidDevice);
    return copy_in_stream(copy, stream);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t count)
{
    const struct copy copy = {
        .to = to, .from = from, .width = count, .height = 1, .kind = cudaMemcpyDeviceToDevice};
    return copy_between_devices(copy, to_device, from_device, NULL);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t count, cudaStream_t stream)
{
    const struct copy copy = {.to = to,
                              .from = from,
                              .width = count,
                              .height = 1,
                              .kind = cudaMemcpyDeviceToDevice,
                              .asynchronous = true};
    return copy_between_devices(copy, to_device, from_device, stream);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return copy_in_stream((struct copy){to, from, width, height, to_pitch, from_pitch, kind, 0, 0},
                          NULL);
}
ALSO_PER_THREAD_STREAM(cudaMemcpy2D, cudaMemcpy2D_ptds)

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream)
{
    return copy_in_stream((struct copy){to, from, width, height, to_pitch, from_pitch, kind, 0, 1},
                          stream);
}
ALSO_PER_THREAD_STREAM(cudaMemcpy2DAsync, cudaMemcpy2DAsync_ptsz)
