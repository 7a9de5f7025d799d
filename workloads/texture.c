/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/texture.h"

#include "base/float_bits.h"
#include "base/half.h"

#include <math.h>
#include <string.h>

unsigned texture_texel_bytes(const struct texture *texture)
{
    return texture->channels * texture->channel_bits / 8;
}

/* ---- where the texels are ------------------------------------------------------------------- */

/* The index in 0 .. size - 1 that a texel index means; false: the border. */
static bool place(int64_t *index, uint64_t size, uint32_t mode)
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
uint32_t texture_mode(const struct texture *texture, unsigned dimension)
{
    uint32_t mode = texture->address_mode[dimension];
    bool repeats = mode == TEXTURE_ADDRESS_WRAP || mode == TEXTURE_ADDRESS_MIRROR;
    bool clamps = texture->cube || (repeats && !texture->normalized_coordinates);
    return clamps ? TEXTURE_ADDRESS_CLAMP : mode;
}

/* A third dimension, in which texels are filtered, too. */
static bool is_solid(const struct texture *texture)
{
    return texture->depth > 0 && !texture->layered && !texture->cube;
}

uint64_t texture_layers(const struct texture *texture)
{
    uint64_t layers = texture->cube ? texture->depth / TEXTURE_FACES : texture->depth;
    return texture->layered && layers > 0 ? layers : 1;
}

/* Texel (x, y) of slice z. */
static void add_texel(const struct texture *texture, const int64_t at[3], float weight,
                      struct texture_fetch *out)
{
    unsigned k = out->n++;
    int64_t x = at[0], y = at[1], z = at[2];
    bool inside = place(&x, texture->width, texture_mode(texture, 0));
    if (texture->height > 0)
        inside &= place(&y, texture->height, texture_mode(texture, 1));
    if (is_solid(texture))
        inside &= place(&z, texture->depth, texture_mode(texture, 2));
    out->inside[k] = inside;
    out->weight[k] = weight;
    if (inside)
        out->address[k] = texture->address + (uint64_t)x * texture_texel_bytes(texture) +
                          (texture->height > 0 ? (uint64_t)y * texture->pitch : 0) +
                          (texture->depth > 0 ? (uint64_t)z * texture->slice : 0);
}

static unsigned filtered_dimensions(const struct texture *texture)
{
    return texture->height == 0 ? 1 : is_solid(texture) ? 3 : 2;
}

static uint64_t layer_of(const struct texture *texture, uint32_t layer)
{
    const uint64_t layers = texture_layers(texture);
    return !texture->layered ? 0 : layer < layers ? layer : layers - 1;
}

void texture_fetch_at(const struct texture *texture, const int32_t index[3], uint32_t layer,
                      struct texture_fetch *out)
{
    const uint64_t size[3] = {texture->width, texture->height, texture->depth};
    const unsigned n = texture->linear_memory ? 1 : filtered_dimensions(texture);
    int64_t at[3] = {0, 0, (int64_t)layer_of(texture, layer)};
    bool inside = true;
    for (unsigned d = 0; d < n; d++) {
        at[d] = index[d];
        inside &= index[d] >= 0 && (uint64_t)index[d] < size[d];
    }
    out->n = 0;
    if (inside)
        add_texel(texture, at, 1, out);
    else
        *out = (struct texture_fetch){.n = 1, .weight = {1}};
}

/* A coordinate in texels. Wrapping and mirroring exist for normalised coordinates only. */
static float in_texels(const struct texture *texture, float coordinate, uint64_t size,
                       uint32_t mode)
{
    if (!texture->normalized_coordinates)
        return coordinate;
    if (mode == TEXTURE_ADDRESS_WRAP)
        coordinate -= floorf(coordinate);
    return coordinate * (float)size;
}

static int64_t floor_index(float x)
{
    /* Beyond any texture; also catches NaN, which hardware reads as 0. */
    if (!(x > -0x1p40f))
        return isnan(x) ? 0 : INT64_MIN / 4;
    return x < 0x1p40f ? (int64_t)floorf(x) : INT64_MAX / 4;
}

bool texture_index_at(const struct texture *texture, unsigned dimension, float at, unsigned next,
                      int64_t *index)
{
    *index = floor_index(at) + next;
    return place(index, dimension == 0 ? texture->width : texture->height,
                 texture_mode(texture, dimension));
}

/* The face of a cube map that a direction meets, and where.
 * Source: CUDA C++ Programming Guide, "Cubemap Textures", the table of faces. ASSUMED: of equal
 * components z counts before y, and y before x. */
static uint64_t on_face(const struct texture *texture, const float direction[3], float at[2])
{
    const float x = direction[0], y = direction[1], z = direction[2];
    const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    float m, s, t;
    uint64_t face;
    if (az >= ax && az >= ay) {
        face = z < 0 ? 5 : 4, m = az;
        s = z < 0 ? -x : x, t = -y;
    } else if (ay >= ax) {
        face = y < 0 ? 3 : 2, m = ay;
        s = x, t = y < 0 ? -z : z;
    } else {
        face = x < 0 ? 1 : 0, m = ax;
        s = x < 0 ? z : -z, t = -y;
    }
    at[0] = (s / m + 1) * 0.5f * (float)texture->width;
    at[1] = (t / m + 1) * 0.5f * (float)texture->height;
    return face;
}

/* Coordinates in texels, of so many dimensions. Returns the slice if slices aren't one of these. */
static uint64_t place_point(const struct texture *texture, const struct texture_point *point,
                            unsigned dimensions, float at[3])
{
    const uint64_t size[3] = {texture->width, texture->height, texture->depth};
    const uint64_t slice = layer_of(texture, point->layer);
    if (texture->cube)
        return slice * TEXTURE_FACES + on_face(texture, point->at, at);
    for (unsigned d = 0; d < dimensions; d++)
        at[d] = in_texels(texture, point->at[d], size[d], texture->address_mode[d]);
    return slice;
}

/* The direction of a place on a face; s and t run from -1 to 1. The inverse of on_face(). */
static void direction_of(unsigned face, float s, float t, float direction[3])
{
    const float directions[TEXTURE_FACES][3] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t},
                                                {s, -1, -t}, {s, -t, 1},  {-s, -t, -1}};
    memcpy(direction, directions[face], sizeof directions[face]);
}

/* A texel that may lie beside its face: then it is the one of the next face that is there. */
static void add_across(const struct texture *texture, const int64_t at[3], float weight,
                       struct texture_fetch *out)
{
    const unsigned face = (unsigned)(at[2] % TEXTURE_FACES);
    float direction[3], next[2];
    direction_of(face, (float)(2 * at[0] + 1) / (float)texture->width - 1,
                 (float)(2 * at[1] + 1) / (float)texture->height - 1, direction);
    const uint64_t new_face = on_face(texture, direction, next);
    const int64_t across[3] = {floor_index(next[0]), floor_index(next[1]),
                               at[2] - (int64_t)face + (int64_t)new_face};
    add_texel(texture, new_face == face ? at : across, weight, out);
}

/* Linear filtering on a cube map whose faces go on. Where three faces meet, there is no fourth
 * texel: the others have its weight. */
static void sample_across(const struct texture *texture, const int64_t first[3],
                          const float fraction[2], struct texture_fetch *out)
{
    const int64_t size[2] = {(int64_t)texture->width, (int64_t)texture->height};
    int missing = -1;
    for (int k = 0; k < 4; k++) {
        const int64_t at[3] = {first[0] + (k & 1), first[1] + (k >> 1), first[2]};
        const bool beside[2] = {at[0] < 0 || at[0] >= size[0], at[1] < 0 || at[1] >= size[1]};
        const float weight =
            (k & 1 ? fraction[0] : 1 - fraction[0]) * (k >> 1 ? fraction[1] : 1 - fraction[1]);
        add_across(texture, at, weight, out);
        if (beside[0] && beside[1])
            missing = k;
    }
    if (missing < 0)
        return;
    const float share = out->weight[missing] / 3;
    for (int k = 0; k < 4; k++)
        out->weight[k] = k == missing ? 0 : out->weight[k] + share;
}

void texture_sample_at(const struct texture *texture, const struct texture_point *point,
                       struct texture_fetch *out)
{
    const unsigned n = filtered_dimensions(texture);
    float at[3], fraction[3];
    const int64_t slice = (int64_t)place_point(texture, point, n, at);
    int64_t first[3] = {0, 0, slice};
    out->n = 0;
    if (texture->filter == TEXTURE_FILTER_POINT) {
        for (unsigned d = 0; d < n; d++)
            first[d] = floor_index(at[d]);
        add_texel(texture, first, 1, out);
        return;
    }
    for (unsigned d = 0; d < n; d++) {
        first[d] = floor_index(at[d] - 0.5f);
        fraction[d] = texture_fraction(at[d] - 0.5f);
    }
    if (texture->cube && texture->seamless) {
        sample_across(texture, first, fraction, out);
        return;
    }
    for (unsigned k = 0; k < 1u << n; k++) {
        int64_t texel[3] = {0, 0, slice};
        float weight = 1;
        for (unsigned d = 0; d < n; d++) {
            texel[d] = first[d] + (k >> d & 1);
            weight *= k >> d & 1 ? fraction[d] : 1 - fraction[d];
        }
        add_texel(texture, texel, weight, out);
    }
}

void texture_gather_at(const struct texture *texture, const struct texture_point *point,
                       struct texture_fetch *out)
{
    static const uint8_t corner[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    float at[3] = {0};
    const int64_t slice = (int64_t)place_point(texture, point, filtered_dimensions(texture), at);
    const int64_t x = floor_index(at[0] - 0.5f), y = floor_index(at[1] - 0.5f);
    out->n = 0;
    for (unsigned k = 0; k < 4; k++)
        add_texel(texture, (int64_t[3]){x + corner[k][0], y + corner[k][1], slice}, 1, out);
}

/* ---- what they hold ------------------------------------------------------------------------- */

static int64_t integer_channel(const struct texture *texture, const uint8_t *texel,
                               unsigned channel)
{
    unsigned bytes = texture->channel_bits / 8;
    uint32_t bits = 0;
    memcpy(&bits, texel + channel * bytes, bytes);
    unsigned shift = 32 - texture->channel_bits;
    return texture->texel == TEXEL_SIGNED ? (int32_t)(bits << shift) >> shift : (int64_t)bits;
}

static float float_channel(const struct texture *texture, const uint8_t *texel, unsigned channel)
{
    if (texture->texel == TEXEL_FLOAT && texture->channel_bits == 32) {
        float value;
        memcpy(&value, texel + 4 * channel, sizeof value);
        return value;
    }
    if (texture->texel == TEXEL_FLOAT) {
        uint16_t half;
        memcpy(&half, texel + 2 * channel, sizeof half);
        return f16_to_float(half);
    }
    int64_t value = integer_channel(texture, texel, channel);
    bool is_signed = texture->texel == TEXEL_SIGNED;
    float largest = (float)((INT64_C(1) << (texture->channel_bits - is_signed)) - 1);
    return fmaxf((float)value / largest, -1);
}

/* Outside; of integer texels the bits of the border's floats (CUDA Driver API,
 * "cuTexRefSetBorderColor": applications reinterpret integer colours as floats). */
static uint32_t border_bits(const struct texture *texture, unsigned channel)
{
    uint32_t bits = 0;
    if (!texture->linear_memory)
        memcpy(&bits, &texture->border[channel], sizeof bits);
    return bits;
}

static float filtered(const struct texture *texture, const struct texture_fetch *fetch,
                      const uint8_t *texels, unsigned channel)
{
    float sum = 0;
    for (unsigned k = 0; k < fetch->n; k++) {
        float value = texture->linear_memory ? 0 : texture->border[channel];
        if (fetch->inside[k])
            value = float_channel(texture, texels + k * texture_texel_bytes(texture), channel);
        if (fetch->n == 1)
            return value; /* -0 and all */
        sum += value * fetch->weight[k];
    }
    return sum;
}

static bool reads_floats(const struct texture *texture)
{
    return texture->texel == TEXEL_FLOAT || texture->normalized_read;
}

void texture_combine(const struct texture *texture, const struct texture_fetch *fetch,
                     const uint8_t *texels, uint32_t channels[4])
{
    for (unsigned channel = 0; channel < 4; channel++) {
        float value = channel == 3 ? 1 : 0;
        if (!reads_floats(texture)) {
            channels[channel] = (uint32_t)value;
            if (channel < texture->channels)
                channels[channel] = fetch->inside[0]
                                        ? (uint32_t)integer_channel(texture, texels, channel)
                                        : border_bits(texture, channel);
            continue;
        }
        if (channel < texture->channels)
            value = filtered(texture, fetch, texels, channel);
        memcpy(&channels[channel], &value, sizeof value);
    }
}

void texture_gather(const struct texture *texture, const struct texture_fetch *fetch,
                    const uint8_t *texels, unsigned channel, uint32_t values[4])
{
    for (unsigned k = 0; k < 4; k++) {
        uint32_t channels[4];
        const struct texture_fetch one = {
            .n = 1, .inside = {fetch->inside[k]}, .address = {fetch->address[k]}, .weight = {1}};
        texture_combine(texture, &one, texels + k * texture_texel_bytes(texture), channels);
        values[k] = channels[channel];
    }
}

void texture_pack(const struct texture *texture, const uint32_t channels[4], uint8_t texel[16])
{
    const unsigned bytes = texture->channel_bits / 8;
    for (unsigned channel = 0; channel < texture->channels; channel++) {
        uint32_t bits = channels[channel];
        if (texture->texel == TEXEL_FLOAT && bytes == 2)
            bits = f16_from_float(float_of_bits(bits));
        memcpy(texel + channel * bytes, &bits, bytes);
    }
}
