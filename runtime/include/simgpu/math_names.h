/* SPDX-License-Identifier: BSD-3-Clause */
/* The names of CUDA's math functions, by their shape: each list calls X(name) for functions with a
 * float form name##f, a double form and C++ overloads. math_declarations.h and math_functions.h are
 * made of them.
 *
 * Source: CUDA Math API reference manual, "Single Precision Mathematical Functions", "Double
 * Precision Mathematical Functions".
 */
#ifndef SIMGPU_MATH_NAMES_H
#define SIMGPU_MATH_NAMES_H

/* Functions that the host's C library has, implemented in simgpu/math_*.h. */
#define SIMGPU_UNARY_NAMES(X)                                                                      \
    X(exp)                                                                                         \
    X(exp2)                                                                                        \
    X(expm1)                                                                                       \
    X(log)                                                                                         \
    X(log2)                                                                                        \
    X(log10)                                                                                       \
    X(log1p)                                                                                       \
    X(sin)                                                                                         \
    X(cos)                                                                                         \
    X(tan)                                                                                         \
    X(asin)                                                                                        \
    X(acos)                                                                                        \
    X(atan)                                                                                        \
    X(sinh)                                                                                        \
    X(cosh)                                                                                        \
    X(tanh)                                                                                        \
    X(asinh)                                                                                       \
    X(acosh)                                                                                       \
    X(atanh)                                                                                       \
    X(sqrt)                                                                                        \
    X(cbrt)                                                                                        \
    X(erf)                                                                                         \
    X(erfc)                                                                                        \
    X(tgamma)                                                                                      \
    X(lgamma)                                                                                      \
    X(logb)                                                                                        \
    X(round)

/* The same, by one of the compiler's builtins, which is an instruction. */
#define SIMGPU_BUILTIN_UNARY_NAMES(X)                                                              \
    X(fabs)                                                                                        \
    X(floor)                                                                                       \
    X(ceil)                                                                                        \
    X(trunc)                                                                                       \
    X(rint)                                                                                        \
    X(nearbyint)

#define SIMGPU_BINARY_NAMES(X)                                                                     \
    X(pow)                                                                                         \
    X(atan2)                                                                                       \
    X(hypot)                                                                                       \
    X(fmod)                                                                                        \
    X(remainder)                                                                                   \
    X(nextafter)                                                                                   \
    X(fdim)

#define SIMGPU_BUILTIN_BINARY_NAMES(X)                                                             \
    X(fmin)                                                                                        \
    X(fmax)                                                                                        \
    X(copysign)

/* Functions that only CUDA has: they exist for the host, too. */
#define SIMGPU_CUDA_UNARY_NAMES(X)                                                                 \
    X(rsqrt)                                                                                       \
    X(rcbrt)                                                                                       \
    X(sinpi)                                                                                       \
    X(cospi)                                                                                       \
    X(erfcx)                                                                                       \
    X(erfinv)                                                                                      \
    X(erfcinv)                                                                                     \
    X(normcdf)                                                                                     \
    X(normcdfinv)

#endif
