/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a series becomes steady, and how certain its mean is. */
#include "sampling/steady.h"
#include "sampling/student.h"
#include <check.h>
#include <math.h>
#include <stdint.h>
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

/* The distribution's own quantiles are 6.017 and 3.575: no less, and hardly more. */
START_TEST(knows_parts_of_degrees)
{
    ck_assert(student_95(1.5) >= 6.017 && student_95(1.5) < 6.5);
    ck_assert(student_95(2.5) >= 3.575 && student_95(2.5) < 3.7);
    ck_assert(student_95(0.5) > student_95(1));
}
END_TEST

static struct steady_series series_of(const double *figures, unsigned n)
{
    return (struct steady_series){.counted = figures, .n = n, .batch = 1};
}

START_TEST(leaves_the_warm_up_out)
{
    const double figures[] = {90, 40, 20, 10, 11, 9, 10, 11, 9, 10};
    const struct steady_series series = series_of(figures, 10);
    ck_assert_uint_eq(steady_warm_up(&series), 3);
    const struct steady steady = steady_from(&series, 3);
    ck_assert_uint_eq(steady.n, 7);
    ck_assert_double_eq_tol(steady.mean, 10, 1e-12);
}
END_TEST

/* At most half of the figures. */
START_TEST(leaves_no_more_than_half_out)
{
    const double figures[] = {8, 7, 6, 5, 4, 3, 2, 1};
    const struct steady_series series = series_of(figures, 8), two = series_of(figures, 2);
    ck_assert_uint_le(steady_warm_up(&series), 4);
    ck_assert_uint_eq(steady_warm_up(&two), 0);
}
END_TEST

/* By hand: mean 10, squares 0 + 4 + 4, a standard error of sqrt(8 / 2 / 3), and t(2) = 4.303. Of
 * the correlation, -4 / 8, nothing is left: with its bias it is -1/2 - 1/3. */
START_TEST(computes_the_interval)
{
    const double figures[] = {10, 12, 8};
    const struct steady_series series = series_of(figures, 3), two = series_of(figures, 2);
    ck_assert_double_eq_tol(steady_from(&series, 0).half_width, 4.303 * sqrt(8.0 / 2 / 3), 1e-9);
    ck_assert(isinf(steady_from(&two, 0).half_width));
}
END_TEST

/* By hand: squares 8, products 1 + 1 + 1 - 1 + 1 + 1 + 1 = 5, a correlation of 5 / 8. With its bias
 * of (1 + 20 / 8) / 8 it is more than 1, so 0.9 counts. */
START_TEST(is_wider_if_neighbours_are_alike)
{
    const double figures[] = {9, 9, 9, 9, 11, 11, 11, 11};
    const struct steady_series series = series_of(figures, 8);
    ck_assert_double_eq_tol(steady_from(&series, 0).half_width,
                            2.365 * sqrt(8.0 / 7 / 8) * sqrt(1.9 / 0.1), 1e-3);
}
END_TEST

/* A long wave and a short one in turn may be chance. */
START_TEST(is_no_narrower_if_neighbours_differ)
{
    const double figures[] = {8, 12, 8, 12, 8, 12, 8, 12};
    const struct steady_series series = series_of(figures, 8);
    ck_assert_double_eq_tol(steady_from(&series, 0).half_width, 2.365 * sqrt(32.0 / 7 / 8), 1e-3);
}
END_TEST

/* The same are the halves of four waves that are all alike: nothing is uncertain. */
START_TEST(parts_of_a_wave_belong_together)
{
    const double figures[] = {8, 12, 8, 12, 8, 12, 8, 12};
    struct steady_series series = series_of(figures, 8);
    series.batch = 2;
    ck_assert_double_eq_tol(steady_from(&series, 0).mean, 10, 1e-12);
    ck_assert_double_eq_tol(steady_from(&series, 0).half_width, 0, 1e-9);
    series.n = 3;
    ck_assert(isinf(steady_from(&series, 0).half_width));
}
END_TEST

/* By hand: mean 11; the batches 9, 9, 12, 14, 12 are off by -2, -2, 1, 3, 1. The variance is
 * 6 * 2 / (5 * 4) * 19, and 1.5 * (6 / 2 - 1) degrees have 3.182. Batches side by side: products
 * -2 + 1 by squares 4 + 1 + 1, with the bias of (1 - 4 / 6) / 3 less than 0. */
START_TEST(takes_batches_that_overlap)
{
    const double figures[] = {8, 10, 8, 16, 12, 12};
    struct steady_series series = series_of(figures, 6);
    series.batch = 2;
    ck_assert_double_eq_tol(steady_from(&series, 0).half_width,
                            3.182 * sqrt(6.0 * 2 / (5 * 4) * 19 / 6), 1e-3);
}
END_TEST

/* A piece of a tenth of the work with a figure that is far off hardly counts. */
START_TEST(work_is_a_weight)
{
    const double counted[] = {20, 20, 5, 20}, work[] = {2, 2, 0.1, 2};
    const struct steady_series series = {counted, work, 4, 1};
    ck_assert_double_eq_tol(steady_from(&series, 0).mean, 65 / 6.1, 1e-9);
}
END_TEST

/* Noise that carries over from one figure to the next, alone and in batches. The interval is for 95
 * of 100 cases. */
START_TEST(holds_the_mean_of_what_carries_over)
{
    enum { SERIES = 2000, LENGTH = 40 };
    static const unsigned batches[] = {1, 4};
    uint64_t state = 1;
    unsigned inside = 0;
    for (unsigned k = 0; k < SERIES; k++) {
        double figures[LENGTH], last = 0;
        for (unsigned i = 0; i < LENGTH; i++) {
            double noise = -6;
            for (unsigned j = 0; j < 12; j++) {
                state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
                noise += (double)(state >> 11) * 0x1p-53;
            }
            last = 0.5 * last + noise;
            figures[i] = 100 + last;
        }
        const struct steady_series series = {.counted = figures, .n = LENGTH, .batch = batches[_i]};
        const struct steady steady = steady_from(&series, 0);
        inside += fabs(steady.mean - 100) <= steady.half_width;
    }
    ck_assert_uint_ge(inside, SERIES * 92 / 100);
    ck_assert_uint_le(inside, SERIES * 98 / 100);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("steady");
    TCase *tcase = tcase_create("steady");
    tcase_add_test(tcase, knows_student);
    tcase_add_test(tcase, knows_parts_of_degrees);
    tcase_add_test(tcase, leaves_the_warm_up_out);
    tcase_add_test(tcase, leaves_no_more_than_half_out);
    tcase_add_test(tcase, computes_the_interval);
    tcase_add_test(tcase, is_wider_if_neighbours_are_alike);
    tcase_add_test(tcase, is_no_narrower_if_neighbours_differ);
    tcase_add_test(tcase, parts_of_a_wave_belong_together);
    tcase_add_test(tcase, takes_batches_that_overlap);
    tcase_add_test(tcase, work_is_a_weight);
    tcase_add_loop_test(tcase, holds_the_mean_of_what_carries_over, 0, 2);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
