/* SPDX-License-Identifier: BSD-3-Clause */
/* cublasXt: products of matrices that lie anywhere, mostly on the host. Sizes are size_t, factors
 * lie on the host, and a call has ended when it returns. The library copies the operands to the
 * first GPU chosen, calls cuBLAS there, and copies the result back.
 *
 * Source: cuBLAS 12.x documentation, "Using the cuBLASXt API". Differs: one GPU does all of it, in
 * one piece: the matrices must fit its memory.
 */
#ifndef SIMGPU_CUBLASXT_H
#define SIMGPU_CUBLASXT_H
#define CUBLAS_XT_H_

#include "cublas_v2.h"
#include "simgpu/refused.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cublasXtContext *cublasXtHandle_t;
typedef enum { CUBLASXT_PINNING_DISABLED, CUBLASXT_PINNING_ENABLED } cublasXtPinnedMemMode_t;
typedef enum {
    CUBLASXT_FLOAT,
    CUBLASXT_DOUBLE,
    CUBLASXT_COMPLEX,
    CUBLASXT_DOUBLECOMPLEX
} cublasXtOpType_t;
typedef enum {
    CUBLASXT_GEMM,
    CUBLASXT_SYRK,
    CUBLASXT_HERK,
    CUBLASXT_SYMM,
    CUBLASXT_HEMM,
    CUBLASXT_TRSM,
    CUBLASXT_SYR2K,
    CUBLASXT_HER2K,
    CUBLASXT_SPMM,
    CUBLASXT_SYRKX,
    CUBLASXT_HERKX,
    CUBLASXT_TRMM,
    CUBLASXT_ROUTINE_MAX
} cublasXtBlasOp_t;

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle);
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle);
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int n, int devices[]);
cublasStatus_t cublasXtGetNumBoards(int n, int devices[], int *boards);
cublasStatus_t cublasXtMaxBoards(int *boards);
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int side);
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *side);
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode);
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t *mode);

#define SIMGPU_CUBLASXT_RANK_K(F, T, S)                                                            \
    cublasStatus_t cublasXt##F(cublasXtHandle_t handle, cublasFillMode_t uplo,                     \
                               cublasOperation_t trans, size_t n, size_t k, const S *alpha,        \
                               const T *a, size_t lda, const S *beta, T *c, size_t ldc)
#define SIMGPU_CUBLASXT_RANK_2K(F, T, S)                                                           \
    cublasStatus_t cublasXt##F(cublasXtHandle_t handle, cublasFillMode_t uplo,                     \
                               cublasOperation_t trans, size_t n, size_t k, const T *alpha,        \
                               const T *a, size_t lda, const T *b, size_t ldb, const S *beta,      \
                               T *c, size_t ldc)
#define SIMGPU_CUBLASXT_SYMM(F, T)                                                                 \
    cublasStatus_t cublasXt##F(cublasXtHandle_t handle, cublasSideMode_t side,                     \
                               cublasFillMode_t uplo, size_t m, size_t n, const T *alpha,          \
                               const T *a, size_t lda, const T *b, size_t ldb, const T *beta,      \
                               T *c, size_t ldc)
#define SIMGPU_CUBLASXT(X, T)                                                                      \
    cublasStatus_t cublasXt##X##gemm(cublasXtHandle_t handle, cublasOperation_t transa,            \
                                     cublasOperation_t transb, size_t m, size_t n, size_t k,       \
                                     const T *alpha, const T *a, size_t lda, const T *b,           \
                                     size_t ldb, const T *beta, T *c, size_t ldc);                 \
    SIMGPU_CUBLASXT_SYMM(X##symm, T);                                                              \
    SIMGPU_CUBLASXT_RANK_K(X##syrk, T, T);                                                         \
    SIMGPU_CUBLASXT_RANK_2K(X##syr2k, T, T);                                                       \
    SIMGPU_CUBLASXT_RANK_2K(X##syrkx, T, T);                                                       \
    cublasStatus_t cublasXt##X##trmm(                                                              \
        cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                     \
        cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n, const T *alpha,        \
        const T *a, size_t lda, const T *b, size_t ldb, T *c, size_t ldc);                         \
    cublasStatus_t cublasXt##X##trsm(cublasXtHandle_t handle, cublasSideMode_t side,               \
                                     cublasFillMode_t uplo, cublasOperation_t trans,               \
                                     cublasDiagType_t diag, size_t m, size_t n, const T *alpha,    \
                                     const T *a, size_t lda, T *b, size_t ldb)
SIMGPU_CUBLASXT(S, float);
SIMGPU_CUBLASXT(D, double);
SIMGPU_CUBLASXT(C, cuComplex);
SIMGPU_CUBLASXT(Z, cuDoubleComplex);

#define SIMGPU_CUBLASXT_COMPLEX(X, T, R)                                                           \
    SIMGPU_CUBLASXT_SYMM(X##hemm, T);                                                              \
    SIMGPU_CUBLASXT_RANK_K(X##herk, T, R);                                                         \
    SIMGPU_CUBLASXT_RANK_2K(X##her2k, T, R);                                                       \
    SIMGPU_CUBLASXT_RANK_2K(X##herkx, T, R)
SIMGPU_CUBLASXT_COMPLEX(C, cuComplex, float);
SIMGPU_CUBLASXT_COMPLEX(Z, cuDoubleComplex, double);

/* Packed matrices, and parts that the host's BLAS would compute. */
#define SIMGPU_CUBLASXT_REFUSED(REFUSED)                                                           \
    REFUSED(cublasXtSspmm)                                                                         \
    REFUSED(cublasXtDspmm)                                                                         \
    REFUSED(cublasXtCspmm)                                                                         \
    REFUSED(cublasXtZspmm)                                                                         \
    REFUSED(cublasXtSetCpuRoutine)                                                                 \
    REFUSED(cublasXtSetCpuRatio)
#define SIMGPU_CUBLASXT_REFUSE(name) cublasStatus_t name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_CUBLASXT_REFUSED(SIMGPU_CUBLASXT_REFUSE)
#undef SIMGPU_CUBLASXT_REFUSE

#ifdef __cplusplus
}
#endif

#endif
