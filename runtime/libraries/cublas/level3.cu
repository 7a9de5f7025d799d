/* SPDX-License-Identifier: BSD-3-Clause */
/* Products with symmetric, Hermitian and triangular matrices, products that are so themselves,
 * triangular systems, sums. A matrix of which half is stored is written out whole first, and then
 * multiplied like any other. */
#include "gemm.h"
#include "level2_kernels.h"

template <class T>
__global__ void __launch_bounds__(256)
    expand_kernel(matrix_of<const T> a, T *to, int rows, int columns)
{
    int i = blockIdx.x * 32 + threadIdx.x % 32;
    for (int j = blockIdx.y * 8 + threadIdx.x / 32; i < rows && j < columns; j += gridDim.y * 8)
        to[i + (long long)j * rows] = a.at(i, j);
}

template <class T>
static void expand(cublasHandle_t handle, const matrix_of<T> &a, T *to, int rows, int columns)
{
    if (rows == 0 || columns == 0)
        return;
    dim3 grid((rows + 31) / 32, blocks_for(columns, 8, 1024));
    expand_kernel<<<grid, 256, 0, handle->stream>>>(*(const matrix_of<const T> *)&a, to, rows,
                                                    columns);
}

/* C = alpha A B + beta C, or with A on the right. `matrix` is square. */
template <class T>
static cublasStatus_t half_times(cublasHandle_t handle, cudaDataType type, cublasSideMode_t side,
                                 const matrix_of<T> &matrix, int m, int n, const void *alpha,
                                 const void *b, int ldb, const void *beta, void *c, int ldc)
{
    CHECK_HANDLE(handle);
    int order = side == CUBLAS_SIDE_LEFT ? m : n;
    CHECK_VALUE(is_side(side) && !matrix.is_bad && m >= 0 && n >= 0 && alpha &&
                matrix.ld >= (order > 1 ? order : 1) && ldb >= m && ldc >= m);
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    size_t squares = (size_t)order * order, rest = b == c ? (size_t)m * n : 0;
    T *whole = (T *)handle_scratch(handle, (squares + rest + 1) * sizeof(T));
    if (!whole)
        return CUBLAS_STATUS_ALLOC_FAILED;
    expand(handle, matrix, whole, order, order);
    if (rest > 0) { /* in place */
        expand(handle, matrix_general<T>(b, ldb, CUBLAS_OP_N), whole + squares, m, n);
        b = whole + squares;
        ldb = m;
    }
    if (!beta) {
        beta = whole + squares + rest;
        cudaMemsetAsync((void *)beta, 0, sizeof(T), handle->stream);
    }
    T zero(0);
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_HOST && beta == whole + squares + rest)
        beta = &zero;
    bool left = side == CUBLAS_SIDE_LEFT;
    gemm_call call = gemm_plain<T>(type, CUBLAS_OP_N, CUBLAS_OP_N, m, n, order, alpha,
                                   batch_single(left ? whole : b), left ? order : ldb,
                                   batch_single(left ? b : whole), left ? ldb : order, beta,
                                   batch_single(c), ldc, 1);
    return gemm_run(handle, &call);
}

/* A factor that kernels take as T and the call gives as S. */
template <class T, class S>
static const void *wide_factor(cublasHandle_t handle, const void *from, T *host, T *device)
{
    if constexpr (sizeof(T) == sizeof(S)) {
        return from;
    } else if (handle->pointer_mode == CUBLAS_POINTER_MODE_HOST) {
        *host = T(*(const S *)from);
        return host;
    }
    cudaMemsetAsync(device, 0, sizeof(T), handle->stream);
    cudaMemcpyAsync(device, from, sizeof(S), cudaMemcpyDeviceToDevice, handle->stream);
    return device;
}

/* C = alpha op(A) op(B)' + beta C, one triangle of it. R: the type of beta, and A: of alpha. */
template <class T, class A, class R>
static cublasStatus_t rank_k(cublasHandle_t handle, cudaDataType type, bool hermitian,
                             cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,
                             const void *alpha, const void *a, int lda, const void *b, int ldb,
                             const void *beta, void *c, int ldc)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(alpha && beta && is_operation(trans) && is_fill(uplo));
    T *device = NULL, wide[2];
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE) {
        device = (T *)handle_scratch(handle, 4 * sizeof(T));
        if (!device)
            return CUBLAS_STATUS_ALLOC_FAILED;
    }
    cublasOperation_t turned = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
    bool flat = trans == CUBLAS_OP_N;
    gemm_call call = gemm_plain<T>(
        type, flat ? CUBLAS_OP_N : turned, flat ? turned : CUBLAS_OP_N, n, n, k,
        wide_factor<T, A>(handle, alpha, &wide[0], device), batch_single(a), lda, batch_single(b),
        ldb, wide_factor<T, R>(handle, beta, &wide[1], device + 1), batch_single(c), ldc, 1);
    CHECK_VALUE(gemm_is_valid(&call));
    call.triangle = uplo == CUBLAS_FILL_MODE_LOWER ? 1 : 2;
    call.hermitian = hermitian;
    return gemm_run(handle, &call);
}

template <class T> static __global__ void second_factors(const T *alpha, T *to, bool conjugated)
{
    to[0] = conjugated ? conjugate(*alpha) : *alpha;
    to[1] = T(1);
}

/* C = alpha A B' + alpha' B A' + beta C: two products. */
template <class T, class R>
static cublasStatus_t rank_2k(cublasHandle_t handle, cudaDataType type, bool hermitian,
                              cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,
                              const void *alpha, const void *a, int lda, const void *b, int ldb,
                              const void *beta, void *c, int ldc)
{
    cublasStatus_t first = rank_k<T, T, R>(handle, type, hermitian, uplo, trans, n, k, alpha, a,
                                           lda, b, ldb, beta, c, ldc);
    if (first != CUBLAS_STATUS_SUCCESS)
        return first;
    T host[2], *factors = host;
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_HOST) {
        T given = *(const T *)alpha;
        host[0] = hermitian ? conjugate(given) : given;
        host[1] = T(1);
    } else {
        factors = (T *)handle_scratch(handle, 4 * sizeof(T)) + 2;
        second_factors<<<1, 1, 0, handle->stream>>>((const T *)alpha, factors, hermitian);
    }
    return rank_k<T, T, T>(handle, type, hermitian, uplo, trans, n, k, factors, b, ldb, a, lda,
                           factors + 1, c, ldc);
}

template <class T>
static cublasStatus_t solve_many(cublasHandle_t handle, cublasSideMode_t side,
                                 cublasFillMode_t uplo, cublasOperation_t trans,
                                 cublasDiagType_t diag, int m, int n, const void *alpha,
                                 const void *a, const T *const *a_list, int lda, void *b,
                                 T *const *b_list, int ldb, int batches)
{
    CHECK_HANDLE(handle);
    bool left = side == CUBLAS_SIDE_LEFT;
    CHECK_VALUE(is_side(side) && m >= 0 && n >= 0 && alpha && lda >= (left ? m : n) && ldb >= m &&
                batches >= 0);
    matrix_of<T> matrix = matrix_triangle<T>(a, lda, uplo, trans, diag);
    CHECK_VALUE(!matrix.is_bad);
    if (m == 0 || n == 0 || batches == 0)
        return CUBLAS_STATUS_SUCCESS;
    if (!left) /* X A = B is A' X' = B' */
        matrix.transposed = !matrix.transposed;
    solve_problem<T> p = {};
    p.a = *(matrix_of<const T> *)&matrix;
    p.a_list = a_list, p.b_list = b_list;
    p.n = left ? m : n;
    p.columns = left ? n : m;
    p.batches = batches;
    p.forward = matrix.lower != matrix.transposed;
    p.alpha = factor_of<T>(handle, alpha);
    p.b = (T *)b;
    p.step = left ? 1 : ldb, p.next = left ? ldb : 1;
    solve_kernel<<<dim3(p.columns, blocks_for(batches, 1, 65535)), 128, 0, handle->stream>>>(p);
    return handle_launched();
}

template <class T> struct sum_problem {
    matrix_of<const T> a, b;
    factor<T> alpha, beta;
    T *c;
    long long ldc;
    int m, n;
};

/* C = alpha op(A) + beta op(B). */
template <class T> __global__ void __launch_bounds__(256) sum_kernel(sum_problem<T> p)
{
    T alpha = p.alpha.get(), beta = p.beta.get();
    int i = blockIdx.x * 32 + threadIdx.x % 32;
    for (int j = blockIdx.y * 8 + threadIdx.x / 32; i < p.m && j < p.n; j += gridDim.y * 8) {
        T sum = alpha == T(0) ? T(0) : alpha * p.a.at(i, j);
        if (!(beta == T(0)))
            sum = multiply_add(beta, p.b.at(i, j), sum);
        p.c[i + j * p.ldc] = sum;
    }
}

/* C = A diag(x) or diag(x) A. */
template <class T>
__global__ void __launch_bounds__(256)
    diagonal_kernel(bool left, int m, int n, const T *a, long long lda, vector_of<const T> x, T *c,
                    long long ldc)
{
    int i = blockIdx.x * 32 + threadIdx.x % 32;
    for (int j = blockIdx.y * 8 + threadIdx.x / 32; i < m && j < n; j += gridDim.y * 8)
        c[i + j * ldc] = a[i + j * lda] * x[left ? i : j];
}

#define CALLS_OF_ALL(X, T, N, type)                                                                \
    CALLS_OF_SHAPE(X, T, N, T, T, type, sy, SHAPE_SYMMETRIC, false)                                \
    extern "C" cublasStatus_t cublas##X##trmm_v2(                                                  \
        cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                       \
        cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T *alpha, const T *a,  \
        int lda, const T *b, int ldb, T *c, int ldc)                                               \
    {                                                                                              \
        return half_times<N>(handle, type, side, matrix_triangle<N>(a, lda, uplo, trans, diag), m, \
                             n, alpha, b, ldb, NULL, c, ldc);                                      \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##trsm_v2(                                                  \
        cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                       \
        cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T *alpha, const T *a,  \
        int lda, T *b, int ldb)                                                                    \
    {                                                                                              \
        return solve_many<N>(handle, side, uplo, trans, diag, m, n, alpha, a, NULL, lda, b, NULL,  \
                             ldb, 1);                                                              \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##trsmBatched(                                              \
        cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                       \
        cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T *alpha,              \
        const T *const a[], int lda, T *const b[], int ldb, int batch_count)                       \
    {                                                                                              \
        return solve_many<N>(handle, side, uplo, trans, diag, m, n, alpha, NULL,                   \
                             (const N *const *)a, lda, NULL, (N *const *)b, ldb, batch_count);     \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##geam(                                                     \
        cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,   \
        const T *alpha, const T *a, int lda, const T *beta, const T *b, int ldb, T *c, int ldc)    \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        CHECK_VALUE(is_operation(transa) && is_operation(transb));                                 \
        CHECK_VALUE(m >= 0 && n >= 0 && alpha && beta && ldc >= m);                                \
        sum_problem<N> p = {matrix_general<const N>(a, lda, transa),                               \
                            matrix_general<const N>(b, ldb, transb),                               \
                            factor_of<N>(handle, alpha),                                           \
                            factor_of<N>(handle, beta),                                            \
                            (N *)c,                                                                \
                            ldc,                                                                   \
                            m,                                                                     \
                            n};                                                                    \
        if (m > 0 && n > 0)                                                                        \
            sum_kernel<<<dim3((m + 31) / 32, blocks_for(n, 8, 1024)), 256, 0, handle->stream>>>(   \
                p);                                                                                \
        return handle_launched();                                                                  \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, \
                                              int n, const T *a, int lda, const T *x, int incx,    \
                                              T *c, int ldc)                                       \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        CHECK_VALUE(is_side(side) && m >= 0 && n >= 0 && lda >= m && ldc >= m);                    \
        bool left = side == CUBLAS_SIDE_LEFT;                                                      \
        if (m > 0 && n > 0)                                                                        \
            diagonal_kernel<<<dim3((m + 31) / 32, blocks_for(n, 8, 1024)), 256, 0,                 \
                              handle->stream>>>(left, m, n, (const N *)a, lda,                     \
                                                vector_at<const N>(x, left ? m : n, incx), (N *)c, \
                                                ldc);                                              \
        return handle_launched();                                                                  \
    }

/* S: the factors of a rank-k update; R: beta of a rank-2k update. */
#define CALLS_OF_SHAPE(X, T, N, S, R, type, sy, shape, hermitian)                                  \
    extern "C" cublasStatus_t cublas##X##sy##mm_v2(                                                \
        cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,         \
        const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc)    \
    {                                                                                              \
        CHECK_VALUE(beta);                                                                         \
        return half_times<N>(handle, type, side, matrix_half<N>(a, lda, shape, uplo), m, n, alpha, \
                             b, ldb, beta, c, ldc);                                                \
    }                                                                                              \
    RANK_CALLS(X, T, N, S, R, type, sy##rk, sy##r2k, sy##rkx, hermitian)

#define RANK_CALLS(X, T, N, S, R, type, rk, r2k, rkx, hermitian)                                   \
    extern "C" cublasStatus_t cublas##X##rk##_v2(                                                  \
        cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,       \
        const S *alpha, const T *a, int lda, const S *beta, T *c, int ldc)                         \
    {                                                                                              \
        return rank_k<N, S, S>(handle, type, hermitian, uplo, trans, n, k, alpha, a, lda, a, lda,  \
                               beta, c, ldc);                                                      \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##r2k##_v2(                                                 \
        cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,       \
        const T *alpha, const T *a, int lda, const T *b, int ldb, const R *beta, T *c, int ldc)    \
    {                                                                                              \
        return rank_2k<N, R>(handle, type, hermitian, uplo, trans, n, k, alpha, a, lda, b, ldb,    \
                             beta, c, ldc);                                                        \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##rkx(                                                      \
        cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,       \
        const T *alpha, const T *a, int lda, const T *b, int ldb, const R *beta, T *c, int ldc)    \
    {                                                                                              \
        return rank_k<N, T, R>(handle, type, hermitian, uplo, trans, n, k, alpha, a, lda, b, ldb,  \
                               beta, c, ldc);                                                      \
    }

CALLS_OF_ALL(S, float, float, CUDA_R_32F)
CALLS_OF_ALL(D, double, double, CUDA_R_64F)
CALLS_OF_ALL(C, cuComplex, complex_float, CUDA_C_32F)
CALLS_OF_ALL(Z, cuDoubleComplex, complex_double, CUDA_C_64F)
CALLS_OF_SHAPE(C, cuComplex, complex_float, float, float, CUDA_C_32F, he, SHAPE_HERMITIAN, true)
CALLS_OF_SHAPE(Z, cuDoubleComplex, complex_double, double, double, CUDA_C_64F, he, SHAPE_HERMITIAN,
               true)
