/* SPDX-License-Identifier: BSD-3-Clause */
/* min and max of CUDA, for host and device: of mixed signedness the unsigned type, of float and
 * double the double.
 *
 * Source: CUDA Math API reference manual, "Integer Mathematical Functions", min and max.
 */
#ifndef SIMGPU_MIN_MAX_H
#define SIMGPU_MIN_MAX_H

#include "simgpu/device_function.h"

#define SIMGPU_MIN_MAX(result, first, second)                                                      \
    SIMGPU_HOST_DEVICE result min(first a, second b)                                               \
    {                                                                                              \
        return (result)b < (result)a ? (result)b : (result)a;                                      \
    }                                                                                              \
    SIMGPU_HOST_DEVICE result max(first a, second b)                                               \
    {                                                                                              \
        return (result)a < (result)b ? (result)b : (result)a;                                      \
    }
SIMGPU_MIN_MAX(int, int, int)
SIMGPU_MIN_MAX(unsigned int, unsigned int, unsigned int)
SIMGPU_MIN_MAX(unsigned int, int, unsigned int)
SIMGPU_MIN_MAX(unsigned int, unsigned int, int)
SIMGPU_MIN_MAX(long, long, long)
SIMGPU_MIN_MAX(unsigned long, unsigned long, unsigned long)
SIMGPU_MIN_MAX(unsigned long, long, unsigned long)
SIMGPU_MIN_MAX(unsigned long, unsigned long, long)
SIMGPU_MIN_MAX(long long, long long, long long)
SIMGPU_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
SIMGPU_MIN_MAX(unsigned long long, long long, unsigned long long)
SIMGPU_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef SIMGPU_MIN_MAX

/* Of a number and a NaN the number, as fmin and fmax. */
#define SIMGPU_MIN_MAX_REAL(result, first, second, suffix)                                         \
    SIMGPU_HOST_DEVICE result min(first a, second b)                                               \
    {                                                                                              \
        return __builtin_fmin##suffix(a, b);                                                       \
    }                                                                                              \
    SIMGPU_HOST_DEVICE result max(first a, second b)                                               \
    {                                                                                              \
        return __builtin_fmax##suffix(a, b);                                                       \
    }
SIMGPU_MIN_MAX_REAL(float, float, float, f)
SIMGPU_MIN_MAX_REAL(double, double, double, )
SIMGPU_MIN_MAX_REAL(double, float, double, )
SIMGPU_MIN_MAX_REAL(double, double, float, )
#undef SIMGPU_MIN_MAX_REAL

#define SIMGPU_MIN_MAX_NAMED(name, type, form)                                                     \
    SIMGPU_HOST_DEVICE type name(type a, type b)                                                   \
    {                                                                                              \
        return form(a, b);                                                                         \
    }
SIMGPU_MIN_MAX_NAMED(umin, unsigned int, min)
SIMGPU_MIN_MAX_NAMED(umax, unsigned int, max)
SIMGPU_MIN_MAX_NAMED(llmin, long long, min)
SIMGPU_MIN_MAX_NAMED(llmax, long long, max)
SIMGPU_MIN_MAX_NAMED(ullmin, unsigned long long, min)
SIMGPU_MIN_MAX_NAMED(ullmax, unsigned long long, max)
#undef SIMGPU_MIN_MAX_NAMED

#endif
