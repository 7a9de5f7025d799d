/* SPDX-License-Identifier: BSD-3-Clause */
/* What a 16-bit type of floating point and its pair have beside sums and products: no guard, since
 * cuda_fp16.h and cuda_bf16.h include it for their types, by these names, which it takes back:
 *
 *   SIMGPU_HALF, SIMGPU_HALF2   the type and the pair
 *   SIMGPU_TO_FLOAT             its value as a float
 *   SIMGPU_FROM_BITS            one of the 16 bits
 *
 * Source: CUDA Math API reference manual, "Half Precision Intrinsics", "Bfloat16 Precision
 * Intrinsics".
 * Differs: all but shuffles and loads goes through float.
 */

SIMGPU_HOST_DEVICE SIMGPU_HALF __hdiv(SIMGPU_HALF a, SIMGPU_HALF b)
{
    return SIMGPU_HALF(SIMGPU_TO_FLOAT(a) / SIMGPU_TO_FLOAT(b));
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 __h2div(SIMGPU_HALF2 a, SIMGPU_HALF2 b)
{
    return SIMGPU_HALF2(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
SIMGPU_HOST_DEVICE SIMGPU_HALF __hneg(SIMGPU_HALF a)
{
    return SIMGPU_FROM_BITS(a.__x ^ 0x8000);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 __hneg2(SIMGPU_HALF2 a)
{
    return SIMGPU_HALF2(__hneg(a.x), __hneg(a.y));
}
SIMGPU_HOST_DEVICE SIMGPU_HALF __habs(SIMGPU_HALF a)
{
    return SIMGPU_FROM_BITS(a.__x & 0x7fff);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 __habs2(SIMGPU_HALF2 a)
{
    return SIMGPU_HALF2(__habs(a.x), __habs(a.y));
}

/* ---- comparison: through float, which is exact ---- */

#define SIMGPU_HALF_COMPARE(name, op)                                                              \
    SIMGPU_HOST_DEVICE bool __h##name(SIMGPU_HALF a, SIMGPU_HALF b)                                \
    {                                                                                              \
        return SIMGPU_TO_FLOAT(a) op SIMGPU_TO_FLOAT(b);                                           \
    }                                                                                              \
    SIMGPU_HOST_DEVICE bool operator op(const SIMGPU_HALF &a, const SIMGPU_HALF &b)                \
    {                                                                                              \
        return SIMGPU_TO_FLOAT(a) op SIMGPU_TO_FLOAT(b);                                           \
    }                                                                                              \
    SIMGPU_HOST_DEVICE bool __hb##name##2(SIMGPU_HALF2 a, SIMGPU_HALF2 b)                          \
    {                                                                                              \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                         \
    }                                                                                              \
    SIMGPU_HOST_DEVICE SIMGPU_HALF2 __h##name##2(SIMGPU_HALF2 a, SIMGPU_HALF2 b)                   \
    {                                                                                              \
        return SIMGPU_HALF2(SIMGPU_HALF(__h##name(a.x, b.x) ? 1.0f : 0.0f),                        \
                            SIMGPU_HALF(__h##name(a.y, b.y) ? 1.0f : 0.0f));                       \
    }
SIMGPU_HALF_COMPARE(eq, ==)
SIMGPU_HALF_COMPARE(ne, !=)
SIMGPU_HALF_COMPARE(lt, <)
SIMGPU_HALF_COMPARE(le, <=)
SIMGPU_HALF_COMPARE(gt, >)
SIMGPU_HALF_COMPARE(ge, >=)
#undef SIMGPU_HALF_COMPARE

SIMGPU_HOST_DEVICE bool operator==(const SIMGPU_HALF2 &a, const SIMGPU_HALF2 &b)
{
    return __hbeq2(a, b);
}
SIMGPU_HOST_DEVICE bool operator!=(const SIMGPU_HALF2 &a, const SIMGPU_HALF2 &b)
{
    return __hbne2(a, b);
}

SIMGPU_HOST_DEVICE bool __hisnan(SIMGPU_HALF a)
{
    return (a.__x & 0x7fff) > 0x7c00;
}
SIMGPU_HOST_DEVICE int __hisinf(SIMGPU_HALF a)
{
    return (a.__x & 0x7fff) == 0x7c00 ? (a.__x & 0x8000 ? -1 : 1) : 0;
}
SIMGPU_HOST_DEVICE SIMGPU_HALF __hmin(SIMGPU_HALF a, SIMGPU_HALF b)
{
    return SIMGPU_HALF(__builtin_fminf(SIMGPU_TO_FLOAT(a), SIMGPU_TO_FLOAT(b)));
}
SIMGPU_HOST_DEVICE SIMGPU_HALF __hmax(SIMGPU_HALF a, SIMGPU_HALF b)
{
    return SIMGPU_HALF(__builtin_fmaxf(SIMGPU_TO_FLOAT(a), SIMGPU_TO_FLOAT(b)));
}

SIMGPU_HOST_DEVICE SIMGPU_HALF2 __hmin2(SIMGPU_HALF2 a, SIMGPU_HALF2 b)
{
    return SIMGPU_HALF2(__hmin(a.x, b.x), __hmin(a.y, b.y));
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 __hmax2(SIMGPU_HALF2 a, SIMGPU_HALF2 b)
{
    return SIMGPU_HALF2(__hmax(a.x, b.x), __hmax(a.y, b.y));
}

/* ---- operators ---- */

#define SIMGPU_HALF_OPERATOR(op, one, two)                                                         \
    SIMGPU_HOST_DEVICE SIMGPU_HALF operator op(const SIMGPU_HALF &a, const SIMGPU_HALF &b)         \
    {                                                                                              \
        return one(a, b);                                                                          \
    }                                                                                              \
    SIMGPU_HOST_DEVICE SIMGPU_HALF2 operator op(const SIMGPU_HALF2 &a, const SIMGPU_HALF2 &b)      \
    {                                                                                              \
        return two(a, b);                                                                          \
    }                                                                                              \
    SIMGPU_HOST_DEVICE SIMGPU_HALF &operator op##=(SIMGPU_HALF &a, const SIMGPU_HALF &b)           \
    {                                                                                              \
        return a = one(a, b);                                                                      \
    }                                                                                              \
    SIMGPU_HOST_DEVICE SIMGPU_HALF2 &operator op##=(SIMGPU_HALF2 &a, const SIMGPU_HALF2 &b)        \
    {                                                                                              \
        return a = two(a, b);                                                                      \
    }
SIMGPU_HALF_OPERATOR(+, __hadd, __hadd2)
SIMGPU_HALF_OPERATOR(-, __hsub, __hsub2)
SIMGPU_HALF_OPERATOR(*, __hmul, __hmul2)
SIMGPU_HALF_OPERATOR(/, __hdiv, __h2div)
#undef SIMGPU_HALF_OPERATOR
SIMGPU_HOST_DEVICE SIMGPU_HALF operator-(const SIMGPU_HALF &a)
{
    return __hneg(a);
}
SIMGPU_HOST_DEVICE SIMGPU_HALF2 operator-(const SIMGPU_HALF2 &a)
{
    return __hneg2(a);
}

/* ---- functions ---- */

#ifdef __CUDA__ /* a host's compiler knows none of these */

#define SIMGPU_HALF_FUNCTION(name)                                                                 \
    SIMGPU_DEVICE SIMGPU_HALF h##name(SIMGPU_HALF a)                                               \
    {                                                                                              \
        return SIMGPU_HALF(name##f(SIMGPU_TO_FLOAT(a)));                                           \
    }                                                                                              \
    SIMGPU_DEVICE SIMGPU_HALF2 h2##name(SIMGPU_HALF2 a)                                            \
    {                                                                                              \
        return SIMGPU_HALF2(h##name(a.x), h##name(a.y));                                           \
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
SIMGPU_DEVICE SIMGPU_HALF hrcp(SIMGPU_HALF a)
{
    return SIMGPU_HALF(1.0f / SIMGPU_TO_FLOAT(a));
}
SIMGPU_DEVICE SIMGPU_HALF2 h2rcp(SIMGPU_HALF2 a)
{
    return SIMGPU_HALF2(hrcp(a.x), hrcp(a.y));
}

/* ---- shuffles, loads ---- */

#define SIMGPU_HALF_SHUFFLE(name, lane_type)                                                       \
    SIMGPU_DEVICE SIMGPU_HALF name(unsigned int mask, SIMGPU_HALF value, lane_type lane,           \
                                   int width = 32)                                                 \
    {                                                                                              \
        return SIMGPU_FROM_BITS(                                                                   \
            (unsigned short)name(mask, (unsigned int)value.__x, lane, width));                    \
    }                                                                                              \
    SIMGPU_DEVICE SIMGPU_HALF2 name(unsigned int mask, SIMGPU_HALF2 value, lane_type lane,         \
                                    int width = 32)                                                \
    {                                                                                              \
        unsigned int bits;                                                                         \
        __builtin_memcpy(&bits, &value, 4);                                                        \
        bits = name(mask, bits, lane, width);                                                      \
        __builtin_memcpy(&value, &bits, 4);                                                        \
        return value;                                                                              \
    }
SIMGPU_HALF_SHUFFLE(__shfl_sync, int)
SIMGPU_HALF_SHUFFLE(__shfl_up_sync, unsigned int)
SIMGPU_HALF_SHUFFLE(__shfl_down_sync, unsigned int)
SIMGPU_HALF_SHUFFLE(__shfl_xor_sync, int)
#undef SIMGPU_HALF_SHUFFLE

#define SIMGPU_HALF_LOAD(name)                                                                     \
    SIMGPU_DEVICE SIMGPU_HALF name(const SIMGPU_HALF *address)                                     \
    {                                                                                              \
        return SIMGPU_FROM_BITS(name((const unsigned short *)address));                            \
    }                                                                                              \
    SIMGPU_DEVICE SIMGPU_HALF2 name(const SIMGPU_HALF2 *address)                                   \
    {                                                                                              \
        unsigned int bits = name((const unsigned int *)address);                                   \
        SIMGPU_HALF2 value;                                                                        \
        __builtin_memcpy(&value, &bits, 4);                                                        \
        return value;                                                                              \
    }
SIMGPU_HALF_LOAD(__ldg)
SIMGPU_HALF_LOAD(__ldcg)
SIMGPU_HALF_LOAD(__ldcs)
SIMGPU_HALF_LOAD(__ldca)
SIMGPU_HALF_LOAD(__ldlu)
SIMGPU_HALF_LOAD(__ldcv)
#undef SIMGPU_HALF_LOAD

#endif

#include "simgpu/half/extras.h"

#undef SIMGPU_HALF
#undef SIMGPU_HALF2
#undef SIMGPU_HALF_NAME
#undef SIMGPU_HALF_PAIR
#undef SIMGPU_TO_FLOAT
#undef SIMGPU_FROM_BITS
