/* SPDX-License-Identifier: BSD-3-Clause */
/* Quotients and remainders of 128-bit integers in device code. LLVM calls these functions, which a
 * CPU has from its compiler's library; simgpucc asks for them (SIMGPU_WIDE_DIVISION) where clang
 * misses one.
 *
 * Source: CUDA C++ Programming Guide, "128-bit integer" types; names and shapes are those of
 *   libgcc ("Integer library routines").
 * Differs: nvcc's take other instructions. A division by zero gives all ones, and the dividend as
 *   its remainder.
 */
#ifndef SIMGPU_WIDE_DIVISION_H
#define SIMGPU_WIDE_DIVISION_H
#if defined SIMGPU_WIDE_DIVISION && defined __CUDA_ARCH__

#include "simgpu/device_function.h"

/* Each file that is linked has its own, under the name that LLVM looks for. */
#define SIMGPU_CALLED_BY_LLVM(type, name)                                                          \
    static __device__ __attribute__((used, noinline)) type name(type x, type by) __asm__(#name);   \
    static __device__ __attribute__((used, noinline)) type name(type x, type by)

typedef unsigned __int128 simgpu_wide;

SIMGPU_DEVICE int simgpu_leading_zeros(simgpu_wide x)
{
    const unsigned long long high = (unsigned long long)(x >> 64);
    return high ? __builtin_clzll(high) : x ? 64 + __builtin_clzll((unsigned long long)x) : 128;
}

/* The quotient; *rest: the remainder. */
SIMGPU_DEVICE simgpu_wide simgpu_divide(simgpu_wide x, simgpu_wide by, simgpu_wide *rest)
{
    simgpu_wide quotient = 0;
    if ((x | by) >> 64 == 0 && by != 0) {
        *rest = (unsigned long long)x % (unsigned long long)by;
        return (unsigned long long)x / (unsigned long long)by;
    }
    *rest = x;
    if (by == 0)
        return ~quotient;
    for (int i = simgpu_leading_zeros(by) - simgpu_leading_zeros(x); i >= 0; i--)
        if (*rest >= by << i) {
            *rest -= by << i;
            quotient |= (simgpu_wide)1 << i;
        }
    return quotient;
}

SIMGPU_DEVICE simgpu_wide simgpu_magnitude(__int128 x)
{
    return x < 0 ? -(simgpu_wide)x : (simgpu_wide)x;
}

SIMGPU_CALLED_BY_LLVM(simgpu_wide, __udivti3)
{
    simgpu_wide rest;
    return simgpu_divide(x, by, &rest);
}
SIMGPU_CALLED_BY_LLVM(simgpu_wide, __umodti3)
{
    simgpu_wide rest;
    simgpu_divide(x, by, &rest);
    return rest;
}
SIMGPU_CALLED_BY_LLVM(__int128, __divti3)
{
    simgpu_wide rest;
    const simgpu_wide quotient = simgpu_divide(simgpu_magnitude(x), simgpu_magnitude(by), &rest);
    return (__int128)((x < 0) != (by < 0) ? -quotient : quotient);
}
SIMGPU_CALLED_BY_LLVM(__int128, __modti3)
{
    simgpu_wide rest;
    simgpu_divide(simgpu_magnitude(x), simgpu_magnitude(by), &rest);
    return (__int128)(x < 0 ? -rest : rest);
}

#endif
#endif
