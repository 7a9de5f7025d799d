/* SPDX-License-Identifier: BSD-3-Clause */
/* sin, cos, tan and their variants in units of pi, in both precisions.
 *
 * x = n pi/2 + r, |r| <= pi/4, for moderate x by subtracting n times pi/2 in three parts, each one
 * fma; for large x by multiplying with those bits of 2/pi that matter. Then a polynomial.
 *
 * Source: Cody and Waite, chapter 8; Payne and Hanek, "Radian reduction for trigonometric
 * functions", SIGNUM Newsletter 1983.
 */
#ifndef SIMGPU_MATH_TRIG_H
#define SIMGPU_MATH_TRIG_H

#include "simgpu/math_base.h"
#include "simgpu/math_polynomials.h"

/* 64 zero bits, then 2/pi. */
SIMGPU_MATH_TABLE unsigned long long simgpu_two_over_pi[21] = {
    0x0000000000000000ull, 0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull,
    0xfe5163abdebbc561ull, 0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull,
    0xe88235f52ebb4484ull, 0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull,
    0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull,
    0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull,
    0xf0cfbc209af4361dull,
};

/* 64 bits of the table from bit position on. */
SIMGPU_MATH_LOOKUP unsigned long long simgpu_two_over_pi_bits(int position)
{
    int word = position >> 6, shift = position & 63;
    unsigned long long high = simgpu_two_over_pi[word] << shift;
    return shift ? high | simgpu_two_over_pi[word + 1] >> (64 - shift) : high;
}
SIMGPU_MATH unsigned long long simgpu_high_product(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}

struct simgpu_anglef {
    int quadrant;
    float r;
};
struct simgpu_angle {
    int quadrant;
    double r, low;
};

/* ---- reduction ---- */

/* |x| = m 2^e. Bits of 2/pi worth 2^(2-e) and more only add whole turns. */
SIMGPU_MATH struct simgpu_anglef simgpu_reduce_largef(float x)
{
    struct simgpu_anglef angle;
    unsigned int bits = simgpu_bitsf(x);
    int e = (int)(bits >> 23 & 0xff) - 150;
    unsigned long long m = (bits & 0x7fffff) | 0x800000;
    int position = e - 2 + 64;
    unsigned long long turns = m * simgpu_two_over_pi_bits(position) +
                               simgpu_high_product(m, simgpu_two_over_pi_bits(position + 64));
    /* turns: quarter turns, with 62 bits of fraction */
    turns += 1ull << 61;
    long long fraction = (long long)(turns & ~(3ull << 62)) - (1ll << 61);
    int quadrant = (int)(turns >> 62);
    float r = (float)((double)fraction * 0x1.921fb54442d18p-62);
    angle.quadrant = bits >> 31 ? -quadrant : quadrant;
    angle.r = bits >> 31 ? -r : r;
    return angle;
}
SIMGPU_MATH struct simgpu_anglef simgpu_reducef(float x)
{
    struct simgpu_anglef angle;
    if (!(__builtin_fabsf(x) <= 105615.0f)) { /* beyond, n times a part is no longer exact */
        if (!(__builtin_fabsf(x) < __builtin_inff())) {
            angle.quadrant = 0;
            angle.r = x - x; /* NaN */
            return angle;
        }
        return simgpu_reduce_largef(x);
    }
    float n = __builtin_rintf(simgpu_mulf(x, 0x1.45f306p-1f));
    angle.quadrant = (int)n;
    angle.r = __builtin_fmaf(n, -0x1.921fb6p+0f, x);
    angle.r = __builtin_fmaf(n, 0x1.777a5cp-25f, angle.r);
    angle.r = __builtin_fmaf(n, 0x1.ee59dap-50f, angle.r);
    return angle;
}
SIMGPU_MATH struct simgpu_angle simgpu_reduce_large(double x)
{
    struct simgpu_angle angle;
    unsigned long long bits = simgpu_bits(x);
    int e = (int)(bits >> 52 & 0x7ff) - 1075;
    unsigned long long m = (bits & 0xfffffffffffffull) | 1ull << 52;
    int position = e - 2 + 64;
    unsigned long long w0 = simgpu_two_over_pi_bits(position);
    unsigned long long w1 = simgpu_two_over_pi_bits(position + 64);
    unsigned long long w2 = simgpu_two_over_pi_bits(position + 128);
    unsigned long long middle = m * w1, carry_in = simgpu_high_product(m, w2);
    unsigned long long low = middle + carry_in;
    unsigned long long high = m * w0 + simgpu_high_product(m, w1) + (low < middle);
    /* high and low: quarter turns, with 62 + 64 bits of fraction */
    high += 1ull << 61;
    int quadrant = (int)(high >> 62);
    long long fraction = (long long)(high & ~(3ull << 62)) - (1ll << 61);
    /* A fraction of few bits would leave none for r: shift the zeros out first. */
    int negative = fraction < 0;
    unsigned long long f_high = (unsigned long long)fraction, f_low = low;
    if (negative) {
        f_low = ~f_low + 1;
        f_high = ~f_high + (f_low == 0);
    }
    int zeros = f_high ? __builtin_clzll(f_high) : 64;
    if (zeros == 64) {
        f_high = f_low;
        f_low = 0;
    } else if (zeros > 0) {
        f_high = f_high << zeros | f_low >> (64 - zeros);
        f_low <<= zeros;
    }
    double scale = simgpu_power_of_two(-62 - zeros);
    double top = (double)(f_high >> 11);
    double rest = (double)((f_high & 0x7ff) << 42 | f_low >> 22) * 0x1p-42;
    top *= 0x1p11 * scale;
    rest *= scale;
    struct simgpu_pair r = simgpu_product(top, 0x1.921fb54442d18p+0);
    r.low += __builtin_fma(top, 0x1.1a62633145c07p-54, rest * 0x1.921fb54442d18p+0);
    r = simgpu_fast_sum(r.high, r.low);
    int flip = negative != (int)(bits >> 63);
    angle.quadrant = bits >> 63 ? -quadrant : quadrant;
    angle.r = flip ? -r.high : r.high;
    angle.low = flip ? -r.low : r.low;
    return angle;
}
SIMGPU_MATH struct simgpu_angle simgpu_reduce(double x)
{
    struct simgpu_angle angle;
    if (!(__builtin_fabs(x) <= 0x1p20)) {
        if (!(__builtin_fabs(x) < __builtin_inf())) {
            angle.quadrant = 0;
            angle.r = angle.low = x - x;
            return angle;
        }
        return simgpu_reduce_large(x);
    }
    double n = __builtin_rint(simgpu_mul(x, 0x1.45f306dc9c883p-1));
    double r = __builtin_fma(n, -0x1.921fb54442d18p+0, x); /* exact */
    struct simgpu_pair part = simgpu_product(n, 0x1.1a62633145c07p-54);
    struct simgpu_pair sum = simgpu_sum(r, -part.high);
    sum.low += __builtin_fma(n, 0x1.f1976b7ed8fbcp-110, -part.low);
    sum = simgpu_fast_sum(sum.high, sum.low);
    angle.quadrant = (int)n;
    angle.r = sum.high;
    angle.low = sum.low;
    return angle;
}

/* ---- on [-pi/4, pi/4] ---- */

SIMGPU_MATH float simgpu_sin_kernelf(struct simgpu_anglef a)
{
    float z = simgpu_mulf(a.r, a.r);
    return __builtin_fmaf(simgpu_mulf(z, a.r), simgpu_polynomial_sinf(z), a.r);
}
SIMGPU_MATH float simgpu_cos_kernelf(struct simgpu_anglef a)
{
    float z = simgpu_mulf(a.r, a.r);
    return __builtin_fmaf(z, __builtin_fmaf(z, simgpu_polynomial_cosf(z), -0.5f), 1.0f);
}
SIMGPU_MATH double simgpu_sin_kernel(struct simgpu_angle a)
{
    double z = simgpu_mul(a.r, a.r);
    double low = __builtin_fma(-0.5 * z, a.low, a.low);
    return a.r + __builtin_fma(z * a.r, simgpu_polynomial_sin(z), low);
}
SIMGPU_MATH double simgpu_cos_kernel(struct simgpu_angle a)
{
    double z = simgpu_mul(a.r, a.r);
    double half = 0.5 * z;
    double head = 1.0 - half;
    double low = __builtin_fma(-a.r, a.low, (1.0 - head) - half);
    return head + __builtin_fma(z * z, simgpu_polynomial_cos(z), low);
}

/* ---- the functions: sin and cos of an angle in a quadrant ---- */

#define SIMGPU_TRIGONOMETRY(real, suffix)                                                          \
    SIMGPU_MATH real simgpu_sine_at##suffix(struct simgpu_angle##suffix a)                         \
    {                                                                                              \
        real value = a.quadrant & 1 ? simgpu_cos_kernel##suffix(a) : simgpu_sin_kernel##suffix(a); \
        return a.quadrant & 2 ? -value : value;                                                    \
    }                                                                                              \
    SIMGPU_MATH real simgpu_cosine_at##suffix(struct simgpu_angle##suffix a)                       \
    {                                                                                              \
        a.quadrant++;                                                                              \
        return simgpu_sine_at##suffix(a);                                                          \
    }                                                                                              \
    SIMGPU_MATH real simgpu_sin##suffix(real x)                                                    \
    {                                                                                              \
        return x == 0 ? x : simgpu_sine_at##suffix(simgpu_reduce##suffix(x));                      \
    }                                                                                              \
    SIMGPU_MATH real simgpu_cos##suffix(real x)                                                    \
    {                                                                                              \
        return simgpu_cosine_at##suffix(simgpu_reduce##suffix(x));                                 \
    }                                                                                              \
    SIMGPU_MATH void simgpu_sincos##suffix(real x, real *sine, real *cosine)                       \
    {                                                                                              \
        struct simgpu_angle##suffix a = simgpu_reduce##suffix(x);                                  \
        *sine = x == 0 ? x : simgpu_sine_at##suffix(a);                                            \
        *cosine = simgpu_cosine_at##suffix(a);                                                     \
    }                                                                                              \
    SIMGPU_MATH real simgpu_sinpi##suffix(real x)                                                  \
    {                                                                                              \
        real value = simgpu_sine_at##suffix(simgpu_reduce_pi##suffix(x));                          \
        return __builtin_trunc##suffix(x) == x ? __builtin_copysign##suffix(0, x) : value;         \
    }                                                                                              \
    SIMGPU_MATH real simgpu_cospi##suffix(real x)                                                  \
    {                                                                                              \
        return simgpu_cosine_at##suffix(simgpu_reduce_pi##suffix(x)) + 0;                          \
    }                                                                                              \
    SIMGPU_MATH void simgpu_sincospi##suffix(real x, real *sine, real *cosine)                     \
    {                                                                                              \
        *sine = simgpu_sinpi##suffix(x);                                                           \
        *cosine = simgpu_cospi##suffix(x);                                                         \
    }

/* x pi: quarter turns are exact. Beyond 2^24 and 2^53 every x is even. */
SIMGPU_MATH struct simgpu_anglef simgpu_reduce_pif(float x)
{
    struct simgpu_anglef a;
    float limited = __builtin_fabsf(x) < 0x1p24f ? x : x - x;
    float n = __builtin_rintf(2.0f * limited);
    a.quadrant = simgpu_is_nanf(n) ? 0 : (int)n;
    float fraction = __builtin_fmaf(n, -0.5f, limited);
    a.r = __builtin_fmaf(fraction, -0x1.777a5cp-24f, simgpu_mulf(fraction, 0x1.921fb6p+1f));
    return a;
}
SIMGPU_MATH struct simgpu_angle simgpu_reduce_pi(double x)
{
    struct simgpu_angle a;
    double limited = __builtin_fabs(x) < 0x1p53 ? x : x - x;
    double n = __builtin_rint(2.0 * limited);
    a.quadrant = simgpu_is_nan(n) ? 0 : (int)((long long)n & 3);
    double fraction = __builtin_fma(n, -0.5, limited);
    struct simgpu_pair r = simgpu_product(fraction, 0x1.921fb54442d18p+1);
    a.r = r.high;
    a.low = __builtin_fma(fraction, 0x1.1a62633145c07p-53, r.low);
    return a;
}

SIMGPU_TRIGONOMETRY(float, f)
SIMGPU_TRIGONOMETRY(double, )
#undef SIMGPU_TRIGONOMETRY

SIMGPU_MATH float simgpu_tanf(float x)
{
    struct simgpu_anglef a = simgpu_reducef(x);
    float z = simgpu_mulf(a.r, a.r);
    float t = __builtin_fmaf(simgpu_mulf(z, a.r), simgpu_polynomial_tanf(z), a.r);
    return x == 0.0f ? x : a.quadrant & 1 ? -1.0f / t : t;
}
SIMGPU_MATH double simgpu_tan(double x)
{
    struct simgpu_angle a = simgpu_reduce(x);
    double s = simgpu_sin_kernel(a), c = simgpu_cos_kernel(a);
    return x == 0.0 ? x : a.quadrant & 1 ? -c / s : s / c;
}

#endif
