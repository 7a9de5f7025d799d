/* SPDX-License-Identifier: BSD-3-Clause */
/* Textures with slices: volumes, layers and cube maps; gathers; texels that are made of channels.
 * The edges, worked out by hand.
 *
 * Source: CUDA C++ Programming Guide, "Cubemap Textures", "Layered Textures", "Texture Gather". */
#include "workloads/texture.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { BASE = 4096, PITCH = 64, SLICE = 1024 };

/* 4 x 4 floats in each of some slices. */
static struct texture slices(uint64_t depth, bool layered, bool cube)
{
    return (struct texture){
        .address = BASE,
        .width = 4,
        .height = 4,
        .depth = depth,
        .pitch = PITCH,
        .slice = SLICE,
        .channels = 1,
        .channel_bits = 32,
        .texel = TEXEL_FLOAT,
        .layered = layered,
        .cube = cube,
        .normalized_coordinates = cube,
        .address_mode = {TEXTURE_ADDRESS_CLAMP, TEXTURE_ADDRESS_CLAMP, TEXTURE_ADDRESS_BORDER}};
}

static uint64_t address_of(uint64_t x, uint64_t y, uint64_t z)
{
    return BASE + 4 * x + PITCH * y + SLICE * z;
}

static void sample(const struct texture *t, float x, float y, float z, uint32_t layer,
                   struct texture_fetch *fetch)
{
    texture_sample_at(t, &(struct texture_point){.at = {x, y, z}, .layer = layer}, fetch);
}

START_TEST(a_volume)
{
    struct texture t = slices(3, false, false);
    struct texture_fetch fetch;
    sample(&t, 1.5f, 9.0f, 2.9f, 0, &fetch);
    ck_assert_uint_eq(fetch.n, 1);
    ck_assert_uint_eq(fetch.address[0], address_of(1, 3, 2));
    sample(&t, 1.5f, 1.0f, 3.0f, 0, &fetch);
    ck_assert(!fetch.inside[0]);
    t.filter = TEXTURE_FILTER_LINEAR;
    /* 1/4 from the middle of 1 in x, 1/2 of 0 in y, 3/4 of 2, behind which is the border, in z */
    sample(&t, 1.75f, 1.0f, 3.25f, 0, &fetch);
    ck_assert_uint_eq(fetch.n, 8);
    for (unsigned k = 0; k < 8; k++) {
        const float weight = (k & 1 ? 0.25f : 0.75f) * 0.5f * (k & 4 ? 0.75f : 0.25f);
        ck_assert_float_eq(fetch.weight[k], weight);
        ck_assert_int_eq(fetch.inside[k], !(k & 4));
        if (fetch.inside[k])
            ck_assert_uint_eq(fetch.address[k], address_of(1 + (k & 1), k >> 1 & 1, 2));
    }
}
END_TEST

/* A layer is never filtered, and the last one stands for all that are not there. */
START_TEST(layers)
{
    static const struct {
        uint32_t asked;
        uint64_t read;
    } cases[] = {{0, 0}, {2, 2}, {4, 4}, {5, 4}, {UINT32_MAX, 4}};
    struct texture t = slices(5, true, false);
    struct texture_fetch fetch;
    ck_assert_uint_eq(texture_layers(&t), 5);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t.filter = TEXTURE_FILTER_LINEAR;
        t.height = 4;
        sample(&t, 1.5f, 2.5f, 99, cases[i].asked, &fetch);
        ck_assert_uint_eq(fetch.n, 4);
        ck_assert_uint_eq(fetch.address[0], address_of(1, 2, cases[i].read));
        t.height = 0;
        sample(&t, 1.5f, 2.5f, 99, cases[i].asked, &fetch);
        ck_assert_uint_eq(fetch.n, 2);
        ck_assert_uint_eq(fetch.address[0], address_of(1, 0, cases[i].read));
    }
}
END_TEST

static const struct {
    float x, y, z;
    unsigned face, column, row;
} directions[] = {
    /* Right and up on each face: s to the right, t down. */
    {2, 1, -1, 0, 3, 1},
    {-2, 1, 1, 1, 3, 1},
    {1, 2, -1, 2, 3, 1},
    {1, -2, 1, 3, 3, 1},
    {1, 1, 2, 4, 3, 1},
    {-1, 1, -2, 5, 3, 1},
    {4, 3, 3, 0, 0, 0},
    {-4, 3, 3, 1, 3, 0},
    {-3, 4, -3, 2, 0, 0},
    {-3, -4, -3, 3, 0, 3},
    {-3, -3, 4, 4, 0, 3},
    {-3, -3, -4, 5, 3, 3},
    {1, 0, 0, 0, 2, 2},
    {0, -1, 0, 3, 2, 2},
    {0, 0, -1, 5, 2, 2},
    /* Equal components: z, y, x. */
    {1, 1, 0, 2, 3, 2},
    {1, 0, 1, 4, 3, 2},
    {0, 1, -1, 5, 2, 0},
    {-1, -1, -1, 5, 3, 3},
};

START_TEST(texels_by_index)
{
    struct texture t = slices(5, false, false);
    struct texture_fetch fetch;
    t.address_mode[2] = TEXTURE_ADDRESS_CLAMP;
    texture_fetch_at(&t, (const int32_t[]){3, 2, 4}, 9, &fetch);
    ck_assert(fetch.inside[0]);
    ck_assert_uint_eq(fetch.address[0], address_of(3, 2, 4));
    for (unsigned d = 0; d < 3; d++)
        for (int32_t beside = -1; beside < 6; beside += 6) {
            int32_t index[3] = {1, 1, 1};
            index[d] = beside;
            texture_fetch_at(&t, index, 0, &fetch);
            ck_assert_uint_eq(fetch.n, 1);
            ck_assert(!fetch.inside[0]);
        }
    t.layered = 1;
    texture_fetch_at(&t, (const int32_t[]){3, 2, -7}, 9, &fetch);
    ck_assert_uint_eq(fetch.address[0], address_of(3, 2, 4));
}
END_TEST

START_TEST(faces)
{
    struct texture t = slices(6, false, true), cubes = slices(18, true, true);
    struct texture_fetch fetch;
    const unsigned face = directions[_i].face, column = directions[_i].column;
    const unsigned row = directions[_i].row;
    sample(&t, directions[_i].x, directions[_i].y, directions[_i].z, 7, &fetch);
    ck_assert(fetch.inside[0]);
    ck_assert_uint_eq(fetch.address[0], address_of(column, row, face));
    for (unsigned layer = 0; layer < 4; layer++) {
        sample(&cubes, directions[_i].x, directions[_i].y, directions[_i].z, layer, &fetch);
        ck_assert_uint_eq(fetch.address[0],
                          address_of(column, row, 6 * (layer < 3 ? layer : 2) + face));
    }
}
END_TEST

/* At the edge of a face its own texels go on, whatever the mode is. */
START_TEST(edges_of_faces)
{
    struct texture t = slices(6, false, true);
    struct texture_fetch fetch;
    t.filter = TEXTURE_FILTER_LINEAR;
    t.address_mode[0] = t.address_mode[1] = TEXTURE_ADDRESS_BORDER;
    sample(&t, 1.0f, 0.0f, 0.9375f, 0, &fetch); /* s is -0.9375: 1/8 texel from the left */
    ck_assert_uint_eq(fetch.n, 4);
    for (unsigned k = 0; k < 4; k++)
        ck_assert(fetch.inside[k]);
    ck_assert_uint_eq(fetch.address[0], address_of(0, 1, 0));
    ck_assert_uint_eq(fetch.address[1], address_of(0, 1, 0));
    ck_assert_float_eq(fetch.weight[1], 0.625f * 0.5f);
}
END_TEST

/* From the middle of the last texel of a face to its edge, and on: the first texel of the next face
 * comes in, whichever face one begins with. */
START_TEST(faces_that_go_on)
{
    struct texture t = slices(6, false, true);
    struct texture_fetch fetch, other;
    t.filter = TEXTURE_FILTER_LINEAR;
    t.seamless = 1;
    /* On +x at its left edge, in row 1: s is -1, where +z ends at its right edge. */
    sample(&t, 1.0f, 0.25f, 0.9999f, 0, &fetch);
    ck_assert_uint_eq(fetch.n, 4);
    ck_assert_uint_eq(fetch.address[0], address_of(3, 1, 4));
    ck_assert_uint_eq(fetch.address[1], address_of(0, 1, 0));
    ck_assert_float_eq(fetch.weight[0], 0.5f);
    ck_assert_float_eq(fetch.weight[1], 0.5f);
    sample(&t, 0.9999f, 0.25f, 1.0f, 0, &other);
    ck_assert_uint_eq(other.address[0], address_of(3, 1, 4));
    ck_assert_uint_eq(other.address[1], address_of(0, 1, 0));
    ck_assert_float_eq(other.weight[1], 0.5f);
    /* On +y at its upper edge is -z, upside down: column 0 there is column 3 here. */
    sample(&t, -0.75f, 1.0f, -0.9999f, 0, &fetch);
    ck_assert_uint_eq(fetch.address[0], address_of(3, 0, 5));
    ck_assert_uint_eq(fetch.address[2], address_of(0, 0, 2));
    /* Inside of a face nothing changes. */
    sample(&t, 1.0f, 0.25f, 0.1f, 0, &fetch);
    t.seamless = 0;
    sample(&t, 1.0f, 0.25f, 0.1f, 0, &other);
    ck_assert_mem_eq(fetch.address, other.address, 4 * sizeof fetch.address[0]);
    ck_assert_mem_eq(fetch.weight, other.weight, 4 * sizeof fetch.weight[0]);
}
END_TEST

/* Where three faces meet each has a third, to the eight bits of a weight. */
START_TEST(three_faces_meet)
{
    static const float corners[][3] = {
        {1, 0.9999f, 0.9999f}, {0.9999f, 1, 0.9999f}, {-0.9999f, -0.9999f, -1}};
    struct texture t = slices(12, true, true);
    t.filter = TEXTURE_FILTER_LINEAR;
    t.seamless = 1;
    for (unsigned i = 0; i < 3; i++) {
        struct texture_fetch fetch;
        bool met[12] = {false};
        float sum = 0;
        sample(&t, corners[i][0], corners[i][1], corners[i][2], 1, &fetch);
        for (unsigned k = 0; k < 4; k++) {
            sum += fetch.weight[k];
            if (fetch.weight[k] == 0)
                continue;
            ck_assert_float_eq_tol(fetch.weight[k], 1 / 3.0f, 1 / 256.0f);
            met[(fetch.address[k] - BASE) / SLICE] = true;
        }
        ck_assert_float_eq_tol(sum, 1, 1e-6f);
        for (unsigned face = 0; face < 6; face++) {
            const bool there = i < 2 ? face % 2 == 0 : face % 2 == 1;
            ck_assert_int_eq(met[6 + face], there);
            ck_assert(!met[face]);
        }
    }
}
END_TEST

START_TEST(gathers)
{
    struct texture t = slices(0, false, false);
    struct texture_fetch fetch;
    static const float texels[4] = {10, 11, 12, 13};
    const uint64_t places[4] = {address_of(1, 3, 0), address_of(2, 3, 0), address_of(2, 2, 0),
                                address_of(1, 2, 0)};
    uint32_t values[4];
    texture_gather_at(&t, &(struct texture_point){.at = {2.25f, 3.25f}}, &fetch);
    ck_assert_uint_eq(fetch.n, 4);
    for (unsigned k = 0; k < 4; k++)
        ck_assert_uint_eq(fetch.address[k], places[k]);
    texture_gather(&t, &fetch, (const uint8_t *)texels, 0, values);
    ck_assert_mem_eq(values, texels, sizeof values);
    texture_gather(&t, &fetch, (const uint8_t *)texels, 3, values); /* alpha, which is missing */
    for (unsigned k = 0; k < 4; k++)
        ck_assert_uint_eq(values[k], 0x3f800000);
    t.address_mode[1] = TEXTURE_ADDRESS_BORDER;
    t.border[0] = 10;
    texture_gather_at(&t, &(struct texture_point){.at = {2.25f, 4.0f}}, &fetch);
    ck_assert(!fetch.inside[0] && !fetch.inside[1] && fetch.inside[2] && fetch.inside[3]);
    texture_gather(&t, &fetch, (const uint8_t *)texels, 0, values);
    ck_assert_uint_eq(values[1], values[0]);
    ck_assert_mem_eq(values, texels, sizeof values[0]);
    ck_assert_mem_eq(values + 2, texels + 2, 2 * sizeof values[0]);
}
END_TEST

START_TEST(texels_of_channels)
{
    static const uint32_t words[4] = {0x12345678, 0xfffffffe, 3, 4};
    static const uint32_t floats[4] = {0x3f800000, 0xc0000000, 0x477fe000, 0x33800000};
    struct texture t = {.channels = 4, .channel_bits = 8, .texel = TEXEL_UNSIGNED};
    uint8_t texel[16] = {0};
    texture_pack(&t, words, texel);
    ck_assert_mem_eq(texel, ((const uint8_t[]){0x78, 0xfe, 3, 4, 0}), 5);
    t = (struct texture){.channels = 2, .channel_bits = 16, .texel = TEXEL_SIGNED};
    texture_pack(&t, words, texel);
    ck_assert_mem_eq(texel, ((const uint8_t[]){0x78, 0x56, 0xfe, 0xff}), 4);
    t = (struct texture){.channels = 4, .channel_bits = 16, .texel = TEXEL_FLOAT};
    texture_pack(&t, floats, texel); /* 1, -2, 65504, the smallest subnormal */
    ck_assert_mem_eq(texel, ((const uint16_t[]){0x3c00, 0xc000, 0x7bff, 1}), 8);
    t.channel_bits = 32;
    texture_pack(&t, floats, texel);
    ck_assert_mem_eq(texel, floats, 16);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("texture slices");
    TCase *tcase = tcase_create("texture slices");
    tcase_add_test(tcase, a_volume);
    tcase_add_test(tcase, layers);
    tcase_add_test(tcase, texels_by_index);
    tcase_add_loop_test(tcase, faces, 0, sizeof directions / sizeof directions[0]);
    tcase_add_test(tcase, edges_of_faces);
    tcase_add_test(tcase, faces_that_go_on);
    tcase_add_test(tcase, three_faces_meet);
    tcase_add_test(tcase, gathers);
    tcase_add_test(tcase, texels_of_channels);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
