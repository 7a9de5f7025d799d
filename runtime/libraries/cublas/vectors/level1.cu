/* SPDX-License-Identifier: BSD-3-Clause */
/* Vectors: axpy, copy, swap, scal. */
#include "elements.h"

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

FOR_EACH_TYPE(LEVEL1)
SCALE(Sscal, float, float, float, float)
SCALE(Dscal, double, double, double, double)
SCALE(Cscal, cuComplex, complex_float, cuComplex, complex_float)
SCALE(Zscal, cuDoubleComplex, complex_double, cuDoubleComplex, complex_double)
SCALE(Csscal, cuComplex, complex_float, float, float)
SCALE(Zdscal, cuDoubleComplex, complex_double, double, double)
extern "C" {

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

/* Copies and exchanges know only how many bytes an element has. */
static int bytes_of_element(cudaDataType type)
{
    switch (type) {
    case CUDA_R_16F:
    case CUDA_R_16BF:
        return 2;
    case CUDA_R_32F:
        return 4;
    case CUDA_R_64F:
    case CUDA_C_32F:
        return 8;
    case CUDA_C_64F:
        return 16;
    default:
        return 0;
    }
}

#define EACH_SIZE(form) form(2, __half) form(4, float) form(8, double) form(16, complex_double)

cublasStatus_t cublasCopyEx(cublasHandle_t handle, int n, const void *x, cudaDataType x_type,
                            int incx, void *y, cudaDataType y_type, int incy)
{
    CHECK_HANDLE(handle);
#define FORM(bytes, T)                                                                             \
    if (x_type == y_type && bytes_of_element(x_type) == bytes)                                     \
        return for_each_element(handle, n,                                                         \
                                copy_elements<T>{vector_at<const T>((const T *)x, n, incx),        \
                                                 vector_at<T>((T *)y, n, incy)});
    EACH_SIZE(FORM)
#undef FORM
    refuse("cublasCopyEx", "these types are not supported");
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasSwapEx(cublasHandle_t handle, int n, void *x, cudaDataType x_type, int incx,
                            void *y, cudaDataType y_type, int incy)
{
    CHECK_HANDLE(handle);
#define FORM(bytes, T)                                                                             \
    if (x_type == y_type && bytes_of_element(x_type) == bytes)                                     \
        return for_each_element(                                                                   \
            handle, n,                                                                             \
            swap_elements<T>{vector_at<T>((T *)x, n, incx), vector_at<T>((T *)y, n, incy)});
    EACH_SIZE(FORM)
#undef FORM
    refuse("cublasSwapEx", "these types are not supported");
    return CUBLAS_STATUS_NOT_SUPPORTED;
}
}
