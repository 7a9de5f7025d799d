/* SPDX-License-Identifier: BSD-3-Clause */
/* Factorisations of batches of small matrices: P A = L U with partial pivoting, solutions and
 * inverses from it. A block has a matrix. */
#include "lu_kernels.h"

template <class T>
__global__ void __launch_bounds__(LU_THREADS)
    lu_factor_kernel(int n, T *const *a, long long ld, int *pivots, int *info)
{
    lu_factor(a[blockIdx.x], ld, n, n, pivots ? pivots + (long long)blockIdx.x * n : NULL,
              info + blockIdx.x);
}

template <class T> struct lu_solve_problem {
    matrix_of<const T> lower, upper; /* both halves of what was factored, as the call means them */
    int n, columns;
    const T *const *a;
    const int *pivots;
    T *const *b;
    long long ldb;
    bool inverts; /* b becomes the identity first */
};

template <class T>
__global__ void __launch_bounds__(LU_THREADS) lu_solve_kernel(lu_solve_problem<T> p)
{
    T *b = p.b[blockIdx.x];
    const int *pivots = p.pivots ? p.pivots + (long long)blockIdx.x * p.n : NULL;
    p.lower.first = p.upper.first = p.a[blockIdx.x];
    for (int c = threadIdx.x; c < p.columns; c += LU_THREADS) {
        T *column = b + c * p.ldb;
        for (int i = 0; p.inverts && i < p.n; i++)
            column[i] = T(i == c ? 1 : 0);
        if (p.lower.transposed)
            lu_solve_column(p.lower, p.upper, p.n, column);
        for (int i = 0; pivots && i < p.n; i++) { /* row exchanges, backwards if they come last */
            int at = p.lower.transposed ? p.n - 1 - i : i, other = pivots[at] - 1;
            T held = column[at];
            column[at] = column[other];
            column[other] = held;
        }
        if (!p.lower.transposed)
            lu_solve_column(p.lower, p.upper, p.n, column);
    }
}

/* A copy of each matrix, factored, and the inverse made from it. */
template <class T>
__global__ void __launch_bounds__(LU_THREADS)
    invert_kernel(int n, const T *const *a, long long lda, T *copies, int *pivots,
                  T *const *inverse, long long ldinv, int *info)
{
    T *copy = copies + (long long)blockIdx.x * n * n;
    int *pivot = pivots + (long long)blockIdx.x * n;
    const T *from = a[blockIdx.x];
    for (int e = threadIdx.x; e < n * n; e += LU_THREADS)
        copy[e] = from[e % n + e / n * lda];
    __syncthreads();
    lu_factor(copy, n, n, n, pivot, info + blockIdx.x);
    __syncthreads();
    matrix_of<const T> lower = {}, upper = {};
    lower.first = upper.first = copy;
    lower.ld = upper.ld = n;
    lower.shape = upper.shape = SHAPE_TRIANGULAR;
    lower.lower = lower.unit = true;
    for (int c = threadIdx.x; c < n; c += LU_THREADS) {
        T *column = inverse[blockIdx.x] + c * ldinv;
        for (int i = 0; i < n; i++)
            column[i] = T(i == c ? 1 : 0);
        for (int i = 0; i < n; i++) {
            T held = column[i];
            column[i] = column[pivot[i] - 1];
            column[pivot[i] - 1] = held;
        }
        lu_solve_column(lower, upper, n, column);
    }
}

template <class T>
static cublasStatus_t factorise(cublasHandle_t handle, int n, T *const *a, int lda, int *pivots,
                                int *info, int batches)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(n >= 0 && batches >= 0 && lda >= n && info);
    if (n > 0 && batches > 0)
        lu_factor_kernel<<<batches, LU_THREADS, 0, handle->stream>>>(n, a, (long long)lda, pivots,
                                                                     info);
    return handle_launched();
}

template <class T>
static cublasStatus_t solve(cublasHandle_t handle, cublasOperation_t trans, int n, int columns,
                            const T *const *a, int lda, const int *pivots, T *const *b, int ldb,
                            bool inverts, int batches)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(is_operation(trans) && n >= 0 && columns >= 0 && batches >= 0 && lda >= n &&
                ldb >= n);
    lu_solve_problem<T> p = {};
    matrix_of<T> lower =
        matrix_triangle<T>(NULL, lda, CUBLAS_FILL_MODE_LOWER, trans, CUBLAS_DIAG_UNIT);
    matrix_of<T> upper =
        matrix_triangle<T>(NULL, lda, CUBLAS_FILL_MODE_UPPER, trans, CUBLAS_DIAG_NON_UNIT);
    p.lower = *(matrix_of<const T> *)&lower, p.upper = *(matrix_of<const T> *)&upper;
    p.n = n, p.columns = columns, p.a = a, p.pivots = pivots, p.b = b, p.ldb = ldb,
    p.inverts = inverts;
    if (n > 0 && columns > 0 && batches > 0)
        lu_solve_kernel<<<batches, LU_THREADS, 0, handle->stream>>>(p);
    return handle_launched();
}

template <class T>
static cublasStatus_t invert(cublasHandle_t handle, int n, const T *const *a, int lda,
                             T *const *inverse, int ldinv, int *info, int batches)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(n >= 0 && batches >= 0 && lda >= n && ldinv >= n && info);
    if (n == 0 || batches == 0)
        return CUBLAS_STATUS_SUCCESS;
    size_t elements = (size_t)n * n * batches;
    T *copies =
        (T *)handle_scratch(handle, elements * sizeof(T) + (size_t)n * batches * sizeof(int));
    if (!copies)
        return CUBLAS_STATUS_ALLOC_FAILED;
    invert_kernel<<<batches, LU_THREADS, 0, handle->stream>>>(
        n, a, (long long)lda, copies, (int *)(copies + elements), inverse, (long long)ldinv, info);
    return handle_launched();
}

#define CALLS(X, T, N)                                                                             \
    extern "C" cublasStatus_t cublas##X##getrfBatched(cublasHandle_t handle, int n, T *const a[],  \
                                                      int lda, int *pivots, int *info, int count)  \
    {                                                                                              \
        return factorise<N>(handle, n, (N *const *)a, lda, pivots, info, count);                   \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##getrsBatched(                                             \
        cublasHandle_t handle, cublasOperation_t trans, int n, int columns, const T *const a[],    \
        int lda, const int *pivots, T *const b[], int ldb, int *info, int count)                   \
    {                                                                                              \
        CHECK_VALUE(info);                                                                         \
        *info = 0;                                                                                 \
        return solve<N>(handle, trans, n, columns, (const N *const *)a, lda, pivots,               \
                        (N *const *)b, ldb, false, count);                                         \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##getriBatched(                                             \
        cublasHandle_t handle, int n, const T *const a[], int lda, const int *pivots,              \
        T *const c[], int ldc, int *info, int count)                                               \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        CHECK_VALUE(info);                                                                         \
        if (count > 0)                                                                             \
            cudaMemsetAsync(info, 0, count * sizeof(int), handle->stream);                         \
        return solve<N>(handle, CUBLAS_OP_N, n, n, (const N *const *)a, lda, pivots,               \
                        (N *const *)c, ldc, true, count);                                          \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##matinvBatched(cublasHandle_t handle, int n,               \
                                                       const T *const a[], int lda, T *const c[],  \
                                                       int ldc, int *info, int count)              \
    {                                                                                              \
        return invert<N>(handle, n, (const N *const *)a, lda, (N *const *)c, ldc, info, count);    \
    }

FOR_EACH_TYPE(CALLS)
