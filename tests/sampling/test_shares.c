/* SPDX-License-Identifier: BSD-3-Clause */
/* How wide the interval of a launch may be, by what its kind has of all cycles. */
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

int main(void)
{
    Suite *suite = suite_create("shares");
    TCase *tests = tcase_create("shares");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, kinds_share_the_error);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
