/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLAS's interface of before 4.0: there is no handle, factors are numbers, and letters say what
 * an operand is ('N', 'T', 'C'; 'U', 'L'; 'L', 'R'; either case). A call returns its result, and
 * cublasGetError tells of the last one that failed since it was asked. The calls of version 2
 * have the ending _v2 here.
 *
 * Source: cuBLAS Library, "Using the cuBLAS Legacy API". Differs: without the calls for banded and
 * packed matrices, rotm and rotmg.
 */
#ifndef SIMGPU_CUBLAS_H
#define SIMGPU_CUBLAS_H
#define CUBLAS_H_

#ifdef CUBLAS_V2_H_
#error "a file includes cublas.h or cublas_v2.h, not both"
#endif
#define SIMGPU_CUBLAS(name, ...) cublasStatus_t name##_v2(__VA_ARGS__)
#include "cublas_api.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef cublasStatus_t cublasStatus;

cublasStatus_t cublasInit(void);
cublasStatus_t cublasShutdown(void);
cublasStatus_t cublasGetError(void);
cublasStatus_t cublasAlloc(int n, int size, void **pointer);
cublasStatus_t cublasFree(void *pointer);
cublasStatus_t cublasSetKernelStream(cudaStream_t stream);

/* X: the letter; T: the element. */
#define SIMGPU_LEGACY(X, T)                                                                        \
    void cublas##X##axpy(int n, T alpha, const T *x, int incx, T *y, int incy);                    \
    void cublas##X##copy(int n, const T *x, int incx, T *y, int incy);                             \
    void cublas##X##swap(int n, T *x, int incx, T *y, int incy);                                   \
    void cublas##X##scal(int n, T alpha, T *x, int incx);                                          \
    void cublas##X##gemv(char trans, int m, int n, T alpha, const T *a, int lda, const T *x,       \
                         int incx, T beta, T *y, int incy);                                        \
    void cublas##X##trmv(char uplo, char trans, char diag, int n, const T *a, int lda, T *x,       \
                         int incx);                                                                \
    void cublas##X##trsv(char uplo, char trans, char diag, int n, const T *a, int lda, T *x,       \
                         int incx);                                                                \
    void cublas##X##gemm(char transa, char transb, int m, int n, int k, T alpha, const T *a,       \
                         int lda, const T *b, int ldb, T beta, T *c, int ldc);                     \
    void cublas##X##symm(char side, char uplo, int m, int n, T alpha, const T *a, int lda,         \
                         const T *b, int ldb, T beta, T *c, int ldc);                              \
    void cublas##X##syrk(char uplo, char trans, int n, int k, T alpha, const T *a, int lda,        \
                         T beta, T *c, int ldc);                                                   \
    void cublas##X##syr2k(char uplo, char trans, int n, int k, T alpha, const T *a, int lda,       \
                          const T *b, int ldb, T beta, T *c, int ldc);                             \
    void cublas##X##trmm(char side, char uplo, char trans, char diag, int m, int n, T alpha,       \
                         const T *a, int lda, T *b, int ldb);                                      \
    void cublas##X##trsm(char side, char uplo, char trans, char diag, int m, int n, T alpha,       \
                         const T *a, int lda, T *b, int ldb)

SIMGPU_LEGACY(S, float);
SIMGPU_LEGACY(D, double);
SIMGPU_LEGACY(C, cuComplex);
SIMGPU_LEGACY(Z, cuDoubleComplex);

#define SIMGPU_LEGACY_REAL(X, T)                                                                   \
    T cublas##X##dot(int n, const T *x, int incx, const T *y, int incy);                           \
    void cublas##X##rot(int n, T *x, int incx, T *y, int incy, T c, T s);                          \
    void cublas##X##rotg(T *a, T *b, T *c, T *s);                                                  \
    void cublas##X##ger(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a,   \
                        int lda);                                                                  \
    void cublas##X##symv(char uplo, int n, T alpha, const T *a, int lda, const T *x, int incx,     \
                         T beta, T *y, int incy);                                                  \
    void cublas##X##syr(char uplo, int n, T alpha, const T *x, int incx, T *a, int lda);           \
    void cublas##X##syr2(char uplo, int n, T alpha, const T *x, int incx, const T *y, int incy,    \
                         T *a, int lda)

SIMGPU_LEGACY_REAL(S, float);
SIMGPU_LEGACY_REAL(D, double);

/* R: the real type of an element. */
#define SIMGPU_LEGACY_COMPLEX(X, T, R)                                                             \
    T cublas##X##dotu(int n, const T *x, int incx, const T *y, int incy);                          \
    T cublas##X##dotc(int n, const T *x, int incx, const T *y, int incy);                          \
    void cublas##X##geru(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a,  \
                         int lda);                                                                 \
    void cublas##X##gerc(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a,  \
                         int lda);                                                                 \
    void cublas##X##hemv(char uplo, int n, T alpha, const T *a, int lda, const T *x, int incx,     \
                         T beta, T *y, int incy);                                                  \
    void cublas##X##her(char uplo, int n, R alpha, const T *x, int incx, T *a, int lda);           \
    void cublas##X##her2(char uplo, int n, T alpha, const T *x, int incx, const T *y, int incy,    \
                         T *a, int lda);                                                           \
    void cublas##X##hemm(char side, char uplo, int m, int n, T alpha, const T *a, int lda,         \
                         const T *b, int ldb, T beta, T *c, int ldc);                              \
    void cublas##X##herk(char uplo, char trans, int n, int k, R alpha, const T *a, int lda,        \
                         R beta, T *c, int ldc);                                                   \
    void cublas##X##her2k(char uplo, char trans, int n, int k, T alpha, const T *a, int lda,       \
                          const T *b, int ldb, R beta, T *c, int ldc)

SIMGPU_LEGACY_COMPLEX(C, cuComplex, float);
SIMGPU_LEGACY_COMPLEX(Z, cuDoubleComplex, double);

/* S: the letters of the factor's or the result's type and of the element. */
#define SIMGPU_LEGACY_NORMS(X, S, T, R)                                                            \
    R cublas##S##nrm2(int n, const T *x, int incx);                                                \
    R cublas##S##asum(int n, const T *x, int incx);                                                \
    int cublasI##X##amax(int n, const T *x, int incx);                                             \
    int cublasI##X##amin(int n, const T *x, int incx)

SIMGPU_LEGACY_NORMS(s, S, float, float);
SIMGPU_LEGACY_NORMS(d, D, double, double);
SIMGPU_LEGACY_NORMS(c, Sc, cuComplex, float);
SIMGPU_LEGACY_NORMS(z, Dz, cuDoubleComplex, double);
void cublasCsscal(int n, float alpha, cuComplex *x, int incx);
void cublasZdscal(int n, double alpha, cuDoubleComplex *x, int incx);

#undef SIMGPU_LEGACY
#undef SIMGPU_LEGACY_REAL
#undef SIMGPU_LEGACY_COMPLEX
#undef SIMGPU_LEGACY_NORMS

#ifdef __cplusplus
}
#endif

#endif
