/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/texture.h"

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
 * "cudaTextureDesc"). */
static uint32_t mode_of(const struct texture *texture, unsigned dimension)
{
    uint32_t mode = texture->address_mode[dimension];
    bool repeats = mode == TEXTURE_ADDRESS_WRAP || mode == TEXTURE_ADDRESS_MIRROR;
    return repeats && !texture->normalized_coordinates ? TEXTURE_ADDRESS_CLAMP : mode;
}

static void add_texel(const struct texture *texture, int64_t x, int64_t y, float weight,
                      struct texture_fetch *out)
{
    unsigned k = out->n++;
    bool inside = place(&x, texture->width, mode_of(texture, 0));
    if (texture->height > 0)
        inside &= place(&y, texture->height, mode_of(texture, 1));
    out->inside[k] = inside;
    out->weight[k] = weight;
    if (inside)
        out->address[k] = texture->address + (uint64_t)x * texture_texel_bytes(texture) +
                          (texture->height > 0 ? (uint64_t)y * texture->pitch : 0);
}

void texture_fetch_at(const struct texture *texture, int64_t x, struct texture_fetch *out)
{
    out->n = 1;
    out->weight[0] = 1;
    out->inside[0] = x >= 0 && (uint64_t)x < texture->width;
    if (out->inside[0])
        out->address[0] = texture->address + (uint64_t)x * texture_texel_bytes(texture);
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

/* The fraction has 8 bits. */
static float fraction_of(float x)
{
    float fraction = x - floorf(x);
    return rintf(fraction * 256.0f) / 256.0f;
}

void texture_sample_at(const struct texture *texture, float x, float y, struct texture_fetch *out)
{
    bool flat = texture->height == 0;
    x = in_texels(texture, x, texture->width, texture->address_mode[0]);
    y = flat ? 0 : in_texels(texture, y, texture->height, texture->address_mode[1]);
    out->n = 0;
    if (texture->filter == TEXTURE_FILTER_POINT) {
        add_texel(texture, floor_index(x), floor_index(y), 1, out);
        return;
    }
    float left = x - 0.5f, top = y - 0.5f;
    float a = fraction_of(left), b = flat ? 0 : fraction_of(top);
    int64_t i = floor_index(left), j = flat ? 0 : floor_index(top);
    add_texel(texture, i, j, (1 - a) * (1 - b), out);
    add_texel(texture, i + 1, j, a * (1 - b), out);
    if (flat)
        return;
    add_texel(texture, i, j + 1, (1 - a) * b, out);
    add_texel(texture, i + 1, j + 1, a * b, out);
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

static float half_to_float(uint16_t half)
{
    int exponent = half >> 10 & 31;
    float mantissa = (float)(half & 1023);
    float magnitude = exponent == 31  ? (mantissa != 0 ? NAN : INFINITY)
                      : exponent == 0 ? ldexpf(mantissa, -24)
                                      : ldexpf(mantissa + 1024, exponent - 25);
    return half >> 15 ? -magnitude : magnitude;
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
        return half_to_float(half);
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

void texture_combine(const struct texture *texture, const struct texture_fetch *fetch,
                     const uint8_t *texels, uint32_t channels[4])
{
    bool floats = texture->texel == TEXEL_FLOAT || texture->normalized_read;
    for (unsigned channel = 0; channel < 4; channel++) {
        float value = channel == 3 ? 1 : 0;
        if (!floats) {
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
