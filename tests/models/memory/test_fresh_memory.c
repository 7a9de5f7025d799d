/* SPDX-License-Identifier: BSD-3-Clause */
/* What a launch's parameters point to has its pages before the launch runs: of small allocations
 * all, of large ones those that the program has written, or all for as many threads. */
#include "models/memory/fresh_memory.h"
#include "workloads/launch.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096, SMALL = 64 * PAGE, LARGE = 32 << 20 };

/* Linux before 5.14 has no such call. */
static bool system_can(void)
{
    void *at = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const bool can = madvise(at, PAGE, 23 /* MADV_POPULATE_WRITE */) == 0;
    munmap(at, PAGE);
    return can;
}

static unsigned pages_of(const struct device_memory *memory)
{
    struct stat file;
    ck_assert_int_eq(fstat(device_memory_file(memory, 0), &file), 0);
    return (unsigned)(file.st_blocks / (PAGE / 512));
}

static void launch_blocks_of(struct device_memory *memory, const uint64_t *words, unsigned bytes,
                             unsigned blocks)
{
    const struct kernel_code code = {.param_bytes = bytes};
    const struct launch launch = {.code = &code,
                                  .params = (const uint8_t *)words,
                                  .grid = {blocks, 1, 1},
                                  .block = {256, 1, 1}};
    fresh_memory(memory, &launch);
}

static void launch(struct device_memory *memory, const uint64_t *words, unsigned bytes)
{
    launch_blocks_of(memory, words, bytes, 1);
}

START_TEST(small_allocations_have_all_pages)
{
    struct device_memory *memory = device_memory_new(64 << 20, 1, NULL);
    const uint64_t a = device_memory_allocate(memory, "a", SMALL, NULL),
                   b = device_memory_allocate(memory, "b", SMALL, NULL);
    const uint64_t words[] = {7, b + 100, a};
    launch(memory, words, 20); /* the last one is no whole word */
    ck_assert_uint_eq(pages_of(memory), system_can() ? SMALL / PAGE : 0);
    ck_assert_uint_eq(*(const uint8_t *)device_memory_at(memory, b), 0);
    launch(memory, words, 24);
    ck_assert_uint_eq(pages_of(memory), system_can() ? 2 * SMALL / PAGE : 0);
    device_memory_free(memory);
}
END_TEST

/* Whether a page of this process's is mapped, mincore doesn't say: only that no new one is made. */
START_TEST(large_ones_get_no_new_pages)
{
    struct device_memory *memory = device_memory_new(64 << 20, 1, NULL);
    const uint64_t a = device_memory_allocate(memory, "a", LARGE, NULL);
    const uint8_t byte = 5;
    ck_assert_int_eq(pwrite(device_memory_file(memory, 0), &byte, 1, 20 * PAGE), 1);
    ck_assert_int_eq(pwrite(device_memory_file(memory, 0), &byte, 1, 30 * PAGE), 1);
    launch(memory, &a, 8);
    ck_assert_uint_eq(pages_of(memory), 2);
    ck_assert_uint_eq(device_memory_at(memory, a)[20 * PAGE], 5);
    device_memory_free(memory);
}
END_TEST

/* Once, but not before a launch has so many threads. What is there stays. */
START_TEST(large_ones_have_all_pages_if_there_are_threads)
{
    enum { ENOUGH = LARGE / 16 / 256 };
    struct device_memory *memory = device_memory_new(64 << 20, 1, NULL);
    device_memory_allocate(memory, "before", SMALL, NULL);
    const uint64_t a = device_memory_allocate(memory, "a", LARGE, NULL);
    const uint8_t byte = 5;
    device_memory_write(memory, a + LARGE / 2, &byte, 1);
    launch_blocks_of(memory, &a, 8, ENOUGH - 1);
    ck_assert_uint_eq(pages_of(memory), 1);
    launch_blocks_of(memory, &a, 8, ENOUGH);
    ck_assert_uint_eq(pages_of(memory), system_can() ? LARGE / PAGE : 1);
    ck_assert_uint_eq(device_memory_at(memory, a)[0], 0);
    ck_assert_uint_eq(device_memory_at(memory, a)[LARGE / 2], 5);
    ck_assert_uint_eq(device_memory_at(memory, a)[LARGE - 1], 0);
    device_memory_free(memory);
}
END_TEST

/* Memory of our own, and addresses of nobody. */
START_TEST(nothing_else_is_touched)
{
    struct device_memory *memory = device_memory_new(64 << 20, 0, NULL);
    const uint64_t a = device_memory_allocate(memory, "a", SMALL, NULL);
    const uint64_t words[] = {a, a + SMALL, UINT64_MAX, 0};
    launch(memory, words, sizeof words);
    ck_assert_uint_eq(device_memory_at(memory, a)[0], 0);
    device_memory_free(memory);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fresh memory");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, small_allocations_have_all_pages);
    tcase_add_test(tcase, large_ones_get_no_new_pages);
    tcase_add_test(tcase, large_ones_have_all_pages_if_there_are_threads);
    tcase_add_test(tcase, nothing_else_is_touched);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
