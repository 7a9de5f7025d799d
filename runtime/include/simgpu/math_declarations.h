/* SPDX-License-Identifier: BSD-3-Clause */
/* Declares the device's math functions before any standard header is read.
 *
 * libstdc++'s overloads in namespace std are constexpr, and clang lets device code call a constexpr
 * function, unless a device function of the same signature has been declared. They would end in
 * calls of a C library that the device hasn't got.
 */
#ifndef SIMGPU_MATH_DECLARATIONS_H
#define SIMGPU_MATH_DECLARATIONS_H

#include "simgpu/device_function.h"
#include "simgpu/math_names.h"

#define SIMGPU_DECLARE_UNARY(name)                                                                 \
    SIMGPU_DEVICE float name##f(float);                                                            \
    SIMGPU_DEVICE float name(float);                                                               \
    SIMGPU_DEVICE double name(double);
SIMGPU_UNARY_NAMES(SIMGPU_DECLARE_UNARY)
SIMGPU_BUILTIN_UNARY_NAMES(SIMGPU_DECLARE_UNARY)
#undef SIMGPU_DECLARE_UNARY

#define SIMGPU_DECLARE_BINARY(name)                                                                \
    SIMGPU_DEVICE float name##f(float, float);                                                     \
    SIMGPU_DEVICE float name(float, float);                                                        \
    SIMGPU_DEVICE double name(double, double);
SIMGPU_BINARY_NAMES(SIMGPU_DECLARE_BINARY)
SIMGPU_BUILTIN_BINARY_NAMES(SIMGPU_DECLARE_BINARY)
#undef SIMGPU_DECLARE_BINARY

SIMGPU_DEVICE int abs(int);
SIMGPU_DEVICE long abs(long);
SIMGPU_DEVICE long long abs(long long);
SIMGPU_DEVICE float abs(float);
SIMGPU_DEVICE double abs(double);
SIMGPU_DEVICE long labs(long);
SIMGPU_DEVICE long long llabs(long long);
SIMGPU_DEVICE float fma(float, float, float);
SIMGPU_DEVICE double fma(double, double, double);
SIMGPU_DEVICE float frexp(float, int *);
SIMGPU_DEVICE double frexp(double, int *);
SIMGPU_DEVICE float ldexp(float, int);
SIMGPU_DEVICE double ldexp(double, int);
SIMGPU_DEVICE float scalbn(float, int);
SIMGPU_DEVICE double scalbn(double, int);
SIMGPU_DEVICE float scalbln(float, long);
SIMGPU_DEVICE double scalbln(double, long);
SIMGPU_DEVICE float modf(float, float *);
SIMGPU_DEVICE double modf(double, double *);
SIMGPU_DEVICE float remquo(float, float, int *);
SIMGPU_DEVICE double remquo(double, double, int *);
SIMGPU_DEVICE int ilogb(float);
SIMGPU_DEVICE int ilogb(double);
SIMGPU_DEVICE long lrint(float);
SIMGPU_DEVICE long lrint(double);
SIMGPU_DEVICE long long llrint(float);
SIMGPU_DEVICE long long llrint(double);
SIMGPU_DEVICE long lround(float);
SIMGPU_DEVICE long lround(double);
SIMGPU_DEVICE long long llround(float);
SIMGPU_DEVICE long long llround(double);

/* Names that have a meaning in namespace std beside those of the lists. */
#define SIMGPU_OTHER_STANDARD_NAMES(X)                                                             \
    X(abs)                                                                                         \
    X(labs)                                                                                        \
    X(llabs)                                                                                       \
    X(fma)                                                                                         \
    X(frexp)                                                                                       \
    X(ldexp)                                                                                       \
    X(scalbn)                                                                                      \
    X(scalbln)                                                                                     \
    X(modf)                                                                                        \
    X(remquo)                                                                                      \
    X(ilogb)                                                                                       \
    X(lrint)                                                                                       \
    X(llrint)                                                                                      \
    X(lround)                                                                                      \
    X(llround)

#define SIMGPU_USING(name) using ::name;
namespace std
{
SIMGPU_UNARY_NAMES(SIMGPU_USING)
SIMGPU_BUILTIN_UNARY_NAMES(SIMGPU_USING)
SIMGPU_BINARY_NAMES(SIMGPU_USING)
SIMGPU_BUILTIN_BINARY_NAMES(SIMGPU_USING)
SIMGPU_OTHER_STANDARD_NAMES(SIMGPU_USING)
} // namespace std

#endif
