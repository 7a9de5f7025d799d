/* SPDX-License-Identifier: BSD-3-Clause */
/* Texture objects: handles that kernels take as arguments. */
#include <stdlib.h>

#include "runtime/cuda/message.h"
#include "runtime/cuda/textures.h"

/* Objects are kept by their number, as a key. */
static const void *key_of(cudaTextureObject_t object)
{
    return (const void *)(uintptr_t)object;
}

cudaError_t texture_object_create(struct runtime *runtime, const struct texture_object *wanted,
                                  const struct texture *texture, unsigned long long *handle)
{
    struct exchange exchange = {.kind = PROTOCOL_TEXTURE_CREATE,
                                .part = {{texture, sizeof *texture}}};
    const cudaError_t status = runtime_ask(runtime, &exchange);
    if (status != cudaSuccess)
        return status;
    struct texture_object *object = message_allocate(sizeof *object);
    *object = *wanted;
    *handle = exchange.value[PROTOCOL_RESULT];
    pointer_map_set(&runtime->objects, key_of(*handle), object);
    return cudaSuccess;
}

const struct texture_object *texture_object_find(const struct runtime *runtime,
                                                 unsigned long long handle, bool surface)
{
    const struct texture_object *found = pointer_map_get(&runtime->objects, key_of(handle));
    return found && found->surface == surface ? found : NULL;
}

cudaError_t texture_object_destroy(struct runtime *runtime, unsigned long long handle, bool surface)
{
    struct exchange exchange = {.kind = PROTOCOL_TEXTURE_DESTROY,
                                .argument = {[PROTOCOL_SUBJECT] = handle}};
    if (!texture_object_find(runtime, handle, surface))
        return cudaErrorInvalidValue;
    free(pointer_map_remove(&runtime->objects, key_of(handle)));
    return runtime_ask(runtime, &exchange);
}

static cudaError_t create(struct runtime *runtime, cudaTextureObject_t *handle,
                          const struct texture_object *wanted)
{
    struct texture texture = {.address = 0};
    cudaError_t status = texture_describe_resource(runtime, &wanted->resource, &texture);
    if (status == cudaSuccess)
        status = texture_describe_sampler(&wanted->texture, &texture);
    if (status == cudaSuccess)
        status = texture_object_create(runtime, wanted, &texture, handle);
    return status;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && (!object || !resource || !texture))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess && view)
        status = error_not_supported("cudaCreateTextureObject with a resource view");
    if (status == cudaSuccess)
        status = create(runtime, object, &(struct texture_object){*resource, *texture, false});
    return runtime_leave(runtime, status);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && object != 0)
        status = texture_object_destroy(runtime, object, false);
    return runtime_leave(runtime, status);
}

/* Copies out what the object was made of; either place may be NULL. */
static cudaError_t look_up(cudaTextureObject_t object, struct cudaResourceDesc *resource,
                           struct cudaTextureDesc *texture)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        const struct texture_object *found = texture_object_find(runtime, object, false);
        if (!found)
            status = cudaErrorInvalidValue;
        if (found && resource)
            *resource = found->resource;
        if (found && texture)
            *texture = found->texture;
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t object)
{
    return look_up(object, resource, NULL);
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *texture,
                                            cudaTextureObject_t object)
{
    return look_up(object, NULL, texture);
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *texels,
                                                 const struct cudaChannelFormatDesc *description,
                                                 int device)
{
    struct texture texture;
    int limit = 0;
    if (!texels || !description)
        return error_note(cudaErrorInvalidValue);
    cudaError_t status = texture_describe_texels(description, &texture);
    if (status != cudaSuccess)
        return error_note(status);
    status = cudaDeviceGetAttribute(&limit, cudaDevAttrMaxTexture1DLinearWidth, device);
    *texels = (size_t)limit;
    return status;
}
