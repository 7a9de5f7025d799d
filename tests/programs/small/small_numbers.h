/* SPDX-License-Identifier: BSD-3-Clause */
/* What tests of numbers of a few bits share: counts, and numbers to convert. */
#ifndef SIMGPU_TESTS_PROGRAMS_SMALL_NUMBERS_H
#define SIMGPU_TESTS_PROGRAMS_SMALL_NUMBERS_H

#include <cmath>
#include <cstring>

static long wrong, checked;
static void expect(bool is_right)
{
    checked++;
    wrong += !is_right;
}

/* A code without sign, of so many digits behind the point. */
static double small_magnitude(int code, int digits, int bias)
{
    const int exponent = code >> digits, fraction = code & ((1 << digits) - 1);
    return exponent ? ldexp((1 << digits) + fraction, exponent - bias - digits)
                    : ldexp(fraction, 1 - bias - digits);
}

/* Floats beside the ones that lie on a border, for 65,536 values of i. */
__host__ __device__ static float float_number(int i)
{
    const unsigned bits = (unsigned)i << 16 | (i % 3 == 0 ? 1 : i % 3 == 1 ? 0xffff : 0x8000);
    float x;
    memcpy(&x, &bits, 4);
    return x;
}

/* The half with these bits. */
static double half_value(int i)
{
    const int exponent = i >> 10 & 31, fraction = i & 1023;
    double x = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    if (exponent == 31)
        x = fraction ? NAN : INFINITY;
    return i & 0x8000 ? -x : x;
}

#endif
