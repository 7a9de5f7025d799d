/* SPDX-License-Identifier: BSD-3-Clause */
/* Conversion between float and the 16 bits of a half: cvt on the device, integer arithmetic on the
 * host.
 *
 * Source: IEEE 754-2008, binary16.
 */
#ifndef SIMGPU_HALF_BITS_H
#define SIMGPU_HALF_BITS_H

#include "simgpu/math_base.h"

SIMGPU_MATH float simgpu_half_to_float(unsigned short h)
{
#ifdef __CUDA_ARCH__
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(h));
    return x;
#else
    unsigned int sign = (unsigned int)(h & 0x8000) << 16, magnitude = h & 0x7fff;
    if (magnitude >= 0x7c00) /* infinity, NaN */
        return simgpu_from_bitsf(sign | 0x7f800000u | (magnitude & 0x3ff) << 13);
    /* the bits as a float's are the value times 2^-112, denormal ones included */
    float x = simgpu_from_bitsf(magnitude << 13) * 0x1p112f;
    return sign ? -x : x;
#endif
}

/* A double holds a float exactly; nearest, ties to even. */
SIMGPU_MATH unsigned short simgpu_double_to_half(double x)
{
#ifdef __CUDA_ARCH__
    unsigned short h;
    asm("cvt.rn.f16.f64 %0, %1;" : "=h"(h) : "d"(x));
    return h;
#else
    unsigned short sign = simgpu_bits(x) >> 63 ? 0x8000 : 0;
    double a = __builtin_fabs(x);
    if (a != a)
        return 0x7fff;
    if (a >= 65520.0) /* half an ulp above the largest half */
        return sign | 0x7c00;
    /* the ulp of the result, at least 2^-24, into the place of a double's last bit */
    int exponent = (int)(simgpu_bits(a) >> 52) - 1023;
    int ulp = exponent < -14 ? -24 : exponent - 10;
    double shift = simgpu_power_of_two(ulp + 52);
    double rounded = (a + shift) - shift;
    unsigned int units = (unsigned int)(rounded * simgpu_power_of_two(-ulp));
    /* units carry into the exponent as they should */
    return (unsigned short)(sign |
                            (units + (exponent < -14 ? 0u : (unsigned int)(exponent + 14) << 10)));
#endif
}
SIMGPU_MATH unsigned short simgpu_float_to_half(float x)
{
#ifdef __CUDA_ARCH__
    unsigned short h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
    return h;
#else
    return simgpu_double_to_half((double)x);
#endif
}

/* a * b + c of numbers of 16 bits, to be rounded to 16 bits: what a double has no room for makes
 * its last bit odd (S. Boldo, G. Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
 * The product is exact. */
SIMGPU_MATH double simgpu_odd_fma(double a, double b, double c)
{
    const double product = a * b, sum = product + c;
    const double part = sum - product; /* of c, that is in the sum (Knuth's two-sum) */
    const double lost = (product - (sum - part)) + (c - part);
    unsigned long long bits = simgpu_bits(sum);
    if (!(lost > 0 || lost < 0) || (bits & 1)) /* NaN: the sum is not finite */
        return sum;
    bits += (lost > 0) == (sum > 0) ? 1ull : -1ull;
    double odd;
    __builtin_memcpy(&odd, &bits, 8);
    return odd;
}

#endif
