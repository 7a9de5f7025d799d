/* SPDX-License-Identifier: BSD-3-Clause */
/* Device memory: addresses, gaps, bytes, and the places that a bad address is near to; and
 * the map from addresses to banks and channels. */
#include "base/input_error.h"
#include "models/l2/address_map.h"
#include "models/memory/device_memory.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t BASE = DEVICE_MEMORY_BASE;

START_TEST(addresses_are_fixed_aligned_and_apart)
{
    struct device_memory *memory = device_memory_new(1 << 20, 0, NULL);
    ck_assert_ptr_nonnull(memory);
    ck_assert_uint_eq(device_memory_allocate(memory, "a", 1000, NULL), BASE);
    /* 1,000 + 4,096 = 5,096, rounded up to 5,120 */
    ck_assert_uint_eq(device_memory_allocate(memory, "b", 256, NULL), BASE + 5120);
    ck_assert_uint_eq(device_memory_allocate(memory, "c", 1, NULL), BASE + 5120 + 4352);
    device_memory_free(memory);
    device_memory_free(NULL);
}
END_TEST

START_TEST(ranges_must_lie_in_one_allocation)
{
    struct device_memory *memory = device_memory_new(1 << 20, 0, NULL);
    ck_assert_ptr_null(device_memory_find(memory, BASE, 1));
    ck_assert_ptr_null(device_memory_nearest(memory, BASE));
    device_memory_allocate(memory, "a", 1000, NULL);
    uint64_t b = device_memory_allocate(memory, "b", 256, NULL);
    for (int twice = 0; twice < 2; twice++) {
        ck_assert_str_eq(device_memory_find(memory, BASE, 1000)->name, "a");
        ck_assert_str_eq(device_memory_find(memory, b + 255, 1)->name, "b");
        ck_assert_str_eq(device_memory_find(memory, BASE + 999, 1)->name, "a");
        ck_assert_ptr_null(device_memory_find(memory, BASE + 999, 2));
        ck_assert_ptr_null(device_memory_find(memory, BASE + 1000, 1));
        ck_assert_ptr_null(device_memory_find(memory, BASE - 1, 1));
        ck_assert_ptr_null(device_memory_find(memory, b - 1, 2));
        ck_assert_ptr_null(device_memory_find(memory, b + 256, 1));
        ck_assert_ptr_null(device_memory_find(memory, b, UINT64_MAX));
        ck_assert_ptr_null(device_memory_find(memory, 0, 4));
    }
    ck_assert_str_eq(device_memory_nearest(memory, 0)->name, "a");
    ck_assert_str_eq(device_memory_nearest(memory, BASE + 1002)->name, "a");
    ck_assert_str_eq(device_memory_nearest(memory, b - 4)->name, "b");
    ck_assert_str_eq(device_memory_nearest(memory, UINT64_MAX)->name, "b");
    device_memory_free(memory);
}
END_TEST

START_TEST(bytes_are_zero_until_written)
{
    struct device_memory *memory = device_memory_new(UINT64_C(12) << 30, 0, NULL);
    struct device_access access = device_memory_access(memory);
    uint64_t big = access.allocate(access.memory, "big", UINT64_C(11) << 30, NULL);
    uint8_t bytes[5] = {9, 9, 9, 9, 9};
    access.read(access.memory, big + (UINT64_C(11) << 30) - 5, bytes, 5);
    for (unsigned i = 0; i < 5; i++)
        ck_assert_uint_eq(bytes[i], 0);
    access.write(access.memory, big + (UINT64_C(10) << 30), "word", 4);
    ck_assert_mem_eq(device_memory_at(memory, big + (UINT64_C(10) << 30)), "word", 4);
    access.read(access.memory, big + (UINT64_C(10) << 30) + 1, bytes, 3);
    ck_assert_mem_eq(bytes, "ord", 3);
    access.write(access.memory, 0, NULL, 0); /* nothing, anywhere */
    device_memory_free(memory);
}
END_TEST

START_TEST(whole_lines_can_be_read_at_the_very_end)
{
    struct device_memory *memory = device_memory_new(1000, 0, NULL);
    ck_assert_uint_eq(device_memory_allocate(memory, "all", 1000, NULL), BASE);
    const uint8_t *last = device_memory_at(memory, BASE + 896);
    unsigned sum = 0;
    for (unsigned i = 0; i < 128; i++)
        sum += last[i];
    ck_assert_uint_eq(sum, 0);
    ck_assert(device_memory_covers(memory, BASE + 999));
    ck_assert(!device_memory_covers(memory, BASE + 1000));
    ck_assert(!device_memory_covers(memory, BASE - 1));
    ck_assert(!device_memory_covers(memory, 0x400000000));
    device_memory_free(memory);
}
END_TEST

START_TEST(a_full_memory_says_so)
{
    struct device_memory *memory = device_memory_new(10000, 0, NULL);
    GError *error = NULL;
    ck_assert_uint_eq(device_memory_allocate(memory, "buffer x", 10001, &error), 0);
    ck_assert(g_error_matches(error, INPUT_ERROR, 0));
    ck_assert_str_eq(error->message,
                     "buffer x: 10001 bytes do not fit into device memory: 10000 of "
                     "10000 are left (memory.size of the platform)");
    g_clear_error(&error);
    ck_assert_uint_ne(device_memory_allocate(memory, "y", 8000, &error), 0);
    ck_assert_uint_eq(device_memory_allocate(memory, "z", 1, &error), 0);
    ck_assert_ptr_nonnull(strstr(error->message, "0 of 10000 are left"));
    g_clear_error(&error);
    ck_assert_uint_eq(device_memory_allocate(memory, "empty", 0, &error), 0);
    ck_assert_str_eq(error->message, "empty: expected a size of at least 1 byte, found 0");
    g_clear_error(&error);
    device_memory_free(memory);
    ck_assert_ptr_null(device_memory_new(UINT64_MAX / 2, 0, &error));
    ck_assert(g_error_matches(error, INPUT_ERROR, 0));
    g_clear_error(&error);
}
END_TEST

/* ---- the map ------------------------------------------------------------------------------ */

START_TEST(pieces_go_round_the_banks)
{
    struct address_map map;
    address_map_init(&map, 256, 12, 6, false);
    ck_assert_uint_eq(address_map_bank(&map, 255), 0);
    ck_assert_uint_eq(address_map_bank(&map, 256), 1);
    ck_assert_uint_eq(address_map_bank(&map, 11 * 256), 11);
    ck_assert_uint_eq(address_map_bank(&map, 12 * 256), 0);
    ck_assert_uint_eq(address_map_channel_of_bank(&map, 7), 1);
    ck_assert_uint_eq(address_map_in_bank(&map, 12 * 256 + 130), 256 + 130);
    ck_assert_uint_eq(address_map_in_channel(&map, 6 * 256 + 5), 256 + 5); /* bank 6, channel 0 */
    ck_assert_uint_eq(address_map_in_channel(&map, 13 * 256), 2 * 256);    /* bank 1, row 1 */
}
END_TEST

START_TEST(maps_can_be_undone_and_lose_nothing)
{
    for (int rotate = 0; rotate < 2; rotate++) {
        struct address_map map;
        address_map_init(&map, 256, 12, 6, rotate);
        unsigned used[12] = {0};
        static uint8_t in_channel[6][2 * 1000 * 256 / 256];
        memset(in_channel, 0, sizeof in_channel);
        for (uint64_t piece = 0; piece < 12000; piece++) {
            uint64_t address = piece * 256 + 128;
            uint32_t bank = address_map_bank(&map, address);
            used[bank]++;
            uint64_t in_bank = address_map_in_bank(&map, address);
            ck_assert_uint_lt(in_bank, 1000 * 256);
            ck_assert_uint_eq(address_map_from_bank(&map, bank, in_bank), address);
            in_channel[bank % 6][address_map_in_channel(&map, address) / 256]++;
        }
        for (unsigned bank = 0; bank < 12; bank++)
            ck_assert_uint_eq(used[bank], 1000);
        for (unsigned channel = 0; channel < 6; channel++)
            for (unsigned piece = 0; piece < 2000; piece++)
                ck_assert_uint_eq(in_channel[channel][piece], 1);
        uint64_t far = UINT64_C(0xfedcba9876543200);
        ck_assert_uint_eq(address_map_from_bank(&map, address_map_bank(&map, far),
                                                address_map_in_bank(&map, far)),
                          far);
    }
}
END_TEST

START_TEST(rotation_spreads_strides_of_all_banks)
{
    struct address_map map;
    unsigned used[12] = {0};
    address_map_init(&map, 256, 12, 6, true);
    for (uint64_t i = 0; i < 1200; i++)
        used[address_map_bank(&map, i * 12 * 256)]++;
    for (unsigned bank = 0; bank < 12; bank++) {
        ck_assert_uint_ge(used[bank], 50);
        ck_assert_uint_le(used[bank], 150);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("device_memory");
    TCase *tcase = tcase_create("device_memory");
    tcase_add_test(tcase, addresses_are_fixed_aligned_and_apart);
    tcase_add_test(tcase, ranges_must_lie_in_one_allocation);
    tcase_add_test(tcase, bytes_are_zero_until_written);
    tcase_add_test(tcase, whole_lines_can_be_read_at_the_very_end);
    tcase_add_test(tcase, a_full_memory_says_so);
    tcase_add_test(tcase, pieces_go_round_the_banks);
    tcase_add_test(tcase, maps_can_be_undone_and_lose_nothing);
    tcase_add_test(tcase, rotation_spreads_strides_of_all_banks);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
