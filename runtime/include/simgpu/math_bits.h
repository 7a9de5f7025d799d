/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions of a number's parts: exponents, fractions, neighbours, remainders. All are exact, or
 * rounded once.
 *
 * Source: ISO C17 7.12, F.10, for meanings and special cases.
 */
#ifndef SIMGPU_MATH_BITS_H
#define SIMGPU_MATH_BITS_H

#include "simgpu/math_base.h"

/* word: unsigned of the same size; fraction_bits: 23, 52; most: the exponent field of infinity. */
#define SIMGPU_PARTS(real, suffix, word, fraction_bits, most, scale_up, infinity)                  \
    SIMGPU_MATH real simgpu_nextafter##suffix(real x, real to)                                     \
    {                                                                                              \
        if (simgpu_is_nan##suffix(x) || simgpu_is_nan##suffix(to))                                 \
            return x + to;                                                                         \
        if (x == to)                                                                               \
            return to;                                                                             \
        if (x == 0)                                                                                \
            return __builtin_copysign##suffix(simgpu_from_bits##suffix(1), to);                    \
        word bits = simgpu_bits##suffix(x);                                                        \
        return simgpu_from_bits##suffix((x < to) == (x > 0) ? bits + 1 : bits - 1);                \
    }                                                                                              \
    /* x 2^n, rounded once: large n in steps. */                                                   \
    SIMGPU_MATH real simgpu_ldexp##suffix(real x, int n)                                           \
    {                                                                                              \
        const int step = most / 2 - 2;                                                             \
        for (int i = 0; i < 2 && n > step; i++) {                                                  \
            x *= simgpu_power_of_two##suffix(step);                                                \
            n -= step;                                                                             \
        }                                                                                          \
        n = n > step ? step : n;                                                                   \
        /* downwards, stay so far above the denormal numbers that only the last step rounds */     \
        for (int i = 0; i < 2 && n < -step; i++) {                                                 \
            x *= simgpu_power_of_two##suffix(fraction_bits + 1 - step);                            \
            n += step - (fraction_bits + 1);                                                       \
        }                                                                                          \
        n = n < -step ? -step : n;                                                                 \
        return x * simgpu_power_of_two##suffix(n);                                                 \
    }                                                                                              \
    SIMGPU_MATH real simgpu_frexp##suffix(real x, int *exponent)                                   \
    {                                                                                              \
        *exponent = 0;                                                                             \
        if (x == 0 || !(__builtin_fabs##suffix(x) < infinity))                                     \
            return x + x;                                                                          \
        int shift = 0;                                                                             \
        if ((simgpu_bits##suffix(x) >> fraction_bits & most) == 0) {                               \
            x *= scale_up;                                                                         \
            shift = fraction_bits + 2;                                                             \
        }                                                                                          \
        word bits = simgpu_bits##suffix(x);                                                        \
        *exponent = (int)(bits >> fraction_bits & most) - (most / 2 - 1) - shift;                  \
        bits &= ~((word)most << fraction_bits);                                                    \
        return simgpu_from_bits##suffix(bits | (word)(most / 2 - 1) << fraction_bits);             \
    }                                                                                              \
    SIMGPU_MATH int simgpu_ilogb##suffix(real x)                                                   \
    {                                                                                              \
        int exponent;                                                                              \
        if (simgpu_is_nan##suffix(x) || x == 0)                                                    \
            return -2147483647 - 1;                                                                \
        if (__builtin_fabs##suffix(x) == infinity)                                                 \
            return 2147483647;                                                                     \
        simgpu_frexp##suffix(x, &exponent);                                                        \
        return exponent - 1;                                                                       \
    }                                                                                              \
    SIMGPU_MATH real simgpu_logb##suffix(real x)                                                   \
    {                                                                                              \
        if (x == 0)                                                                                \
            return -infinity;                                                                      \
        if (!(__builtin_fabs##suffix(x) < infinity))                                               \
            return x * x;                                                                          \
        return (real)simgpu_ilogb##suffix(x);                                                      \
    }                                                                                              \
    SIMGPU_MATH real simgpu_modf##suffix(real x, real *whole)                                      \
    {                                                                                              \
        *whole = __builtin_trunc##suffix(x);                                                       \
        real fraction = __builtin_fabs##suffix(x) == infinity ? 0 : x - *whole;                    \
        return __builtin_copysign##suffix(fraction, x);                                            \
    }                                                                                              \
    /* |x| mod |y| by long division of the fractions, and the quotient's low bits. */              \
    SIMGPU_MATH real simgpu_divide##suffix(real x, real y, unsigned int *quotient)                 \
    {                                                                                              \
        int x_exponent, y_exponent;                                                                \
        *quotient = 0;                                                                             \
        real a = __builtin_fabs##suffix(x), b = __builtin_fabs##suffix(y);                         \
        if (!(a < infinity) || !(b > 0))                                                           \
            return (x * y) / (x * y);                                                              \
        if (a < b)                                                                                 \
            return a;                                                                              \
        real fraction = simgpu_frexp##suffix(a, &x_exponent);                                      \
        real divisor = simgpu_frexp##suffix(b, &y_exponent);                                       \
        word hidden = (word)1 << fraction_bits;                                                    \
        word rest = (simgpu_bits##suffix(fraction) & (hidden - 1)) | hidden;                       \
        word by = (simgpu_bits##suffix(divisor) & (hidden - 1)) | hidden;                          \
        unsigned int q = 0;                                                                        \
        for (int n = x_exponent - y_exponent;; n--) {                                              \
            q <<= 1;                                                                               \
            if (rest >= by) {                                                                      \
                rest -= by;                                                                        \
                q |= 1;                                                                            \
            }                                                                                      \
            if (n == 0)                                                                            \
                break;                                                                             \
            rest <<= 1;                                                                            \
        }                                                                                          \
        *quotient = q;                                                                             \
        return simgpu_ldexp##suffix((real)rest, y_exponent - 1 - fraction_bits);                   \
    }                                                                                              \
    SIMGPU_MATH real simgpu_fmod##suffix(real x, real y)                                           \
    {                                                                                              \
        unsigned int quotient;                                                                     \
        if (simgpu_is_nan##suffix(x) || simgpu_is_nan##suffix(y))                                  \
            return x + y;                                                                          \
        real rest = simgpu_divide##suffix(x, y, &quotient);                                        \
        return simgpu_is_nan##suffix(rest) ? rest : __builtin_copysign##suffix(rest, x);           \
    }                                                                                              \
    SIMGPU_MATH real simgpu_remquo##suffix(real x, real y, int *quotient)                          \
    {                                                                                              \
        unsigned int q;                                                                            \
        *quotient = 0;                                                                             \
        if (simgpu_is_nan##suffix(x) || simgpu_is_nan##suffix(y))                                  \
            return x + y;                                                                          \
        real rest = simgpu_divide##suffix(x, y, &q);                                               \
        if (simgpu_is_nan##suffix(rest))                                                           \
            return rest;                                                                           \
        real b = __builtin_fabs##suffix(y);                                                        \
        /* rest > b - rest, which is exact where it matters and cannot overflow */                 \
        if (rest > b - rest || (rest == b - rest && (q & 1))) {                                    \
            rest -= b;                                                                             \
            q++;                                                                                   \
        }                                                                                          \
        int low = (int)(q & 0x7fffffffu);                                                          \
        *quotient = __builtin_signbit(x) != __builtin_signbit(y) ? -low : low;                     \
        real result = __builtin_signbit(x) ? -rest : rest;                                         \
        return result == 0 ? __builtin_copysign##suffix(0, x) : result;                            \
    }                                                                                              \
    SIMGPU_MATH real simgpu_remainder##suffix(real x, real y)                                      \
    {                                                                                              \
        int quotient;                                                                              \
        return simgpu_remquo##suffix(x, y, &quotient);                                             \
    }                                                                                              \
    /* Half away from zero. */                                                                     \
    SIMGPU_MATH real simgpu_round##suffix(real x)                                                  \
    {                                                                                              \
        real whole = __builtin_trunc##suffix(x);                                                   \
        real rest = __builtin_fabs##suffix(x - whole);                                             \
        real away = __builtin_copysign##suffix(1, x);                                              \
        return __builtin_copysign##suffix(rest >= (real)0.5 ? whole + away : whole, x);            \
    }                                                                                              \
    SIMGPU_MATH real simgpu_fdim##suffix(real x, real y)                                           \
    {                                                                                              \
        return x <= y ? 0 : x - y;                                                                 \
    }                                                                                              \
    SIMGPU_MATH real simgpu_scalbln##suffix(real x, long n)                                        \
    {                                                                                              \
        return simgpu_ldexp##suffix(x, n < -100000 ? -100000 : n > 100000 ? 100000 : (int)n);      \
    }
SIMGPU_PARTS(float, f, unsigned int, 23, 0xff, 0x1p25f, __builtin_inff())
SIMGPU_PARTS(double, , unsigned long long, 52, 0x7ff, 0x1p54, __builtin_inf())
#undef SIMGPU_PARTS

#endif
