/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/least_squares.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>

enum { ROWS = 40 };

/* Numbers that repeat and have no pattern: splitmix64's top bits. */
static double number(unsigned i)
{
    uint64_t z = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) / (double)(UINT64_C(1) << 53);
}

static struct lapack lapack;

static void set_up(void)
{
    ck_assert(lapack_load(&lapack, NULL));
}

static void tear_down(void)
{
    lapack_unload(&lapack);
}

/* A textbook's line: y = 2.2 + 0.6 x of (1,2), (2,4), (3,5), (4,4), (5,5). */
START_TEST(fits_a_line)
{
    static const double columns[] = {1, 1, 1, 1, 1, 1, 2, 3, 4, 5}, target[] = {2, 4, 5, 4, 5};
    struct least_squares fit;
    least_squares_init(&fit, &lapack, columns, 5, 2, target);
    ck_assert_uint_eq(fit.dependent->len, 0);
    ck_assert_double_eq_tol(fit.coefficients[0], 2.2, 1e-13);
    ck_assert_double_eq_tol(fit.coefficients[1], 0.6, 1e-13);
    least_squares_finish(&fit);
}
END_TEST

/* What is left is orthogonal to every column, which nothing but the minimum has. */
START_TEST(leaves_what_is_orthogonal)
{
    double columns[6 * ROWS], target[ROWS];
    struct least_squares fit;
    for (unsigned i = 0; i < 6 * ROWS; i++)
        columns[i] = number(i) * pow(10, (double)(i / ROWS) - 3);
    for (unsigned i = 0; i < ROWS; i++)
        target[i] = number(1000 + i);
    least_squares_init(&fit, &lapack, columns, ROWS, 6, target);
    for (unsigned k = 0; k < 6; k++) {
        double product = 0, length = 0;
        for (unsigned i = 0; i < ROWS; i++) {
            double left = target[i];
            for (unsigned c = 0; c < 6; c++)
                left -= fit.coefficients[c] * columns[c * ROWS + i];
            product += left * columns[k * ROWS + i];
            length += columns[k * ROWS + i] * columns[k * ROWS + i];
        }
        ck_assert_double_le(fabs(product) / sqrt(length), 1e-12);
    }
    least_squares_finish(&fit);
}
END_TEST

/* 0: free; 1: zeros; 2: free; 3 = 2 * 0 - 1e6 * 2; 4: free; 5 = 0. */
START_TEST(names_what_depends)
{
    double columns[6 * ROWS], target[ROWS];
    struct least_squares fit;
    for (unsigned i = 0; i < ROWS; i++) {
        const double a = number(i) * 1e6, b = number(100 + i), c = number(200 + i) * 1e-6;
        const double row[] = {a, 0, b, 2 * a - 1e6 * b, c, a};
        for (unsigned k = 0; k < 6; k++)
            columns[k * ROWS + i] = row[k];
        target[i] = 3 * a - 4e6 * b + 5e12 * c;
    }
    least_squares_init(&fit, &lapack, columns, ROWS, 6, target);
    static const double wanted[] = {3, 0, -4e6, 0, 5e12, 0};
    for (unsigned k = 0; k < 6; k++)
        ck_assert_double_le(fabs(fit.coefficients[k] - wanted[k]), 1e-9 * fabs(wanted[k]));
    static const unsigned dependent[] = {1, 3, 5};
    static const double weights[3][6] = {{0}, {2, 0, -1e6, 0, 0, 0}, {1, 0, 0, 0, 0, 0}};
    ck_assert_uint_eq(fit.dependent->len, 3);
    for (unsigned i = 0; i < 3; i++) {
        const struct dependent_column *one = fit.dependent->pdata[i];
        ck_assert_uint_eq(one->column, dependent[i]);
        for (unsigned k = 0; k < 6; k++)
            ck_assert_double_le(fabs(one->weights[k] - weights[i][k]), 1e-9 * fabs(weights[i][k]));
    }
    least_squares_finish(&fit);
}
END_TEST

/* More columns than rows: the last ones depend on the others. */
START_TEST(wants_rows)
{
    static const double columns[] = {1, 0, 1, 1, 2, 3}, target[] = {5, 7};
    struct least_squares fit;
    least_squares_init(&fit, &lapack, columns, 2, 3, target);
    ck_assert_uint_eq(fit.dependent->len, 1);
    ck_assert_uint_eq(((struct dependent_column *)fit.dependent->pdata[0])->column, 2);
    ck_assert_double_eq_tol(fit.coefficients[0], -2, 1e-13);
    ck_assert_double_eq_tol(fit.coefficients[1], 7, 1e-13);
    ck_assert_double_eq(fit.coefficients[2], 0);
    least_squares_finish(&fit);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("least_squares");
    TCase *tcase = tcase_create("least_squares");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, fits_a_line);
    tcase_add_test(tcase, leaves_what_is_orthogonal);
    tcase_add_test(tcase, names_what_depends);
    tcase_add_test(tcase, wants_rows);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
