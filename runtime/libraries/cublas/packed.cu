/* SPDX-License-Identifier: BSD-3-Clause */
/* A triangle from packed storage, and into it. */
#include "matrix.h"

/* to(i, j) = from(i, j) within the triangle: what either has elsewhere stays. */
template <class T>
__global__ void __launch_bounds__(256)
    triangle_kernel(matrix_of<const T> from, matrix_of<T> to, int n)
{
    const int i = blockIdx.x * 32 + threadIdx.x % 32;
    for (int j = blockIdx.y * 8 + threadIdx.x / 32; i < n && j < n; j += gridDim.y * 8)
        if (i == j || (i > j) == from.lower)
            to.first[to.place(i, j)] = from.first[from.place(i, j)];
}

template <class T>
static cublasStatus_t triangle_copy(cublasHandle_t handle, const matrix_of<const T> &from,
                                    const matrix_of<T> &to, int n, int ld)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(!from.is_bad && n >= 0 && ld >= (n > 1 ? n : 1));
    if (n > 0)
        triangle_kernel<<<dim3((n + 31) / 32, blocks_for(n, 8, 1024)), 256, 0, handle->stream>>>(
            from, to, n);
    return handle_launched();
}

template <class T> static matrix_of<T> half_of(const void *a, int ld, cublasFillMode_t uplo)
{
    return matrix_half<T>(a, ld, SHAPE_SYMMETRIC, uplo);
}
template <class T> static matrix_of<T> packed_of(const void *a, int n, cublasFillMode_t uplo)
{
    return matrix_as_packed(half_of<T>(a, 0, uplo), n);
}

#define CALLS(X, T, N)                                                                             \
    extern "C" cublasStatus_t cublas##X##tpttr(cublasHandle_t handle, cublasFillMode_t uplo,       \
                                               int n, const T *ap, T *a, int lda)                  \
    {                                                                                              \
        return triangle_copy<N>(handle, packed_of<const N>(ap, n, uplo), half_of<N>(a, lda, uplo), \
                                n, lda);                                                           \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##trttp(cublasHandle_t handle, cublasFillMode_t uplo,       \
                                               int n, const T *a, int lda, T *ap)                  \
    {                                                                                              \
        return triangle_copy<N>(handle, half_of<const N>(a, lda, uplo), packed_of<N>(ap, n, uplo), \
                                n, lda);                                                           \
    }

FOR_EACH_TYPE(CALLS)
