/* SPDX-License-Identifier: BSD-3-Clause */
/* The set of lines that a block reads: emptied again and again, in whatever order its lines are by
 * then, it has what was added since and nothing else. */
#include "workloads/ptx/exec/block_lines/set.h"
#include <check.h>

START_TEST(emptied_after_sorting)
{
    struct block_lines_set lines;
    block_lines_set_init(&lines);
    for (uint64_t round = 0; round < 2000; round++) {
        /* Few, in no order, some twice. */
        for (uint64_t i = 0; i < 30; i++)
            block_lines_set_add(&lines, 4000000 + round * 7 + i * 11 % 24);
        ck_assert_uint_eq(lines.list->len, 24);
        block_lines_set_sort(&lines);
        for (uint64_t i = 0; i < 24; i++)
            ck_assert_uint_eq(g_array_index(lines.list, uint64_t, i), 4000000 + round * 7 + i);
        block_lines_set_clear(&lines);
    }
    for (uint64_t place = 0; place < 256; place++)
        ck_assert_uint_eq(lines.places[place], 0);
    block_lines_set_finish(&lines);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("reads lines");
    TCase *tests = tcase_create("set");
    tcase_add_test(tests, emptied_after_sorting);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
