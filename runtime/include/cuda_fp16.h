/* SPDX-License-Identifier: BSD-3-Clause */
/* __half and __half2: 16-bit floating point.
 *
 * On the device each operation is PTX's f16 or f16x2 instruction (compute capability 5.3 and
 * newer). The host has conversions, and arithmetic through float, which rounds the same: a float
 * holds the exact sum, difference or product of two halves closely enough that rounding twice is
 * rounding once (Figueroa, "When is double rounding innocuous?", 1995); for fma that is not so, and
 * the host computes it in double.
 *
 * Source: CUDA Math API reference manual, "Half Precision Intrinsics".
 * Differs: hexp, hlog, hsin, hcos and their like go through the float functions.
 */
#ifndef SIMGPU_CUDA_FP16_H
#define SIMGPU_CUDA_FP16_H

#include "cuda_runtime.h"
#include "simgpu/half_bits.h"

struct __half {
    unsigned short bits;
    __half() = default;
    __host__ __device__ __half(float x) : bits(simgpu_float_to_half(x)) {}
    __host__ __device__ __half(double x) : bits(simgpu_double_to_half(x)) {}
    __host__ __device__ __half(int x) : bits(simgpu_double_to_half((double)x)) {}
    __host__ __device__ __half(unsigned int x) : bits(simgpu_double_to_half((double)x)) {}
    __host__ __device__ operator float() const
    {
        return simgpu_half_to_float(bits);
    }
};
typedef __half half;

struct __attribute__((aligned(4))) __half2 {
    __half x, y;
    __half2() = default;
    __host__ __device__ __half2(const __half &a, const __half &b) : x(a), y(b) {}
};
typedef __half2 half2;

/* ---- bits and conversions ---- */

SIMGPU_HOST_DEVICE __half __ushort_as_half(unsigned short bits)
{
    __half h;
    h.bits = bits;
    return h;
}
SIMGPU_HOST_DEVICE unsigned short __half_as_ushort(__half h)
{
    return h.bits;
}
SIMGPU_HOST_DEVICE __half __short_as_half(short bits)
{
    return __ushort_as_half((unsigned short)bits);
}
SIMGPU_HOST_DEVICE short __half_as_short(__half h)
{
    return (short)h.bits;
}
SIMGPU_HOST_DEVICE float __half2float(__half h)
{
    return simgpu_half_to_float(h.bits);
}
SIMGPU_HOST_DEVICE __half __float2half(float x)
{
    return __half(x);
}
SIMGPU_HOST_DEVICE __half __float2half_rn(float x)
{
    return __half(x);
}
SIMGPU_HOST_DEVICE __half __double2half(double x)
{
    return __half(x);
}
SIMGPU_HOST_DEVICE __half2 __halves2half2(__half a, __half b)
{
    return __half2(a, b);
}
SIMGPU_HOST_DEVICE __half2 make_half2(__half a, __half b)
{
    return __half2(a, b);
}
SIMGPU_HOST_DEVICE __half2 __half2half2(__half a)
{
    return __half2(a, a);
}
SIMGPU_HOST_DEVICE __half2 __float2half2_rn(float x)
{
    return __half2(x, x);
}
SIMGPU_HOST_DEVICE __half2 __floats2half2_rn(float a, float b)
{
    return __half2(a, b);
}
SIMGPU_HOST_DEVICE __half2 __float22half2_rn(float2 v)
{
    return __half2(v.x, v.y);
}
SIMGPU_HOST_DEVICE float2 __half22float2(__half2 v)
{
    return make_float2(__half2float(v.x), __half2float(v.y));
}
SIMGPU_HOST_DEVICE __half __low2half(__half2 v)
{
    return v.x;
}
SIMGPU_HOST_DEVICE __half __high2half(__half2 v)
{
    return v.y;
}
SIMGPU_HOST_DEVICE float __low2float(__half2 v)
{
    return __half2float(v.x);
}
SIMGPU_HOST_DEVICE float __high2float(__half2 v)
{
    return __half2float(v.y);
}
SIMGPU_HOST_DEVICE __half2 __low2half2(__half2 v)
{
    return __half2(v.x, v.x);
}
SIMGPU_HOST_DEVICE __half2 __high2half2(__half2 v)
{
    return __half2(v.y, v.y);
}
SIMGPU_HOST_DEVICE __half2 __lowhigh2highlow(__half2 v)
{
    return __half2(v.y, v.x);
}
SIMGPU_HOST_DEVICE __half __int2half_rn(int x)
{
    return __half(x);
}
SIMGPU_HOST_DEVICE __half __uint2half_rn(unsigned int x)
{
    return __half(x);
}
#define SIMGPU_HALF_TO_INTEGER(suffix)                                                             \
    SIMGPU_DEVICE int __half2int_##suffix(__half h)                                                \
    {                                                                                              \
        return __float2int_##suffix(__half2float(h));                                              \
    }                                                                                              \
    SIMGPU_DEVICE unsigned int __half2uint_##suffix(__half h)                                      \
    {                                                                                              \
        return __float2uint_##suffix(__half2float(h));                                             \
    }
SIMGPU_HALF_TO_INTEGER(rn)
SIMGPU_HALF_TO_INTEGER(rz)
SIMGPU_HALF_TO_INTEGER(ru)
SIMGPU_HALF_TO_INTEGER(rd)
#undef SIMGPU_HALF_TO_INTEGER

/* ---- arithmetic ---- */

#ifdef __CUDA_ARCH__
#define SIMGPU_HALF_BINARY(name, instruction, host)                                                \
    SIMGPU_DEVICE __half name(__half a, __half b)                                                  \
    {                                                                                              \
        __half r;                                                                                  \
        asm(instruction ".f16 %0, %1, %2;" : "=h"(r.bits) : "h"(a.bits), "h"(b.bits));             \
        return r;                                                                                  \
    }                                                                                              \
    SIMGPU_DEVICE __half2 name##2(__half2 a, __half2 b)                                            \
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

SIMGPU_HOST_DEVICE __half __hdiv(__half a, __half b)
{
    return __half(__half2float(a) / __half2float(b));
}
SIMGPU_HOST_DEVICE __half2 __h2div(__half2 a, __half2 b)
{
    return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
SIMGPU_HOST_DEVICE __half __hfma(__half a, __half b, __half c)
{
#ifdef __CUDA_ARCH__
    __half r;
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(r.bits) : "h"(a.bits), "h"(b.bits), "h"(c.bits));
    return r;
#else
    return __half((double)__half2float(a) * __half2float(b) + __half2float(c));
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
SIMGPU_HOST_DEVICE __half __hneg(__half a)
{
    return __ushort_as_half(a.bits ^ 0x8000);
}
SIMGPU_HOST_DEVICE __half2 __hneg2(__half2 a)
{
    return __half2(__hneg(a.x), __hneg(a.y));
}
SIMGPU_HOST_DEVICE __half __habs(__half a)
{
    return __ushort_as_half(a.bits & 0x7fff);
}
SIMGPU_HOST_DEVICE __half2 __habs2(__half2 a)
{
    return __half2(__habs(a.x), __habs(a.y));
}

/* ---- comparison: through float, which is exact ---- */

#define SIMGPU_HALF_COMPARE(name, op)                                                              \
    SIMGPU_HOST_DEVICE bool __h##name(__half a, __half b)                                          \
    {                                                                                              \
        return __half2float(a) op __half2float(b);                                                 \
    }                                                                                              \
    SIMGPU_HOST_DEVICE bool operator op(const __half &a, const __half &b)                          \
    {                                                                                              \
        return __half2float(a) op __half2float(b);                                                 \
    }                                                                                              \
    SIMGPU_HOST_DEVICE bool __hb##name##2(__half2 a, __half2 b)                                    \
    {                                                                                              \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                         \
    }                                                                                              \
    SIMGPU_HOST_DEVICE __half2 __h##name##2(__half2 a, __half2 b)                                  \
    {                                                                                              \
        return __half2(__half(__h##name(a.x, b.x) ? 1.0f : 0.0f),                                  \
                       __half(__h##name(a.y, b.y) ? 1.0f : 0.0f));                                 \
    }
SIMGPU_HALF_COMPARE(eq, ==)
SIMGPU_HALF_COMPARE(ne, !=)
SIMGPU_HALF_COMPARE(lt, <)
SIMGPU_HALF_COMPARE(le, <=)
SIMGPU_HALF_COMPARE(gt, >)
SIMGPU_HALF_COMPARE(ge, >=)
#undef SIMGPU_HALF_COMPARE

SIMGPU_HOST_DEVICE bool __hisnan(__half a)
{
    return (a.bits & 0x7fff) > 0x7c00;
}
SIMGPU_HOST_DEVICE int __hisinf(__half a)
{
    return (a.bits & 0x7fff) == 0x7c00 ? (a.bits & 0x8000 ? -1 : 1) : 0;
}
SIMGPU_HOST_DEVICE __half __hmin(__half a, __half b)
{
    return __half(__builtin_fminf(__half2float(a), __half2float(b)));
}
SIMGPU_HOST_DEVICE __half __hmax(__half a, __half b)
{
    return __half(__builtin_fmaxf(__half2float(a), __half2float(b)));
}

/* ---- operators ---- */

#define SIMGPU_HALF_OPERATOR(op, one, two)                                                         \
    SIMGPU_HOST_DEVICE __half operator op(const __half &a, const __half &b)                        \
    {                                                                                              \
        return one(a, b);                                                                          \
    }                                                                                              \
    SIMGPU_HOST_DEVICE __half2 operator op(const __half2 &a, const __half2 &b)                     \
    {                                                                                              \
        return two(a, b);                                                                          \
    }                                                                                              \
    SIMGPU_HOST_DEVICE __half &operator op##=(__half &a, const __half &b)                          \
    {                                                                                              \
        return a = one(a, b);                                                                      \
    }                                                                                              \
    SIMGPU_HOST_DEVICE __half2 &operator op##=(__half2 &a, const __half2 &b)                       \
    {                                                                                              \
        return a = two(a, b);                                                                      \
    }
SIMGPU_HALF_OPERATOR(+, __hadd, __hadd2)
SIMGPU_HALF_OPERATOR(-, __hsub, __hsub2)
SIMGPU_HALF_OPERATOR(*, __hmul, __hmul2)
SIMGPU_HALF_OPERATOR(/, __hdiv, __h2div)
#undef SIMGPU_HALF_OPERATOR
SIMGPU_HOST_DEVICE __half operator-(const __half &a)
{
    return __hneg(a);
}

/* ---- functions ---- */

#define SIMGPU_HALF_FUNCTION(name)                                                                 \
    SIMGPU_DEVICE __half h##name(__half a)                                                         \
    {                                                                                              \
        return __half(name##f(__half2float(a)));                                                   \
    }                                                                                              \
    SIMGPU_DEVICE __half2 h2##name(__half2 a)                                                      \
    {                                                                                              \
        return __half2(h##name(a.x), h##name(a.y));                                                \
    }
SIMGPU_HALF_FUNCTION(exp)
SIMGPU_HALF_FUNCTION(exp2)
SIMGPU_HALF_FUNCTION(log)
SIMGPU_HALF_FUNCTION(log2)
SIMGPU_HALF_FUNCTION(sqrt)
SIMGPU_HALF_FUNCTION(rsqrt)
SIMGPU_HALF_FUNCTION(sin)
SIMGPU_HALF_FUNCTION(cos)
SIMGPU_HALF_FUNCTION(floor)
SIMGPU_HALF_FUNCTION(ceil)
SIMGPU_HALF_FUNCTION(trunc)
SIMGPU_HALF_FUNCTION(rint)
#undef SIMGPU_HALF_FUNCTION
SIMGPU_DEVICE __half hrcp(__half a)
{
    return __half(1.0f / __half2float(a));
}

#endif
