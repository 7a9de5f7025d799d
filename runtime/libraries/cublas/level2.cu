/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLAS's calls for a matrix and a vector. */
#include "level2_kernels.h"

template <class T>
static cublasStatus_t mv(cublasHandle_t handle, matrix_of<T> a, int rows, int columns,
                         const void *alpha, const void *x, int incx, const void *beta, void *y,
                         int incy)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(!a.is_bad && rows >= 0 && columns >= 0 && incx != 0 && incy != 0 && alpha && beta);
    if (rows == 0)
        return CUBLAS_STATUS_SUCCESS;
    mv_problem<T> p = {};
    p.a = *(matrix_of<const T> *)&a;
    p.rows = rows, p.columns = columns;
    p.alpha = factor_of<T>(handle, alpha), p.beta = factor_of<T>(handle, beta);
    p.x = vector_at<const T>((const T *)x, columns, incx);
    p.y = vector_at<T>((T *)y, rows, incy);
    p.across = a.transposed && a.storage == STORED_DENSE;
    mv_kernel<<<(rows + 31) / 32, 256, 0, handle->stream>>>(p);
    return handle_launched();
}

/* x = A x: from a copy of x. */
template <class T>
static cublasStatus_t mv_in_place(cublasHandle_t handle, matrix_of<T> a, int n, void *x, int incx)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(!a.is_bad && n >= 0 && incx != 0);
    if (n == 0)
        return CUBLAS_STATUS_SUCCESS;
    T *copy = (T *)handle_scratch(handle, n * sizeof(T));
    if (!copy)
        return CUBLAS_STATUS_ALLOC_FAILED;
    size_t step = (size_t)(incx < 0 ? -incx : incx) * sizeof(T);
    cudaMemcpy2DAsync(copy, sizeof(T), x, step, sizeof(T), n, cudaMemcpyDeviceToDevice,
                      handle->stream);
    mv_problem<T> p = {};
    p.a = *(matrix_of<const T> *)&a;
    p.rows = p.columns = n;
    p.alpha = factor_constant(T(1));
    p.x = vector_at<const T>((const T *)copy, n, incx < 0 ? -1 : 1);
    p.y = vector_at<T>((T *)x, n, incx);
    p.across = a.transposed && a.storage == STORED_DENSE;
    mv_kernel<<<(n + 31) / 32, 256, 0, handle->stream>>>(p);
    return handle_launched();
}

template <class T>
static cublasStatus_t solve(cublasHandle_t handle, matrix_of<T> a, int n, void *x, int incx)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(!a.is_bad && n >= 0 && incx != 0);
    if (n == 0)
        return CUBLAS_STATUS_SUCCESS;
    solve_problem<T> p = {};
    p.a = *(matrix_of<const T> *)&a;
    p.n = n, p.columns = p.batches = 1;
    p.forward = a.lower != a.transposed;
    p.alpha = factor_constant(T(1));
    p.b = vector_at<T>((T *)x, n, incx).first;
    p.step = incx;
    solve_kernel<<<1, 128, 0, handle->stream>>>(p);
    return handle_launched();
}

template <class T>
static cublasStatus_t update(cublasHandle_t handle, matrix_of<T> a, int rows, int columns,
                             factor<T> alpha, const void *x, int incx, const void *y, int incy,
                             bool conjugated, bool twice)
{
    CHECK_VALUE(!a.is_bad && rows >= 0 && columns >= 0 && incx != 0 && incy != 0);
    if (rows == 0 || columns == 0)
        return CUBLAS_STATUS_SUCCESS;
    update_problem<T> p = {a,
                           rows,
                           columns,
                           alpha,
                           vector_at<const T>((const T *)x, rows, incx),
                           vector_at<const T>((const T *)y, columns, incy),
                           conjugated,
                           twice};
    dim3 grid((rows + 31) / 32, blocks_for(columns, 8, 1024));
    update_kernel<<<grid, 256, 0, handle->stream>>>(p);
    return handle_launched();
}

/* ---- calls ---- */

#define HANDLE_MATRIX cublasHandle_t handle, cublasFillMode_t uplo, int n
#define TRIANGLE                                                                                   \
    cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,  \
        int n

#define CALLS_OF_TRIANGLES(X, T, N, mul, FUNCTION)                                                 \
    extern "C" cublasStatus_t cublas##X##tr##mul##_v2(TRIANGLE, const T *a, int lda, T *x,         \
                                                      int incx)                                    \
    {                                                                                              \
        return FUNCTION<N>(handle, matrix_triangle<N>(a, lda, uplo, trans, diag), n, x, incx);     \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##tb##mul##_v2(TRIANGLE, int k, const T *a, int lda, T *x,  \
                                                      int incx)                                    \
    {                                                                                              \
        return FUNCTION<N>(                                                                        \
            handle, matrix_as_band(matrix_triangle<N>(a, lda, uplo, trans, diag), k), n, x, incx); \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##tp##mul##_v2(TRIANGLE, const T *ap, T *x, int incx)       \
    {                                                                                              \
        return FUNCTION<N>(handle,                                                                 \
                           matrix_as_packed(matrix_triangle<N>(ap, 0, uplo, trans, diag), n), n,   \
                           x, incx);                                                               \
    }

#define CALLS_OF_ALL(X, T, N)                                                                      \
    extern "C" cublasStatus_t cublas##X##gemv_v2(                                                  \
        cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T *alpha, const T *a,  \
        int lda, const T *x, int incx, const T *beta, T *y, int incy)                              \
    {                                                                                              \
        matrix_of<N> matrix = matrix_general<N>(a, lda, trans);                                    \
        return mv<N>(handle, matrix, matrix.transposed ? n : m, matrix.transposed ? m : n, alpha,  \
                     x, incx, beta, y, incy);                                                      \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##gbmv_v2(                                                  \
        cublasHandle_t handle, cublasOperation_t trans, int m, int n, int kl, int ku,              \
        const T *alpha, const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy)  \
    {                                                                                              \
        matrix_of<N> matrix = matrix_general<N>(a, lda, trans);                                    \
        matrix.storage = STORED_BAND;                                                              \
        matrix.below = kl, matrix.above = ku;                                                      \
        return mv<N>(handle, matrix, matrix.transposed ? n : m, matrix.transposed ? m : n, alpha,  \
                     x, incx, beta, y, incy);                                                      \
    }                                                                                              \
    CALLS_OF_TRIANGLES(X, T, N, mv, mv_in_place)                                                   \
    CALLS_OF_TRIANGLES(X, T, N, sv, solve)                                                         \
    CALLS_OF_SHAPE(X, T, N, N, T, sy, SHAPE_SYMMETRIC, false)

/* S: the factor of a single update, M: as kernels compute it. */
#define CALLS_OF_SHAPE(X, T, N, M, S, sy, shape, conjugated)                                       \
    extern "C" cublasStatus_t cublas##X##sy##mv_v2(HANDLE_MATRIX, const T *alpha, const T *a,      \
                                                   int lda, const T *x, int incx, const T *beta,   \
                                                   T *y, int incy)                                 \
    {                                                                                              \
        return mv<N>(handle, matrix_half<N>(a, lda, shape, uplo), n, n, alpha, x, incx, beta, y,   \
                     incy);                                                                        \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##sy##r_v2(HANDLE_MATRIX, const S *alpha, const T *x,       \
                                                  int incx, T *a, int lda)                         \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        return update_1<N, M>(handle, matrix_half<N>(a, lda, shape, uplo), n, alpha, x, incx,      \
                              conjugated);                                                         \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##sy##r2_v2(HANDLE_MATRIX, const T *alpha, const T *x,      \
                                                   int incx, const T *y, int incy, T *a, int lda)  \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        return update<N>(handle, matrix_half<N>(a, lda, shape, uplo), n, n,                        \
                         factor_of<N>(handle, alpha), x, incx, y, incy, conjugated, true);         \
    }

/* b, p: what the names of calls for bands and packed matrices begin with. */
#define CALLS_OF_PARTS(X, T, N, M, S, b, p, shape, conjugated)                                     \
    extern "C" cublasStatus_t cublas##X##b##mv_v2(HANDLE_MATRIX, int k, const T *alpha,            \
                                                  const T *a, int lda, const T *x, int incx,       \
                                                  const T *beta, T *y, int incy)                   \
    {                                                                                              \
        return mv<N>(handle, matrix_as_band(matrix_half<N>(a, lda, shape, uplo), k), n, n, alpha,  \
                     x, incx, beta, y, incy);                                                      \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##p##mv_v2(HANDLE_MATRIX, const T *alpha, const T *ap,      \
                                                  const T *x, int incx, const T *beta, T *y,       \
                                                  int incy)                                        \
    {                                                                                              \
        return mv<N>(handle, matrix_as_packed(matrix_half<N>(ap, 0, shape, uplo), n), n, n, alpha, \
                     x, incx, beta, y, incy);                                                      \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##p##r_v2(HANDLE_MATRIX, const S *alpha, const T *x,        \
                                                 int incx, T *ap)                                  \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        return update_1<N, M>(handle, matrix_as_packed(matrix_half<N>(ap, 0, shape, uplo), n), n,  \
                              alpha, x, incx, conjugated);                                         \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##p##r2_v2(HANDLE_MATRIX, const T *alpha, const T *x,       \
                                                  int incx, const T *y, int incy, T *ap)           \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        return update<N>(handle, matrix_as_packed(matrix_half<N>(ap, 0, shape, uplo), n), n, n,    \
                         factor_of<N>(handle, alpha), x, incx, y, incy, conjugated, true);         \
    }

static __global__ void widen_factor(const float *from, complex_float *to)
{
    *to = complex_float(*from);
}
static __global__ void widen_factor(const double *from, complex_double *to)
{
    *to = complex_double(*from);
}

/* A = A + alpha x x', with a factor of type S. */
template <class T, class S>
static cublasStatus_t update_1(cublasHandle_t handle, matrix_of<T> a, int n, const void *alpha,
                               const void *x, int incx, bool conjugated)
{
    factor<T> wide = {};
    if constexpr (sizeof(T) == sizeof(S)) {
        wide = factor_of<T>(handle, alpha);
    } else if (handle->pointer_mode == CUBLAS_POINTER_MODE_HOST) {
        wide.value = T(*(const S *)alpha);
    } else {
        T *place = (T *)handle_scratch(handle, sizeof(T));
        if (!place)
            return CUBLAS_STATUS_ALLOC_FAILED;
        widen_factor<<<1, 1, 0, handle->stream>>>((const S *)alpha, place);
        wide.device = place;
    }
    return update<T>(handle, a, n, n, wide, x, incx, x, incx, conjugated, false);
}

#define GER(F, T, N, conjugated)                                                                   \
    extern "C" cublasStatus_t cublas##F##_v2(cublasHandle_t handle, int m, int n, const T *alpha,  \
                                             const T *x, int incx, const T *y, int incy, T *a,     \
                                             int lda)                                              \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        return update<N>(handle, matrix_general<N>(a, lda, CUBLAS_OP_N), m, n,                     \
                         factor_of<N>(handle, alpha), x, incx, y, incy, conjugated, false);        \
    }

FOR_EACH_TYPE(CALLS_OF_ALL)
CALLS_OF_PARTS(S, float, float, float, float, sb, sp, SHAPE_SYMMETRIC, false)
CALLS_OF_PARTS(D, double, double, double, double, sb, sp, SHAPE_SYMMETRIC, false)
CALLS_OF_SHAPE(C, cuComplex, complex_float, float, float, he, SHAPE_HERMITIAN, true)
CALLS_OF_SHAPE(Z, cuDoubleComplex, complex_double, double, double, he, SHAPE_HERMITIAN, true)
CALLS_OF_PARTS(C, cuComplex, complex_float, float, float, hb, hp, SHAPE_HERMITIAN, true)
CALLS_OF_PARTS(Z, cuDoubleComplex, complex_double, double, double, hb, hp, SHAPE_HERMITIAN, true)
GER(Sger, float, float, false)
GER(Dger, double, double, false)
GER(Cgeru, cuComplex, complex_float, false)
GER(Cgerc, cuComplex, complex_float, true)
GER(Zgeru, cuDoubleComplex, complex_double, false)
GER(Zgerc, cuDoubleComplex, complex_double, true)
