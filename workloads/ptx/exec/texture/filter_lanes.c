/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/texture/filter_lanes.h"
#include "base/float_bits.h"
#include "base/half.h"
#include "base/vector_clones.h"

#include <string.h>

enum { LANES = 32, CORNERS = 4, MOST_CHANNELS = 4 };

bool texture_filters_lanes(const struct texture *texture)
{
    const bool is_short = texture->channel_bits <= 16;
    return texture->filter == TEXTURE_FILTER_LINEAR && !texture->surface && !texture->cube &&
           !texture->linear_memory && texture->depth == 0 && texture->width > 0 &&
           (texture->texel == TEXEL_FLOAT || (texture->normalized_read && is_short));
}

/* Of the two texels in one dimension that a lane combines. */
struct axis {
    int64_t index[2][LANES];
    uint32_t inside[2];
    float weight[2][LANES];
};

/* Coordinates in texels. */
VECTOR_CLONES static void scale_points(const struct texture *texture, unsigned dimension,
                                       const uint32_t coordinate[LANES], float at[LANES])
{
    const float size = (float)(dimension == 0 ? texture->width : texture->height);
    const bool wraps = texture->address_mode[dimension] == TEXTURE_ADDRESS_WRAP;
    for (unsigned i = 0; i < LANES; i++)
        at[i] = float_of_bits(coordinate[i]);
    if (texture->normalized_coordinates && wraps)
        for (unsigned i = 0; i < LANES; i++)
            at[i] -= floorf(at[i]);
    if (texture->normalized_coordinates)
        for (unsigned i = 0; i < LANES; i++)
            at[i] *= size;
}

/* From the middle of the first texel on, and the fraction. */
VECTOR_CLONES static void find_points(float at[LANES], struct axis *axis)
{
    for (unsigned i = 0; i < LANES; i++) {
        at[i] -= 0.5f;
        const float fraction = texture_fraction(at[i]);
        axis->weight[0][i] = 1 - fraction;
        axis->weight[1][i] = fraction;
    }
}

/* Indices, if all lanes have both texels inside; else false. */
VECTOR_CLONES static bool find_inner(uint64_t size, const float at[LANES], struct axis *axis)
{
    const float end = (float)(size < 1 << 24 ? size : 1 << 24) - 1;
    uint32_t outside = 0;
    for (unsigned i = 0; i < LANES; i++)
        outside |= !(at[i] >= 0 && at[i] < end);
    if (outside)
        return false;
    for (unsigned i = 0; i < LANES; i++) {
        axis->index[0][i] = (int32_t)at[i];
        axis->index[1][i] = (int32_t)at[i] + 1;
    }
    axis->inside[0] = axis->inside[1] = UINT32_MAX;
    return true;
}

static void find_axis(const struct texture *texture, unsigned dimension,
                      const uint32_t coordinate[LANES], struct axis *axis)
{
    const uint64_t size = dimension == 0 ? texture->width : texture->height;
    float at[LANES];
    scale_points(texture, dimension, coordinate, at);
    find_points(at, axis);
    if (find_inner(size, at, axis))
        return;
    axis->inside[0] = axis->inside[1] = 0;
    for (unsigned i = 0; i < LANES; i++)
        for (unsigned c = 0; c < 2; c++)
            axis->inside[c] |=
                (uint32_t)texture_index_at(texture, dimension, at[i], c, &axis->index[c][i]) << i;
}

/* One channel of the texels at these offsets, as numbers of 32 bits that say the same. */
static void read_raw(const struct texture *texture, unsigned channel, uint32_t lanes,
                     const uint8_t *texels, const uint64_t offset[LANES], uint32_t raw[LANES])
{
    const bool is_signed = texture->texel == TEXEL_SIGNED;
    const uint8_t *from = texels + channel * (texture->channel_bits / 8);
    uint16_t half;
    if (texture->channel_bits == 32 && lanes == UINT32_MAX) {
        for (unsigned i = 0; i < LANES; i++)
            memcpy(&raw[i], from + offset[i], sizeof raw[i]);
        return;
    }
    for (unsigned i = 0; i < LANES; i++) {
        raw[i] = 0;
        if (!(lanes >> i & 1))
            continue;
        if (texture->channel_bits == 32) {
            memcpy(&raw[i], from + offset[i], sizeof raw[i]);
        } else if (texture->channel_bits == 16) {
            memcpy(&half, from + offset[i], sizeof half);
            raw[i] = is_signed ? (uint32_t)(int16_t)half : half;
        } else {
            raw[i] = is_signed ? (uint32_t)(int8_t)from[offset[i]] : from[offset[i]];
        }
    }
}

VECTOR_CLONES static void to_floats(const struct texture *texture, const uint32_t raw[LANES],
                                    float value[LANES])
{
    const unsigned bits = texture->channel_bits - (texture->texel == TEXEL_SIGNED);
    const float largest = (float)((UINT32_C(1) << bits % 32) - 1);
    if (texture->texel != TEXEL_FLOAT)
        for (unsigned i = 0; i < LANES; i++) {
            const float number = (float)(int32_t)raw[i] / largest;
            value[i] = number > -1 ? number : -1;
        }
    else if (texture->channel_bits == 32)
        for (unsigned i = 0; i < LANES; i++)
            value[i] = float_of_bits(raw[i]);
    else
        for (unsigned i = 0; i < LANES; i++)
            value[i] = f16_to_float(raw[i]);
}

VECTOR_CLONES static void add_weighted(float sum[LANES], const float value[LANES],
                                       const float x[LANES], const float y[LANES])
{
    for (unsigned i = 0; i < LANES; i++)
        sum[i] += value[i] * (x[i] * y[i]);
}

/* Of texels; they are the first ones of `lanes`. */
VECTOR_CLONES static void find_offsets(const int64_t x[LANES], const int64_t y[LANES],
                                       uint64_t bytes, uint64_t pitch, uint32_t lanes,
                                       uint64_t offset[LANES], uint64_t first[LANES])
{
    for (unsigned i = 0; i < LANES; i++)
        offset[i] = (uint64_t)x[i] * bytes + (uint64_t)y[i] * pitch;
    if (lanes == UINT32_MAX)
        memcpy(first, offset, LANES * sizeof *offset);
    else
        for (uint32_t left = lanes; left; left &= left - 1)
            first[__builtin_ctz(left)] = offset[__builtin_ctz(left)];
}

uint32_t texture_filter_lanes(const struct texture *texture, const uint32_t *const coordinates[2],
                              uint32_t lanes, const uint8_t *texels, unsigned n,
                              float channels[MOST_CHANNELS][LANES], uint64_t first[LANES])
{
    const bool rows = texture->height > 0;
    const unsigned corners = rows ? CORNERS : CORNERS / 2;
    const uint64_t bytes = texture_texel_bytes(texture);
    struct axis axis[2];
    uint32_t touched = 0;
    find_axis(texture, 0, coordinates[0], &axis[0]);
    if (rows)
        find_axis(texture, 1, coordinates[1], &axis[1]);
    for (unsigned i = 0; i < LANES && !rows; i++) {
        axis[1].index[0][i] = 0;
        axis[1].weight[0][i] = 1;
    }
    axis[1].inside[0] = rows ? axis[1].inside[0] : UINT32_MAX;
    for (unsigned c = 0; c < n; c++)
        for (unsigned i = 0; i < LANES; i++)
            channels[c][i] = c < texture->channels || c != 3 ? 0 : 1;
    for (unsigned k = 0; k < corners; k++) {
        const struct axis *x = &axis[0], *y = &axis[1];
        const uint32_t inside = lanes & x->inside[k & 1] & y->inside[k >> 1];
        uint64_t offset[LANES];
        find_offsets(x->index[k & 1], y->index[k >> 1], bytes, texture->pitch, inside & ~touched,
                     offset, first);
        touched |= inside;
        for (unsigned c = 0; c < n && c < texture->channels; c++) {
            uint32_t raw[LANES];
            float value[LANES];
            read_raw(texture, c, inside, texels, offset, raw);
            to_floats(texture, raw, value);
            for (uint32_t left = lanes & ~inside; left; left &= left - 1)
                value[__builtin_ctz(left)] = texture->border[c];
            add_weighted(channels[c], value, x->weight[k & 1], y->weight[k >> 1]);
        }
    }
    return touched;
}

/* Indices of points that all lie in the texture; else false. */
VECTOR_CLONES static bool find_inside(uint64_t size, const float at[LANES], int64_t index[LANES])
{
    const float end = (float)(size < 1 << 24 ? size : 1 << 24);
    uint32_t outside = 0;
    for (unsigned i = 0; i < LANES; i++)
        outside |= !(at[i] >= 0 && at[i] < end);
    for (unsigned i = 0; i < LANES && !outside; i++)
        index[i] = (int32_t)at[i];
    return !outside;
}

bool texture_point_lanes(const struct texture *texture, const uint32_t *const coordinates[2],
                         uint64_t offset[LANES])
{
    const uint64_t size[2] = {texture->width, texture->height};
    int64_t index[2][LANES] = {{0}};
    uint64_t first[LANES];
    float at[LANES];
    for (unsigned d = 0; d < (texture->height > 0 ? 2 : 1); d++) {
        scale_points(texture, d, coordinates[d], at);
        if (!find_inside(size[d], at, index[d]))
            return false;
    }
    find_offsets(index[0], index[1], texture_texel_bytes(texture), texture->pitch, 0, offset,
                 first);
    return true;
}
