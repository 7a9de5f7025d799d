/* SPDX-License-Identifier: BSD-3-Clause */
/* cublasXt: each call copies its operands to a GPU, lets cuBLAS compute, and copies the result
 * back. */
#include <cublasXt.h>
#include <limits.h>

#include "handle.h"

struct cublasXtContext {
    int device; /* that of all calls */
    int block_side;
    cublasXtPinnedMemMode_t pinning;
    cublasHandle_t blas; /* made at the first call */
};

namespace
{
/* A call's device: the program's own is set again at the end. */
struct visit {
    int before = 0;
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;

    explicit visit(cublasXtHandle_t handle)
    {
        if (cudaGetDevice(&before) != cudaSuccess || cudaSetDevice(handle->device) != cudaSuccess)
            status = CUBLAS_STATUS_NOT_INITIALIZED;
        else if (!handle->blas)
            status = cublasCreate_v2(&handle->blas);
    }
    ~visit()
    {
        cudaSetDevice(before);
    }
};

/* A matrix of the caller's, and its copy on the GPU, whose columns lie side by side. */
template <class T> struct resident {
    T *device = NULL, *there;
    size_t rows, columns, ld;
    bool is_good = true;

    /* `there` NULL, or of size 0: nothing is copied. */
    resident(const T *matrix, size_t m, size_t n, size_t step)
        : there((T *)matrix), rows(m), columns(n), ld(step)
    {
        if (rows == 0 || columns == 0)
            return;
        is_good = there && ld >= rows && rows <= INT_MAX && columns <= INT_MAX &&
                  cudaMalloc(&device, rows * columns * sizeof(T)) == cudaSuccess &&
                  cudaMemcpy2D(device, rows * sizeof(T), there, ld * sizeof(T), rows * sizeof(T),
                               columns, cudaMemcpyDefault) == cudaSuccess;
    }
    resident(const resident &) = delete;
    ~resident()
    {
        cudaFree(device);
    }
    int step() const
    {
        return rows > 0 ? (int)rows : 1;
    }
    cublasStatus_t back(cublasStatus_t status)
    {
        if (status == CUBLAS_STATUS_SUCCESS && device &&
            cudaMemcpy2D(there, ld * sizeof(T), device, rows * sizeof(T), rows * sizeof(T), columns,
                         cudaMemcpyDefault) != cudaSuccess)
            return CUBLAS_STATUS_EXECUTION_FAILED;
        return status;
    }
};

/* Rows and columns as they lie, of a matrix that is used as `rows` times `columns`. */
template <class T> struct operand : resident<T> {
    operand(const T *matrix, cublasOperation_t trans, size_t rows, size_t columns, size_t ld)
        : resident<T>(matrix, trans == CUBLAS_OP_N ? rows : columns,
                      trans == CUBLAS_OP_N ? columns : rows, ld)
    {
    }
};
} // namespace

#define ENTER(handle)                                                                              \
    CHECK_HANDLE(handle);                                                                          \
    visit here(handle);                                                                            \
    if (here.status != CUBLAS_STATUS_SUCCESS)                                                      \
    return here.status
#define CHECK_RESIDENT(condition)                                                                  \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return CUBLAS_STATUS_ALLOC_FAILED;                                                     \
    } while (0)

extern "C" {

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle)
{
    CHECK_VALUE(handle);
    *handle = new cublasXtContext();
    (*handle)->block_side = 2048;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle)
{
    CHECK_HANDLE(handle);
    if (handle->blas)
        cublasDestroy_v2(handle->blas);
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int n, int devices[])
{
    int there = 0;
    CHECK_HANDLE(handle);
    CHECK_VALUE(n > 0 && devices && cudaGetDeviceCount(&there) == cudaSuccess);
    for (int i = 0; i < n; i++)
        CHECK_VALUE(devices[i] >= 0 && devices[i] < there);
    CHECK_VALUE(!handle->blas ||
                devices[0] == handle->device); /* after calls there is no other one */
    handle->device = devices[0];
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtGetNumBoards(int n, int devices[], int *boards)
{
    CHECK_VALUE(n > 0 && devices && boards);
    *boards = n;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtMaxBoards(int *boards)
{
    CHECK_VALUE(boards);
    *boards = 0;
    return cudaGetDeviceCount(boards) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                     : CUBLAS_STATUS_NOT_INITIALIZED;
}
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int side)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(side > 0);
    handle->block_side = side;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *side)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(side);
    *side = handle->block_side;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode)
{
    CHECK_HANDLE(handle);
    handle->pinning = mode;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t *mode)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(mode);
    *mode = handle->pinning;
    return CUBLAS_STATUS_SUCCESS;
}
}

#define GEMM(X, T)                                                                                 \
    extern "C" cublasStatus_t cublasXt##X##gemm(                                                   \
        cublasXtHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, size_t m,     \
        size_t n, size_t k, const T *alpha, const T *a, size_t lda, const T *b, size_t ldb,        \
        const T *beta, T *c, size_t ldc)                                                           \
    {                                                                                              \
        ENTER(handle);                                                                             \
        operand<T> x(a, transa, m, k, lda), y(b, transb, k, n, ldb);                               \
        resident<T> z(c, m, n, ldc);                                                               \
        CHECK_RESIDENT(x.is_good &&y.is_good &&z.is_good);                                         \
        return z.back(cublas##X##gemm_v2(handle->blas, transa, transb, (int)m, (int)n, (int)k,     \
                                         alpha, x.device, x.step(), y.device, y.step(), beta,      \
                                         z.device, z.step()));                                     \
    }

#define SYMM(F, G, T)                                                                              \
    extern "C" cublasStatus_t cublasXt##F(cublasXtHandle_t handle, cublasSideMode_t side,          \
                                          cublasFillMode_t uplo, size_t m, size_t n,               \
                                          const T *alpha, const T *a, size_t lda, const T *b,      \
                                          size_t ldb, const T *beta, T *c, size_t ldc)             \
    {                                                                                              \
        ENTER(handle);                                                                             \
        size_t order = side == CUBLAS_SIDE_LEFT ? m : n;                                           \
        resident<T> x(a, order, order, lda), y(b, m, n, ldb), z(c, m, n, ldc);                     \
        CHECK_RESIDENT(x.is_good &&y.is_good &&z.is_good);                                         \
        return z.back(G(handle->blas, side, uplo, (int)m, (int)n, alpha, x.device, x.step(),       \
                        y.device, y.step(), beta, z.device, z.step()));                            \
    }

#define RANK_K(F, G, T, S)                                                                         \
    extern "C" cublasStatus_t cublasXt##F(                                                         \
        cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, size_t n,         \
        size_t k, const S *alpha, const T *a, size_t lda, const S *beta, T *c, size_t ldc)         \
    {                                                                                              \
        ENTER(handle);                                                                             \
        operand<T> x(a, trans, n, k, lda);                                                         \
        resident<T> z(c, n, n, ldc);                                                               \
        CHECK_RESIDENT(x.is_good &&z.is_good);                                                     \
        return z.back(G(handle->blas, uplo, trans, (int)n, (int)k, alpha, x.device, x.step(),      \
                        beta, z.device, z.step()));                                                \
    }

#define RANK_2K(F, G, T, S)                                                                        \
    extern "C" cublasStatus_t cublasXt##F(cublasXtHandle_t handle, cublasFillMode_t uplo,          \
                                          cublasOperation_t trans, size_t n, size_t k,             \
                                          const T *alpha, const T *a, size_t lda, const T *b,      \
                                          size_t ldb, const S *beta, T *c, size_t ldc)             \
    {                                                                                              \
        ENTER(handle);                                                                             \
        operand<T> x(a, trans, n, k, lda), y(b, trans, n, k, ldb);                                 \
        resident<T> z(c, n, n, ldc);                                                               \
        CHECK_RESIDENT(x.is_good &&y.is_good &&z.is_good);                                         \
        return z.back(G(handle->blas, uplo, trans, (int)n, (int)k, alpha, x.device, x.step(),      \
                        y.device, y.step(), beta, z.device, z.step()));                            \
    }

#define TRIANGLES(X, T)                                                                            \
    extern "C" cublasStatus_t cublasXt##X##trmm(                                                   \
        cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                     \
        cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n, const T *alpha,        \
        const T *a, size_t lda, const T *b, size_t ldb, T *c, size_t ldc)                          \
    {                                                                                              \
        ENTER(handle);                                                                             \
        size_t order = side == CUBLAS_SIDE_LEFT ? m : n;                                           \
        resident<T> x(a, order, order, lda), y(b, m, n, ldb), z(c, m, n, ldc);                     \
        CHECK_RESIDENT(x.is_good &&y.is_good &&z.is_good);                                         \
        return z.back(cublas##X##trmm_v2(handle->blas, side, uplo, trans, diag, (int)m, (int)n,    \
                                         alpha, x.device, x.step(), y.device, y.step(), z.device,  \
                                         z.step()));                                               \
    }                                                                                              \
    extern "C" cublasStatus_t cublasXt##X##trsm(                                                   \
        cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                     \
        cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n, const T *alpha,        \
        const T *a, size_t lda, T *b, size_t ldb)                                                  \
    {                                                                                              \
        ENTER(handle);                                                                             \
        size_t order = side == CUBLAS_SIDE_LEFT ? m : n;                                           \
        resident<T> x(a, order, order, lda), y(b, m, n, ldb);                                      \
        CHECK_RESIDENT(x.is_good &&y.is_good);                                                     \
        return y.back(cublas##X##trsm_v2(handle->blas, side, uplo, trans, diag, (int)m, (int)n,    \
                                         alpha, x.device, x.step(), y.device, y.step()));          \
    }

#define CALLS(X, T, N)                                                                             \
    GEMM(X, T)                                                                                     \
    SYMM(X##symm, cublas##X##symm_v2, T)                                                           \
    RANK_K(X##syrk, cublas##X##syrk_v2, T, T)                                                      \
    RANK_2K(X##syr2k, cublas##X##syr2k_v2, T, T)                                                   \
    RANK_2K(X##syrkx, cublas##X##syrkx, T, T)                                                      \
    TRIANGLES(X, T)
FOR_EACH_TYPE(CALLS)

#define COMPLEX_CALLS(X, T, R)                                                                     \
    SYMM(X##hemm, cublas##X##hemm_v2, T)                                                           \
    RANK_K(X##herk, cublas##X##herk_v2, T, R)                                                      \
    RANK_2K(X##her2k, cublas##X##her2k_v2, T, R)                                                   \
    RANK_2K(X##herkx, cublas##X##herkx, T, R)
COMPLEX_CALLS(C, cuComplex, float)
COMPLEX_CALLS(Z, cuDoubleComplex, double)

#define REFUSE(name) REFUSED_CALL(cublasStatus_t, CUBLAS_STATUS_NOT_SUPPORTED, name)
SIMGPU_CUBLASXT_REFUSED(REFUSE)
