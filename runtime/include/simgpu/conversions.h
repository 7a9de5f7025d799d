/* SPDX-License-Identifier: BSD-3-Clause */
/* Conversions with a named rounding, and bit casts.
 *
 * The suffixes _rn, _rz, _ru, _rd are PTX's rn, rz, rp, rm (rni, rzi, rpi, rmi to an integer). A
 * conversion from floating point to an integer saturates, and makes 0 of NaN, as cvt does.
 *
 * Source: CUDA Math API reference manual, "Type Casting Intrinsics"; PTX ISA 7.x, cvt.
 */
#ifndef SIMGPU_CONVERSIONS_H
#define SIMGPU_CONVERSIONS_H

#include "simgpu/device_function.h"

#define SIMGPU_CONVERT(name, to, from, form, to_constraint, from_constraint)                       \
    SIMGPU_DEVICE to name(from x)                                                                  \
    {                                                                                              \
        to result;                                                                                 \
        asm("cvt." form " %0, %1;" : "=" to_constraint(result) : from_constraint(x));              \
        return result;                                                                             \
    }

#define SIMGPU_TO_INTEGER(name, to, from, types, to_constraint, from_constraint)                   \
    SIMGPU_CONVERT(name##_rn, to, from, "rni" types, to_constraint, from_constraint)               \
    SIMGPU_CONVERT(name##_rz, to, from, "rzi" types, to_constraint, from_constraint)               \
    SIMGPU_CONVERT(name##_ru, to, from, "rpi" types, to_constraint, from_constraint)               \
    SIMGPU_CONVERT(name##_rd, to, from, "rmi" types, to_constraint, from_constraint)
SIMGPU_TO_INTEGER(__float2int, int, float, ".s32.f32", "r", "f")
SIMGPU_TO_INTEGER(__float2uint, unsigned int, float, ".u32.f32", "r", "f")
SIMGPU_TO_INTEGER(__float2ll, long long, float, ".s64.f32", "l", "f")
SIMGPU_TO_INTEGER(__float2ull, unsigned long long, float, ".u64.f32", "l", "f")
SIMGPU_TO_INTEGER(__double2int, int, double, ".s32.f64", "r", "d")
SIMGPU_TO_INTEGER(__double2uint, unsigned int, double, ".u32.f64", "r", "d")
SIMGPU_TO_INTEGER(__double2ll, long long, double, ".s64.f64", "l", "d")
SIMGPU_TO_INTEGER(__double2ull, unsigned long long, double, ".u64.f64", "l", "d")
#undef SIMGPU_TO_INTEGER

#define SIMGPU_TO_FLOATING(name, to, from, types, to_constraint, from_constraint)                  \
    SIMGPU_CONVERT(name##_rn, to, from, "rn" types, to_constraint, from_constraint)                \
    SIMGPU_CONVERT(name##_rz, to, from, "rz" types, to_constraint, from_constraint)                \
    SIMGPU_CONVERT(name##_ru, to, from, "rp" types, to_constraint, from_constraint)                \
    SIMGPU_CONVERT(name##_rd, to, from, "rm" types, to_constraint, from_constraint)
SIMGPU_TO_FLOATING(__int2float, float, int, ".f32.s32", "f", "r")
SIMGPU_TO_FLOATING(__uint2float, float, unsigned int, ".f32.u32", "f", "r")
SIMGPU_TO_FLOATING(__ll2float, float, long long, ".f32.s64", "f", "l")
SIMGPU_TO_FLOATING(__ull2float, float, unsigned long long, ".f32.u64", "f", "l")
SIMGPU_TO_FLOATING(__ll2double, double, long long, ".f64.s64", "d", "l")
SIMGPU_TO_FLOATING(__ull2double, double, unsigned long long, ".f64.u64", "d", "l")
SIMGPU_TO_FLOATING(__double2float, float, double, ".f32.f64", "f", "d")
#undef SIMGPU_TO_FLOATING
SIMGPU_CONVERT(__int2double_rn, double, int, "rn.f64.s32", "d", "r")
SIMGPU_CONVERT(__uint2double_rn, double, unsigned int, "rn.f64.u32", "d", "r")
#undef SIMGPU_CONVERT

/* ---- bit casts ---- */

#define SIMGPU_BIT_CAST(name, to, from)                                                            \
    SIMGPU_DEVICE to name(from x)                                                                  \
    {                                                                                              \
        to result;                                                                                 \
        __builtin_memcpy(&result, &x, sizeof result);                                              \
        return result;                                                                             \
    }
SIMGPU_BIT_CAST(__int_as_float, float, int)
SIMGPU_BIT_CAST(__uint_as_float, float, unsigned int)
SIMGPU_BIT_CAST(__float_as_int, int, float)
SIMGPU_BIT_CAST(__float_as_uint, unsigned int, float)
SIMGPU_BIT_CAST(__longlong_as_double, double, long long)
SIMGPU_BIT_CAST(__double_as_longlong, long long, double)
#undef SIMGPU_BIT_CAST

SIMGPU_DEVICE int __double2loint(double x)
{
    return (int)__double_as_longlong(x);
}
SIMGPU_DEVICE int __double2hiint(double x)
{
    return (int)(__double_as_longlong(x) >> 32);
}
SIMGPU_DEVICE double __hiloint2double(int high, int low)
{
    return __longlong_as_double(
        (long long)((unsigned long long)(unsigned int)high << 32 | (unsigned int)low));
}

/* Names of CUDA 1. */
SIMGPU_DEVICE int float_as_int(float x)
{
    return __float_as_int(x);
}
SIMGPU_DEVICE float int_as_float(int x)
{
    return __int_as_float(x);
}
SIMGPU_DEVICE float saturate(float x)
{
    return __nvvm_saturate_f(x);
}
SIMGPU_DEVICE float __saturatef(float x)
{
    return __nvvm_saturate_f(x);
}

#endif
