/* SPDX-License-Identifier: BSD-3-Clause */
/* __half and __half2: 16-bit floating point.
 *
 * On the device each operation is PTX's f16 or f16x2 instruction (compute capability 5.3 and
 * newer). The host has conversions, and arithmetic through float, which rounds the same: a float
 * holds the exact sum, difference or product of two halves closely enough that rounding twice is
 * rounding once (Figueroa, "When is double rounding innocuous?", 1995); for fma that is not so, and
 * the host computes it in double, rounded to odd.
 *
 * Source: CUDA Math API reference manual, "Half Precision Intrinsics".
 * Differs: hexp, hlog, hsin, hcos and their like go through the float functions.
 */
#ifndef SIMGPU_CUDA_FP16_H
#define SIMGPU_CUDA_FP16_H

#include "cuda_runtime.h"
#include "simgpu/device_function.h"
#include "simgpu/half_bits.h"
#ifndef __CUDACC_RTC__
#include <string.h> /* as CUDA's own: C++ without CUDA takes it from here */
#endif

/* The bits alone. */
struct __half_raw {
    unsigned short x;
};
struct __attribute__((aligned(4))) __half2_raw {
    unsigned short x, y;
};

struct __half {
    unsigned short __x;
    __half() = default;
    __host__ __device__ constexpr __half(const __half_raw &raw) : __x(raw.x) {}
    __host__ __device__ __half(float x) : __x(simgpu_float_to_half(x)) {}
    __host__ __device__ __half(double x) : __x(simgpu_double_to_half(x)) {}
    __host__ __device__ __half(int x) : __x(simgpu_double_to_half((double)x)) {}
    __host__ __device__ __half(unsigned int x) : __x(simgpu_double_to_half((double)x)) {}
    __host__ __device__ __half(long x) : __x(simgpu_double_to_half((double)x)) {}
    __host__ __device__ __half(unsigned long x) : __x(simgpu_double_to_half((double)x)) {}
    __host__ __device__ __half(long long x) : __x(simgpu_double_to_half((double)x)) {}
    __host__ __device__ __half(unsigned long long x) : __x(simgpu_double_to_half((double)x)) {}
    __host__ __device__ operator float() const
    {
        return simgpu_half_to_float(__x);
    }
    __host__ __device__ operator __half_raw() const
    {
        const __half_raw raw = {__x};
        return raw;
    }
};
typedef __half half;
typedef __half __nv_half;
typedef __half nv_half;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

struct __attribute__((aligned(4))) __half2 {
    __half x, y;
    __half2() = default;
    __host__ __device__ __half2(const __half &a, const __half &b) : x(a), y(b) {}
    __host__ __device__ __half2(const __half2_raw &raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y})
    {
    }
    __host__ __device__ operator __half2_raw() const
    {
        const __half2_raw raw = {x.__x, y.__x};
        return raw;
    }
};
typedef __half2 half2;
typedef __half2 __nv_half2;
typedef __half2 nv_half2;

/* ---- bits and conversions ---- */

#define SIMGPU_HALF      __half
#define SIMGPU_HALF2     __half2
#define SIMGPU_HALF_NAME half
#define SIMGPU_HALF_PAIR __half2half2
#include "simgpu/half_conversions.h"

#define CUDART_INF_FP16        __ushort_as_half((unsigned short)0x7c00u)
#define CUDART_NAN_FP16        __ushort_as_half((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bffu)
#define CUDART_NEG_ZERO_FP16   __ushort_as_half((unsigned short)0x8000u)
#define CUDART_ZERO_FP16       __ushort_as_half((unsigned short)0x0000u)
#define CUDART_ONE_FP16        __ushort_as_half((unsigned short)0x3c00u)

/* ---- arithmetic ---- */

#ifdef __CUDA_ARCH__
#define SIMGPU_HALF_BINARY(name, instruction, host)                                                \
    SIMGPU_HOST_DEVICE __half name(__half a, __half b)                                             \
    {                                                                                              \
        __half r;                                                                                  \
        asm(instruction ".f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));                \
        return r;                                                                                  \
    }                                                                                              \
    SIMGPU_HOST_DEVICE __half2 name##2(__half2 a, __half2 b)                                       \
    {                                                                                              \
        unsigned int x, y, r;                                                                      \
        __builtin_memcpy(&x, &a, 4);                                                               \
        __builtin_memcpy(&y, &b, 4);                                                               \
        asm(instruction ".f16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));                          \
        __builtin_memcpy(&a, &r, 4);                                                               \
        return a;                                                                                  \
    }
#else
#define SIMGPU_HALF_BINARY(name, instruction, host)                                                \
    SIMGPU_HOST_DEVICE __half name(__half p, __half q)                                             \
    {                                                                                              \
        float a = __half2float(p), b = __half2float(q);                                            \
        return __half((float)(host));                                                              \
    }                                                                                              \
    SIMGPU_HOST_DEVICE __half2 name##2(__half2 a, __half2 b)                                       \
    {                                                                                              \
        return __half2(name(a.x, b.x), name(a.y, b.y));                                            \
    }
#endif
SIMGPU_HALF_BINARY(__hadd, "add.rn", a + b)
SIMGPU_HALF_BINARY(__hsub, "sub.rn", a - b)
SIMGPU_HALF_BINARY(__hmul, "mul.rn", a *b)
#undef SIMGPU_HALF_BINARY

SIMGPU_HOST_DEVICE __half __hfma(__half a, __half b, __half c)
{
#ifdef __CUDA_ARCH__
    __half r;
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return r;
#else
    return __half(simgpu_odd_fma(__half2float(a), __half2float(b), __half2float(c)));
#endif
}
SIMGPU_HOST_DEVICE __half2 __hfma2(__half2 a, __half2 b, __half2 c)
{
#ifdef __CUDA_ARCH__
    unsigned int x, y, z, r;
    __builtin_memcpy(&x, &a, 4);
    __builtin_memcpy(&y, &b, 4);
    __builtin_memcpy(&z, &c, 4);
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
    __builtin_memcpy(&a, &r, 4);
    return a;
#else
    return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
#endif
}
#define SIMGPU_TO_FLOAT  __half2float
#define SIMGPU_FROM_BITS __ushort_as_half
#include "simgpu/half_operations.h"

/* ---- atomics: instructions, or as below 6.0 and 7.0 a loop of compare and swap ---- */

#ifdef __CUDA__
SIMGPU_DEVICE __half2 atomicAdd(__half2 *address, __half2 value)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 600
    return simgpu_half_pair_add(address, value);
#else
    unsigned int x, old;
    __builtin_memcpy(&x, &value, 4);
    asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
                 : "=r"(old)
                 : "l"(address), "r"(x)
                 : "memory");
    __builtin_memcpy(&value, &old, 4);
    return value;
#endif
}
SIMGPU_DEVICE __half atomicAdd(__half *address, __half value)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 700
    return simgpu_half_add(address, value);
#else
    __half old;
    asm volatile("atom.add.noftz.f16 %0, [%1], %2;"
                 : "=h"(old.__x)
                 : "l"(address), "h"(value.__x)
                 : "memory");
    return old;
#endif
}
#endif

#endif
