/* SPDX-License-Identifier: BSD-3-Clause */
/* asin, acos, atan, atan2 in both precisions.
 *
 * Small arguments by an odd polynomial; asin near 1 through asin(x) = pi/2 - 2 asin(sqrt((1-x)/2)),
 * with the square root's own error put right; atan beyond 1 through atan(x) = pi/2 - atan(1/x).
 *
 * Source: Cody and Waite, chapters 10 and 11; ISO C17 F.10.1 for the special cases.
 */
#ifndef SIMGPU_MATH_INVERSE_TRIG_H
#define SIMGPU_MATH_INVERSE_TRIG_H

#include "simgpu/math_base.h"
#include "simgpu/math_polynomials.h"

/* NaN, for arguments that no angle has. */
#define SIMGPU_INVALID(x) (((x) - (x)) / ((x) - (x)))

/* half_pi + half_pi_low = pi/2 */
#define SIMGPU_INVERSE_TRIGONOMETRY(real, suffix, half_pi, half_pi_low)                            \
    /* asin(sqrt(z)), and what to add to it: for z <= 1/4 */                                       \
    SIMGPU_MATH struct simgpu_pair##suffix simgpu_asin_root##suffix(real z)                        \
    {                                                                                              \
        struct simgpu_pair##suffix result;                                                         \
        real s = __builtin_sqrt##suffix(z);                                                        \
        real s_low = s > 0 ? __builtin_fma##suffix(-s, s, z) / (2 * s) : 0;                        \
        result.high = s;                                                                           \
        result.low = __builtin_fma##suffix(s * z, simgpu_polynomial_asin##suffix(z), s_low);       \
        return result;                                                                             \
    }                                                                                              \
    SIMGPU_MATH real simgpu_asin##suffix(real x)                                                   \
    {                                                                                              \
        real a = __builtin_fabs##suffix(x);                                                        \
        if (a <= (real)0.5) {                                                                      \
            real z = simgpu_mul##suffix(x, x);                                                     \
            real p = __builtin_fma##suffix(x * z, simgpu_polynomial_asin##suffix(z), x);           \
            return x == 0 ? x : p;                                                                 \
        }                                                                                          \
        struct simgpu_pair##suffix r = simgpu_asin_root##suffix((1 - a) * (real)0.5);              \
        real result = half_pi - (2 * r.high + (2 * r.low - half_pi_low));                          \
        return a <= 1 ? __builtin_copysign##suffix(result, x) : SIMGPU_INVALID(x);                 \
    }                                                                                              \
    SIMGPU_MATH real simgpu_acos##suffix(real x)                                                   \
    {                                                                                              \
        real a = __builtin_fabs##suffix(x);                                                        \
        if (a <= (real)0.5) {                                                                      \
            real z = simgpu_mul##suffix(x, x);                                                     \
            real tail = x * z * simgpu_polynomial_asin##suffix(z);                                 \
            return half_pi - (x - (half_pi_low - tail));                                           \
        }                                                                                          \
        if (!(a <= 1))                                                                             \
            return SIMGPU_INVALID(x);                                                              \
        struct simgpu_pair##suffix r = simgpu_asin_root##suffix((1 - a) * (real)0.5);              \
        if (x > 0)                                                                                 \
            return 2 * (r.high + r.low);                                                           \
        return 2 * (half_pi - (r.high + (r.low - half_pi_low)));                                   \
    }                                                                                              \
    SIMGPU_MATH real simgpu_atan##suffix(real x)                                                   \
    {                                                                                              \
        real a = __builtin_fabs##suffix(x);                                                        \
        real t = a > 1 ? 1 / a : a;                                                                \
        real z = simgpu_mul##suffix(t, t);                                                         \
        real p = t * z * simgpu_polynomial_atan##suffix(z);                                        \
        real result = a > 1 ? half_pi - (t - (half_pi_low - p)) : t + p;                           \
        return __builtin_copysign##suffix(result, x);                                              \
    }                                                                                              \
    SIMGPU_MATH real simgpu_atan2##suffix(real y, real x)                                          \
    {                                                                                              \
        real ax = __builtin_fabs##suffix(x), ay = __builtin_fabs##suffix(y);                       \
        if (simgpu_is_nan##suffix(x) || simgpu_is_nan##suffix(y))                                  \
            return x + y;                                                                          \
        int steep = ay > ax;                                                                       \
        real large = steep ? ay : ax, small = steep ? ax : ay;                                     \
        real t = small == large ? (large == 0 ? 0 : 1) : small / large;                            \
        real z = simgpu_mul##suffix(t, t);                                                         \
        real p = t * z * simgpu_polynomial_atan##suffix(z);                                        \
        real result = steep ? half_pi - (t - (half_pi_low - p)) : t + p;                           \
        if (__builtin_signbit(x))                                                                  \
            result = steep ? half_pi + (t + (half_pi_low + p))                                     \
                           : 2 * half_pi - (t - (2 * half_pi_low - p));                            \
        return __builtin_copysign##suffix(result, y);                                              \
    }
SIMGPU_INVERSE_TRIGONOMETRY(float, f, 0x1.921fb6p+0f, -0x1.777a5cp-25f)
SIMGPU_INVERSE_TRIGONOMETRY(double, , 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54)
#undef SIMGPU_INVERSE_TRIGONOMETRY
#undef SIMGPU_INVALID

#endif
