/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cuda_runtime.h: Bessel functions and lengths of vectors, under CUDA's names.
 *
 * Source: CUDA Math API reference manual, "Single Precision Mathematical Functions", "Double
 * Precision Mathematical Functions".
 */
#ifndef SIMGPU_SPECIAL_FUNCTIONS_H
#define SIMGPU_SPECIAL_FUNCTIONS_H

#include "simgpu/device_function.h"
#include "simgpu/special/bessel.h"

#define SIMGPU_BESSEL(name)                                                                        \
    SIMGPU_DEVICE double name(double x)                                                            \
    {                                                                                              \
        return simgpu_##name(x);                                                                   \
    }                                                                                              \
    SIMGPU_DEVICE float name##f(float x)                                                           \
    {                                                                                              \
        return (float)simgpu_##name((double)x);                                                    \
    }
SIMGPU_BESSEL(j0)
SIMGPU_BESSEL(j1)
SIMGPU_BESSEL(y0)
SIMGPU_BESSEL(y1)
SIMGPU_BESSEL(cyl_bessel_i0)
SIMGPU_BESSEL(cyl_bessel_i1)
#undef SIMGPU_BESSEL

#define SIMGPU_BESSEL_OF_ORDER(name)                                                               \
    SIMGPU_DEVICE double name(int n, double x)                                                     \
    {                                                                                              \
        return simgpu_##name(n, x);                                                                \
    }                                                                                              \
    SIMGPU_DEVICE float name##f(int n, float x)                                                    \
    {                                                                                              \
        return (float)simgpu_##name(n, (double)x);                                                 \
    }
SIMGPU_BESSEL_OF_ORDER(jn)
SIMGPU_BESSEL_OF_ORDER(yn)
#undef SIMGPU_BESSEL_OF_ORDER

/* Divided by the largest number, so that no square leaves the range. */
SIMGPU_MATH double simgpu_norm(int n, const double *x)
{
    double most = 0.0, sum = 0.0;
    for (int i = 0; i < n; i++) {
        const double size = __builtin_fabs(x[i]);
        if (!(size <= most))
            most = size; /* a NaN stays, unless an infinity follows */
    }
    if (most == 0.0 || most == __builtin_inf())
        return most;
    for (int i = 0; i < n; i++) {
        const double part = x[i] / most;
        sum += part * part;
    }
    return most * __builtin_sqrt(sum);
}
SIMGPU_MATH float simgpu_normf(int n, const float *x)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        if (__builtin_fabsf(x[i]) == __builtin_inff())
            return __builtin_inff();
        sum += (double)x[i] * x[i];
    }
    return (float)__builtin_sqrt(sum);
}

SIMGPU_DEVICE double norm(int n, const double *x)
{
    return simgpu_norm(n, x);
}
SIMGPU_DEVICE float normf(int n, const float *x)
{
    return simgpu_normf(n, x);
}
SIMGPU_DEVICE double rnorm(int n, const double *x)
{
    return 1.0 / simgpu_norm(n, x);
}
SIMGPU_DEVICE float rnormf(int n, const float *x)
{
    return 1.0f / simgpu_normf(n, x);
}
SIMGPU_HOST_DEVICE double rnorm4d(double x, double y, double z, double w)
{
    return 1.0 / simgpu_norm4d(x, y, z, w);
}
SIMGPU_HOST_DEVICE float rnorm4df(float x, float y, float z, float w)
{
    return 1.0f / simgpu_norm4df(x, y, z, w);
}
SIMGPU_DEVICE double fdivide(double x, double y)
{
    return x / y;
}

#endif
