/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's calls with Cholesky's factor of a sparse matrix. */
#include "sparse_cholesky.h"

#include "sparse_memory.h"
#include "sparse_pivot.h"

enum { MOST_BLOCKS = 64 }; /* of a factor's launch: each has an array of n numbers */

/* One for the host, one for the device; both are this. */
struct cholesky_info {
    sparse_memory memory;
    cholesky_pattern pattern;
    int_list coded; /* of each entry of A: twice its place, and 1 if it is mirrored; -1: none */
    cholesky_arrays arrays;
    const int *places, *order;
    level_schedule levels;
    void *values = NULL, *room = NULL, *x = NULL;
};
struct csrcholInfo : cholesky_info {
};
struct csrcholInfoHost : cholesky_info {
};

template <class T> struct cholesky_factor_body {
    static constexpr int THREADS = LEVEL_THREADS;
    cholesky_arrays p;
    T *l, *room;

    __device__ void row(int j) const
    {
        cholesky_column(device_team<true>(), p, l, j, room + (size_t)blockIdx.x * p.n);
    }
};
template <class T> struct cholesky_solve_body {
    static constexpr int THREADS = 32;
    cholesky_arrays p;
    const T *l;
    T *x;
    bool backward;

    __device__ void row(int i) const
    {
        if (backward)
            cholesky_backward(device_team<false>(), p, l, i, x);
        else
            cholesky_forward(device_team<false>(), p, l, i, x);
    }
};

template <class T> EVERYWHERE void place_one(T *l, const T *a, const int *places, int e)
{
    if (places[e] >= 0)
        l[places[e] / 2] = places[e] % 2 ? conjugate(a[e]) : a[e];
}
template <class T> static __global__ void place_all(T *l, const T *a, const int *places, int n)
{
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < n; e += gridDim.x * blockDim.x)
        place_one(l, a, places, e);
}
/* to[i] = from[order[i]], or back. */
template <class T>
static __global__ void exchange(T *to, const T *from, const int *order, int n, bool back)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (back)
            to[order[i]] = from[i];
        else
            to[i] = from[order[i]];
}

static cusolverStatus_t analyse(cholesky_info *info, const sparse_pattern &a, int reorder)
{
    info->memory.clear();
    info->values = info->room = info->x = NULL;
    info->pattern = cholesky_analyse(a, solver_order(a, reorder));
    const cholesky_pattern &p = info->pattern;
    info->coded.resize(p.places.size());
    for (size_t e = 0; e < p.places.size(); e++)
        info->coded[e] = p.places[e] < 0 ? -1 : 2 * p.places[e] + p.mirrored[e];
    sparse_memory &memory = info->memory;
    info->arrays = {a.lines,
                    memory.ints(p.rows.offsets),
                    memory.ints(p.rows.indices),
                    memory.ints(p.columns.offsets),
                    memory.ints(p.columns.indices),
                    memory.ints(p.column_places)};
    info->places = memory.ints(info->coded);
    info->order = memory.ints(p.order);
    const bool has_levels = !memory.on_device || levels_make(&info->levels, p.level);
    return has_levels && !memory.is_short ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

template <class T>
static cusolverStatus_t factor(cusolverSpHandle_t handle, cholesky_info *info, const T *a)
{
    const int n = info->arrays.n, entries = (int)info->coded.size();
    const size_t size = info->pattern.rows.indices.size();
    sparse_memory &memory = info->memory;
    if (!info->values) {
        info->values = memory.numbers<T>(size);
        info->room = memory.numbers<T>((size_t)n * (memory.on_device ? MOST_BLOCKS : 1));
        info->x = memory.numbers<T>((size_t)n);
    }
    CHECK_SOLVER(!memory.is_short, CUSOLVER_STATUS_ALLOC_FAILED);
    T *l = (T *)info->values, *room = (T *)info->room;
    if (n == 0)
        return CUSOLVER_STATUS_SUCCESS;
    if (!memory.on_device) {
        for (size_t e = 0; e < size; e++)
            l[e] = T(0);
        for (int e = 0; e < entries; e++)
            place_one(l, a, info->places, e);
        for (int j = 0; j < n; j++)
            cholesky_column(host_team(), info->arrays, l, j, room);
        return CUSOLVER_STATUS_SUCCESS;
    }
    cudaMemsetAsync(l, 0, size * sizeof(T), handle->stream);
    if (entries > 0)
        place_all<<<sparse_blocks(entries), SPARSE_THREADS, 0, handle->stream>>>(l, a, info->places,
                                                                                 entries);
    levels_run(info->levels, cholesky_factor_body<T>{info->arrays, l, room}, false, 1, MOST_BLOCKS,
               handle->stream);
    return launched();
}

template <class T>
static cusolverStatus_t solve(cusolverSpHandle_t handle, cholesky_info *info, const T *b, T *to)
{
    const int n = info->arrays.n;
    const T *l = (const T *)info->values;
    T *x = (T *)info->x;
    CHECK_SOLVER(l, CUSOLVER_STATUS_INVALID_VALUE);
    if (n == 0)
        return CUSOLVER_STATUS_SUCCESS;
    if (!info->memory.on_device) {
        for (int i = 0; i < n; i++)
            x[i] = b[info->order[i]];
        for (int i = 0; i < n; i++)
            cholesky_forward(host_team(), info->arrays, l, i, x);
        for (int i = n - 1; i >= 0; i--)
            cholesky_backward(host_team(), info->arrays, l, i, x);
        for (int i = 0; i < n; i++)
            to[info->order[i]] = x[i];
        return CUSOLVER_STATUS_SUCCESS;
    }
    cudaStream_t stream = handle->stream;
    exchange<<<sparse_blocks(n), SPARSE_THREADS, 0, stream>>>(x, b, info->order, n, false);
    cholesky_solve_body<T> body = {info->arrays, l, x, false};
    levels_run(info->levels, body, false, 1, 1024, stream);
    body.backward = true;
    levels_run(info->levels, body, true, 1, 1024, stream);
    exchange<<<sparse_blocks(n), SPARSE_THREADS, 0, stream>>>(to, (const T *)x, info->order, n,
                                                              true);
    return launched();
}

/* The first row, as A numbers it, whose pivot is not above the tolerance; -1: none. */
template <class T>
static cusolverStatus_t zero_pivot(cusolverSpHandle_t handle, cholesky_info *info,
                                   real_of<T> tolerance, int *position)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(info && position && info->values, CUSOLVER_STATUS_INVALID_VALUE);
    return find_zero_pivot(handle, info->memory.on_device, info->arrays.offsets,
                           info->pattern.order, (const T *)info->values, (T *)info->x, tolerance,
                           [](T x) { return real_part(x); }, position);
}

template <class T>
static cusolverStatus_t solve_whole(cusolverSpHandle_t handle, bool on_device, int rows,
                                    int entries, const cusparseMatDescr_t matrix, const T *values,
                                    const int *offsets, const int *indices, const T *b,
                                    real_of<T> tolerance, int reorder, T *x, int *singularity)
{
    CHECK_MATRIX(rows, entries, matrix);
    cholesky_info info;
    info.memory.on_device = on_device;
    sparse_pattern a;
    CHECK_SOLVER(
        solver_pattern(handle, rows, rows, entries, matrix->base, offsets, indices, on_device, &a),
        CUSOLVER_STATUS_EXECUTION_FAILED);
    cusolverStatus_t status = analyse(&info, a, reorder);
    status = status ? status : factor<T>(handle, &info, values);
    status = status ? status : zero_pivot<T>(handle, &info, tolerance, singularity);
    if (status == CUSOLVER_STATUS_SUCCESS && *singularity < 0)
        status = solve<T>(handle, &info, b, x);
    if (on_device && cudaStreamSynchronize(handle->stream) != cudaSuccess)
        status = CUSOLVER_STATUS_EXECUTION_FAILED;
    levels_free(&info.levels);
    return status;
}

#define INFO(Host, device)                                                                         \
    extern "C" cusolverStatus_t cusolverSpCreateCsrcholInfo##Host(csrcholInfo##Host##_t *info)     \
    {                                                                                              \
        CHECK_SOLVER(info, CUSOLVER_STATUS_INVALID_VALUE);                                         \
        *info = new csrcholInfo##Host();                                                           \
        (*info)->memory.on_device = device;                                                        \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSpDestroyCsrcholInfo##Host(csrcholInfo##Host##_t info)     \
    {                                                                                              \
        if (info)                                                                                  \
            levels_free(&info->levels);                                                            \
        delete info;                                                                               \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSpXcsrcholAnalysis##Host(                                  \
        cusolverSpHandle_t handle, int rows, int entries, const cusparseMatDescr_t matrix,         \
        const int *offsets, const int *indices, csrcholInfo##Host##_t info)                        \
    {                                                                                              \
        CHECK_MATRIX(rows, entries, matrix);                                                       \
        CHECK_SOLVER(info, CUSOLVER_STATUS_INVALID_VALUE);                                         \
        sparse_pattern a;                                                                          \
        CHECK_SOLVER(solver_pattern(handle, rows, rows, entries, matrix->base, offsets, indices,   \
                                    device, &a),                                                   \
                     CUSOLVER_STATUS_EXECUTION_FAILED);                                            \
        return analyse(info, a, 0);                                                                \
    }
INFO(Host, false)
INFO(, true)

#define STEPS(X, T, N, R, Host)                                                                    \
    extern "C" cusolverStatus_t cusolverSp##X##csrcholBufferInfo##Host(                            \
        cusolverSpHandle_t, int, int, const cusparseMatDescr_t, const T *, const int *,            \
        const int *, csrcholInfo##Host##_t info, size_t *internal, size_t *bytes)                  \
    {                                                                                              \
        CHECK_SOLVER(info &&internal &&bytes, CUSOLVER_STATUS_INVALID_VALUE);                      \
        *internal = info->pattern.rows.indices.size() * sizeof(T), *bytes = 1;                     \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSp##X##csrcholFactor##Host(                                \
        cusolverSpHandle_t handle, int rows, int, const cusparseMatDescr_t, const T *values,       \
        const int *, const int *, csrcholInfo##Host##_t info, void *)                              \
    {                                                                                              \
        CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);                                     \
        CHECK_SOLVER(info &&rows == info->arrays.n, CUSOLVER_STATUS_INVALID_VALUE);                \
        return factor<N>(handle, info, (const N *)values);                                         \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSp##X##csrcholZeroPivot##Host(                             \
        cusolverSpHandle_t handle, csrcholInfo##Host##_t info, R tolerance, int *position)         \
    {                                                                                              \
        return zero_pivot<N>(handle, info, tolerance, position);                                   \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSp##X##csrcholSolve##Host(                                 \
        cusolverSpHandle_t handle, int rows, const T *b, T *x, csrcholInfo##Host##_t info, void *) \
    {                                                                                              \
        CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);                                     \
        CHECK_SOLVER(info &&rows == info->arrays.n, CUSOLVER_STATUS_INVALID_VALUE);                \
        return solve<N>(handle, info, (const N *)b, (N *)x);                                       \
    }                                                                                              \
    extern "C" SIMGPU_CUSOLVER_SPARSE_SOLVE(cusolverSp##X##csrlsvchol##Host, T, R)                 \
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
