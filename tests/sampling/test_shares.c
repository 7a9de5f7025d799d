/* SPDX-License-Identifier: BSD-3-Clause */
/* How certain launches have to be, by what their kind has of all cycles, and which of those that
 * repeat are timed. */
#include "sampling/sampling.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>

/* So many kinds with as many cycles each: their parts of the error come to the whole error. A
 * launch that is nearly all of a run gets no more than that, and none gets more than three times
 * it. */
START_TEST(kinds_share_the_error)
{
    for (unsigned n = 1; n <= 9; n++) {
        const struct sampling_aim equal = {0.02, 500, 1000 * n - 500, n};
        const double part = sampling_error_for(&equal, 500) / n;
        ck_assert_double_eq_tol(sqrt(n * part * part), 0.02, 1e-9);
    }
    const struct sampling_aim begins = {0.02, 0, 10, 9}, small = {0.02, 0, 1e6, 100},
                              first = {0.02, 0, 0, 1};
    ck_assert_double_eq_tol(sampling_error_for(&begins, 1e6), 0.02, 1e-6);
    ck_assert_double_eq_tol(sampling_error_for(&small, 10), 0.06, 1e-9);
    ck_assert_double_eq_tol(sampling_error_for(&first, 10), 0.02, 1e-9);
}
END_TEST

/* Whether a launch of the kernel is timed. Its interval is as wide as it may be. */
static bool is_timed(struct sampling *sampling, const char *kernel, double cycles, uint64_t repeats)
{
    const guint kind = sampling_kind(sampling, kernel, kernel);
    if (!sampling_wants(sampling, kind, 50)) {
        sampling_note_computed(sampling, kind, &(struct computed_launch){50, {0}, repeats});
        return false;
    }
    const struct sampling_aim aim = sampling_aim_of(sampling, kind);
    const struct timed_launch timed = {
        .size = 50, .cycles = cycles, .half_width = sampling_error_for(&aim, cycles)};
    sampling_note_timed(sampling, kind, &timed);
    return true;
}

/* 200 launches, of which the third and all later ones repeat the same. */
static unsigned timed_of_200(double first, unsigned turns)
{
    struct sampling sampling;
    unsigned n = 0;
    sampling_init(&sampling, 0.02);
    for (unsigned i = 0; i < 200; i++)
        n += is_timed(&sampling, "k", i == 0 ? first : 1000, i > 1 ? 1 + i % turns : 0);
    sampling_finish(&sampling);
    return n;
}

/* If the first two that are timed take about as long, no others are. If they differ, or if launches
 * repeat by turns what two have done, they count as others do. */
START_TEST(launches_that_repeat)
{
    ck_assert_uint_eq(timed_of_200(1005, 1), 2);
    ck_assert_uint_ge(timed_of_200(1200, 1), 3);
    ck_assert_uint_ge(timed_of_200(1005, 2), 3);
}
END_TEST

/* The first launches of a kernel are a small part of all, and may be uncertain. When it has become
 * half of all, one more is timed, though they repeat. */
START_TEST(a_kind_that_grows)
{
    struct sampling sampling;
    unsigned n = 0;
    sampling_init(&sampling, 0.02);
    for (unsigned i = 0; i < 20; i++) {
        g_autofree char *name = g_strdup_printf("before %u", i);
        is_timed(&sampling, name, 5000, 0);
    }
    for (unsigned i = 0; i < 100; i++)
        n += is_timed(&sampling, "k", 100, 1);
    ck_assert_uint_eq(n, 2);
    for (unsigned i = 100; i < 1000; i++)
        n += is_timed(&sampling, "k", 100, 1);
    ck_assert_uint_eq(n, 3);
    sampling_finish(&sampling);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("shares");
    TCase *tests = tcase_create("shares");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, kinds_share_the_error);
    tcase_add_test(tests, launches_that_repeat);
    tcase_add_test(tests, a_kind_that_grows);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
