/* SPDX-License-Identifier: BSD-3-Clause */
/* The rules by which a study's values are compared with published ones. */
#include "study/agreement.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

static const struct {
    double value, neutral;
    char sign;
} signs[] = {
    {1.0201, 1, '+'}, {1.02, 1, '0'},   {1.001, 1, '0'},   {1, 1, '0'},       {0.98, 1, '0'},
    {0.9799, 1, '-'}, {24.4, 24, '0'},  {24.5, 24, '+'},   {23.5, 24, '-'},   {0.001, 0, '+'},
    {0, 0, '0'},      {-0.001, 0, '-'}, {-102, -100, '0'}, {-103, -100, '-'},
};

START_TEST(dead_zone)
{
    ck_assert_int_eq(agreement_sign(signs[_i].value, signs[_i].neutral), signs[_i].sign);
}
END_TEST

/* Both ways: an effect where none is published is as wrong as none where one is. */
static const struct {
    double published;
    char bound;
    double neutral, own;
    int same;
} entries[] = {
    {1.4, 0, 1, 1.03, 1},   {1.4, 0, 1, 1.01, 0},  {1.4, 0, 1, 0.9, 0},  {1.01, 0, 1, 1.01, 1},
    {1.01, 0, 1, 1.4, 0},   {0.9, 0, 1, 0.5, 1},   {0.9, 0, 1, 0.99, 0}, {1.1, '>', 1, 1.13, 1},
    {1.1, '>', 1, 1.11, 0}, {1.1, '>', 1, 0.5, 0}, {1, '<', 1, 0.97, 1}, {1, '<', 1, 0.99, 0},
    {1.4, 0, 1, NAN, -1},   {24, 0, 24, 30, -1},
};

START_TEST(same_sign)
{
    const struct study_published entry = {.value = entries[_i].published,
                                          .bound = entries[_i].bound,
                                          .neutral = entries[_i].neutral,
                                          .no_effect = entries[_i].published == 24};
    ck_assert_int_eq(agreement_same(&entry, entries[_i].own), entries[_i].same);
}
END_TEST

START_TEST(intervals)
{
    static const double values[] = {1, 2, 3, 4};
    static const double powers[] = {1, 4, 16};
    static double many[100];
    struct interval interval = agreement_interval(values, 4, false);
    /* 2.5 +- 3.182 sqrt(5/3 / 4) */
    ck_assert_double_eq_tol(interval.low, 0.446028, 1e-6);
    ck_assert_double_eq_tol(interval.high, 4.553972, 1e-6);
    interval = agreement_interval(powers, 3, true); /* 4 times or by 4^(4.303 / sqrt 3) */
    ck_assert_double_eq_tol(log(interval.high / 4) / log(4), 4.303 / sqrt(3), 1e-9);
    ck_assert_double_eq_tol(interval.low * interval.high, 16, 1e-9);
    interval = agreement_interval(values, 1, false);
    ck_assert(isnan(interval.low) && isnan(interval.high));
    for (unsigned i = 0; i < G_N_ELEMENTS(many); i++)
        many[i] = i % 2;
    interval = agreement_interval(many, G_N_ELEMENTS(many), false);
    ck_assert_double_eq_tol(interval.high - 0.5, 2.042 * sqrt(25.0 / 99 / 100), 1e-9);
    many[0] = NAN; /* a point that has failed */
    interval = agreement_interval(many, 3, false);
    ck_assert(isnan(interval.low) && isnan(interval.high));
}
END_TEST

START_TEST(rank_correlation)
{
    static const double x[] = {1, 2, 3, 4, 5}, y[] = {2, 30, 400, 5000, 60000};
    static const double down[] = {5, 4, 3, 2, 1}, mixed[] = {2, 1, 4, 3, 5};
    static const double ties[] = {1, 2, 2, 3, 4}, same[] = {7, 7, 7, 7, 7};
    ck_assert_double_eq_tol(agreement_rank_correlation(x, y, 5), 1, 1e-12);
    ck_assert_double_eq_tol(agreement_rank_correlation(x, down, 5), -1, 1e-12);
    ck_assert_double_eq_tol(agreement_rank_correlation(x, mixed, 5), 0.8, 1e-12);
    /* ranks 1, 2.5, 2.5, 4, 5: 9.5 by sqrt(10 x 9.5) */
    ck_assert_double_eq_tol(agreement_rank_correlation(x, ties, 5), 9.5 / sqrt(95), 1e-12);
    ck_assert(isnan(agreement_rank_correlation(x, same, 5)));
    ck_assert(isnan(agreement_rank_correlation(x, y, 2)));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("agreement");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, dead_zone, 0, (int)G_N_ELEMENTS(signs));
    tcase_add_loop_test(tests, same_sign, 0, (int)G_N_ELEMENTS(entries));
    tcase_add_test(tests, intervals);
    tcase_add_test(tests, rank_correlation);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
