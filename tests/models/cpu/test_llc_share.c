/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/cpu/llc_share.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>

/* By hand: by frequency of access, 6 : 3 : 1; with bounds, what the first leaves goes 3 : 1. */
START_TEST(divides_by_frequency)
{
    struct llc_user users[] = {{6, 1000, 0}, {3, 1000, 0}, {1, 1000, 0}};
    llc_divide(users, 3, 100);
    ck_assert_double_eq_tol(users[0].part, 60, 1e-12);
    ck_assert_double_eq_tol(users[1].part, 30, 1e-12);
    ck_assert_double_eq_tol(users[2].part, 10, 1e-12);
    users[0].footprint = 20;
    llc_divide(users, 3, 100);
    ck_assert_double_eq_tol(users[0].part, 20, 1e-12);
    ck_assert_double_eq_tol(users[1].part, 60, 1e-12);
    ck_assert_double_eq_tol(users[2].part, 20, 1e-12);
    /* 60 is more than 50, so 30 are left for the last one, which needs 25. */
    users[1].footprint = 50;
    users[2].footprint = 25;
    llc_divide(users, 3, 100);
    ck_assert_double_eq_tol(users[1].part, 50, 1e-12);
    ck_assert_double_eq_tol(users[2].part, 25, 1e-12);
}
END_TEST

/* Numbers from 0 to 1 that repeat: splitmix64's top bits. */
static double number(unsigned i)
{
    unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

/* Nothing of the cache is lost and nothing divided twice; more from one is never more for others.
 */
START_TEST(conserves_and_is_monotone)
{
    enum { N = 4, TRIALS = 500 };
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        struct llc_user users[N], pressed[N];
        double sum = 0, footprints = 0;
        for (unsigned i = 0; i < N; i++) {
            users[i].access_rate = number(trial * 16 + i);
            users[i].footprint = number(trial * 16 + 4 + i) * 100 + 1;
            footprints += users[i].footprint;
            pressed[i] = users[i];
        }
        llc_divide(users, N, 100);
        for (unsigned i = 0; i < N; i++) {
            sum += users[i].part;
            ck_assert_double_le(users[i].part, users[i].footprint);
        }
        ck_assert_double_eq_tol(sum, fmin(100, footprints), 1e-9);
        pressed[0].access_rate *= 1 + number(trial * 16 + 8);
        pressed[0].footprint *= 1 + number(trial * 16 + 9);
        llc_divide(pressed, N, 100);
        for (unsigned i = 1; i < N; i++)
            ck_assert_double_le(pressed[i].part, users[i].part + 1e-9);
    }
}
END_TEST

START_TEST(misses_follow_the_root)
{
    ck_assert_double_eq_tol(llc_misses(100, 100, 400, 3, 50), 3, 1e-12);
    ck_assert_double_eq_tol(llc_misses(25, 100, 400, 3, 50), 6, 1e-12);
    ck_assert_double_eq_tol(llc_misses(1, 100, 400, 3, 20), 20, 1e-12);
    ck_assert_double_eq_tol(llc_misses(0, 100, 400, 3, 20), 20, 1e-12);
    /* All of a small footprint. */
    ck_assert_double_eq_tol(llc_misses(40, 100, 40, 3, 50), 3, 1e-12);
    ck_assert_double_eq_tol(llc_misses(10, 100, 40, 3, 50), 6, 1e-12);
}
END_TEST

/* Of 160 bytes, 10 a way: 5 hits want one way, 3 want three. A footprint of 24 bytes is three ways
 * at most. */
START_TEST(loses_hits_by_recency)
{
    const struct llc_curve curve = {.hits = {[0] = 5, [2] = 3, [9] = 2}};
    ck_assert_double_eq_tol(llc_lost_hits(&curve, 160, 160, 1000), 0, 1e-12);
    ck_assert_double_eq_tol(llc_lost_hits(&curve, 30, 160, 1000), 2, 1e-12);
    ck_assert_double_eq_tol(llc_lost_hits(&curve, 25, 160, 1000), 2 + 1.5, 1e-12);
    ck_assert_double_eq_tol(llc_lost_hits(&curve, 0, 160, 1000), 10, 1e-12);
    ck_assert_double_eq_tol(llc_lost_hits(&curve, 24, 160, 24), 0, 1e-12);
    for (double part = 0; part < 160; part += 0.5)
        ck_assert_double_ge(llc_lost_hits(&curve, part, 160, 100),
                            llc_lost_hits(&curve, part + 0.5, 160, 100));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("llc_share");
    TCase *tcase = tcase_create("llc_share");
    tcase_add_test(tcase, divides_by_frequency);
    tcase_add_test(tcase, conserves_and_is_monotone);
    tcase_add_test(tcase, misses_follow_the_root);
    tcase_add_test(tcase, loses_hits_by_recency);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
