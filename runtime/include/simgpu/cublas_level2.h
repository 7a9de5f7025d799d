/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cublas_api.h: a matrix and a vector. F: the function's name behind cublas; T: the
 * element. */

#define SIMGPU_CUBLAS_MV(F, T)                                                                     \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, cublasFillMode_t uplo, SIMGPU_INT n,           \
                  const T *alpha, const T *a, SIMGPU_INT lda, const T *x, SIMGPU_INT incx,         \
                  const T *beta, T *y, SIMGPU_INT incy)
#define SIMGPU_CUBLAS_BAND_MV(F, T)                                                                \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, cublasFillMode_t uplo, SIMGPU_INT n,           \
                  SIMGPU_INT k, const T *alpha, const T *a, SIMGPU_INT lda, const T *x,            \
                  SIMGPU_INT incx, const T *beta, T *y, SIMGPU_INT incy)
#define SIMGPU_CUBLAS_PACKED_MV(F, T)                                                              \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, cublasFillMode_t uplo, SIMGPU_INT n,           \
                  const T *alpha, const T *ap, const T *x, SIMGPU_INT incx, const T *beta, T *y,   \
                  SIMGPU_INT incy)
#define SIMGPU_CUBLAS_TRIANGLE(F, T)                                                               \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, cublasFillMode_t uplo,                         \
                  cublasOperation_t trans, cublasDiagType_t diag, SIMGPU_INT n, const T *a,        \
                  SIMGPU_INT lda, T *x, SIMGPU_INT incx)
#define SIMGPU_CUBLAS_BAND_TRIANGLE(F, T)                                                          \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, cublasFillMode_t uplo,                         \
                  cublasOperation_t trans, cublasDiagType_t diag, SIMGPU_INT n, SIMGPU_INT k,      \
                  const T *a, SIMGPU_INT lda, T *x, SIMGPU_INT incx)
#define SIMGPU_CUBLAS_PACKED_TRIANGLE(F, T)                                                        \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, cublasFillMode_t uplo,                         \
                  cublasOperation_t trans, cublasDiagType_t diag, SIMGPU_INT n, const T *ap, T *x, \
                  SIMGPU_INT incx)
#define SIMGPU_CUBLAS_GER(F, T)                                                                    \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, SIMGPU_INT m, SIMGPU_INT n, const T *alpha,    \
                  const T *x, SIMGPU_INT incx, const T *y, SIMGPU_INT incy, T *a, SIMGPU_INT lda)
#define SIMGPU_CUBLAS_R1(F, T, S)                                                                  \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, cublasFillMode_t uplo, SIMGPU_INT n,           \
                  const S *alpha, const T *x, SIMGPU_INT incx, T *a, SIMGPU_INT lda)
#define SIMGPU_CUBLAS_PACKED_R1(F, T, S)                                                           \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, cublasFillMode_t uplo, SIMGPU_INT n,           \
                  const S *alpha, const T *x, SIMGPU_INT incx, T *ap)
#define SIMGPU_CUBLAS_R2(F, T)                                                                     \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, cublasFillMode_t uplo, SIMGPU_INT n,           \
                  const T *alpha, const T *x, SIMGPU_INT incx, const T *y, SIMGPU_INT incy, T *a,  \
                  SIMGPU_INT lda)
#define SIMGPU_CUBLAS_PACKED_R2(F, T)                                                              \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, cublasFillMode_t uplo, SIMGPU_INT n,           \
                  const T *alpha, const T *x, SIMGPU_INT incx, const T *y, SIMGPU_INT incy, T *ap)

/* F: the letters; T: elements of A and x; Y: of y; S: the factors. */
#define SIMGPU_CUBLAS_MV_BATCHES(F, T, Y, S)                                                       \
    SIMGPU_CUBLAS_ONE(cublas##F##gemvBatched, cublasHandle_t handle, cublasOperation_t trans,      \
                      SIMGPU_INT m, SIMGPU_INT n, const S *alpha, const T *const a[],              \
                      SIMGPU_INT lda, const T *const x[], SIMGPU_INT incx, const S *beta,          \
                      Y *const y[], SIMGPU_INT incy, SIMGPU_INT batch_count);                      \
    SIMGPU_CUBLAS_ONE(cublas##F##gemvStridedBatched, cublasHandle_t handle,                        \
                      cublasOperation_t trans, SIMGPU_INT m, SIMGPU_INT n, const S *alpha,         \
                      const T *a, SIMGPU_INT lda, long long int stride_a, const T *x,              \
                      SIMGPU_INT incx, long long int stride_x, const S *beta, Y *y,                \
                      SIMGPU_INT incy, long long int stride_y, SIMGPU_INT batch_count)

#define SIMGPU_CUBLAS_2(X, T)                                                                      \
    SIMGPU_CUBLAS(cublas##X##gemv, cublasHandle_t handle, cublasOperation_t trans, SIMGPU_INT m,   \
                  SIMGPU_INT n, const T *alpha, const T *a, SIMGPU_INT lda, const T *x,            \
                  SIMGPU_INT incx, const T *beta, T *y, SIMGPU_INT incy);                          \
    SIMGPU_CUBLAS(cublas##X##gbmv, cublasHandle_t handle, cublasOperation_t trans, SIMGPU_INT m,   \
                  SIMGPU_INT n, SIMGPU_INT kl, SIMGPU_INT ku, const T *alpha, const T *a,          \
                  SIMGPU_INT lda, const T *x, SIMGPU_INT incx, const T *beta, T *y,                \
                  SIMGPU_INT incy);                                                                \
    SIMGPU_CUBLAS_MV_BATCHES(X, T, T, T);                                                     \
    SIMGPU_CUBLAS_TRIANGLE(X##trmv, T);                                                            \
    SIMGPU_CUBLAS_TRIANGLE(X##trsv, T);                                                            \
    SIMGPU_CUBLAS_BAND_TRIANGLE(X##tbmv, T);                                                       \
    SIMGPU_CUBLAS_BAND_TRIANGLE(X##tbsv, T);                                                       \
    SIMGPU_CUBLAS_PACKED_TRIANGLE(X##tpmv, T);                                                     \
    SIMGPU_CUBLAS_PACKED_TRIANGLE(X##tpsv, T);                                                     \
    SIMGPU_CUBLAS_MV(X##symv, T);                                                                  \
    SIMGPU_CUBLAS_R1(X##syr, T, T);                                                                \
    SIMGPU_CUBLAS_R2(X##syr2, T)

SIMGPU_CUBLAS_2(S, float);
SIMGPU_CUBLAS_2(D, double);
SIMGPU_CUBLAS_2(C, cuComplex);
SIMGPU_CUBLAS_2(Z, cuDoubleComplex);
SIMGPU_CUBLAS_MV_BATCHES(HSH, __half, __half, float);
SIMGPU_CUBLAS_MV_BATCHES(HSS, __half, float, float);
SIMGPU_CUBLAS_MV_BATCHES(TST, __nv_bfloat16, __nv_bfloat16, float);
SIMGPU_CUBLAS_MV_BATCHES(TSS, __nv_bfloat16, float, float);
SIMGPU_CUBLAS_GER(Sger, float);
SIMGPU_CUBLAS_GER(Dger, double);
SIMGPU_CUBLAS_GER(Cgeru, cuComplex);
SIMGPU_CUBLAS_GER(Cgerc, cuComplex);
SIMGPU_CUBLAS_GER(Zgeru, cuDoubleComplex);
SIMGPU_CUBLAS_GER(Zgerc, cuDoubleComplex);

#define SIMGPU_CUBLAS_REAL_2(X, T)                                                                 \
    SIMGPU_CUBLAS_BAND_MV(X##sbmv, T);                                                             \
    SIMGPU_CUBLAS_PACKED_MV(X##spmv, T);                                                           \
    SIMGPU_CUBLAS_PACKED_R1(X##spr, T, T);                                                         \
    SIMGPU_CUBLAS_PACKED_R2(X##spr2, T)

SIMGPU_CUBLAS_REAL_2(S, float);
SIMGPU_CUBLAS_REAL_2(D, double);

#define SIMGPU_CUBLAS_COMPLEX_2(X, T, R)                                                           \
    SIMGPU_CUBLAS_MV(X##hemv, T);                                                                  \
    SIMGPU_CUBLAS_BAND_MV(X##hbmv, T);                                                             \
    SIMGPU_CUBLAS_PACKED_MV(X##hpmv, T);                                                           \
    SIMGPU_CUBLAS_R1(X##her, T, R);                                                                \
    SIMGPU_CUBLAS_PACKED_R1(X##hpr, T, R);                                                         \
    SIMGPU_CUBLAS_R2(X##her2, T);                                                                  \
    SIMGPU_CUBLAS_PACKED_R2(X##hpr2, T)

SIMGPU_CUBLAS_COMPLEX_2(C, cuComplex, float);
SIMGPU_CUBLAS_COMPLEX_2(Z, cuDoubleComplex, double);

#undef SIMGPU_CUBLAS_MV
#undef SIMGPU_CUBLAS_BAND_MV
#undef SIMGPU_CUBLAS_PACKED_MV
#undef SIMGPU_CUBLAS_TRIANGLE
#undef SIMGPU_CUBLAS_BAND_TRIANGLE
#undef SIMGPU_CUBLAS_PACKED_TRIANGLE
#undef SIMGPU_CUBLAS_GER
#undef SIMGPU_CUBLAS_R1
#undef SIMGPU_CUBLAS_PACKED_R1
#undef SIMGPU_CUBLAS_R2
#undef SIMGPU_CUBLAS_PACKED_R2
#undef SIMGPU_CUBLAS_2
#undef SIMGPU_CUBLAS_MV_BATCHES
#undef SIMGPU_CUBLAS_REAL_2
#undef SIMGPU_CUBLAS_COMPLEX_2
