/* SPDX-License-Identifier: BSD-3-Clause */
/* Conversions between a 16-bit type of floating point and integers, and from float with a direction
 * of rounding: no guard, since half_conversions.h includes it for each type.
 *
 * Host and device do the same here: the nearest value, and a step from there where it lies on the
 * wrong side of the number.
 * Source: CUDA Math API reference manual, "Half Precision Conversion and Data Movement": what does
 * not fit gives the nearest integer that does; NaN gives 0, and 2^63 in 64 bits.
 */

#ifndef SIMGPU_HALF_INTEGERS_H
#define SIMGPU_HALF_INTEGERS_H

/* A 64-bit integer as a double that rounds to 16 bits as the integer does: below the double's last
 * place, only that there was something counts. */
SIMGPU_HOST_DEVICE double simgpu_sticky_double(unsigned long long x)
{
    return x >> 53 ? (double)((x >> 11) | ((x & 0x7ff) != 0)) * 2048.0 : (double)x;
}
SIMGPU_HOST_DEVICE double simgpu_sticky_double(long long x)
{
    return x < 0 ? -simgpu_sticky_double(0ull - (unsigned long long)x)
                 : simgpu_sticky_double((unsigned long long)x);
}

SIMGPU_HOST_DEVICE float simgpu_round_rn(float x)
{
    return __builtin_rintf(x);
}
SIMGPU_HOST_DEVICE float simgpu_round_rz(float x)
{
    return __builtin_truncf(x);
}
SIMGPU_HOST_DEVICE float simgpu_round_rd(float x)
{
    return __builtin_floorf(x);
}
SIMGPU_HOST_DEVICE float simgpu_round_ru(float x)
{
    return __builtin_ceilf(x);
}

/* beyond: the float above the highest; nan: what NaN gives. */
template <class T>
SIMGPU_HOST_DEVICE T simgpu_clamped_integer(float x, T lowest, T highest, float beyond, T nan)
{
    if (x != x)
        return nan;
    return x <= (float)lowest ? lowest : x >= beyond ? highest : (T)x;
}
#endif

/* A step away from zero (1) or to it (-1). */
SIMGPU_HOST_DEVICE SIMGPU_HALF simgpu_half_step(SIMGPU_HALF h, int step)
{
    h.__x = (unsigned short)(h.__x + step);
    return h;
}
SIMGPU_HOST_DEVICE SIMGPU_HALF SIMGPU_NAMED(simgpu_, _rn)(double x)
{
    return SIMGPU_HALF(x);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF SIMGPU_NAMED(simgpu_, _rd)(double x)
{
    SIMGPU_HALF h(x);
    return (double)(float)h > x ? simgpu_half_step(h, h.__x & 0x8000 ? 1 : -1) : h;
}
SIMGPU_HOST_DEVICE SIMGPU_HALF SIMGPU_NAMED(simgpu_, _ru)(double x)
{
    SIMGPU_HALF h(x);
    return (double)(float)h < x ? simgpu_half_step(h, h.__x & 0x8000 ? -1 : 1) : h;
}
SIMGPU_HOST_DEVICE SIMGPU_HALF SIMGPU_NAMED(simgpu_, _rz)(double x)
{
    return x < 0 ? SIMGPU_NAMED(simgpu_, _ru)(x) : SIMGPU_NAMED(simgpu_, _rd)(x);
}

#ifdef __CUDA_ARCH__
#define SIMGPU_WORD_INTEGER(type, name, mode, ...) __float2##name##mode((float)h)
#else
#define SIMGPU_WORD_INTEGER(type, name, mode, ...)                                                 \
    simgpu_clamped_integer<type>(simgpu_round##mode((float)h), __VA_ARGS__)
#endif
#define SIMGPU_SHORT_INTEGER(type, name, mode, ...)                                                \
    simgpu_clamped_integer<type>(simgpu_round##mode((float)h), __VA_ARGS__)

/* from, to: how; the rest: the limits of the type. */
#define SIMGPU_HALF_INTEGER(mode, type, name, from, to, ...)                                       \
    SIMGPU_HOST_DEVICE SIMGPU_HALF SIMGPU_NAMED(__##name##2, mode)(type x)                         \
    {                                                                                              \
        return SIMGPU_NAMED(simgpu_, mode)(from(x));                                               \
    }                                                                                              \
    SIMGPU_HOST_DEVICE type SIMGPU_NAMED(__, 2##name##mode)(SIMGPU_HALF h)                         \
    {                                                                                              \
        return to(type, name, mode, __VA_ARGS__);                                                  \
    }
#define SIMGPU_HALF_INTEGERS(...)                                                                  \
    SIMGPU_HALF_INTEGER(_rn, __VA_ARGS__)                                                          \
    SIMGPU_HALF_INTEGER(_rz, __VA_ARGS__)                                                          \
    SIMGPU_HALF_INTEGER(_rd, __VA_ARGS__)                                                          \
    SIMGPU_HALF_INTEGER(_ru, __VA_ARGS__)
SIMGPU_HALF_INTEGERS(short, short, double, SIMGPU_SHORT_INTEGER, -0x8000, 0x7fff, 0x1p15f, 0)
SIMGPU_HALF_INTEGERS(unsigned short, ushort, double, SIMGPU_SHORT_INTEGER, 0, 0xffff, 0x1p16f, 0)
SIMGPU_HALF_INTEGERS(int, int, double, SIMGPU_WORD_INTEGER, -0x7fffffff - 1, 0x7fffffff, 0x1p31f, 0)
SIMGPU_HALF_INTEGERS(unsigned int, uint, double, SIMGPU_WORD_INTEGER, 0, 0xffffffffu, 0x1p32f, 0)
SIMGPU_HALF_INTEGERS(long long, ll, simgpu_sticky_double, SIMGPU_WORD_INTEGER,
                     -0x7fffffffffffffffll - 1, 0x7fffffffffffffffll, 0x1p63f,
                     -0x7fffffffffffffffll - 1)
SIMGPU_HALF_INTEGERS(unsigned long long, ull, simgpu_sticky_double, SIMGPU_WORD_INTEGER, 0,
                     0xffffffffffffffffull, 0x1p64f, 0x8000000000000000ull)
#undef SIMGPU_HALF_INTEGERS
#undef SIMGPU_HALF_INTEGER
#undef SIMGPU_WORD_INTEGER
#undef SIMGPU_SHORT_INTEGER

SIMGPU_HOST_DEVICE signed char SIMGPU_NAMED(__, 2char_rz)(SIMGPU_HALF h)
{
    return simgpu_clamped_integer<signed char>((float)h, -128, 127, 128.0f, 0);
}
SIMGPU_HOST_DEVICE unsigned char SIMGPU_NAMED(__, 2uchar_rz)(SIMGPU_HALF h)
{
    return simgpu_clamped_integer<unsigned char>((float)h, 0, 255, 256.0f, 0);
}

SIMGPU_HOST_DEVICE SIMGPU_HALF SIMGPU_NAMED(__float2, _rz)(float x)
{
    return SIMGPU_NAMED(simgpu_, _rz)((double)x);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF SIMGPU_NAMED(__float2, _rd)(float x)
{
    return SIMGPU_NAMED(simgpu_, _rd)((double)x);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF SIMGPU_NAMED(__float2, _ru)(float x)
{
    return SIMGPU_NAMED(simgpu_, _ru)((double)x);
}
