/* SPDX-License-Identifier: BSD-3-Clause */
/* The interface without handles (cublas.h): each call goes to the one of version 2. */
#include <cublas.h>
#include <cuda_runtime.h>

namespace
{
/* One for all host threads, as there is one legacy context of a program. */
cublasHandle_t handle;
cublasStatus_t last_error = CUBLAS_STATUS_SUCCESS;

void note(cublasStatus_t status)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        last_error = status;
}

/* Thrown by a letter that is none of its kind. */
struct bad_letter {
};

/* Calls, and keeps what comes of it. */
#define NOTE(call)                                                                                 \
    try {                                                                                          \
        note(call);                                                                                \
    } catch (bad_letter) {                                                                         \
        note(CUBLAS_STATUS_INVALID_VALUE);                                                         \
    }

cublasOperation_t op(char letter)
{
    switch (letter | 0x20) {
    case 'n':
        return CUBLAS_OP_N;
    case 't':
        return CUBLAS_OP_T;
    case 'c':
        return CUBLAS_OP_C;
    default:
        throw bad_letter();
    }
}

template <class E> E one_of(char letter, char a, E is_a, char b, E is_b)
{
    if ((letter | 0x20) != a && (letter | 0x20) != b)
        throw bad_letter();
    return (letter | 0x20) == a ? is_a : is_b;
}

cublasFillMode_t fill(char letter)
{
    return one_of(letter, 'l', CUBLAS_FILL_MODE_LOWER, 'u', CUBLAS_FILL_MODE_UPPER);
}

cublasSideMode_t side_of(char letter)
{
    return one_of(letter, 'l', CUBLAS_SIDE_LEFT, 'r', CUBLAS_SIDE_RIGHT);
}

cublasDiagType_t diagonal(char letter)
{
    return one_of(letter, 'n', CUBLAS_DIAG_NON_UNIT, 'u', CUBLAS_DIAG_UNIT);
}
} // namespace

extern "C" {

cublasStatus_t cublasInit(void)
{
    return handle ? CUBLAS_STATUS_SUCCESS : cublasCreate_v2(&handle);
}

cublasStatus_t cublasShutdown(void)
{
    if (!handle)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    cublasStatus_t status = cublasDestroy_v2(handle);
    handle = NULL;
    return status;
}

cublasStatus_t cublasGetError(void)
{
    cublasStatus_t status = last_error;
    last_error = CUBLAS_STATUS_SUCCESS;
    return status;
}

cublasStatus_t cublasAlloc(int n, int size, void **pointer)
{
    if (n <= 0 || size <= 0 || !pointer)
        return CUBLAS_STATUS_INVALID_VALUE;
    return cudaMalloc(pointer, (size_t)n * size) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                                : CUBLAS_STATUS_ALLOC_FAILED;
}

cublasStatus_t cublasFree(void *pointer)
{
    return cudaFree(pointer) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}

cublasStatus_t cublasSetKernelStream(cudaStream_t stream)
{
    return handle ? cublasSetStream_v2(handle, stream) : CUBLAS_STATUS_NOT_INITIALIZED;
}

#define LEGACY_1(X, T)                                                                             \
    void cublas##X##axpy(int n, T alpha, const T *x, int incx, T *y, int incy)                     \
    {                                                                                              \
        NOTE(cublas##X##axpy_v2(handle, n, &alpha, x, incx, y, incy))                              \
    }                                                                                              \
    void cublas##X##copy(int n, const T *x, int incx, T *y, int incy)                              \
    {                                                                                              \
        NOTE(cublas##X##copy_v2(handle, n, x, incx, y, incy))                                      \
    }                                                                                              \
    void cublas##X##swap(int n, T *x, int incx, T *y, int incy)                                    \
    {                                                                                              \
        NOTE(cublas##X##swap_v2(handle, n, x, incx, y, incy))                                      \
    }                                                                                              \
    void cublas##X##scal(int n, T alpha, T *x, int incx)                                           \
    {                                                                                              \
        NOTE(cublas##X##scal_v2(handle, n, &alpha, x, incx))                                       \
    }

#define LEGACY_2(X, T)                                                                             \
    void cublas##X##gemv(char trans, int m, int n, T alpha, const T *a, int lda, const T *x,       \
                         int incx, T beta, T *y, int incy)                                         \
    {                                                                                              \
        NOTE(                                                                                      \
            cublas##X##gemv_v2(handle, op(trans), m, n, &alpha, a, lda, x, incx, &beta, y, incy))  \
    }                                                                                              \
    void cublas##X##trmv(char uplo, char trans, char diag, int n, const T *a, int lda, T *x,       \
                         int incx)                                                                 \
    {                                                                                              \
        NOTE(                                                                                      \
            cublas##X##trmv_v2(handle, fill(uplo), op(trans), diagonal(diag), n, a, lda, x, incx)) \
    }                                                                                              \
    void cublas##X##trsv(char uplo, char trans, char diag, int n, const T *a, int lda, T *x,       \
                         int incx)                                                                 \
    {                                                                                              \
        NOTE(                                                                                      \
            cublas##X##trsv_v2(handle, fill(uplo), op(trans), diagonal(diag), n, a, lda, x, incx)) \
    }

#define LEGACY_3(X, T)                                                                             \
    void cublas##X##gemm(char transa, char transb, int m, int n, int k, T alpha, const T *a,       \
                         int lda, const T *b, int ldb, T beta, T *c, int ldc)                      \
    {                                                                                              \
        NOTE(cublas##X##gemm_v2(handle, op(transa), op(transb), m, n, k, &alpha, a, lda, b, ldb,   \
                                &beta, c, ldc))                                                    \
    }                                                                                              \
    void cublas##X##symm(char side, char uplo, int m, int n, T alpha, const T *a, int lda,         \
                         const T *b, int ldb, T beta, T *c, int ldc)                               \
    {                                                                                              \
        NOTE(cublas##X##symm_v2(handle, side_of(side), fill(uplo), m, n, &alpha, a, lda, b, ldb,   \
                                &beta, c, ldc))                                                    \
    }                                                                                              \
    void cublas##X##syrk(char uplo, char trans, int n, int k, T alpha, const T *a, int lda,        \
                         T beta, T *c, int ldc)                                                    \
    {                                                                                              \
        NOTE(cublas##X##syrk_v2(handle, fill(uplo), op(trans), n, k, &alpha, a, lda, &beta, c,     \
                                ldc))                                                              \
    }                                                                                              \
    void cublas##X##syr2k(char uplo, char trans, int n, int k, T alpha, const T *a, int lda,       \
                          const T *b, int ldb, T beta, T *c, int ldc)                              \
    {                                                                                              \
        NOTE(cublas##X##syr2k_v2(handle, fill(uplo), op(trans), n, k, &alpha, a, lda, b, ldb,      \
                                 &beta, c, ldc))                                                   \
    }                                                                                              \
    void cublas##X##trmm(char side, char uplo, char trans, char diag, int m, int n, T alpha,       \
                         const T *a, int lda, T *b, int ldb)                                       \
    {                                                                                              \
        NOTE(cublas##X##trmm_v2(handle, side_of(side), fill(uplo), op(trans), diagonal(diag), m,   \
                                n, &alpha, a, lda, b, ldb, b, ldb))                                \
    }                                                                                              \
    void cublas##X##trsm(char side, char uplo, char trans, char diag, int m, int n, T alpha,       \
                         const T *a, int lda, T *b, int ldb)                                       \
    {                                                                                              \
        NOTE(cublas##X##trsm_v2(handle, side_of(side), fill(uplo), op(trans), diagonal(diag), m,   \
                                n, &alpha, a, lda, b, ldb))                                        \
    }

#define LEGACY(X, T)                                                                               \
    LEGACY_1(X, T)                                                                                 \
    LEGACY_2(X, T)                                                                                 \
    LEGACY_3(X, T)

LEGACY(S, float)
LEGACY(D, double)
LEGACY(C, cuComplex)
LEGACY(Z, cuDoubleComplex)

#define LEGACY_DOT(F, T)                                                                           \
    T cublas##F(int n, const T *x, int incx, const T *y, int incy)                                 \
    {                                                                                              \
        T result = T();                                                                            \
        NOTE(cublas##F##_v2(handle, n, x, incx, y, incy, &result))                                 \
        return result;                                                                             \
    }
#define LEGACY_NORM(F, T, R)                                                                       \
    R cublas##F(int n, const T *x, int incx)                                                       \
    {                                                                                              \
        R result = R();                                                                            \
        NOTE(cublas##F##_v2(handle, n, x, incx, &result))                                          \
        return result;                                                                             \
    }
#define LEGACY_GER(F, T)                                                                           \
    void cublas##F(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a,        \
                   int lda)                                                                        \
    {                                                                                              \
        NOTE(cublas##F##_v2(handle, m, n, &alpha, x, incx, y, incy, a, lda))                       \
    }
#define LEGACY_MV(F, T)                                                                            \
    void cublas##F(char uplo, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta,   \
                   T *y, int incy)                                                                 \
    {                                                                                              \
        NOTE(cublas##F##_v2(handle, fill(uplo), n, &alpha, a, lda, x, incx, &beta, y, incy))       \
    }
#define LEGACY_R1(F, T, R)                                                                         \
    void cublas##F(char uplo, int n, R alpha, const T *x, int incx, T *a, int lda)                 \
    {                                                                                              \
        NOTE(cublas##F##_v2(handle, fill(uplo), n, &alpha, x, incx, a, lda))                       \
    }
#define LEGACY_R2(F, T)                                                                            \
    void cublas##F(char uplo, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a,    \
                   int lda)                                                                        \
    {                                                                                              \
        NOTE(cublas##F##_v2(handle, fill(uplo), n, &alpha, x, incx, y, incy, a, lda))              \
    }
#define LEGACY_ROT(X, T)                                                                           \
    void cublas##X##rot(int n, T *x, int incx, T *y, int incy, T c, T s)                           \
    {                                                                                              \
        NOTE(cublas##X##rot_v2(handle, n, x, incx, y, incy, &c, &s))                               \
    }                                                                                              \
    void cublas##X##rotg(T *a, T *b, T *c, T *s)                                                   \
    {                                                                                              \
        NOTE(cublas##X##rotg_v2(handle, a, b, c, s))                                               \
    }

#define LEGACY_REAL(X, T)                                                                          \
    LEGACY_DOT(X##dot, T)                                                                          \
    LEGACY_ROT(X, T)                                                                               \
    LEGACY_GER(X##ger, T)                                                                          \
    LEGACY_MV(X##symv, T)                                                                          \
    LEGACY_R1(X##syr, T, T)                                                                        \
    LEGACY_R2(X##syr2, T)

#define LEGACY_COMPLEX(X, T, R)                                                                    \
    LEGACY_DOT(X##dotu, T)                                                                         \
    LEGACY_DOT(X##dotc, T)                                                                         \
    LEGACY_GER(X##geru, T)                                                                         \
    LEGACY_GER(X##gerc, T)                                                                         \
    LEGACY_MV(X##hemv, T)                                                                          \
    LEGACY_R1(X##her, T, R)                                                                        \
    LEGACY_R2(X##her2, T)                                                                          \
    void cublas##X##hemm(char side, char uplo, int m, int n, T alpha, const T *a, int lda,         \
                         const T *b, int ldb, T beta, T *c, int ldc)                               \
    {                                                                                              \
        NOTE(cublas##X##hemm_v2(handle, side_of(side), fill(uplo), m, n, &alpha, a, lda, b, ldb,   \
                                &beta, c, ldc))                                                    \
    }                                                                                              \
    void cublas##X##herk(char uplo, char trans, int n, int k, R alpha, const T *a, int lda,        \
                         R beta, T *c, int ldc)                                                    \
    {                                                                                              \
        NOTE(cublas##X##herk_v2(handle, fill(uplo), op(trans), n, k, &alpha, a, lda, &beta, c,     \
                                ldc))                                                              \
    }                                                                                              \
    void cublas##X##her2k(char uplo, char trans, int n, int k, T alpha, const T *a, int lda,       \
                          const T *b, int ldb, R beta, T *c, int ldc)                              \
    {                                                                                              \
        NOTE(cublas##X##her2k_v2(handle, fill(uplo), op(trans), n, k, &alpha, a, lda, b, ldb,      \
                                 &beta, c, ldc))                                                   \
    }

#define LEGACY_NORMS(X, S, T, R)                                                                   \
    LEGACY_NORM(S##nrm2, T, R)                                                                     \
    LEGACY_NORM(S##asum, T, R)                                                                     \
    LEGACY_NORM(I##X##amax, T, int)                                                                \
    LEGACY_NORM(I##X##amin, T, int)

LEGACY_REAL(S, float)
LEGACY_REAL(D, double)
LEGACY_COMPLEX(C, cuComplex, float)
LEGACY_COMPLEX(Z, cuDoubleComplex, double)
LEGACY_NORMS(s, S, float, float)
LEGACY_NORMS(d, D, double, double)
LEGACY_NORMS(c, Sc, cuComplex, float)
LEGACY_NORMS(z, Dz, cuDoubleComplex, double)

void cublasCsscal(int n, float alpha, cuComplex *x, int incx)
{
    NOTE(cublasCsscal_v2(handle, n, &alpha, x, incx))
}

void cublasZdscal(int n, double alpha, cuDoubleComplex *x, int incx)
{
    NOTE(cublasZdscal_v2(handle, n, &alpha, x, incx))
}
}
