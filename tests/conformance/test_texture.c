/* SPDX-License-Identifier: BSD-3-Clause */
/* tex.1d and tex.2d: texel formats, address modes, point and linear filtering, against the
 * definition in real numbers.
 *
 * Filtering has weights of 8 bits of fraction, so a filtered value may be off by 1/256 of the
 * greatest difference of its texels in each dimension.
 * Source: CUDA C++ Programming Guide, appendix "Texture Fetching"; PTX ISA 8.6, section 9.7.10
 *   "Texture Instructions: tex".
 */
#include "tests/conformance/conformance.h"
#include "tests/conformance/values.h"
#include "tests/workloads/ptx/test_exec_harness.h"
#include "workloads/texture.h"

#include <check.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 13, HEIGHT = 7, PITCH = 256, LANES = 32, ROUNDS = 40 };
enum { AT_X = 0x4000, AT_Y = 0x4100, AT_RESULTS = 0x4200 };

struct fetch {
    struct harness *harness;
    const struct texture *texture;
    bool flat;
};

/* Texel (x, y), which the address modes have brought inside or not. */
static double texel(const struct fetch *f, long x, long y, unsigned channel)
{
    const struct texture *t = f->texture;
    if (channel >= t->channels) /* also of the border */
        return channel == 3;
    long at[2] = {x, y}, size[2] = {WIDTH, f->flat ? 1 : HEIGHT};
    for (unsigned d = 0; d < 2; d++) {
        uint32_t mode = t->address_mode[d];
        if (at[d] >= 0 && at[d] < size[d])
            continue;
        if (mode == TEXTURE_ADDRESS_BORDER)
            return t->border[channel];
        if (t->normalized_coordinates && mode == TEXTURE_ADDRESS_WRAP)
            at[d] = at[d] - size[d] * (long)floor((double)at[d] / (double)size[d]);
        else if (t->normalized_coordinates && mode == TEXTURE_ADDRESS_MIRROR) {
            long turn = (long)floor((double)at[d] / (double)size[d]);
            long inside = at[d] - turn * size[d];
            at[d] = turn % 2 ? size[d] - 1 - inside : inside;
        } else /* without normalised coordinates, wrapping and mirroring clamp */
            at[d] = at[d] < 0 ? 0 : size[d] - 1;
    }
    const uint8_t *bytes = f->harness->memory + (f->flat ? 0 : at[1] * PITCH) +
                           (unsigned long)at[0] * t->channels * t->channel_bits / 8 +
                           channel * t->channel_bits / 8;
    uint64_t raw = 0;
    memcpy(&raw, bytes, t->channel_bits / 8);
    if (t->texel == TEXEL_FLOAT)
        return float_of(raw);
    double value = (double)raw;
    if (t->texel == TEXEL_SIGNED && raw >> (t->channel_bits - 1))
        value -= ldexp(1, (int)t->channel_bits);
    if (!t->normalized_read)
        return value;
    return fmax(-1, value / (ldexp(1, (int)t->channel_bits - (t->texel == TEXEL_SIGNED)) - 1));
}

/* The value at (x, y), and by how much a filtered one may be off. */
static double sampled(const struct fetch *f, double x, double y, unsigned channel, double *slack)
{
    const struct texture *t = f->texture;
    *slack = 0;
    if (t->normalized_coordinates) {
        x *= WIDTH;
        y *= HEIGHT;
    }
    if (t->filter == TEXTURE_FILTER_POINT)
        return texel(f, (long)floor(x), f->flat ? 0 : (long)floor(y), channel);
    x -= 0.5;
    y = f->flat ? 0 : y - 0.5;
    double left = floor(x), top = floor(y), a = x - left, b = y - top, lowest = INFINITY;
    double sum = 0, highest = -INFINITY;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            double value = texel(f, (long)left + i, f->flat ? 0 : (long)top + k, channel);
            sum += value * (i ? a : 1 - a) * (k ? b : 1 - b);
            lowest = fmin(lowest, value);
            highest = fmax(highest, value);
        }
    *slack = (highest - lowest) / 128 + 1e-6 * fmax(fabs(lowest), fabs(highest));
    return sum;
}

static char *text_of(const char *form, bool flat, bool integer)
{
    return g_strdup_printf(
        ".version 8.6\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 data)\n{\n"
        ".reg .b32 %%r<8>; .reg .f32 %%f<4>; .reg .b64 %%data, %%at, %%texture;\n"
        "ld.param.u64 %%data, [data]; mov.u32 %%r7, %%tid.x; mad.wide.u32 %%at, %%r7, 4, %%data;\n"
        "mov.u64 %%texture, 77; ld.global.b32 %%r4, [%%at+%u]; ld.global.b32 %%r5, [%%at+%u];\n"
        "mov.b32 %%f0, %%r4; mov.b32 %%f1, %%r5;\n%s {%%r0, %%r1, %%r2, %%r3}, [%%texture, {%s}];\n"
        "mad.wide.u32 %%at, %%r7, 16, %%data;\n"
        "st.global.v4.b32 [%%at+%u], {%%r0, %%r1, %%r2, %%r3};\nret;\n}\n",
        AT_X, AT_Y, form,
        integer ? "%r4"
        : flat  ? "%f0"
                : "%f0, %f1",
        AT_RESULTS);
}

/* Coordinates in and around the texture; not so near to a texel's edge that rounding decides. */
static float coordinate(const struct texture *t, unsigned size, struct value_generator *g)
{
    unsigned sixteenths = (unsigned)(value_next(g) % (size * 48));
    float x = (float)sixteenths / 16 - (float)size + 1 / 64.0f;
    return t->normalized_coordinates ? x / (float)size : x;
}

static bool run_round(struct fetch *f, bool integer, struct value_generator *g, GString *wrong)
{
    struct harness *h = f->harness;
    float x[LANES], y[LANES];
    int32_t index[LANES];
    for (unsigned i = 0; i < HEIGHT * PITCH; i++)
        h->memory[i] = (uint8_t)value_next(g);
    for (unsigned i = 0; f->texture->texel == TEXEL_FLOAT && i < HEIGHT * PITCH / 4; i++) {
        float value = (float)(int32_t)value_next(g) * 0x1p-20f;
        memcpy(h->memory + 4 * i, &value, sizeof value);
    }
    for (unsigned i = 0; i < LANES; i++) {
        x[i] = coordinate(f->texture, WIDTH, g);
        y[i] = coordinate(f->texture, HEIGHT, g);
        index[i] = (int32_t)(value_next(g) % (WIDTH + 6)) - 3;
    }
    memcpy(h->memory + AT_X, integer ? (const void *)index : (const void *)x, sizeof x);
    memcpy(h->memory + AT_Y, y, sizeof y);
    if (!harness_run(h)) {
        g_string_assign(wrong, h->fault);
        return false;
    }
    for (unsigned i = 0; i < LANES * 4; i++) {
        unsigned lane = i / 4, channel = i % 4;
        uint32_t bits;
        memcpy(&bits, h->memory + AT_RESULTS + 4 * i, sizeof bits);
        bool as_float = f->texture->texel == TEXEL_FLOAT || f->texture->normalized_read;
        double got = as_float                            ? float_of(bits)
                     : f->texture->texel == TEXEL_SIGNED ? (double)(int32_t)bits
                                                         : (double)bits;
        double slack = 0, expected;
        bool outside = index[lane] < 0 || index[lane] >= WIDTH;
        if (integer)
            expected = outside && channel < 3 ? 0
                       : outside              ? got /* alpha of nothing: not compared */
                                              : texel(f, index[lane], 0, channel);
        else
            expected = sampled(f, x[lane], y[lane], channel, &slack);
        slack += as_float ? 1e-6 * fabs(expected) : 0;
        if (fabs(got - expected) <= slack)
            continue;
        g_string_printf(wrong, "(%g, %g) channel %u is %g, expected %g", x[lane], y[lane], channel,
                        got, expected);
        return false;
    }
    return true;
}

static void check(struct conformance *c, const char *form, struct texture t)
{
    bool flat = strstr(form, ".1d.") != NULL, integer = g_str_has_suffix(form, ".s32.s32") ||
                                                        g_str_has_suffix(form, "f32.s32") ||
                                                        g_str_has_suffix(form, "u32.s32");
    g_autofree char *text = text_of(form, flat, integer);
    g_autoptr(GString) wrong = g_string_new(NULL);
    struct value_generator g = {g_str_hash(form)};
    struct harness h;
    harness_init(&h, text, "k");
    harness_param_u64(&h, 0, DEVICE_BASE);
    t.address = DEVICE_BASE;
    t.width = WIDTH;
    t.height = flat ? 0 : HEIGHT;
    t.pitch = PITCH;
    t.linear_memory = integer;
    h.texture = &t;
    struct fetch f = {&h, &t, flat};
    bool good = true;
    for (unsigned round = 0; good && round < ROUNDS; round++)
        good = run_round(&f, integer, &g, wrong);
    if (good)
        conformance_record(c, form, ROUNDS * LANES * 4);
    else
        conformance_fail(c, "%s, %u x %u bits, filter %u, mode %u, normalized %u: %s", form,
                         t.channels, t.channel_bits, t.filter, t.address_mode[0],
                         t.normalized_coordinates, wrong->str);
    harness_finish(&h);
}

/* Every address mode and filter, with and without normalised coordinates. */
static void check_sampling(struct conformance *c, const char *form, struct texture t)
{
    bool filterable = t.texel == TEXEL_FLOAT || t.normalized_read;
    for (t.normalized_coordinates = 0; t.normalized_coordinates < 2; t.normalized_coordinates++)
        for (t.filter = 0; t.filter < (filterable ? 2u : 1u); t.filter++)
            for (unsigned mode = 0; mode < 4; mode++) {
                t.address_mode[0] = t.address_mode[1] = mode;
                check(c, form, t);
            }
}

static void fill(struct conformance *c)
{
    static const struct {
        const char *type;
        enum texture_texel texel;
        unsigned bits;
        bool normalized;
    } formats[] = {{"f32", TEXEL_FLOAT, 32, false},    {"s32", TEXEL_SIGNED, 32, false},
                   {"u32", TEXEL_UNSIGNED, 32, false}, {"s32", TEXEL_SIGNED, 8, false},
                   {"u32", TEXEL_UNSIGNED, 16, false}, {"f32", TEXEL_UNSIGNED, 8, true},
                   {"f32", TEXEL_SIGNED, 16, true}};
    static const char *const coordinates[] = {".1d", ".2d"};
    for (unsigned i = 0; i < G_N_ELEMENTS(formats); i++)
        for (unsigned channels = 1; channels <= 4; channels *= 2) {
            struct texture t = {.channels = channels,
                                .channel_bits = formats[i].bits,
                                .texel = formats[i].texel,
                                .normalized_read = formats[i].normalized};
            g_autofree char *linear = g_strdup_printf("tex.1d.v4.%s.s32", formats[i].type);
            check(c, linear, t);
            for (unsigned d = 0; d < 2; d++) {
                g_autofree char *form =
                    g_strdup_printf("tex%s.v4.%s.f32", coordinates[d], formats[i].type);
                check_sampling(c, form, t);
            }
        }
}

CONFORMANCE_MAIN("texture", fill)
