/* SPDX-License-Identifier: BSD-3-Clause */
/* The approximate functions of a float, in double precision and rounded once, written so that a
 * loop over lanes vectorises. They are compiled for whatever vector instruction set is chosen where
 * this is included.
 *
 * Series are Taylor's, so long that what is left off is below half of the last place of a double.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_MATH_LANES_H
#define SIMGPU_WORKLOADS_PTX_EXEC_MATH_LANES_H

#include "base/float_bits.h"

/* Long as it is, it must become part of the loop over lanes. */
#define MATH_PIECE inline __attribute__((always_inline))

/* Added to a double below 2^51: the sum's low bits are the double's nearest integer. */
#define MATH_ROUNDER 0x1.8p52

/* 2^x. Beyond 160 either way a float has nothing between infinity or zero and it. */
static inline float math_ex2(float a)
{
    const double x = a, inside = x < -160 ? -160 : x > 160 ? 160 : x;
    const double shifted = inside + MATH_ROUNDER;
    const double f = inside - (shifted - MATH_ROUNDER);
    double p = 0x1.816193166d0f9p-40;
    p = p * f + 0x1.c3bd650fc2986p-36;
    p = p * f + 0x1.e8cac7351bb25p-32;
    p = p * f + 0x1.e4cf5158b8ecap-28;
    p = p * f + 0x1.b5253d395e7c4p-24;
    p = p * f + 0x1.62c0223a5c824p-20;
    p = p * f + 0x1.ffcbfc588b0c7p-17;
    p = p * f + 0x1.430912f86c787p-13;
    p = p * f + 0x1.5d87fe78a6731p-10;
    p = p * f + 0x1.3b2ab6fba4e77p-7;
    p = p * f + 0x1.c6b08d704a0c0p-5;
    p = p * f + 0x1.ebfbdff82c58fp-3;
    p = p * f + 0x1.62e42fefa39efp-1;
    p = p * f + 1;
    return (float)(p * double_of_bits((double_bits(shifted) + 1023) << 52));
}

/* log2 of x = 2^k m, with m from sqrt(1/2) to sqrt(2); t = (m - 1) / (m + 1). */
static inline float math_lg2(float a)
{
    const uint64_t root = 0x3fe6a09e667f3bcd, one = (uint64_t)1023 << 52;
    const double x = a;
    const uint64_t bits = double_bits(x), above = bits - root + one, exponent = above >> 52;
    const double m = double_of_bits(bits - (exponent << 52) + one);
    const double k = double_of_bits(exponent | double_bits(0x1p52)) - (0x1p52 + 1023);
    const double t = (m - 1) / (m + 1), z = t * t;
    double p = 0x1.00ecd7e080215p-3;
    p = p * z + 0x1.1964ec6fc9491p-3;
    p = p * z + 0x1.3703c1f4d0ffep-3;
    p = p * z + 0x1.5b9ac9b743f0dp-3;
    p = p * z + 0x1.89f3b1694cffep-3;
    p = p * z + 0x1.c68f568d31760p-3;
    p = p * z + 0x1.0c9a84994022dp-2;
    p = p * z + 0x1.484b13d7c02a9p-2;
    p = p * z + 0x1.a61762a7aded9p-2;
    p = p * z + 0x1.2776c50ef9bfep-1;
    p = p * z + 0x1.ec709dc3a03fdp-1;
    p = p * z + 0x1.71547652b82fep+1;
    const double number = k + t * p;
    const double small = x == 0 ? -__builtin_inf() : __builtin_nan("");
    return (float)(x > 0 ? x < __builtin_inf() ? number : x : small);
}

/* What is left of x after its nearest multiple of pi/2, which is number *quarter. pi/2 is taken off
 * in four parts, the first three of 22 bits: exactly, below 2^31. */
static inline double math_near_quarter(double x, uint64_t *quarter)
{
    const double shifted = x * 0x1.45f306dc9c883p-1 + MATH_ROUNDER, n = shifted - MATH_ROUNDER;
    double y = x - n * 0x1.921fb00000000p+0;
    y -= n * 0x1.5110b00000000p-22;
    y -= n * 0x1.1846980000000p-44;
    y -= n * 0x1.3198a2e037073p-69;
    *quarter = double_bits(shifted);
    return y;
}

/* An integer below 2^32 as a double. */
static inline double math_of_word(uint64_t word)
{
    return double_of_bits(double_bits(0x1p52) | word) - 0x1p52;
}

/* The same for a float of 2^31 and beyond: a whole number m of 24 bits, times 2^e. Of 2/pi only the
 * 128 bits count that m times them has below 4; the first of them stands for 2.
 * Source: Payne and Hanek, "Radian reduction for trigonometric functions", SIGNUM 18 (1), 1983. */
static inline double math_far_quarter(float a, uint64_t *quarter)
{
    const uint64_t w0 = 0xa2f9836e4e441529, w1 = 0xfc2757d1f534ddc0, w2 = 0xdb6295993c439041,
                   w3 = 0xfe5163abdebbc561;
    const uint64_t bits = float_bits(a), m = (bits & 0x7fffff) | 0x800000;
    const uint64_t first = ((bits >> 23 & 255) - 152) & 127, shift = first & 63;
    const uint64_t later = -(first >> 6); /* all bits or none */
    const uint64_t x = (w0 & ~later) | (w1 & later), y = (w1 & ~later) | (w2 & later),
                   z = (w2 & ~later) | (w3 & later);
    const uint64_t high = x << shift | y >> 1 >> (63 - shift);
    const uint64_t low = y << shift | z >> 1 >> (63 - shift);
    const uint64_t carry = m * (low >> 32) + (m * (low & UINT32_MAX) >> 32);
    const uint64_t turns = m * high + (carry >> 32); /* 2^62 are a quarter */
    const uint64_t nearest = (turns + (UINT64_C(1) << 61)) >> 62;
    const uint64_t rest = turns - (nearest << 62) + (UINT64_C(1) << 63);
    const double number =
        ((math_of_word(rest >> 32) - 0x1p31) * 0x1p32 + math_of_word(rest & UINT32_MAX)) +
        math_of_word(carry & UINT32_MAX) * 0x1p-32;
    const double left = number * 0x1.921fb54442d18p-62;
    const uint64_t minus = bits >> 31;
    *quarter = (nearest ^ -minus) + minus;
    return double_of_bits(double_bits(left) ^ minus << 63);
}

static inline double math_sine(double y, double z)
{
    double p = -0x1.ae7f3e733b81fp-41; /* 1/15!, 1/13!, ... */
    p = p * z + 0x1.6124613a86d09p-33;
    p = p * z - 0x1.ae64567f544e4p-26;
    p = p * z + 0x1.71de3a556c734p-19;
    p = p * z - 0x1.a01a01a01a01ap-13;
    p = p * z + 0x1.1111111111111p-7;
    p = p * z - 0x1.5555555555555p-3;
    return y * (1 + z * p);
}

static inline double math_cosine(double z)
{
    double p = 0x1.ae7f3e733b81fp-45; /* 1/16!, 1/14!, ... */
    p = p * z - 0x1.93974a8c07c9dp-37;
    p = p * z + 0x1.1eed8eff8d898p-29;
    p = p * z - 0x1.27e4fb7789f5cp-22;
    p = p * z + 0x1.a01a01a01a01ap-16;
    p = p * z - 0x1.6c16c16c16c17p-10;
    p = p * z + 0x1.5555555555555p-5;
    p = p * z - 0.5;
    return 1 + z * p;
}

/* The sine of x and of `more` quarters. */
static MATH_PIECE float math_turn(float a, uint64_t more)
{
    uint64_t near, far;
    const double near_y = math_near_quarter(a, &near), far_y = math_far_quarter(a, &far);
    const uint64_t exponent = float_bits(a) >> 23 & 255;
    const uint64_t is_far =
        -(uint64_t)(exponent >= 127 + 31 && exponent < 255); /* all bits, no branch */
    const double y =
        double_of_bits((double_bits(far_y) & is_far) | (double_bits(near_y) & ~is_far));
    const double z = y * y;
    const uint64_t quarter = ((far & is_far) | (near & ~is_far)) + more;
    const double value = quarter & 1 ? math_cosine(z) : math_sine(y, z);
    return (float)double_of_bits(double_bits(value) ^ (quarter & 2) << 62);
}

static MATH_PIECE float math_sin(float a)
{
    return math_turn(a, 0);
}

static MATH_PIECE float math_cos(float a)
{
    return math_turn(a, 1);
}

#endif
