/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions of one float that alu_list.h uses, written so that a loop over lanes vectorises. They
 * are compiled for whatever vector instruction set is chosen where this is included. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_FLOAT_LANES_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_FLOAT_LANES_H

#include "base/float_bits.h"
#include "base/half.h"
#include "workloads/ptx/exec/math_lanes.h"

static inline float canonical(float x)
{
    return x != x ? float_of_bits(0x7fffffff) : x;
}

/* Division of words, in doubles, which vectorises: what is below an integer by 1/b at least stays
 * below it, for a double has 53 bits. By zero: all ones. Source: PTX ISA, "div", "rem" (unspecified
 * then). */
static inline uint32_t quotient_u32(uint32_t a, uint32_t b)
{
    const uint32_t quotient = (uint32_t)((double)a / (double)(b == 0 ? 1 : b));
    return b == 0 ? UINT32_MAX : quotient;
}

static inline uint32_t remainder_u32(uint32_t a, uint32_t b)
{
    return b == 0 ? UINT32_MAX : a - quotient_u32(a, b) * b;
}

static inline uint32_t magnitude(int32_t a)
{
    return a < 0 ? 0 - (uint32_t)a : (uint32_t)a;
}

static inline uint32_t quotient_s32(int32_t a, int32_t b)
{
    const uint32_t quotient = quotient_u32(magnitude(a), magnitude(b));
    return b != 0 && (a ^ b) < 0 ? 0 - quotient : quotient;
}

static inline uint32_t remainder_s32(int32_t a, int32_t b)
{
    const uint32_t left = remainder_u32(magnitude(a), magnitude(b));
    return b != 0 && a < 0 ? 0 - left : left;
}

/* The NaN that NVIDIA's double-precision units make. */
static inline double canonical_f64(double x)
{
    return x != x ? double_of_bits(0xfff8000000000000) : x;
}

/* A subnormal as zero of its sign. */
static inline float flush(float x)
{
    uint32_t bits = float_bits(x);
    return float_of_bits((bits & 0x7f800000) == 0 ? bits & 0x80000000 : bits);
}

/* a times the reciprocal of b, which is zero where it would be subnormal. */
static inline float divide_roughly(float a, float b)
{
    uint32_t bits = float_bits(b);
    float zero = float_of_bits(bits & 0x80000000);
    bool tiny = (bits & 0x7fffffff) > 0x7e800000 && b == b;
    return canonical(tiny ? a * zero : a / b);
}

/* A .f32's bits as a .tf32, rounded to the nearest, ties away from zero: a carry goes on into the
 * exponent, and so to infinity. There is one NaN. */
static inline uint32_t tf32_away(uint32_t bits)
{
    return (bits & 0x7fffffff) > 0x7f800000 ? 0x7fffffff : (bits + 0x1000) & 0xffffe000;
}

/* Out of range: the nearest that there is; NaN: 0. */
static inline int32_t truncated_s32(float x)
{
    bool above = x >= 0x1p31f, inside = x >= -0x1p31f && !above;
    int32_t number = (int32_t)(inside ? x : 0);
    return inside || x != x ? number : above ? INT32_MAX : INT32_MIN;
}

static inline uint32_t truncated_u32(float x)
{
    bool above = x >= 0x1p32f, inside = x > -1 && !above;
    uint32_t number = (uint32_t)(int64_t)(inside ? x : 0);
    return above ? UINT32_MAX : number;
}

static inline uint16_t truncated_u16(float x)
{
    const uint32_t number = truncated_u32(x);
    return number > UINT16_MAX ? UINT16_MAX : (uint16_t)number;
}

static inline int16_t truncated_s16(float x)
{
    const int32_t number = truncated_s32(x);
    return number > INT16_MAX ? INT16_MAX : number < INT16_MIN ? INT16_MIN : (int16_t)number;
}

/* In [0, 1]; NaN: 0. */
static inline float saturated(float x)
{
    float above = x > 0 ? x : 0;
    return above > 1 ? 1 : above;
}

/* Of a double, NaN: the type's lowest value, or its middle if it has no sign. The same of a float
 * where the type has 64 bits. */
static inline int32_t truncated_s32_f64(double x)
{
    bool above = x >= 0x1p31, inside = x > -0x1p31 - 1 && !above;
    int32_t number = (int32_t)(inside ? x : 0);
    return inside ? number : above ? INT32_MAX : INT32_MIN;
}

static inline uint32_t truncated_u32_f64(double x)
{
    bool above = x >= 0x1p32, inside = x > -1 && !above;
    uint32_t number = (uint32_t)(int64_t)(inside ? x : 0);
    return x != x ? UINT32_C(1) << 31 : above ? UINT32_MAX : number;
}

/* Out of range: the nearest that there is; NaN: the highest bit alone. */
static inline uint16_t truncated_u16_f64(double x)
{
    bool above = x >= 0x1p16, inside = x > -1 && !above;
    uint16_t number = (uint16_t)(int32_t)(inside ? x : 0);
    return x != x ? 0x8000 : above ? UINT16_MAX : number;
}

static inline int16_t truncated_s16_f64(double x)
{
    bool above = x >= 0x1p15, inside = x > -0x1p15 - 1 && !above;
    int16_t number = (int16_t)(inside ? x : 0);
    return inside ? number : above ? INT16_MAX : INT16_MIN;
}

static inline int64_t truncated_s64(double x)
{
    bool above = x >= 0x1p63, inside = x >= -0x1p63 && !above;
    int64_t number = (int64_t)(inside ? x : 0);
    return inside ? number : above ? INT64_MAX : INT64_MIN;
}

static inline uint64_t truncated_u64(double x)
{
    bool above = x >= 0x1p64, inside = x > -1 && !above;
    uint64_t number = (uint64_t)(inside ? x : 0);
    return x != x ? UINT64_C(1) << 63 : above ? UINT64_MAX : number;
}

/* The other operand if one is a NaN; -0 is less than +0. */
static inline float min_f32(float a, float b)
{
    float ordered = a < b ? a : b;
    float number = a == b ? float_of_bits(float_bits(a) | float_bits(b)) : ordered;
    float other = a != a ? b : b != b ? a : number;
    return canonical(other);
}

static inline float max_f32(float a, float b)
{
    float ordered = a > b ? a : b;
    float number = a == b ? float_of_bits(float_bits(a) & float_bits(b)) : ordered;
    float other = a != a ? b : b != b ? a : number;
    return canonical(other);
}

/* Of .NaN: one if either is. */
static inline float or_nan_f32(float a, float b, float x)
{
    return a != a || b != b ? float_of_bits(0x7fffffff) : x;
}

static inline double min_f64(double a, double b)
{
    double ordered = a < b ? a : b;
    double number = a == b ? double_of_bits(double_bits(a) | double_bits(b)) : ordered;
    double other = a != a ? b : b != b ? a : number;
    return canonical_f64(other);
}

static inline double max_f64(double a, double b)
{
    double ordered = a > b ? a : b;
    double number = a == b ? double_of_bits(double_bits(a) & double_bits(b)) : ordered;
    double other = a != a ? b : b != b ? a : number;
    return canonical_f64(other);
}

#endif
