/* SPDX-License-Identifier: BSD-3-Clause */
/* char1 to double4, and dim3. They compile as C, C++ and CUDA.
 *
 * Source: CUDA C++ Programming Guide, "Built-in Vector Types", with its table of alignments: types
 * of two and four elements are aligned to their size, up to 16 bytes; types of one and three to
 * their element.
 */
#ifndef SIMGPU_VECTOR_TYPES_H
#define SIMGPU_VECTOR_TYPES_H

/* Programs ask by the name of CUDA's own guard whether this header has been included. */
#define __VECTOR_TYPES_H__

#include "host_defines.h"

#define SIMGPU_VECTOR_TYPES(name, type, align2, align4)                                            \
    struct name##1                                                                                 \
    {                                                                                              \
        type x;                                                                                    \
    };                                                                                             \
    struct __attribute__((aligned(align2))) name##2                                                \
    {                                                                                              \
        type x, y;                                                                                 \
    };                                                                                             \
    struct name##3                                                                                 \
    {                                                                                              \
        type x, y, z;                                                                              \
    };                                                                                             \
    struct __attribute__((aligned(align4))) name##4                                                \
    {                                                                                              \
        type x, y, z, w;                                                                           \
    };                                                                                             \
    typedef struct name##1 name##1;                                                                \
    typedef struct name##2 name##2;                                                                \
    typedef struct name##3 name##3;                                                                \
    typedef struct name##4 name##4;

SIMGPU_VECTOR_TYPES(char, signed char, 2, 4)
SIMGPU_VECTOR_TYPES(uchar, unsigned char, 2, 4)
SIMGPU_VECTOR_TYPES(short, short, 4, 8)
SIMGPU_VECTOR_TYPES(ushort, unsigned short, 4, 8)
SIMGPU_VECTOR_TYPES(int, int, 8, 16)
SIMGPU_VECTOR_TYPES(uint, unsigned int, 8, 16)
SIMGPU_VECTOR_TYPES(long, long, 16, 16)
SIMGPU_VECTOR_TYPES(ulong, unsigned long, 16, 16)
SIMGPU_VECTOR_TYPES(longlong, long long, 16, 16)
SIMGPU_VECTOR_TYPES(ulonglong, unsigned long long, 16, 16)
SIMGPU_VECTOR_TYPES(float, float, 8, 16)
SIMGPU_VECTOR_TYPES(double, double, 16, 16)

#undef SIMGPU_VECTOR_TYPES

/* CUDA 13's names for vectors of four long elements, which say the alignment. */
#define SIMGPU_ALIGNED_VECTOR(name, type, bytes)                                                   \
    struct __attribute__((aligned(bytes))) name##4_##bytes##a                                      \
    {                                                                                              \
        type x, y, z, w;                                                                           \
    };                                                                                             \
    typedef struct name##4_##bytes##a name##4_##bytes##a;
SIMGPU_ALIGNED_VECTOR(long, long, 16)
SIMGPU_ALIGNED_VECTOR(long, long, 32)
SIMGPU_ALIGNED_VECTOR(ulong, unsigned long, 16)
SIMGPU_ALIGNED_VECTOR(ulong, unsigned long, 32)
SIMGPU_ALIGNED_VECTOR(longlong, long long, 16)
SIMGPU_ALIGNED_VECTOR(longlong, long long, 32)
SIMGPU_ALIGNED_VECTOR(ulonglong, unsigned long long, 16)
SIMGPU_ALIGNED_VECTOR(ulonglong, unsigned long long, 32)
SIMGPU_ALIGNED_VECTOR(double, double, 16)
SIMGPU_ALIGNED_VECTOR(double, double, 32)
#undef SIMGPU_ALIGNED_VECTOR

/* The size of a grid or block: what is left out is 1. */
struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
#if __cplusplus >= 201103L
    constexpr
#endif
        __host__ __device__
        dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1)
        : x(x), y(y), z(z)
    {
    }
    __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ operator uint3() const
    {
        uint3 v = {x, y, z};
        return v;
    }
#endif
};
typedef struct dim3 dim3;

#endif
