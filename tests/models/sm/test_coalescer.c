/* SPDX-License-Identifier: BSD-3-Clause */
/* The coalescer: cases of the CUDA C Programming Guide by hand, and random ones against a slow
 * and obvious implementation. */
#include "models/sm/access/coalescer.h"
#include <check.h>
#include <glib.h>

static uint64_t address[WARP_LANES];
static struct line_transaction out[WARP_LANES];

static void fill(uint64_t base, uint64_t stride)
{
    for (unsigned i = 0; i < WARP_LANES; i++)
        address[i] = base + i * stride;
}

static void expect(unsigned index, uint64_t line, lane_mask lanes, uint8_t sectors)
{
    ck_assert_uint_eq(out[index].line, line);
    ck_assert_uint_eq(out[index].lanes, lanes);
    ck_assert_uint_eq(out[index].sectors, sectors);
}

START_TEST(test_aligned_warp_is_one_line)
{
    fill(0x1000, 4);
    ck_assert_uint_eq(coalesce(UINT32_MAX, address, 4, 128, out), 1);
    expect(0, 0x1000, UINT32_MAX, 0xf);
}
END_TEST

START_TEST(test_shifted_warp_is_two_lines)
{
    fill(0x1060, 4); /* 8 lanes in the last sector, 24 in the next line */
    ck_assert_uint_eq(coalesce(UINT32_MAX, address, 4, 128, out), 2);
    expect(0, 0x1000, 0x000000ff, 0x8);
    expect(1, 0x1080, 0xffffff00, 0x7);
}
END_TEST

START_TEST(test_broadcast)
{
    fill(0x1044, 0);
    ck_assert_uint_eq(coalesce(UINT32_MAX, address, 4, 128, out), 1);
    expect(0, 0x1000, UINT32_MAX, 0x4);
}
END_TEST

START_TEST(test_permuted_lanes_are_one_line)
{
    for (unsigned i = 0; i < WARP_LANES; i++)
        address[i] = 0x1000 + 4 * (i ^ 5);
    ck_assert_uint_eq(coalesce(UINT32_MAX, address, 4, 128, out), 1);
    expect(0, 0x1000, UINT32_MAX, 0xf);
}
END_TEST

START_TEST(test_bytes_use_one_sector)
{
    fill(0x1020, 1);
    ck_assert_uint_eq(coalesce(UINT32_MAX, address, 1, 128, out), 1);
    expect(0, 0x1000, UINT32_MAX, 0x2);
}
END_TEST

START_TEST(test_each_lane_its_line)
{
    fill(0x1000, 128);
    ck_assert_uint_eq(coalesce(UINT32_MAX, address, 4, 128, out), 32);
    for (unsigned i = 0; i < WARP_LANES; i++)
        expect(i, 0x1000 + 128 * i, UINT32_C(1) << i, 0x1);
}
END_TEST

START_TEST(test_half_warps)
{
    fill(0x1000, 8);
    ck_assert_uint_eq(coalesce(UINT32_MAX, address, 8, 128, out), 2);
    expect(0, 0x1000, 0x0000ffff, 0xf);
    expect(1, 0x1080, 0xffff0000, 0xf);
    fill(0x1000, 0); /* a line that both halves touch is fetched for each */
    ck_assert_uint_eq(coalesce(UINT32_MAX, address, 8, 128, out), 2);
    expect(0, 0x1000, 0x0000ffff, 0x1);
    expect(1, 0x1000, 0xffff0000, 0x1);
    fill(0x1040, 8); /* shifted by half a line: two lines for each half */
    ck_assert_uint_eq(coalesce(UINT32_MAX, address, 8, 128, out), 4);
    expect(0, 0x1000, 0x000000ff, 0xc);
    expect(1, 0x1080, 0x0000ff00, 0x3);
    expect(2, 0x1080, 0x00ff0000, 0xc);
    expect(3, 0x1100, 0xff000000, 0x3);
}
END_TEST

START_TEST(test_quarter_warps)
{
    fill(0x1000, 16);
    ck_assert_uint_eq(coalesce(UINT32_MAX, address, 16, 128, out), 4);
    for (unsigned i = 0; i < 4; i++)
        expect(i, 0x1000 + 128 * i, UINT32_C(0xff) << (8 * i), 0xf);
}
END_TEST

START_TEST(test_undivided_warp)
{
    fill(0x1000, 0);
    ck_assert_uint_eq(coalesce(UINT32_MAX, address, 16, 512, out), 1);
    expect(0, 0x1000, UINT32_MAX, 0x1);
    fill(0x1000, 8);
    ck_assert_uint_eq(coalesce(UINT32_MAX, address, 8, 512, out), 2);
    expect(0, 0x1000, 0x0000ffff, 0xf);
    expect(1, 0x1080, 0xffff0000, 0xf);
}
END_TEST

START_TEST(test_order_of_first_lane)
{
    fill(0x5000, 0);
    address[1] = 0x1000;
    address[2] = 0x9000;
    address[30] = 0x1004;
    ck_assert_uint_eq(coalesce(0x40000007, address, 4, 128, out), 3);
    expect(0, 0x5000, 0x00000001, 0x1);
    expect(1, 0x1000, 0x40000002, 0x1);
    expect(2, 0x9000, 0x00000004, 0x1);
}
END_TEST

START_TEST(test_inactive_lanes_are_ignored)
{
    fill(0x1001, 1000003);
    ck_assert_uint_eq(coalesce(0, address, 4, 128, out), 0);
    address[17] = 0x1060;
    ck_assert_uint_eq(coalesce(1u << 17, address, 4, 128, out), 1);
    expect(0, 0x1000, 1u << 17, 0x8);
}
END_TEST

/* ---- against the definition ----------------------------------------------------------- */

static unsigned reference(lane_mask active, unsigned bytes, unsigned request_bytes,
                          struct line_transaction *expected)
{
    unsigned lanes = MIN(request_bytes / bytes, 32);
    unsigned n = 0, request_start = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned t;
        if (lane % lanes == 0)
            request_start = n;
        if (!(active >> lane & 1))
            continue;
        for (t = request_start; t < n; t++)
            if (expected[t].line == address[lane] / 128 * 128)
                break;
        if (t == n)
            expected[n++] = (struct line_transaction){.line = address[lane] / 128 * 128};
        expected[t].lanes |= 1u << lane;
        for (uint64_t byte = address[lane]; byte < address[lane] + bytes; byte++)
            expected[t].sectors |= (uint8_t)(1u << (byte % 128 / 32));
    }
    return n;
}

static void random_case(GRand *random)
{
    static const uint32_t ranges[] = {1, 2, 8, 33, 64, 4096, 1u << 30};
    struct line_transaction expected[WARP_LANES] = {0};
    unsigned bytes = 1u << g_rand_int_range(random, 0, 5);
    unsigned request_bytes = g_rand_boolean(random) ? 128 : 512;
    lane_mask active = g_rand_boolean(random) ? UINT32_MAX : g_rand_int(random);
    uint32_t range = ranges[g_rand_int_range(random, 0, G_N_ELEMENTS(ranges))];
    uint64_t base = (uint64_t)g_rand_int(random) << 8;
    if (g_rand_boolean(random))
        fill(base + (g_rand_int(random) % 64) * bytes, (g_rand_int(random) % 4) * bytes);
    else
        for (unsigned i = 0; i < WARP_LANES; i++)
            address[i] = base + (uint64_t)(g_rand_int(random) % range) * bytes;
    unsigned n = reference(active, bytes, request_bytes, expected);
    ck_assert_uint_eq(coalesce(active, address, bytes, request_bytes, out), n);
    for (unsigned t = 0; t < n; t++)
        expect(t, expected[t].line, expected[t].lanes, expected[t].sectors);
}

START_TEST(test_random)
{
    GRand *random = g_rand_new_with_seed(20240117);
    for (unsigned i = 0; i < 20000; i++)
        random_case(random);
    g_rand_free(random);
}
END_TEST

/* Words of one sector, of two of a half, of the middle two, of the first and the last one. */
START_TEST(test_stores_by_halves)
{
    uint64_t places[WARP_LANES] = {1024,      1152 + 64, 1152 + 96, 1280 + 32,
                                   1280 + 64, 1408,      1408 + 96};
    static const uint8_t sectors[] = {0x1, 0xc, 0xf, 0xf};
    struct line_transaction lines[WARP_LANES];
    unsigned n = coalesce(0x7f, places, 4, 128, lines);
    ck_assert_uint_eq(n, G_N_ELEMENTS(sectors));
    coalesce_halves(lines, n);
    for (unsigned i = 0; i < n; i++)
        ck_assert_uint_eq(lines[i].sectors, sectors[i]);
}
END_TEST

/* Bytes 0, 31, 32 and 96 of a line, and of the next line byte 5. */
START_TEST(test_narrow_segments)
{
    uint64_t places[WARP_LANES] = {1024, 1024 + 31, 1024 + 32, 1024 + 96, 1152 + 5};
    struct line_transaction lines[WARP_LANES];
    unsigned n = coalesce(0x1f, places, 1, 128, lines);
    ck_assert_uint_eq(n, 2);
    n = coalesce_in_segments(places, 32, lines, n);
    ck_assert_uint_eq(n, 4);
    static const struct line_transaction bytes[] = {
        {1024, 0x3, 0x1}, {1024, 0x4, 0x2}, {1024, 0x8, 0x8}, {1152, 0x10, 0x1}};
    for (unsigned i = 0; i < n; i++) {
        ck_assert_uint_eq(lines[i].line, bytes[i].line);
        ck_assert_uint_eq(lines[i].lanes, bytes[i].lanes);
        ck_assert_uint_eq(lines[i].sectors, bytes[i].sectors);
    }
    n = coalesce_in_segments(places, 64, lines, coalesce(0x1f, places, 1, 128, lines));
    ck_assert_uint_eq(n, 3);
    ck_assert_uint_eq(lines[0].lanes, 0x7);
    ck_assert_uint_eq(lines[0].sectors, 0x3);
    ck_assert_uint_eq(lines[1].sectors, 0x8);
}
END_TEST

/* Places 0, 4 and 32 of a line: twice 0, thrice 4, once 32. */
START_TEST(test_atomics_by_sector_and_place)
{
    uint64_t places[WARP_LANES] = {1024, 1028, 1028, 1056, 1024, 1028};
    struct line_transaction lines[WARP_LANES];
    unsigned n = coalesce_atomics(places, lines, coalesce(0x3f, places, 4, 128, lines));
    static const struct line_transaction expected[] = {
        {1024, 0x03, 0x1}, {1024, 0x14, 0x1}, {1024, 0x20, 0x1}, {1024, 0x08, 0x2}};
    ck_assert_uint_eq(n, G_N_ELEMENTS(expected));
    for (unsigned i = 0; i < n; i++) {
        ck_assert_uint_eq(lines[i].line, expected[i].line);
        ck_assert_uint_eq(lines[i].lanes, expected[i].lanes);
        ck_assert_uint_eq(lines[i].sectors, expected[i].sectors);
    }
}
END_TEST

START_TEST(test_falling_lines)
{
    const uint64_t of[] = {0x2000, 0x4000, 0x1000, 0x3000, 0x4000};
    const lane_mask expected[] = {5, 2, 4, 1, 3};
    struct line_transaction lines[WARP_LANES];
    for (unsigned n = 0; n <= G_N_ELEMENTS(of); n++) {
        for (unsigned i = 0; i < n; i++)
            lines[i] = (struct line_transaction){of[i], i + 1, 1};
        coalesce_falling(lines, n);
        for (unsigned i = 1; i < n; i++)
            ck_assert_uint_ge(lines[i - 1].line, lines[i].line);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(of); i++)
        ck_assert_uint_eq(lines[i].lanes, expected[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("coalescer");
    TCase *tcase = tcase_create("coalescer");
    tcase_add_test(tcase, test_aligned_warp_is_one_line);
    tcase_add_test(tcase, test_shifted_warp_is_two_lines);
    tcase_add_test(tcase, test_broadcast);
    tcase_add_test(tcase, test_permuted_lanes_are_one_line);
    tcase_add_test(tcase, test_bytes_use_one_sector);
    tcase_add_test(tcase, test_each_lane_its_line);
    tcase_add_test(tcase, test_half_warps);
    tcase_add_test(tcase, test_quarter_warps);
    tcase_add_test(tcase, test_undivided_warp);
    tcase_add_test(tcase, test_order_of_first_lane);
    tcase_add_test(tcase, test_inactive_lanes_are_ignored);
    tcase_add_test(tcase, test_narrow_segments);
    tcase_add_test(tcase, test_stores_by_halves);
    tcase_add_test(tcase, test_atomics_by_sector_and_place);
    tcase_add_test(tcase, test_falling_lines);
    tcase_add_test(tcase, test_random);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
