/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLAS's products of many matrices with a vector each: one launch for all. */
#include "level2_kernels.h"

template <class T, class Y, class S> struct mv_batch {
    const T *const *a_list, *const *x_list; /* or the first of each, and the way to the next */
    Y *const *y_list;
    const T *a, *x;
    Y *y;
    long long a_stride, x_stride, y_stride;
};

template <class T, class Y, class S>
static cublasStatus_t mv_batches(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                                 const void *alpha, int lda, int incx, const void *beta, int incy,
                                 int batches, const mv_batch<T, Y, S> &of)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(is_operation(trans) && m >= 0 && n >= 0 && lda >= (m > 1 ? m : 1) && incx != 0 &&
                incy != 0 && batches >= 0 && alpha && beta);
    const matrix_of<const T> a = matrix_general<const T>(of.a, lda, trans);
    mv_problem<T, Y, S> p = {};
    p.a = a;
    p.rows = a.transposed ? n : m, p.columns = a.transposed ? m : n;
    if (m == 0 || n == 0 || batches == 0)
        return CUBLAS_STATUS_SUCCESS;
    p.alpha = factor_of<S>(handle, alpha), p.beta = factor_of<S>(handle, beta);
    p.x_begin = incx < 0 ? (1LL - p.columns) * incx : 0;
    p.y_begin = incy < 0 ? (1LL - p.rows) * incy : 0;
    p.x = {of.x_list ? of.x : of.x + p.x_begin, incx};
    p.y = {of.y_list ? of.y : of.y + p.y_begin, incy};
    p.across = a.transposed;
    p.batches = batches;
    p.a_stride = of.a_stride, p.x_stride = of.x_stride, p.y_stride = of.y_stride;
    p.a_list = of.a_list, p.x_list = of.x_list, p.y_list = of.y_list;
    const dim3 grid((p.rows + 31) / 32, blocks_for(batches, 1, 65535));
    mv_batch_kernel<<<grid, 256, 0, handle->stream>>>(p);
    return handle_launched();
}

/* F: the letters of the call; T, Y: elements of A and x, and of y; A: the factors. The others are
 * how kernels see these. */
#define CALLS(F, T, Y, A, NT, NY, NS)                                                              \
    extern "C" cublasStatus_t cublas##F##gemvBatched(                                              \
        cublasHandle_t handle, cublasOperation_t trans, int m, int n, const A *alpha,              \
        const T *const a[], int lda, const T *const x[], int incx, const A *beta, Y *const y[],    \
        int incy, int batch_count)                                                                 \
    {                                                                                              \
        const mv_batch<NT, NY, NS> of = {(const NT *const *)a,                                     \
                                         (const NT *const *)x,                                     \
                                         (NY *const *)y,                                           \
                                         NULL,                                                     \
                                         NULL,                                                     \
                                         NULL,                                                     \
                                         0,                                                        \
                                         0,                                                        \
                                         0};                                                       \
        return mv_batches(handle, trans, m, n, alpha, lda, incx, beta, incy, batch_count, of);     \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##F##gemvStridedBatched(                                       \
        cublasHandle_t handle, cublasOperation_t trans, int m, int n, const A *alpha, const T *a,  \
        int lda, long long stride_a, const T *x, int incx, long long stride_x, const A *beta,      \
        Y *y, int incy, long long stride_y, int batch_count)                                       \
    {                                                                                              \
        const mv_batch<NT, NY, NS>                                                                 \
            of = {NULL,    NULL,     NULL,     (const NT *)a, (const NT *)x,                       \
                  (NY *)y, stride_a, stride_x, stride_y};                                          \
        return mv_batches(handle, trans, m, n, alpha, lda, incx, beta, incy, batch_count, of);     \
    }
#define PLAIN(X, T, N) CALLS(X, T, T, T, N, N, N)

FOR_EACH_TYPE(PLAIN)
CALLS(HSH, __half, __half, float, __half, __half, float)
CALLS(HSS, __half, float, float, __half, float, float)
CALLS(TST, __nv_bfloat16, __nv_bfloat16, float, __nv_bfloat16, __nv_bfloat16, float)
CALLS(TSS, __nv_bfloat16, float, float, __nv_bfloat16, float, float)
