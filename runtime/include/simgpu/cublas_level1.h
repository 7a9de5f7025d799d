/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cublas_api.h: vectors. */

#define SIMGPU_CUBLAS_1(X, T)                                                                      \
    SIMGPU_CUBLAS(cublas##X##axpy, cublasHandle_t handle, int n, const T *alpha, const T *x,       \
                  int incx, T *y, int incy);                                                       \
    SIMGPU_CUBLAS(cublas##X##copy, cublasHandle_t handle, int n, const T *x, int incx, T *y,       \
                  int incy);                                                                       \
    SIMGPU_CUBLAS(cublas##X##swap, cublasHandle_t handle, int n, T *x, int incx, T *y, int incy);  \
    SIMGPU_CUBLAS(cublas##X##scal, cublasHandle_t handle, int n, const T *alpha, T *x, int incx)

SIMGPU_CUBLAS_1(S, float);
SIMGPU_CUBLAS_1(D, double);
SIMGPU_CUBLAS_1(C, cuComplex);
SIMGPU_CUBLAS_1(Z, cuDoubleComplex);

/* F: the function's name behind cublas; S: the type of the factor or of the result. */
#define SIMGPU_CUBLAS_DOT(F, T)                                                                    \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, int n, const T *x, int incx, const T *y,       \
                  int incy, T *result)
#define SIMGPU_CUBLAS_NORM(F, T, R)                                                                \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, int n, const T *x, int incx, R *result)
#define SIMGPU_CUBLAS_ROT(F, T, R, S)                                                              \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, int n, T *x, int incx, T *y, int incy,         \
                  const R *c, const S *s)

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
SIMGPU_CUBLAS_NORM(Isamax, float, int);
SIMGPU_CUBLAS_NORM(Idamax, double, int);
SIMGPU_CUBLAS_NORM(Icamax, cuComplex, int);
SIMGPU_CUBLAS_NORM(Izamax, cuDoubleComplex, int);
SIMGPU_CUBLAS_NORM(Isamin, float, int);
SIMGPU_CUBLAS_NORM(Idamin, double, int);
SIMGPU_CUBLAS_NORM(Icamin, cuComplex, int);
SIMGPU_CUBLAS_NORM(Izamin, cuDoubleComplex, int);
SIMGPU_CUBLAS(cublasCsscal, cublasHandle_t handle, int n, const float *alpha, cuComplex *x,
              int incx);
SIMGPU_CUBLAS(cublasZdscal, cublasHandle_t handle, int n, const double *alpha, cuDoubleComplex *x,
              int incx);
SIMGPU_CUBLAS_ROT(Srot, float, float, float);
SIMGPU_CUBLAS_ROT(Drot, double, double, double);
SIMGPU_CUBLAS_ROT(Crot, cuComplex, float, cuComplex);
SIMGPU_CUBLAS_ROT(Zrot, cuDoubleComplex, double, cuDoubleComplex);
SIMGPU_CUBLAS_ROT(Csrot, cuComplex, float, float);
SIMGPU_CUBLAS_ROT(Zdrot, cuDoubleComplex, double, double);
SIMGPU_CUBLAS(cublasSrotg, cublasHandle_t handle, float *a, float *b, float *c, float *s);
SIMGPU_CUBLAS(cublasDrotg, cublasHandle_t handle, double *a, double *b, double *c, double *s);
SIMGPU_CUBLAS(cublasSrotm, cublasHandle_t handle, int n, float *x, int incx, float *y, int incy,
              const float *parameters);
SIMGPU_CUBLAS(cublasDrotm, cublasHandle_t handle, int n, double *x, int incx, double *y, int incy,
              const double *parameters);

cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha,
                            cudaDataType alpha_type, const void *x, cudaDataType x_type, int incx,
                            void *y, cudaDataType y_type, int incy, cudaDataType execution_type);
cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha,
                            cudaDataType alpha_type, void *x, cudaDataType x_type, int incx,
                            cudaDataType execution_type);
cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void *x, cudaDataType x_type,
                           int incx, const void *y, cudaDataType y_type, int incy, void *result,
                           cudaDataType result_type, cudaDataType execution_type);
cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *x, cudaDataType x_type,
                            int incx, void *result, cudaDataType result_type,
                            cudaDataType execution_type);

#undef SIMGPU_CUBLAS_1
#undef SIMGPU_CUBLAS_DOT
#undef SIMGPU_CUBLAS_NORM
#undef SIMGPU_CUBLAS_ROT
