/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLAS's calls for rotations. */
#include "rotations.h"

#define ROTATE(F, T, N, R, S, M)                                                                   \
    extern "C" cublasStatus_t cublas##F##_v2(cublasHandle_t handle, int n, T *x, int incx, T *y,   \
                                             int incy, const R *c, const S *s)                     \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        return for_each_element(                                                                   \
            handle, n,                                                                             \
            rotate<N, N, R, M>{factor_of<R>(handle, c), factor_of<M>(handle, s),                   \
                               vector_at<N>(x, n, incx), vector_at<N>(y, n, incy)});               \
    }

ROTATE(Srot, float, float, float, float, float)
ROTATE(Drot, double, double, double, double, double)
ROTATE(Crot, cuComplex, complex_float, float, cuComplex, complex_float)
ROTATE(Zrot, cuDoubleComplex, complex_double, double, cuDoubleComplex, complex_double)
ROTATE(Csrot, cuComplex, complex_float, float, float, float)
ROTATE(Zdrot, cuDoubleComplex, complex_double, double, double, double)

extern "C" {

cublasStatus_t cublasSrotg_v2(cublasHandle_t handle, float *a, float *b, float *c, float *s)
{
    return rotation<float, float, float>(handle, a, b, c, s);
}
cublasStatus_t cublasDrotg_v2(cublasHandle_t handle, double *a, double *b, double *c, double *s)
{
    return rotation<double, double, double>(handle, a, b, c, s);
}
cublasStatus_t cublasSrotm_v2(cublasHandle_t handle, int n, float *x, int incx, float *y, int incy,
                              const float *param)
{
    return rotation_modified<float, float>(handle, n, x, incx, y, incy, param);
}
cublasStatus_t cublasDrotm_v2(cublasHandle_t handle, int n, double *x, int incx, double *y,
                              int incy, const double *param)
{
    return rotation_modified<double, double>(handle, n, x, incx, y, incy, param);
}
cublasStatus_t cublasCrotg_v2(cublasHandle_t handle, cuComplex *a, cuComplex *b, float *c,
                              cuComplex *s)
{
    return rotation<complex_float, complex_float, float>(handle, a, b, c, s);
}
cublasStatus_t cublasZrotg_v2(cublasHandle_t handle, cuDoubleComplex *a, cuDoubleComplex *b,
                              double *c, cuDoubleComplex *s)
{
    return rotation<complex_double, complex_double, double>(handle, a, b, c, s);
}
cublasStatus_t cublasSrotmg_v2(cublasHandle_t handle, float *d1, float *d2, float *x1,
                               const float *y1, float *param)
{
    return modified_rotation<float, float>(handle, d1, d2, x1, y1, param);
}
cublasStatus_t cublasDrotmg_v2(cublasHandle_t handle, double *d1, double *d2, double *x1,
                               const double *y1, double *param)
{
    return modified_rotation<double, double>(handle, d1, d2, x1, y1, param);
}

/* form(type of the vectors, of sine and cosine, of sums, and the four in C++: the cosine's before
 * the sine's). */
#define EACH_ROTATION(form)                                                                        \
    form(CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, float, float, float, float)                           \
        form(CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, double, double, double, double)                   \
            form(CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, complex_float, complex_float, float, float)   \
                form(CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, complex_float, complex_float, float,      \
                     complex_float) form(CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, complex_double,       \
                                         complex_double, double, double)                           \
                    form(CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, complex_double, complex_double,       \
                         double, complex_double)                                                   \
                        form(CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, __half, float, __half, __half)    \
                            form(CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, __nv_bfloat16, float,       \
                                 __nv_bfloat16, __nv_bfloat16)

cublasStatus_t cublasRotEx(cublasHandle_t handle, int n, void *x, cudaDataType x_type, int incx,
                           void *y, cudaDataType y_type, int incy, const void *c, const void *s,
                           cudaDataType cs_type, cudaDataType execution_type)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(c && s);
#define FORM(type, wide, sums, T, S, C, D)                                                         \
    if (x_type == type && y_type == type && cs_type == wide && execution_type == sums)             \
        return for_each_element(                                                                   \
            handle, n,                                                                             \
            rotate<T, S, C, D>{factor_of<C>(handle, c), factor_of<D>(handle, s),                   \
                               vector_at<T>((T *)x, n, incx), vector_at<T>((T *)y, n, incy)});
    EACH_ROTATION(FORM)
#undef FORM
    refuse("cublasRotEx", "these types are not supported");
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

/* Real types: form(type, type of sums, both in C++). */
#define EACH_REAL_TYPE(form)                                                                       \
    form(CUDA_R_32F, CUDA_R_32F, float, float) form(CUDA_R_64F, CUDA_R_64F, double, double)        \
        form(CUDA_R_16F, CUDA_R_32F, __half, float)                                                \
            form(CUDA_R_16BF, CUDA_R_32F, __nv_bfloat16, float)

cublasStatus_t cublasRotgEx(cublasHandle_t handle, void *a, void *b, cudaDataType ab_type, void *c,
                            void *s, cudaDataType cs_type, cudaDataType execution_type)
{
#define FORM(type, wide, T, S)                                                                     \
    if (ab_type == type && cs_type == type && execution_type == wide)                              \
        return rotation<T, S, T>(handle, a, b, c, s);
    EACH_REAL_TYPE(FORM)
#undef FORM
    refuse("cublasRotgEx", "these types are not supported");
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasRotmEx(cublasHandle_t handle, int n, void *x, cudaDataType x_type, int incx,
                            void *y, cudaDataType y_type, int incy, const void *param,
                            cudaDataType param_type, cudaDataType execution_type)
{
#define FORM(type, wide, T, S)                                                                     \
    if (x_type == type && y_type == type && param_type == type && execution_type == wide)          \
        return rotation_modified<T, S>(handle, n, (T *)x, incx, (T *)y, incy, (const T *)param);
    EACH_REAL_TYPE(FORM)
#undef FORM
    refuse("cublasRotmEx", "these types are not supported");
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void *d1, cudaDataType d1_type, void *d2,
                             cudaDataType d2_type, void *x1, cudaDataType x1_type, const void *y1,
                             cudaDataType y1_type, void *param, cudaDataType param_type,
                             cudaDataType execution_type)
{
#define FORM(type, wide, T, S)                                                                     \
    if (d1_type == type && d2_type == type && x1_type == type && y1_type == type &&                \
        param_type == type && execution_type == wide)                                              \
        return modified_rotation<T, S>(handle, d1, d2, x1, y1, param);
    EACH_REAL_TYPE(FORM)
#undef FORM
    refuse("cublasRotmgEx", "these types are not supported");
    return CUBLAS_STATUS_NOT_SUPPORTED;
}
}
