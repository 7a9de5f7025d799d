/* SPDX-License-Identifier: BSD-3-Clause */
/* Read-only textures of the benchmark programs: host data copied to the device and bound to a
 * texture object, point filter, unnormalised coordinates, clamped at the edges.
 *
 * Texture references, which the original benchmarks use, left CUDA with version 12; texture
 * objects go through the same texture unit and cache.
 */
#ifndef SIMGPU_PROGRAMS_COMMON_TEXTURE_H
#define SIMGPU_PROGRAMS_COMMON_TEXTURE_H

#include "program.h"

/* `object` is what kernels take, `memory` what it reads from. (Plain `texture` is the name of
 * CUDA's template for texture references.) */
struct bound_texture {
    cudaTextureObject_t object;
    void *memory;
};

static inline struct bound_texture texture_bind(const struct cudaResourceDesc *resource,
                                                void *memory)
{
    struct cudaTextureDesc how;
    memset(&how, 0, sizeof(how));
    how.addressMode[0] = cudaAddressModeClamp;
    how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;

    struct bound_texture texture = {0, memory};
    CHECK(cudaCreateTextureObject(&texture.object, resource, &how, NULL));
    return texture;
}

/* n elements on the device, in a row, read with tex1Dfetch<T>(object, i). Hands the memory over. */
template <class T> static inline struct bound_texture texture_over(T *device, size_t n)
{
    struct cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = device;
    resource.res.linear.desc = cudaCreateChannelDesc<T>();
    resource.res.linear.sizeInBytes = n * sizeof(T);
    return texture_bind(&resource, device);
}

/* The same for n elements on the host. */
template <class T> static inline struct bound_texture texture_1d(const T *host, size_t n)
{
    return texture_over(device_copy(host, n), n);
}

/* width x height elements, rows one after another on the host, read with
 * tex2D<T>(object, x + 0.5f, y + 0.5f). */
template <class T>
static inline struct bound_texture texture_2d(const T *host, size_t width, size_t height)
{
    void *memory = NULL;
    size_t pitch = 0;
    CHECK(cudaMallocPitch(&memory, &pitch, width * sizeof(T), height));
    CHECK(cudaMemcpy2D(memory, pitch, host, width * sizeof(T), width * sizeof(T), height,
                       cudaMemcpyHostToDevice));

    struct cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<T>();
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return texture_bind(&resource, memory);
}

static inline void texture_free(struct bound_texture texture)
{
    CHECK(cudaDestroyTextureObject(texture.object));
    CHECK(cudaFree(texture.memory));
}

#endif
