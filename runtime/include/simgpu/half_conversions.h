/* SPDX-License-Identifier: BSD-3-Clause */
/* The bits of a 16-bit type of floating point and of its pair, and what they are made of and turn
 * into: no guard, since cuda_fp16.h and cuda_bf16.h include it for their types, by these names:
 *
 *   SIMGPU_HALF, SIMGPU_HALF2   the type and the pair
 *   SIMGPU_HALF_NAME            what functions call the type: half, bfloat16
 *   SIMGPU_HALF_PAIR            __half2half2, __bfloat162bfloat162
 *
 * half_operations.h, which comes behind it, takes the names back.
 *
 * Source: CUDA Math API reference manual, "Half Precision Intrinsics", "Bfloat16 Precision
 * Intrinsics".
 */

#define SIMGPU_PASTE_(before, name, after) before##name##after
#define SIMGPU_PASTE(before, name, after)  SIMGPU_PASTE_(before, name, after)
/* SIMGPU_NAMED(__float2, _rn): __float2half_rn. */
#define SIMGPU_NAMED(before, after) SIMGPU_PASTE(before, SIMGPU_HALF_NAME, after)

SIMGPU_HOST_DEVICE SIMGPU_HALF SIMGPU_NAMED(__ushort_as_, )(unsigned short bits)
{
    SIMGPU_HALF h;
    h.__x = bits;
    return h;
}
SIMGPU_HOST_DEVICE unsigned short SIMGPU_NAMED(__, _as_ushort)(SIMGPU_HALF h)
{
    return h.__x;
}
SIMGPU_HOST_DEVICE SIMGPU_HALF SIMGPU_NAMED(__short_as_, )(short bits)
{
    SIMGPU_HALF h;
    h.__x = (unsigned short)bits;
    return h;
}
SIMGPU_HOST_DEVICE short SIMGPU_NAMED(__, _as_short)(SIMGPU_HALF h)
{
    return (short)h.__x;
}
SIMGPU_HOST_DEVICE float SIMGPU_NAMED(__, 2float)(SIMGPU_HALF h)
{
    return (float)h;
}
SIMGPU_HOST_DEVICE SIMGPU_HALF SIMGPU_NAMED(__float2, )(float x)
{
    return SIMGPU_HALF(x);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF SIMGPU_NAMED(__float2, _rn)(float x)
{
    return SIMGPU_HALF(x);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF SIMGPU_NAMED(__double2, )(double x)
{
    return SIMGPU_HALF(x);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 SIMGPU_NAMED(__halves2, 2)(SIMGPU_HALF a, SIMGPU_HALF b)
{
    return SIMGPU_HALF2(a, b);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 SIMGPU_NAMED(make_, 2)(SIMGPU_HALF a, SIMGPU_HALF b)
{
    return SIMGPU_HALF2(a, b);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 SIMGPU_NAMED(__float2, 2_rn)(float x)
{
    return SIMGPU_HALF2(x, x);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 SIMGPU_NAMED(__floats2, 2_rn)(float a, float b)
{
    return SIMGPU_HALF2(a, b);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 SIMGPU_NAMED(__float22, 2_rn)(float2 v)
{
    return SIMGPU_HALF2(v.x, v.y);
}
SIMGPU_HOST_DEVICE float2 SIMGPU_NAMED(__, 22float2)(SIMGPU_HALF2 v)
{
    return make_float2((float)v.x, (float)v.y);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF SIMGPU_NAMED(__low2, )(SIMGPU_HALF2 v)
{
    return v.x;
}
SIMGPU_HOST_DEVICE SIMGPU_HALF SIMGPU_NAMED(__high2, )(SIMGPU_HALF2 v)
{
    return v.y;
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 SIMGPU_NAMED(__low2, 2)(SIMGPU_HALF2 v)
{
    return SIMGPU_HALF2(v.x, v.x);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 SIMGPU_NAMED(__high2, 2)(SIMGPU_HALF2 v)
{
    return SIMGPU_HALF2(v.y, v.y);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 SIMGPU_HALF_PAIR(SIMGPU_HALF a)
{
    return SIMGPU_HALF2(a, a);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 SIMGPU_NAMED(__lows2, 2)(SIMGPU_HALF2 a, SIMGPU_HALF2 b)
{
    return SIMGPU_HALF2(a.x, b.x);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 SIMGPU_NAMED(__highs2, 2)(SIMGPU_HALF2 a, SIMGPU_HALF2 b)
{
    return SIMGPU_HALF2(a.y, b.y);
}
SIMGPU_HOST_DEVICE float __low2float(SIMGPU_HALF2 v)
{
    return (float)v.x;
}
SIMGPU_HOST_DEVICE float __high2float(SIMGPU_HALF2 v)
{
    return (float)v.y;
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 __lowhigh2highlow(SIMGPU_HALF2 v)
{
    return SIMGPU_HALF2(v.y, v.x);
}

#include "simgpu/half/integers.h"

#undef SIMGPU_NAMED
#undef SIMGPU_PASTE
#undef SIMGPU_PASTE_
