/* SPDX-License-Identifier: BSD-3-Clause */
/* Surfaces: arrays that kernels write, as objects and as references. */
#include "runtime/cuda/textures.h"

static cudaError_t create(struct runtime *runtime, const struct cudaResourceDesc *resource,
                          cudaSurfaceObject_t *handle)
{
    struct texture surface = {.address = 0};
    if (resource->resType != cudaResourceTypeArray)
        return cudaErrorInvalidValue;
    const cudaError_t status = surface_describe(runtime, resource->res.array.array, &surface);
    if (status != cudaSuccess)
        return status;
    const struct texture_object object = {.resource = *resource, .surface = true};
    return texture_object_create(runtime, &object, &surface, handle);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && (!object || !resource))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        status = create(runtime, resource, object);
    return runtime_leave(runtime, status);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && object != 0)
        status = texture_object_destroy(runtime, object, true);
    return runtime_leave(runtime, status);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t object)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        const struct texture_object *found = texture_object_find(runtime, object, true);
        if (!found || !resource)
            status = cudaErrorInvalidValue;
        else
            *resource = found->resource;
    }
    return runtime_leave(runtime, status);
}

/* ---- references ----------------------------------------------------------------------------- */

cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *surface, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *description)
{
    struct texture_reference *reference = NULL;
    struct texture texture = {.address = 0};
    struct runtime *runtime = NULL;
    (void)description; /* the array knows its own */
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = texture_reference_find(runtime, surface, true, &reference);
    if (status == cudaSuccess)
        status = surface_describe(runtime, array, &texture);
    if (status == cudaSuccess)
        status = texture_reference_bind(runtime, reference, &texture);
    return runtime_leave(runtime, status);
}

cudaError_t cudaGetSurfaceReference(const struct surfaceReference **surface, const void *symbol)
{
    struct texture_reference *reference = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && !surface)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        status = texture_reference_find(runtime, symbol, true, &reference);
    if (status == cudaSuccess)
        *surface = symbol;
    return runtime_leave(runtime, status);
}
