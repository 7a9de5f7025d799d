/* SPDX-License-Identifier: BSD-3-Clause */
/* Between the 8 bits of .e4m3 and .e5m2 and a float: integer arithmetic, for the host and for GPUs
 * below 8.9, which have no such cvt.
 *
 * .e4m3 has four bits of exponent and three of fraction, no infinity, and one NaN of either sign.
 * .e5m2 is the upper half of a half.
 *
 * Source: P. Micikevicius et al., "FP8 Formats for Deep Learning", 2022; PTX ISA 8.1, cvt. Rounding
 * of doubles: S. Boldo, G. Melquiond, "Emulation of FMA and correctly rounded sums", 2008.
 */
#ifndef SIMGPU_FP8_BITS_H
#define SIMGPU_FP8_BITS_H

#include "simgpu/math_base.h"

/* Of a format: bits of fraction, exponent of the smallest normal number, code of the largest
 * number. */
enum {
    SIMGPU_E4M3_FRACTION = 3,
    SIMGPU_E4M3_LEAST = -6,
    SIMGPU_E4M3_LARGEST = 0x7e,
    SIMGPU_E5M2_FRACTION = 2,
    SIMGPU_E5M2_LEAST = -14,
    SIMGPU_E5M2_LARGEST = 0x7b
};

/* The code of a magnitude in a format without a largest number; nearest, ties to even. magnitude:
 * the bits of a finite float without sign. */
SIMGPU_MATH unsigned int simgpu_fp8_magnitude(unsigned int magnitude, int fraction, int least)
{
    enum { FLOAT_FRACTION = 23, BIAS = 127 };
    int cut = FLOAT_FRACTION - fraction;
    if (magnitude < (unsigned int)(least + BIAS) << FLOAT_FRACTION) {
        /* The last bit of this sum is the format's: what lies above the first addend is the code.
         */
        float first = simgpu_power_of_twof(least - fraction + FLOAT_FRACTION);
        return simgpu_bitsf(simgpu_from_bitsf(magnitude) + first) - simgpu_bitsf(first);
    }
    /* A carry goes into the exponent as it should. */
    unsigned int odd = magnitude >> cut & 1;
    unsigned int rounded = (magnitude + (1u << (cut - 1)) - 1 + odd) >> cut;
    return rounded - ((unsigned int)(least + BIAS - 1) << fraction);
}

/* is_e5m2: otherwise .e4m3. finite: what is too large becomes the largest number, else infinity, or
 * NaN where there is none. A NaN becomes 0x7f. */
SIMGPU_MATH unsigned char simgpu_float_to_fp8(float x, int is_e5m2, int finite)
{
    unsigned int bits = simgpu_bitsf(x), magnitude = bits & 0x7fffffffu;
    unsigned int largest = is_e5m2 ? SIMGPU_E5M2_LARGEST : SIMGPU_E4M3_LARGEST;
    unsigned int code = largest + 1;
    if (magnitude > 0x7f800000u)
        return 0x7f;
    if (magnitude < 0x7f800000u)
        code = is_e5m2 ? simgpu_fp8_magnitude(magnitude, SIMGPU_E5M2_FRACTION, SIMGPU_E5M2_LEAST)
                       : simgpu_fp8_magnitude(magnitude, SIMGPU_E4M3_FRACTION, SIMGPU_E4M3_LEAST);
    if (code > largest)
        code = finite ? largest : largest + 1;
    return (unsigned char)(code | (bits >> 24 & 0x80));
}

/* A double that is not a float goes to the odd one of its neighbours: rounded again, it is rounded
 * once. A NaN keeps its sign and becomes 0x7f of .e4m3 or 0x7e of .e5m2. */
SIMGPU_MATH unsigned char simgpu_double_to_fp8(double x, int is_e5m2, int finite)
{
    if (x != x)
        return (unsigned char)((is_e5m2 ? 0x7e : 0x7f) | (simgpu_bits(x) >> 56 & 0x80));
    float f = (float)x;
    unsigned int bits = simgpu_bitsf(f);
    if ((double)f != x && (bits & 1) == 0 && (bits & 0x7fffffffu) != 0x7f800000u)
        bits += __builtin_fabs((double)f) < __builtin_fabs(x) ? 1u : (unsigned int)-1;
    return simgpu_float_to_fp8(simgpu_from_bitsf(bits), is_e5m2, finite);
}

/* Exact. A NaN is 0x7fffffff. */
SIMGPU_MATH float simgpu_fp8_to_float(unsigned char code, int is_e5m2)
{
    unsigned int magnitude = code & 0x7fu;
    if (magnitude > (is_e5m2 ? SIMGPU_E5M2_LARGEST + 1 : SIMGPU_E4M3_LARGEST))
        return simgpu_from_bitsf(0x7fffffffu);
    if (is_e5m2 && magnitude > SIMGPU_E5M2_LARGEST)
        return simgpu_from_bitsf(0x7f800000u | (code & 0x80u) << 24);
    int fraction = is_e5m2 ? SIMGPU_E5M2_FRACTION : SIMGPU_E4M3_FRACTION;
    int least = is_e5m2 ? SIMGPU_E5M2_LEAST : SIMGPU_E4M3_LEAST;
    unsigned int one = 1u << fraction, exponent = magnitude >> fraction;
    unsigned int whole = exponent ? (magnitude & (one - 1)) | one : magnitude;
    int power = least - fraction + (exponent ? (int)exponent - 1 : 0);
    float x = (float)whole * simgpu_power_of_twof(power);
    return code & 0x80 ? -x : x;
}

#endif
