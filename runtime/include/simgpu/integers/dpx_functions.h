/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of dynamic programming: the largest or smallest of sums and of three numbers, of
 * words and of their halves, on device and host.
 *
 * Source: CUDA Math API reference manual, "SIMD Intrinsics" and "Integer Intrinsics", __vi*; sums
 * wrap. Differs: several instructions each, also where GPUs have one (9.0).
 */
#ifndef SIMGPU_DPX_FUNCTIONS_H
#define SIMGPU_DPX_FUNCTIONS_H

#include "simgpu/device_function.h"

/* ---- one number ---- */

#define SIMGPU_DPX_CHOOSE(name, type, op)                                                          \
    SIMGPU_HOST_DEVICE type simgpu_##name(type a, type b)                                          \
    {                                                                                              \
        return a op b ? a : b;                                                                     \
    }
SIMGPU_DPX_CHOOSE(max_s, int, >=)
SIMGPU_DPX_CHOOSE(min_s, int, <=)
SIMGPU_DPX_CHOOSE(max_u, unsigned int, >=)
SIMGPU_DPX_CHOOSE(min_u, unsigned int, <=)
#undef SIMGPU_DPX_CHOOSE

SIMGPU_HOST_DEVICE int simgpu_relu(int a)
{
    return a > 0 ? a : 0;
}

#define SIMGPU_DPX_WORDS(m, s, type, relu, after)                                                  \
    SIMGPU_HOST_DEVICE type __vi##m##3_##s##32##relu(type a, type b, type c)                       \
    {                                                                                              \
        return after(simgpu_##m##_##s(simgpu_##m##_##s(a, b), c));                                 \
    }                                                                                              \
    SIMGPU_HOST_DEVICE type __viadd##m##_##s##32##relu(type a, type b, type c)                     \
    {                                                                                              \
        return after(simgpu_##m##_##s((type)((unsigned int)a + (unsigned int)b), c));              \
    }
#define SIMGPU_DPX_WORDS_RELU(m)                                                                   \
    SIMGPU_DPX_WORDS(m, s, int, _relu, simgpu_relu)                                                \
    SIMGPU_HOST_DEVICE int __vi##m##_s32_relu(int a, int b)                                        \
    {                                                                                              \
        return simgpu_relu(simgpu_##m##_s(a, b));                                                  \
    }
SIMGPU_DPX_WORDS(max, s, int, , )
SIMGPU_DPX_WORDS(min, s, int, , )
SIMGPU_DPX_WORDS(max, u, unsigned int, , )
SIMGPU_DPX_WORDS(min, u, unsigned int, , )
SIMGPU_DPX_WORDS_RELU(max)
SIMGPU_DPX_WORDS_RELU(min)
#undef SIMGPU_DPX_WORDS_RELU
#undef SIMGPU_DPX_WORDS

/* Which one it was: true for the first, also if both are equal. */
#define SIMGPU_DPX_WHICH(m, s, type, op)                                                           \
    SIMGPU_HOST_DEVICE type __vib##m##_##s##32(type a, type b, bool *first)                        \
    {                                                                                              \
        *first = a op b;                                                                           \
        return *first ? a : b;                                                                     \
    }
SIMGPU_DPX_WHICH(max, s, int, >=)
SIMGPU_DPX_WHICH(min, s, int, <=)
SIMGPU_DPX_WHICH(max, u, unsigned int, >=)
SIMGPU_DPX_WHICH(min, u, unsigned int, <=)
#undef SIMGPU_DPX_WHICH

/* ---- two numbers of 16 bits in a word ---- */

SIMGPU_HOST_DEVICE int simgpu_half_s(unsigned int word, int high)
{
    return (short)(word >> 16 * high);
}
SIMGPU_HOST_DEVICE unsigned int simgpu_half_u(unsigned int word, int high)
{
    return (unsigned short)(word >> 16 * high);
}
SIMGPU_HOST_DEVICE unsigned int simgpu_halves(unsigned int low, unsigned int high)
{
    return (low & 0xffffu) | high << 16;
}

#define SIMGPU_DPX_HALVES(m, s, relu)                                                              \
    SIMGPU_HOST_DEVICE unsigned int __vi##m##3_##s##16x2##relu(unsigned int a, unsigned int b,     \
                                                               unsigned int c)                     \
    {                                                                                              \
        return simgpu_halves(                                                                      \
            (unsigned int)__vi##m##3_##s##32##relu(simgpu_half_##s(a, 0), simgpu_half_##s(b, 0),   \
                                                   simgpu_half_##s(c, 0)),                         \
            (unsigned int)__vi##m##3_##s##32##relu(simgpu_half_##s(a, 1), simgpu_half_##s(b, 1),   \
                                                   simgpu_half_##s(c, 1)));                        \
    }                                                                                              \
    SIMGPU_HOST_DEVICE unsigned int __viadd##m##_##s##16x2##relu(unsigned int a, unsigned int b,   \
                                                                 unsigned int c)                   \
    {                                                                                              \
        const unsigned int sum = simgpu_halves(a + b, (a >> 16) + (b >> 16));                      \
        return __vi##m##3_##s##16x2##relu(sum, sum, c);                                            \
    }
SIMGPU_DPX_HALVES(max, s, )
SIMGPU_DPX_HALVES(min, s, )
SIMGPU_DPX_HALVES(max, u, )
SIMGPU_DPX_HALVES(min, u, )
SIMGPU_DPX_HALVES(max, s, _relu)
SIMGPU_DPX_HALVES(min, s, _relu)
#undef SIMGPU_DPX_HALVES

SIMGPU_HOST_DEVICE unsigned int __vimax_s16x2_relu(unsigned int a, unsigned int b)
{
    return __vimax3_s16x2_relu(a, b, b);
}
SIMGPU_HOST_DEVICE unsigned int __vimin_s16x2_relu(unsigned int a, unsigned int b)
{
    return __vimin3_s16x2_relu(a, b, b);
}

#define SIMGPU_DPX_WHICH(m, s)                                                                     \
    SIMGPU_HOST_DEVICE unsigned int __vib##m##_##s##16x2(unsigned int a, unsigned int b,           \
                                                         bool *high, bool *low)                    \
    {                                                                                              \
        const unsigned int above =                                                                 \
            (unsigned int)__vib##m##_##s##32(simgpu_half_##s(a, 1), simgpu_half_##s(b, 1), high);  \
        const unsigned int below =                                                                 \
            (unsigned int)__vib##m##_##s##32(simgpu_half_##s(a, 0), simgpu_half_##s(b, 0), low);   \
        return simgpu_halves(below, above);                                                        \
    }
SIMGPU_DPX_WHICH(max, s)
SIMGPU_DPX_WHICH(min, s)
SIMGPU_DPX_WHICH(max, u)
SIMGPU_DPX_WHICH(min, u)
#undef SIMGPU_DPX_WHICH

#endif
