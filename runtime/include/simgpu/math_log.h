/* SPDX-License-Identifier: BSD-3-Clause */
/* log, log2, log10, log1p in both precisions, and the logarithm in two parts for pow.
 *
 * x = 2^e m, m near 1. In single precision log(m) is a polynomial in m - 1; in double precision
 * it is 2 atanh(s), s = (m - 1) / (m + 1).
 *
 * Source: Cody and Waite, chapter 5; for the arrangement that loses no bits near 1, Sun
 * Microsystems' fdlibm, e_log.c (the method; coefficients and code are ours).
 */
#ifndef SIMGPU_MATH_LOG_H
#define SIMGPU_MATH_LOG_H

#include "simgpu/math_base.h"
#include "simgpu/math_polynomials.h"

/* ---- single ---- */

struct simgpu_splitf {
    float e, f; /* x = 2^e (1 + f) */
};

/* x positive and finite; 1 + f in [2/3, 4/3). */
SIMGPU_MATH struct simgpu_splitf simgpu_log_splitf(float x)
{
    struct simgpu_splitf split;
    float scaled = x < 0x1p-126f ? x * 0x1p23f : x;
    unsigned int bits = simgpu_bitsf(scaled);
    int e = (int)(bits - 0x3f2aaaabu) & ~0x7fffff;
    split.f = simgpu_from_bitsf(bits - (unsigned int)e) - 1.0f;
    split.e = (float)(e >> 23) - (x < 0x1p-126f ? 23.0f : 0.0f);
    return split;
}

/* What a logarithm is outside (0, infinity); result anywhere else. */
SIMGPU_MATH float simgpu_log_edgesf(float x, float result)
{
    if (x > 0.0f && x < __builtin_inff())
        return result;
    return x == 0.0f ? -__builtin_inff() : x > 0.0f ? x : x < 0.0f ? __builtin_nanf("") : x + x;
}
SIMGPU_MATH float simgpu_logf(float x)
{
    struct simgpu_splitf s = simgpu_log_splitf(x);
    float p = simgpu_polynomial_logf(s.f);
    float r = __builtin_fmaf(simgpu_mulf(s.f, s.f), p, s.f);
    return simgpu_log_edgesf(x, __builtin_fmaf(s.e, 0x1.62e43p-1f, r)); /* ln 2 */
}
/* e times high exactly enough, plus log(1+f) in units of 1/(scale). */
SIMGPU_MATH float simgpu_log_scaledf(float x, float unit, float unit_low, float exponent_unit)
{
    struct simgpu_splitf s = simgpu_log_splitf(x);
    float tail = simgpu_mulf(simgpu_mulf(s.f, s.f), simgpu_polynomial_logf(s.f));
    struct simgpu_pairf head = simgpu_productf(s.f, unit);
    struct simgpu_pairf whole = simgpu_productf(s.e, exponent_unit);
    struct simgpu_pairf sum = simgpu_sumf(whole.high, head.high);
    float low = __builtin_fmaf(tail, unit, __builtin_fmaf(s.f, unit_low, head.low)) + whole.low;
    return simgpu_log_edgesf(x, sum.high + (sum.low + low));
}
SIMGPU_MATH float simgpu_log2f(float x)
{
    return simgpu_log_scaledf(x, 0x1.715476p+0f, 0x1.4ae0cp-26f, 1.0f);
}
SIMGPU_MATH float simgpu_log10f(float x)
{
    return simgpu_log_scaledf(x, 0x1.bcb7b2p-2f, -0x1.5b235ep-27f, 0x1.344136p-2f);
}
/* 1 + x = 2^e (1 + f), f computed from x so that nothing of it is lost. */
SIMGPU_MATH float simgpu_log1pf(float x)
{
    float sum = 1.0f + x;
    if (!(sum > 0.0f && x < __builtin_inff()))
        return x == -1.0f  ? -__builtin_inff()
               : x > 0.0f  ? x
               : x < -1.0f ? __builtin_nanf("")
                           : x + x;
    int e = (int)(simgpu_bitsf(sum) - 0x3f2aaaabu) & ~0x7fffff;
    float f = simgpu_from_bitsf(simgpu_bitsf(sum) - (unsigned int)e) - 1.0f;
    /* What the sum lost, scaled as the sum is; beyond 2^25 that is nothing. */
    float lost = x >= 1.0f ? 1.0f - (sum - x) : x - (sum - 1.0f);
    float scale = e > 25 << 23 ? 0.0f : simgpu_from_bitsf(0x3f800000u - (unsigned int)e);
    f = __builtin_fmaf(lost, scale, f);
    float r = __builtin_fmaf(simgpu_mulf(f, f), simgpu_polynomial_logf(f), f);
    return x == 0.0f ? x : __builtin_fmaf((float)(e >> 23), 0x1.62e43p-1f, r);
}

/* ---- double ---- */

struct simgpu_split {
    double e, f;
};

/* x positive and finite; 1 + f in [sqrt(1/2), sqrt(2)). */
SIMGPU_MATH struct simgpu_split simgpu_log_split(double x)
{
    struct simgpu_split split;
    double scaled = x < 0x1p-1022 ? x * 0x1p54 : x;
    unsigned long long bits = simgpu_bits(scaled);
    long long e = (long long)(bits - 0x3fe6a09e667f3bcdull) & ~0xfffffffffffffll;
    split.f = simgpu_from_bits(bits - (unsigned long long)e) - 1.0;
    split.e = (double)(int)(e >> 52) - (x < 0x1p-1022 ? 54.0 : 0.0);
    return split;
}
SIMGPU_MATH double simgpu_log_edges(double x, double result)
{
    if (x > 0.0 && x < __builtin_inf())
        return result;
    return x == 0.0 ? -__builtin_inf() : x > 0.0 ? x : x < 0.0 ? __builtin_nan("") : x + x;
}
/* 2 atanh(s)/s - 2 for z = s^2 */
SIMGPU_MATH double simgpu_log_series(double z)
{
    return 2.0 * z * __builtin_fma(z, simgpu_polynomial_atanh(z), 0x1.5555555555555p-2);
}
/* e ln 2 + log(1 + f) + low */
SIMGPU_MATH double simgpu_log_from(double e, double f, double low)
{
    double s = f / (2.0 + f);
    double half_square = 0.5 * f * f;
    double r = s * (half_square + simgpu_log_series(s * s));
    return __builtin_fma(e, 0x1.62e42fefap-1,
                         f - (half_square - (r + __builtin_fma(e, 0x1.cf79abc9e3b3ap-40, low))));
}
SIMGPU_MATH double simgpu_log(double x)
{
    struct simgpu_split s = simgpu_log_split(x);
    return simgpu_log_edges(x, simgpu_log_from(s.e, s.f, 0.0));
}
SIMGPU_MATH double simgpu_log1p(double x)
{
    double sum = 1.0 + x;
    if (!(sum > 0.0 && x < __builtin_inf()))
        return x == -1.0 ? -__builtin_inf() : x > 0.0 ? x : x < -1.0 ? __builtin_nan("") : x + x;
    if (x > -0.25 && x < 0.4)
        return x == 0.0 ? x : simgpu_log_from(0.0, x, 0.0);
    /* What the sum lost, relative to it, is what its logarithm lost. */
    double lost = x >= 1.0 ? 1.0 - (sum - x) : x - (sum - 1.0);
    struct simgpu_split s = simgpu_log_split(sum);
    return simgpu_log_from(s.e, s.f, lost / sum);
}

/* log(x) in two parts, relative error below 2^-65; x positive and finite. 2 (s + s^3/3 + ...), of
 * which s and s^3/3 in two parts. */
SIMGPU_MATH struct simgpu_pair simgpu_log_pair(double x)
{
    struct simgpu_split split = simgpu_log_split(x);
    double f = split.f;
    struct simgpu_pair d = simgpu_sum(2.0, f);
    double s = f / d.high;
    double s_low = (__builtin_fma(-s, d.high, f) - s * d.low) / d.high;
    struct simgpu_pair z = simgpu_product(s, s);
    z.low = __builtin_fma(2.0 * s, s_low, z.low);
    /* cube: s^3 / 3 */
    struct simgpu_pair third = simgpu_product(z.high, 0x1.5555555555555p-2);
    third.low += __builtin_fma(z.high, 0x1.5555555555555p-56, z.low * 0x1.5555555555555p-2);
    struct simgpu_pair cube = simgpu_product(third.high, s);
    cube.low += __builtin_fma(third.high, s_low, third.low * s);
    double tail = s * z.high * z.high * simgpu_polynomial_atanh(z.high);
    struct simgpu_pair sum = simgpu_fast_sum(s, cube.high);
    sum.low += s_low + cube.low + tail;
    sum = simgpu_fast_sum(sum.high, sum.low);
    struct simgpu_pair result = simgpu_sum(split.e * 0x1.62e42fefap-1, 2.0 * sum.high);
    struct simgpu_pair low = simgpu_product(split.e, 0x1.cf79abc9e3b3ap-40);
    struct simgpu_pair all = simgpu_sum(result.high, low.high);
    all.low += result.low + low.low + 2.0 * sum.low;
    return simgpu_fast_sum(all.high, all.low);
}
/* log(x) times a constant in two parts. */
SIMGPU_MATH double simgpu_log_scaled(double x, double unit, double unit_low)
{
    if (!(x > 0.0 && x < __builtin_inf()))
        return simgpu_log_edges(x, x);
    struct simgpu_pair l = simgpu_log_pair(x);
    struct simgpu_pair p = simgpu_product(l.high, unit);
    return p.high + (p.low + __builtin_fma(l.high, unit_low, l.low * unit));
}
SIMGPU_MATH double simgpu_log2(double x)
{
    return simgpu_log_scaled(x, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56);
}
SIMGPU_MATH double simgpu_log10(double x)
{
    return simgpu_log_scaled(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
}

#endif
