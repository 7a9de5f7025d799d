/* SPDX-License-Identifier: BSD-3-Clause */
/* Texture and surface objects of the driver interface. */
#include "runtime/cuda/driver/driver.h"

#include <string.h>

/* ---- descriptions, there and back ----------------------------------------------------------- */

static CUresult resource_of(const CUDA_RESOURCE_DESC *given, struct cudaResourceDesc *resource)
{
    memset(resource, 0, sizeof *resource);
    resource->resType = (enum cudaResourceType)given->resType; /* the numbers are the same */
    bool known = true;
    switch (given->resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        resource->res.array.array = (cudaArray_t)given->res.array.hArray;
        break;
    case CU_RESOURCE_TYPE_LINEAR:
        resource->res.linear.devPtr = (void *)(uintptr_t)given->res.linear.devPtr;
        resource->res.linear.sizeInBytes = given->res.linear.sizeInBytes;
        known = driver_texels(given->res.linear.format, given->res.linear.numChannels,
                              &resource->res.linear.desc);
        break;
    case CU_RESOURCE_TYPE_PITCH2D:
        resource->res.pitch2D.devPtr = (void *)(uintptr_t)given->res.pitch2D.devPtr;
        resource->res.pitch2D.width = given->res.pitch2D.width;
        resource->res.pitch2D.height = given->res.pitch2D.height;
        resource->res.pitch2D.pitchInBytes = given->res.pitch2D.pitchInBytes;
        known = driver_texels(given->res.pitch2D.format, given->res.pitch2D.numChannels,
                              &resource->res.pitch2D.desc);
        break;
    default:
        return driver_refuse("a texture of mipmaps");
    }
    return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUDA_RESOURCE_DESC description_of(const struct cudaResourceDesc *resource)
{
    CUDA_RESOURCE_DESC result;
    memset(&result, 0, sizeof result);
    result.resType = (CUresourcetype)resource->resType;
    if (resource->resType == cudaResourceTypeArray)
        result.res.array.hArray = (CUarray)resource->res.array.array;
    if (resource->resType == cudaResourceTypeLinear) {
        result.res.linear.devPtr = (uintptr_t)resource->res.linear.devPtr;
        result.res.linear.sizeInBytes = resource->res.linear.sizeInBytes;
        result.res.linear.numChannels =
            driver_format(&resource->res.linear.desc, &result.res.linear.format);
    }
    if (resource->resType == cudaResourceTypePitch2D) {
        result.res.pitch2D.devPtr = (uintptr_t)resource->res.pitch2D.devPtr;
        result.res.pitch2D.width = resource->res.pitch2D.width;
        result.res.pitch2D.height = resource->res.pitch2D.height;
        result.res.pitch2D.pitchInBytes = resource->res.pitch2D.pitchInBytes;
        result.res.pitch2D.numChannels =
            driver_format(&resource->res.pitch2D.desc, &result.res.pitch2D.format);
    }
    return result;
}

/* Integers of 32 bits are never read as fractions. Source: CUDA Driver API, cuTexObjectCreate. */
static bool reads_fractions(const struct cudaResourceDesc *resource, unsigned int flags)
{
    enum { WHOLE = 32 };
    struct cudaChannelFormatDesc texels = {0};
    if (resource->resType == cudaResourceTypeLinear)
        texels = resource->res.linear.desc;
    else if (resource->resType == cudaResourceTypePitch2D)
        texels = resource->res.pitch2D.desc;
    else
        (void)cudaArrayGetInfo(&texels, NULL, NULL, resource->res.array.array);
    return !(flags & CU_TRSF_READ_AS_INTEGER) && texels.x < WHOLE &&
           texels.f != cudaChannelFormatKindFloat;
}

static struct cudaTextureDesc sampler_of(const CUDA_TEXTURE_DESC *given, bool fractions)
{
    struct cudaTextureDesc result;
    memset(&result, 0, sizeof result);
    for (int i = 0; i < 3; i++) /* the numbers are the same */
        result.addressMode[i] = (enum cudaTextureAddressMode)given->addressMode[i];
    result.filterMode = (enum cudaTextureFilterMode)given->filterMode;
    result.readMode = fractions ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    result.sRGB = (given->flags & CU_TRSF_SRGB) != 0;
    memcpy(result.borderColor, given->borderColor, sizeof result.borderColor);
    result.normalizedCoords = (given->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    result.maxAnisotropy = given->maxAnisotropy;
    result.mipmapFilterMode = (enum cudaTextureFilterMode)given->mipmapFilterMode;
    result.mipmapLevelBias = given->mipmapLevelBias;
    result.minMipmapLevelClamp = given->minMipmapLevelClamp;
    result.maxMipmapLevelClamp = given->maxMipmapLevelClamp;
    result.disableTrilinearOptimization =
        (given->flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
    result.seamlessCubemap = (given->flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
    return result;
}

static CUDA_TEXTURE_DESC texture_of(const struct cudaTextureDesc *sampler)
{
    CUDA_TEXTURE_DESC result;
    memset(&result, 0, sizeof result);
    for (int i = 0; i < 3; i++)
        result.addressMode[i] = (CUaddress_mode)sampler->addressMode[i];
    result.filterMode = (CUfilter_mode)sampler->filterMode;
    result.flags =
        (sampler->readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0) |
        (sampler->normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0) |
        (sampler->sRGB ? CU_TRSF_SRGB : 0) |
        (sampler->disableTrilinearOptimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0) |
        (sampler->seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0);
    result.maxAnisotropy = sampler->maxAnisotropy;
    result.mipmapFilterMode = (CUfilter_mode)sampler->mipmapFilterMode;
    result.mipmapLevelBias = sampler->mipmapLevelBias;
    result.minMipmapLevelClamp = sampler->minMipmapLevelClamp;
    result.maxMipmapLevelClamp = sampler->maxMipmapLevelClamp;
    memcpy(result.borderColor, sampler->borderColor, sizeof result.borderColor);
    return result;
}

/* ---- textures ------------------------------------------------------------------------------- */

CUresult cuTexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *given,
                           const CUDA_TEXTURE_DESC *texture, const CUDA_RESOURCE_VIEW_DESC *view)
{
    struct cudaResourceDesc resource;
    if (!object || !given || !texture)
        return CUDA_ERROR_INVALID_VALUE;
    if (view)
        return driver_refuse("cuTexObjectCreate with a resource view");
    const CUresult result = resource_of(given, &resource);
    if (result != CUDA_SUCCESS)
        return result;
    const struct cudaTextureDesc sampler =
        sampler_of(texture, reads_fractions(&resource, texture->flags));
    return driver_result(cudaCreateTextureObject(object, &resource, &sampler, NULL));
}

CUresult cuTexObjectDestroy(CUtexObject object)
{
    return driver_result(cudaDestroyTextureObject(object));
}

CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *description, CUtexObject object)
{
    struct cudaResourceDesc resource;
    const CUresult result = description
                                ? driver_result(cudaGetTextureObjectResourceDesc(&resource, object))
                                : CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        *description = description_of(&resource);
    return result;
}

CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *description, CUtexObject object)
{
    struct cudaTextureDesc sampler;
    const CUresult result = description
                                ? driver_result(cudaGetTextureObjectTextureDesc(&sampler, object))
                                : CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        *description = texture_of(&sampler);
    return result;
}

/* ---- surfaces ------------------------------------------------------------------------------- */

CUresult cuSurfObjectCreate(CUsurfObject *object, const CUDA_RESOURCE_DESC *given)
{
    struct cudaResourceDesc resource;
    if (!object || !given || given->resType != CU_RESOURCE_TYPE_ARRAY)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = resource_of(given, &resource);
    return result == CUDA_SUCCESS ? driver_result(cudaCreateSurfaceObject(object, &resource))
                                  : result;
}

CUresult cuSurfObjectDestroy(CUsurfObject object)
{
    return driver_result(cudaDestroySurfaceObject(object));
}

CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *description, CUsurfObject object)
{
    struct cudaResourceDesc resource;
    const CUresult result = description
                                ? driver_result(cudaGetSurfaceObjectResourceDesc(&resource, object))
                                : CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        *description = description_of(&resource);
    return result;
}

/* ---- mipmaps -------------------------------------------------------------------------------- */

CUresult cuMipmappedArrayCreate(CUmipmappedArray *array, const CUDA_ARRAY3D_DESCRIPTOR *description,
                                unsigned int levels)
{
    (void)array, (void)description, (void)levels;
    return driver_refuse("cuMipmappedArrayCreate");
}

CUresult cuMipmappedArrayGetLevel(CUarray *level, CUmipmappedArray array, unsigned int number)
{
    (void)level, (void)array, (void)number;
    return driver_refuse("cuMipmappedArrayGetLevel");
}

CUresult cuMipmappedArrayDestroy(CUmipmappedArray array)
{
    (void)array;
    return driver_refuse("cuMipmappedArrayDestroy");
}
