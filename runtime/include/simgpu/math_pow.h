/* SPDX-License-Identifier: BSD-3-Clause */
/* pow in both precisions: exp(y log x), the logarithm and the product in two parts.
 *
 * Source: Cody and Waite, chapter 7, for the method; ISO C17 F.10.4.4 for the special cases.
 */
#ifndef SIMGPU_MATH_POW_H
#define SIMGPU_MATH_POW_H

#include "simgpu/math_exp.h"
#include "simgpu/math_log.h"

/* log2(x) in two parts, relative error below 2^-34; x positive and finite. */
SIMGPU_MATH struct simgpu_pairf simgpu_log2_pairf(float x)
{
    float scaled = x < 0x1p-126f ? x * 0x1p24f : x;
    unsigned int bits = simgpu_bitsf(scaled);
    int e = (int)(bits - 0x3f3504f3u) & ~0x7fffff;
    float f = simgpu_from_bitsf(bits - (unsigned int)e) - 1.0f;
    float exponent = (float)(e >> 23) - (x < 0x1p-126f ? 24.0f : 0.0f);
    struct simgpu_pairf d = simgpu_fast_sumf(2.0f, f);
    float s = f / d.high;
    float s_low = (__builtin_fmaf(-s, d.high, f) - simgpu_mulf(s, d.low)) / d.high;
    struct simgpu_pairf z = simgpu_productf(s, s);
    z.low = __builtin_fmaf(2.0f * s, s_low, z.low);
    /* 2 log2(e) (s + s^3/3 + s^5 P) */
    struct simgpu_pairf third = simgpu_productf(z.high, 0x1.555556p-2f);
    third.low += __builtin_fmaf(z.high, -0x1.555556p-27f, z.low * 0x1.555556p-2f);
    struct simgpu_pairf cube = simgpu_productf(third.high, s);
    cube.low += __builtin_fmaf(third.high, s_low, third.low * s);
    float tail = s * z.high * z.high * simgpu_polynomial_atanhf(z.high);
    struct simgpu_pairf sum = simgpu_fast_sumf(s, cube.high);
    sum.low += s_low + cube.low + tail;
    sum = simgpu_fast_sumf(sum.high, sum.low);
    struct simgpu_pairf l = simgpu_productf(sum.high, 0x1.715476p+1f);
    l.low += __builtin_fmaf(sum.high, 0x1.4ae0cp-25f, sum.low * 0x1.715476p+1f);
    struct simgpu_pairf result = simgpu_sumf(exponent, l.high);
    result.low += l.low;
    return simgpu_fast_sumf(result.high, result.low);
}

/* |x|^y for finite x > 0, finite y */
SIMGPU_MATH float simgpu_pow_positivef(float x, float y)
{
    struct simgpu_pairf l = simgpu_log2_pairf(x);
    struct simgpu_pairf t = simgpu_productf(y, l.high);
    t.low = __builtin_fmaf(y, l.low, t.low);
    if (!(t.high > -250.0f && t.high < 250.0f))
        return t.high > 0.0f ? __builtin_inff() : 0.0f;
    float n = __builtin_rintf(t.high);
    float f = (t.high - n) + t.low;
    return simgpu_scale_in_twof(simgpu_ex2f(f), (int)n);
}
SIMGPU_MATH double simgpu_pow_positive(double x, double y)
{
    struct simgpu_pair l = simgpu_log_pair(x);
    struct simgpu_pair t = simgpu_product(y, l.high);
    if (!(t.high > -1400.0 && t.high < 1400.0))
        return t.high > 0.0 ? __builtin_inf() : 0.0;
    t.low = __builtin_fma(y, l.low, t.low);
    return simgpu_exp_times(t.high, t.low, 1.0);
}

/* The cases around it, the same for both types. */
#define SIMGPU_POW(real, suffix, infinity, nan, limit)                                             \
    SIMGPU_MATH real simgpu_pow##suffix(real x, real y)                                            \
    {                                                                                              \
        if (x == 1 || y == 0)                                                                      \
            return 1;                                                                              \
        if (simgpu_is_nan##suffix(x) || simgpu_is_nan##suffix(y))                                  \
            return x + y;                                                                          \
        real magnitude = __builtin_fabs##suffix(x);                                                \
        real y_magnitude = __builtin_fabs##suffix(y);                                              \
        int y_is_integer = y_magnitude >= limit || __builtin_trunc##suffix(y) == y;                \
        real y_half = y * (real)0.5;                                                               \
        int y_is_odd =                                                                             \
            y_is_integer && y_magnitude < 2 * limit && __builtin_trunc##suffix(y_half) != y_half;  \
        int negative = y_is_odd && __builtin_signbit(x);                                           \
        real result;                                                                               \
        if (magnitude == 0 || magnitude == infinity)                                               \
            result = (magnitude == 0) == (y < 0) ? infinity : 0;                                   \
        else if (y_magnitude == infinity)                                                          \
            result = magnitude == 1 ? 1 : (magnitude > 1) == (y > 0) ? infinity : 0;               \
        else if (x < 0 && !y_is_integer)                                                           \
            return nan;                                                                            \
        else                                                                                       \
            result = simgpu_pow_positive##suffix(magnitude, y);                                    \
        return negative ? -result : result;                                                        \
    }
SIMGPU_POW(float, f, __builtin_inff(), __builtin_nanf(""), 0x1p23f)
SIMGPU_POW(double, , __builtin_inf(), __builtin_nan(""), 0x1p52)
#undef SIMGPU_POW

#endif
