/* SPDX-License-Identifier: BSD-3-Clause */
/* What the math functions are written with: C that compiles for the device and, to measure its
 * accuracy, with any C compiler for the host.
 *
 * clang fuses multiplications with additions in device code. Where an algorithm needs a rounded
 * product, it says simgpu_mul (assembly: clang takes its own builtin for a plain product and fuses
 * it); where it needs a fused one, __builtin_fma, which is one instruction.
 */
#ifndef SIMGPU_MATH_BASE_H
#define SIMGPU_MATH_BASE_H

#ifdef __CUDA__
#include "host_defines.h"
#define SIMGPU_MATH static __host__ __device__ __inline__
#else
#define SIMGPU_MATH static inline __attribute__((unused))
#endif

/* A table, and a function that reads it. clang puts a table that host functions may read into all PTX
 * that is compiled with kept headers (runtime/simgpucc/headers.sh). So the function is the device's. */
#ifdef __CUDA_ARCH__
#define SIMGPU_MATH_TABLE  static __constant__ const
#define SIMGPU_MATH_LOOKUP static __device__ __inline__
#else
#define SIMGPU_MATH_TABLE  static const
#define SIMGPU_MATH_LOOKUP SIMGPU_MATH
#endif

/* ---- bits ---- */

SIMGPU_MATH unsigned int simgpu_bitsf(float x)
{
    unsigned int bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}
SIMGPU_MATH float simgpu_from_bitsf(unsigned int bits)
{
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}
SIMGPU_MATH unsigned long long simgpu_bits(double x)
{
    unsigned long long bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}
SIMGPU_MATH double simgpu_from_bits(unsigned long long bits)
{
    double x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}
SIMGPU_MATH int simgpu_is_nanf(float x)
{
    return (simgpu_bitsf(x) & 0x7fffffffu) > 0x7f800000u;
}
SIMGPU_MATH int simgpu_is_nan(double x)
{
    return (simgpu_bits(x) & ~(1ull << 63)) > 0x7ffull << 52;
}
/* 2^n, for a normal result: n in [-126, 127] and [-1022, 1023]. */
SIMGPU_MATH float simgpu_power_of_twof(int n)
{
    return simgpu_from_bitsf((unsigned int)(n + 127) << 23);
}
SIMGPU_MATH double simgpu_power_of_two(int n)
{
    return simgpu_from_bits((unsigned long long)(n + 1023) << 52);
}

/* ---- products that are rounded for certain, and their errors ---- */

SIMGPU_MATH float simgpu_mulf(float x, float y)
{
#ifdef __CUDA_ARCH__
    float product;
    asm("mul.rn.f32 %0, %1, %2;" : "=f"(product) : "f"(x), "f"(y));
    return product;
#else
    return x * y;
#endif
}
SIMGPU_MATH double simgpu_mul(double x, double y)
{
#ifdef __CUDA_ARCH__
    double product;
    asm("mul.rn.f64 %0, %1, %2;" : "=d"(product) : "d"(x), "d"(y));
    return product;
#else
    return x * y;
#endif
}

/* A number as an unevaluated sum; |low| <= half an ulp of high. */
struct simgpu_pairf {
    float high, low;
};
struct simgpu_pair {
    double high, low;
};

/* Source: Dekker, "A floating-point technique for extending the available precision", 1971 (fast
 * sum: |x| >= |y|); Knuth, TAOCP 2, 4.2.2 (sum); the product's error is one fma. */
SIMGPU_MATH struct simgpu_pairf simgpu_fast_sumf(float x, float y)
{
    struct simgpu_pairf s;
    s.high = x + y;
    s.low = y - (s.high - x);
    return s;
}
SIMGPU_MATH struct simgpu_pair simgpu_fast_sum(double x, double y)
{
    struct simgpu_pair s;
    s.high = x + y;
    s.low = y - (s.high - x);
    return s;
}
SIMGPU_MATH struct simgpu_pairf simgpu_sumf(float x, float y)
{
    struct simgpu_pairf s;
    s.high = x + y;
    float part = s.high - x;
    s.low = (x - (s.high - part)) + (y - part);
    return s;
}
SIMGPU_MATH struct simgpu_pair simgpu_sum(double x, double y)
{
    struct simgpu_pair s;
    s.high = x + y;
    double part = s.high - x;
    s.low = (x - (s.high - part)) + (y - part);
    return s;
}
SIMGPU_MATH struct simgpu_pairf simgpu_productf(float x, float y)
{
    struct simgpu_pairf p;
    p.high = simgpu_mulf(x, y);
    p.low = __builtin_fmaf(x, y, -p.high);
    return p;
}
SIMGPU_MATH struct simgpu_pair simgpu_product(double x, double y)
{
    struct simgpu_pair p;
    p.high = simgpu_mul(x, y);
    p.low = __builtin_fma(x, y, -p.high);
    return p;
}

/* ---- the special function unit's exponential and reciprocal square root ---- */

#ifndef __CUDA_ARCH__
#include <math.h>
#endif

/* On the host: rounded from double. Hardware: relative error up to 2^-22.5 (PTX ISA 7.x, ex2). */
SIMGPU_MATH float simgpu_ex2f(float x)
{
#ifdef __CUDA_ARCH__
    return __nvvm_ex2_approx_f(x);
#else
    return (float)exp2((double)x);
#endif
}
SIMGPU_MATH float simgpu_rsqrtf(float x)
{
#ifdef __CUDA_ARCH__
    return __nvvm_rsqrt_approx_f(x);
#else
    return (float)(1 / sqrt((double)x));
#endif
}

#endif
