/* SPDX-License-Identifier: BSD-3-Clause */
/* exp, exp2, exp10, expm1 in both precisions.
 *
 * x = n ln 2 + r with |r| <= ln 2 / 2; then 2^n e^r, the power of two in two factors, so that
 * results near overflow and denormal ones come out right. In single precision 2^f is the special
 * function unit's, as nvcc does it, so that the instruction mix is that of real programs; in double
 * precision a polynomial.
 *
 * Source: Cody and Waite, "Software Manual for the Elementary Functions", 1980, chapter 6.
 */
#ifndef SIMGPU_MATH_EXP_H
#define SIMGPU_MATH_EXP_H

#include "simgpu/math_base.h"
#include "simgpu/math_polynomials.h"

/* x 2^n, n anything within twice the exponent's range. */
SIMGPU_MATH float simgpu_scale_in_twof(float x, int n)
{
    int half = n >> 1;
    return simgpu_mulf(simgpu_mulf(x, simgpu_power_of_twof(half)), simgpu_power_of_twof(n - half));
}
SIMGPU_MATH double simgpu_scale_in_two(double x, int n)
{
    int half = n >> 1;
    return simgpu_mul(simgpu_mul(x, simgpu_power_of_two(half)), simgpu_power_of_two(n - half));
}

/* ---- single ---- */

/* factor e^(x + low), |low| at most an ulp of x; NaN for NaN. */
SIMGPU_MATH float simgpu_exp_timesf(float x, float low, float factor)
{
    float n = __builtin_rintf(simgpu_mulf(x, 0x1.715476p+0f));
    n = n < -252.0f ? -252.0f : n > 252.0f ? 252.0f : n;
    float f = __builtin_fmaf(x, 0x1.715476p+0f, -n); /* log2(e), in two parts */
    f = __builtin_fmaf(x, 0x1.4ae0cp-26f, f);
    f = __builtin_fmaf(low, 0x1.715476p+0f, f);
    f = f < -150.0f ? -150.0f : f > 150.0f ? 150.0f : f; /* x beyond the range of n */
    return simgpu_scale_in_twof(simgpu_mulf(factor, simgpu_ex2f(f)),
                                simgpu_is_nanf(x) ? 0 : (int)n) +
           (simgpu_is_nanf(x) ? x : 0.0f);
}
SIMGPU_MATH float simgpu_expf(float x)
{
    return simgpu_exp_timesf(x, 0.0f, 1.0f);
}
SIMGPU_MATH float simgpu_exp2f(float x)
{
    float limited = x < -252.0f ? -252.0f : x > 252.0f ? 252.0f : x;
    float n = __builtin_rintf(limited);
    return simgpu_scale_in_twof(simgpu_ex2f(limited - n), simgpu_is_nanf(x) ? 0 : (int)n);
}
SIMGPU_MATH float simgpu_exp10f(float x)
{
    float limited = x < -70.0f ? -70.0f : x > 70.0f ? 70.0f : x;
    float n = __builtin_rintf(simgpu_mulf(limited, 0x1.a934fp+1f));
    float f = __builtin_fmaf(limited, 0x1.a934fp+1f, -n); /* log2(10), in two parts */
    f = __builtin_fmaf(limited, 0x1.2f346ep-24f, f);
    return simgpu_scale_in_twof(simgpu_ex2f(f), simgpu_is_nanf(x) ? 0 : (int)n);
}
SIMGPU_MATH float simgpu_expm1f(float x)
{
    float limited = x < -30.0f ? -30.0f : x > 90.0f ? 90.0f : x;
    float n = __builtin_rintf(simgpu_mulf(limited, 0x1.715476p+0f));
    float r = __builtin_fmaf(n, -0x1.62ep-1f, limited); /* ln 2, in three parts */
    r = __builtin_fmaf(n, -0x1.0bfbe8p-15f, r);
    r = __builtin_fmaf(n, -0x1.cf79acp-40f, r);
    float p = simgpu_polynomial_expf(r);
    p = __builtin_fmaf(simgpu_mulf(r, r), __builtin_fmaf(r, p, 0.5f), r);
    if (n == 0.0f)
        return x == 0.0f ? x : p;
    float half_power = simgpu_power_of_twof(simgpu_is_nanf(x) ? 0 : (int)n - 1);
    float result = 2.0f * __builtin_fmaf(half_power, p, half_power - 0.5f);
    return x > 89.0f ? __builtin_inff() : result;
}

/* ---- double ---- */

struct simgpu_exponent {
    int n;
    double fraction; /* e^r - 1 */
};

/* x within the exponent's range, not NaN. */
SIMGPU_MATH struct simgpu_exponent simgpu_exp_reduce(double x, double low)
{
    struct simgpu_exponent e;
    double n = __builtin_rint(simgpu_mul(x, 0x1.71547652b82fep+0));
    double r = __builtin_fma(n, -0x1.62e42fefap-1, x); /* exact: this part of ln 2 has 38 bits */
    struct simgpu_pair s = simgpu_sum(r, simgpu_mul(n, -0x1.cf79abc9e3b3ap-40) + low);
    e.n = (int)n;
    double p = simgpu_polynomial_exp(s.high);
    p = __builtin_fma(s.high, p, 0.5);
    e.fraction = s.high + __builtin_fma(s.high * s.high, p, __builtin_fma(s.low, s.high, s.low));
    return e;
}

/* factor e^(x + low), |low| small; NaN for NaN. */
SIMGPU_MATH double simgpu_exp_times(double x, double low, double factor)
{
    if (simgpu_is_nan(x))
        return x + x;
    double limited = x < -1400.0 ? -1400.0 : x > 1400.0 ? 1400.0 : x;
    struct simgpu_exponent e = simgpu_exp_reduce(limited, limited == x ? low : 0.0);
    return simgpu_scale_in_two(__builtin_fma(factor, e.fraction, factor), e.n);
}
SIMGPU_MATH double simgpu_exp(double x)
{
    return simgpu_exp_times(x, 0.0, 1.0);
}
/* 2^x: n is x's integer part; the rest times ln 2 is exact in two parts. */
SIMGPU_MATH double simgpu_exp2(double x)
{
    if (simgpu_is_nan(x))
        return x + x;
    double limited = x < -2000.0 ? -2000.0 : x > 2000.0 ? 2000.0 : x;
    double n = __builtin_rint(limited);
    double f = limited - n;
    struct simgpu_pair r = simgpu_product(f, 0x1.62e42fefa39efp-1);
    r.low = __builtin_fma(f, 0x1.abc9e3b39803fp-56, r.low);
    double p = __builtin_fma(r.high, simgpu_polynomial_exp(r.high), 0.5);
    p = r.high + __builtin_fma(r.high * r.high, p, __builtin_fma(r.low, r.high, r.low));
    return simgpu_scale_in_two(1.0 + p, (int)n);
}
SIMGPU_MATH double simgpu_exp10(double x)
{
    if (simgpu_is_nan(x))
        return x + x;
    double limited = x < -400.0 ? -400.0 : x > 400.0 ? 400.0 : x;
    struct simgpu_pair t = simgpu_product(limited, 0x1.26bb1bbb55516p+1);
    t.low = __builtin_fma(limited, -0x1.f48ad494ea3e9p-53, t.low);
    return simgpu_exp_times(t.high, t.low, 1.0);
}
SIMGPU_MATH double simgpu_expm1(double x)
{
    if (simgpu_is_nan(x))
        return x + x;
    if (x > 709.8)
        return __builtin_inf();
    struct simgpu_exponent e = simgpu_exp_reduce(x < -60.0 ? -60.0 : x, 0.0);
    if (e.n == 0)
        return x == 0.0 ? x : e.fraction;
    double half_power = simgpu_power_of_two(e.n - 1);
    return 2.0 * __builtin_fma(half_power, e.fraction, half_power - 0.5);
}

#endif
