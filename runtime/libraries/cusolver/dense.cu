/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER for dense matrices: LU and Cholesky by one block. */
#include "solver.h"

#include "../cublas/lu_kernels.h"

template <class T>
static __global__ void __launch_bounds__(LU_THREADS)
    getrf_kernel(int n, T *a, long long lda, int *pivots, int *info)
{
    lu_factor(a, lda, n, pivots, info);
}

/* The lower factor L of A = L L', or the upper one as its conjugated transpose, in place. */
template <class T>
static __global__ void __launch_bounds__(LU_THREADS)
    potrf_kernel(bool lower, int n, T *a, long long lda, int *info)
{
    __shared__ int problem;
    long long down = lower ? 1 : lda, across = lower ? lda : 1; /* as if it were the lower half */
    if (threadIdx.x == 0)
        problem = 0;
    __syncthreads();
    for (int k = 0; k < n; k++) {
        if (threadIdx.x == 0) {
            real_of<T> pivot = real_part(a[k * (down + across)]);
            if (pivot > 0)
                a[k * (down + across)] = T(sqrt(pivot));
            else
                problem = k + 1;
        }
        __syncthreads();
        if (problem)
            break;
        T root = a[k * (down + across)];
        for (int i = k + 1 + threadIdx.x; i < n; i += LU_THREADS)
            a[i * down + k * across] = a[i * down + k * across] / root;
        __syncthreads();
        int left = n - k - 1;
        for (int e = threadIdx.x; e < left * left; e += LU_THREADS) {
            int i = k + 1 + e % left, j = k + 1 + e / left;
            if (i >= j) {
                T x = a[i * down + k * across], y = conjugate(a[j * down + k * across]);
                a[i * down + j * across] = a[i * down + j * across] - x * y;
            }
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *info = problem;
}

/* A column a thread. `first` and `second` are triangular: lower, then upper as they are used. */
template <class T> struct solve_columns {
    matrix_of<const T> first, second;
    int n, columns;
    const int *pivots; /* NULL: no exchanges */
    bool exchanges_last;
    T *b;
    long long ldb;
};

template <class T> static __device__ void exchange_rows(const solve_columns<T> &p, T *b)
{
    for (int i = 0; p.pivots && i < p.n; i++) {
        int at = p.exchanges_last ? p.n - 1 - i : i, other = p.pivots[at] - 1;
        T held = b[at];
        b[at] = b[other];
        b[other] = held;
    }
}

template <class T>
static __global__ void __launch_bounds__(LU_THREADS) solve_kernel_of(solve_columns<T> p, int *info)
{
    int c = blockIdx.x * LU_THREADS + threadIdx.x;
    if (c == 0)
        *info = 0;
    if (c >= p.columns)
        return;
    T *b = p.b + c * p.ldb;
    if (!p.exchanges_last)
        exchange_rows(p, b);
    for (int i = 0; i < p.n; i++) {
        T sum = b[i];
        for (int j = 0; j < i; j++)
            sum = sum - p.first.at(i, j) * b[j];
        b[i] = p.first.unit ? sum : sum / p.first.at(i, i);
    }
    for (int i = p.n - 1; i >= 0; i--) {
        T sum = b[i];
        for (int j = i + 1; j < p.n; j++)
            sum = sum - p.second.at(i, j) * b[j];
        b[i] = p.second.unit ? sum : sum / p.second.at(i, i);
    }
    if (p.exchanges_last)
        exchange_rows(p, b);
}

template <class T>
static cusolverStatus_t solve_run(cusolverDnHandle_t handle, const matrix_of<T> &first,
                                  const matrix_of<T> &second, int n, int columns, const int *pivots,
                                  bool exchanges_last, T *b, int ldb, int *info)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(n >= 0 && columns >= 0 && ldb >= n && first.ld >= n && info,
                 CUSOLVER_STATUS_INVALID_VALUE);
    solve_columns<T> p = {*(const matrix_of<const T> *)&first,
                          *(const matrix_of<const T> *)&second,
                          n,
                          columns,
                          pivots,
                          exchanges_last,
                          b,
                          ldb};
    solve_kernel_of<<<columns / LU_THREADS + 1, LU_THREADS, 0, handle->stream>>>(p, info);
    return launched();
}

template <class T>
static cusolverStatus_t getrs(cusolverDnHandle_t handle, cublasOperation_t op, int n, int columns,
                              const T *a, int lda, const int *pivots, T *b, int ldb, int *info)
{
    matrix_of<T> lower = matrix_triangle<T>(a, lda, CUBLAS_FILL_MODE_LOWER, op, CUBLAS_DIAG_UNIT);
    matrix_of<T> upper =
        matrix_triangle<T>(a, lda, CUBLAS_FILL_MODE_UPPER, op, CUBLAS_DIAG_NON_UNIT);
    bool flat = op == CUBLAS_OP_N;
    return solve_run(handle, flat ? lower : upper, flat ? upper : lower, n, columns, pivots, !flat,
                     b, ldb, info);
}

template <class T>
static cusolverStatus_t potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int columns,
                              const T *a, int lda, T *b, int ldb, int *info)
{
    matrix_of<T> flat = matrix_triangle<T>(a, lda, uplo, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT);
    matrix_of<T> turned = matrix_triangle<T>(a, lda, uplo, CUBLAS_OP_C, CUBLAS_DIAG_NON_UNIT);
    bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
    return solve_run(handle, lower ? flat : turned, lower ? turned : flat, n, columns,
                     (const int *)NULL, false, b, ldb, info);
}

SOLVER_HANDLE(Dn)
#define CALLS(X, T, N)                                                                             \
    extern "C" cusolverStatus_t cusolverDn##X##getrf_bufferSize(cusolverDnHandle_t, int, int, T *, \
                                                                int, int *elements)                \
    {                                                                                              \
        *elements = 1;                                                                             \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##getrf(cusolverDnHandle_t handle, int m, int n,      \
                                                     T *a, int lda, T *, int *pivots, int *info)   \
    {                                                                                              \
        CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);                                     \
        CHECK_SOLVER(m >= 0 && n >= 0 && lda >= m && info, CUSOLVER_STATUS_INVALID_VALUE);         \
        if (m != n) {                                                                              \
            refuse("cusolverDn" #X "getrf", "only square matrices are supported");                 \
            return CUSOLVER_STATUS_NOT_SUPPORTED;                                                  \
        }                                                                                          \
        getrf_kernel<<<1, LU_THREADS, 0, handle->stream>>>(n, (N *)a, (long long)lda, pivots,      \
                                                           info);                                  \
        return launched();                                                                         \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##getrs(                                              \
        cusolverDnHandle_t handle, cublasOperation_t op, int n, int columns, const T *a, int lda,  \
        const int *pivots, T *b, int ldb, int *info)                                               \
    {                                                                                              \
        return getrs<N>(handle, op, n, columns, (const N *)a, lda, pivots, (N *)b, ldb, info);     \
    }                                                                                              \
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
        CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);                                     \
        CHECK_SOLVER(n >= 0 && lda >= n && info, CUSOLVER_STATUS_INVALID_VALUE);                   \
        potrf_kernel<<<1, LU_THREADS, 0, handle->stream>>>(uplo == CUBLAS_FILL_MODE_LOWER, n,      \
                                                           (N *)a, (long long)lda, info);          \
        return launched();                                                                         \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##potrs(                                              \
        cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int columns, const T *a, int lda, \
        T *b, int ldb, int *info)                                                                  \
    {                                                                                              \
        return potrs<N>(handle, uplo, n, columns, (const N *)a, lda, (N *)b, ldb, info);           \
    }
FOR_EACH_TYPE(CALLS)

#define REFUSE(name) REFUSED_CALL(cusolverStatus_t, CUSOLVER_STATUS_NOT_SUPPORTED, name)
SIMGPU_CUSOLVER_REFUSED(REFUSE)
SIMGPU_CUSOLVER_OTHER(REFUSE)
