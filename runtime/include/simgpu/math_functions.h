/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA's math functions under their own names: float forms, C++ overloads and namespace std.
 *
 * C++ gives a function of an integer the double form, and one of mixed types too: pow(float, int)
 * is double, as with nvcc. With -use_fast_math some float functions are the special function
 * unit's.
 */
#ifndef SIMGPU_MATH_FUNCTIONS_H
#define SIMGPU_MATH_FUNCTIONS_H

#include "simgpu/math_all.h"
#include "simgpu/math_declarations.h"
#include "simgpu/min_max.h"
#include "simgpu/rounded_arithmetic.h"

/* ---- what a float form is: the exact one or, when wanted, the fast one ---- */

#ifdef __USE_FAST_MATH__
#define simgpu_expf   __expf
#define simgpu_exp2f  __exp2f
#define simgpu_exp10f __exp10f
#define simgpu_logf   __logf
#define simgpu_log2f  __log2f
#define simgpu_log10f __log10f
#define simgpu_sinf   __sinf
#define simgpu_cosf   __cosf
#define simgpu_tanf   __tanf
#define simgpu_powf   __powf
#endif

/* ---- float, double, and float by overload ---- */

#define SIMGPU_DEFINE_UNARY(name)                                                                  \
    SIMGPU_DEVICE float name##f(float x)                                                           \
    {                                                                                              \
        return simgpu_##name##f(x);                                                                \
    }                                                                                              \
    SIMGPU_DEVICE float name(float x)                                                              \
    {                                                                                              \
        return simgpu_##name##f(x);                                                                \
    }                                                                                              \
    SIMGPU_DEVICE double name(double x)                                                            \
    {                                                                                              \
        return simgpu_##name(x);                                                                   \
    }
#define SIMGPU_DEFINE_BUILTIN_UNARY(name)                                                          \
    SIMGPU_DEVICE float name##f(float x)                                                           \
    {                                                                                              \
        return __builtin_##name##f(x);                                                             \
    }                                                                                              \
    SIMGPU_DEVICE float name(float x)                                                              \
    {                                                                                              \
        return __builtin_##name##f(x);                                                             \
    }                                                                                              \
    SIMGPU_DEVICE double name(double x)                                                            \
    {                                                                                              \
        return __builtin_##name(x);                                                                \
    }
#define SIMGPU_DEFINE_BINARY(name)                                                                 \
    SIMGPU_DEVICE float name##f(float x, float y)                                                  \
    {                                                                                              \
        return simgpu_##name##f(x, y);                                                             \
    }                                                                                              \
    SIMGPU_DEVICE float name(float x, float y)                                                     \
    {                                                                                              \
        return simgpu_##name##f(x, y);                                                             \
    }                                                                                              \
    SIMGPU_DEVICE double name(double x, double y)                                                  \
    {                                                                                              \
        return simgpu_##name(x, y);                                                                \
    }
#define SIMGPU_DEFINE_BUILTIN_BINARY(name)                                                         \
    SIMGPU_DEVICE float name##f(float x, float y)                                                  \
    {                                                                                              \
        return __builtin_##name##f(x, y);                                                          \
    }                                                                                              \
    SIMGPU_DEVICE float name(float x, float y)                                                     \
    {                                                                                              \
        return __builtin_##name##f(x, y);                                                          \
    }                                                                                              \
    SIMGPU_DEVICE double name(double x, double y)                                                  \
    {                                                                                              \
        return __builtin_##name(x, y);                                                             \
    }
#define SIMGPU_DEFINE_CUDA_UNARY(name)                                                             \
    SIMGPU_HOST_DEVICE float name##f(float x)                                                      \
    {                                                                                              \
        return simgpu_##name##f(x);                                                                \
    }                                                                                              \
    SIMGPU_HOST_DEVICE float name(float x)                                                         \
    {                                                                                              \
        return simgpu_##name##f(x);                                                                \
    }                                                                                              \
    SIMGPU_HOST_DEVICE double name(double x)                                                       \
    {                                                                                              \
        return simgpu_##name(x);                                                                   \
    }
SIMGPU_UNARY_NAMES(SIMGPU_DEFINE_UNARY)
SIMGPU_BUILTIN_UNARY_NAMES(SIMGPU_DEFINE_BUILTIN_UNARY)
SIMGPU_BINARY_NAMES(SIMGPU_DEFINE_BINARY)
SIMGPU_BUILTIN_BINARY_NAMES(SIMGPU_DEFINE_BUILTIN_BINARY)
SIMGPU_CUDA_UNARY_NAMES(SIMGPU_DEFINE_CUDA_UNARY)
SIMGPU_DEFINE_UNARY(exp10) /* an extension of glibc's, not in std */

/* ---- integers and mixed types ---- */

template <bool condition, class T> struct simgpu_enable_if {
};
template <class T> struct simgpu_enable_if<true, T> {
    typedef T type;
};
template <class T> struct simgpu_arithmetic {
    enum { integer = __is_integral(T), any = __is_arithmetic(T) };
};
template <class T, class U> struct simgpu_mixed {
    enum {
        value = simgpu_arithmetic<T>::any && simgpu_arithmetic<U>::any &&
                !(__is_same(T, float) && __is_same(U, float)) &&
                !(__is_same(T, double) && __is_same(U, double))
    };
};
#define SIMGPU_OF_INTEGER(name)                                                                    \
    template <class T>                                                                             \
    SIMGPU_DEVICE typename simgpu_enable_if<simgpu_arithmetic<T>::integer, double>::type name(T x) \
    {                                                                                              \
        return name((double)x);                                                                    \
    }
#define SIMGPU_OF_MIXED(name)                                                                      \
    template <class T, class U>                                                                    \
    SIMGPU_DEVICE typename simgpu_enable_if<simgpu_mixed<T, U>::value, double>::type name(T x,     \
                                                                                          U y)     \
    {                                                                                              \
        return name((double)x, (double)y);                                                         \
    }
SIMGPU_UNARY_NAMES(SIMGPU_OF_INTEGER)
SIMGPU_BUILTIN_UNARY_NAMES(SIMGPU_OF_INTEGER)
SIMGPU_BINARY_NAMES(SIMGPU_OF_MIXED)
SIMGPU_BUILTIN_BINARY_NAMES(SIMGPU_OF_MIXED)

/* ---- functions with a shape of their own ---- */

SIMGPU_DEVICE int abs(int x)
{
    return x < 0 ? -x : x;
}
SIMGPU_DEVICE long abs(long x)
{
    return x < 0 ? -x : x;
}
SIMGPU_DEVICE long long abs(long long x)
{
    return x < 0 ? -x : x;
}
SIMGPU_DEVICE float abs(float x)
{
    return __builtin_fabsf(x);
}
SIMGPU_DEVICE double abs(double x)
{
    return __builtin_fabs(x);
}
SIMGPU_DEVICE long labs(long x)
{
    return abs(x);
}
SIMGPU_DEVICE long long llabs(long long x)
{
    return abs(x);
}
SIMGPU_DEVICE float fmaf(float x, float y, float z)
{
    return __builtin_fmaf(x, y, z);
}
SIMGPU_DEVICE float fma(float x, float y, float z)
{
    return __builtin_fmaf(x, y, z);
}
SIMGPU_DEVICE double fma(double x, double y, double z)
{
    return __builtin_fma(x, y, z);
}

#define SIMGPU_DEFINE_SHAPED(real, suffix, name, returned, parameters, arguments)                  \
    SIMGPU_DEVICE returned name parameters                                                         \
    {                                                                                              \
        return simgpu_##name##suffix arguments;                                                    \
    }
#define SIMGPU_DEFINE_BOTH(name, parameters_f, parameters, arguments)                              \
    SIMGPU_DEFINE_SHAPED(float, f, name, float, parameters_f, arguments)                           \
    SIMGPU_DEFINE_SHAPED(double, , name, double, parameters, arguments)                            \
    SIMGPU_DEVICE float name##f parameters_f                                                       \
    {                                                                                              \
        return simgpu_##name##f arguments;                                                         \
    }
#define simgpu_scalbnf simgpu_ldexpf
#define simgpu_scalbn  simgpu_ldexp
SIMGPU_DEFINE_BOTH(frexp, (float x, int *exponent), (double x, int *exponent), (x, exponent))
SIMGPU_DEFINE_BOTH(ldexp, (float x, int n), (double x, int n), (x, n))
SIMGPU_DEFINE_BOTH(scalbn, (float x, int n), (double x, int n), (x, n))
SIMGPU_DEFINE_BOTH(scalbln, (float x, long n), (double x, long n), (x, n))
SIMGPU_DEFINE_BOTH(modf, (float x, float *whole), (double x, double *whole), (x, whole))
SIMGPU_DEFINE_BOTH(remquo, (float x, float y, int *quotient), (double x, double y, int *quotient),
                   (x, y, quotient))
#undef simgpu_scalbnf
#undef simgpu_scalbn
#undef SIMGPU_DEFINE_BOTH
#undef SIMGPU_DEFINE_SHAPED

/* To integers. cvt saturates, and makes 0 of NaN. */
#define SIMGPU_TO_INTEGERS(name, type, expression_f, expression)                                   \
    SIMGPU_DEVICE type name##f(float x)                                                            \
    {                                                                                              \
        return expression_f;                                                                       \
    }                                                                                              \
    SIMGPU_DEVICE type name(float x)                                                               \
    {                                                                                              \
        return expression_f;                                                                       \
    }                                                                                              \
    SIMGPU_DEVICE type name(double x)                                                              \
    {                                                                                              \
        return expression;                                                                         \
    }
SIMGPU_TO_INTEGERS(ilogb, int, simgpu_ilogbf(x), simgpu_ilogb(x))
SIMGPU_TO_INTEGERS(lrint, long, (long)__nvvm_f2ll_rn(x), (long)__nvvm_d2ll_rn(x))
SIMGPU_TO_INTEGERS(llrint, long long, __nvvm_f2ll_rn(x), __nvvm_d2ll_rn(x))
SIMGPU_TO_INTEGERS(lround, long, (long)__nvvm_f2ll_rz(simgpu_roundf(x)),
                   (long)__nvvm_d2ll_rz(simgpu_round(x)))
SIMGPU_TO_INTEGERS(llround, long long, __nvvm_f2ll_rz(simgpu_roundf(x)),
                   __nvvm_d2ll_rz(simgpu_round(x)))
#undef SIMGPU_TO_INTEGERS

SIMGPU_DEVICE void sincos(double x, double *sine, double *cosine)
{
    simgpu_sincos(x, sine, cosine);
}
SIMGPU_DEVICE void sincosf(float x, float *sine, float *cosine)
{
#ifdef __USE_FAST_MATH__
    __sincosf(x, sine, cosine);
#else
    simgpu_sincosf(x, sine, cosine);
#endif
}
SIMGPU_DEVICE void sincos(float x, float *sine, float *cosine)
{
    sincosf(x, sine, cosine);
}
SIMGPU_HOST_DEVICE void sincospi(double x, double *sine, double *cosine)
{
    simgpu_sincospi(x, sine, cosine);
}
SIMGPU_HOST_DEVICE void sincospif(float x, float *sine, float *cosine)
{
    simgpu_sincospif(x, sine, cosine);
}
SIMGPU_HOST_DEVICE float rhypotf(float x, float y)
{
    return simgpu_rhypotf(x, y);
}
SIMGPU_HOST_DEVICE double rhypot(double x, double y)
{
    return simgpu_rhypot(x, y);
}
SIMGPU_HOST_DEVICE float norm3df(float x, float y, float z)
{
    return simgpu_norm3df(x, y, z);
}
SIMGPU_HOST_DEVICE double norm3d(double x, double y, double z)
{
    return simgpu_norm3d(x, y, z);
}
SIMGPU_HOST_DEVICE float rnorm3df(float x, float y, float z)
{
    return simgpu_rnorm3df(x, y, z);
}
SIMGPU_HOST_DEVICE double rnorm3d(double x, double y, double z)
{
    return simgpu_rnorm3d(x, y, z);
}
SIMGPU_HOST_DEVICE float norm4df(float x, float y, float z, float w)
{
    return simgpu_norm4df(x, y, z, w);
}
SIMGPU_HOST_DEVICE double norm4d(double x, double y, double z, double w)
{
    return simgpu_norm4d(x, y, z, w);
}
SIMGPU_DEVICE float nanf(const char *)
{
    return __builtin_nanf("");
}
SIMGPU_DEVICE double nan(const char *)
{
    return __builtin_nan("");
}

/* The C library's own names for isnan and its kin, which CUDA has for the device, too. */
#define SIMGPU_DEFINE_CLASS(name, builtin)                                                         \
    SIMGPU_DEVICE int name##f(float x)                                                             \
    {                                                                                              \
        return builtin(x);                                                                         \
    }                                                                                              \
    SIMGPU_DEVICE int name(double x)                                                               \
    {                                                                                              \
        return builtin(x);                                                                         \
    }
SIMGPU_DEFINE_CLASS(__isnan, __builtin_isnan)
SIMGPU_DEFINE_CLASS(__isinf, __builtin_isinf)
SIMGPU_DEFINE_CLASS(__finite, __builtin_isfinite)
SIMGPU_DEFINE_CLASS(__signbit, __builtin_signbit)
#undef SIMGPU_DEFINE_CLASS

/* Again, for the overloads that have been added. */
namespace std
{
SIMGPU_UNARY_NAMES(SIMGPU_USING)
SIMGPU_BUILTIN_UNARY_NAMES(SIMGPU_USING)
SIMGPU_BINARY_NAMES(SIMGPU_USING)
SIMGPU_BUILTIN_BINARY_NAMES(SIMGPU_USING)
SIMGPU_OTHER_STANDARD_NAMES(SIMGPU_USING)
} // namespace std

#undef SIMGPU_USING
#undef SIMGPU_DEFINE_UNARY
#undef SIMGPU_DEFINE_BUILTIN_UNARY
#undef SIMGPU_DEFINE_BINARY
#undef SIMGPU_DEFINE_BUILTIN_BINARY
#undef SIMGPU_DEFINE_CUDA_UNARY
#undef SIMGPU_OF_INTEGER
#undef SIMGPU_OF_MIXED

#endif
