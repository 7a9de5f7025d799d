/* SPDX-License-Identifier: BSD-3-Clause */
/* Every math function in each of its forms; for test_simgpucc.c, which looks for calls that are
 * left over. */
#include "simgpu/math_names.h"
#include <algorithm>
#include <cmath>

#define UNARY(name)                                                                                \
    __global__ void name##_forms(float *f, double *d, int n)                                       \
    {                                                                                              \
        f[0] = name##f(f[0]) + name(f[1]) + std::name(f[2]);                                       \
        d[0] = name(d[0]) + name(n) + std::name(d[1]);                                             \
        static_assert(sizeof(name(f[0])) == 4 && sizeof(name(n)) == 8, "overload of " #name);      \
    }
SIMGPU_UNARY_NAMES(UNARY)
SIMGPU_BUILTIN_UNARY_NAMES(UNARY)

#define CUDA_UNARY(name)                                                                           \
    __global__ void name##_forms(float *f, double *d)                                              \
    {                                                                                              \
        f[0] = name##f(f[0]) + name(f[1]);                                                         \
        d[0] = name(d[0]);                                                                         \
    }
SIMGPU_CUDA_UNARY_NAMES(CUDA_UNARY)
CUDA_UNARY(exp10)

#define BINARY(name)                                                                               \
    __global__ void name##_forms(float *f, double *d, int n)                                       \
    {                                                                                              \
        f[0] = name##f(f[1], f[2]) + name(f[3], f[4]) + std::name(f[5], f[6]);                     \
        d[0] = name(d[1], d[2]) + name(f[0], n) + std::name(n, d[3]) + name(f[1], d[4]);           \
        static_assert(sizeof(name(f[0], f[1])) == 4 && sizeof(name(f[0], n)) == 8,                 \
                      "overload of " #name);                                                       \
    }
SIMGPU_BINARY_NAMES(BINARY)
SIMGPU_BUILTIN_BINARY_NAMES(BINARY)

__global__ void shaped_forms(float *f, double *d, int n, unsigned u)
{
    int e;
    d[0] = frexp(d[1], &e) + frexpf(f[0], &e) + std::ldexp(f[3], 2) + scalbn(d[2], e) +
           modf(d[3], d + 4) + modff(f[3], f + 4) + std::modf(f[1], f + 2) +
           remquo(d[5], d[6], &n) + hypot(3, 4) + rhypot(d[1], d[2]) + norm3d(d[1], d[2], d[3]) +
           scalblnf(f[0], 3l);
    f[7] = fmaf(f[1], f[2], f[3]) + fma(f[1], f[2], f[3]) + std::fma(f[1], f[2], f[4]);
    n += lrint(d[5]) + llrintf(f[3]) + lround(f[6]) + ilogb(d[5]) + isnan(f[3]) + std::isinf(d[4]) +
         isfinite(f[2]) + signbit(d[2]) + llround(d[3]) + labs(-3l);
    f[9] = min(n, 3) + min(n, u) + std::min(n, 3) + std::max(f[1], 2.f) + abs(n) + abs(f[1]) +
           std::abs(d[1]) + std::abs(f[3]) + fmaxf(f[1], 2) + nanf("");
    n += __isnanf(f[1]) + __isnan(d[1]) + __isinff(f[2]) + __isinf(d[2]) + __finitef(f[3]) +
         __finite(d[3]) + __signbitf(f[4]) + __signbit(d[4]);
    sincosf(f[1], f + 2, f + 3);
    sincos(d[1], d + 2, d + 3);
    sincospi(d[4], d + 5, d + 6);
    f[0] = n;
}

/* On the host the C library's functions are meant, and CUDA's own exist. */
int main()
{
    float f = sqrtf(2.f) + pow(2.f, 3) + sin(3) + rsqrtf(4.f) + std::abs(-2.5f) + fabs(-2.f) +
              std::max(1, 2) + normcdf(1.0) + sinpi(0.25);
    return min(3, 4u) + max(2, 3) + abs(-3) + (int)min(2.f, 3.f) + (int)f;
}
