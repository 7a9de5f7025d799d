/* SPDX-License-Identifier: BSD-3-Clause */
/* A program that changes its input in every way between launches of the same kernel: what is known
 * of memory is never older than memory. Also where the launches that change it are timed. */
#include "tests/programs/run.h"

static const char *const ways[] = {"--functional", "--functional --recompute", "--kernels=put",
                                   "--functional --threads=3"};

START_TEST(each_change_is_seen)
{
    auto_run run;
    run_well(&run, ways[_i], "repeats changes");
    assert_line(&run, "wrong 0");
    const uint64_t known = result_number(run.result, "totals.functional.known_launches");
    if (_i == 0 || _i == 3)
        ck_assert_uint_gt(known, 25);
    if (_i == 1)
        ck_assert_uint_eq(known, 0);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("repeats");
    tcase_set_timeout(tests, 250);
    tcase_add_loop_test(tests, each_change_is_seen, 0, (int)G_N_ELEMENTS(ways));
    Suite *suite = suite_create("repeats");
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
