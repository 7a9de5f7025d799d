/* SPDX-License-Identifier: BSD-3-Clause */
/* cudaMemcpy3D: a box, as one rectangle a slice, or as one where slices follow each other.
 *
 * Positions and widths are in texels for an array's side and in bytes for memory; the extent is in
 * texels if any side is an array. Source: CUDA Runtime API reference manual, cudaMemcpy3D.
 */
#include "runtime/cuda/memcpy_3d.h"
#include "runtime/cuda/capturing.h"
#include "runtime/cuda/copy_side.h"
#include "runtime/cuda/streams.h"
#include "runtime/cuda/textures.h"

struct box_side {
    cudaArray_t array;
    struct cudaPos position;
    struct cudaPitchedPtr memory;
};

static struct copy_side slice(const struct box_side *side, size_t unit, size_t z)
{
    size_t row = (side->position.z + z) * side->memory.ysize + side->position.y;
    if (side->array)
        return (struct copy_side){.in_array = true,
                                  .array = side->array,
                                  .x = side->position.x * unit,
                                  .y = side->position.y,
                                  .z = side->position.z + z};
    return (struct copy_side){
        .pointer = (uintptr_t)side->memory.ptr + row * side->memory.pitch + side->position.x,
        .pitch = side->memory.pitch,
    };
}

/* The box's first byte, and how far slices are apart; all of them are there. */
static cudaError_t find_slices(const struct runtime *runtime, const struct box_side *side,
                               size_t unit, size_t depth, const struct copy *copy, uintptr_t *first,
                               size_t *pitch, size_t *apart)
{
    const struct copy_side head = slice(side, unit, 0), tail = slice(side, unit, depth - 1);
    uintptr_t last;
    cudaError_t status = copy_side_locate(runtime, &head, copy, first, pitch);
    if (status == cudaSuccess)
        status = copy_side_locate(runtime, &tail, copy, &last, pitch);
    if (status == cudaSuccess)
        *apart = depth > 1 ? (last - *first) / (depth - 1) : 0;
    return status;
}

static cudaError_t copy_slices(struct runtime *runtime, const struct box_side *to,
                               const struct box_side *from, size_t unit, size_t depth,
                               struct copy copy)
{
    uintptr_t to_first, from_first;
    size_t to_apart, from_apart;
    cudaError_t status =
        find_slices(runtime, to, unit, depth, &copy, &to_first, &copy.to_pitch, &to_apart);
    if (status == cudaSuccess)
        status = find_slices(runtime, from, unit, depth, &copy, &from_first, &copy.from_pitch,
                             &from_apart);
    if (status == cudaSuccess && to_apart == copy.height * copy.to_pitch &&
        from_apart == copy.height * copy.from_pitch) {
        copy.height *= depth;
        depth = 1;
    }
    for (size_t z = 0; z < depth && status == cudaSuccess; z++) {
        copy.to = (void *)(to_first + z * to_apart);
        copy.from = (const void *)(from_first + z * from_apart);
        status = copy_run(runtime, &copy);
    }
    return status;
}

cudaError_t copy_box(struct runtime *runtime, const struct cudaMemcpy3DParms *box, struct copy copy)
{
    const struct box_side to = {box->dstArray, box->dstPos, box->dstPtr};
    const struct box_side from = {box->srcArray, box->srcPos, box->srcPtr};
    const cudaArray_t arrays[] = {to.array, from.array};
    size_t unit = 1;
    for (int i = 0; i < 2; i++) {
        const struct cudaArray *array = array_find(runtime, arrays[i]);
        if (arrays[i] && !array)
            return cudaErrorInvalidResourceHandle;
        if (array)
            unit = texel_bytes(&array->format);
    }
    copy.width = box->extent.width * unit;
    copy.height = box->extent.height;
    copy.kind = box->kind;
    if (copy.width == 0 || copy.height == 0 || box->extent.depth == 0)
        return cudaSuccess;
    return copy_slices(runtime, &to, &from, unit, box->extent.depth, copy);
}

static cudaError_t copy_3d(const struct cudaMemcpy3DParms *box, cudaStream_t stream,
                           bool asynchronous)
{
    struct copy copy = {.asynchronous = asynchronous};
    struct runtime *runtime = NULL;
    struct stream_capture *capture = NULL;
    cudaError_t status = stream_enter(&runtime, stream, &copy.stream);
    if (status == cudaSuccess)
        status = box ? capturing_look(runtime, copy.stream, &capture) : cudaErrorInvalidValue;
    if (status == cudaSuccess && capture)
        status = runtime->graph_ops->copy(
            runtime, capture, &(struct graph_copy){.form = GRAPH_COPY_BOX, .box = *box});
    else if (status == cudaSuccess)
        status = copy_box(runtime, box, copy);
    return runtime_leave(runtime, status);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters)
{
    return copy_3d(parameters, NULL, false);
}
ALSO_PER_THREAD_STREAM(cudaMemcpy3D, cudaMemcpy3D_ptds)

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream)
{
    return copy_3d(parameters, stream, true);
}
ALSO_PER_THREAD_STREAM(cudaMemcpy3DAsync, cudaMemcpy3DAsync_ptsz)
