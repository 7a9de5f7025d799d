/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays and textures as files of this library share them. */
#ifndef SIMGPU_RUNTIME_CUDA_TEXTURES_H
#define SIMGPU_RUNTIME_CUDA_TEXTURES_H

#include "runtime/cuda/modules.h"

/* Texels in rows, in device memory. */
struct cudaArray {
    struct cudaChannelFormatDesc format;
    size_t width, height; /* texels, rows; height 0: one-dimensional */
    unsigned int flags;
    void *address;
    size_t pitch; /* bytes from row to row */
};

struct texture_reference {
    struct module *module;
    const char *name;
    int dimensions;
    bool normalized_read;
};

struct texture_object {
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
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

#endif
