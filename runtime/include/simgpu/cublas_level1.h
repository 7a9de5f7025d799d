/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cublas_api.h: vectors. */

#define SIMGPU_CUBLAS_1(X, T)                                                                      \
    SIMGPU_CUBLAS(cublas##X##axpy, cublasHandle_t handle, SIMGPU_INT n, const T *alpha,            \
                  const T *x, SIMGPU_INT incx, T *y, SIMGPU_INT incy);                             \
    SIMGPU_CUBLAS(cublas##X##copy, cublasHandle_t handle, SIMGPU_INT n, const T *x,                \
                  SIMGPU_INT incx, T *y, SIMGPU_INT incy);                                         \
    SIMGPU_CUBLAS(cublas##X##swap, cublasHandle_t handle, SIMGPU_INT n, T *x, SIMGPU_INT incx,     \
                  T *y, SIMGPU_INT incy);                                                          \
    SIMGPU_CUBLAS(cublas##X##scal, cublasHandle_t handle, SIMGPU_INT n, const T *alpha, T *x,      \
                  SIMGPU_INT incx)

SIMGPU_CUBLAS_1(S, float);
SIMGPU_CUBLAS_1(D, double);
SIMGPU_CUBLAS_1(C, cuComplex);
SIMGPU_CUBLAS_1(Z, cuDoubleComplex);

/* F: the function's name behind cublas; S: the type of the factor or of the result. */
#define SIMGPU_CUBLAS_DOT(F, T)                                                                    \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, SIMGPU_INT n, const T *x, SIMGPU_INT incx,     \
                  const T *y, SIMGPU_INT incy, T *result)
#define SIMGPU_CUBLAS_NORM(F, T, R)                                                                \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, SIMGPU_INT n, const T *x, SIMGPU_INT incx,     \
                  R *result)
#define SIMGPU_CUBLAS_ROT(F, T, R, S)                                                              \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, SIMGPU_INT n, T *x, SIMGPU_INT incx, T *y,     \
                  SIMGPU_INT incy, const R *c, const S *s)

SIMGPU_CUBLAS_DOT(Sdot, float);
SIMGPU_CUBLAS_DOT(Ddot, double);
SIMGPU_CUBLAS_DOT(Cdotu, cuComplex);
SIMGPU_CUBLAS_DOT(Cdotc, cuComplex);
SIMGPU_CUBLAS_DOT(Zdotu, cuDoubleComplex);
SIMGPU_CUBLAS_DOT(Zdotc, cuDoubleComplex);
SIMGPU_CUBLAS_NORM(Snrm2, float, float);
SIMGPU_CUBLAS_NORM(Dnrm2, double, double);
SIMGPU_CUBLAS_NORM(Scnrm2, cuComplex, float);
SIMGPU_CUBLAS_NORM(Dznrm2, cuDoubleComplex, double);
SIMGPU_CUBLAS_NORM(Sasum, float, float);
SIMGPU_CUBLAS_NORM(Dasum, double, double);
SIMGPU_CUBLAS_NORM(Scasum, cuComplex, float);
SIMGPU_CUBLAS_NORM(Dzasum, cuDoubleComplex, double);
SIMGPU_CUBLAS_NORM(Isamax, float, SIMGPU_INT);
SIMGPU_CUBLAS_NORM(Idamax, double, SIMGPU_INT);
SIMGPU_CUBLAS_NORM(Icamax, cuComplex, SIMGPU_INT);
SIMGPU_CUBLAS_NORM(Izamax, cuDoubleComplex, SIMGPU_INT);
SIMGPU_CUBLAS_NORM(Isamin, float, SIMGPU_INT);
SIMGPU_CUBLAS_NORM(Idamin, double, SIMGPU_INT);
SIMGPU_CUBLAS_NORM(Icamin, cuComplex, SIMGPU_INT);
SIMGPU_CUBLAS_NORM(Izamin, cuDoubleComplex, SIMGPU_INT);
SIMGPU_CUBLAS(cublasCsscal, cublasHandle_t handle, SIMGPU_INT n, const float *alpha, cuComplex *x,
              SIMGPU_INT incx);
SIMGPU_CUBLAS(cublasZdscal, cublasHandle_t handle, SIMGPU_INT n, const double *alpha,
              cuDoubleComplex *x, SIMGPU_INT incx);
SIMGPU_CUBLAS_ROT(Srot, float, float, float);
SIMGPU_CUBLAS_ROT(Drot, double, double, double);
SIMGPU_CUBLAS_ROT(Crot, cuComplex, float, cuComplex);
SIMGPU_CUBLAS_ROT(Zrot, cuDoubleComplex, double, cuDoubleComplex);
SIMGPU_CUBLAS_ROT(Csrot, cuComplex, float, float);
SIMGPU_CUBLAS_ROT(Zdrot, cuDoubleComplex, double, double);
#ifndef SIMGPU_CUBLAS_IS_WIDE /* they have no numbers */
SIMGPU_CUBLAS(cublasSrotg, cublasHandle_t handle, float *a, float *b, float *c, float *s);
SIMGPU_CUBLAS(cublasDrotg, cublasHandle_t handle, double *a, double *b, double *c, double *s);
SIMGPU_CUBLAS(cublasCrotg, cublasHandle_t handle, cuComplex *a, cuComplex *b, float *c,
              cuComplex *s);
SIMGPU_CUBLAS(cublasZrotg, cublasHandle_t handle, cuDoubleComplex *a, cuDoubleComplex *b, double *c,
              cuDoubleComplex *s);
SIMGPU_CUBLAS(cublasSrotmg, cublasHandle_t handle, float *d1, float *d2, float *x1, const float *y1,
              float *parameters);
SIMGPU_CUBLAS(cublasDrotmg, cublasHandle_t handle, double *d1, double *d2, double *x1,
              const double *y1, double *parameters);
cublasStatus_t cublasRotgEx(cublasHandle_t handle, void *a, void *b, cudaDataType ab_type, void *c,
                            void *s, cudaDataType cs_type, cudaDataType execution_type);
cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void *d1, cudaDataType d1_type, void *d2,
                             cudaDataType d2_type, void *x1, cudaDataType x1_type, const void *y1,
                             cudaDataType y1_type, void *parameters, cudaDataType parameters_type,
                             cudaDataType execution_type);
#endif
SIMGPU_CUBLAS(cublasSrotm, cublasHandle_t handle, SIMGPU_INT n, float *x, SIMGPU_INT incx, float *y,
              SIMGPU_INT incy, const float *parameters);
SIMGPU_CUBLAS(cublasDrotm, cublasHandle_t handle, SIMGPU_INT n, double *x, SIMGPU_INT incx,
              double *y, SIMGPU_INT incy, const double *parameters);

SIMGPU_CUBLAS_ONE(cublasAxpyEx, cublasHandle_t handle, SIMGPU_INT n, const void *alpha,
                  cudaDataType alpha_type, const void *x, cudaDataType x_type, SIMGPU_INT incx,
                  void *y, cudaDataType y_type, SIMGPU_INT incy, cudaDataType execution_type);
SIMGPU_CUBLAS_ONE(cublasScalEx, cublasHandle_t handle, SIMGPU_INT n, const void *alpha,
                  cudaDataType alpha_type, void *x, cudaDataType x_type, SIMGPU_INT incx,
                  cudaDataType execution_type);
SIMGPU_CUBLAS_ONE(cublasDotEx, cublasHandle_t handle, SIMGPU_INT n, const void *x,
                  cudaDataType x_type, SIMGPU_INT incx, const void *y, cudaDataType y_type,
                  SIMGPU_INT incy, void *result, cudaDataType result_type,
                  cudaDataType execution_type);
SIMGPU_CUBLAS_ONE(cublasDotcEx, cublasHandle_t handle, SIMGPU_INT n, const void *x,
                  cudaDataType x_type, SIMGPU_INT incx, const void *y, cudaDataType y_type,
                  SIMGPU_INT incy, void *result, cudaDataType result_type,
                  cudaDataType execution_type);
SIMGPU_CUBLAS_ONE(cublasAsumEx, cublasHandle_t handle, SIMGPU_INT n, const void *x,
                  cudaDataType x_type, SIMGPU_INT incx, void *result, cudaDataType result_type,
                  cudaDataType execution_type);
SIMGPU_CUBLAS_ONE(cublasIamaxEx, cublasHandle_t handle, SIMGPU_INT n, const void *x,
                  cudaDataType x_type, SIMGPU_INT incx, SIMGPU_INT *result);
SIMGPU_CUBLAS_ONE(cublasIaminEx, cublasHandle_t handle, SIMGPU_INT n, const void *x,
                  cudaDataType x_type, SIMGPU_INT incx, SIMGPU_INT *result);
SIMGPU_CUBLAS_ONE(cublasCopyEx, cublasHandle_t handle, SIMGPU_INT n, const void *x,
                  cudaDataType x_type, SIMGPU_INT incx, void *y, cudaDataType y_type,
                  SIMGPU_INT incy);
SIMGPU_CUBLAS_ONE(cublasSwapEx, cublasHandle_t handle, SIMGPU_INT n, void *x, cudaDataType x_type,
                  SIMGPU_INT incx, void *y, cudaDataType y_type, SIMGPU_INT incy);
SIMGPU_CUBLAS_ONE(cublasRotEx, cublasHandle_t handle, SIMGPU_INT n, void *x, cudaDataType x_type,
                  SIMGPU_INT incx, void *y, cudaDataType y_type, SIMGPU_INT incy, const void *c,
                  const void *s, cudaDataType cs_type, cudaDataType execution_type);
SIMGPU_CUBLAS_ONE(cublasRotmEx, cublasHandle_t handle, SIMGPU_INT n, void *x, cudaDataType x_type,
                  SIMGPU_INT incx, void *y, cudaDataType y_type, SIMGPU_INT incy,
                  const void *parameters, cudaDataType parameters_type,
                  cudaDataType execution_type);
SIMGPU_CUBLAS_ONE(cublasNrm2Ex, cublasHandle_t handle, SIMGPU_INT n, const void *x,
                  cudaDataType x_type, SIMGPU_INT incx, void *result, cudaDataType result_type,
                  cudaDataType execution_type);

#undef SIMGPU_CUBLAS_1
#undef SIMGPU_CUBLAS_DOT
#undef SIMGPU_CUBLAS_NORM
#undef SIMGPU_CUBLAS_ROT
