/* SPDX-License-Identifier: BSD-3-Clause */
/* Vectors: axpy, copy, swap, scal, rotations. */
#include "handle.h"

/* Calls f(i) for each element. */
template <class F> __global__ void __launch_bounds__(256) each_element(F f, int n)
{
    for (long long i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        f(i);
}

template <class F> static cublasStatus_t for_each_element(cublasHandle_t handle, int n, const F &f)
{
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    each_element<<<blocks_for(n, 256, handle->sms * 8), 256, 0, handle->stream>>>(f, n);
    return handle_launched();
}

/* T: how elements are stored; S: the factor and what is computed with. */
template <class T, class S> struct axpy {
    factor<S> alpha;
    vector_of<const T> x;
    vector_of<T> y;
    __device__ void operator()(long long i) const
    {
        y[i] = convert<T>(multiply_add(alpha.get(), convert<S>(x[i]), convert<S>(y[i])));
    }
};

template <class T> struct copy_elements {
    vector_of<const T> x;
    vector_of<T> y;
    __device__ void operator()(long long i) const
    {
        y[i] = x[i];
    }
};

template <class T> struct swap_elements {
    vector_of<T> x, y;
    __device__ void operator()(long long i) const
    {
        T a = x[i];
        x[i] = y[i];
        y[i] = a;
    }
};

template <class T, class S> struct scale_elements {
    factor<S> alpha;
    vector_of<T> x;
    __device__ void operator()(long long i) const
    {
        if constexpr (number_of<T>::is_complex && !number_of<S>::is_complex)
            x[i] = {alpha.get() * x[i].x, alpha.get() * x[i].y};
        else
            x[i] = convert<T>(alpha.get() * convert<S>(x[i]));
    }
};

template <class T, class S> struct rotate {
    factor<real_of<T>> c;
    factor<S> s;
    vector_of<T> x, y;
    __device__ void operator()(long long i) const
    {
        T a = x[i], b = y[i], cosine(c.get()), sine(s.get());
        x[i] = cosine * a + sine * b;
        y[i] = cosine * b - conjugate(sine) * a;
    }
};

/* param: the flag, h11, h21, h12, h22. The flag says which of them are what they are named. */
template <class T> struct rotate_modified {
    T values[5];
    const T *device;
    vector_of<T> x, y;
    __device__ void operator()(long long i) const
    {
        const T *p = device ? device : values;
        T flag = p[0], h11 = p[1], h21 = p[2], h12 = p[3], h22 = p[4], a = x[i], b = y[i];
        if (flag == T(-2))
            return;
        if (flag == T(0))
            h11 = h22 = 1;
        else if (flag == T(1))
            h12 = 1, h21 = -1;
        x[i] = h11 * a + h12 * b;
        y[i] = h21 * a + h22 * b;
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

template <class T> __global__ void rotation_kernel(T *a, T *b, T *c, T *s)
{
    make_rotation(a, b, c, s);
}

template <class T> static cublasStatus_t rotation(cublasHandle_t handle, T *a, T *b, T *c, T *s)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(a && b && c && s);
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_HOST) {
        make_rotation(a, b, c, s);
        return CUBLAS_STATUS_SUCCESS;
    }
    rotation_kernel<<<1, 1, 0, handle->stream>>>(a, b, c, s);
    return handle_launched();
}

template <class T>
static cublasStatus_t rotation_modified(cublasHandle_t handle, int n, T *x, int incx, T *y,
                                        int incy, const T *param)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(param);
    rotate_modified<T> f = {{}, NULL, vector_at<T>(x, n, incx), vector_at<T>(y, n, incy)};
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
        f.device = param;
    else
        for (int i = 0; i < 5; i++)
            f.values[i] = param[i];
    return for_each_element(handle, n, f);
}

#define LEVEL1(X, T, N)                                                                            \
    extern "C" cublasStatus_t cublas##X##axpy_v2(cublasHandle_t handle, int n, const T *alpha,     \
                                                 const T *x, int incx, T *y, int incy)             \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        return for_each_element(handle, n,                                                         \
                                axpy<N, N>{factor_of<N>(handle, alpha),                            \
                                           vector_at<const N>(x, n, incx),                         \
                                           vector_at<N>(y, n, incy)});                             \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##copy_v2(cublasHandle_t handle, int n, const T *x,         \
                                                 int incx, T *y, int incy)                         \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        return for_each_element(                                                                   \
            handle, n,                                                                             \
            copy_elements<N>{vector_at<const N>(x, n, incx), vector_at<N>(y, n, incy)});           \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##swap_v2(cublasHandle_t handle, int n, T *x, int incx,     \
                                                 T *y, int incy)                                   \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        return for_each_element(                                                                   \
            handle, n, swap_elements<N>{vector_at<N>(x, n, incx), vector_at<N>(y, n, incy)});      \
    }

#define SCALE(F, T, N, S, M)                                                                       \
    extern "C" cublasStatus_t cublas##F##_v2(cublasHandle_t handle, int n, const S *alpha, T *x,   \
                                             int incx)                                             \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        return for_each_element(                                                                   \
            handle, incx > 0 ? n : 0,                                                              \
            scale_elements<N, M>{factor_of<M>(handle, alpha), vector_at<N>(x, n, incx)});          \
    }

#define ROTATE(F, T, N, R, S, M)                                                                   \
    extern "C" cublasStatus_t cublas##F##_v2(cublasHandle_t handle, int n, T *x, int incx, T *y,   \
                                             int incy, const R *c, const S *s)                     \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        return for_each_element(handle, n,                                                         \
                                rotate<N, M>{factor_of<R>(handle, c), factor_of<M>(handle, s),     \
                                             vector_at<N>(x, n, incx), vector_at<N>(y, n, incy)}); \
    }

FOR_EACH_TYPE(LEVEL1)
SCALE(Sscal, float, float, float, float)
SCALE(Dscal, double, double, double, double)
SCALE(Cscal, cuComplex, complex_float, cuComplex, complex_float)
SCALE(Zscal, cuDoubleComplex, complex_double, cuDoubleComplex, complex_double)
SCALE(Csscal, cuComplex, complex_float, float, float)
SCALE(Zdscal, cuDoubleComplex, complex_double, double, double)
ROTATE(Srot, float, float, float, float, float)
ROTATE(Drot, double, double, double, double, double)
ROTATE(Crot, cuComplex, complex_float, float, cuComplex, complex_float)
ROTATE(Zrot, cuDoubleComplex, complex_double, double, cuDoubleComplex, complex_double)
ROTATE(Csrot, cuComplex, complex_float, float, float, float)
ROTATE(Zdrot, cuDoubleComplex, complex_double, double, double, double)

extern "C" {

cublasStatus_t cublasSrotg_v2(cublasHandle_t handle, float *a, float *b, float *c, float *s)
{
    return rotation(handle, a, b, c, s);
}
cublasStatus_t cublasDrotg_v2(cublasHandle_t handle, double *a, double *b, double *c, double *s)
{
    return rotation(handle, a, b, c, s);
}
cublasStatus_t cublasSrotm_v2(cublasHandle_t handle, int n, float *x, int incx, float *y, int incy,
                              const float *param)
{
    return rotation_modified(handle, n, x, incx, y, incy, param);
}
cublasStatus_t cublasDrotm_v2(cublasHandle_t handle, int n, double *x, int incx, double *y,
                              int incy, const double *param)
{
    return rotation_modified(handle, n, x, incx, y, incy, param);
}

cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha,
                            cudaDataType alpha_type, const void *x, cudaDataType x_type, int incx,
                            void *y, cudaDataType y_type, int incy, cudaDataType execution_type)
{
    CHECK_HANDLE(handle);
#define FORM(type, wide, T, S)                                                                     \
    if (x_type == type && y_type == type && alpha_type == wide && execution_type == wide)          \
        return for_each_element(handle, n,                                                         \
                                axpy<T, S>{factor_of<S>(handle, alpha),                            \
                                           vector_at<const T>((const T *)x, n, incx),              \
                                           vector_at<T>((T *)y, n, incy)});
    EACH_VECTOR_TYPE(FORM)
#undef FORM
    refuse("cublasAxpyEx", "these types are not supported");
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha,
                            cudaDataType alpha_type, void *x, cudaDataType x_type, int incx,
                            cudaDataType execution_type)
{
    CHECK_HANDLE(handle);
#define FORM(type, wide, T, S)                                                                     \
    if (x_type == type && alpha_type == wide && execution_type == wide)                            \
        return for_each_element(                                                                   \
            handle, incx > 0 ? n : 0,                                                              \
            scale_elements<T, S>{factor_of<S>(handle, alpha), vector_at<T>((T *)x, n, incx)});
    EACH_VECTOR_TYPE(FORM)
#undef FORM
    refuse("cublasScalEx", "these types are not supported");
    return CUBLAS_STATUS_NOT_SUPPORTED;
}
}
