/* SPDX-License-Identifier: BSD-3-Clause */
/* sqrt, rsqrt, cbrt, rcbrt, hypot and the norms of three and four numbers, in both precisions.
 *
 * cbrt: a third of the exponent and a first guess by integer arithmetic on the bits, then Halley's
 * iteration, which triples the number of right bits, and a Newton step with the exact residual.
 *
 * Source: Kahan, "Computing a real cube root", 1991 (the guess); fdlibm, s_cbrt.c, for its
 * constant.
 */
#ifndef SIMGPU_MATH_ROOT_H
#define SIMGPU_MATH_ROOT_H

#include "simgpu/math_base.h"

SIMGPU_MATH float simgpu_cbrtf(float x)
{
    float a = __builtin_fabsf(x);
    if (!(a > 0.0f && a < __builtin_inff()))
        return x + x;
    float scaled = a < 0x1p-100f ? a * 0x1p48f : a > 0x1p100f ? a * 0x1p-48f : a;
    float t = simgpu_from_bitsf(simgpu_bitsf(scaled) / 3 + 709958130u);
    for (int i = 0; i < 2; i++) {
        float cube = t * t * t;
        t = t * ((cube + 2.0f * scaled) / (2.0f * cube + scaled));
    }
    struct simgpu_pairf square = simgpu_productf(t, t);
    float residual = __builtin_fmaf(square.high, t, -scaled) + square.low * t;
    t = t - residual / (3.0f * square.high);
    return __builtin_copysignf(a < 0x1p-100f ? t * 0x1p-16f : a > 0x1p100f ? t * 0x1p16f : t, x);
}
SIMGPU_MATH double simgpu_cbrt(double x)
{
    double a = __builtin_fabs(x);
    if (!(a > 0.0 && a < __builtin_inf()))
        return x + x;
    double scaled = a < 0x1p-900 ? a * 0x1p300 : a > 0x1p900 ? a * 0x1p-300 : a;
    double t = simgpu_from_bits(
        (unsigned long long)((unsigned int)(simgpu_bits(scaled) >> 32) / 3 + 715094163u) << 32);
    for (int i = 0; i < 3; i++) {
        double cube = t * t * t;
        t = t * ((cube + 2.0 * scaled) / (2.0 * cube + scaled));
    }
    struct simgpu_pair square = simgpu_product(t, t);
    double residual = __builtin_fma(square.high, t, -scaled) + square.low * t;
    t = t - residual / (3.0 * square.high);
    return __builtin_copysign(a < 0x1p-900 ? t * 0x1p-100 : a > 0x1p900 ? t * 0x1p100 : t, x);
}

/* scale: a power of two that makes room for numbers whose squares underflow or overflow. */
#define SIMGPU_ROOTS(real, suffix, tiny, great, scale, infinity)                                   \
    SIMGPU_MATH real simgpu_sqrt##suffix(real x)                                                   \
    {                                                                                              \
        return __builtin_sqrt##suffix(x);                                                          \
    }                                                                                              \
    SIMGPU_MATH real simgpu_rcbrt##suffix(real x)                                                  \
    {                                                                                              \
        return 1 / simgpu_cbrt##suffix(x);                                                         \
    }                                                                                              \
    /* factor times the square root of the sum of four squares, nearly rounded correctly; factor   \
     * keeps it within the exponent's range. */                                                    \
    SIMGPU_MATH real simgpu_norm_scaled##suffix(real a, real b, real c, real d, real *scaled_by)   \
    {                                                                                              \
        *scaled_by = 1;                                                                            \
        a = __builtin_fabs##suffix(a);                                                             \
        b = __builtin_fabs##suffix(b);                                                             \
        c = __builtin_fabs##suffix(c);                                                             \
        d = __builtin_fabs##suffix(d);                                                             \
        if (a == infinity || b == infinity || c == infinity || d == infinity)                      \
            return infinity;                                                                       \
        real most = a > b ? a : b;                                                                 \
        most = most > c ? most : c;                                                                \
        most = most > d ? most : d;                                                                \
        if (!(most > 0) || c != c || d != d || a != a || b != b)                                   \
            return a + b + c + d;                                                                  \
        real factor = *scaled_by = most > great ? 1 / (real)scale : most < tiny ? (real)scale : 1; \
        struct simgpu_pair##suffix s = simgpu_product##suffix(a * factor, a * factor), t;          \
        real low = s.low;                                                                          \
        real parts[3] = {b * factor, c * factor, d * factor};                                      \
        for (int i = 0; i < 3; i++) {                                                              \
            t = simgpu_product##suffix(parts[i], parts[i]);                                        \
            low += t.low;                                                                          \
            s = simgpu_sum##suffix(s.high, t.high);                                                \
            low += s.low;                                                                          \
        }                                                                                          \
        real root = __builtin_sqrt##suffix(s.high);                                                \
        return root - (__builtin_fma##suffix(root, root, -s.high) - low) / (2 * root);             \
    }                                                                                              \
    SIMGPU_MATH real simgpu_norm4d##suffix(real a, real b, real c, real d)                         \
    {                                                                                              \
        real factor;                                                                               \
        real root = simgpu_norm_scaled##suffix(a, b, c, d, &factor);                               \
        return root / factor;                                                                      \
    }                                                                                              \
    SIMGPU_MATH real simgpu_hypot##suffix(real x, real y)                                          \
    {                                                                                              \
        return simgpu_norm4d##suffix(x, y, 0, 0);                                                  \
    }                                                                                              \
    SIMGPU_MATH real simgpu_norm3d##suffix(real x, real y, real z)                                 \
    {                                                                                              \
        return simgpu_norm4d##suffix(x, y, z, 0);                                                  \
    }                                                                                              \
    SIMGPU_MATH real simgpu_rnorm3d##suffix(real x, real y, real z)                                \
    {                                                                                              \
        real factor;                                                                               \
        real root = simgpu_norm_scaled##suffix(x, y, z, 0, &factor);                               \
        return factor / root;                                                                      \
    }                                                                                              \
    SIMGPU_MATH real simgpu_rhypot##suffix(real x, real y)                                         \
    {                                                                                              \
        return simgpu_rnorm3d##suffix(x, y, 0);                                                    \
    }
SIMGPU_ROOTS(float, f, 0x1p-40f, 0x1p60f, 0x1p80f, __builtin_inff())
SIMGPU_ROOTS(double, , 0x1p-400, 0x1p500, 0x1p600, __builtin_inf())
#undef SIMGPU_ROOTS

SIMGPU_MATH double simgpu_rsqrt(double x)
{
    /* keep y^2 and its error within the exponent's range */
    double scale = x < 0x1p-900 ? 0x1p50 : x > 0x1p900 ? 0x1p-50 : 1.0;
    x *= scale * scale;
    double y = 1.0 / __builtin_sqrt(x);
    if (!(x > 0.0 && x < __builtin_inf()))
        return y;
    struct simgpu_pair square = simgpu_product(y, y);
    double residual = __builtin_fma(-x, square.high, 1.0) - x * square.low;
    return __builtin_fma(0.5 * y, residual, y) * scale;
}

#endif
