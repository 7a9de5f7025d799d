/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers of the libraries' kernels: real ones, complex ones with operators, and what both have in
 * common, so that one template serves S, D, C and Z. Halves and bfloat16s are stored as such and
 * computed as floats.
 */
#ifndef SIMGPU_LIBRARIES_NUMBERS_H
#define SIMGPU_LIBRARIES_NUMBERS_H

#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math.h>

#define EVERYWHERE static __host__ __device__ __forceinline__

template <class R> struct alignas(2 * sizeof(R)) complex_of {
    R x, y;
    complex_of() = default;
    __host__ __device__ constexpr complex_of(R real, R imaginary = 0) : x(real), y(imaginary) {}
};
typedef complex_of<float> complex_float;
typedef complex_of<double> complex_double;

template <class R> EVERYWHERE complex_of<R> operator+(complex_of<R> a, complex_of<R> b)
{
    return {a.x + b.x, a.y + b.y};
}
template <class R> EVERYWHERE complex_of<R> operator-(complex_of<R> a, complex_of<R> b)
{
    return {a.x - b.x, a.y - b.y};
}
template <class R> EVERYWHERE complex_of<R> operator-(complex_of<R> a)
{
    return {-a.x, -a.y};
}
template <class R> EVERYWHERE complex_of<R> operator*(complex_of<R> a, complex_of<R> b)
{
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
/* Scaled by the larger part of the divisor, so that no square overflows (Smith, 1962). */
template <class R> EVERYWHERE complex_of<R> operator/(complex_of<R> a, complex_of<R> b)
{
    if (fabs(b.x) >= fabs(b.y)) {
        R ratio = b.y / b.x, below = b.x + b.y * ratio;
        return {(a.x + a.y * ratio) / below, (a.y - a.x * ratio) / below};
    }
    R ratio = b.x / b.y, below = b.x * ratio + b.y;
    return {(a.x * ratio + a.y) / below, (a.y * ratio - a.x) / below};
}
template <class R> EVERYWHERE bool operator==(complex_of<R> a, complex_of<R> b)
{
    return a.x == b.x && a.y == b.y;
}

/* real: the type of a part; is_complex. */
template <class T> struct number_of {
    typedef T real;
    static constexpr bool is_complex = false;
};
template <class R> struct number_of<complex_of<R>> {
    typedef R real;
    static constexpr bool is_complex = true;
};
template <class T> using real_of = typename number_of<T>::real;

template <class T> EVERYWHERE T conjugate(T a)
{
    return a;
}
template <class R> EVERYWHERE complex_of<R> conjugate(complex_of<R> a)
{
    return {a.x, -a.y};
}
template <class T> EVERYWHERE T real_part(T a)
{
    return a;
}
template <class R> EVERYWHERE R real_part(complex_of<R> a)
{
    return a.x;
}
/* |re| + |im|, BLAS's measure. */
template <class T> EVERYWHERE T magnitude(T a)
{
    return a < 0 ? -a : a;
}
template <class R> EVERYWHERE R magnitude(complex_of<R> a)
{
    return (a.x < 0 ? -a.x : a.x) + (a.y < 0 ? -a.y : a.y);
}
/* |re|^2 + |im|^2 of a number divided by `scale`. */
template <class T> EVERYWHERE T square(T a, T scale)
{
    return (a / scale) * (a / scale);
}
template <class R> EVERYWHERE R square(complex_of<R> a, R scale)
{
    return (a.x / scale) * (a.x / scale) + (a.y / scale) * (a.y / scale);
}

EVERYWHERE float multiply_add(float a, float b, float c)
{
    return fmaf(a, b, c);
}
EVERYWHERE double multiply_add(double a, double b, double c)
{
    return fma(a, b, c);
}
EVERYWHERE int multiply_add(int a, int b, int c)
{
    return a * b + c;
}
template <class R>
EVERYWHERE complex_of<R> multiply_add(complex_of<R> a, complex_of<R> b, complex_of<R> c)
{
    return {multiply_add(-a.y, b.y, multiply_add(a.x, b.x, c.x)),
            multiply_add(a.y, b.x, multiply_add(a.x, b.y, c.y))};
}

/* A stored number as one to compute with, and back. */
template <class To, class From> struct conversion {
    EVERYWHERE To of(From a)
    {
        return (To)a;
    }
};
#define SIMGPU_CONVERSION(stored, widen, narrow)                                                   \
    template <> struct conversion<float, stored> {                                                 \
        EVERYWHERE float of(stored a)                                                              \
        {                                                                                          \
            return widen(a);                                                                       \
        }                                                                                          \
    };                                                                                             \
    template <> struct conversion<stored, float> {                                                 \
        EVERYWHERE stored of(float a)                                                              \
        {                                                                                          \
            return narrow(a);                                                                      \
        }                                                                                          \
    };
SIMGPU_CONVERSION(__half, __half2float, __float2half)
SIMGPU_CONVERSION(__nv_bfloat16, __bfloat162float, __float2bfloat16)
template <> struct conversion<signed char, float> {
    EVERYWHERE signed char of(float a)
    {
        return (signed char)a;
    }
};
#undef SIMGPU_CONVERSION

template <class To, class From> EVERYWHERE To convert(From a)
{
    return conversion<To, From>::of(a);
}

#endif
