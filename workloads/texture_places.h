/* SPDX-License-Identifier: BSD-3-Clause */
/* Coordinates of textures: from what a kernel gives to texels. For the files that look them up, one
 * place at a time (texture.c) or those of all lanes (texture_lanes.c). */
#ifndef SIMGPU_WORKLOADS_TEXTURE_PLACES_H
#define SIMGPU_WORKLOADS_TEXTURE_PLACES_H

#include "workloads/texture.h"
#include <math.h>

/* The index in 0 .. size - 1 that a texel index means; false: the border. */
static inline bool place(int64_t *index, uint64_t size, uint32_t mode)
{
    int64_t n = (int64_t)size, i = *index;
    if (i >= 0 && i < n)
        return true;
    switch (mode) {
    case TEXTURE_ADDRESS_WRAP:
        *index = ((i % n) + n) % n;
        return true;
    case TEXTURE_ADDRESS_MIRROR:
        i = ((i % (2 * n)) + 2 * n) % (2 * n);
        *index = i < n ? i : 2 * n - 1 - i;
        return true;
    case TEXTURE_ADDRESS_CLAMP:
        *index = i < 0 ? 0 : n - 1;
        return true;
    default:
        return false;
    }
}

/* Wrapping and mirroring become clamping where coordinates aren't normalised (CUDA Runtime API,
 * "cudaTextureDesc"). ASSUMED: a cube map's faces are clamped, whatever the mode says. */
static inline uint32_t mode_of(const struct texture *texture, unsigned dimension)
{
    uint32_t mode = texture->address_mode[dimension];
    bool repeats = mode == TEXTURE_ADDRESS_WRAP || mode == TEXTURE_ADDRESS_MIRROR;
    bool clamps = texture->cube || (repeats && !texture->normalized_coordinates);
    return clamps ? TEXTURE_ADDRESS_CLAMP : mode;
}

/* A coordinate in texels. Wrapping and mirroring exist for normalised coordinates only. */
static inline float in_texels(const struct texture *texture, float coordinate, uint64_t size,
                              uint32_t mode)
{
    if (!texture->normalized_coordinates)
        return coordinate;
    if (mode == TEXTURE_ADDRESS_WRAP)
        coordinate -= floorf(coordinate);
    return coordinate * (float)size;
}

static inline int64_t floor_index(float x)
{
    /* Beyond any texture; also catches NaN, which hardware reads as 0. */
    if (!(x > -0x1p40f))
        return isnan(x) ? 0 : INT64_MIN / 4;
    return x < 0x1p40f ? (int64_t)floorf(x) : INT64_MAX / 4;
}

/* The fraction has 8 bits. */
static inline float fraction_of(float x)
{
    float fraction = x - floorf(x);
    return rintf(fraction * 256.0f) / 256.0f;
}

#endif
