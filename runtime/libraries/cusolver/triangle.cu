/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's inverse of a triangular matrix: a thread a column, from a copy of the matrix. */
#include "solve_kernel.h"

/* The first row whose diagonal is 0, from 1; 0: there is none. */
template <class T>
static __global__ void __launch_bounds__(1) look_at_diagonal(matrix_of<const T> a, int n, int *info)
{
    *info = 0;
    for (int i = 0; i < n && *info == 0 && !a.unit; i++)
        if (a.first[i + i * a.ld] == T(0))
            *info = i + 1;
}

template <class T>
static __global__ void __launch_bounds__(LU_THREADS)
    invert_columns(matrix_of<const T> from, int n, T *to, long long ld, const int *info)
{
    const int c = blockIdx.x * LU_THREADS + threadIdx.x;
    if (c >= n || *info != 0)
        return;
    T *x = to + c * ld;
    const int step = from.lower ? 1 : -1, end = from.lower ? n : -1;
    for (int i = c; i != end; i += step) {
        T sum = i == c ? T(1) : T(0);
        for (int j = c; j != i; j += step)
            sum = sum - from.first[i + j * from.ld] * x[j];
        x[i] = from.unit ? sum : sum / from.first[i + i * from.ld];
    }
}

/* The diagonal of a matrix that is one is not looked at, and stays. */
template <class T>
static __global__ void __launch_bounds__(LU_THREADS)
    keep_diagonal(int n, const T *from, T *to, long long ld)
{
    const int i = blockIdx.x * LU_THREADS + threadIdx.x;
    if (i < n)
        to[i + i * ld] = from[i + (long long)i * n];
}

template <class T>
static cusolverStatus_t trtri(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                              cublasDiagType_t diag, int64_t n, void *a, int64_t lda, void *room,
                              size_t bytes, int *info)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(n >= 0 && lda >= n && info && bytes >= (size_t)(n * n) * sizeof(T),
                 CUSOLVER_STATUS_INVALID_VALUE);
    const matrix_of<const T> from =
        matrix_triangle<const T>(room, (int)n, uplo, CUBLAS_OP_N, diag);
    CHECK_SOLVER(!from.is_bad, CUSOLVER_STATUS_INVALID_VALUE);
    if (n > 0 && cudaMemcpy2DAsync(room, n * sizeof(T), a, lda * sizeof(T), n * sizeof(T), n,
                                   cudaMemcpyDeviceToDevice, handle->stream) != cudaSuccess)
        return CUSOLVER_STATUS_EXECUTION_FAILED;
    const int blocks = (int)n / LU_THREADS + 1;
    look_at_diagonal<<<1, 1, 0, handle->stream>>>(from, (int)n, info);
    invert_columns<<<blocks, LU_THREADS, 0, handle->stream>>>(from, (int)n, (T *)a,
                                                              (long long)lda, info);
    if (from.unit)
        keep_diagonal<<<blocks, LU_THREADS, 0, handle->stream>>>((int)n, (const T *)room, (T *)a,
                                                                 (long long)lda);
    return launched();
}

extern "C" {
cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t, cublasFillMode_t,
                                             cublasDiagType_t, int64_t n, cudaDataType type,
                                             void *, int64_t, size_t *device, size_t *host)
{
    CHECK_SOLVER(device && host && n >= 0 && solver_bytes(type) > 0, CUSOLVER_STATUS_INVALID_VALUE);
    *device = (size_t)(n * n) * solver_bytes(type);
    *host = 0;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                  cublasDiagType_t diag, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, void *room, size_t bytes, void *, size_t, int *info)
{
    SOLVER_BY_TYPE(type, trtri, handle, uplo, diag, n, a, lda, room, bytes, info)
}
}
