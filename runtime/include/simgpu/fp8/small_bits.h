/* SPDX-License-Identifier: BSD-3-Clause */
/* Between the six bits of .e2m3 and .e3m2, or the four of .e2m1, and a float: integer arithmetic
 * for host and device. None of these formats has infinity or NaN: what is too large becomes the
 * largest number, and a NaN the largest positive one.
 *
 * Source: Open Compute Project, OCP Microscaling Formats (MX) Specification 1.0, 2023, section 5.3;
 *   PTX ISA 8.6, cvt.
 */
#ifndef SIMGPU_SMALL_BITS_H
#define SIMGPU_SMALL_BITS_H

#include "simgpu/fp8/fp8_bits.h"

/* bits: with the sign; fraction: bits of it; least: exponent of the smallest normal number. */
struct simgpu_small_format {
    int bits, fraction, least;
};

/* To nearest, ties to even, or towards zero. */
SIMGPU_MATH unsigned char simgpu_float_to_small(float x, simgpu_small_format format, int to_zero)
{
    enum { FLOAT_FRACTION = 23, BIAS = 127 };
    const unsigned int sign = 1u << (format.bits - 1), largest = sign - 1;
    const unsigned int bits = simgpu_bitsf(x), magnitude = bits & 0x7fffffffu;
    unsigned int code = largest;
    if (magnitude > 0x7f800000u)
        return (unsigned char)largest;
    if (magnitude < 0x7f800000u) {
        const unsigned int normal = (unsigned int)(format.least + BIAS);
        if (!to_zero)
            code = simgpu_fp8_magnitude(magnitude, format.fraction, format.least);
        else if (magnitude >> FLOAT_FRACTION < normal)
            code = (unsigned int)(simgpu_from_bitsf(magnitude) *
                                  simgpu_power_of_twof(format.fraction - format.least));
        else
            code = (magnitude >> (FLOAT_FRACTION - format.fraction)) -
                   ((normal - 1) << format.fraction);
    }
    return (unsigned char)((code < largest ? code : largest) | (bits >> 31 ? sign : 0));
}

/* As a double rounds: first to the float towards zero, and for the nearest to an odd one, so that
 * it is rounded once. */
SIMGPU_MATH unsigned char simgpu_double_to_small(double x, simgpu_small_format format, int to_zero)
{
    const float f = (float)x;
    unsigned int bits = simgpu_bitsf(f);
    if (x == x && (double)f != x) {
        const int is_beyond = __builtin_fabs((double)f) > __builtin_fabs(x);
        if (is_beyond)
            bits--;
        if (!to_zero)
            bits |= 1;
    }
    return simgpu_float_to_small(simgpu_from_bitsf(bits), format, to_zero);
}

/* Exact. */
SIMGPU_MATH float simgpu_small_to_float(unsigned int code, simgpu_small_format format)
{
    const unsigned int sign = 1u << (format.bits - 1), magnitude = code & (sign - 1);
    const unsigned int one = 1u << format.fraction, exponent = magnitude >> format.fraction;
    const unsigned int whole = exponent ? (magnitude & (one - 1)) | one : magnitude;
    const int power = format.least - format.fraction + (exponent ? (int)exponent - 1 : 0);
    const float x = (float)whole * simgpu_power_of_twof(power);
    return code & sign ? -x : x;
}

#endif
