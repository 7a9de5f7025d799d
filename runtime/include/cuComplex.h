/* SPDX-License-Identifier: BSD-3-Clause */
/* Complex numbers as pairs of floats or doubles, on host and device.
 *
 * Division scales by the larger part of the divisor, and the absolute value is hypot's, so that
 * neither overflows before its result does.
 *
 * Source: CUDA toolkit's documentation of the header: names and types; R. L. Smith, Algorithm 116:
 * Complex Division, CACM 1962.
 */
#ifndef SIMGPU_CUCOMPLEX_H
#define SIMGPU_CUCOMPLEX_H

#include "cuda_runtime.h"
#include <math.h>

#include "simgpu/device_function.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* f: what a float's name has at its end. */
#define SIMGPU_COMPLEX(complex, number, f, make)                                                   \
    SIMGPU_HOST_DEVICE complex make(number real, number imaginary)                                 \
    {                                                                                              \
        complex z;                                                                                 \
        z.x = real;                                                                                \
        z.y = imaginary;                                                                           \
        return z;                                                                                  \
    }                                                                                              \
    SIMGPU_HOST_DEVICE number cuCreal##f(complex z)                                                \
    {                                                                                              \
        return z.x;                                                                                \
    }                                                                                              \
    SIMGPU_HOST_DEVICE number cuCimag##f(complex z)                                                \
    {                                                                                              \
        return z.y;                                                                                \
    }                                                                                              \
    SIMGPU_HOST_DEVICE complex cuConj##f(complex z)                                                \
    {                                                                                              \
        return make(z.x, -z.y);                                                                    \
    }                                                                                              \
    SIMGPU_HOST_DEVICE complex cuCadd##f(complex a, complex b)                                     \
    {                                                                                              \
        return make(a.x + b.x, a.y + b.y);                                                         \
    }                                                                                              \
    SIMGPU_HOST_DEVICE complex cuCsub##f(complex a, complex b)                                     \
    {                                                                                              \
        return make(a.x - b.x, a.y - b.y);                                                         \
    }                                                                                              \
    SIMGPU_HOST_DEVICE complex cuCmul##f(complex a, complex b)                                     \
    {                                                                                              \
        return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                 \
    }                                                                                              \
    SIMGPU_HOST_DEVICE complex cuCfma##f(complex a, complex b, complex c)                          \
    {                                                                                              \
        return cuCadd##f(cuCmul##f(a, b), c);                                                      \
    }                                                                                              \
    SIMGPU_HOST_DEVICE complex cuCdiv##f(complex a, complex b)                                     \
    {                                                                                              \
        if ((b.x < 0 ? -b.x : b.x) >= (b.y < 0 ? -b.y : b.y)) {                                    \
            number ratio = b.y / b.x, below = b.x + b.y * ratio;                                   \
            return make((a.x + a.y * ratio) / below, (a.y - a.x * ratio) / below);                 \
        }                                                                                          \
        number ratio = b.x / b.y, below = b.x * ratio + b.y;                                       \
        return make((a.x * ratio + a.y) / below, (a.y * ratio - a.x) / below);                     \
    }                                                                                              \
    SIMGPU_HOST_DEVICE number cuCabs##f(complex z)                                                 \
    {                                                                                              \
        return hypot##f(z.x, z.y);                                                                 \
    }
SIMGPU_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex)
SIMGPU_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex)
#undef SIMGPU_COMPLEX

SIMGPU_HOST_DEVICE cuComplex make_cuComplex(float real, float imaginary)
{
    return make_cuFloatComplex(real, imaginary);
}
SIMGPU_HOST_DEVICE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z)
{
    return make_cuDoubleComplex((double)z.x, (double)z.y);
}
SIMGPU_HOST_DEVICE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z)
{
    return make_cuFloatComplex((float)z.x, (float)z.y);
}

#endif
