/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's calls with QR of a sparse matrix. */
#include "sparse_qr.h"

#include "sparse_memory.h"
#include "sparse_pivot.h"

enum { MOST_WARPS = 256 }; /* of a factor's launch: each has an array of numbers for A's rows */

struct qr_info {
    sparse_memory memory;
    sparse_pattern a;
    qr_pattern pattern;
    qr_arrays arrays;
    const int *order;
    level_schedule levels, solve_levels;
    int columns = 0;
    void *v = NULL, *r = NULL, *beta = NULL, *room = NULL, *y = NULL, *z = NULL;
    const void *values = NULL; /* of A, since the setup */
    double shift[2];           /* a number */
};
struct csrqrInfo : qr_info {
};
struct csrqrInfoHost : qr_info {
};

template <class T> static T shift_of(const qr_info *info)
{
    if constexpr (number_of<T>::is_complex)
        return T((real_of<T>)info->shift[0], (real_of<T>)info->shift[1]);
    else
        return (T)info->shift[0];
}
template <class T> static qr_numbers<T> numbers_of(const qr_info *info)
{
    return {(T *)info->v, (T *)info->r, (real_of<T> *)info->beta};
}

template <class T> struct qr_factor_body {
    static constexpr int THREADS = 32;
    qr_arrays p;
    qr_numbers<T> q;
    const T *a;
    T shift;
    const int *order;
    T *room;

    __device__ void row(int k) const
    {
        const int warp = (int)(blockIdx.x * (LEVEL_THREADS / 32) + threadIdx.x / 32);
        qr_column(device_team<false>(), p, q, a, shift, order, k, room + (size_t)warp * p.rows);
    }
};
template <class T> struct qr_solve_body {
    static constexpr int THREADS = 32;
    qr_arrays p;
    qr_numbers<T> q;
    T *y, *z; /* z NULL: reflect */

    __device__ void row(int k) const
    {
        if (z)
            qr_backward(device_team<false>(), p, q, k, y, z);
        else
            qr_reflect(device_team<false>(), p, q, k, y);
    }
};
template <class T>
static __global__ void restore_order(T *to, const T *from, const int *order, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        to[order[i]] = from[i];
}

static cusolverStatus_t analyse(qr_info *info, const sparse_pattern &a, int reorder)
{
    sparse_memory &memory = info->memory;
    memory.clear();
    info->v = NULL;
    info->a = a;
    info->pattern = qr_analyse(a, solver_order(a, reorder));
    const qr_pattern &p = info->pattern;
    info->columns = a.across;
    info->arrays = {a.across,
                    p.rows,
                    memory.ints(p.vectors.offsets),
                    memory.ints(p.vectors.indices),
                    memory.ints(p.r_columns.offsets),
                    memory.ints(p.r_columns.indices),
                    memory.ints(p.r_rows.offsets),
                    memory.ints(p.r_rows.indices),
                    memory.ints(p.r_places),
                    memory.ints(p.a_columns.offsets),
                    memory.ints(p.a_columns.indices),
                    memory.ints(p.a_places)};
    info->order = memory.ints(p.order);
    const bool has_levels = !memory.on_device || (levels_make(&info->levels, p.level) &&
                                                  levels_make(&info->solve_levels, p.solve_level));
    return has_levels && !memory.is_short ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

template <class T> static cusolverStatus_t numbers_new(qr_info *info)
{
    sparse_memory &memory = info->memory;
    const size_t n = (size_t)info->columns, rows = (size_t)info->pattern.rows;
    if (!info->v) {
        info->v = memory.numbers<T>(info->pattern.vectors.indices.size());
        info->r = memory.numbers<T>(info->pattern.r_columns.indices.size());
        info->beta = memory.numbers<real_of<T>>(n);
        info->room = memory.numbers<T>(rows * (memory.on_device ? MOST_WARPS : 1));
        info->y = memory.numbers<T>(rows);
        info->z = memory.numbers<T>(n);
    }
    return memory.is_short ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
}

template <class T> static cusolverStatus_t factor(cusolverSpHandle_t handle, qr_info *info)
{
    const T *a = (const T *)info->values;
    CHECK_SOLVER(a, CUSOLVER_STATUS_INVALID_VALUE);
    const cusolverStatus_t status = numbers_new<T>(info);
    if (status != CUSOLVER_STATUS_SUCCESS || info->columns == 0)
        return status;
    const qr_numbers<T> q = numbers_of<T>(info);
    const T shift = shift_of<T>(info);
    if (!info->memory.on_device) {
        for (int k = 0; k < info->columns; k++)
            qr_column(host_team(), info->arrays, q, a, shift, info->order, k, (T *)info->room);
        return CUSOLVER_STATUS_SUCCESS;
    }
    levels_run(info->levels,
               qr_factor_body<T>{info->arrays, q, a, shift, info->order, (T *)info->room}, false, 1,
               MOST_WARPS / (LEVEL_THREADS / 32), handle->stream);
    return launched();
}

/* Rows that A lacks have zeros on the right side. */
template <class T>
static cusolverStatus_t solve(cusolverSpHandle_t handle, qr_info *info, const T *b, T *x)
{
    CHECK_SOLVER(info->v, CUSOLVER_STATUS_INVALID_VALUE);
    const int n = info->columns, rows = info->a.lines, all = info->pattern.rows;
    const qr_numbers<T> q = numbers_of<T>(info);
    T *y = (T *)info->y, *z = (T *)info->z;
    if (n == 0)
        return CUSOLVER_STATUS_SUCCESS;
    if (!info->memory.on_device) {
        for (int i = 0; i < all; i++)
            y[i] = i < rows ? b[i] : T(0);
        for (int k = 0; k < n; k++)
            qr_reflect(host_team(), info->arrays, q, k, y);
        for (int k = n - 1; k >= 0; k--)
            qr_backward(host_team(), info->arrays, q, k, y, z);
        for (int k = 0; k < n; k++)
            x[info->order[k]] = z[k];
        return CUSOLVER_STATUS_SUCCESS;
    }
    cudaStream_t stream = handle->stream;
    cudaMemsetAsync(y, 0, all * sizeof(T), stream);
    cudaMemcpyAsync(y, b, rows * sizeof(T), cudaMemcpyDeviceToDevice, stream);
    levels_run(info->levels, qr_solve_body<T>{info->arrays, q, y, NULL}, false, 1, 1024, stream);
    levels_run(info->solve_levels, qr_solve_body<T>{info->arrays, q, y, z}, false, 1, 1024, stream);
    restore_order<<<sparse_blocks(n), SPARSE_THREADS, 0, stream>>>(x, (const T *)z, info->order, n);
    return launched();
}

/* The first column, as A numbers it, whose diagonal in R is not above the tolerance; -1: none. */
template <class T>
static cusolverStatus_t zero_pivot(cusolverSpHandle_t handle, qr_info *info, real_of<T> tolerance,
                                   int *position)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(info && position && info->v, CUSOLVER_STATUS_INVALID_VALUE);
    return find_zero_pivot(handle, info->memory.on_device, info->arrays.r_offsets,
                           info->pattern.order, (const T *)info->r, (T *)info->z, tolerance,
                           [](T x) { return length_of(x); }, position);
}

/* A shift needs each entry of the diagonal. */
template <class T>
static cusolverStatus_t setup(cusolverSpHandle_t handle, qr_info *info, const T *values, T shift)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(info && values, CUSOLVER_STATUS_INVALID_VALUE);
    info->values = values;
    info->shift[0] = real_part(shift), info->shift[1] = 0;
    if constexpr (number_of<T>::is_complex)
        info->shift[1] = shift.y;
    int on_diagonal = 0;
    for (int i = 0; i < info->a.lines; i++)
        for (int e = info->a.offsets[i]; e < info->a.offsets[i + 1]; e++)
            on_diagonal += info->a.indices[e] == i;
    if (!(shift == T(0)) && on_diagonal != info->columns) {
        refuse("cusolverSpXcsrqrSetup", "a shift of a diagonal with gaps is not supported");
        return CUSOLVER_STATUS_NOT_SUPPORTED;
    }
    return CUSOLVER_STATUS_SUCCESS;
}

/* b and x may both be NULL: then it only factors. */
template <class T>
static cusolverStatus_t factor_and_solve(cusolverSpHandle_t handle, qr_info *info, const T *b, T *x)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(info, CUSOLVER_STATUS_INVALID_VALUE);
    const cusolverStatus_t status = factor<T>(handle, info);
    return status || !b || !x ? status : solve<T>(handle, info, b, x);
}

static cusolverStatus_t analyse_call(cusolverSpHandle_t handle, int rows, int columns, int entries,
                                     const cusparseMatDescr_t matrix, const int *offsets,
                                     const int *indices, qr_info *info, int reorder)
{
    CHECK_MATRIX(rows, entries, matrix);
    CHECK_SOLVER(info && columns >= 0 && rows >= columns, CUSOLVER_STATUS_INVALID_VALUE);
    sparse_pattern a;
    CHECK_SOLVER(solver_pattern(handle, rows, columns, entries, matrix->base, offsets, indices,
                                info->memory.on_device, &a),
                 CUSOLVER_STATUS_EXECUTION_FAILED);
    return analyse(info, a, rows == columns ? reorder : 0);
}

static void levels_of_info_free(qr_info *info)
{
    levels_free(&info->levels);
    levels_free(&info->solve_levels);
}

template <class T>
static cusolverStatus_t solve_whole(cusolverSpHandle_t handle, bool on_device, int rows,
                                    int entries, const cusparseMatDescr_t matrix, const T *values,
                                    const int *offsets, const int *indices, const T *b,
                                    real_of<T> tolerance, int reorder, T *x, int *singularity)
{
    qr_info info;
    info.memory.on_device = on_device;
    cusolverStatus_t status =
        analyse_call(handle, rows, rows, entries, matrix, offsets, indices, &info, reorder);
    status = status ? status : setup<T>(handle, &info, values, T(0));
    status = status ? status : factor<T>(handle, &info);
    status = status ? status : zero_pivot<T>(handle, &info, tolerance, singularity);
    if (status == CUSOLVER_STATUS_SUCCESS && *singularity < 0)
        status = solve<T>(handle, &info, b, x);
    if (handle && on_device && cudaStreamSynchronize(handle->stream) != cudaSuccess)
        status = CUSOLVER_STATUS_EXECUTION_FAILED;
    levels_of_info_free(&info);
    return status;
}

#define INFO(Host, device)                                                                         \
    extern "C" cusolverStatus_t cusolverSpCreateCsrqrInfo##Host(csrqrInfo##Host##_t *info)         \
    {                                                                                              \
        CHECK_SOLVER(info, CUSOLVER_STATUS_INVALID_VALUE);                                         \
        *info = new csrqrInfo##Host();                                                             \
        (*info)->memory.on_device = device;                                                        \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSpDestroyCsrqrInfo##Host(csrqrInfo##Host##_t info)         \
    {                                                                                              \
        if (info)                                                                                  \
            levels_of_info_free(info);                                                             \
        delete info;                                                                               \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSpXcsrqrAnalysis##Host(                                    \
        cusolverSpHandle_t handle, int rows, int columns, int entries,                             \
        const cusparseMatDescr_t matrix, const int *offsets, const int *indices,                   \
        csrqrInfo##Host##_t info)                                                                  \
    {                                                                                              \
        return analyse_call(handle, rows, columns, entries, matrix, offsets, indices, info, 0);    \
    }
INFO(Host, false)
INFO(, true)

#define STEPS(X, T, N, R, Host)                                                                    \
    extern "C" cusolverStatus_t cusolverSp##X##csrqrBufferInfo##Host(                              \
        cusolverSpHandle_t, int, int, int, const cusparseMatDescr_t, const T *, const int *,       \
        const int *, csrqrInfo##Host##_t info, size_t *internal, size_t *bytes)                    \
    {                                                                                              \
        CHECK_SOLVER(info &&internal &&bytes, CUSOLVER_STATUS_INVALID_VALUE);                      \
        *internal =                                                                                \
            (info->pattern.vectors.indices.size() + info->pattern.r_columns.indices.size()) *      \
            sizeof(T);                                                                             \
        *bytes = 1;                                                                                \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSp##X##csrqrSetup##Host(                                   \
        cusolverSpHandle_t handle, int, int, int, const cusparseMatDescr_t, const T *values,       \
        const int *, const int *, T mu, csrqrInfo##Host##_t info)                                  \
    {                                                                                              \
        return setup<N>(handle, info, (const N *)values, *(const N *)&mu);                         \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSp##X##csrqrFactor##Host(                                  \
        cusolverSpHandle_t handle, int, int, int, T *b, T *x, csrqrInfo##Host##_t info, void *)    \
    {                                                                                              \
        return factor_and_solve<N>(handle, info, (const N *)b, (N *)x);                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSp##X##csrqrZeroPivot##Host(                               \
        cusolverSpHandle_t handle, csrqrInfo##Host##_t info, R tolerance, int *position)           \
    {                                                                                              \
        return zero_pivot<N>(handle, info, tolerance, position);                                   \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSp##X##csrqrSolve##Host(                                   \
        cusolverSpHandle_t handle, int, int, T *b, T *x, csrqrInfo##Host##_t info, void *)         \
    {                                                                                              \
        CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);                                     \
        CHECK_SOLVER(info, CUSOLVER_STATUS_INVALID_VALUE);                                         \
        return solve<N>(handle, info, (const N *)b, (N *)x);                                       \
    }                                                                                              \
    extern "C" SIMGPU_CUSOLVER_SPARSE_SOLVE(cusolverSp##X##csrlsvqr##Host, T, R)                   \
    {                                                                                              \
        return solve_whole<N>(handle, sizeof #Host == 1, rows, entries, matrix, (const N *)values, \
                              offsets, indices, (const N *)b, tolerance, reorder, (N *)x,          \
                              singularity);                                                        \
    }
#define BOTH(X, T, N, R) STEPS(X, T, N, R, Host) STEPS(X, T, N, R, )
BOTH(S, float, float, float)
BOTH(D, double, double, double)
BOTH(C, cuComplex, complex_float, float)
BOTH(Z, cuDoubleComplex, complex_double, double)

/* ---- batches: the same pattern, other values. Each system is solved as alone. ---- */

extern "C" cusolverStatus_t cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n,
                                                            int, const cusparseMatDescr_t matrix,
                                                            const int *offsets, const int *indices,
                                                            csrqrInfo_t info)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(m >= 0 && n >= 0 && matrix && offsets && indices && info,
                 CUSOLVER_STATUS_INVALID_VALUE);
    if (m == n)
        return CUSOLVER_STATUS_SUCCESS;
    refuse("cusolverSpXcsrqrAnalysisBatched", "only square matrices are supported");
    return CUSOLVER_STATUS_NOT_SUPPORTED;
}

#define BATCH_CALLS(X, T, R)                                                                             \
    extern "C" cusolverStatus_t cusolverSp##X##csrqrBufferInfoBatched(                             \
        cusolverSpHandle_t handle, int, int, int, const cusparseMatDescr_t, const T *,             \
        const int *, const int *, int, csrqrInfo_t, size_t *internal, size_t *room)                \
    {                                                                                              \
        CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);                                     \
        CHECK_SOLVER(internal && room, CUSOLVER_STATUS_INVALID_VALUE);                             \
        *internal = *room = 1; /* programs allocate what they are told */                          \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSp##X##csrqrsvBatched(                                     \
        cusolverSpHandle_t handle, int m, int n, int entries, const cusparseMatDescr_t matrix,     \
        const T *values, const int *offsets, const int *indices, const T *b, T *x, int batch,      \
        csrqrInfo_t info, void *)                                                                  \
    {                                                                                              \
        int singular = -1;                                                                         \
        CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);                                     \
        CHECK_SOLVER(m == n && entries >= 0 && batch >= 0 && info, CUSOLVER_STATUS_INVALID_VALUE); \
        for (int i = 0; i < batch; i++) {                                                          \
            const cusolverStatus_t status = cusolverSp##X##csrlsvqr(                               \
                handle, m, entries, matrix, values + (size_t)i * entries, offsets, indices,        \
                b + (size_t)i * m, (R)0, 0, x + (size_t)i * n, &singular);                         \
            if (status != CUSOLVER_STATUS_SUCCESS)                                                 \
                return status;                                                                     \
        }                                                                                          \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }
BATCH_CALLS(S, float, float)
BATCH_CALLS(D, double, double)
BATCH_CALLS(C, cuComplex, float)
BATCH_CALLS(Z, cuDoubleComplex, double)
