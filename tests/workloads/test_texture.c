/* SPDX-License-Identifier: BSD-3-Clause */
/* Textures, texel by texel: which ones a coordinate touches, with which weights, and what their
 * bytes mean. tests/conformance/texture/test_texture.c compares whole fetches with the definition
 * in real numbers; here are the edges, worked out by hand.
 *
 * Source: CUDA C++ Programming Guide, appendix "Texture Fetching"; CUDA Driver API,
 *   "cuTexRefSetBorderColor". */
#include "workloads/texture.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BORDER = -1, BASE = 4096 };

/* Eight floats in a row. */
static struct texture row(enum texture_address_mode mode, enum texture_filter filter,
                          bool normalized)
{
    return (struct texture){.address = BASE,
                            .width = 8,
                            .channels = 1,
                            .channel_bits = 32,
                            .texel = TEXEL_FLOAT,
                            .filter = filter,
                            .normalized_coordinates = normalized,
                            .address_mode = {mode, mode}};
}

static void sample(const struct texture *texture, float x, float y, struct texture_fetch *fetch)
{
    texture_sample_at(texture, &(struct texture_point){.at = {x, y}}, fetch);
}

/* ---- point sampling ------------------------------------------------------------------------- */

static const struct {
    enum texture_address_mode mode;
    bool normalized;
    float x;
    int index;
} points[] = {
    {TEXTURE_ADDRESS_CLAMP, false, 0.0f, 0},
    {TEXTURE_ADDRESS_CLAMP, false, 0.999f, 0},
    {TEXTURE_ADDRESS_CLAMP, false, 1.0f, 1},
    {TEXTURE_ADDRESS_CLAMP, false, 7.999f, 7},
    {TEXTURE_ADDRESS_CLAMP, false, 8.0f, 7},
    {TEXTURE_ADDRESS_CLAMP, false, -0.001f, 0},
    {TEXTURE_ADDRESS_CLAMP, false, 1e30f, 7},
    {TEXTURE_ADDRESS_CLAMP, false, -1e30f, 0},
    {TEXTURE_ADDRESS_CLAMP, false, INFINITY, 7},
    {TEXTURE_ADDRESS_CLAMP, false, -INFINITY, 0},
    {TEXTURE_ADDRESS_CLAMP, false, NAN, 0},
    {TEXTURE_ADDRESS_CLAMP, true, 0.125f, 1},
    {TEXTURE_ADDRESS_CLAMP, true, 1.0f, 7},
    {TEXTURE_ADDRESS_BORDER, false, 0.0f, 0},
    {TEXTURE_ADDRESS_BORDER, false, -0.001f, BORDER},
    {TEXTURE_ADDRESS_BORDER, false, 7.999f, 7},
    {TEXTURE_ADDRESS_BORDER, false, 8.0f, BORDER},
    {TEXTURE_ADDRESS_BORDER, false, INFINITY, BORDER},
    {TEXTURE_ADDRESS_BORDER, true, 1.0f, BORDER},
    {TEXTURE_ADDRESS_BORDER, true, 0.99f, 7},
    {TEXTURE_ADDRESS_WRAP, true, 0.125f, 1},
    {TEXTURE_ADDRESS_WRAP, true, 1.0f, 0},
    {TEXTURE_ADDRESS_WRAP, true, 1.125f, 1},
    {TEXTURE_ADDRESS_WRAP, true, -0.125f, 7},
    {TEXTURE_ADDRESS_WRAP, true, -1.0f, 0},
    {TEXTURE_ADDRESS_WRAP, true, 1000.5f, 4},
    {TEXTURE_ADDRESS_WRAP, true, INFINITY, 0}, /* no number: read as 0 */
    {TEXTURE_ADDRESS_MIRROR, true, 0.125f, 1},
    {TEXTURE_ADDRESS_MIRROR, true, 1.0f, 7},
    {TEXTURE_ADDRESS_MIRROR, true, 1.125f, 6},
    {TEXTURE_ADDRESS_MIRROR, true, 1.99f, 0},
    {TEXTURE_ADDRESS_MIRROR, true, 2.0f, 0},
    {TEXTURE_ADDRESS_MIRROR, true, 2.25f, 2},
    {TEXTURE_ADDRESS_MIRROR, true, -0.0625f, 0},
    {TEXTURE_ADDRESS_MIRROR, true, -0.9f, 7},
    {TEXTURE_ADDRESS_MIRROR, true, -1.2f, 6},
    /* Without normalised coordinates, repeating becomes clamping. */
    {TEXTURE_ADDRESS_WRAP, false, 9.5f, 7},
    {TEXTURE_ADDRESS_WRAP, false, -1.5f, 0},
    {TEXTURE_ADDRESS_MIRROR, false, 9.5f, 7},
};

START_TEST(point_sampling)
{
    struct texture texture = row(points[_i].mode, TEXTURE_FILTER_POINT, points[_i].normalized);
    struct texture_fetch fetch;
    sample(&texture, points[_i].x, 0.3f, &fetch);
    ck_assert_uint_eq(fetch.n, 1);
    ck_assert_float_eq(fetch.weight[0], 1);
    ck_assert_int_eq(fetch.inside[0], points[_i].index != BORDER);
    if (fetch.inside[0])
        ck_assert_uint_eq(fetch.address[0], BASE + 4 * (uint64_t)points[_i].index);
}
END_TEST

/* 4 x 3 texels of 8 bytes, rows 64 bytes apart; clamped in x, with a border in y. */
static const struct texture plane = {
    .address = BASE,
    .width = 4,
    .height = 3,
    .pitch = 64,
    .channels = 2,
    .channel_bits = 32,
    .texel = TEXEL_FLOAT,
    .address_mode = {TEXTURE_ADDRESS_CLAMP, TEXTURE_ADDRESS_BORDER}};

START_TEST(points_in_a_plane)
{
    struct texture_fetch fetch;
    sample(&plane, 2.5f, 1.9f, &fetch);
    ck_assert_uint_eq(fetch.address[0], BASE + 2 * 8 + 64);
    sample(&plane, 99.0f, 2.0f, &fetch);
    ck_assert_uint_eq(fetch.address[0], BASE + 3 * 8 + 2 * 64);
    sample(&plane, 2.5f, 3.0f, &fetch);
    ck_assert(!fetch.inside[0]);
    sample(&plane, 2.5f, -0.1f, &fetch);
    ck_assert(!fetch.inside[0]);
}
END_TEST

/* ---- linear filtering ----------------------------------------------------------------------- */

static void expect_two(const struct texture *texture, float x, int first, int second, float weight)
{
    struct texture_fetch fetch;
    const int index[2] = {first, second};
    sample(texture, x, 0, &fetch);
    ck_assert_uint_eq(fetch.n, 2);
    ck_assert_float_eq(fetch.weight[0], 1 - weight);
    ck_assert_float_eq(fetch.weight[1], weight);
    for (unsigned k = 0; k < 2; k++) {
        ck_assert_int_eq(fetch.inside[k], index[k] != BORDER);
        if (fetch.inside[k])
            ck_assert_uint_eq(fetch.address[k], BASE + 4 * (uint64_t)index[k]);
    }
}

START_TEST(filtering_in_a_row)
{
    struct texture clamp = row(TEXTURE_ADDRESS_CLAMP, TEXTURE_FILTER_LINEAR, false);
    struct texture border = row(TEXTURE_ADDRESS_BORDER, TEXTURE_FILTER_LINEAR, false);
    struct texture wrap = row(TEXTURE_ADDRESS_WRAP, TEXTURE_FILTER_LINEAR, true);
    struct texture mirror = row(TEXTURE_ADDRESS_MIRROR, TEXTURE_FILTER_LINEAR, true);
    expect_two(&clamp, 2.5f, 2, 3, 0); /* a texel's middle is the texel */
    expect_two(&clamp, 2.75f, 2, 3, 0.25f);
    expect_two(&clamp, 3.0f, 2, 3, 0.5f);
    expect_two(&clamp, 0.25f, 0, 0, 0.75f);
    expect_two(&clamp, 8.0f, 7, 7, 0.5f);
    expect_two(&border, 0.25f, BORDER, 0, 0.75f);
    expect_two(&border, 8.0f, 7, BORDER, 0.5f);
    expect_two(&border, -3.0f, BORDER, BORDER, 0.5f);
    expect_two(&wrap, 0.0f, 7, 0, 0.5f);
    expect_two(&wrap, 0.96875f, 7, 0, 0.25f); /* 7.75 */
    expect_two(&mirror, 0.0f, 0, 0, 0.5f);
    expect_two(&mirror, 1.125f, 7, 6, 0.5f); /* 9: between 8 and 9, which are 7 and 6 */
}
END_TEST

/* Eight bits, of which 1 is one too many: 0.9999 becomes 1. */
START_TEST(weights_have_eight_bits)
{
    struct texture clamp = row(TEXTURE_ADDRESS_CLAMP, TEXTURE_FILTER_LINEAR, false);
    expect_two(&clamp, 2.5f + 1.0f / 256, 2, 3, 1.0f / 256);
    expect_two(&clamp, 2.5f + 1.0f / 1024, 2, 3, 0);
    expect_two(&clamp, 2.5f + 3.0f / 1024, 2, 3, 1.0f / 256);
    expect_two(&clamp, 2.5f + 100.75f / 256, 2, 3, 101.0f / 256);
    expect_two(&clamp, 3.4999f, 2, 3, 1);
}
END_TEST

START_TEST(filtering_in_a_plane)
{
    struct texture texture = plane;
    struct texture_fetch fetch;
    texture.filter = TEXTURE_FILTER_LINEAR;
    sample(&texture, 1.75f, 1.25f, &fetch); /* 1.25 and 0.75 from the first middle */
    static const float weights[4] = {0.75f * 0.25f, 0.25f * 0.25f, 0.75f * 0.75f, 0.25f * 0.75f};
    static const uint64_t places[4] = {8, 16, 72, 80};
    ck_assert_uint_eq(fetch.n, 4);
    for (unsigned k = 0; k < 4; k++) {
        ck_assert(fetch.inside[k]);
        ck_assert_float_eq(fetch.weight[k], weights[k]);
        ck_assert_uint_eq(fetch.address[k], BASE + places[k]);
    }
    /* At the right edge and below: clamped in x, outside in y. */
    sample(&texture, 4.0f, 3.25f, &fetch);
    ck_assert(fetch.inside[0] && fetch.inside[1] && !fetch.inside[2] && !fetch.inside[3]);
    ck_assert_uint_eq(fetch.address[0], BASE + 24 + 128);
    ck_assert_uint_eq(fetch.address[1], BASE + 24 + 128);
}
END_TEST

/* ---- linear memory -------------------------------------------------------------------------- */

START_TEST(fetches_by_index)
{
    struct texture texture = row(TEXTURE_ADDRESS_WRAP, TEXTURE_FILTER_LINEAR, true);
    struct texture_fetch fetch;
    texture.channels = 4;
    texture.linear_memory = 1;
    ck_assert_uint_eq(texture_texel_bytes(&texture), 16);
    texture_fetch_at(&texture, (const int32_t[]){3, 0, 0}, 0, &fetch);
    ck_assert_uint_eq(fetch.n, 1);
    ck_assert(fetch.inside[0]);
    ck_assert_uint_eq(fetch.address[0], BASE + 48);
    static const int32_t outside[] = {-1, 8, INT32_MIN, INT32_MAX};
    for (unsigned i = 0; i < 4; i++) {
        texture_fetch_at(&texture, (const int32_t[]){outside[i], 0, 0}, 0, &fetch);
        ck_assert_uint_eq(fetch.n, 1);
        ck_assert(!fetch.inside[0]);
    }
}
END_TEST

/* ---- texels --------------------------------------------------------------------------------- */

static const struct texture_fetch one_inside = {.n = 1, .inside = {true}, .weight = {1}};
static const struct texture_fetch one_outside = {.n = 1, .weight = {1}};

static void expect_bits(const struct texture *texture, const struct texture_fetch *fetch,
                        const void *texels, uint32_t r, uint32_t g, uint32_t b, uint32_t a)
{
    uint32_t channels[4];
    texture_combine(texture, fetch, texels, channels);
    ck_assert_uint_eq(channels[0], r);
    ck_assert_uint_eq(channels[1], g);
    ck_assert_uint_eq(channels[2], b);
    ck_assert_uint_eq(channels[3], a);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

START_TEST(integers)
{
    static const uint8_t bytes[4] = {0x80, 0x7f, 0xff, 0x01};
    struct texture texture = {.channels = 4, .channel_bits = 8, .texel = TEXEL_SIGNED};
    expect_bits(&texture, &one_inside, bytes, 0xffffff80, 0x7f, 0xffffffff, 1);
    texture.texel = TEXEL_UNSIGNED;
    expect_bits(&texture, &one_inside, bytes, 0x80, 0x7f, 0xff, 1);
    texture.channels = 2;
    expect_bits(&texture, &one_inside, bytes, 0x80, 0x7f, 0, 1);
    texture.channel_bits = 16;
    texture.texel = TEXEL_SIGNED;
    expect_bits(&texture, &one_inside, bytes, 0x7f80, 0x1ff, 0, 1);
    texture.channels = 1;
    texture.channel_bits = 32;
    expect_bits(&texture, &one_inside, bytes, 0x01ff7f80, 0, 0, 1);
}
END_TEST

START_TEST(integers_as_fractions)
{
    static const uint8_t bytes[4] = {0x80, 0x81, 0x7f, 0xff};
    static const uint16_t words[2] = {0x8000, 0xffff};
    struct texture texture = {
        .channels = 4, .channel_bits = 8, .texel = TEXEL_SIGNED, .normalized_read = 1};
    uint32_t one = bits_of(1), minus = bits_of(-1);
    expect_bits(&texture, &one_inside, bytes, minus, minus, one, bits_of(-1.0f / 127));
    texture.texel = TEXEL_UNSIGNED;
    expect_bits(&texture, &one_inside, bytes, bits_of(128.0f / 255), bits_of(129.0f / 255),
                bits_of(127.0f / 255), one);
    texture.channels = 2;
    texture.channel_bits = 16;
    expect_bits(&texture, &one_inside, (const uint8_t *)words, bits_of(32768.0f / 65535), one, 0,
                one);
    texture.texel = TEXEL_SIGNED;
    expect_bits(&texture, &one_inside, (const uint8_t *)words, minus, bits_of(-1.0f / 32767), 0,
                one);
}
END_TEST

START_TEST(floats)
{
    static const float values[2] = {-0.0f, 1e-45f};
    struct texture texture = {.channels = 2, .channel_bits = 32, .texel = TEXEL_FLOAT};
    expect_bits(&texture, &one_inside, values, 0x80000000, 1, 0, bits_of(1));
    static const uint16_t halves[4] = {0x3c00, 0xc000, 0x0001, 0xfc00};
    texture.channels = 4;
    texture.channel_bits = 16;
    expect_bits(&texture, &one_inside, halves, bits_of(1), bits_of(-2), bits_of(0x1p-24f),
                bits_of(-INFINITY));
    static const uint16_t more[4] = {0x7bff, 0x8000, 0x03ff, 0x0400};
    expect_bits(&texture, &one_inside, more, bits_of(65504), 0x80000000, bits_of(1023 * 0x1p-24f),
                bits_of(0x1p-14f));
    static const uint16_t nan[4] = {0x7e00};
    uint32_t channels[4];
    float value;
    texture_combine(&texture, &one_inside, (const uint8_t *)nan, channels);
    memcpy(&value, channels, sizeof value);
    ck_assert(isnan(value));
}
END_TEST

/* The border's floats; of integer texels, the bits that the program put there. */
START_TEST(borders)
{
    uint32_t integer = 0xfffffff0;
    struct texture texture = {
        .channels = 2, .channel_bits = 32, .texel = TEXEL_FLOAT, .border = {2.5f, -3, 9, 9}};
    expect_bits(&texture, &one_outside, NULL, bits_of(2.5f), bits_of(-3), 0, bits_of(1));
    texture.texel = TEXEL_SIGNED;
    memcpy(&texture.border[1], &integer, sizeof integer);
    expect_bits(&texture, &one_outside, NULL, bits_of(2.5f), integer, 0, 1);
    texture.linear_memory = 1; /* has no border */
    expect_bits(&texture, &one_outside, NULL, 0, 0, 0, 1);
    texture.texel = TEXEL_FLOAT;
    expect_bits(&texture, &one_outside, NULL, 0, 0, 0, bits_of(1));
}
END_TEST

START_TEST(weighted_sums)
{
    static const float pair[2] = {2, 10}, four[8] = {1, -1, 2, -2, 4, -4, 8, -8};
    const struct texture_fetch two = {.n = 2, .inside = {true, true}, .weight = {0.25f, 0.75f}};
    const struct texture_fetch half_outside = {
        .n = 2, .inside = {false, true}, .weight = {0.25f, 0.75f}};
    const struct texture_fetch all = {
        .n = 4, .inside = {true, true, true, true}, .weight = {0.5f, 0.25f, 0.125f, 0.125f}};
    struct texture texture = {
        .channels = 1, .channel_bits = 32, .texel = TEXEL_FLOAT, .border = {100}};
    expect_bits(&texture, &two, pair, bits_of(8), 0, 0, bits_of(1));
    expect_bits(&texture, &half_outside, pair, bits_of(25 + 7.5f), 0, 0, bits_of(1));
    texture.channels = 2;
    expect_bits(&texture, &all, four, bits_of(2.5f), bits_of(-2.5f), 0, bits_of(1));
    static const uint8_t bytes[2] = {0, 255};
    texture = (struct texture){
        .channels = 1, .channel_bits = 8, .texel = TEXEL_UNSIGNED, .normalized_read = 1};
    expect_bits(&texture, &two, bytes, bits_of(0.75f), 0, 0, bits_of(1));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("texture");
    TCase *tcase = tcase_create("texture");
    tcase_add_loop_test(tcase, point_sampling, 0, sizeof points / sizeof points[0]);
    tcase_add_test(tcase, points_in_a_plane);
    tcase_add_test(tcase, filtering_in_a_row);
    tcase_add_test(tcase, weights_have_eight_bits);
    tcase_add_test(tcase, filtering_in_a_plane);
    tcase_add_test(tcase, fetches_by_index);
    tcase_add_test(tcase, integers);
    tcase_add_test(tcase, integers_as_fractions);
    tcase_add_test(tcase, floats);
    tcase_add_test(tcase, borders);
    tcase_add_test(tcase, weighted_sums);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
