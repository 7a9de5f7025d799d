/* SPDX-License-Identifier: BSD-3-Clause */
/* 16-bit floats on one lane, written so that a loop over lanes vectorises: no branch, no table, no
 * host type beyond float and double.
 *
 * .f16 has 5 bits of exponent and 10 of fraction. .bf16 is the upper half of a .f32. Arithmetic
 * runs in float and rounds to nearest even a second time. That is the same as to round once: a sum,
 * difference or product of two numbers with p bits survives a first rounding to 2p + 2 bits or
 * more, and float has 24. Fused multiply-add does not, so its sum is rounded to odd first.
 *
 * Source: Figueroa, "When is double rounding innocuous?", SIGNUM Newsletter 1995; Boldo and
 *   Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to
 *   odd", IEEE Transactions on Computers 2008. PTX ISA, "Half Precision Floating-Point
 *   Instructions": a NaN result is the canonical 0x7fff.
 */
#ifndef SIMGPU_BASE_HALF_H
#define SIMGPU_BASE_HALF_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define HALF_NAN 0x7fffu

static inline float half_float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t half_bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float f16_to_float(uint32_t half)
{
    /* First a float with the same fraction and a too small exponent. Exact, also for subnormals. */
    float scaled = half_float_of((half & 0x7fff) << 13) * 0x1p112f;
    uint32_t special = (half & 0x7c00) == 0x7c00 ? 0x7f800000 : 0;
    return half_float_of(half_bits_of(scaled) | special | (half & 0x8000) << 16);
}

static inline uint32_t f16_from_float(float x)
{
    uint32_t bits = half_bits_of(x), magnitude = bits & 0x7fffffff;
    uint32_t normal = (magnitude + 0xfff + (magnitude >> 13 & 1) - (112u << 23)) >> 13;
    /* Beside 0.5 a float's last bit is 2^-24, that of a subnormal half. */
    uint32_t subnormal = half_bits_of(half_float_of(magnitude) + 0.5f) - 0x3f000000;
    uint32_t finite = magnitude < 0x38800000 ? subnormal : normal;
    uint32_t number = magnitude >= 0x477ff000 ? 0x7c00 : finite;
    return magnitude > 0x7f800000 ? HALF_NAN : number | (bits >> 16 & 0x8000);
}

static inline float bf16_to_float(uint32_t half)
{
    return half_float_of(half << 16);
}

static inline uint32_t bf16_from_float(float x)
{
    uint32_t bits = half_bits_of(x);
    uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return (bits & 0x7fffffff) > 0x7f800000 ? HALF_NAN : rounded;
}

/* The error of a rounded sum; NaN if the sum isn't finite. Source: Knuth's two-sum. */
static inline double sum_error(double a, double b, double sum)
{
    double part = sum - a;
    return (a - (sum - part)) + (b - part);
}

/* Rounds to odd. value: rounded to nearest; error: the exact value less `value`. Uses integers,
 * since comparisons of floats would keep loops from being vectorised. */
static inline double odd_double(double value, double error)
{
    uint64_t bits, error_bits;
    memcpy(&bits, &value, sizeof bits);
    memcpy(&error_bits, &error, sizeof error_bits);
    uint64_t magnitude = error_bits & 0x7fffffffffffffff;
    uint64_t inexact = magnitude - 1 < 0x7ff0000000000000; /* neither zero nor NaN */
    uint64_t too_far = inexact & (error_bits ^ bits) >> 63;
    bits = (bits - too_far) | inexact;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float odd_float(float value, float error)
{
    uint32_t bits = half_bits_of(value), error_bits = half_bits_of(error);
    uint32_t inexact = (error_bits & 0x7fffffff) - 1 < 0x7f800000;
    uint32_t too_far = inexact & (error_bits ^ bits) >> 31;
    return half_float_of((bits - too_far) | inexact);
}

/* a * b + c, rounded to odd; a * b is exact for 16-bit floats. */
static inline double half_fused(double a, double b, double c)
{
    double product = a * b, sum = product + c;
    return odd_double(sum, sum_error(product, c, sum));
}

static inline float bf16_fma(float a, float b, float c)
{
    double exact = half_fused(a, b, c);
    float value = (float)exact;
    /* Scaled, so that the smallest error is not lost as a float; only its sign counts. */
    return odd_float(value, (float)((exact - (double)value) * 0x1p60));
}

/* The same within float, which has the range for it. This is half the work. */
static inline float f16_fma(float a, float b, float c)
{
    float product = a * b, sum = product + c, part = sum - product;
    return odd_float(sum, (product - (sum - part)) + (c - part));
}

/* Two halves in 32 bits. */
static inline uint32_t half_pair(uint32_t low, uint32_t high)
{
    return low | high << 16;
}

static inline float f16_low(uint32_t pair)
{
    return f16_to_float(pair & 0xffff);
}

static inline float f16_high(uint32_t pair)
{
    return f16_to_float(pair >> 16);
}

static inline float bf16_low(uint32_t pair)
{
    return half_float_of(pair << 16);
}

static inline float bf16_high(uint32_t pair)
{
    return half_float_of(pair & 0xffff0000);
}

static inline uint32_t f16_pair(float low, float high)
{
    return half_pair(f16_from_float(low), f16_from_float(high));
}

static inline uint32_t bf16_pair(float low, float high)
{
    return half_pair(bf16_from_float(low), bf16_from_float(high));
}

#endif
