/* SPDX-License-Identifier: BSD-3-Clause */
/* The device's Bessel functions, on the host, against the C library's in long double. Functions of
 * the first and second kind are compared absolutely, above 1 relatively; the modified ones with
 * their series in long double.
 */
#include "simgpu/special/bessel.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>

static double worst(double is, long double should)
{
    const long double error = fabsl((long double)is - should);
    return (double)(error / (fabsl(should) > 1 ? fabsl(should) : 1));
}

/* Sum of positive terms: nothing cancels. */
static long double exact_modified(int order, double x)
{
    const long double q = 0.25L * x * x;
    long double term = order ? 0.5L * x : 1, sum = term;
    for (int k = 1; k < 2000 && fabsl(term) > 1e-22L * fabsl(sum); k++) {
        term *= q / ((long double)k * (k + order));
        sum += term;
    }
    return sum;
}

START_TEST(test_first_and_second_kind)
{
    static const double most = 2e-14;
    static const int orders[] = {0, 1, 2, 3, 5, 10, 40};
    double first = 0, second = 0;
    for (double x = 1e-8; x < 200; x = x < 1 ? x * 1.37 : x + 0.0137) {
        for (unsigned i = 0; i < sizeof orders / sizeof *orders; i++) {
            const int n = orders[i];
            first = fmax(first, worst(simgpu_jn(n, x), jnl(n, x)));
            first = fmax(first, worst(simgpu_jn(n, -x), jnl(n, -x)));
            if (n < 10 || x > 5)
                second = fmax(second, worst(simgpu_yn(n, x), ynl(n, x)));
        }
    }
    ck_assert_msg(first < most && second < most, "first kind %g, second %g", first, second);
    for (double x = 300; x < 1e6; x *= 1.3)
        ck_assert_msg(worst(simgpu_j0(x), j0l(x)) < 1e-14 && worst(simgpu_y1(x), y1l(x)) < 1e-14,
                      "%g: %g %g", x, simgpu_j0(x), simgpu_y1(x));
}
END_TEST

START_TEST(test_modified)
{
    double most = 0;
    for (double x = 1e-6; x < 700; x = x < 1 ? x * 1.7 : x * 1.003) {
        for (int order = 0; order < 2; order++) {
            const long double should = exact_modified(order, x);
            most = fmax(most, (double)fabsl((simgpu_bessel_modified(order, x) - should) / should));
        }
        ck_assert(simgpu_cyl_bessel_i1(-x) == -simgpu_cyl_bessel_i1(x));
    }
    ck_assert_msg(most < 2e-15, "%g", most);
}
END_TEST

START_TEST(test_ends)
{
    ck_assert(simgpu_j0(0) == 1 && simgpu_j1(0) == 0 && simgpu_jn(3, 0) == 0);
    ck_assert(simgpu_y0(0) == -INFINITY && isnan(simgpu_y0(-1)) && isnan(simgpu_j0(NAN)));
    ck_assert(simgpu_j0(INFINITY) == 0 && simgpu_y1(INFINITY) == 0);
    ck_assert(simgpu_jn(-3, 2) == -simgpu_jn(3, 2) && simgpu_yn(-2, 2) == simgpu_yn(2, 2));
    ck_assert(simgpu_cyl_bessel_i0(0) == 1 && simgpu_cyl_bessel_i0(INFINITY) == INFINITY);
    ck_assert(simgpu_jn(300, 0.5) == 0 && simgpu_yn(300, 0.5) == -INFINITY);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simgpucc_bessel");
    TCase *tcase = tcase_create("bessel");
    tcase_add_test(tcase, test_first_and_second_kind);
    tcase_add_test(tcase, test_modified);
    tcase_add_test(tcase, test_ends);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
