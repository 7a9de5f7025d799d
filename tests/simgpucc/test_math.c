/* SPDX-License-Identifier: BSD-3-Clause */
/* Accuracy of the device's math functions, measured on the host.
 *
 * The same source that device code is made of is compiled here, and compared with the C library in
 * a wider type: float functions with long double over a dense sample of all bit patterns, double
 * ones with long double over random numbers. Each row states the most ulps it may be wrong; the
 * rows are what runtime/include/README.md promises (--table prints them as measured).
 *
 * Differs from a device: ex2.approx and rsqrt.approx are here rounded correctly. On hardware 2^f
 * has a relative error up to 2^-22.5, which adds at most 3 ulps to expf and its relatives.
 *
 * Units: ulp of the result's type at the exact result.
 */
#include "exact_math.h"
#include "simgpu/math_all.h"
#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next_random(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u; /* splitmix64 (Steele, Lea, Flood 2014) */
    uint64_t z = *state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
static double uniform(uint64_t *state)
{
    return (double)(next_random(state) >> 11) * 0x1p-53;
}

/* ---- functions of one number ---- */

struct unary {
    const char *name;
    float (*single)(float);
    double (*twice)(double);
    long double (*exact)(long double);
    double single_bound, twice_bound;
    double low, high; /* where doubles are also drawn from uniformly */
};

#define ROW(name, exact, single_bound, twice_bound, low, high)                                     \
    {                                                                                              \
#name, simgpu_##name##f, simgpu_##name, exact, single_bound, twice_bound, low, high        \
    }
static const struct unary unaries[] = {
    ROW(exp, expl, 1, 1, -745, 710),
    ROW(exp2, exp2l, 1, 1, -1075, 1024),
    ROW(exp10, exact_exp10, 1, 1, -324, 309),
    ROW(expm1, expm1l, 1.5, 1.5, -3, 3),
    ROW(log, logl, 1, 1, 0, 4),
    ROW(log2, log2l, 1, 1, 0, 4),
    ROW(log10, log10l, 2, 1, 0, 4),
    ROW(log1p, log1pl, 1.5, 1, -1, 3),
    ROW(sin, sinl, 1.5, 1, -100, 100),
    ROW(cos, cosl, 1.5, 1, -100, 100),
    ROW(tan, tanl, 3, 2.5, -100, 100),
    ROW(sinpi, exact_sinpi, 2, 1, -4, 4),
    ROW(cospi, exact_cospi, 2, 1, -4, 4),
    ROW(asin, asinl, 1.5, 1.5, -1, 1),
    ROW(acos, acosl, 1, 1, -1, 1),
    ROW(atan, atanl, 1.5, 1.5, -3, 3),
    ROW(sinh, sinhl, 2, 2, -5, 5),
    ROW(cosh, coshl, 1.5, 1.5, -5, 5),
    ROW(tanh, tanhl, 2, 2, -3, 3),
    ROW(asinh, asinhl, 2, 2, -5, 5),
    ROW(acosh, acoshl, 2, 2.5, 1, 5),
    ROW(atanh, atanhl, 2, 2, -1, 1),
    ROW(sqrt, sqrtl, 0.5, 0.5, 0, 4),
    ROW(rsqrt, exact_rsqrt, 0.51, 1, 0, 4),
    ROW(cbrt, cbrtl, 0.51, 0.51, -8, 8),
    ROW(rcbrt, exact_rcbrt, 1.5, 1.5, -8, 8),
    ROW(erf, erfl, 1, 1.5, -4, 4),
    ROW(erfc, erfcl, 4, 3, -5, 28),
    ROW(erfcx, exact_erfcx, 3, 4, -5, 30),
    ROW(normcdf, exact_normcdf, 0.51, 4, -38, 8),
    ROW(tgamma, tgammal, 0.51, 8, -20, 172),
    ROW(round, roundl, 0.5, 0.5, -10, 10),
    ROW(logb, logbl, 0, 0, -10, 10),
};
enum { UNARIES = sizeof unaries / sizeof *unaries };

/* All floats but for a stride that is a prime. */
static double worst_float(const struct unary *f, uint32_t stride, float *where)
{
    double worst = -1;
    for (uint64_t bits = 0; bits < 1ull << 32; bits += stride) {
        float x = simgpu_from_bitsf((uint32_t)bits);
        double error = float_ulps(f->single(x), f->exact(x));
        if (error > worst) {
            worst = error;
            *where = x;
        }
    }
    return worst;
}
/* Half from the range of interest, half any bit pattern. */
static double worst_double(const struct unary *f, int samples, double *where)
{
    double worst = -1;
    uint64_t state = 1;
    for (int i = 0; i < samples; i++) {
        double x = i & 1 ? simgpu_from_bits(next_random(&state))
                         : f->low + (f->high - f->low) * uniform(&state);
        double error = double_ulps(f->twice(x), f->exact(x));
        if (error > worst) {
            worst = error;
            *where = x;
        }
    }
    return worst;
}

START_TEST(test_unary)
{
    const struct unary *f = &unaries[_i];
    float where_f = 0;
    double where = 0;
    double error = worst_float(f, 20011, &where_f);
    ck_assert_msg(error <= f->single_bound, "%sf(%a): %g ulps", f->name, where_f, error);
    error = worst_double(f, 60000, &where);
    ck_assert_msg(error <= f->twice_bound, "%s(%a): %g ulps", f->name, where, error);
}
END_TEST

/* ---- functions of two numbers ---- */

struct binary {
    const char *name;
    float (*single)(float, float);
    double (*twice)(double, double);
    long double (*exact)(long double, long double);
    double single_bound, twice_bound;
};
static const struct binary binaries[] = {
    {"pow", simgpu_powf, simgpu_pow, powl, 1, 1.1},
    {"atan2", simgpu_atan2f, simgpu_atan2, atan2l, 1.5, 1.5},
    {"hypot", simgpu_hypotf, simgpu_hypot, hypotl, 0.6, 0.51},
    {"rhypot", simgpu_rhypotf, simgpu_rhypot, exact_rhypot, 1.5, 1.5},
    {"fmod", simgpu_fmodf, simgpu_fmod, fmodl, 0, 0},
    {"remainder", simgpu_remainderf, simgpu_remainder, remainderl, 0, 0},
    {"fdim", simgpu_fdimf, simgpu_fdim, fdiml, 0.5, 0.5},
};
enum { BINARIES = sizeof binaries / sizeof *binaries };

static const double edges[] = {0.0,      -0.0,
                               1.0,      -1.0,
                               2.0,      -2.0,
                               0.5,      -0.5,
                               3.0,      -3.0,
                               1e30,     -1e30,
                               1e-30,    -1e-30,
                               INFINITY, -INFINITY,
                               NAN,      16777216,
                               1e-44,    0x1p52,
                               0x1p53,   9007199254740993.0};
enum { EDGES = sizeof edges / sizeof *edges };

/* The pair number i: first all pairs of edges, then numbers near 1, then any magnitudes. */
static void draw_pair(int i, uint64_t *state, int is_float, double *x, double *y)
{
    if (i < EDGES * EDGES) {
        *x = edges[i / EDGES];
        *y = edges[i % EDGES];
    } else if (i % 3 == 0) {
        *x = 4 * uniform(state);
        *y = 200 * uniform(state) - 100;
    } else if (i % 3 == 1) {
        *x = ldexp(uniform(state) - 0.5, (int)(next_random(state) % 60) - 30);
        *y = ldexp(uniform(state) - 0.5, (int)(next_random(state) % 60) - 30);
    } else if (is_float) {
        *x = simgpu_from_bitsf((uint32_t)next_random(state));
        *y = simgpu_from_bitsf((uint32_t)next_random(state));
    } else {
        *x = simgpu_from_bits(next_random(state));
        *y = simgpu_from_bits(next_random(state));
    }
}
static double worst_pair(const struct binary *f, int samples, int is_float, double *at_x,
                         double *at_y)
{
    double worst = -1;
    uint64_t state = 2;
    for (int i = 0; i < samples; i++) {
        double x, y, error;
        draw_pair(i, &state, is_float, &x, &y);
        if (is_float) {
            x = (float)x;
            y = (float)y;
            error = float_ulps(f->single((float)x, (float)y), f->exact(x, y));
        } else {
            error = double_ulps(f->twice(x, y), f->exact(x, y));
        }
        if (error > worst) {
            worst = error;
            *at_x = x;
            *at_y = y;
        }
    }
    return worst;
}

START_TEST(test_binary)
{
    const struct binary *f = &binaries[_i];
    double x = 0, y = 0;
    double error = worst_pair(f, 60000, 1, &x, &y);
    ck_assert_msg(error <= f->single_bound, "%sf(%a, %a): %g ulps", f->name, x, y, error);
    error = worst_pair(f, 60000, 0, &x, &y);
    ck_assert_msg(error <= f->twice_bound, "%s(%a, %a): %g ulps", f->name, x, y, error);
}
END_TEST

/* ---- the rest ---- */

START_TEST(test_inverse_error_functions)
{
    uint64_t state = 3;
    for (int i = 0; i < 300; i++) {
        double y = 2 * uniform(&state) - 1;
        double tail = ldexp(uniform(&state), -(int)(next_random(&state) % 900));
        ck_assert_double_le(double_ulps(simgpu_erfinv(y), exact_erfinv(y)), 8);
        ck_assert_double_le(double_ulps(simgpu_erfcinv(tail), exact_erfcinv(tail)), 8);
        ck_assert_double_le(
            double_ulps(simgpu_normcdfinv(tail), -sqrtl(2) * exact_erfcinv(2 * (long double)tail)),
            9);
        ck_assert_double_le(float_ulps(simgpu_erfinvf((float)y), exact_erfinv((float)y)), 0.51);
    }
}
END_TEST

START_TEST(test_lgamma)
{
    uint64_t state = 4;
    for (int i = 0; i < 100000; i++) {
        double x = i & 1 ? ldexp(uniform(&state), (int)(next_random(&state) % 1000))
                         : 30 * uniform(&state);
        double error = double_ulps(simgpu_lgamma(x), lgammal(x));
        ck_assert_msg(error <= 4, "lgamma(%a): %g ulps", x, error);
        error = float_ulps(simgpu_lgammaf((float)x), lgammal((float)x));
        ck_assert_msg(error <= 1, "lgammaf(%a): %g ulps", x, error);
        /* near its zeros left of 0 only the absolute error is small */
        x = -30 * uniform(&state);
        ck_assert_double_le(fabs(simgpu_lgamma(x) - (double)lgammal(x)), 1e-13);
    }
}
END_TEST

START_TEST(test_parts)
{
    uint64_t state = 5;
    for (int i = 0; i < 300000; i++) {
        uint64_t bits = next_random(&state);
        double x = i < EDGES ? edges[i] : simgpu_from_bits(bits);
        float xf = i < EDGES ? (float)edges[i] : simgpu_from_bitsf((uint32_t)bits);
        int n = (int)(bits % 5000) - 2500, e1, e2, nf = n / 8;
        if (isnan(x) || isnan(xf))
            continue;
        ck_assert_double_eq(simgpu_ldexp(x, n), ldexp(x, n));
        ck_assert_float_eq(simgpu_ldexpf(xf, nf), ldexpf(xf, nf));
        ck_assert_double_eq(simgpu_frexp(x, &e1), frexp(x, &e2));
        ck_assert(isinf(x) || e1 == e2);
        ck_assert_float_eq(simgpu_frexpf(xf, &e1), frexpf(xf, &e2));
        ck_assert(isinf(xf) || e1 == e2);
        ck_assert_double_eq(simgpu_nextafter(x, 1.5), nextafter(x, 1.5));
        ck_assert_float_eq(simgpu_nextafterf(xf, -2.f), nextafterf(xf, -2.f));
        ck_assert(x == 0 || isinf(x) || simgpu_ilogb(x) == ilogb(x));
        double whole1, whole2;
        ck_assert_double_eq(simgpu_modf(x, &whole1), modf(x, &whole2));
        ck_assert_double_eq(whole1, whole2);
        double y = simgpu_from_bits(next_random(&state));
        if (!isnan(y) && x != 0 && y != 0 && !isinf(x)) {
            ck_assert_double_eq(simgpu_remquo(x, y, &e1), remquo(x, y, &e2));
            ck_assert_int_eq(e1 % 8, e2 % 8);
        }
    }
}
END_TEST

/* The rows of the README. */
static void print_table(void)
{
    float where_f = 0;
    double where = 0, other = 0;
    for (int i = 0; i < UNARIES; i++) {
        double single = worst_float(&unaries[i], 503, &where_f);
        printf("| %s | %.2f at %a | ", unaries[i].name, single, where_f);
        double twice = worst_double(&unaries[i], 2000000, &where);
        printf("%.2f at %a |\n", twice, where);
    }
    for (int i = 0; i < BINARIES; i++) {
        double single = worst_pair(&binaries[i], 2000000, 1, &where, &other);
        printf("| %s | %.2f at %a, %a | ", binaries[i].name, single, where, other);
        double twice = worst_pair(&binaries[i], 2000000, 0, &where, &other);
        printf("%.2f at %a, %a |\n", twice, where, other);
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--table")) {
        print_table();
        return 0;
    }
    Suite *suite = suite_create("math");
    TCase *tcase = tcase_create("accuracy");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, test_unary, 0, UNARIES);
    tcase_add_loop_test(tcase, test_binary, 0, BINARIES);
    tcase_add_test(tcase, test_inverse_error_functions);
    tcase_add_test(tcase, test_lgamma);
    tcase_add_test(tcase, test_parts);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
