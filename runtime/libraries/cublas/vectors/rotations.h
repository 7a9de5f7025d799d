/* SPDX-License-Identifier: BSD-3-Clause */
/* Rotations: made, and applied to vectors.
 *
 * Source: Lawson, Hanson, Kincaid, Krogh, Basic Linear Algebra Subprograms for Fortran Usage, ACM
 *   TOMS 5 (1979): rotg, rotmg with its scale of 4096; the rotation of complex numbers is the one
 * of LAPACK's crotg.
 */
#ifndef SIMGPU_CUBLAS_ROTATIONS_H
#define SIMGPU_CUBLAS_ROTATIONS_H

#include "elements.h"

/* T: how elements are stored; S: what is computed with; C: the cosine, and D the sine, as they are
 * stored. */
template <class T, class S, class C, class D> struct rotate {
    factor<C> c;
    factor<D> s;
    vector_of<T> x, y;
    __device__ void operator()(long long i) const
    {
        S a = convert<S>(x[i]), b = convert<S>(y[i]);
        S cosine(convert<real_of<S>>(c.get())), sine = widened(s.get());
        x[i] = convert<T>(cosine * a + sine * b);
        y[i] = convert<T>(cosine * b - conjugate(sine) * a);
    }
    static __device__ S widened(D sine)
    {
        if constexpr (number_of<D>::is_complex)
            return sine;
        else
            return S(convert<real_of<S>>(sine));
    }
};

/* param: the flag, h11, h21, h12, h22. The flag says which of them are what they are named. */
template <class T, class S> struct rotate_modified {
    T values[5];
    const T *device;
    vector_of<T> x, y;
    __device__ void operator()(long long i) const
    {
        const T *p = device ? device : values;
        S flag = convert<S>(p[0]), h11 = convert<S>(p[1]), h21 = convert<S>(p[2]),
          h12 = convert<S>(p[3]), h22 = convert<S>(p[4]), a = convert<S>(x[i]),
          b = convert<S>(y[i]);
        if (flag == S(-2))
            return;
        if (flag == S(0))
            h11 = h22 = 1;
        else if (flag == S(1))
            h12 = 1, h21 = -1;
        x[i] = convert<T>(h11 * a + h12 * b);
        y[i] = convert<T>(h21 * a + h22 * b);
    }
};

/* BLAS's rotg: a becomes r and b becomes z. */
template <class T> EVERYWHERE void make_rotation(T *a, T *b, T *c, T *s)
{
    T size_a = magnitude(*a), size_b = magnitude(*b), scale = size_a + size_b,
      sign = size_a > size_b ? *a : *b;
    if (scale == 0) {
        *c = 1;
        *s = *a = *b = 0;
        return;
    }
    T r = scale * (T)sqrt((*a / scale) * (*a / scale) + (*b / scale) * (*b / scale));
    r = sign < 0 ? -r : r;
    *c = *a / r;
    *s = *b / r;
    *b = size_a > size_b ? *s : *c != 0 ? 1 / *c : 1;
    *a = r;
}

/* Of complex numbers: the cosine is real. */
template <class R>
EVERYWHERE void make_rotation(complex_of<R> *a, complex_of<R> *b, R *c, complex_of<R> *s)
{
    const R size_a = hypot(a->x, a->y), size_b = hypot(b->x, b->y);
    if (size_a == 0) {
        *c = 0;
        *s = complex_of<R>(1);
        *a = *b;
        return;
    }
    const R norm = hypot(size_a, size_b);
    const complex_of<R> unit(a->x / size_a, a->y / size_a);
    const complex_of<R> turned = unit * conjugate(*b);
    *c = size_a / norm;
    *s = complex_of<R>(turned.x / norm, turned.y / norm);
    *a = complex_of<R>(unit.x * norm, unit.y * norm);
}

/* What rotmg makes: the flag and the matrix. */
template <class S> struct modified {
    S flag, h11, h21, h12, h22;
};

/* d is brought between 1 / 4096^2 and 4096^2: a row of the matrix (a, b) takes the rest, and with
 * it x. */
template <class S> EVERYWHERE void scale_modified(modified<S> *h, S *d, S *x, S *a, S *b)
{
    const S by = 4096;
    while (*d != 0 && (magnitude(*d) <= 1 / (by * by) || magnitude(*d) >= by * by)) {
        if (h->flag == 0)
            h->h11 = h->h22 = 1;
        else if (h->flag == 1)
            h->h21 = -1, h->h12 = 1;
        h->flag = -1;
        const bool small = magnitude(*d) <= 1 / (by * by);
        const S factor = small ? 1 / by : by;
        *d = small ? *d * (by * by) : *d / (by * by);
        *x = *x * factor;
        *a = *a * factor;
        *b = *b * factor;
    }
}

template <class S> EVERYWHERE modified<S> make_modified(S *d1, S *d2, S *x1, S y1)
{
    const modified<S> none = {-1, 0, 0, 0, 0};
    modified<S> h = none;
    const S p1 = *d1 * *x1, p2 = *d2 * y1, q1 = p1 * *x1, q2 = p2 * y1;
    bool fails = *d1 < 0;
    if (!fails && p2 == 0) {
        h.flag = -2;
        return h;
    }
    if (!fails && magnitude(q1) > magnitude(q2)) {
        h.h21 = -y1 / *x1, h.h12 = p2 / p1;
        const S u = 1 - h.h12 * h.h21;
        h.flag = 0;
        fails = !(u > 0);
        if (!fails)
            *d1 = *d1 / u, *d2 = *d2 / u, *x1 = *x1 * u;
    } else if (!fails) {
        fails = q2 < 0;
        if (!fails) {
            h.flag = 1, h.h11 = p1 / p2, h.h22 = *x1 / y1;
            const S u = 1 + h.h11 * h.h22, old = *d1;
            *d1 = *d2 / u, *d2 = old / u, *x1 = y1 * u;
        }
    }
    if (fails) {
        *d1 = *d2 = *x1 = 0;
        return none;
    }
    S unused = 0;
    scale_modified(&h, d1, x1, &h.h11, &h.h12);
    scale_modified(&h, d2, &unused, &h.h21, &h.h22);
    return h;
}

/* T: as the numbers are stored, S: as they are computed. C: the cosine's type. */
template <class T, class S, class C> struct rotation_maker {
    T *a, *b;
    C *c;
    T *s;
    __host__ __device__ void operator()() const
    {
        S wide_a = convert<S>(*a), wide_b = convert<S>(*b), sine;
        real_of<S> cosine;
        make_rotation(&wide_a, &wide_b, &cosine, &sine);
        *a = convert<T>(wide_a), *b = convert<T>(wide_b);
        *c = convert<C>(cosine), *s = convert<T>(sine);
    }
};
template <class T, class S> struct modified_maker {
    T *d1, *d2, *x1;
    const T *y1;
    T *param;
    __host__ __device__ void operator()() const
    {
        S d[2] = {convert<S>(*d1), convert<S>(*d2)}, x = convert<S>(*x1);
        const modified<S> h = make_modified(&d[0], &d[1], &x, convert<S>(*y1));
        param[0] = convert<T>(h.flag);
        if (h.flag == S(-2))
            return;
        *d1 = convert<T>(d[0]), *d2 = convert<T>(d[1]), *x1 = convert<T>(x);
        if (h.flag != S(0))
            param[1] = convert<T>(h.h11), param[4] = convert<T>(h.h22);
        if (h.flag != S(1))
            param[2] = convert<T>(h.h21), param[3] = convert<T>(h.h12);
    }
};

template <class F> __global__ void make_kernel(F f)
{
    f();
}

/* Where the numbers lie says who computes. */
template <class F> static cublasStatus_t make(cublasHandle_t handle, const F &f)
{
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_HOST) {
        f();
        return CUBLAS_STATUS_SUCCESS;
    }
    make_kernel<<<1, 1, 0, handle->stream>>>(f);
    return handle_launched();
}

template <class T, class S, class C>
static cublasStatus_t rotation(cublasHandle_t handle, void *a, void *b, void *c, void *s)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(a && b && c && s);
    return make(handle, rotation_maker<T, S, C>{(T *)a, (T *)b, (C *)c, (T *)s});
}

template <class T, class S>
static cublasStatus_t modified_rotation(cublasHandle_t handle, void *d1, void *d2, void *x1,
                                        const void *y1, void *param)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(d1 && d2 && x1 && y1 && param);
    return make(handle, modified_maker<T, S>{(T *)d1, (T *)d2, (T *)x1, (const T *)y1, (T *)param});
}

template <class T, class S>
static cublasStatus_t rotation_modified(cublasHandle_t handle, int n, T *x, int incx, T *y,
                                        int incy, const T *param)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(param);
    rotate_modified<T, S> f = {{}, NULL, vector_at<T>(x, n, incx), vector_at<T>(y, n, incy)};
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
        f.device = param;
    else
        for (int i = 0; i < 5; i++)
            f.values[i] = param[i];
    return for_each_element(handle, n, f);
}

#endif
