/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays, textures and surfaces as files of this library share them. */
#ifndef SIMGPU_RUNTIME_CUDA_TEXTURES_H
#define SIMGPU_RUNTIME_CUDA_TEXTURES_H

#include "runtime/cuda/modules.h"

/* Texels in rows and slices, in device memory. Layers and faces are slices. */
struct cudaArray {
    struct cudaChannelFormatDesc format;
    size_t width, height, depth; /* texels, rows, slices; 0: it has no rows, no slices */
    unsigned int flags;
    void *address;
    size_t pitch, slice; /* bytes from row to row, from slice to slice */
};

/* Of a texture, or of a surface. */
struct texture_reference {
    struct module *module;
    const char *name;
    int dimensions;
    bool normalized_read;
    bool surface;
};

/* A texture object, or a surface object, which has no sampler. */
struct texture_object {
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
    bool surface;
};

/* The array behind a handle; NULL if it is none. */
struct cudaArray *array_find(const struct runtime *runtime, cudaArray_const_t handle);
/* Bytes of a texel; 0 if the format is none of a texel. */
size_t texel_bytes(const struct cudaChannelFormatDesc *format);
/* These fill in parts of a texture that begins all zero: what its texels are; where they lie, too;
 * and (after one of the others) how they are read. */
cudaError_t texture_describe_texels(const struct cudaChannelFormatDesc *format,
                                    struct texture *texture);
cudaError_t texture_describe_resource(const struct runtime *runtime,
                                      const struct cudaResourceDesc *resource,
                                      struct texture *texture);
cudaError_t texture_describe_sampler(const struct cudaTextureDesc *sampler,
                                     struct texture *texture);
/* The array that a surface shows, which must be made for it. */
cudaError_t surface_describe(const struct runtime *runtime, cudaArray_const_t array,
                             struct texture *surface);

/* Tells simgpu of a texture or surface, and what it was made of. */
cudaError_t texture_object_create(struct runtime *runtime, const struct texture_object *object,
                                  const struct texture *texture, unsigned long long *handle);
cudaError_t texture_object_destroy(struct runtime *runtime, unsigned long long handle,
                                   bool surface);
/* NULL: there is none. */
const struct texture_object *texture_object_find(const struct runtime *runtime,
                                                 unsigned long long handle, bool surface);
/* The variable that stands for a texture or surface, of a module that is loaded. */
cudaError_t texture_reference_find(struct runtime *runtime, const void *variable, bool surface,
                                   struct texture_reference **reference);
cudaError_t texture_reference_bind(struct runtime *runtime,
                                   const struct texture_reference *reference,
                                   const struct texture *texture);

#endif
