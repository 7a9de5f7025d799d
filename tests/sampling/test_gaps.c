/* SPDX-License-Identifier: BSD-3-Clause */
/* What windows on both sides of gaps say: chance, or a change. */
#include "sampling/gaps.h"
#include "sampling/student.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>

enum { WHOLE = 1000 };

START_TEST(none_says_nothing)
{
    const struct gaps_spread spread = gaps_spread(NULL, 0, WHOLE);
    ck_assert(isinf(spread.chance));
    ck_assert_double_eq(spread.changes, 0);
}
END_TEST

/* A difference of two is that of two errors. */
START_TEST(differences_are_by_chance)
{
    const struct gap_sides sides[] = {{99, 101, 1}, {101, 99, 1}, {98, 102, 1}};
    const struct gaps_spread spread = gaps_spread(sides, 3, WHOLE);
    ck_assert_double_eq(spread.changes, 0);
    ck_assert_double_eq_tol(spread.chance, student_95(3) * sqrt((4 + 4 + 16) / 2.0 / 3) / 100,
                            1e-9);
}
END_TEST

/* Others are alike: what lies between the sides is bounded. The rest is no surer than windows can
 * be. */
START_TEST(a_change_is_bounded)
{
    const struct gap_sides sides[] = {{100, 200, 7}, {100, 100.1, 1}, {200, 100, 5}, {100, 100, 9}};
    const struct gaps_spread spread = gaps_spread(sides, 4, WHOLE);
    ck_assert_double_eq_tol(spread.changes, 7 * 50 + 5 * 50, 1e-9);
    ck_assert_double_eq_tol(spread.chance, 0.01, 1e-9);
}
END_TEST

/* Two gaps of three don't tell a change from chance: one alone is no sample. */
START_TEST(few_gaps_show_no_change)
{
    const struct gap_sides sides[] = {{100, 150, 1}, {150, 100, 1}, {100, 100, 1}};
    ck_assert_double_eq(gaps_spread(sides, 3, WHOLE).changes, 0);
}
END_TEST

/* Where figures scatter, the largest difference is one of them. */
START_TEST(the_largest_may_be_chance)
{
    const struct gap_sides sides[] = {{100, 110, 1}, {100, 105, 1}, {100, 96, 1}, {100, 107, 1}};
    ck_assert_double_eq(gaps_spread(sides, 4, WHOLE).changes, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gaps");
    TCase *tests = tcase_create("gaps");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, none_says_nothing);
    tcase_add_test(tests, differences_are_by_chance);
    tcase_add_test(tests, a_change_is_bounded);
    tcase_add_test(tests, few_gaps_show_no_change);
    tcase_add_test(tests, the_largest_may_be_chance);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
