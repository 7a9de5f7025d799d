/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads and stores with a cache hint: __ldg and the read-only path, __ldcg, __stcs, ...
 *
 * A scalar is one load; a vector of words is one vector load; a vector of bytes or shorts is loaded
 * as one word.
 *
 * Source: CUDA C++ Programming Guide, "Read-Only Data Cache Load Function", "Load Functions Using
 * Cache Hints", "Store Functions Using Cache Hints"; PTX ISA 7.x, ld, ld.global.nc, st.
 */
#ifndef SIMGPU_CACHED_ACCESS_H
#define SIMGPU_CACHED_ACCESS_H

#include "simgpu/device_function.h"
#include "vector_types.h"

#define SIMGPU_TO_GLOBAL(operand) "{ .reg .b64 g; cvta.to.global.u64 g, " operand "; "

/* qualifier: volatile, or nothing for what never changes; word: what the constraint moves. */
#define SIMGPU_LOAD_1(name, form, qualifier, type, word, ptx, constraint)                          \
    SIMGPU_DEVICE type name(const type *address)                                                   \
    {                                                                                              \
        word bits;                                                                                 \
        type value;                                                                                \
        asm qualifier(SIMGPU_TO_GLOBAL("%1") "ld.global." form "." ptx " %0, [g]; }"               \
                      : "=" constraint(bits)                                                       \
                      : "l"(address));                                                             \
        __builtin_memcpy(&value, &bits, sizeof value);                                             \
        return value;                                                                              \
    }
#define SIMGPU_LOAD_2(name, form, qualifier, type, ptx, constraint)                                \
    SIMGPU_DEVICE type name(const type *address)                                                   \
    {                                                                                              \
        type v;                                                                                    \
        asm qualifier(SIMGPU_TO_GLOBAL("%2") "ld.global." form ".v2." ptx " {%0, %1}, [g]; }"      \
                      : "=" constraint(v.x), "=" constraint(v.y)                                   \
                      : "l"(address));                                                             \
        return v;                                                                                  \
    }
#define SIMGPU_LOAD_4(name, form, qualifier, type, ptx, constraint)                                \
    SIMGPU_DEVICE type name(const type *address)                                                   \
    {                                                                                              \
        type v;                                                                                    \
        asm qualifier(                                                                             \
            SIMGPU_TO_GLOBAL("%4") "ld.global." form ".v4." ptx " {%0, %1, %2, %3}, [g]; }"        \
            : "=" constraint(v.x), "=" constraint(v.y), "=" constraint(v.z), "=" constraint(v.w)   \
            : "l"(address));                                                                       \
        return v;                                                                                  \
    }

#define SIMGPU_LOADS(name, form, qualifier)                                                        \
    SIMGPU_LOAD_1(name, form, qualifier, char, short, "s8", "h")                                   \
    SIMGPU_LOAD_1(name, form, qualifier, signed char, short, "s8", "h")                            \
    SIMGPU_LOAD_1(name, form, qualifier, unsigned char, unsigned short, "u8", "h")                 \
    SIMGPU_LOAD_1(name, form, qualifier, short, short, "s16", "h")                                 \
    SIMGPU_LOAD_1(name, form, qualifier, unsigned short, unsigned short, "u16", "h")               \
    SIMGPU_LOAD_1(name, form, qualifier, int, int, "s32", "r")                                     \
    SIMGPU_LOAD_1(name, form, qualifier, unsigned int, unsigned int, "u32", "r")                   \
    SIMGPU_LOAD_1(name, form, qualifier, long, long, "s64", "l")                                   \
    SIMGPU_LOAD_1(name, form, qualifier, unsigned long, unsigned long, "u64", "l")                 \
    SIMGPU_LOAD_1(name, form, qualifier, long long, long long, "s64", "l")                         \
    SIMGPU_LOAD_1(name, form, qualifier, unsigned long long, unsigned long long, "u64", "l")       \
    SIMGPU_LOAD_1(name, form, qualifier, float, float, "f32", "f")                                 \
    SIMGPU_LOAD_1(name, form, qualifier, double, double, "f64", "d")                               \
    SIMGPU_LOAD_1(name, form, qualifier, char2, unsigned short, "u16", "h")                        \
    SIMGPU_LOAD_1(name, form, qualifier, uchar2, unsigned short, "u16", "h")                       \
    SIMGPU_LOAD_1(name, form, qualifier, char4, unsigned int, "u32", "r")                          \
    SIMGPU_LOAD_1(name, form, qualifier, uchar4, unsigned int, "u32", "r")                         \
    SIMGPU_LOAD_1(name, form, qualifier, short2, unsigned int, "u32", "r")                         \
    SIMGPU_LOAD_1(name, form, qualifier, ushort2, unsigned int, "u32", "r")                        \
    SIMGPU_LOAD_1(name, form, qualifier, short4, unsigned long long, "u64", "l")                   \
    SIMGPU_LOAD_1(name, form, qualifier, ushort4, unsigned long long, "u64", "l")                  \
    SIMGPU_LOAD_2(name, form, qualifier, int2, "s32", "r")                                         \
    SIMGPU_LOAD_2(name, form, qualifier, uint2, "u32", "r")                                        \
    SIMGPU_LOAD_2(name, form, qualifier, float2, "f32", "f")                                       \
    SIMGPU_LOAD_2(name, form, qualifier, longlong2, "s64", "l")                                    \
    SIMGPU_LOAD_2(name, form, qualifier, ulonglong2, "u64", "l")                                   \
    SIMGPU_LOAD_2(name, form, qualifier, double2, "f64", "d")                                      \
    SIMGPU_LOAD_4(name, form, qualifier, int4, "s32", "r")                                         \
    SIMGPU_LOAD_4(name, form, qualifier, uint4, "u32", "r")                                        \
    SIMGPU_LOAD_4(name, form, qualifier, float4, "f32", "f")

SIMGPU_LOADS(__ldg, "nc", )
SIMGPU_LOADS(__ldca, "ca", volatile)
SIMGPU_LOADS(__ldcg, "cg", volatile)
SIMGPU_LOADS(__ldcs, "cs", volatile)
SIMGPU_LOADS(__ldlu, "lu", volatile)
SIMGPU_LOADS(__ldcv, "cv", volatile)
#undef SIMGPU_LOADS
#undef SIMGPU_LOAD_1
#undef SIMGPU_LOAD_2
#undef SIMGPU_LOAD_4

#define SIMGPU_STORE_1(name, form, type, word, ptx, constraint)                                    \
    SIMGPU_DEVICE void name(type *address, type value)                                             \
    {                                                                                              \
        word bits;                                                                                 \
        __builtin_memcpy(&bits, &value, sizeof value);                                             \
        asm volatile(SIMGPU_TO_GLOBAL("%0") "st.global." form "." ptx                              \
                                            " [g], %1; }" ::"l"(address),                          \
                     constraint(bits)                                                              \
                     : "memory");                                                                  \
    }
#define SIMGPU_STORE_2(name, form, type, ptx, constraint)                                          \
    SIMGPU_DEVICE void name(type *address, type v)                                                 \
    {                                                                                              \
        asm volatile(SIMGPU_TO_GLOBAL("%0") "st.global." form ".v2." ptx                           \
                                            " [g], {%1, %2}; }" ::"l"(address),                    \
                     constraint(v.x), constraint(v.y)                                              \
                     : "memory");                                                                  \
    }
#define SIMGPU_STORE_4(name, form, type, ptx, constraint)                                          \
    SIMGPU_DEVICE void name(type *address, type v)                                                 \
    {                                                                                              \
        asm volatile(SIMGPU_TO_GLOBAL("%0") "st.global." form ".v4." ptx                           \
                                            " [g], {%1, %2, %3, %4}; }" ::"l"(address),            \
                     constraint(v.x), constraint(v.y), constraint(v.z), constraint(v.w)            \
                     : "memory");                                                                  \
    }
#define SIMGPU_STORES(name, form)                                                                  \
    SIMGPU_STORE_1(name, form, int, int, "s32", "r")                                               \
    SIMGPU_STORE_1(name, form, unsigned int, unsigned int, "u32", "r")                             \
    SIMGPU_STORE_1(name, form, long, long, "s64", "l")                                             \
    SIMGPU_STORE_1(name, form, unsigned long, unsigned long, "u64", "l")                           \
    SIMGPU_STORE_1(name, form, long long, long long, "s64", "l")                                   \
    SIMGPU_STORE_1(name, form, unsigned long long, unsigned long long, "u64", "l")                 \
    SIMGPU_STORE_1(name, form, float, float, "f32", "f")                                           \
    SIMGPU_STORE_1(name, form, double, double, "f64", "d")                                         \
    SIMGPU_STORE_1(name, form, short, short, "s16", "h")                                           \
    SIMGPU_STORE_1(name, form, unsigned short, unsigned short, "u16", "h")                         \
    SIMGPU_STORE_2(name, form, int2, "s32", "r")                                                   \
    SIMGPU_STORE_2(name, form, uint2, "u32", "r")                                                  \
    SIMGPU_STORE_2(name, form, float2, "f32", "f")                                                 \
    SIMGPU_STORE_2(name, form, double2, "f64", "d")                                                \
    SIMGPU_STORE_4(name, form, int4, "s32", "r")                                                   \
    SIMGPU_STORE_4(name, form, uint4, "u32", "r")                                                  \
    SIMGPU_STORE_4(name, form, float4, "f32", "f")

SIMGPU_STORES(__stwb, "wb")
SIMGPU_STORES(__stcg, "cg")
SIMGPU_STORES(__stcs, "cs")
SIMGPU_STORES(__stwt, "wt")
#undef SIMGPU_STORES
#undef SIMGPU_STORE_1
#undef SIMGPU_STORE_2
#undef SIMGPU_STORE_4
#undef SIMGPU_TO_GLOBAL

#endif
