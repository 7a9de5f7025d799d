/* SPDX-License-Identifier: BSD-3-Clause */
/* Vectors: dot products, norms, sums of magnitudes, largest and smallest elements. */
#include "reduce.h"

#define DOT(F, T, N, CONJUGATED)                                                                   \
    extern "C" cublasStatus_t cublas##F##_v2(cublasHandle_t handle, int n, const T *x, int incx,   \
                                             const T *y, int incy, T *result)                      \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        CHECK_VALUE(result);                                                                       \
        return reduce_call(handle,                                                                 \
                           dot_product<N, N, CONJUGATED>{vector_at<const N>(x, n, incx),           \
                                                         vector_at<const N>(y, n, incy)},          \
                           n, result);                                                             \
    }

/* O: the operation. These take no vector that runs backwards. */
#define OVER(F, T, N, R, ...)                                                                      \
    extern "C" cublasStatus_t cublas##F##_v2(cublasHandle_t handle, int n, const T *x, int incx,   \
                                             R *result)                                            \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        CHECK_VALUE(result);                                                                       \
        return reduce_call(handle, __VA_ARGS__{vector_at<const N>(x, n, incx)}, incx > 0 ? n : 0,  \
                           result);                                                                \
    }

DOT(Sdot, float, float, false)
DOT(Ddot, double, double, false)
DOT(Cdotu, cuComplex, complex_float, false)
DOT(Cdotc, cuComplex, complex_float, true)
DOT(Zdotu, cuDoubleComplex, complex_double, false)
DOT(Zdotc, cuDoubleComplex, complex_double, true)
OVER(Sasum, float, float, float, sum_of_magnitudes<float>)
OVER(Dasum, double, double, double, sum_of_magnitudes<double>)
OVER(Scasum, cuComplex, complex_float, float, sum_of_magnitudes<complex_float>)
OVER(Dzasum, cuDoubleComplex, complex_double, double, sum_of_magnitudes<complex_double>)
#define EXTREMES(F, T, N)                                                                          \
    OVER(F##max, T, N, int, extreme<N, true>)                                                      \
    OVER(F##min, T, N, int, extreme<N, false>)
EXTREMES(Isa, float, float)
EXTREMES(Ida, double, double)
EXTREMES(Ica, cuComplex, complex_float)
EXTREMES(Iza, cuDoubleComplex, complex_double)

/* Squares of floats fit doubles. Doubles are scaled first. */
template <class T, class R>
static cublasStatus_t norm(cublasHandle_t handle, int n, const void *vector, int incx, void *result)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(result);
    n = incx > 0 ? n : 0;
    vector_of<const T> x = vector_at<const T>((const T *)vector, n, incx);
    const R *scale = NULL;
    if constexpr (sizeof(R) == sizeof(double)) {
        char *scratch = (char *)handle_scratch(handle, REDUCE_BYTES);
        if (!scratch)
            return CUBLAS_STATUS_ALLOC_FAILED;
        scale = (const R *)(scratch + REDUCE_SCALE);
        reduce_to(handle, largest_magnitude<T>{{x}}, n, scratch, (R *)(scratch + REDUCE_SCALE));
    }
    return reduce_call(handle, norm_2<T, R>{x, scale}, n, result);
}

extern "C" {

cublasStatus_t cublasSnrm2_v2(cublasHandle_t handle, int n, const float *x, int incx, float *result)
{
    return norm<float, float>(handle, n, x, incx, result);
}
cublasStatus_t cublasDnrm2_v2(cublasHandle_t handle, int n, const double *x, int incx,
                              double *result)
{
    return norm<double, double>(handle, n, x, incx, result);
}
cublasStatus_t cublasScnrm2_v2(cublasHandle_t handle, int n, const cuComplex *x, int incx,
                               float *result)
{
    return norm<complex_float, float>(handle, n, x, incx, result);
}
cublasStatus_t cublasDznrm2_v2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx,
                               double *result)
{
    return norm<complex_double, double>(handle, n, x, incx, result);
}

cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *x, cudaDataType x_type,
                            int incx, void *result, cudaDataType result_type,
                            cudaDataType execution_type)
{
    CHECK_HANDLE(handle);
    if (x_type == CUDA_R_32F && result_type == CUDA_R_32F)
        return norm<float, float>(handle, n, x, incx, result);
    if (x_type == CUDA_R_64F && result_type == CUDA_R_64F)
        return norm<double, double>(handle, n, x, incx, result);
    if (x_type == CUDA_C_32F && result_type == CUDA_R_32F)
        return norm<complex_float, float>(handle, n, x, incx, result);
    if (x_type == CUDA_C_64F && result_type == CUDA_R_64F)
        return norm<complex_double, double>(handle, n, x, incx, result);
    (void)execution_type;
    refuse("cublasNrm2Ex", "these types are not supported");
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

#define DOT_EX(F, CONJUGATED)                                                                      \
    cublasStatus_t cublas##F(cublasHandle_t handle, int n, const void *x, cudaDataType x_type,     \
                             int incx, const void *y, cudaDataType y_type, int incy, void *result, \
                             cudaDataType result_type, cudaDataType execution_type)                \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        CHECK_VALUE(result);                                                                       \
        EACH_VECTOR_TYPE(DOT_FORM_##CONJUGATED)                                                    \
        refuse("cublas" #F, "these types are not supported");                                      \
        return CUBLAS_STATUS_NOT_SUPPORTED;                                                        \
    }
#define DOT_FORM(type, wide, T, S, CONJUGATED)                                                     \
    if (x_type == type && y_type == type && result_type == type && execution_type == wide)         \
        return reduce_call(                                                                        \
            handle,                                                                                \
            dot_product<T, S, CONJUGATED>{vector_at<const T>((const T *)x, n, incx),               \
                                          vector_at<const T>((const T *)y, n, incy)},              \
            n, result);
#define DOT_FORM_false(type, wide, T, S) DOT_FORM(type, wide, T, S, false)
#define DOT_FORM_true(type, wide, T, S)  DOT_FORM(type, wide, T, S, true)
DOT_EX(DotEx, false)
DOT_EX(DotcEx, true)

/* A sum of halves is a half, and is computed as floats. */
cublasStatus_t cublasAsumEx(cublasHandle_t handle, int n, const void *x, cudaDataType x_type,
                            int incx, void *result, cudaDataType result_type,
                            cudaDataType execution_type)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(result);
#define FORM(type, real, wide, T, S, R)                                                            \
    if (x_type == type && result_type == real && execution_type == wide)                           \
        return reduce_call(handle,                                                                 \
                           sum_of_magnitudes<T, S, R>{vector_at<const T>((const T *)x, n, incx)},  \
                           incx > 0 ? n : 0, result);
    FORM(CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, float, float, float)
    FORM(CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, double, double, double)
    FORM(CUDA_C_32F, CUDA_R_32F, CUDA_R_32F, complex_float, complex_float, float)
    FORM(CUDA_C_64F, CUDA_R_64F, CUDA_R_64F, complex_double, complex_double, double)
    FORM(CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, __half, float, __half)
    FORM(CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, __nv_bfloat16, float, __nv_bfloat16)
#undef FORM
    refuse("cublasAsumEx", "these types are not supported");
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

#define EXTREME_EX(F, LARGEST)                                                                     \
    cublasStatus_t cublas##F(cublasHandle_t handle, int n, const void *x, cudaDataType x_type,     \
                             int incx, int *result)                                                \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        CHECK_VALUE(result);                                                                       \
        EACH_VECTOR_TYPE(EXTREME_FORM_##LARGEST)                                                   \
        refuse("cublas" #F, "these types are not supported");                                      \
        return CUBLAS_STATUS_NOT_SUPPORTED;                                                        \
    }
#define EXTREME_FORM(type, T, S, LARGEST)                                                          \
    if (x_type == type)                                                                            \
        return reduce_call(handle,                                                                 \
                           extreme<T, LARGEST, S>{vector_at<const T>((const T *)x, n, incx)},      \
                           incx > 0 ? n : 0, result);
#define EXTREME_FORM_true(type, wide, T, S)  EXTREME_FORM(type, T, S, true)
#define EXTREME_FORM_false(type, wide, T, S) EXTREME_FORM(type, T, S, false)
EXTREME_EX(IamaxEx, true)
EXTREME_EX(IaminEx, false)
}
