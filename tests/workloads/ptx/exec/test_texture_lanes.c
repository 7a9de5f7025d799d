/* SPDX-License-Identifier: BSD-3-Clause */
/* Fetches of 32 lanes at once are where those of one lane are. */
#include "workloads/ptx/exec/texture/texture_lanes.h"
#include <check.h>
#include <glib.h>
#include <math.h>
#include <string.h>

static const uint32_t sizes[][2] = {{1, 0}, {7, 0}, {64, 3}, {100, 9}, {1 << 25, 2}};

/* Coordinates in the texture and around it, and what is no number. */
static uint32_t coordinate(GRand *rand, bool by_index, double reach)
{
    static const float odd[] = {NAN, -NAN, INFINITY, -INFINITY, -0.0f, 0.0f, 0x1p41f, -0x1p41f};
    const double at = g_rand_double_range(rand, -reach / 2, reach * 1.5);
    float place = (float)(g_rand_boolean(rand) ? at : rint(at));
    uint32_t bits;
    if (by_index)
        return g_rand_int_range(rand, 0, 8) == 0 ? g_rand_int(rand) : (uint32_t)(int32_t)place;
    if (g_rand_int_range(rand, 0, 8) == 0)
        place = odd[g_rand_int_range(rand, 0, G_N_ELEMENTS(odd))];
    memcpy(&bits, &place, sizeof bits);
    return bits;
}

static void compare(const struct texture *texture, bool by_index, GRand *rand)
{
    uint32_t lane[2][32];
    const uint32_t *const coordinates[2] = {lane[0], lane[1]};
    uint64_t offset[32];
    const uint64_t size[2] = {texture->width, texture->height};
    const uint32_t lanes = g_rand_boolean(rand) ? ~0u : g_rand_int(rand);
    for (unsigned d = 0; d < 2; d++)
        for (unsigned i = 0; i < 32; i++)
            lane[d][i] = coordinate(rand, by_index,
                                    texture->normalized_coordinates ? 2 : (double)size[d] + 2);
    const uint32_t inside = texture_offsets(texture, by_index, coordinates, lanes, offset);
    ck_assert_uint_eq(inside & ~lanes, 0);
    for (unsigned i = 0; i < 32; i++) {
        struct texture_fetch fetch;
        struct texture_point point = {.layer = 0};
        const int32_t index[3] = {(int32_t)lane[0][i], (int32_t)lane[1][i], 0};
        memcpy(&point.at[0], &lane[0][i], sizeof point.at[0]);
        memcpy(&point.at[1], &lane[1][i], sizeof point.at[1]);
        if (by_index)
            texture_fetch_at(texture, index, 0, &fetch);
        else
            texture_sample_at(texture, &point, &fetch);
        if (!(lanes >> i & 1))
            continue;
        ck_assert_uint_eq(inside >> i & 1, fetch.inside[0]);
        if (fetch.inside[0])
            ck_assert_uint_eq(texture->address + offset[i], fetch.address[0]);
    }
}

START_TEST(lanes_fetch_as_one_lane_does)
{
    GRand *rand = g_rand_new_with_seed(5);
    for (unsigned round = 0; round < 2000; round++) {
        const uint32_t *size = sizes[g_rand_int_range(rand, 0, G_N_ELEMENTS(sizes))];
        const struct texture texture = {.address = UINT64_C(0x1000000100),
                                        .width = size[0],
                                        .height = size[1],
                                        .pitch = (uint64_t)size[0] * 8 + 256,
                                        .channels = 1u << g_rand_int_range(rand, 0, 2),
                                        .channel_bits = 8u << g_rand_int_range(rand, 0, 3),
                                        .linear_memory = size[1] == 0 && g_rand_boolean(rand),
                                        .normalized_coordinates = (uint32_t)g_rand_boolean(rand),
                                        .address_mode = {(uint32_t)g_rand_int_range(rand, 0, 4),
                                                         (uint32_t)g_rand_int_range(rand, 0, 4)}};
        compare(&texture, round % 2 == 0, rand);
    }
    g_rand_free(rand);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("texture lanes");
    TCase *tcase = tcase_create("texture lanes");
    tcase_add_test(tcase, lanes_fetch_as_one_lane_does);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
