/* SPDX-License-Identifier: BSD-3-Clause */
/* Textures: the texels that a fetch at a coordinate touches, and the value that it gives.
 *
 * Source: CUDA C++ Programming Guide, appendix "Texture Fetching" (addressing, filtering with 8
 * bits of fraction); PTX ISA, "Texture Instructions". Differs: texels lie row after row, while
 * hardware interleaves the rows of arrays. This concerns timing only.
 */
#ifndef SIMGPU_WORKLOADS_TEXTURE_H
#define SIMGPU_WORKLOADS_TEXTURE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum texture_texel { TEXEL_SIGNED, TEXEL_UNSIGNED, TEXEL_FLOAT };
/* Numbers as cudaTextureAddressMode, cudaTextureFilterMode. */
enum texture_address_mode {
    TEXTURE_ADDRESS_WRAP,
    TEXTURE_ADDRESS_CLAMP,
    TEXTURE_ADDRESS_MIRROR,
    TEXTURE_ADDRESS_BORDER
};
enum texture_filter { TEXTURE_FILTER_POINT, TEXTURE_FILTER_LINEAR };

/* A texture or a surface: texels in device memory, row after row, slice after slice. Layers and the
 * six faces of cube maps are slices, too. A cudaArray is one. */
struct texture {
    uint64_t address;
    uint64_t width, height, depth;   /* in texels; height 0: it has no rows; depth 0: no slices */
    uint64_t pitch;                  /* bytes from row to row */
    uint64_t slice;                  /* bytes from slice to slice */
    uint32_t channels;               /* 1, 2 or 4 */
    uint32_t channel_bits;           /* 8, 16 or 32 */
    uint32_t texel;                  /* enum texture_texel */
    uint32_t normalized_read;        /* integer texels are read as floats in [0, 1] or [-1, 1] */
    uint32_t normalized_coordinates; /* coordinates run from 0 to 1 */
    uint32_t filter;                 /* enum texture_filter */
    uint32_t address_mode[3];        /* enum texture_address_mode, of x, y and z */
    uint32_t linear_memory;          /* tex1Dfetch: integer coordinates, no filter, 0 outside */
    uint32_t layered;                /* slices are layers, or six of them are one, a cube map */
    uint32_t cube;                   /* slices are faces: +x, -x, +y, -y, +z, -z */
    uint32_t surface;                /* kernels write it, and read it without a sampler */
    float border[4];                 /* of integer texels: their bits */
    uint32_t seamless;               /* filters go on across the faces of a cube map */
};

enum { TEXTURE_CORNERS = 8, TEXTURE_FACES = 6 };

/* Where a texture is read: coordinates that it lacks are ignored. */
struct texture_point {
    float at[3];    /* x, y, z; of a cube map a direction */
    uint32_t layer; /* the last one, if there are fewer */
};

/* The texels that a fetch combines: one, or with linear filtering two, four or eight. */
struct texture_fetch {
    unsigned n;
    bool inside[TEXTURE_CORNERS];      /* false: the border colour, and no address */
    uint64_t address[TEXTURE_CORNERS]; /* of the texel */
    float weight[TEXTURE_CORNERS];
};

unsigned texture_texel_bytes(const struct texture *texture);
/* Layers, or cube maps; 1 if it has none. */
uint64_t texture_layers(const struct texture *texture);

/* The address mode that counts in a dimension: enum texture_address_mode. */
uint32_t texture_mode(const struct texture *texture, unsigned dimension);

/* The fetch of a texel by its index (tex1Dfetch); cube maps have none. ASSUMED: one that is not
 * there is the border's, whatever the address mode is. */
void texture_fetch_at(const struct texture *texture, const int32_t index[3], uint32_t layer,
                      struct texture_fetch *out);
/* The fetch at a point. */
void texture_sample_at(const struct texture *texture, const struct texture_point *point,
                       struct texture_fetch *out);
/* The four texels that linear filtering in two dimensions would combine, counter-clockwise from the
 * one below left (y grows downwards). */
void texture_gather_at(const struct texture *texture, const struct texture_point *point,
                       struct texture_fetch *out);

/* What filtering combines in a dimension, for those who do it otherwise: the index that floor(at) +
 * next means, 0 or 1 behind it; false: the border. And the fraction of a coordinate, in 8 bits. */
bool texture_index_at(const struct texture *texture, unsigned dimension, float at, unsigned next,
                      int64_t *index);
static inline float texture_fraction(float at)
{
    const float fraction = at - floorf(at);
    return rintf(fraction * 256.0f) / 256.0f;
}

/* The four channels that a tex instruction returns, of 32 bits each. They are floats if the texels
 * are floats or read normalised, else integers. texels: n texels of texture_texel_bytes each; only
 * those inside count. Missing channels are 0, the last one (alpha) 1. */
void texture_combine(const struct texture *texture, const struct texture_fetch *fetch,
                     const uint8_t *texels, uint32_t channels[4]);
/* What tld4 returns: one channel of the four texels. */
void texture_gather(const struct texture *texture, const struct texture_fetch *fetch,
                    const uint8_t *texels, unsigned channel, uint32_t values[4]);

/* The texel that a formatted surface store makes of four 32-bit channels, which are floats if the
 * texels are; else their low bits count (ASSUMED). */
void texture_pack(const struct texture *texture, const uint32_t channels[4], uint8_t texel[16]);

#endif
