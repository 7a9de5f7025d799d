/* SPDX-License-Identifier: BSD-3-Clause */
/* Texture and surface references of the driver interface: variables of a module. What a program
 * sets counts for the launches after it.
 *
 * Source: CUDA Driver API reference manual 11.x, "Texture Reference Management", "Surface Reference
 *   Management", which 12.x calls deprecated.
 */
#include "runtime/cuda/driver/driver.h"
#include "runtime/cuda/message.h"
#include "runtime/cuda/textures.h"

#include <string.h>

/* The handle of a reference: never freed, as its module's variables are not. */
struct CUtexref_st {
    struct texture_reference reference;
    struct cudaResourceDesc resource;
    struct cudaTextureDesc sampler;
    CUarray_format format;
    unsigned int channels, flags;
    bool bound;
};

struct CUsurfref_st {
    struct texture_reference reference;
    CUarray array;
};

static CUresult find(CUmodule module, const char *name, bool surface,
                     struct texture_reference *reference)
{
    const struct variable *variable = NULL;
    const CUresult result = driver_variable(module, name, &variable);
    if (result == CUDA_SUCCESS)
        *reference = (struct texture_reference){
            .module = variable->module, .name = variable->name, .surface = surface};
    return result;
}

CUresult cuModuleGetTexRef(CUtexref *handle, CUmodule module, const char *name)
{
    struct texture_reference reference;
    const CUresult result =
        handle ? find(module, name, false, &reference) : CUDA_ERROR_INVALID_VALUE;
    if (result != CUDA_SUCCESS)
        return result;
    *handle = message_allocate(sizeof **handle);
    **handle =
        (struct CUtexref_st){.reference = reference, .format = CU_AD_FORMAT_FLOAT, .channels = 1};
    return CUDA_SUCCESS;
}

/* ---- what it shows -------------------------------------------------------------------------- */

/* Integers of 8 and 16 bits are fractions unless the program says otherwise. */
static void choose_reading(struct cudaTextureDesc *sampler, const struct texture *texture,
                           unsigned int flags)
{
    enum { WHOLE = 32 };
    const bool fractions = !(flags & CU_TRSF_READ_AS_INTEGER) && texture->channel_bits < WHOLE;
    sampler->readMode = fractions ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    sampler->normalizedCoords = (flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    sampler->sRGB = (flags & CU_TRSF_SRGB) != 0;
}

/* Tells simgpu of the reference as it is now. */
static CUresult bind(CUtexref handle)
{
    struct texture texture = {.address = 0};
    struct runtime *runtime = NULL;
    if (!handle->bound)
        return CUDA_SUCCESS;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = texture_describe_resource(runtime, &handle->resource, &texture);
    if (status == cudaSuccess) {
        choose_reading(&handle->sampler, &texture, handle->flags);
        status = texture_describe_sampler(&handle->sampler, &texture);
    }
    if (status == cudaSuccess)
        status = texture_reference_bind(runtime, &handle->reference, &texture);
    return driver_result(runtime_leave(runtime, status));
}

static CUresult show(CUtexref handle, const struct cudaResourceDesc *resource)
{
    handle->resource = *resource;
    handle->bound = true;
    return bind(handle);
}

CUresult cuTexRefSetArray(CUtexref handle, CUarray array, unsigned int flags)
{
    (void)flags; /* CU_TRSA_OVERRIDE_FORMAT: the array's format is the one that counts here */
    if (!handle || !array)
        return CUDA_ERROR_INVALID_VALUE;
    const struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray,
                                              .res.array.array = (cudaArray_t)array};
    return show(handle, &resource);
}

/* Any address may be bound, so the offset that the caller has to add is 0. */
CUresult cuTexRefSetAddress(size_t *offset, CUtexref handle, CUdeviceptr address, size_t bytes)
{
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeLinear};
    if (!handle || !driver_texels(handle->format, handle->channels, &resource.res.linear.desc))
        return CUDA_ERROR_INVALID_VALUE;
    resource.res.linear.devPtr = (void *)(uintptr_t)address;
    resource.res.linear.sizeInBytes = bytes;
    if (offset)
        *offset = 0;
    return show(handle, &resource);
}
DRIVER_ALSO(cuTexRefSetAddress, cuTexRefSetAddress_v2)

CUresult cuTexRefSetAddress2D(CUtexref handle, const CUDA_ARRAY_DESCRIPTOR *description,
                              CUdeviceptr address, size_t pitch)
{
    struct cudaResourceDesc resource = {.resType = cudaResourceTypePitch2D};
    if (!handle || !description ||
        !driver_texels(description->Format, description->NumChannels, &resource.res.pitch2D.desc))
        return CUDA_ERROR_INVALID_VALUE;
    resource.res.pitch2D.devPtr = (void *)(uintptr_t)address;
    resource.res.pitch2D.width = description->Width;
    resource.res.pitch2D.height = description->Height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return show(handle, &resource);
}
DRIVER_ALSO(cuTexRefSetAddress2D, cuTexRefSetAddress2D_v2)
DRIVER_ALSO(cuTexRefSetAddress2D, cuTexRefSetAddress2D_v3)

CUresult cuTexRefSetFormat(CUtexref handle, CUarray_format format, int channels)
{
    struct cudaChannelFormatDesc texels;
    if (!handle || channels < 0 || !driver_texels(format, (unsigned int)channels, &texels))
        return CUDA_ERROR_INVALID_VALUE;
    handle->format = format;
    handle->channels = (unsigned int)channels;
    if (handle->bound && handle->resource.resType == cudaResourceTypeLinear)
        handle->resource.res.linear.desc = texels;
    return bind(handle);
}

CUresult cuTexRefSetMipmappedArray(CUtexref handle, CUmipmappedArray array, unsigned int flags)
{
    (void)handle, (void)array, (void)flags;
    return driver_refuse("cuTexRefSetMipmappedArray");
}

/* ---- how it is read ------------------------------------------------------------------------- */

CUresult cuTexRefSetAddressMode(CUtexref handle, int dimension, CUaddress_mode mode)
{
    if (!handle || dimension < 0 || dimension >= 3)
        return CUDA_ERROR_INVALID_VALUE;
    handle->sampler.addressMode[dimension] = (enum cudaTextureAddressMode)mode;
    return bind(handle);
}

CUresult cuTexRefSetFilterMode(CUtexref handle, CUfilter_mode mode)
{
    if (!handle)
        return CUDA_ERROR_INVALID_VALUE;
    handle->sampler.filterMode = (enum cudaTextureFilterMode)mode;
    return bind(handle);
}

CUresult cuTexRefSetFlags(CUtexref handle, unsigned int flags)
{
    if (!handle)
        return CUDA_ERROR_INVALID_VALUE;
    handle->flags = flags;
    return bind(handle);
}

CUresult cuTexRefSetBorderColor(CUtexref handle, float *colour)
{
    if (!handle || !colour)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(handle->sampler.borderColor, colour, sizeof handle->sampler.borderColor);
    return bind(handle);
}

CUresult cuTexRefGetArray(CUarray *array, CUtexref handle)
{
    if (!handle || !array || !handle->bound || handle->resource.resType != cudaResourceTypeArray)
        return CUDA_ERROR_INVALID_VALUE;
    *array = (CUarray)handle->resource.res.array.array;
    return CUDA_SUCCESS;
}

CUresult cuTexRefGetAddressMode(CUaddress_mode *mode, CUtexref handle, int dimension)
{
    if (!handle || !mode || dimension < 0 || dimension >= 3)
        return CUDA_ERROR_INVALID_VALUE;
    *mode = (CUaddress_mode)handle->sampler.addressMode[dimension];
    return CUDA_SUCCESS;
}

CUresult cuTexRefGetFilterMode(CUfilter_mode *mode, CUtexref handle)
{
    if (!handle || !mode)
        return CUDA_ERROR_INVALID_VALUE;
    *mode = (CUfilter_mode)handle->sampler.filterMode;
    return CUDA_SUCCESS;
}

CUresult cuTexRefGetFlags(unsigned int *flags, CUtexref handle)
{
    if (!handle || !flags)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = handle->flags;
    return CUDA_SUCCESS;
}

CUresult cuTexRefGetFormat(CUarray_format *format, int *channels, CUtexref handle)
{
    if (!handle)
        return CUDA_ERROR_INVALID_VALUE;
    if (format)
        *format = handle->format;
    if (channels)
        *channels = (int)handle->channels;
    return CUDA_SUCCESS;
}

/* ---- surfaces ------------------------------------------------------------------------------- */

CUresult cuModuleGetSurfRef(CUsurfref *handle, CUmodule module, const char *name)
{
    struct texture_reference reference;
    const CUresult result =
        handle ? find(module, name, true, &reference) : CUDA_ERROR_INVALID_VALUE;
    if (result != CUDA_SUCCESS)
        return result;
    *handle = message_allocate(sizeof **handle);
    **handle = (struct CUsurfref_st){.reference = reference};
    return CUDA_SUCCESS;
}

CUresult cuSurfRefSetArray(CUsurfref handle, CUarray array, unsigned int flags)
{
    struct texture surface = {.address = 0};
    struct runtime *runtime = NULL;
    if (!handle || flags)
        return CUDA_ERROR_INVALID_VALUE;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = surface_describe(runtime, (cudaArray_t)array, &surface);
    if (status == cudaSuccess)
        status = texture_reference_bind(runtime, &handle->reference, &surface);
    if (status == cudaSuccess)
        handle->array = array;
    return driver_result(runtime_leave(runtime, status));
}

CUresult cuSurfRefGetArray(CUarray *array, CUsurfref handle)
{
    if (!handle || !array || !handle->array)
        return CUDA_ERROR_INVALID_VALUE;
    *array = handle->array;
    return CUDA_SUCCESS;
}
