/* SPDX-License-Identifier: BSD-3-Clause */
/* make_char1 to make_double4.
 *
 * Source: CUDA C++ Programming Guide, "Built-in Vector Types".
 */
#ifndef SIMGPU_VECTOR_FUNCTIONS_H
#define SIMGPU_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#define SIMGPU_MAKE_VECTORS(name, type)                                                            \
    static __inline__ __host__ __device__ name##1 make_##name##1(type x)                           \
    {                                                                                              \
        name##1 v = {x};                                                                           \
        return v;                                                                                  \
    }                                                                                              \
    static __inline__ __host__ __device__ name##2 make_##name##2(type x, type y)                   \
    {                                                                                              \
        name##2 v = {x, y};                                                                        \
        return v;                                                                                  \
    }                                                                                              \
    static __inline__ __host__ __device__ name##3 make_##name##3(type x, type y, type z)           \
    {                                                                                              \
        name##3 v = {x, y, z};                                                                     \
        return v;                                                                                  \
    }                                                                                              \
    static __inline__ __host__ __device__ name##4 make_##name##4(type x, type y, type z, type w)   \
    {                                                                                              \
        name##4 v = {x, y, z, w};                                                                  \
        return v;                                                                                  \
    }

SIMGPU_MAKE_VECTORS(char, signed char)
SIMGPU_MAKE_VECTORS(uchar, unsigned char)
SIMGPU_MAKE_VECTORS(short, short)
SIMGPU_MAKE_VECTORS(ushort, unsigned short)
SIMGPU_MAKE_VECTORS(int, int)
SIMGPU_MAKE_VECTORS(uint, unsigned int)
SIMGPU_MAKE_VECTORS(long, long)
SIMGPU_MAKE_VECTORS(ulong, unsigned long)
SIMGPU_MAKE_VECTORS(longlong, long long)
SIMGPU_MAKE_VECTORS(ulonglong, unsigned long long)
SIMGPU_MAKE_VECTORS(float, float)
SIMGPU_MAKE_VECTORS(double, double)

#undef SIMGPU_MAKE_VECTORS

#define SIMGPU_MAKE_ALIGNED(name, type)                                                            \
    static __inline__ __host__ __device__ name make_##name(type x, type y, type z, type w)         \
    {                                                                                              \
        name v = {x, y, z, w};                                                                     \
        return v;                                                                                  \
    }
SIMGPU_MAKE_ALIGNED(long4_16a, long)
SIMGPU_MAKE_ALIGNED(long4_32a, long)
SIMGPU_MAKE_ALIGNED(ulong4_16a, unsigned long)
SIMGPU_MAKE_ALIGNED(ulong4_32a, unsigned long)
SIMGPU_MAKE_ALIGNED(longlong4_16a, long long)
SIMGPU_MAKE_ALIGNED(longlong4_32a, long long)
SIMGPU_MAKE_ALIGNED(ulonglong4_16a, unsigned long long)
SIMGPU_MAKE_ALIGNED(ulonglong4_32a, unsigned long long)
SIMGPU_MAKE_ALIGNED(double4_16a, double)
SIMGPU_MAKE_ALIGNED(double4_32a, double)
#undef SIMGPU_MAKE_ALIGNED

#endif
