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

static cudaError_t make_array(struct runtime *runtime, const struct cudaArray *wanted,
                              cudaArray_t *handle)
{
    struct texture texels;
    cudaError_t status = texture_describe_texels(&wanted->format, &texels);
    struct cudaArray array = *wanted;
    size_t rows = array.height > 0 ? array.height : 1;
    size_t width;
    if (status == cudaSuccess &&
        (array.width == 0 ||
         __builtin_mul_overflow(array.width, texel_bytes(&array.format), &width)))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        status = memory_allocate_rows(runtime, width, rows, &array.address, &array.pitch);
    if (status != cudaSuccess)
        return status;
    *handle = message_allocate(sizeof array);
    **handle = array;
    pointer_map_set(&runtime->arrays, *handle, *handle);
    return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t *handle, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned int flags)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && (!handle || !format))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess && (flags & ~(unsigned)cudaArrayTextureGather))
        status = error_not_supported("cudaMallocArray with layers, faces or surfaces");
    if (status == cudaSuccess)
        status =
            make_array(runtime,
                       &(struct cudaArray){
                           .format = *format, .width = width, .height = height, .flags = flags},
                       handle);
    return runtime_leave(runtime, status);
}

cudaError_t cudaMalloc3DArray(cudaArray_t *handle, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned int flags)
{
    if (extent.depth > 0)
        return error_note(error_not_supported("cudaMalloc3DArray with a depth"));
    return cudaMallocArray(handle, format, extent.width, extent.height, flags);
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
            *extent = (struct cudaExtent){array->width, array->height, 0};
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
