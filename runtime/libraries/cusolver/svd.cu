/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's singular values and vectors: svd_kernel.h.
 *
 * Differs: gesvd is Jacobi's method, too, as are the approximate ones (gesvda), and all are for
 * small matrices.
 */
#include "svd_kernel.h"
#include "solver.h"

/* Where U or V goes, as its call has it: `columns` of them, 0: nobody wants them. */
template <class T> struct svd_output {
    T *first;
    long long ld;
    int columns;
    long long next;
    bool is_adjoint; /* V' is wanted */

    operator svd_vectors<T>() const
    {
        if (is_adjoint)
            return {first, ld, 1, next, columns, true};
        return {first, 1, ld, next, columns, false};
    }
};

template <class T> struct svd_call {
    int m, n, batch;
    const T *a;
    long long lda, next_a;
    real_of<T> *values;
    long long next_values;
    int wanted; /* values; 0: all */
    svd_output<T> u, v;
    int *info;
    double *rest;
    const jacobi_info *parameters; /* NULL: the defaults */
};

static int smaller_of(int m, int n)
{
    return m < n ? m : n;
}
static long long room_of(int m, int n, int batch)
{
    return m < n ? svd_room(n, m) * batch : svd_room(m, n) * batch;
}
static cusolverStatus_t room_for(int m, int n, int batch, int *elements)
{
    CHECK_SOLVER(m >= 0 && n >= 0 && batch >= 0 && elements, CUSOLVER_STATUS_INVALID_VALUE);
    CHECK_SOLVER(room_of(m, n, batch) < 0x7fffffff, CUSOLVER_STATUS_INVALID_VALUE);
    *elements = (int)room_of(m, n, batch) + 1;
    return CUSOLVER_STATUS_SUCCESS;
}

template <class T>
static cusolverStatus_t svd(cusolverDnHandle_t handle, const svd_call<T> &call, T *room,
                            long long elements)
{
    const int m = call.m, n = call.n;
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(m >= 0 && n >= 0 && call.batch >= 0 && call.lda >= m && call.info,
                 CUSOLVER_STATUS_INVALID_VALUE);
    CHECK_SOLVER(elements >= room_of(m, n, call.batch), CUSOLVER_STATUS_INVALID_VALUE);
    CHECK_SOLVER(call.u.columns == 0 || call.u.ld >= m, CUSOLVER_STATUS_INVALID_VALUE);
    CHECK_SOLVER(call.v.columns == 0 || call.v.ld >= (call.v.is_adjoint ? call.v.columns : n),
                 CUSOLVER_STATUS_INVALID_VALUE);
    svd_problem<T> p = {};
    p.rows = m < n ? n : m;
    p.columns = smaller_of(m, n);
    p.batch = call.batch;
    p.is_adjoint = m < n;
    p.is_sorted = !call.parameters || call.parameters->is_sorted;
    p.a = call.a;
    p.lda = call.lda;
    p.next_a = call.next_a;
    p.values = call.values;
    p.next_values = call.next_values;
    p.wanted = call.wanted ? call.wanted : p.columns;
    p.left = m < n ? call.v : call.u;
    p.right = m < n ? call.u : call.v;
    p.info = call.info;
    p.rest = call.rest;
    p.sweeps = call.parameters ? call.parameters->sweeps : JACOBI_SWEEPS;
    if (call.parameters) {
        p.tolerance = call.parameters->tolerance;
        p.residual = call.parameters->residual;
        p.done = call.parameters->done;
    }
    const long long each = svd_room(p.rows, p.columns);
    if (p.batch > 0)
        svd_kernel<<<p.batch, EIGEN_THREADS, 0, handle->stream>>>(p, room, each);
    return launched();
}

/* gesvd's letters: all vectors, the first ones, in A's place, none. */
template <class T>
static bool output_of(signed char job, int all, int first, T *a, int lda, T *vectors, int ld,
                      bool is_adjoint, svd_output<T> *out)
{
    *out = {vectors, ld, 0, 0, is_adjoint};
    if (job == 'A')
        out->columns = all;
    else if (job == 'S')
        out->columns = first;
    else if (job == 'O')
        *out = {a, lda, first, 0, is_adjoint};
    return job == 'A' || job == 'S' || job == 'O' || job == 'N';
}

template <class T>
static cusolverStatus_t gesvd(cusolverDnHandle_t handle, signed char job_u, signed char job_v,
                              int m, int n, T *a, int lda, real_of<T> *values, T *u, int ldu,
                              T *v, int ldv, T *room, long long elements, int *info)
{
    svd_call<T> call = {m, n, 1, a, lda, 0, values, 0, 0, {}, {}, info, NULL, NULL};
    CHECK_SOLVER(m >= n, CUSOLVER_STATUS_INVALID_VALUE); /* as cuSOLVER asks */
    CHECK_SOLVER(job_u != 'O' || job_v != 'O', CUSOLVER_STATUS_INVALID_VALUE);
    CHECK_SOLVER(output_of(job_u, m, n, a, lda, u, ldu, false, &call.u) &&
                     output_of(job_v, n, n, a, lda, v, ldv, true, &call.v),
                 CUSOLVER_STATUS_INVALID_VALUE);
    return svd(handle, call, room, elements);
}

template <class T>
static cusolverStatus_t gesvdj(cusolverDnHandle_t handle, cusolverEigMode_t mode, int is_short,
                               int m, int n, int batch, T *a, int lda, real_of<T> *values, T *u,
                               int ldu, T *v, int ldv, T *room, int elements, int *info,
                               gesvdjInfo_t parameters)
{
    const bool vectors = mode == CUSOLVER_EIG_MODE_VECTOR;
    const int least = smaller_of(m, n);
    CHECK_SOLVER(parameters, CUSOLVER_STATUS_INVALID_VALUE);
    const svd_call<T> call = {
        m,
        n,
        batch,
        a,
        lda,
        (long long)lda * n,
        values,
        least,
        0,
        {u, ldu, !vectors ? 0 : is_short ? least : m, (long long)ldu * m, false},
        {v, ldv, !vectors ? 0 : is_short ? least : n, (long long)ldv * n, false},
        info,
        NULL,
        parameters};
    return svd(handle, call, room, elements);
}

/* The first `rank` values and vectors; rest: on the host, what the others would have added. */
template <class T>
static cusolverStatus_t gesvda(cusolverDnHandle_t handle, cusolverEigMode_t mode, int rank, int m,
                               int n, const T *a, int lda, long long next_a, real_of<T> *values,
                               long long next_values, T *u, int ldu, long long next_u, T *v,
                               int ldv, long long next_v, T *room, int elements, int *info,
                               double *rest, int batch)
{
    CHECK_SOLVER(rank > 0 && rank <= smaller_of(m, n), CUSOLVER_STATUS_INVALID_VALUE);
    const int columns = mode == CUSOLVER_EIG_MODE_VECTOR ? rank : 0;
    double *on_device = NULL;
    if (rest && cudaMalloc(&on_device, batch * sizeof *rest) != cudaSuccess)
        return CUSOLVER_STATUS_ALLOC_FAILED;
    const svd_call<T> call = {m,
                              n,
                              batch,
                              a,
                              lda,
                              next_a,
                              values,
                              next_values,
                              rank,
                              {u, ldu, columns, next_u, false},
                              {v, ldv, columns, next_v, false},
                              info,
                              on_device,
                              NULL};
    cusolverStatus_t status = svd(handle, call, room, elements);
    if (rest && status == CUSOLVER_STATUS_SUCCESS &&
        (cudaStreamSynchronize(handle->stream) != cudaSuccess ||
         cudaMemcpy(rest, on_device, batch * sizeof *rest, cudaMemcpyDeviceToHost) != cudaSuccess))
        status = CUSOLVER_STATUS_EXECUTION_FAILED;
    cudaFree(on_device);
    return status;
}

#define SVD_CALLS(X, T, R, N)                                                                      \
    extern "C" cusolverStatus_t cusolverDn##X##gesvd_bufferSize(cusolverDnHandle_t, int m, int n,  \
                                                                int *elements)                     \
    {                                                                                              \
        return room_for(m, n, 1, elements);                                                        \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##gesvd(                                              \
        cusolverDnHandle_t handle, signed char job_u, signed char job_v, int m, int n, T *a,       \
        int lda, R *values, T *u, int ldu, T *v, int ldv, T *room, int elements, R *, int *info)   \
    {                                                                                              \
        return gesvd<N>(handle, job_u, job_v, m, n, (N *)a, lda, values, (N *)u, ldu, (N *)v, ldv, \
                        (N *)room, elements, info);                                                \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##gesvdj_bufferSize(                                  \
        cusolverDnHandle_t, cusolverEigMode_t, int, int m, int n, const T *, int, const R *,       \
        const T *, int, const T *, int, int *elements, gesvdjInfo_t)                               \
    {                                                                                              \
        return room_for(m, n, 1, elements);                                                        \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##gesvdj(                                             \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int is_short, int m, int n, T *a,       \
        int lda, R *values, T *u, int ldu, T *v, int ldv, T *room, int elements, int *info,        \
        gesvdjInfo_t parameters)                                                                   \
    {                                                                                              \
        return gesvdj<N>(handle, mode, is_short, m, n, 1, (N *)a, lda, values, (N *)u, ldu,        \
                         (N *)v, ldv, (N *)room, elements, info, parameters);                      \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##gesvdjBatched_bufferSize(                           \
        cusolverDnHandle_t, cusolverEigMode_t, int m, int n, const T *, int, const R *, const T *, \
        int, const T *, int, int *elements, gesvdjInfo_t, int batch)                               \
    {                                                                                              \
        return room_for(m, n, batch, elements);                                                    \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##gesvdjBatched(                                      \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int m, int n, T *a, int lda, R *values, \
        T *u, int ldu, T *v, int ldv, T *room, int elements, int *info, gesvdjInfo_t parameters,   \
        int batch)                                                                                 \
    {                                                                                              \
        return gesvdj<N>(handle, mode, 0, m, n, batch, (N *)a, lda, values, (N *)u, ldu, (N *)v,   \
                         ldv, (N *)room, elements, info, parameters);                              \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##gesvdaStridedBatched_bufferSize(                    \
        cusolverDnHandle_t, cusolverEigMode_t, int, int m, int n, const T *, int, long long int,   \
        const R *, long long int, const T *, int, long long int, const T *, int, long long int,    \
        int *elements, int batch)                                                                  \
    {                                                                                              \
        return room_for(m, n, batch, elements);                                                    \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##gesvdaStridedBatched(                               \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int rank, int m, int n, const T *a,     \
        int lda, long long int next_a, R *values, long long int next_values, T *u, int ldu,        \
        long long int next_u, T *v, int ldv, long long int next_v, T *room, int elements,          \
        int *info, double *rest, int batch)                                                        \
    {                                                                                              \
        return gesvda<N>(handle, mode, rank, m, n, (const N *)a, lda, next_a, values, next_values, \
                         (N *)u, ldu, next_u, (N *)v, ldv, next_v, (N *)room, elements, info,      \
                         rest, batch);                                                             \
    }
SVD_CALLS(S, float, float, float)
SVD_CALLS(D, double, double, double)
SVD_CALLS(C, cuComplex, float, complex_float)
SVD_CALLS(Z, cuDoubleComplex, double, complex_double)

JACOBI_INFO(Gesvdj, gesvdjInfo_t, gesvdj)

/* ---- gesvd for any type, with numbers of 64 bits ---- */

template <class T>
static cusolverStatus_t gesvd_any(cusolverDnHandle_t handle, signed char job_u, signed char job_v,
                                  int64_t m, int64_t n, void *a, int64_t lda, void *values,
                                  void *u, int64_t ldu, void *v, int64_t ldv, void *room,
                                  size_t bytes, int *info)
{
    return gesvd<T>(handle, job_u, job_v, (int)m, (int)n, (T *)a, (int)lda,
                    (real_of<T> *)values, (T *)u, (int)ldu, (T *)v, (int)ldv, (T *)room,
                    (long long)(bytes / sizeof(T)), info);
}

extern "C" cusolverStatus_t
cusolverDnXgesvd_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, signed char, signed char,
                            int64_t m, int64_t n, cudaDataType type, const void *, int64_t,
                            cudaDataType, const void *, cudaDataType, const void *, int64_t,
                            cudaDataType, const void *, int64_t, cudaDataType, size_t *device,
                            size_t *host)
{
    CHECK_SOLVER(device && host && m >= 0 && n >= 0 && solver_bytes(type) > 0,
                 CUSOLVER_STATUS_INVALID_VALUE);
    *device = (size_t)(room_of((int)m, (int)n, 1) + 1) * solver_bytes(type);
    *host = 0;
    return CUSOLVER_STATUS_SUCCESS;
}
extern "C" cusolverStatus_t
cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t, signed char job_u,
                 signed char job_v, int64_t m, int64_t n, cudaDataType type, void *a, int64_t lda,
                 cudaDataType, void *values, cudaDataType, void *u, int64_t ldu, cudaDataType,
                 void *v, int64_t ldv, cudaDataType, void *room, size_t bytes, void *, size_t,
                 int *info)
{
    SOLVER_BY_TYPE(type, gesvd_any, handle, job_u, job_v, m, n, a, lda, values, u, ldu, v, ldv,
                   room, bytes, info)
}

/* ---- gesvdp and gesvdr for any type: by Jacobi's method, too ---- */

template <class T>
static cusolverStatus_t gesvdp(cusolverDnHandle_t handle, cusolverEigMode_t mode, int is_short,
                               int64_t m, int64_t n, void *a, int64_t lda, void *values, void *u,
                               int64_t ldu, void *v, int64_t ldv, void *room, size_t bytes,
                               int *info)
{
    const int least = smaller_of((int)m, (int)n);
    const bool wanted = mode == CUSOLVER_EIG_MODE_VECTOR;
    const svd_call<T> call = {
        (int)m,
        (int)n,
        1,
        (const T *)a,
        lda,
        0,
        (real_of<T> *)values,
        0,
        0,
        {(T *)u, ldu, !wanted ? 0 : is_short ? least : (int)m, 0, false},
        {(T *)v, ldv, !wanted ? 0 : is_short ? least : (int)n, 0, false},
        info,
        NULL,
        NULL};
    return svd(handle, call, (T *)room, (long long)(bytes / sizeof(T)));
}

template <class T>
static cusolverStatus_t gesvdr(cusolverDnHandle_t handle, signed char job_u, signed char job_v,
                               int64_t m, int64_t n, int64_t rank, void *a, int64_t lda,
                               void *values, void *u, int64_t ldu, void *v, int64_t ldv,
                               void *room, size_t bytes, int *info)
{
    CHECK_SOLVER((job_u == 'S' || job_u == 'N') && (job_v == 'S' || job_v == 'N') && rank >= 1 &&
                     rank <= smaller_of((int)m, (int)n),
                 CUSOLVER_STATUS_INVALID_VALUE);
    const svd_call<T> call = {(int)m,
                              (int)n,
                              1,
                              (const T *)a,
                              lda,
                              0,
                              (real_of<T> *)values,
                              0,
                              (int)rank,
                              {(T *)u, ldu, job_u == 'S' ? (int)rank : 0, 0, false},
                              {(T *)v, ldv, job_v == 'S' ? (int)rank : 0, 0, false},
                              info,
                              NULL,
                              NULL};
    return svd(handle, call, (T *)room, (long long)(bytes / sizeof(T)));
}

extern "C" {
cusolverStatus_t
cusolverDnXgesvdp_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t parameters,
                             cusolverEigMode_t, int, int64_t m, int64_t n, cudaDataType type,
                             const void *a, int64_t lda, cudaDataType of_values,
                             const void *values, cudaDataType of_u, const void *u, int64_t ldu,
                             cudaDataType of_v, const void *v, int64_t ldv, cudaDataType computed,
                             size_t *device, size_t *host)
{
    return cusolverDnXgesvd_bufferSize(handle, parameters, 'N', 'N', m, n, type, a, lda, of_values,
                                       values, of_u, u, ldu, of_v, v, ldv, computed, device, host);
}
/* What the polar decomposition would have disturbed: nothing is. */
cusolverStatus_t cusolverDnXgesvdp(cusolverDnHandle_t handle, cusolverDnParams_t,
                                   cusolverEigMode_t mode, int is_short, int64_t m, int64_t n,
                                   cudaDataType type, void *a, int64_t lda, cudaDataType,
                                   void *values, cudaDataType, void *u, int64_t ldu, cudaDataType,
                                   void *v, int64_t ldv, cudaDataType, void *room, size_t bytes,
                                   void *, size_t, int *info, double *error)
{
    if (error)
        *error = 0;
    SOLVER_BY_TYPE(type, gesvdp, handle, mode, is_short, m, n, a, lda, values, u, ldu, v, ldv, room,
                   bytes, info)
}
cusolverStatus_t
cusolverDnXgesvdr_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t parameters,
                             signed char job_u, signed char job_v, int64_t m, int64_t n, int64_t,
                             int64_t, int64_t, cudaDataType type, const void *a, int64_t lda,
                             cudaDataType of_values, const void *values, cudaDataType of_u,
                             const void *u, int64_t ldu, cudaDataType of_v, const void *v,
                             int64_t ldv, cudaDataType computed, size_t *device, size_t *host)
{
    return cusolverDnXgesvd_bufferSize(handle, parameters, job_u, job_v, m, n, type, a, lda,
                                       of_values, values, of_u, u, ldu, of_v, v, ldv, computed,
                                       device, host);
}
cusolverStatus_t cusolverDnXgesvdr(cusolverDnHandle_t handle, cusolverDnParams_t,
                                   signed char job_u, signed char job_v, int64_t m, int64_t n,
                                   int64_t rank, int64_t, int64_t, cudaDataType type, void *a,
                                   int64_t lda, cudaDataType, void *values, cudaDataType, void *u,
                                   int64_t ldu, cudaDataType, void *v, int64_t ldv, cudaDataType,
                                   void *room, size_t bytes, void *, size_t, int *info)
{
    SOLVER_BY_TYPE(type, gesvdr, handle, job_u, job_v, m, n, rank, a, lda, values, u, ldu, v, ldv,
                   room, bytes, info)
}
}
