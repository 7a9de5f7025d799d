/* SPDX-License-Identifier: BSD-3-Clause */
/* The bits of floating-point numbers, and the numbers of bits (IEEE 754 binary32 and binary64). */
#ifndef SIMGPU_BASE_FLOAT_BITS_H
#define SIMGPU_BASE_FLOAT_BITS_H

#include <stdint.h>
#include <string.h>

static inline uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint64_t double_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline double double_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
