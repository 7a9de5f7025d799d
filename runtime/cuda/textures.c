/* SPDX-License-Identifier: BSD-3-Clause */
/* What a texture is, told to simgpu: from a resource's and a sampler's description. */
#include "runtime/cuda/textures.h"

#include <string.h>

#include "runtime/cuda/message.h"

cudaError_t texture_describe_texels(const struct cudaChannelFormatDesc *format,
                                    struct texture *texture)
{
    const int bits[] = {format->x, format->y, format->z, format->w};
    uint32_t channels = 0;
    while (channels < 4 && bits[channels] > 0)
        channels++;
    for (uint32_t i = 0; i < 4; i++)
        if (bits[i] != (i < channels ? bits[0] : 0))
            return cudaErrorInvalidChannelDescriptor;
    if ((channels != 1 && channels != 2 && channels != 4) ||
        (bits[0] != 8 && bits[0] != 16 && bits[0] != 32) ||
        (unsigned)format->f > cudaChannelFormatKindFloat ||
        (format->f == cudaChannelFormatKindFloat && bits[0] == 8))
        return cudaErrorInvalidChannelDescriptor;
    texture->channels = channels;
    texture->channel_bits = (uint32_t)bits[0];
    texture->texel = (uint32_t)format->f; /* the numbers are the same */
    return cudaSuccess;
}

static cudaError_t describe_array(const struct runtime *runtime, cudaArray_const_t handle,
                                  struct texture *texture)
{
    const struct cudaArray *array = array_find(runtime, handle);
    if (!array)
        return cudaErrorInvalidResourceHandle;
    texture->address = (uintptr_t)array->address;
    texture->width = array->width;
    texture->height = array->height;
    texture->depth = array->depth;
    texture->pitch = array->pitch;
    texture->slice = array->depth > 0 ? array->slice : 0;
    texture->layered = (array->flags & cudaArrayLayered) != 0;
    texture->cube = (array->flags & cudaArrayCubemap) != 0;
    return texture_describe_texels(&array->format, texture);
}

cudaError_t surface_describe(const struct runtime *runtime, cudaArray_const_t handle,
                             struct texture *surface)
{
    const cudaError_t status = describe_array(runtime, handle, surface);
    const struct cudaArray *array = array_find(runtime, handle);
    if (status == cudaSuccess && !(array->flags & cudaArraySurfaceLoadStore))
        return cudaErrorInvalidValue;
    surface->surface = 1;
    return status;
}

cudaError_t texture_describe_resource(const struct runtime *runtime,
                                      const struct cudaResourceDesc *resource,
                                      struct texture *texture)
{
    cudaError_t status;
    switch (resource->resType) {
    case cudaResourceTypeArray:
        return describe_array(runtime, resource->res.array.array, texture);
    case cudaResourceTypeLinear:
        status = texture_describe_texels(&resource->res.linear.desc, texture);
        if (status != cudaSuccess)
            return status;
        texture->address = (uintptr_t)resource->res.linear.devPtr;
        texture->width = resource->res.linear.sizeInBytes / texel_bytes(&resource->res.linear.desc);
        texture->pitch = resource->res.linear.sizeInBytes;
        texture->linear_memory = 1;
        return cudaSuccess;
    case cudaResourceTypePitch2D:
        texture->address = (uintptr_t)resource->res.pitch2D.devPtr;
        texture->width = resource->res.pitch2D.width;
        texture->height = resource->res.pitch2D.height;
        texture->pitch = resource->res.pitch2D.pitchInBytes;
        return texture_describe_texels(&resource->res.pitch2D.desc, texture);
    default:
        return error_not_supported("a texture of mipmaps");
    }
}

cudaError_t texture_describe_sampler(const struct cudaTextureDesc *sampler, struct texture *texture)
{
    bool integers = texture->texel != TEXEL_FLOAT;
    texture->normalized_read = sampler->readMode == cudaReadModeNormalizedFloat && integers;
    texture->normalized_coordinates = sampler->normalizedCoords != 0;
    texture->filter = (uint32_t)sampler->filterMode; /* the numbers are the same */
    for (int i = 0; i < 3; i++)
        texture->address_mode[i] = (uint32_t)sampler->addressMode[i];
    memcpy(texture->border, sampler->borderColor, sizeof texture->border);
    texture->seamless = texture->cube && sampler->seamlessCubemap;
    if (sampler->sRGB)
        return error_not_supported("a texture in sRGB");
    if (texture->normalized_read && texture->channel_bits == 32)
        return cudaErrorInvalidNormSetting;
    if (texture->filter == TEXTURE_FILTER_LINEAR && integers && !texture->normalized_read)
        return cudaErrorInvalidFilterSetting;
    return cudaSuccess;
}
