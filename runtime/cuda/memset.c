/* SPDX-License-Identifier: BSD-3-Clause */
/* cudaMemset and its forms for rectangles and boxes. simgpu sets the bytes. */
#include "runtime/cuda/memset.h"
#include "runtime/cuda/capturing.h"
#include "runtime/cuda/streams.h"

cudaError_t memset_run(struct runtime *runtime, const struct memset_rows *rows, uint64_t stream,
                       bool asynchronous)
{
    struct stream_capture *capture = NULL;
    if (rows->height > 1 && rows->pitch < rows->width * rows->element_bytes)
        return cudaErrorInvalidPitchValue;
    const cudaError_t status = capturing_look(runtime, stream, &capture);
    if (status != cudaSuccess || rows->width == 0 || rows->height == 0)
        return status;
    if (capture)
        return runtime->graph_ops->set(runtime, capture, rows);
    struct exchange exchange = {
        .kind = PROTOCOL_SET,
        .argument = {[PROTOCOL_SET_ADDRESS] = (uintptr_t)rows->pointer,
                     [PROTOCOL_SET_VALUE] = rows->value,
                     [PROTOCOL_SET_ELEMENT_BYTES] = rows->element_bytes,
                     [PROTOCOL_SET_WIDTH] = rows->width,
                     [PROTOCOL_SET_HEIGHT] = rows->height,
                     [PROTOCOL_SET_PITCH] = rows->pitch,
                     [PROTOCOL_SET_STREAM] = stream,
                     [PROTOCOL_SET_ASYNCHRONOUS] = asynchronous},
    };
    return runtime_ask(runtime, &exchange);
}

cudaError_t memset_rows(const struct memset_rows *rows, cudaStream_t stream, bool asynchronous)
{
    uint64_t number = 0;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, stream, &number);
    if (status == cudaSuccess)
        status = memset_run(runtime, rows, number, asynchronous);
    return runtime_leave(runtime, status);
}

struct rectangle {
    void *pointer;
    size_t pitch, width, height;
};

static cudaError_t set(struct rectangle rectangle, int value, cudaStream_t stream,
                       bool asynchronous)
{
    const struct memset_rows rows = {.pointer = rectangle.pointer,
                                     .pitch = rectangle.pitch,
                                     .width = rectangle.width,
                                     .height = rectangle.height,
                                     .value = (unsigned char)value,
                                     .element_bytes = 1};
    return memset_rows(&rows, stream, asynchronous);
}

cudaError_t cudaMemset(void *pointer, int value, size_t count)
{
    return set((struct rectangle){pointer, count, count, 1}, value, NULL, false);
}
ALSO_PER_THREAD_STREAM(cudaMemset, cudaMemset_ptds)

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count, cudaStream_t stream)
{
    return set((struct rectangle){pointer, count, count, 1}, value, stream, true);
}
ALSO_PER_THREAD_STREAM(cudaMemsetAsync, cudaMemsetAsync_ptsz)

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    return set((struct rectangle){pointer, pitch, width, height}, value, NULL, false);
}
ALSO_PER_THREAD_STREAM(cudaMemset2D, cudaMemset2D_ptds)

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    return set((struct rectangle){pointer, pitch, width, height}, value, stream, true);
}
ALSO_PER_THREAD_STREAM(cudaMemset2DAsync, cudaMemset2DAsync_ptsz)

/* Slices lie ysize rows apart; one request each, or a single one if the box takes whole slices. */
static cudaError_t set_box(struct cudaPitchedPtr box, int value, struct cudaExtent extent,
                           cudaStream_t stream, bool asynchronous)
{
    if (extent.depth > 0 && extent.height == box.ysize)
        return set(
            (struct rectangle){box.ptr, box.pitch, extent.width, extent.height * extent.depth},
            value, stream, asynchronous);
    cudaError_t status = cudaSuccess;
    for (size_t z = 0; z < extent.depth && status == cudaSuccess; z++) {
        unsigned char *slice = (unsigned char *)box.ptr + z * box.ysize * box.pitch;
        status = set((struct rectangle){slice, box.pitch, extent.width, extent.height}, value,
                     stream, asynchronous);
    }
    return status;
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent)
{
    return set_box(pitched, value, extent, NULL, false);
}
ALSO_PER_THREAD_STREAM(cudaMemset3D, cudaMemset3D_ptds)

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent,
                              cudaStream_t stream)
{
    return set_box(pitched, value, extent, stream, true);
}
ALSO_PER_THREAD_STREAM(cudaMemset3DAsync, cudaMemset3DAsync_ptsz)
