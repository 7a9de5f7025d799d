/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's Cholesky: factors by one block, solutions and inverses from them, batches. */
#include "cholesky_kernel.h"

template <class T>
static __global__ void __launch_bounds__(LU_THREADS)
    cholesky_batch(bool lower, int n, T *const *a, long long lda, int *info)
{
    cholesky_factor(lower, n, a[blockIdx.x], lda, info + blockIdx.x);
}

template <class T>
static cusolverStatus_t potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n, T *a,
                              int64_t lda, int *info)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(n >= 0 && lda >= n && info, CUSOLVER_STATUS_INVALID_VALUE);
    cholesky_kernel<<<1, LU_THREADS, 0, handle->stream>>>(uplo == CUBLAS_FILL_MODE_LOWER, (int)n, a,
                                                          (long long)lda, info);
    return launched();
}

template <class T>
static cusolverStatus_t potrf_batch(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                    T *const *a, int lda, int *info, int batch)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(n >= 0 && lda >= n && info && batch >= 0, CUSOLVER_STATUS_INVALID_VALUE);
    if (batch > 0)
        cholesky_batch<<<batch, LU_THREADS, 0, handle->stream>>>(uplo == CUBLAS_FILL_MODE_LOWER, n,
                                                                 a, (long long)lda, info);
    return launched();
}

/* Where the two triangles of a factor are used; b and its columns are the caller's to say. */
template <class T>
static solve_columns<T> factors_of(cublasFillMode_t uplo, int64_t n, const T *a, int64_t lda)
{
    typedef matrix_of<const T> half;
    const half flat =
        matrix_triangle<const T>(a, (int)lda, uplo, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT);
    const half turned =
        matrix_triangle<const T>(a, (int)lda, uplo, CUBLAS_OP_C, CUBLAS_DIAG_NON_UNIT);
    const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
    return {lower ? flat : turned, lower ? turned : flat, (int)n, 0, NULL, false, NULL, 0};
}

template <class T>
static cusolverStatus_t potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n,
                              int64_t columns, const T *a, int64_t lda, T *b, int64_t ldb,
                              int *info)
{
    solve_columns<T> p = factors_of(uplo, n, a, lda);
    p.columns = (int)columns;
    p.b = b;
    p.ldb = ldb;
    return solve_run(handle, p, info);
}

template <class T>
static __global__ void __launch_bounds__(LU_THREADS)
    solve_batch(solve_columns<T> p, const T *const *a, T *const *b, int *info)
{
    p.first.first = p.second.first = a[blockIdx.x];
    for (int c = threadIdx.x; c < p.columns; c += LU_THREADS)
        solve_column(p, b[blockIdx.x] + c * p.ldb);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *info = 0;
}

template <class T>
static cusolverStatus_t potrs_batch(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                    int columns, const T *const *a, int lda, T *const *b, int ldb,
                                    int *info, int batch)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(n >= 0 && lda >= n && ldb >= n && columns >= 0 && info && batch >= 0,
                 CUSOLVER_STATUS_INVALID_VALUE);
    solve_columns<T> p = factors_of(uplo, n, (const T *)NULL, lda);
    p.columns = columns;
    p.ldb = ldb;
    if (batch > 0)
        solve_batch<<<batch, LU_THREADS, 0, handle->stream>>>(p, a, b, info);
    return launched();
}

/* ---- inverses ---- */

/* Columns of the inverse, each from one of the identity; a root that is zero: info says which. */
template <class T>
static __global__ void __launch_bounds__(LU_THREADS) invert_columns(solve_columns<T> p, int *info)
{
    __shared__ int problem;
    if (threadIdx.x == 0) {
        problem = 0;
        for (int i = p.n - 1; i >= 0; i--)
            if (p.first.at(i, i) == T(0))
                problem = i + 1;
        if (blockIdx.x == 0)
            *info = problem;
    }
    __syncthreads();
    const int c = blockIdx.x * LU_THREADS + threadIdx.x;
    if (problem || c >= p.n)
        return;
    T *column = p.b + (long long)c * p.n;
    for (int i = 0; i < p.n; i++)
        column[i] = T(i == c ? 1 : 0);
    solve_column(p, column);
}

template <class T>
static __global__ void __launch_bounds__(LU_THREADS)
    store_half(bool lower, int n, const T *from, T *a, long long lda, const int *info)
{
    for (long long e = blockIdx.x * LU_THREADS + threadIdx.x; *info == 0 && e < (long long)n * n;
         e += gridDim.x * LU_THREADS) {
        const int i = (int)(e % n), j = (int)(e / n);
        if (lower ? i >= j : i <= j)
            a[i + j * lda] = from[e];
    }
}

template <class T>
static cusolverStatus_t potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a,
                              int lda, T *room, int elements, int *info)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(n >= 0 && lda >= n && info && elements >= (long long)n * n,
                 CUSOLVER_STATUS_INVALID_VALUE);
    solve_columns<T> p = factors_of(uplo, n, a, lda);
    p.b = room;
    p.ldb = n;
    invert_columns<<<n / LU_THREADS + 1, LU_THREADS, 0, handle->stream>>>(p, info);
    store_half<<<blocks_for((long long)n * n + 1, LU_THREADS, 1024), LU_THREADS, 0,
                 handle->stream>>>(uplo == CUBLAS_FILL_MODE_LOWER, n, room, a, (long long)lda,
                                   info);
    return launched();
}

#define CALLS(X, T, N)                                                                             \
    extern "C" cusolverStatus_t cusolverDn##X##potrf_bufferSize(                                   \
        cusolverDnHandle_t, cublasFillMode_t, int, T *, int, int *elements)                        \
    {                                                                                              \
        *elements = 1;                                                                             \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##potrf(cusolverDnHandle_t handle,                    \
                                                     cublasFillMode_t uplo, int n, T *a, int lda,  \
                                                     T *, int, int *info)                          \
    {                                                                                              \
        return potrf(handle, uplo, n, (N *)a, lda, info);                                          \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##potrs(                                              \
        cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int columns, const T *a, int lda, \
        T *b, int ldb, int *info)                                                                  \
    {                                                                                              \
        return potrs<N>(handle, uplo, n, columns, (const N *)a, lda, (N *)b, ldb, info);           \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##potrfBatched(cusolverDnHandle_t handle,             \
                                                            cublasFillMode_t uplo, int n, T *a[],  \
                                                            int lda, int *info, int batch)         \
    {                                                                                              \
        return potrf_batch(handle, uplo, n, (N **)a, lda, info, batch);                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##potrsBatched(                                       \
        cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int columns, T *a[], int lda,     \
        T *b[], int ldb, int *info, int batch)                                                     \
    {                                                                                              \
        return potrs_batch<N>(handle, uplo, n, columns, (N **)a, lda, (N **)b, ldb, info, batch);  \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##potri_bufferSize(                                   \
        cusolverDnHandle_t, cublasFillMode_t, int n, T *, int, int *elements)                      \
    {                                                                                              \
        CHECK_SOLVER(n >= 0 && n <= 46340, CUSOLVER_STATUS_INVALID_VALUE); /* its square fits */   \
        *elements = n > 0 ? n * n : 1;                                                             \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##potri(cusolverDnHandle_t handle,                    \
                                                     cublasFillMode_t uplo, int n, T *a, int lda,  \
                                                     T *room, int elements, int *info)             \
    {                                                                                              \
        return potri(handle, uplo, n, (N *)a, lda, (N *)room, elements, info);                     \
    }
FOR_EACH_TYPE(CALLS)

/* ---- any type, with numbers of 64 bits ---- */

template <class T>
static cusolverStatus_t potrf_any(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n,
                                  void *a, int64_t lda, int *info)
{
    return potrf(handle, uplo, n, (T *)a, lda, info);
}
template <class T>
static cusolverStatus_t potrs_any(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n,
                                  int64_t columns, const void *a, int64_t lda, void *b,
                                  int64_t ldb, int *info)
{
    return potrs<T>(handle, uplo, n, columns, (const T *)a, lda, (T *)b, ldb, info);
}

extern "C" {
cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                             cublasFillMode_t, int64_t, cudaDataType type,
                                             const void *, int64_t, cudaDataType, size_t *device,
                                             size_t *host)
{
    return solver_no_room(type, device, host);
}
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, cudaDataType, void *, size_t, void *, size_t,
                                  int *info)
{
    SOLVER_BY_TYPE(type, potrf_any, handle, uplo, n, a, lda, info)
}
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasFillMode_t uplo, int64_t n, int64_t columns,
                                  cudaDataType type, const void *a, int64_t lda, cudaDataType of_b,
                                  void *b, int64_t ldb, int *info)
{
    CHECK_SOLVER(type == of_b, CUSOLVER_STATUS_INVALID_VALUE);
    SOLVER_BY_TYPE(type, potrs_any, handle, uplo, n, columns, a, lda, b, ldb, info)
}
}
