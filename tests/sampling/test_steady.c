/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a series becomes steady, and how certain its mean is. */
#include "sampling/steady.h"
#include "sampling/student.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>

/* A table of the t distribution, as any book has it. */
START_TEST(knows_student)
{
    ck_assert(isinf(student_95(0)));
    ck_assert_double_eq_tol(student_95(1), 12.706, 0.001);
    ck_assert_double_eq_tol(student_95(4), 2.776, 0.001);
    ck_assert_double_eq_tol(student_95(20), 2.086, 0.001);
    ck_assert_double_eq_tol(student_95(30), 2.042, 0.002);
    ck_assert_double_eq_tol(student_95(60), 2.000, 0.002);
    ck_assert_double_eq_tol(student_95(100000), 1.960, 0.001);
}
END_TEST

START_TEST(leaves_the_warm_up_out)
{
    const double figures[] = {90, 40, 20, 10, 11, 9, 10, 11, 9, 10};
    ck_assert_uint_eq(steady_warm_up(figures, 10), 3);
    const struct steady steady = steady_from(figures, 10, 3);
    ck_assert_uint_eq(steady.n, 7);
    ck_assert_double_eq_tol(steady.mean, 10, 1e-12);
}
END_TEST

/* At most half of the figures. */
START_TEST(leaves_no_more_than_half_out)
{
    const double figures[] = {8, 7, 6, 5, 4, 3, 2, 1};
    ck_assert_uint_le(steady_warm_up(figures, 8), 4);
    ck_assert_uint_eq(steady_warm_up(figures, 2), 0);
}
END_TEST

/* By hand: mean 10, squares 4 + 0 + 4, a standard error of sqrt(8 / 2 / 3), and t(2) = 4.303. */
START_TEST(computes_the_interval)
{
    const double figures[] = {8, 10, 12};
    const struct steady steady = steady_from(figures, 3, 0);
    ck_assert_double_eq_tol(steady.half_width, 4.303 * sqrt(8.0 / 2 / 3), 1e-9);
    ck_assert(isinf(steady_from(figures, 2, 0).half_width));
}
END_TEST

/* A wave that takes long and one that is short in turn: pairs of them are all alike. */
START_TEST(sees_that_bursts_cancel)
{
    const double figures[] = {8, 12, 8, 12, 8, 12, 8, 12};
    ck_assert_double_eq_tol(steady_from(figures, 8, 0).half_width, 0, 1e-12);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("steady");
    TCase *tcase = tcase_create("steady");
    tcase_add_test(tcase, knows_student);
    tcase_add_test(tcase, leaves_the_warm_up_out);
    tcase_add_test(tcase, leaves_no_more_than_half_out);
    tcase_add_test(tcase, computes_the_interval);
    tcase_add_test(tcase, sees_that_bursts_cancel);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
