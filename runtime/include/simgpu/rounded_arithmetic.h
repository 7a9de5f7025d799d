/* SPDX-License-Identifier: BSD-3-Clause */
/* Arithmetic with a named rounding, which the compiler never fuses, and the fast approximations of
 * the special function unit.
 *
 * Source: CUDA Math API reference manual, "Single Precision Intrinsics", "Double Precision
 * Intrinsics"; PTX ISA 7.x for the errors of ex2, lg2, sin, cos, div, sqrt.approx.
 */
#ifndef SIMGPU_ROUNDED_ARITHMETIC_H
#define SIMGPU_ROUNDED_ARITHMETIC_H

#include "simgpu/device_function.h"

/* suffix: CUDA's name of a rounding; mode: PTX's. Sums and products are assembly, since clang takes
 * its builtins for plain ones, and fuses them. */
#define SIMGPU_ROUNDED_SUM(name, type, constraint, instruction)                                    \
    SIMGPU_DEVICE type name(type x, type y)                                                        \
    {                                                                                              \
        type result;                                                                               \
        asm(instruction " %0, %1, %2;" : "=" constraint(result) : constraint(x), constraint(y));   \
        return result;                                                                             \
    }
#define SIMGPU_ROUNDED_SUMS(prefix, type, constraint, ptx, suffix, mode)                           \
    SIMGPU_ROUNDED_SUM(prefix##add_##suffix, type, constraint, "add." mode SIMGPU_FTZ##ptx)        \
    SIMGPU_ROUNDED_SUM(prefix##sub_##suffix, type, constraint, "sub." mode SIMGPU_FTZ##ptx)        \
    SIMGPU_ROUNDED_SUM(prefix##mul_##suffix, type, constraint, "mul." mode SIMGPU_FTZ##ptx)
#ifdef __USE_FAST_MATH__
#define SIMGPU_FTZf32 ".ftz.f32"
#else
#define SIMGPU_FTZf32 ".f32"
#endif
#define SIMGPU_FTZf64 ".f64"
SIMGPU_ROUNDED_SUMS(__f, float, "f", f32, rn, "rn")
SIMGPU_ROUNDED_SUMS(__f, float, "f", f32, rz, "rz")
SIMGPU_ROUNDED_SUMS(__f, float, "f", f32, ru, "rp")
SIMGPU_ROUNDED_SUMS(__f, float, "f", f32, rd, "rm")
SIMGPU_ROUNDED_SUMS(__d, double, "d", f64, rn, "rn")
SIMGPU_ROUNDED_SUMS(__d, double, "d", f64, rz, "rz")
SIMGPU_ROUNDED_SUMS(__d, double, "d", f64, ru, "rp")
SIMGPU_ROUNDED_SUMS(__d, double, "d", f64, rd, "rm")
#undef SIMGPU_FTZf32
#undef SIMGPU_FTZf64
#undef SIMGPU_ROUNDED_SUMS
#undef SIMGPU_ROUNDED_SUM

#define SIMGPU_ROUNDED(prefix, type, kind, suffix, mode)                                           \
    SIMGPU_DEVICE type prefix##div_##suffix(type x, type y)                                        \
    {                                                                                              \
        return __nvvm_div_##mode##_##kind(x, y);                                                   \
    }                                                                                              \
    SIMGPU_DEVICE type prefix##rcp_##suffix(type x)                                                \
    {                                                                                              \
        return __nvvm_rcp_##mode##_##kind(x);                                                      \
    }                                                                                              \
    SIMGPU_DEVICE type prefix##sqrt_##suffix(type x)                                               \
    {                                                                                              \
        return __nvvm_sqrt_##mode##_##kind(x);                                                     \
    }
SIMGPU_ROUNDED(__f, float, f, rn, rn)
SIMGPU_ROUNDED(__f, float, f, rz, rz)
SIMGPU_ROUNDED(__f, float, f, ru, rp)
SIMGPU_ROUNDED(__f, float, f, rd, rm)
SIMGPU_ROUNDED(__d, double, d, rn, rn)
SIMGPU_ROUNDED(__d, double, d, rz, rz)
SIMGPU_ROUNDED(__d, double, d, ru, rp)
SIMGPU_ROUNDED(__d, double, d, rd, rm)
#undef SIMGPU_ROUNDED

#define SIMGPU_ROUNDED_FMA(suffix, mode)                                                           \
    SIMGPU_DEVICE float __fmaf_##suffix(float x, float y, float z)                                 \
    {                                                                                              \
        return __nvvm_fma_##mode##_f(x, y, z);                                                     \
    }                                                                                              \
    SIMGPU_DEVICE double __fma_##suffix(double x, double y, double z)                              \
    {                                                                                              \
        return __nvvm_fma_##mode##_d(x, y, z);                                                     \
    }
SIMGPU_ROUNDED_FMA(rn, rn)
SIMGPU_ROUNDED_FMA(rz, rz)
SIMGPU_ROUNDED_FMA(ru, rp)
SIMGPU_ROUNDED_FMA(rd, rm)
#undef SIMGPU_ROUNDED_FMA

SIMGPU_DEVICE float __frsqrt_rn(float x)
{
    return __nvvm_rsqrt_approx_f(x);
}

/* ---- fast approximations ---- */

SIMGPU_DEVICE float __fdividef(float x, float y)
{
    return __nvvm_div_approx_f(x, y);
}
SIMGPU_DEVICE float fdividef(float x, float y)
{
    return __nvvm_div_approx_f(x, y);
}
SIMGPU_DEVICE float __exp2f(float x)
{
    return __nvvm_ex2_approx_f(x);
}
SIMGPU_DEVICE float __expf(float x)
{
    return __nvvm_ex2_approx_f(x * 1.44269504f); /* log2(e) */
}
SIMGPU_DEVICE float __exp10f(float x)
{
    return __nvvm_ex2_approx_f(x * 3.32192809f); /* log2(10) */
}
SIMGPU_DEVICE float __log2f(float x)
{
    return __nvvm_lg2_approx_f(x);
}
SIMGPU_DEVICE float __logf(float x)
{
    return __nvvm_lg2_approx_f(x) * 0.693147181f; /* ln(2) */
}
SIMGPU_DEVICE float __log10f(float x)
{
    return __nvvm_lg2_approx_f(x) * 0.301029996f; /* log10(2) */
}
SIMGPU_DEVICE float __powf(float x, float y)
{
    return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x));
}
SIMGPU_DEVICE float __sinf(float x)
{
    return __nvvm_sin_approx_f(x);
}
SIMGPU_DEVICE float __cosf(float x)
{
    return __nvvm_cos_approx_f(x);
}
SIMGPU_DEVICE void __sincosf(float x, float *sine, float *cosine)
{
    *sine = __sinf(x);
    *cosine = __cosf(x);
}
SIMGPU_DEVICE float __tanf(float x)
{
    return __fdividef(__sinf(x), __cosf(x));
}

/* As __fmaf_rn and its kin, with denormal numbers whatever -ftz says. */
#define SIMGPU_IEEE_FMA(suffix, mode)                                                              \
    SIMGPU_DEVICE float __fmaf_ieee_##suffix(float x, float y, float z)                            \
    {                                                                                              \
        float result;                                                                              \
        asm("fma." mode ".f32 %0, %1, %2, %3;" : "=f"(result) : "f"(x), "f"(y), "f"(z));           \
        return result;                                                                             \
    }
SIMGPU_IEEE_FMA(rn, "rn")
SIMGPU_IEEE_FMA(rz, "rz")
SIMGPU_IEEE_FMA(ru, "rp")
SIMGPU_IEEE_FMA(rd, "rm")
#undef SIMGPU_IEEE_FMA

/* An instruction from compute capability 7.5 on. */
SIMGPU_DEVICE float __tanhf(float x)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 750
    float result;
    asm("tanh.approx.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
#else
    return tanhf(x);
#endif
}

#endif
