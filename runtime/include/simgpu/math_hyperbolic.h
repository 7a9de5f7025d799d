/* SPDX-License-Identifier: BSD-3-Clause */
/* sinh, cosh, tanh, asinh, acosh, atanh in both precisions.
 *
 * Source: Cody and Waite, chapters 12 and 13; the inverse functions through log1p as in Sun
 * Microsystems' fdlibm, s_asinh.c, e_acosh.c, e_atanh.c.
 */
#ifndef SIMGPU_MATH_HYPERBOLIC_H
#define SIMGPU_MATH_HYPERBOLIC_H

#include "simgpu/math_exp.h"
#include "simgpu/math_log.h"

/* large: where e^-2x is nothing beside 1; huge: where 1 is nothing beside x^2. */
#define SIMGPU_HYPERBOLIC(real, suffix, large, huge, ln_2)                                         \
    SIMGPU_MATH real simgpu_sinh##suffix(real x)                                                   \
    {                                                                                              \
        real a = __builtin_fabs##suffix(x);                                                        \
        if (a < 1) {                                                                               \
            real z = simgpu_mul##suffix(x, x);                                                     \
            real p = __builtin_fma##suffix(x * z, simgpu_polynomial_sinh##suffix(z), x);           \
            return x == 0 ? x : p;                                                                 \
        }                                                                                          \
        real t = simgpu_exp_times##suffix(a, 0, (real)0.5);                                        \
        return __builtin_copysign##suffix(t - (real)0.25 / t, x);                                  \
    }                                                                                              \
    SIMGPU_MATH real simgpu_cosh##suffix(real x)                                                   \
    {                                                                                              \
        real t = simgpu_exp_times##suffix(__builtin_fabs##suffix(x), 0, (real)0.5);                \
        return t + (real)0.25 / t;                                                                 \
    }                                                                                              \
    SIMGPU_MATH real simgpu_tanh##suffix(real x)                                                   \
    {                                                                                              \
        real a = __builtin_fabs##suffix(x);                                                        \
        if (a < (real)0.55) {                                                                      \
            real z = simgpu_mul##suffix(x, x);                                                     \
            real p = __builtin_fma##suffix(x * z, simgpu_polynomial_tanh##suffix(z), x);           \
            return x == 0 ? x : p;                                                                 \
        }                                                                                          \
        real t = 1 - 2 / (simgpu_exp##suffix(2 * a) + 1);                                          \
        return __builtin_copysign##suffix(a > large ? 1 : t, x);                                   \
    }                                                                                              \
    SIMGPU_MATH real simgpu_asinh##suffix(real x)                                                  \
    {                                                                                              \
        real a = __builtin_fabs##suffix(x);                                                        \
        real root = __builtin_sqrt##suffix(__builtin_fma##suffix(a, a, 1));                        \
        real result = a > huge ? simgpu_log##suffix(a) + ln_2                                      \
                               : simgpu_log1p##suffix(a + a * (a / (1 + root)));                   \
        return __builtin_copysign##suffix(result, x);                                              \
    }                                                                                              \
    SIMGPU_MATH real simgpu_acosh##suffix(real x)                                                  \
    {                                                                                              \
        if (x > huge)                                                                              \
            return simgpu_log##suffix(x) + ln_2;                                                   \
        real t = x >= 1 ? x - 1 : (x - x) / (x - x);                                               \
        return simgpu_log1p##suffix(t +                                                            \
                                    __builtin_sqrt##suffix(__builtin_fma##suffix(t, t, 2 * t)));   \
    }                                                                                              \
    SIMGPU_MATH real simgpu_atanh##suffix(real x)                                                  \
    {                                                                                              \
        real a = __builtin_fabs##suffix(x);                                                        \
        real result = (real)0.5 * simgpu_log1p##suffix(2 * a / (1 - a));                           \
        return __builtin_copysign##suffix(result, x);                                              \
    }
SIMGPU_HYPERBOLIC(float, f, 10.0f, 0x1p30f, 0x1.62e43p-1f)
SIMGPU_HYPERBOLIC(double, , 20.0, 0x1p60, 0x1.62e42fefa39efp-1)
#undef SIMGPU_HYPERBOLIC

#endif
