/* SPDX-License-Identifier: BSD-3-Clause */
/* Batches of QR, and of least squares by it: a block for each matrix.
 *
 * Source: LAPACK's geqr2 and larfg, as their documentation describes the results: reflector k is
 *   1 - tau v v', v has a one at k, and what follows it lies below R.
 */
#include "handle.h"

enum { QR_THREADS = 128 };

template <class T> static __device__ T sum_of_block(T x)
{
    __shared__ T sums[QR_THREADS / 32];
    for (int by = 16; by > 0; by /= 2) {
        if constexpr (number_of<T>::is_complex)
            x = x + T(__shfl_xor_sync(~0u, x.x, by), __shfl_xor_sync(~0u, x.y, by));
        else
            x = x + __shfl_xor_sync(~0u, x, by);
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = x;
    __syncthreads();
    x = sums[0];
    for (int i = 1; i < QR_THREADS / 32; i++)
        x = x + sums[i];
    return x;
}

template <class R> static __device__ __forceinline__ R imaginary_part(R)
{
    return 0;
}
template <class R> static __device__ __forceinline__ R imaginary_part(complex_of<R> x)
{
    return x.y;
}

/* Makes v of a column's part x (n numbers), leaves R's number at its beginning; returns tau. */
template <class T> static __device__ T reflector_make(T *x, int n)
{
    typedef real_of<T> R;
    R squares = 0;
    for (int i = 1 + threadIdx.x; i < n; i += QR_THREADS)
        squares += square(x[i], R(1));
    squares = sum_of_block(squares);
    const T first = x[0];
    const R real = real_part(first), other = imaginary_part(first);
    if (squares == 0 && other == 0)
        return T(0);
    const R norm = sqrt(squares + square(first, R(1))), turned = real > 0 ? -norm : norm;
    const T below = T(1) / (first - T(turned));
    for (int i = 1 + threadIdx.x; i < n; i += QR_THREADS)
        x[i] = x[i] * below;
    __syncthreads();
    if (threadIdx.x == 0)
        x[0] = T(turned);
    if constexpr (number_of<T>::is_complex)
        return T((turned - real) / turned, -other / turned);
    else
        return (turned - real) / turned;
}

/* column -= tau' v (v' column); v[0] stands for a one. */
template <class T> static __device__ void reflector_apply(const T *v, T tau, int n, T *column)
{
    T sum(0);
    for (int i = threadIdx.x; i < n; i += QR_THREADS)
        sum = multiply_add(i == 0 ? T(1) : conjugate(v[i]), column[i], sum);
    sum = sum_of_block(sum) * conjugate(tau);
    for (int i = threadIdx.x; i < n; i += QR_THREADS)
        column[i] = column[i] - sum * (i == 0 ? T(1) : v[i]);
    __syncthreads();
}

template <class T> static __device__ void qr_of_block(int m, int n, T *a, int lda, T *tau)
{
    for (int k = 0; k < m && k < n; k++) {
        T *v = a + k + (long long)k * lda;
        const T factor = reflector_make(v, m - k);
        if (threadIdx.x == 0)
            tau[k] = factor;
        __syncthreads();
        for (int j = k + 1; j < n; j++)
            reflector_apply(v, factor, m - k, a + k + (long long)j * lda);
    }
}

template <class T>
static __global__ void __launch_bounds__(QR_THREADS)
    qr_kernel(int m, int n, T *const *a, int lda, T *const *tau)
{
    qr_of_block(m, n, a[blockIdx.x], lda, tau[blockIdx.x]);
}

/* x of least |A x - b|, in b's place, for each column of B. info: the first row of R without a
 * diagonal, 0: none. room: n numbers a matrix. */
template <class T>
static __global__ void __launch_bounds__(QR_THREADS)
    gels_kernel(int m, int n, int columns, T *const *a_list, int lda, T *const *b_list, int ldb,
                T *room, int *info)
{
    T *a = a_list[blockIdx.x], *b = b_list[blockIdx.x], *tau = room + (long long)blockIdx.x * n;
    qr_of_block(m, n, a, lda, tau);
    __syncthreads();
    int gap = 0;
    for (int k = n - 1; k >= 0; k--)
        gap = a[k + (long long)k * lda] == T(0) ? k + 1 : gap;
    if (threadIdx.x == 0 && info)
        info[blockIdx.x] = gap;
    if (gap)
        return;
    for (int c = 0; c < columns; c++) {
        T *x = b + (long long)c * ldb;
        for (int k = 0; k < n; k++)
            reflector_apply(a + k + (long long)k * lda, tau[k], m - k, x + k);
        for (int k = n - 1; k >= 0; k--) {
            const T *column = a + (long long)k * lda, value = x[k] / column[k];
            __syncthreads();
            for (int i = threadIdx.x; i < k; i += QR_THREADS)
                x[i] = x[i] - column[i] * value;
            if (threadIdx.x == 0)
                x[k] = value;
            __syncthreads();
        }
    }
}

/* The number of the first argument that is wrong, as info tells it; 0: none. */
static int first_wrong(cublasOperation_t trans, int m, int n, int columns, const void *a, int lda,
                       const void *b, int ldb, int batches)
{
    if (!is_operation(trans))
        return 2;
    if (m < 0)
        return 3;
    if (n < 0)
        return 4;
    if (columns < 0)
        return 5;
    if (!a)
        return 6;
    if (lda < (m > 1 ? m : 1))
        return 7;
    if (!b)
        return 8;
    return ldb < (m > 1 ? m : 1) ? 9 : batches < 0 ? 12 : 0;
}

template <class T>
static cublasStatus_t gels(const char *call, cublasHandle_t handle, cublasOperation_t trans, int m,
                           int n, int columns, T *const *a, int lda, T *const *b, int ldb,
                           int *info, int *device_info, int batches)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(info);
    *info = -first_wrong(trans, m, n, columns, a, lda, b, ldb, batches);
    CHECK_VALUE(*info == 0);
    if (trans != CUBLAS_OP_N || m < n) {
        refuse(call, "only matrices with at least as many rows as columns, not transposed");
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    if (n == 0 || batches == 0)
        return CUBLAS_STATUS_SUCCESS;
    T *room = (T *)handle_scratch(handle, (size_t)n * batches * sizeof(T));
    if (!room)
        return CUBLAS_STATUS_ALLOC_FAILED;
    gels_kernel<<<batches, QR_THREADS, 0, handle->stream>>>(m, n, columns, a, lda, b, ldb, room,
                                                            device_info);
    return handle_launched();
}

template <class T>
static cublasStatus_t geqrf(cublasHandle_t handle, int m, int n, T *const *a, int lda,
                            T *const *tau, int *info, int batches)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(info);
    *info = m < 0 ? -2 : n < 0 ? -3 : lda < (m > 1 ? m : 1) ? -5 : batches < 0 ? -8 : 0;
    CHECK_VALUE(*info == 0);
    if (m > 0 && n > 0 && batches > 0)
        qr_kernel<<<batches, QR_THREADS, 0, handle->stream>>>(m, n, a, lda, tau);
    return handle_launched();
}

#define CALLS(X, T, N)                                                                             \
    extern "C" cublasStatus_t cublas##X##geqrfBatched(cublasHandle_t handle, int m, int n,         \
                                                      T *const a[], int lda, T *const tau[],       \
                                                      int *info, int count)                        \
    {                                                                                              \
        return geqrf<N>(handle, m, n, (N *const *)a, lda, (N *const *)tau, info, count);           \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##gelsBatched(                                              \
        cublasHandle_t handle, cublasOperation_t trans, int m, int n, int columns, T *const a[],   \
        int lda, T *const b[], int ldb, int *info, int *device_info, int count)                    \
    {                                                                                              \
        return gels<N>("cublas" #X "gelsBatched", handle, trans, m, n, columns, (N *const *)a,     \
                       lda, (N *const *)b, ldb, info, device_info, count);                         \
    }

FOR_EACH_TYPE(CALLS)
