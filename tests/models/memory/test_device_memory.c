/* SPDX-License-Identifier: BSD-3-Clause */
/* Device memory: addresses, gaps, bytes, and the places that a bad address is near to. */
#include "base/input_error.h"
#include "models/memory/device_access.h"
#include "models/memory/device_memory.h"
#include "models/memory/memory_digest.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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

/* ---- release -------------------------------------------------------------------------------- */

START_TEST(released_room_is_used_again)
{
    struct device_memory *memory = device_memory_new(1 << 20, 0, NULL);
    ck_assert_uint_eq(device_memory_left(memory), 1048576);
    uint64_t a = device_memory_allocate(memory, "a", 1000, NULL); /* takes 5,120 */
    uint64_t b = device_memory_allocate(memory, "b", 2000, NULL); /* 6,144 */
    uint64_t c = device_memory_allocate(memory, "c", 1, NULL);    /* 4,352 */
    ck_assert_uint_eq(c, BASE + 5120 + 6144);
    ck_assert_uint_eq(device_memory_left(memory), 1048576 - 5120 - 6144 - 4352);
    ck_assert(device_memory_release(memory, b));
    ck_assert_uint_eq(device_memory_left(memory), 1048576 - 5120 - 4352);
    ck_assert_ptr_null(device_memory_find(memory, b, 1));
    ck_assert_str_eq(device_memory_find(memory, c, 1)->name, "c");
    /* 2,049 bytes would take 6,400: behind c. 2,048 take exactly the hole. */
    uint64_t d = device_memory_allocate(memory, "d", 2049, NULL);
    ck_assert_uint_eq(d, c + 4352);
    ck_assert_uint_eq(device_memory_allocate(memory, "e", 2048, NULL), b);
    ck_assert_str_eq(device_memory_find(memory, b + 2047, 1)->name, "e");
    ck_assert(device_memory_release(memory, a));
    ck_assert_uint_eq(device_memory_allocate(memory, "f", 10, NULL), a);
    ck_assert_str_eq(device_memory_nearest(memory, a + 3000)->name, "e");
    device_memory_free(memory);
}
END_TEST

START_TEST(only_what_is_there_is_released)
{
    struct device_memory *memory = device_memory_new(1 << 20, 0, NULL);
    ck_assert(!device_memory_release(memory, BASE));
    uint64_t a = device_memory_allocate(memory, "a", 1000, NULL);
    ck_assert(!device_memory_release(memory, a + 1));
    ck_assert(!device_memory_release(memory, a - 1));
    ck_assert(!device_memory_release(memory, 0));
    ck_assert(device_memory_release(memory, a));
    ck_assert(!device_memory_release(memory, a));
    ck_assert_uint_eq(device_memory_left(memory), 1 << 20);
    device_memory_free(memory);
}
END_TEST

/* Up to the end of its last line, whoever was there before. */
START_TEST(memory_used_again_is_zero)
{
    struct device_memory *memory = device_memory_new(1 << 20, 0, NULL);
    uint64_t a = device_memory_allocate(memory, "a", 10000, NULL);
    memset(device_memory_at(memory, a), 0xff, 10000);
    ck_assert(device_memory_release(memory, a));
    ck_assert_uint_eq(device_memory_allocate(memory, "b", 300, NULL), a);
    for (unsigned i = 0; i < 384; i++)
        ck_assert_uint_eq(*device_memory_at(memory, a + i), 0);
    /* c begins in what a had, and ends behind it. */
    uint64_t c = device_memory_allocate(memory, "c", 9000, NULL);
    ck_assert_uint_eq(c, a + 4608); /* 300 + 4,096, rounded up */
    for (unsigned i = 0; i < 9000; i++)
        ck_assert_uint_eq(*device_memory_at(memory, c + i), 0);
    device_memory_free(memory);
}
END_TEST

START_TEST(a_thousand_allocations_come_and_go)
{
    struct device_memory *memory = device_memory_new(64 << 20, 0, NULL);
    uint64_t address[1000];
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < 1000; i++)
            address[i] = device_memory_allocate(memory, "x", 1 + i * 13, NULL);
        for (unsigned i = 1; i < 1000; i++)
            ck_assert_uint_ge(address[i], address[i - 1] + 1 + (i - 1) * 13 + DEVICE_MEMORY_GAP);
        ck_assert_uint_eq(address[0], BASE);
        for (unsigned i = 0; i < 1000; i++)
            ck_assert(device_memory_release(memory, address[i * 7 % 1000]));
        ck_assert_uint_eq(device_memory_left(memory), 64 << 20);
    }
    device_memory_free(memory);
}
END_TEST

/* Where the first gap is that is wide enough, by looking at each. */
static uint64_t first_fit(const uint64_t *at, const uint64_t *bytes, unsigned n, uint64_t wanted)
{
    uint64_t room = (wanted + DEVICE_MEMORY_GAP + 255) / 256 * 256, place = BASE;
    for (;;) {
        uint64_t before = place;
        for (unsigned i = 0; i < n; i++) {
            uint64_t end = at[i] + (bytes[i] + DEVICE_MEMORY_GAP + 255) / 256 * 256;
            if (bytes[i] > 0 && at[i] < place + room && place < end)
                place = end;
        }
        if (place == before)
            return place;
    }
}

START_TEST(the_first_gap_is_taken)
{
    enum { N = 60, TURNS = 20000 };
    struct device_memory *memory = device_memory_new(64 << 20, 0, NULL);
    uint64_t address[N] = {0}, bytes[N] = {0};
    g_autoptr(GRand) random = g_rand_new_with_seed(7);
    for (unsigned turn = 0; turn < TURNS; turn++) {
        guint i = g_rand_int(random) % N;
        if (bytes[i] > 0) {
            ck_assert(device_memory_release(memory, address[i]));
            bytes[i] = 0;
            continue;
        }
        uint64_t wanted = (uint64_t)1 << g_rand_int(random) % 16;
        uint64_t expected = first_fit(address, bytes, N, wanted);
        address[i] = device_memory_allocate(memory, "x", wanted, NULL);
        bytes[i] = wanted;
        ck_assert_uint_eq(address[i], expected);
    }
    device_memory_free(memory);
}
END_TEST

/* Within Check's seconds, which looking at each of them would exceed. */
START_TEST(two_hundred_thousand_allocations_are_quick)
{
    struct device_memory *memory = device_memory_new(UINT64_C(4) << 30, 0, NULL);
    for (unsigned i = 0; i < 200000; i++)
        ck_assert_uint_ne(device_memory_allocate(memory, "x", 1 + i % 7 * 1000, NULL), 0);
    device_memory_free(memory);
}
END_TEST

/* ---- ranges of programs --------------------------------------------------------------------- */

START_TEST(programs_have_ranges)
{
    struct device_memory *memory = device_memory_new(1000000, 3, NULL);
    uint64_t size = 1003520; /* 245 pages */
    ck_assert_uint_eq(device_memory_capacity(memory), size);
    for (uint32_t i = 0; i < 3; i++)
        ck_assert_uint_eq(device_memory_range(memory, i), BASE + i * size);
    uint64_t b = device_memory_allocate_for(memory, 1, "b", 100, NULL);
    uint64_t c = device_memory_allocate_for(memory, 2, "c", 100, NULL);
    uint64_t a = device_memory_allocate_for(memory, 0, "a", 100, NULL);
    ck_assert_uint_eq(a, BASE);
    ck_assert_uint_eq(b, BASE + size);
    ck_assert_uint_eq(c, BASE + 2 * size);
    ck_assert_uint_eq(device_memory_allocate_for(memory, 1, "b2", 1, NULL), b + 4352);
    ck_assert_str_eq(device_memory_find(memory, b + 99, 1)->name, "b");
    ck_assert_ptr_null(device_memory_find(memory, b - 1, 1));
    ck_assert(device_memory_release(memory, b));
    ck_assert_uint_eq(device_memory_allocate_for(memory, 1, "b3", 256, NULL), b);
    ck_assert_str_eq(device_memory_find(memory, c, 1)->name, "c");
    ck_assert(device_memory_covers(memory, BASE + 3 * size - 1));
    ck_assert(!device_memory_covers(memory, BASE + 3 * size));
    device_memory_free(memory);
}
END_TEST

/* What is written here is read there, and the other way round. */
START_TEST(a_range_lies_in_its_file)
{
    struct device_memory *memory = device_memory_new(1 << 20, 2, NULL);
    uint64_t x = device_memory_allocate_for(memory, 1, "x", 8192, NULL);
    device_memory_write(memory, x + 5000, "there", 6);
    int file = device_memory_file(memory, 1);
    uint8_t *mapped = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ck_assert_ptr_ne(mapped, MAP_FAILED);
    ck_assert_str_eq((const char *)mapped + 5000, "there");
    memcpy(mapped + 8000, "back", 5);
    ck_assert_str_eq((const char *)device_memory_at(memory, x + 8000), "back");
    ck_assert_int_ne(device_memory_file(memory, 0), file);
    munmap(mapped, 1 << 20);
    device_memory_free(memory);
    memory = device_memory_new(1 << 20, 0, NULL);
    ck_assert_int_eq(device_memory_file(memory, 0), -1);
    device_memory_free(memory);
}
END_TEST

/* All programs together have no more than one would have alone. */
START_TEST(programs_share_the_capacity)
{
    struct device_memory *memory = device_memory_new(40960, 2, NULL);
    GError *error = NULL;
    ck_assert_uint_ne(device_memory_allocate_for(memory, 0, "a", 16384, NULL), 0); /* 20,480 */
    ck_assert_uint_eq(device_memory_left(memory), 20480);
    ck_assert_uint_eq(device_memory_allocate_for(memory, 1, "b", 20481, &error), 0);
    ck_assert_str_eq(error->message, "b: 20481 bytes do not fit into device memory: 20480 of 40960 "
                                     "are left (memory.size of the platform)");
    g_clear_error(&error);
    uint64_t b = device_memory_allocate_for(memory, 1, "b", 20480, NULL);
    ck_assert_uint_eq(b, BASE + 40960);
    ck_assert_uint_eq(device_memory_left(memory), 0);
    ck_assert_uint_eq(device_memory_allocate_for(memory, 0, "c", 1, NULL), 0);
    ck_assert(device_memory_release(memory, b));
    ck_assert_uint_eq(device_memory_left(memory), 20480);
    device_memory_free(memory);
}
END_TEST

/* A launch that is simulated writes without a word until it has ended. */
START_TEST(digests_are_kept_again_behind_a_launch)
{
    struct device_memory *memory = device_memory_new(1 << 20, 0, NULL);
    const uint64_t a = device_memory_allocate(memory, "a", 1000, NULL);
    const struct content_digest zeros = device_memory_digest(memory, a);
    ck_assert(device_memory_has_digest(memory, a));
    device_memory_launch_leaves(memory);
    device_memory_launch_leaves(memory);
    ck_assert(!device_memory_has_digest(memory, a));
    device_memory_at(memory, a)[7] = 1;
    device_memory_launch_ended(memory);
    ck_assert(!content_digest_equal(device_memory_digest(memory, a), zeros));
    ck_assert(!device_memory_has_digest(memory, a));
    device_memory_launch_ended(memory);
    ck_assert(!device_memory_has_digest(memory, a));
    ck_assert(!content_digest_equal(device_memory_digest(memory, a), zeros));
    ck_assert(device_memory_has_digest(memory, a));
    device_memory_free(memory);
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
    tcase_add_test(tcase, released_room_is_used_again);
    tcase_add_test(tcase, only_what_is_there_is_released);
    tcase_add_test(tcase, memory_used_again_is_zero);
    tcase_add_test(tcase, a_thousand_allocations_come_and_go);
    tcase_add_test(tcase, the_first_gap_is_taken);
    tcase_add_test(tcase, two_hundred_thousand_allocations_are_quick);
    tcase_add_test(tcase, programs_have_ranges);
    tcase_add_test(tcase, a_range_lies_in_its_file);
    tcase_add_test(tcase, programs_share_the_capacity);
    tcase_add_test(tcase, digests_are_kept_again_behind_a_launch);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
