/* SPDX-License-Identifier: BSD-3-Clause */
/* __nv_bfloat16 and __nv_bfloat162: the upper half of a float.
 *
 * From compute capability 8.0 on sums and products are fma.rn.bf16 with 1 or -0, as nvcc makes
 * them. Below, and on the host, they go through float, whose rounding before is harmless (as in
 * cuda_fp16.h), and fma through double, rounded to odd.
 *
 * Source: CUDA Math API reference manual, "Bfloat16 Precision Intrinsics"; PTX ISA 7.x, fma, cvt.
 */
#ifndef SIMGPU_CUDA_BF16_H
#define SIMGPU_CUDA_BF16_H

#include "cuda_fp16.h"
#include "cuda_runtime.h"
#include "simgpu/math_base.h"

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
#define SIMGPU_HAS_BF16 1
#else
#define SIMGPU_HAS_BF16 0
#endif

/* Nearest, ties to even; the carry of a mantissa goes into the exponent as it should. */
SIMGPU_HOST_DEVICE unsigned short simgpu_float_to_bf16(float x)
{
#if SIMGPU_HAS_BF16
    unsigned short h;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(h) : "f"(x));
    return h;
#else
    unsigned int bits;
    __builtin_memcpy(&bits, &x, 4);
    if ((bits & 0x7fffffffu) > 0x7f800000u) /* NaN */
        return 0x7fff;
    return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1)) >> 16);
#endif
}

/* A double that is not a float goes to the odd one of its neighbours: rounded again, it is rounded
 * once (S. Boldo, G. Melquiond, "Emulation of FMA and correctly rounded sums", 2008). */
SIMGPU_HOST_DEVICE unsigned short simgpu_double_to_bf16(double x)
{
    float f = (float)x;
    unsigned int bits;
    __builtin_memcpy(&bits, &f, 4);
    if ((double)f != x && x == x && (bits & 1) == 0 && (bits & 0x7fffffffu) != 0x7f800000u) {
        bool larger = __builtin_fabs((double)f) < __builtin_fabs(x);
        bits += larger ? 1u : (unsigned int)-1;
        __builtin_memcpy(&f, &bits, 4);
    }
    return simgpu_float_to_bf16(f);
}

/* The bits alone. */
struct __nv_bfloat16_raw {
    unsigned short x;
};
struct __attribute__((aligned(4))) __nv_bfloat162_raw {
    unsigned short x, y;
};

struct __nv_bfloat16 {
    unsigned short __x;
    __nv_bfloat16() = default;
    __host__ __device__ constexpr __nv_bfloat16(const __nv_bfloat16_raw &raw) : __x(raw.x) {}
    __host__ __device__ __nv_bfloat16(float x) : __x(simgpu_float_to_bf16(x)) {}
    __host__ __device__ __nv_bfloat16(double x) : __x(simgpu_double_to_bf16(x)) {}
    __host__ __device__ __nv_bfloat16(int x) : __x(simgpu_double_to_bf16((double)x)) {}
    __host__ __device__ __nv_bfloat16(unsigned int x) : __x(simgpu_double_to_bf16((double)x)) {}
    __host__ __device__ __nv_bfloat16(long x)
        : __x(simgpu_double_to_bf16(simgpu_sticky_double((long long)x)))
    {
    }
    __host__ __device__ __nv_bfloat16(unsigned long x)
        : __x(simgpu_double_to_bf16(simgpu_sticky_double((unsigned long long)x)))
    {
    }
    __host__ __device__ __nv_bfloat16(long long x)
        : __x(simgpu_double_to_bf16(simgpu_sticky_double(x)))
    {
    }
    __host__ __device__ __nv_bfloat16(unsigned long long x)
        : __x(simgpu_double_to_bf16(simgpu_sticky_double(x)))
    {
    }
    __host__ __device__ __nv_bfloat16(__half x) : __x(simgpu_float_to_bf16(__half2float(x))) {}
    __host__ __device__ operator float() const
    {
        unsigned int word = (unsigned int)__x << 16;
        float x;
        __builtin_memcpy(&x, &word, 4);
        return x;
    }
    __host__ __device__ operator __nv_bfloat16_raw() const
    {
        const __nv_bfloat16_raw raw = {__x};
        return raw;
    }
};
typedef __nv_bfloat16 nv_bfloat16;

struct __attribute__((aligned(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __nv_bfloat162() = default;
    __host__ __device__ __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b)
    {
    }
    __host__ __device__ __nv_bfloat162(const __nv_bfloat162_raw &raw)
        : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y})
    {
    }
    __host__ __device__ operator __nv_bfloat162_raw() const
    {
        const __nv_bfloat162_raw raw = {x.__x, y.__x};
        return raw;
    }
};
typedef __nv_bfloat162 nv_bfloat162;

/* ---- bits and conversions ---- */

#define SIMGPU_HALF      __nv_bfloat16
#define SIMGPU_HALF2     __nv_bfloat162
#define SIMGPU_HALF_NAME bfloat16
#define SIMGPU_HALF_PAIR __bfloat162bfloat162
#include "simgpu/half_conversions.h"

#define CUDART_INF_BF16        __ushort_as_bfloat16((unsigned short)0x7f80u)
#define CUDART_NAN_BF16        __ushort_as_bfloat16((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7fu)
#define CUDART_NEG_ZERO_BF16   __ushort_as_bfloat16((unsigned short)0x8000u)
#define CUDART_ZERO_BF16       __ushort_as_bfloat16((unsigned short)0x0000u)
#define CUDART_ONE_BF16        __ushort_as_bfloat16((unsigned short)0x3f80u)

/* ---- arithmetic ---- */

SIMGPU_HOST_DEVICE __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
#if SIMGPU_HAS_BF16
    __nv_bfloat16 r;
    asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return r;
#else
    return __nv_bfloat16(simgpu_odd_fma((float)a, (float)b, (float)c));
#endif
}
SIMGPU_HOST_DEVICE __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c)
{
#if SIMGPU_HAS_BF16
    unsigned int x, y, z, r;
    __builtin_memcpy(&x, &a, 4);
    __builtin_memcpy(&y, &b, 4);
    __builtin_memcpy(&z, &c, 4);
    asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
    __builtin_memcpy(&a, &r, 4);
    return a;
#else
    return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
#endif
}

/* 1 is 0x3f80. */
#if SIMGPU_HAS_BF16
#define SIMGPU_BF16_BINARY(name, fma, op)                                                          \
    SIMGPU_HOST_DEVICE __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b)                        \
    {                                                                                              \
        return fma(__hfma, __ushort_as_bfloat16, 0x3f80, 0xbf80, 0x8000);                          \
    }                                                                                              \
    SIMGPU_HOST_DEVICE __nv_bfloat162 name##2(__nv_bfloat162 a, __nv_bfloat162 b)                  \
    {                                                                                              \
        return fma(__hfma2, simgpu_both_bf16, 0x3f80, 0xbf80, 0x8000);                             \
    }
#else
#define SIMGPU_BF16_BINARY(name, fma, op)                                                          \
    SIMGPU_HOST_DEVICE __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b)                        \
    {                                                                                              \
        return __nv_bfloat16((float)a op(float) b);                                                \
    }                                                                                              \
    SIMGPU_HOST_DEVICE __nv_bfloat162 name##2(__nv_bfloat162 a, __nv_bfloat162 b)                  \
    {                                                                                              \
        return __nv_bfloat162(name(a.x, b.x), name(a.y, b.y));                                     \
    }
#endif
SIMGPU_HOST_DEVICE __nv_bfloat162 simgpu_both_bf16(unsigned short bits)
{
    return __bfloat162bfloat162(__ushort_as_bfloat16(bits));
}
#define SIMGPU_BF16_ADD(fma, as, one, minus_one, minus_zero) fma(a, as(one), b)
#define SIMGPU_BF16_SUB(fma, as, one, minus_one, minus_zero) fma(b, as(minus_one), a)
#define SIMGPU_BF16_MUL(fma, as, one, minus_one, minus_zero) fma(a, b, as(minus_zero))
SIMGPU_BF16_BINARY(__hadd, SIMGPU_BF16_ADD, +)
SIMGPU_BF16_BINARY(__hsub, SIMGPU_BF16_SUB, -)
SIMGPU_BF16_BINARY(__hmul, SIMGPU_BF16_MUL, *)
#undef SIMGPU_BF16_BINARY
#undef SIMGPU_BF16_ADD
#undef SIMGPU_BF16_SUB
#undef SIMGPU_BF16_MUL

#define SIMGPU_TO_FLOAT  __bfloat162float
#define SIMGPU_FROM_BITS __ushort_as_bfloat16
#include "simgpu/half_operations.h"

/* ---- atomics: a loop of compare and swap, as below 9.0 ---- */

#ifdef __CUDA__
SIMGPU_DEVICE __nv_bfloat162 atomicAdd(__nv_bfloat162 *address, __nv_bfloat162 value)
{
    return simgpu_half_pair_add(address, value);
}
SIMGPU_DEVICE __nv_bfloat16 atomicAdd(__nv_bfloat16 *address, __nv_bfloat16 value)
{
    return simgpu_half_add(address, value);
}
#undef SIMGPU_HAS_BF16
#endif

#endif
