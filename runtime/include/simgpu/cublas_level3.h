/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cublas_api.h: matrices, and batches of them. X: the letter; T: the element; R: its real
 * type. */

#define SIMGPU_CUBLAS_RANK_K(F, T, S)                                                              \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, cublasFillMode_t uplo,                         \
                  cublasOperation_t trans, SIMGPU_INT n, SIMGPU_INT k, const S *alpha, const T *a, \
                  SIMGPU_INT lda, const S *beta, T *c, SIMGPU_INT ldc)
#define SIMGPU_CUBLAS_RANK_2K_ARGUMENTS(T, S)                                                      \
    cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, SIMGPU_INT n,           \
        SIMGPU_INT k, const T *alpha, const T *a, SIMGPU_INT lda, const T *b, SIMGPU_INT ldb,      \
        const S *beta, T *c, SIMGPU_INT ldc
#define SIMGPU_CUBLAS_SYMM(F, T)                                                                   \
    SIMGPU_CUBLAS(cublas##F, cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,  \
                  SIMGPU_INT m, SIMGPU_INT n, const T *alpha, const T *a, SIMGPU_INT lda,          \
                  const T *b, SIMGPU_INT ldb, const T *beta, T *c, SIMGPU_INT ldc)
#define SIMGPU_CUBLAS_GEMM_BATCHES(X, T)                                                           \
    SIMGPU_CUBLAS_ONE(cublas##X##gemmBatched, cublasHandle_t handle, cublasOperation_t transa,     \
                      cublasOperation_t transb, SIMGPU_INT m, SIMGPU_INT n, SIMGPU_INT k,          \
                      const T *alpha, const T *const a[], SIMGPU_INT lda, const T *const b[],      \
                      SIMGPU_INT ldb, const T *beta, T *const c[], SIMGPU_INT ldc,                 \
                      SIMGPU_INT batch_count);                                                     \
    SIMGPU_CUBLAS_ONE(cublas##X##gemmStridedBatched, cublasHandle_t handle,                        \
                      cublasOperation_t transa, cublasOperation_t transb, SIMGPU_INT m,            \
                      SIMGPU_INT n, SIMGPU_INT k, const T *alpha, const T *a, SIMGPU_INT lda,      \
                      long long int stride_a, const T *b, SIMGPU_INT ldb, long long int stride_b,  \
                      const T *beta, T *c, SIMGPU_INT ldc, long long int stride_c,                 \
                      SIMGPU_INT batch_count)
#define SIMGPU_CUBLAS_GEMM_ARGUMENTS(T)                                                            \
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, SIMGPU_INT m,       \
        SIMGPU_INT n, SIMGPU_INT k, const T *alpha, const T *a, SIMGPU_INT lda, const T *b,        \
        SIMGPU_INT ldb, const T *beta, T *c, SIMGPU_INT ldc

#define SIMGPU_CUBLAS_3(X, T)                                                                      \
    SIMGPU_CUBLAS(cublas##X##gemm, SIMGPU_CUBLAS_GEMM_ARGUMENTS(T));                               \
    SIMGPU_CUBLAS_GEMM_BATCHES(X, T);                                                              \
    SIMGPU_CUBLAS_SYMM(X##symm, T);                                                                \
    SIMGPU_CUBLAS_RANK_K(X##syrk, T, T);                                                           \
    SIMGPU_CUBLAS(cublas##X##syr2k, SIMGPU_CUBLAS_RANK_2K_ARGUMENTS(T, T));                        \
    SIMGPU_CUBLAS_ONE(cublas##X##syrkx, SIMGPU_CUBLAS_RANK_2K_ARGUMENTS(T, T));                    \
    SIMGPU_CUBLAS(cublas##X##trmm, cublasHandle_t handle, cublasSideMode_t side,                   \
                  cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,           \
                  SIMGPU_INT m, SIMGPU_INT n, const T *alpha, const T *a, SIMGPU_INT lda,          \
                  const T *b, SIMGPU_INT ldb, T *c, SIMGPU_INT ldc);                               \
    SIMGPU_CUBLAS(cublas##X##trsm, cublasHandle_t handle, cublasSideMode_t side,                   \
                  cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,           \
                  SIMGPU_INT m, SIMGPU_INT n, const T *alpha, const T *a, SIMGPU_INT lda, T *b,    \
                  SIMGPU_INT ldb);                                                                 \
    SIMGPU_CUBLAS_ONE(cublas##X##trsmBatched, cublasHandle_t handle, cublasSideMode_t side,        \
                      cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,       \
                      SIMGPU_INT m, SIMGPU_INT n, const T *alpha, const T *const a[],              \
                      SIMGPU_INT lda, T *const b[], SIMGPU_INT ldb, SIMGPU_INT batch_count);       \
    SIMGPU_CUBLAS_ONE(cublas##X##geam, cublasHandle_t handle, cublasOperation_t transa,            \
                      cublasOperation_t transb, SIMGPU_INT m, SIMGPU_INT n, const T *alpha,        \
                      const T *a, SIMGPU_INT lda, const T *beta, const T *b, SIMGPU_INT ldb, T *c, \
                      SIMGPU_INT ldc);                                                             \
    SIMGPU_CUBLAS_ONE(cublas##X##dgmm, cublasHandle_t handle, cublasSideMode_t side, SIMGPU_INT m, \
                      SIMGPU_INT n, const T *a, SIMGPU_INT lda, const T *x, SIMGPU_INT incx, T *c, \
                      SIMGPU_INT ldc)

#ifndef SIMGPU_CUBLAS_IS_WIDE /* these have no numbers of 64 bits */
#define SIMGPU_CUBLAS_FACTORS(X, T)                                                                \
    cublasStatus_t cublas##X##geqrfBatched(cublasHandle_t handle, int m, int n, T *const a[],      \
                                           int lda, T *const tau[], int *info, int count);         \
    cublasStatus_t cublas##X##gelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m,   \
                                          int n, int columns, T *const a[], int lda, T *const b[], \
                                          int ldb, int *info, int *device_info, int count);        \
    cublasStatus_t cublas##X##getrfBatched(cublasHandle_t handle, int n, T *const a[], int lda,    \
                                           int *pivots, int *info, int batch_count);               \
    cublasStatus_t cublas##X##getrsBatched(                                                        \
        cublasHandle_t handle, cublasOperation_t trans, int n, int columns, const T *const a[],    \
        int lda, const int *pivots, T *const b[], int ldb, int *info, int batch_count);            \
    cublasStatus_t cublas##X##getriBatched(cublasHandle_t handle, int n, const T *const a[],       \
                                           int lda, const int *pivots, T *const c[], int ldc,      \
                                           int *info, int batch_count);                            \
    cublasStatus_t cublas##X##matinvBatched(cublasHandle_t handle, int n, const T *const a[],      \
                                            int lda, T *const c[], int ldc, int *info,             \
                                            int batch_count)
#define SIMGPU_CUBLAS_PACKED(X, T)                                                                 \
    cublasStatus_t cublas##X##tpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n,           \
                                    const T *ap, T *a, int lda);                                   \
    cublasStatus_t cublas##X##trttp(cublasHandle_t handle, cublasFillMode_t uplo, int n,           \
                                    const T *a, int lda, T *ap)
SIMGPU_CUBLAS_PACKED(S, float);
SIMGPU_CUBLAS_PACKED(D, double);
SIMGPU_CUBLAS_PACKED(C, cuComplex);
SIMGPU_CUBLAS_PACKED(Z, cuDoubleComplex);
#undef SIMGPU_CUBLAS_PACKED
SIMGPU_CUBLAS_FACTORS(S, float);
SIMGPU_CUBLAS_FACTORS(D, double);
SIMGPU_CUBLAS_FACTORS(C, cuComplex);
SIMGPU_CUBLAS_FACTORS(Z, cuDoubleComplex);
#undef SIMGPU_CUBLAS_FACTORS
#endif

SIMGPU_CUBLAS_3(S, float);
SIMGPU_CUBLAS_3(D, double);
SIMGPU_CUBLAS_3(C, cuComplex);
SIMGPU_CUBLAS_3(Z, cuDoubleComplex);

#define SIMGPU_CUBLAS_COMPLEX_3(X, T, R)                                                           \
    SIMGPU_CUBLAS_SYMM(X##hemm, T);                                                                \
    SIMGPU_CUBLAS_RANK_K(X##herk, T, R);                                                           \
    SIMGPU_CUBLAS(cublas##X##her2k, SIMGPU_CUBLAS_RANK_2K_ARGUMENTS(T, R));                        \
    SIMGPU_CUBLAS_ONE(cublas##X##herkx, SIMGPU_CUBLAS_RANK_2K_ARGUMENTS(T, R));                    \
    SIMGPU_CUBLAS_ONE(cublas##X##gemm3m, SIMGPU_CUBLAS_GEMM_ARGUMENTS(T))

SIMGPU_CUBLAS_COMPLEX_3(C, cuComplex, float);
SIMGPU_CUBLAS_COMPLEX_3(Z, cuDoubleComplex, double);

SIMGPU_CUBLAS_ONE(cublasHgemm, SIMGPU_CUBLAS_GEMM_ARGUMENTS(__half));
SIMGPU_CUBLAS_GEMM_BATCHES(H, __half);

SIMGPU_CUBLAS_ONE(cublasSgemmEx, cublasHandle_t handle, cublasOperation_t transa,
                  cublasOperation_t transb, SIMGPU_INT m, SIMGPU_INT n, SIMGPU_INT k,
                  const float *alpha, const void *a, cudaDataType a_type, SIMGPU_INT lda,
                  const void *b, cudaDataType b_type, SIMGPU_INT ldb, const float *beta, void *c,
                  cudaDataType c_type, SIMGPU_INT ldc);
SIMGPU_CUBLAS_ONE(cublasGemmEx, cublasHandle_t handle, cublasOperation_t transa,
                  cublasOperation_t transb, SIMGPU_INT m, SIMGPU_INT n, SIMGPU_INT k,
                  const void *alpha, const void *a, cudaDataType a_type, SIMGPU_INT lda,
                  const void *b, cudaDataType b_type, SIMGPU_INT ldb, const void *beta, void *c,
                  cudaDataType c_type, SIMGPU_INT ldc, cublasComputeType_t compute_type,
                  cublasGemmAlgo_t algorithm);
SIMGPU_CUBLAS_ONE(cublasGemmBatchedEx, cublasHandle_t handle, cublasOperation_t transa,
                  cublasOperation_t transb, SIMGPU_INT m, SIMGPU_INT n, SIMGPU_INT k,
                  const void *alpha, const void *const a[], cudaDataType a_type, SIMGPU_INT lda,
                  const void *const b[], cudaDataType b_type, SIMGPU_INT ldb, const void *beta,
                  void *const c[], cudaDataType c_type, SIMGPU_INT ldc, SIMGPU_INT batch_count,
                  cublasComputeType_t compute_type, cublasGemmAlgo_t algorithm);
SIMGPU_CUBLAS_ONE(cublasGemmStridedBatchedEx, cublasHandle_t handle, cublasOperation_t transa,
                  cublasOperation_t transb, SIMGPU_INT m, SIMGPU_INT n, SIMGPU_INT k,
                  const void *alpha, const void *a, cudaDataType a_type, SIMGPU_INT lda,
                  long long int stride_a, const void *b, cudaDataType b_type, SIMGPU_INT ldb,
                  long long int stride_b, const void *beta, void *c, cudaDataType c_type,
                  SIMGPU_INT ldc, long long int stride_c, SIMGPU_INT batch_count,
                  cublasComputeType_t compute_type, cublasGemmAlgo_t algorithm);

/* With Ex: of complex floats, whose A and B may have pairs of bytes. */
#define SIMGPU_CUBLAS_COMPLEX_EX(F)                                                                \
    SIMGPU_CUBLAS_ONE(cublas##F, cublasHandle_t handle, cublasOperation_t transa,                  \
                      cublasOperation_t transb, SIMGPU_INT m, SIMGPU_INT n, SIMGPU_INT k,          \
                      const cuComplex *alpha, const void *a, cudaDataType a_type, SIMGPU_INT lda,  \
                      const void *b, cudaDataType b_type, SIMGPU_INT ldb, const cuComplex *beta,   \
                      void *c, cudaDataType c_type, SIMGPU_INT ldc)
#define SIMGPU_CUBLAS_RANK_EX(F, S)                                                                \
    SIMGPU_CUBLAS_ONE(cublas##F, cublasHandle_t handle, cublasFillMode_t uplo,                     \
                      cublasOperation_t trans, SIMGPU_INT n, SIMGPU_INT k, const S *alpha,         \
                      const void *a, cudaDataType a_type, SIMGPU_INT lda, const S *beta, void *c,  \
                      cudaDataType c_type, SIMGPU_INT ldc)
SIMGPU_CUBLAS_COMPLEX_EX(CgemmEx);
SIMGPU_CUBLAS_COMPLEX_EX(Cgemm3mEx);
SIMGPU_CUBLAS_RANK_EX(CsyrkEx, cuComplex);
SIMGPU_CUBLAS_RANK_EX(Csyrk3mEx, cuComplex);
SIMGPU_CUBLAS_RANK_EX(CherkEx, float);
SIMGPU_CUBLAS_RANK_EX(Cherk3mEx, float);
SIMGPU_CUBLAS_ONE(cublasCgemm3mBatched, cublasHandle_t handle, cublasOperation_t transa,
                  cublasOperation_t transb, SIMGPU_INT m, SIMGPU_INT n, SIMGPU_INT k,
                  const cuComplex *alpha, const cuComplex *const a[], SIMGPU_INT lda,
                  const cuComplex *const b[], SIMGPU_INT ldb, const cuComplex *beta,
                  cuComplex *const c[], SIMGPU_INT ldc, SIMGPU_INT batch_count);
SIMGPU_CUBLAS_ONE(cublasCgemm3mStridedBatched, cublasHandle_t handle, cublasOperation_t transa,
                  cublasOperation_t transb, SIMGPU_INT m, SIMGPU_INT n, SIMGPU_INT k,
                  const cuComplex *alpha, const cuComplex *a, SIMGPU_INT lda,
                  long long int stride_a, const cuComplex *b, SIMGPU_INT ldb,
                  long long int stride_b, const cuComplex *beta, cuComplex *c, SIMGPU_INT ldc,
                  long long int stride_c, SIMGPU_INT batch_count);

/* Groups of products: an array on the host has an element for each group; the matrices of all groups
 * are one list on the device. */
#define SIMGPU_CUBLAS_GROUPED(X, T)                                                                \
    SIMGPU_CUBLAS_ONE(cublas##X##gemmGroupedBatched, cublasHandle_t handle,                        \
                      const cublasOperation_t transa[], const cublasOperation_t transb[],          \
                      const SIMGPU_INT m[], const SIMGPU_INT n[], const SIMGPU_INT k[],            \
                      const T alpha[], const T *const a[], const SIMGPU_INT lda[],                 \
                      const T *const b[], const SIMGPU_INT ldb[], const T beta[], T *const c[],    \
                      const SIMGPU_INT ldc[], SIMGPU_INT group_count,                              \
                      const SIMGPU_INT group_size[])
SIMGPU_CUBLAS_GROUPED(S, float);
SIMGPU_CUBLAS_GROUPED(D, double);
SIMGPU_CUBLAS_ONE(cublasGemmGroupedBatchedEx, cublasHandle_t handle,
                  const cublasOperation_t transa[], const cublasOperation_t transb[],
                  const SIMGPU_INT m[], const SIMGPU_INT n[], const SIMGPU_INT k[],
                  const void *alpha, const void *const a[], cudaDataType a_type,
                  const SIMGPU_INT lda[], const void *const b[], cudaDataType b_type,
                  const SIMGPU_INT ldb[], const void *beta, void *const c[], cudaDataType c_type,
                  const SIMGPU_INT ldc[], SIMGPU_INT group_count, const SIMGPU_INT group_size[],
                  cublasComputeType_t compute_type);
#undef SIMGPU_CUBLAS_COMPLEX_EX
#undef SIMGPU_CUBLAS_RANK_EX
#undef SIMGPU_CUBLAS_GROUPED

#undef SIMGPU_CUBLAS_RANK_K
#undef SIMGPU_CUBLAS_SYMM
#undef SIMGPU_CUBLAS_3
#undef SIMGPU_CUBLAS_COMPLEX_3
