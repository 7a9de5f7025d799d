/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions in long double that the C library lacks, and the distance of a result from an exact
 * one.
 *
 * Source: NIST Digital Library of Mathematical Functions, 7.12.1, for the series of erfc.
 */
#ifndef SIMGPU_TESTS_SIMGPUCC_EXACT_MATH_H
#define SIMGPU_TESTS_SIMGPUCC_EXACT_MATH_H

#include <float.h>
#include <math.h>

static const long double pi_l = 3.14159265358979323846264338327950288L;

/* ---- references that the C library lacks ---- */

static long double exact_rsqrt(long double x)
{
    return 1 / sqrtl(x);
}
static long double exact_rcbrt(long double x)
{
    return 1 / cbrtl(x);
}
static long double exact_exp10(long double x)
{
    return powl(10, x);
}
/* sin(pi x): x is brought to [-1/4, 1/4] exactly */
static long double turn(long double x, int cosine)
{
    long double n = rintl(2 * x), r = pi_l * (x - n / 2);
    int quadrant = (int)fmodl(n, 4) + cosine + 4;
    long double value = quadrant & 1 ? cosl(r) : sinl(r);
    return quadrant & 2 ? -value : value;
}
static long double exact_sinpi(long double x)
{
    return turn(x, 0);
}
static long double exact_cospi(long double x)
{
    return turn(x, 1);
}
static long double exact_normcdf(long double x)
{
    return erfcl(-x / sqrtl(2)) / 2;
}
static long double exact_erfcx(long double x)
{
    if (x > 26) { /* the asymptotic series; its terms fall until number x^2 */
        long double sum = 1, term = 1;
        for (int k = 1; k < 30; k++) {
            term *= -(2 * k - 1) / (2 * x * x);
            sum += term;
        }
        return sum / (x * sqrtl(pi_l));
    }
    if (x < -100)
        return INFINITY;
    long double square = x * x;
    return expl(square) * erfcl(x) * (1 + fmal(x, x, -square));
}
static long double exact_erfcinv(long double y)
{
    long double low = -30, high = 120;
    for (int i = 0; i < 80; i++) {
        long double middle = (low + high) / 2;
        if (erfcl(middle) > y)
            low = middle;
        else
            high = middle;
    }
    return low;
}
static long double exact_erfinv(long double y)
{
    long double low = -10, high = 10;
    for (int i = 0; i < 80; i++) {
        long double middle = (low + high) / 2;
        if (middle > 0.5L ? erfcl(middle) > 1 - y : erfl(middle) < y)
            low = middle;
        else
            high = middle;
    }
    return low;
}
static long double exact_rhypot(long double x, long double y)
{
    return 1 / hypotl(x, y);
}

/* ---- comparison ---- */

/* The distance between what came and the exact result. digits and least: of the type. */
static double ulps(long double got, long double exact, int digits, int least, long double most)
{
    if (isnan(exact) || isnan(got))
        return isnan(exact) && isnan(got) ? 0 : INFINITY;
    if (fabsl(exact) > most)
        return isinf(got) || fabsl(got) == most ? (got > 0) == (exact > 0) ? 0 : INFINITY
                                                : INFINITY;
    if (isinf(got))
        return fabsl(exact) > most * (1 - 8 * ldexpl(1, -digits)) ? 1 : INFINITY;
    int exponent;
    frexpl(exact, &exponent);
    exponent -= digits;
    if (exact == 0 || exponent < least)
        exponent = least;
    return (double)(fabsl(got - exact) / ldexpl(1, exponent));
}
static double float_ulps(float got, long double exact)
{
    return ulps(got, exact, 24, -149, FLT_MAX);
}
static double double_ulps(double got, long double exact)
{
    return ulps(got, exact, 53, -1074, DBL_MAX);
}

#endif
