/* SPDX-License-Identifier: BSD-3-Clause */
/* Turns places in arrays into addresses: arrays are rows in device memory. */
#include "runtime/cuda/copy_side.h"

#include "runtime/cuda/textures.h"

cudaError_t copy_side_row_bytes(const struct runtime *runtime, const struct copy_side *side,
                                size_t *row_bytes)
{
    const struct cudaArray *array = array_find(runtime, side->array);
    *row_bytes = array ? array->width * texel_bytes(&array->format) : 0;
    return array ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t copy_side_locate(const struct runtime *runtime, const struct copy_side *side,
                             const struct copy *copy, uintptr_t *pointer, size_t *pitch)
{
    size_t row_bytes;
    *pointer = side->pointer;
    *pitch = side->pitch;
    if (!side->in_array)
        return cudaSuccess;
    const cudaError_t status = copy_side_row_bytes(runtime, side, &row_bytes);
    if (status != cudaSuccess)
        return status;
    const struct cudaArray *array = array_find(runtime, side->array);
    size_t rows = array->height > 0 ? array->height : 1;
    if (side->x > row_bytes || copy->width > row_bytes - side->x || side->y > rows ||
        copy->height > rows - side->y || side->z >= (array->depth > 0 ? array->depth : 1))
        return cudaErrorInvalidValue;
    *pointer =
        (uintptr_t)array->address + side->z * array->slice + side->y * array->pitch + side->x;
    *pitch = array->pitch;
    return cudaSuccess;
}

cudaError_t copy_between_sides(struct runtime *runtime, const struct copy_side *to,
                               const struct copy_side *from, const struct copy *given)
{
    struct copy copy = *given;
    uintptr_t to_pointer, from_pointer;
    cudaError_t status = copy_side_locate(runtime, to, given, &to_pointer, &copy.to_pitch);
    if (status == cudaSuccess)
        status = copy_side_locate(runtime, from, given, &from_pointer, &copy.from_pitch);
    if (status != cudaSuccess)
        return status;
    copy.to = (void *)to_pointer;
    copy.from = (const void *)from_pointer;
    return copy_run(runtime, &copy);
}
