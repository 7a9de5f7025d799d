/* SPDX-License-Identifier: BSD-3-Clause */
/* Fetches of all lanes at once give the bits of fetches one by one. */
#include "base/float_bits.h"
#include "workloads/ptx/exec/texture/filter_lanes.h"
#include "workloads/ptx/exec/texture/texture_lanes.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 32, WIDTH = 13, HEIGHT = 7, PITCH = 13 * 16 + 32, ROUNDS = 60 };

static uint8_t texels[HEIGHT * PITCH];

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed ^ *seed >> 15;
}

static struct texture random_texture(uint32_t *seed)
{
    struct texture t = {.address = 4096,
                        .width = WIDTH,
                        .height = next(seed) % 4 == 0 ? 0 : HEIGHT,
                        .pitch = PITCH,
                        .channels = 1u << next(seed) % 3,
                        .channel_bits = 8u << next(seed) % 3,
                        .texel = next(seed) % 3,
                        .normalized_read = 1,
                        .normalized_coordinates = next(seed) % 2,
                        .filter = TEXTURE_FILTER_LINEAR,
                        .address_mode = {next(seed) % 4, next(seed) % 4, 0},
                        .border = {0.25f, -3, 1, 0}};
    if (t.texel == TEXEL_FLOAT && t.channel_bits == 8)
        t.channel_bits = 32;
    if (t.texel != TEXEL_FLOAT && t.channel_bits == 32)
        t.channel_bits = 16;
    return t;
}

/* In the texture and around it; some of them in the middle of texels, and some no numbers. */
static float random_coordinate(uint32_t *seed, bool normalized, bool near)
{
    const uint32_t kind = next(seed) % 16;
    const float x = near ? 1 + (float)(next(seed) % 4000) / 1000
                         : (float)((int32_t)(next(seed) % 60000) - 20000) / 1000;
    if (kind == 0 && !near)
        return float_of_bits(next(seed));
    const float at = kind < 8 ? (float)(int32_t)x + 0.5f : x;
    return normalized ? at / 16 : at;
}

/* What one lane gets, and where its first texel lies; false: it reads none. */
static bool sample(const struct texture *t, const float at[2], uint32_t channels[4],
                   uint64_t *first)
{
    const struct texture_point point = {.at = {at[0], at[1], 0}};
    struct texture_fetch fetch;
    uint8_t found[8 * 16];
    const unsigned bytes = texture_texel_bytes(t);
    bool any = false;
    texture_sample_at(t, &point, &fetch);
    for (unsigned k = fetch.n; k-- > 0;)
        if (fetch.inside[k]) {
            memcpy(found + k * bytes, texels + (fetch.address[k] - t->address), bytes);
            *first = fetch.address[k] - t->address;
            any = true;
        }
    texture_combine(t, &fetch, found, channels);
    return any;
}

START_TEST(lanes_are_those_of_one_by_one)
{
    uint32_t seed = (uint32_t)_i;
    const struct texture t = random_texture(&seed);
    float at[2][LANES], channels[4][LANES];
    uint64_t first[LANES];
    for (unsigned i = 0; i < sizeof texels; i++)
        texels[i] = (uint8_t)next(&seed);
    ck_assert(texture_filters_lanes(&t));
    for (unsigned i = 0; i < LANES; i++)
        for (unsigned d = 0; d < 2; d++)
            at[d][i] = random_coordinate(&seed, t.normalized_coordinates, _i % 3 == 0);
    const uint32_t lanes = _i % 2 == 0 ? UINT32_MAX : next(&seed);
    const uint32_t *const coordinates[2] = {(const uint32_t *)at[0], (const uint32_t *)at[1]};
    const uint32_t touched =
        texture_filter_lanes(&t, coordinates, lanes, texels, 4, channels, first);
    for (unsigned i = 0; i < LANES; i++) {
        uint32_t expected[4];
        uint64_t where = 0;
        if (!(lanes >> i & 1)) {
            ck_assert_uint_eq(touched >> i & 1, 0);
            continue;
        }
        const bool any = sample(&t, (const float[2]){at[0][i], at[1][i]}, expected, &where);
        ck_assert_uint_eq(touched >> i & 1, any);
        if (any)
            ck_assert_uint_eq(first[i], where);
        for (unsigned c = 0; c < 4; c++) {
            const float x = channels[c][i], y = float_of_bits(expected[c]);
            if (x == x || y == y) /* which NaN a sum is depends on the order of operands */
                ck_assert_uint_eq(float_bits(x), expected[c]);
        }
    }
}
END_TEST

/* Where they can be found for all lanes. */
START_TEST(points_are_those_of_one_by_one)
{
    uint32_t seed = (uint32_t)_i;
    struct texture t = random_texture(&seed);
    float at[2][LANES];
    uint64_t found[LANES], expected[LANES];
    const uint32_t *const coordinates[2] = {(const uint32_t *)at[0], (const uint32_t *)at[1]};
    t.filter = TEXTURE_FILTER_POINT;
    for (unsigned i = 0; i < LANES; i++)
        for (unsigned d = 0; d < 2; d++)
            at[d][i] = random_coordinate(&seed, t.normalized_coordinates, _i % 2 == 0);
    const uint32_t inside = texture_offsets(&t, false, coordinates, UINT32_MAX, expected);
    const bool all = texture_point_lanes(&t, coordinates, found);
    ck_assert(all || _i % 2 != 0); /* those that are near lie inside */
    if (!all)
        return;
    ck_assert_uint_eq(inside, UINT32_MAX);
    ck_assert_mem_eq(found, expected, sizeof found);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("filter_lanes");
    TCase *tcase = tcase_create("filter_lanes");
    tcase_add_loop_test(tcase, lanes_are_those_of_one_by_one, 0, ROUNDS);
    tcase_add_loop_test(tcase, points_are_those_of_one_by_one, 0, ROUNDS);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
