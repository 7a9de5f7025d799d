/* SPDX-License-Identifier: BSD-3-Clause */
/* Eight bits of floating point: __nv_fp8_e4m3 and __nv_fp8_e5m2, two and four of them, and the
 * functions that convert; scales, __nv_fp8_e8m0.
 *
 * From compute capability 8.9 on a conversion with __NV_SATFINITE is cvt, and so is each one
 * towards a half or a float. All others, those of doubles, and those of older GPUs and of the host
 * are integer arithmetic (simgpu/fp8/fp8_bits.h).
 *
 * Source: CUDA Math API reference manual, "FP8 Intrinsics"; PTX ISA 8.1, cvt. That a double's NaN
 * keeps its sign, and a float's does not, is what a host program does that nvcc 13.0 compiles.
 */
#ifndef SIMGPU_CUDA_FP8_H
#define SIMGPU_CUDA_FP8_H

#include <assert.h> /* which programs take from here */

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"
#include "simgpu/fp8/fp8_bits.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

/* What becomes of a value that is too large: infinity (of .e4m3: NaN), or the largest number. */
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 890
#define SIMGPU_HAS_FP8 1
#else
#define SIMGPU_HAS_FP8 0
#endif

/* ---- towards eight bits ---- */

SIMGPU_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturation,
                                                             __nv_fp8_interpretation_t format)
{
    return simgpu_double_to_fp8(x, format == __NV_E5M2, saturation == __NV_SATFINITE);
}

SIMGPU_HOST_DEVICE __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x,
                                                                 __nv_saturation_t saturation,
                                                                 __nv_fp8_interpretation_t format)
{
    const bool finite = saturation == __NV_SATFINITE, is_e5m2 = format == __NV_E5M2;
#if SIMGPU_HAS_FP8
    if (finite) {
        unsigned short both;
        if (is_e5m2)
            asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(both) : "f"(x.y), "f"(x.x));
        else
            asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(both) : "f"(x.y), "f"(x.x));
        return both;
    }
#endif
    return (__nv_fp8x2_storage_t)(simgpu_float_to_fp8(x.x, is_e5m2, finite) |
                                  simgpu_float_to_fp8(x.y, is_e5m2, finite) << 8);
}
SIMGPU_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturation,
                                                            __nv_fp8_interpretation_t format)
{
#if SIMGPU_HAS_FP8
    if (saturation == __NV_SATFINITE)
        return (__nv_fp8_storage_t)__nv_cvt_float2_to_fp8x2(make_float2(x, 0), saturation, format);
#endif
    return simgpu_float_to_fp8(x, format == __NV_E5M2, saturation == __NV_SATFINITE);
}
SIMGPU_HOST_DEVICE __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x,
                                                                  __nv_saturation_t saturation,
                                                                  __nv_fp8_interpretation_t format)
{
    return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(x.x, saturation, format) |
                                  __nv_cvt_double_to_fp8(x.y, saturation, format) << 8);
}

SIMGPU_HOST_DEVICE __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x,
                                                                   __nv_saturation_t saturation,
                                                                   __nv_fp8_interpretation_t format)
{
#if SIMGPU_HAS_FP8
    if (saturation == __NV_SATFINITE) {
        const unsigned int halves = x.x | (unsigned int)x.y << 16;
        unsigned short both;
        if (format == __NV_E5M2)
            asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;" : "=h"(both) : "r"(halves));
        else
            asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;" : "=h"(both) : "r"(halves));
        return both;
    }
#endif
    return __nv_cvt_float2_to_fp8x2(
        make_float2(simgpu_half_to_float(x.x), simgpu_half_to_float(x.y)), saturation, format);
}
SIMGPU_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x,
                                                              __nv_saturation_t saturation,
                                                              __nv_fp8_interpretation_t format)
{
#if SIMGPU_HAS_FP8
    if (saturation == __NV_SATFINITE) {
        const __half2_raw both = {x.x, 0};
        return (__nv_fp8_storage_t)__nv_cvt_halfraw2_to_fp8x2(both, saturation, format);
    }
#endif
    return __nv_cvt_float_to_fp8(simgpu_half_to_float(x.x), saturation, format);
}

SIMGPU_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                                  __nv_saturation_t saturation,
                                                                  __nv_fp8_interpretation_t format)
{
    return __nv_cvt_float_to_fp8(simgpu_from_bitsf((unsigned int)x.x << 16), saturation, format);
}
SIMGPU_HOST_DEVICE __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(
    __nv_bfloat162_raw x, __nv_saturation_t saturation, __nv_fp8_interpretation_t format)
{
    return __nv_cvt_float2_to_fp8x2(make_float2(simgpu_from_bitsf((unsigned int)x.x << 16),
                                                simgpu_from_bitsf((unsigned int)x.y << 16)),
                                    saturation, format);
}

/* ---- from eight bits ---- */

/* A half holds every value of both formats. */
SIMGPU_HOST_DEVICE __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                                          __nv_fp8_interpretation_t format)
{
    __half2_raw both;
#if SIMGPU_HAS_FP8
    unsigned int halves;
    if (format == __NV_E5M2)
        asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(halves) : "h"(x));
    else
        asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(halves) : "h"(x));
    both.x = (unsigned short)halves;
    both.y = (unsigned short)(halves >> 16);
#else
    const int is_e5m2 = format == __NV_E5M2;
    both.x = simgpu_float_to_half(simgpu_fp8_to_float((unsigned char)x, is_e5m2));
    both.y = simgpu_float_to_half(simgpu_fp8_to_float((unsigned char)(x >> 8), is_e5m2));
#endif
    return both;
}
SIMGPU_HOST_DEVICE __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x,
                                                      __nv_fp8_interpretation_t format)
{
    const __half_raw half = {__nv_cvt_fp8x2_to_halfraw2(x, format).x};
    return half;
}

SIMGPU_HOST_DEVICE float2 simgpu_fp8x2_as_float2(__nv_fp8x2_storage_t x,
                                                 __nv_fp8_interpretation_t format)
{
#if SIMGPU_HAS_FP8
    const __half2_raw both = __nv_cvt_fp8x2_to_halfraw2(x, format);
    return make_float2(simgpu_half_to_float(both.x), simgpu_half_to_float(both.y));
#else
    return make_float2(simgpu_fp8_to_float((unsigned char)x, format == __NV_E5M2),
                       simgpu_fp8_to_float((unsigned char)(x >> 8), format == __NV_E5M2));
#endif
}
SIMGPU_HOST_DEVICE float simgpu_fp8_as_float(__nv_fp8_storage_t x, __nv_fp8_interpretation_t format)
{
    return simgpu_fp8x2_as_float2(x, format).x;
}

/* The bits of an integer of a width. */
SIMGPU_HOST_DEVICE unsigned long long simgpu_float_as_integer(float value, int bits, bool is_signed)
{
    const unsigned long long most = ~0ull >> (64 - bits + (is_signed ? 1 : 0));
    const float limit = simgpu_power_of_twof(bits - (is_signed ? 1 : 0));
    if (value != value)
        return bits == 64 ? 1ull << 63 : 0;
    if (value >= limit)
        return most;
    if (value <= (is_signed ? -limit : 0.0f))
        return is_signed ? ~most : 0;
    return is_signed || value < limit / 2 ? (unsigned long long)(long long)value
                                          : (unsigned long long)value;
}
SIMGPU_HOST_DEVICE unsigned long long simgpu_fp8_as_integer(__nv_fp8_storage_t x,
                                                            __nv_fp8_interpretation_t format,
                                                            int bits, bool is_signed)
{
    return simgpu_float_as_integer(simgpu_fp8_as_float(x, format), bits, is_signed);
}

#define SIMGPU_FP8        __nv_fp8_e4m3
#define SIMGPU_FP8X2      __nv_fp8x2_e4m3
#define SIMGPU_FP8X4      __nv_fp8x4_e4m3
#define SIMGPU_FP8_FORMAT __NV_E4M3
#include "simgpu/fp8/fp8_type.h"

#define SIMGPU_FP8        __nv_fp8_e5m2
#define SIMGPU_FP8X2      __nv_fp8x2_e5m2
#define SIMGPU_FP8X4      __nv_fp8x4_e5m2
#define SIMGPU_FP8_FORMAT __NV_E5M2
#include "simgpu/fp8/fp8_type.h"

#include "simgpu/fp8/e8m0.h"

#undef SIMGPU_HAS_FP8

#endif
