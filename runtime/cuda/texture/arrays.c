/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays: texels in rows in device memory, at a handle instead of an address.
 *
 * Differs: hardware stores arrays in blocks that keep neighbours in two dimensions together; here
 * they are rows, so a texture fetch's locality is that of pitch-linear memory. Arrays of three
 * dimensions and of layers are not supported.
 */
#include <stdlib.h>

#include "runtime/cuda/memory.h"
#include "runtime/cuda/message.h"
#include "runtime/cuda/textures.h"

struct cudaArray *array_find(const struct runtime *runtime, cudaArray_const_t handle)
{
    return handle ? pointer_map_get(&runtime->arrays, handle) : NULL;
}

size_t texel_bytes(const struct cudaChannelFormatDesc *format)
{
    return (size_t)(format->x + format->y + format->z + format->w) / 8;
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, kind};
}

/* Source: CUDA Runtime API reference manual, cudaMalloc3DArray, the table of extents. */
static bool extent_is_possible(const struct cudaArray *array)
{
    enum { FACES = 6 };
    const bool layered = array->flags & cudaArrayLayered, cube = array->flags & cudaArrayCubemap;
    if (array->width == 0)
        return false;
    if (cube)
        return array->width == array->height && array->depth > 0 &&
               (layered ? array->depth % FACES == 0 : array->depth == FACES);
    return layered ? array->depth > 0 : array->depth == 0 || array->height > 0;
}

static cudaError_t make_array(struct runtime *runtime, const struct cudaArray *wanted,
                              cudaArray_t *handle)
{
    struct texture texels;
    cudaError_t status = texture_describe_texels(&wanted->format, &texels);
    struct cudaArray array = *wanted;
    const size_t rows = array.height > 0 ? array.height : 1;
    const size_t slices = array.depth > 0 ? array.depth : 1;
    size_t width, all_rows;
    if (status == cudaSuccess &&
        (!extent_is_possible(&array) ||
         __builtin_mul_overflow(array.width, texel_bytes(&array.format), &width) ||
         __builtin_mul_overflow(rows, slices, &all_rows)))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        status = memory_allocate_rows(runtime, width, all_rows, &array.address, &array.pitch);
    if (status != cudaSuccess)
        return status;
    array.slice = array.pitch * rows;
    *handle = message_allocate(sizeof array);
    **handle = array;
    pointer_map_set(&runtime->arrays, *handle, *handle);
    return cudaSuccess;
}

cudaError_t cudaMalloc3DArray(cudaArray_t *handle, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned int flags)
{
    const unsigned int known = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap |
                               cudaArrayTextureGather | cudaArrayColorAttachment;
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && (!handle || !format))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess && (flags & ~known))
        status = error_not_supported("an array that is sparse or gets its memory later");
    if (status == cudaSuccess)
        status = make_array(runtime,
                            &(struct cudaArray){.format = *format,
                                                .width = extent.width,
                                                .height = extent.height,
                                                .depth = extent.depth,
                                                .flags = flags},
                            handle);
    return runtime_leave(runtime, status);
}

cudaError_t cudaMallocArray(cudaArray_t *handle, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned int flags)
{
    return cudaMalloc3DArray(handle, format, (struct cudaExtent){width, height, 0}, flags);
}

cudaError_t cudaFreeArray(cudaArray_t handle)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && handle) {
        const struct cudaArray *array = array_find(runtime, handle);
        status = array ? memory_free(runtime, array->address) : cudaErrorInvalidResourceHandle;
        if (status == cudaSuccess)
            free(pointer_map_remove(&runtime->arrays, handle));
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t handle)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        const struct cudaArray *array = array_find(runtime, handle);
        if (!array)
            status = cudaErrorInvalidResourceHandle;
        if (array && format)
            *format = array->format;
        if (array && extent)
            *extent = (struct cudaExtent){array->width, array->height, array->depth};
        if (array && flags)
            *flags = array->flags;
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t handle)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        const struct cudaArray *array = array_find(runtime, handle);
        if (!format || !array)
            status = cudaErrorInvalidValue;
        else
            *format = array->format;
    }
    return runtime_leave(runtime, status);
}
