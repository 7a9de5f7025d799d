/* SPDX-License-Identifier: BSD-3-Clause */
/* Integer intrinsics: bit counting, byte permutation, wide and 24-bit products, dot products.
 *
 * Source: CUDA Math API reference manual, "Integer Intrinsics", for names and meanings.
 */
#ifndef SIMGPU_INTEGER_FUNCTIONS_H
#define SIMGPU_INTEGER_FUNCTIONS_H

#include "simgpu/device_function.h"
#include "vector_types.h"

/* ---- bits ---- */

SIMGPU_DEVICE int __popc(unsigned int x)
{
    return __builtin_popcount(x);
}
SIMGPU_DEVICE int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}
SIMGPU_DEVICE int __clz(int x)
{
    int zeros;
    asm("clz.b32 %0, %1;" : "=r"(zeros) : "r"(x));
    return zeros;
}
SIMGPU_DEVICE int __clzll(long long x)
{
    int zeros;
    asm("clz.b64 %0, %1;" : "=r"(zeros) : "l"(x));
    return zeros;
}
SIMGPU_DEVICE unsigned int __brev(unsigned int x)
{
    return __builtin_bitreverse32(x);
}
SIMGPU_DEVICE unsigned long long __brevll(unsigned long long x)
{
    return __builtin_bitreverse64(x);
}
/* The lowest set bit's number, counted from 1; 0 when there is none. */
SIMGPU_DEVICE int __ffs(int x)
{
    return x ? 32 - __clz((int)((unsigned int)x & -(unsigned int)x)) : 0;
}
SIMGPU_DEVICE int __ffsll(long long x)
{
    return x ? 64 - __clzll((long long)((unsigned long long)x & -(unsigned long long)x)) : 0;
}
/* The position of set bit number |offset| at or above (offset > 0) or below base; ~0: none. */
SIMGPU_DEVICE unsigned int __fns(unsigned int mask, unsigned int base, int offset)
{
    unsigned int found;
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(found) : "r"(mask), "r"(base), "r"(offset));
    return found;
}
/* Three bits of the selector choose a byte; the fourth, with which prmt repeats its sign, is ignored
 * (CUDA Math API, "Integer Intrinsics"). */
SIMGPU_DEVICE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector)
{
    unsigned int result;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(selector & 0x7777));
    return result;
}

#define SIMGPU_FUNNEL(name, form)                                                                  \
    SIMGPU_DEVICE unsigned int name(unsigned int low, unsigned int high, unsigned int shift)       \
    {                                                                                              \
        unsigned int result;                                                                       \
        asm("shf." form ".b32 %0, %1, %2, %3;" : "=r"(result) : "r"(low), "r"(high), "r"(shift));  \
        return result;                                                                             \
    }
SIMGPU_FUNNEL(__funnelshift_l, "l.wrap")
SIMGPU_FUNNEL(__funnelshift_lc, "l.clamp")
SIMGPU_FUNNEL(__funnelshift_r, "r.wrap")
SIMGPU_FUNNEL(__funnelshift_rc, "r.clamp")
#undef SIMGPU_FUNNEL

/* ---- products ---- */

SIMGPU_DEVICE int __mulhi(int x, int y)
{
    return __nvvm_mulhi_i(x, y);
}
SIMGPU_DEVICE unsigned int __umulhi(unsigned int x, unsigned int y)
{
    return __nvvm_mulhi_ui(x, y);
}
SIMGPU_DEVICE long long __mul64hi(long long x, long long y)
{
    return __nvvm_mulhi_ll(x, y);
}
SIMGPU_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    return __nvvm_mulhi_ull(x, y);
}
SIMGPU_DEVICE int __mul24(int x, int y)
{
    return __nvvm_mul24_i(x, y);
}
SIMGPU_DEVICE unsigned int __umul24(unsigned int x, unsigned int y)
{
    return __nvvm_mul24_ui(x, y);
}
SIMGPU_DEVICE int mul24(int x, int y)
{
    return __mul24(x, y);
}
SIMGPU_DEVICE unsigned int umul24(unsigned int x, unsigned int y)
{
    return __umul24(x, y);
}
SIMGPU_DEVICE int mulhi(int x, int y)
{
    return __mulhi(x, y);
}
SIMGPU_DEVICE unsigned int umulhi(unsigned int x, unsigned int y)
{
    return __umulhi(x, y);
}
SIMGPU_DEVICE long long mul64hi(long long x, long long y)
{
    return __mul64hi(x, y);
}
SIMGPU_DEVICE unsigned long long umul64hi(unsigned long long x, unsigned long long y)
{
    return __umul64hi(x, y);
}

/* ---- averages and differences ---- */

SIMGPU_DEVICE unsigned int __sad(int x, int y, unsigned int z)
{
    unsigned int sum;
    asm("sad.s32 %0, %1, %2, %3;" : "=r"(sum) : "r"(x), "r"(y), "r"(z));
    return sum;
}
SIMGPU_DEVICE unsigned int __usad(unsigned int x, unsigned int y, unsigned int z)
{
    unsigned int sum;
    asm("sad.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(x), "r"(y), "r"(z));
    return sum;
}
SIMGPU_DEVICE int __hadd(int x, int y)
{
    return (x & y) + ((x ^ y) >> 1);
}
SIMGPU_DEVICE unsigned int __uhadd(unsigned int x, unsigned int y)
{
    return (x & y) + ((x ^ y) >> 1);
}
SIMGPU_DEVICE int __rhadd(int x, int y)
{
    return (x | y) - ((x ^ y) >> 1);
}
SIMGPU_DEVICE unsigned int __urhadd(unsigned int x, unsigned int y)
{
    return (x | y) - ((x ^ y) >> 1);
}

/* ---- dot products of four bytes, or of two halves with two bytes ---- */

#define SIMGPU_DOT_PRODUCT(name, type, form)                                                       \
    SIMGPU_DEVICE type name(type a, type b, type c)                                                \
    {                                                                                              \
        type sum;                                                                                  \
        asm(form " %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c));                         \
        return sum;                                                                                \
    }
SIMGPU_DOT_PRODUCT(__dp4a, int, "dp4a.s32.s32")
SIMGPU_DOT_PRODUCT(__dp4a, unsigned int, "dp4a.u32.u32")
SIMGPU_DOT_PRODUCT(__dp2a_lo, int, "dp2a.lo.s32.s32")
SIMGPU_DOT_PRODUCT(__dp2a_lo, unsigned int, "dp2a.lo.u32.u32")
SIMGPU_DOT_PRODUCT(__dp2a_hi, int, "dp2a.hi.s32.s32")
SIMGPU_DOT_PRODUCT(__dp2a_hi, unsigned int, "dp2a.hi.u32.u32")
#undef SIMGPU_DOT_PRODUCT

#endif
