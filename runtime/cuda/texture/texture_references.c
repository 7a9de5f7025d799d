/* SPDX-License-Identifier: BSD-3-Clause */
/* Texture references: variables of the program that a binding makes a texture. The host's variable
 * says how texels are read; it counts as it is when the binding is made.
 */
#include <string.h>

#include "runtime/cuda/textures.h"

/* cudaBindTexture's default size: as much as there is. Source: CUDA 11's cuda_runtime.h. */
#define SIZE_UNKNOWN ((size_t)UINT32_MAX)

cudaError_t texture_reference_find(struct runtime *runtime, const void *variable, bool surface,
                                   struct texture_reference **reference)
{
    *reference = pointer_map_get(&runtime->textures, variable);
    if (!*reference || (*reference)->surface != surface)
        return surface ? cudaErrorInvalidSurface : cudaErrorInvalidTexture;
    return module_load(runtime, (*reference)->module);
}

cudaError_t texture_reference_bind(struct runtime *runtime,
                                   const struct texture_reference *reference,
                                   const struct texture *texture)
{
    struct exchange exchange = {
        .kind = PROTOCOL_TEXTURE_BIND,
        .argument = {[PROTOCOL_SUBJECT] = reference->module->number},
        .part = {{texture, sizeof *texture}, {reference->name, strlen(reference->name) + 1}},
    };
    return runtime_ask(runtime, &exchange);
}

static struct cudaTextureDesc sampler_of(const struct textureReference *texture,
                                         const struct texture_reference *reference)
{
    return (struct cudaTextureDesc){
        .addressMode = {texture->addressMode[0], texture->addressMode[1], texture->addressMode[2]},
        .filterMode = texture->filterMode,
        .readMode =
            reference->normalized_read ? cudaReadModeNormalizedFloat : cudaReadModeElementType,
        .sRGB = texture->sRGB,
        .normalizedCoords = texture->normalized,
    };
}

static cudaError_t bind(const struct textureReference *texture,
                        const struct cudaResourceDesc *resource)
{
    struct texture description = {.address = 0};
    struct texture_reference *reference = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = texture_reference_find(runtime, texture, false, &reference);
    if (status == cudaSuccess)
        status = texture_describe_resource(runtime, resource, &description);
    if (status == cudaSuccess) {
        const struct cudaTextureDesc sampler = sampler_of(texture, reference);
        status = texture_describe_sampler(&sampler, &description);
    }
    if (status == cudaSuccess)
        status = texture_reference_bind(runtime, reference, &description);
    return runtime_leave(runtime, status);
}

/* Bytes from a device address to the end of the device's memory. */
static size_t bytes_from(const void *pointer)
{
    size_t bytes = 0;
    struct runtime *runtime = NULL;
    const cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        uint64_t offset = (uintptr_t)pointer - runtime->device.device_base;
        if (offset < runtime_device_bytes(runtime))
            bytes = runtime_device_bytes(runtime) - offset;
    }
    (void)runtime_leave(runtime, status);
    return bytes;
}

/* Any address may be bound, so the offset that the caller has to add is 0. */
cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *texture,
                            const void *pointer, const struct cudaChannelFormatDesc *description,
                            size_t size)
{
    if (!texture || !description)
        return error_note(cudaErrorInvalidValue);
    if (offset)
        *offset = 0;
    const struct cudaResourceDesc resource = {
        .resType = cudaResourceTypeLinear,
        .res.linear = {.devPtr = (void *)(uintptr_t)pointer,
                       .desc = *description,
                       .sizeInBytes = size == SIZE_UNKNOWN ? bytes_from(pointer) : size},
    };
    return bind(texture, &resource);
}

cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *texture,
                              const void *pointer, const struct cudaChannelFormatDesc *description,
                              size_t width, size_t height, size_t pitch)
{
    if (!texture || !description)
        return error_note(cudaErrorInvalidValue);
    if (offset)
        *offset = 0;
    const struct cudaResourceDesc resource = {
        .resType = cudaResourceTypePitch2D,
        .res.pitch2D = {.devPtr = (void *)(uintptr_t)pointer,
                        .desc = *description,
                        .width = width,
                        .height = height,
                        .pitchInBytes = pitch},
    };
    return bind(texture, &resource);
}

cudaError_t cudaBindTextureToArray(const struct textureReference *texture, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *description)
{
    (void)description; /* the array knows its own */
    const struct cudaResourceDesc resource = {
        .resType = cudaResourceTypeArray,
        .res.array.array = (cudaArray_t)(uintptr_t)array,
    };
    return bind(texture, &resource);
}

static cudaError_t check_reference(const struct textureReference *texture)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && !pointer_map_get(&runtime->textures, texture))
        status = cudaErrorInvalidTexture;
    return runtime_leave(runtime, status);
}

/* Nothing to tell simgpu: a later fetch through the reference is an error of the program's. */
cudaError_t cudaUnbindTexture(const struct textureReference *texture)
{
    return check_reference(texture);
}

cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *texture)
{
    if (offset)
        *offset = 0;
    return check_reference(texture);
}

cudaError_t cudaGetTextureReference(const struct textureReference **texture, const void *symbol)
{
    *texture = symbol;
    return check_reference(symbol);
}
