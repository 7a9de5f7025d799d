/* SPDX-License-Identifier: BSD-3-Clause */
/* erf, erfc, erfcx, normcdf and their inverses, in both precisions.
 *
 * erf below 1 by a polynomial; erfc(x) = exp(-x^2) erfcx(x), where (1 + 2x) erfcx(x) is smooth in
 * t = (x - 4) / (x + 4).
 *
 * Source: Shepherd and Laframboise, "Chebyshev approximation of (1+2x)exp(x^2)erfc x in 0<=x<inf",
 * Mathematics of Computation 36, 1981. Inverses: Giles, "Approximating the erfinv function", GPU
 * Computing Gems 2011, as the first guess, then Newton's method.
 */
#ifndef SIMGPU_MATH_ERF_H
#define SIMGPU_MATH_ERF_H

#include "simgpu/math_exp.h"
#include "simgpu/math_log.h"

/* last: beyond it erfc is 0; far: beyond it erfcx is one term of its series. */
#define SIMGPU_ERROR_FUNCTIONS(real, suffix, last, far)                                            \
    SIMGPU_MATH real simgpu_erf_small##suffix(real x)                                              \
    {                                                                                              \
        real z = simgpu_mul##suffix(x, x);                                                         \
        return __builtin_fma##suffix(x, simgpu_polynomial_erf##suffix(z), x);                      \
    }                                                                                              \
    /* (1 + 2x) erfcx(x) for x >= 1/2 */                                                           \
    SIMGPU_MATH real simgpu_erfcx_numerator##suffix(real x)                                        \
    {                                                                                              \
        return simgpu_polynomial_erfcx##suffix((x - 4) / (x + 4));                                 \
    }                                                                                              \
    /* erfc(x + low) */                                                                            \
    SIMGPU_MATH real simgpu_erfc_of##suffix(real x, real low)                                      \
    {                                                                                              \
        real a = __builtin_fabs##suffix(x);                                                        \
        if (a < (real)0.5)                                                                         \
            return 1 - simgpu_erf_small##suffix(x);                                                \
        if (simgpu_is_nan##suffix(x))                                                              \
            return x;                                                                              \
        if (a > last)                                                                              \
            return x > 0 ? 0 : 2;                                                                  \
        struct simgpu_pair##suffix square = simgpu_product##suffix(a, a);                          \
        real a_low = x > 0 ? low : -low;                                                           \
        real result = simgpu_exp_times##suffix(-square.high,                                       \
                                               -__builtin_fma##suffix(2 * a, a_low, square.low),   \
                                               simgpu_erfcx_numerator##suffix(a) / (1 + 2 * a));   \
        return x > 0 ? result : 2 - result;                                                        \
    }                                                                                              \
    SIMGPU_MATH real simgpu_erfc##suffix(real x)                                                   \
    {                                                                                              \
        return simgpu_erfc_of##suffix(x, 0);                                                       \
    }                                                                                              \
    SIMGPU_MATH real simgpu_erf##suffix(real x)                                                    \
    {                                                                                              \
        real a = __builtin_fabs##suffix(x);                                                        \
        if (a < 1)                                                                                 \
            return x == 0 ? x : simgpu_erf_small##suffix(x);                                       \
        return simgpu_is_nan##suffix(x)                                                            \
                   ? x                                                                             \
                   : __builtin_copysign##suffix(1 - simgpu_erfc##suffix(a), x);                    \
    }                                                                                              \
    SIMGPU_MATH real simgpu_erfcx##suffix(real x)                                                  \
    {                                                                                              \
        if (x > far)                                                                               \
            return (real)0.56418958354775628695 / x; /* 1/sqrt(pi) */                              \
        if (x >= (real)0.5)                                                                        \
            return simgpu_erfcx_numerator##suffix(x) / (1 + 2 * x);                                \
        if (x < -27)                                                                               \
            return simgpu_exp##suffix(-27 * x);                                                    \
        struct simgpu_pair##suffix square = simgpu_product##suffix(x, x);                          \
        return simgpu_exp_times##suffix(square.high, square.low, simgpu_erfc##suffix(x));          \
    }
SIMGPU_ERROR_FUNCTIONS(float, f, 10.1f, 1e4f)
SIMGPU_ERROR_FUNCTIONS(double, , 27.3, 1e8)
#undef SIMGPU_ERROR_FUNCTIONS

/* erfc(-x / sqrt(2)) / 2 */
SIMGPU_MATH double simgpu_normcdf(double x)
{
    double limited = x < -40.0 ? -40.0 : x > 40.0 ? 40.0 : x;
    struct simgpu_pair t = simgpu_product(limited, -0x1.6a09e667f3bcdp-1);
    t.low = __builtin_fma(limited, 0x1.bdd3413b26456p-55, t.low);
    return 0.5 * simgpu_erfc_of(t.high, t.low);
}
SIMGPU_MATH float simgpu_normcdff(float x)
{
    return (float)simgpu_normcdf((double)x);
}

/* The root of erfc(x) = y in (0, 2). With w = -log(y (2 - y)), x is smooth in w. */
SIMGPU_MATH double simgpu_erfcinv(double y)
{
    if (!(y > 0.0 && y < 2.0))
        return y == 0.0 ? __builtin_inf() : y == 2.0 ? -__builtin_inf() : __builtin_nan("");
    double tail = y < 1.0 ? y : 2.0 - y;
    double w = -simgpu_log(tail * (2.0 - tail));
    double x; /* of the tail */
    if (w < 6.25) {
        double v = w - 2.5;
        double p = 2.81022636e-08;
        p = p * v + 3.43273939e-07;
        p = p * v + -3.5233877e-06;
        p = p * v + -4.39150654e-06;
        p = p * v + 0.00021858087;
        p = p * v + -0.00125372503;
        p = p * v + -0.00417768164;
        p = p * v + 0.246640727;
        p = p * v + 1.50140941;
        x = p * (1.0 - tail);
    } else {
        /* from erfc(x) = e^(-x^2) / (x sqrt(pi)), the asymptote */
        double square = w - 0.5 * simgpu_log(3.14159265358979 * w) + 0.6931471805599453;
        x = __builtin_sqrt(square > 1.0 ? square : 1.0);
    }
    for (int i = 0; i < 4; i++) {
        /* f = erfc(x) - tail, f' = -2/sqrt(pi) e^(-x^2); Halley's step */
        double error = tail > 0.5 ? (1.0 - tail) - simgpu_erf(x) : simgpu_erfc(x) - tail;
        double slope = 0x1.20dd750429b6dp+0 * simgpu_exp(-x * x);
        double step = error / slope;
        x += step / (1.0 + x * step);
    }
    return y < 1.0 ? x : -x;
}
SIMGPU_MATH double simgpu_erfinv(double y)
{
    double a = __builtin_fabs(y);
    if (!(a < 1.0))
        return a == 1.0 ? __builtin_copysign(__builtin_inf(), y) : __builtin_nan("");
    if (a > 0.5)
        return __builtin_copysign(simgpu_erfcinv(1.0 - a), y);
    double x = y * 0.886226925452758; /* sqrt(pi) / 2 */
    for (int i = 0; i < 4; i++) {
        double step = (simgpu_erf(x) - y) / (0x1.20dd750429b6dp+0 * simgpu_exp(-x * x));
        x -= step / (1.0 + x * step);
    }
    return y == 0.0 ? y : x;
}
SIMGPU_MATH double simgpu_normcdfinv(double p)
{
    return -0x1.6a09e667f3bcdp+0 * simgpu_erfcinv(2.0 * p);
}
SIMGPU_MATH float simgpu_erfcinvf(float y)
{
    return (float)simgpu_erfcinv((double)y);
}
SIMGPU_MATH float simgpu_erfinvf(float y)
{
    return (float)simgpu_erfinv((double)y);
}
SIMGPU_MATH float simgpu_normcdfinvf(float p)
{
    return (float)simgpu_normcdfinv((double)p);
}

#endif
