/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory that has been used before is zero again. */
#include "models/memory/device_memory.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Many bytes at once, in memory of our own and in a file; only some of its pages are there, and
 * they stay. */
START_TEST(much_memory_used_again_is_zero)
{
    enum { BYTES = 6 << 20, PAGE = 4096 };
    struct device_memory *memory = device_memory_new(16 << 20, (uint32_t)_i, NULL);
    uint64_t a = device_memory_allocate(memory, "a", BYTES, NULL);
    uint8_t *at = device_memory_at(memory, a);
    for (unsigned i = 1; i < BYTES; i += i % 3 == 0 ? 1 : 700 * 1000)
        memset(at + i, 0xff, MIN(10000, BYTES - i));
    at[0] = at[BYTES - 1] = 1;
    ck_assert(device_memory_release(memory, a));
    ck_assert_uint_eq(device_memory_allocate(memory, "b", BYTES - 5000, NULL), a);
    struct stat of_file;
    if (_i > 0) {
        ck_assert_int_eq(fstat(device_memory_file(memory, 0), &of_file), 0);
        ck_assert_int_gt(of_file.st_blocks, 0);
        ck_assert_int_lt(of_file.st_blocks, BYTES / 512 / 2);
    }
    for (unsigned i = 0; i < BYTES - 5000; i++)
        ck_assert_uint_eq(at[i], 0);
    ck_assert_uint_eq(at[BYTES - 1], 1);
    ck_assert(device_memory_release(memory, a));
    ck_assert_uint_eq(device_memory_allocate(memory, "c", BYTES, NULL), a);
    ck_assert_uint_eq(at[BYTES - 1], 0);
    device_memory_free(memory);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cleared memory");
    TCase *tcase = tcase_create("all");
    tcase_add_loop_test(tcase, much_memory_used_again_is_zero, 0, 2);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
