/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's eigenvalues in a range: syevdx, sygvdx. All are computed, and then those that are
 * wanted move to the front. Also batches of syev.
 *
 * Differs: how many there are is known when the call ends, so it waits.
 */
#include <vector>

#include "eigen_run.h"

/* lower, upper: a half-open interval, without its lower end; first, last: from 1. */
struct eigen_range {
    cusolverEigRange_t kind;
    double lower, upper;
    long long first, last;
};

static bool range_is_valid(const eigen_range &r, long long n)
{
    if (r.kind == CUSOLVER_EIG_RANGE_I)
        return n == 0 || (r.first >= 1 && r.first <= r.last && r.last <= n);
    if (r.kind == CUSOLVER_EIG_RANGE_V)
        return r.lower < r.upper;
    return r.kind == CUSOLVER_EIG_RANGE_ALL;
}

/* A row of the vectors by a thread: columns from `first` on go to the front. Also the values. */
template <class T>
static __global__ void __launch_bounds__(EIGEN_THREADS)
    to_the_front(int n, long long first, long long count, T *a, long long lda, real_of<T> *values)
{
    const int row = blockIdx.x * EIGEN_THREADS + threadIdx.x;
    for (long long k = 0; a && row < n && k < count; k++)
        a[row + k * lda] = a[row + (first + k) * lda];
    for (long long k = 0; row == 0 && k < count; k++)
        values[k] = values[first + k];
}

/* After all values are there: which of them, and these to the front. vectors: NULL: none. */
template <class T>
static cusolverStatus_t choose(cudaStream_t stream, int n, const eigen_range &r, T *vectors,
                               long long lda, real_of<T> *values, int64_t *found)
{
    long long first = 0, end = n;
    if (r.kind == CUSOLVER_EIG_RANGE_I) {
        first = n > 0 ? r.first - 1 : 0, end = n > 0 ? r.last : 0;
    } else if (r.kind == CUSOLVER_EIG_RANGE_V) {
        std::vector<real_of<T>> all((size_t)n);
        if (cudaMemcpyAsync(all.data(), values, all.size() * sizeof all[0],
                            cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
            cudaStreamSynchronize(stream) != cudaSuccess)
            return CUSOLVER_STATUS_EXECUTION_FAILED;
        while (first < n && !((double)all[first] > r.lower))
            first++;
        for (end = first; end < n && (double)all[end] <= r.upper; end++)
            ;
    }
    *found = end - first;
    if (first > 0 && end > first)
        to_the_front<<<n / EIGEN_THREADS + 1, EIGEN_THREADS, 0, stream>>>(n, first, end - first,
                                                                          vectors, lda, values);
    return launched();
}

template <class T>
static cusolverStatus_t syevdx(cusolverDnHandle_t handle, cusolverEigMode_t mode,
                               const eigen_range &range, cublasFillMode_t uplo, int64_t n, T *a,
                               int64_t lda, int64_t *found, real_of<T> *values, T *room,
                               long long elements, int *info)
{
    CHECK_SOLVER(found && range_is_valid(range, n), CUSOLVER_STATUS_INVALID_VALUE);
    const cusolverStatus_t status =
        eigen_of<T>(handle, NULL, mode, uplo, (int)n, 1, a, lda, values, room, elements, info);
    if (status != CUSOLVER_STATUS_SUCCESS)
        return status;
    return choose(handle->stream, (int)n, range, mode == CUSOLVER_EIG_MODE_VECTOR ? a : (T *)NULL,
                  lda, values, found);
}

static cusolverStatus_t room_for(int n, int *elements)
{
    CHECK_SOLVER(n >= 0 && elements && room_of(n) <= 0x7fffffff, CUSOLVER_STATUS_INVALID_VALUE);
    *elements = (int)room_of(n);
    return CUSOLVER_STATUS_SUCCESS;
}

/* EV: "sy" or "he". */
#define CALLS_OF(X, T, R, N, EV)                                                                   \
    extern "C" cusolverStatus_t cusolverDn##X##EV##evdx_bufferSize(                                \
        cusolverDnHandle_t, cusolverEigMode_t, cusolverEigRange_t, cublasFillMode_t, int n,        \
        const T *, int, R, R, int, int, int *, const R *, int *elements)                           \
    {                                                                                              \
        return room_for(n, elements);                                                              \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##EV##evdx(                                           \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cusolverEigRange_t range,               \
        cublasFillMode_t uplo, int n, T *a, int lda, R lower, R upper, int first, int last,        \
        int *found, R *values, T *room, int elements, int *info)                                   \
    {                                                                                              \
        CHECK_SOLVER(found, CUSOLVER_STATUS_INVALID_VALUE);                                        \
        int64_t wide = 0;                                                                          \
        const cusolverStatus_t status =                                                            \
            syevdx<N>(handle, mode, {range, lower, upper, first, last}, uplo, n, (N *)a, lda,      \
                      &wide, values, (N *)room, elements, info);                                   \
        *found = (int)wide;                                                                        \
        return status;                                                                             \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##EV##gvdx_bufferSize(                                \
        cusolverDnHandle_t handle, cusolverEigType_t kind, cusolverEigMode_t mode,                 \
        cusolverEigRange_t, cublasFillMode_t uplo, int n, const T *a, int lda, const T *b,         \
        int ldb, R, R, int, int, int *, const R *values, int *elements)                            \
    {                                                                                              \
        return cusolverDn##X##EV##gvd_bufferSize(handle, kind, mode, uplo, n, a, lda, b, ldb,      \
                                                 values, elements);                                \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##EV##gvdx(                                           \
        cusolverDnHandle_t handle, cusolverEigType_t kind, cusolverEigMode_t mode,                 \
        cusolverEigRange_t range, cublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb,      \
        R lower, R upper, int first, int last, int *found, R *values, T *room, int elements,       \
        int *info)                                                                                 \
    {                                                                                              \
        const eigen_range of = {range, lower, upper, first, last};                                 \
        CHECK_SOLVER(found && range_is_valid(of, n), CUSOLVER_STATUS_INVALID_VALUE);               \
        int64_t wide = 0;                                                                          \
        cusolverStatus_t status =                                                                  \
            cusolverDn##X##EV##gvd(handle, kind, mode, uplo, n, a, lda, b, ldb, values, room,      \
                                   elements, info);                                                \
        if (status == CUSOLVER_STATUS_SUCCESS)                                                     \
            status = choose<N>(handle->stream, n, of,                                              \
                               mode == CUSOLVER_EIG_MODE_VECTOR ? (N *)a : (N *)NULL, lda, values, \
                               &wide);                                                             \
        *found = (int)wide;                                                                        \
        return status;                                                                             \
    }
CALLS_OF(S, float, float, float, sy)
CALLS_OF(D, double, double, double, sy)
CALLS_OF(C, cuComplex, float, complex_float, he)
CALLS_OF(Z, cuDoubleComplex, double, complex_double, he)

/* ---- any type, with numbers of 64 bits ---- */

template <class T>
static cusolverStatus_t syevdx_any(cusolverDnHandle_t handle, cusolverEigMode_t mode,
                                   cusolverEigRange_t kind, cublasFillMode_t uplo, int64_t n,
                                   void *a, int64_t lda, const void *lower, const void *upper,
                                   int64_t first, int64_t last, int64_t *found, void *values,
                                   void *room, size_t bytes, int *info)
{
    typedef real_of<T> R;
    const bool has_values = kind == CUSOLVER_EIG_RANGE_V;
    CHECK_SOLVER(!has_values || (lower && upper), CUSOLVER_STATUS_INVALID_VALUE);
    const eigen_range range = {kind, has_values ? (double)*(const R *)lower : 0,
                               has_values ? (double)*(const R *)upper : 0, first, last};
    return syevdx<T>(handle, mode, range, uplo, n, (T *)a, lda, found, (R *)values, (T *)room,
                     (long long)(bytes / sizeof(T)), info);
}
template <class T>
static cusolverStatus_t batch_any(cusolverDnHandle_t handle, cusolverEigMode_t mode,
                                  cublasFillMode_t uplo, int64_t n, void *a, int64_t lda,
                                  void *values, void *room, size_t bytes, int *info,
                                  int64_t batch)
{
    return eigen_of<T>(handle, NULL, mode, uplo, (int)n, (int)batch, (T *)a, lda,
                       (real_of<T> *)values, (T *)room, (long long)(bytes / sizeof(T)), info);
}

extern "C" {
cusolverStatus_t cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t handle,
                                              cusolverDnParams_t parameters,
                                              cusolverEigMode_t mode, cusolverEigRange_t,
                                              cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                              const void *a, int64_t lda, void *, void *, int64_t,
                                              int64_t, int64_t *, cudaDataType of_values,
                                              const void *values, cudaDataType computed,
                                              size_t *device, size_t *host)
{
    return cusolverDnXsyevd_bufferSize(handle, parameters, mode, uplo, n, type, a, lda, of_values,
                                       values, computed, device, host);
}
cusolverStatus_t cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t,
                                   cusolverEigMode_t mode, cusolverEigRange_t range,
                                   cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a,
                                   int64_t lda, void *lower, void *upper, int64_t first,
                                   int64_t last, int64_t *found, cudaDataType, void *values,
                                   cudaDataType, void *room, size_t bytes, void *, size_t,
                                   int *info)
{
    SOLVER_BY_TYPE(type, syevdx_any, handle, mode, range, uplo, n, a, lda, lower, upper, first,
                   last, found, values, room, bytes, info)
}
cusolverStatus_t cusolverDnXsyevBatched_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                                   cusolverEigMode_t, cublasFillMode_t, int64_t n,
                                                   cudaDataType type, const void *, int64_t,
                                                   cudaDataType, const void *, cudaDataType,
                                                   size_t *device, size_t *host, int64_t batch)
{
    CHECK_SOLVER(device && host && n >= 0 && batch >= 0 && solver_bytes(type) > 0,
                 CUSOLVER_STATUS_INVALID_VALUE);
    *device = (size_t)(room_of((int)n) * batch) * solver_bytes(type);
    *host = 0;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXsyevBatched(cusolverDnHandle_t handle, cusolverDnParams_t,
                                        cusolverEigMode_t mode, cublasFillMode_t uplo, int64_t n,
                                        cudaDataType type, void *a, int64_t lda, cudaDataType,
                                        void *values, cudaDataType, void *room, size_t bytes,
                                        void *, size_t, int *info, int64_t batch)
{
    SOLVER_BY_TYPE(type, batch_any, handle, mode, uplo, n, a, lda, values, room, bytes, info,
                   batch)
}
}
