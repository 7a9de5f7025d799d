/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's refactorization: L and U of one pattern lie in one matrix, by rows. A warp takes a
 * row: where the row has which column lies spread out in an array meanwhile.
 */
#include <cusolverRf.h>

#include <algorithm>

#include "sparse.h"
#include "sparse_memory.h"
#include "sparse_team.h"

enum { MOST_WARPS = 256 };

/* L and U together. */
struct lu_rows {
    int n;
    const int *offsets, *indices, *diagonals; /* where a row's diagonal lies */
    double *values;
};

struct cusolverRfCommon {
    cusolverRfMatrixFormat_t format = CUSOLVERRF_MATRIX_FORMAT_CSR;
    cusolverRfUnitDiagonal_t diagonal = CUSOLVERRF_UNIT_DIAGONAL_STORED_L;
    cusolverRfFactorization_t factor = CUSOLVERRF_FACTORIZATION_ALG0;
    cusolverRfTriangularSolve_t solve = CUSOLVERRF_TRIANGULAR_SOLVE_ALG1;
    cusolverRfResetValuesFastMode_t mode = CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF;
    double zero = 0, boost = 0;
    int entries = 0; /* of A */
    sparse_memory memory;
    int_list offsets, indices, diagonals, places; /* places: of A's entries */
    lu_rows lu = {};
    const int *device_places = NULL;
    int *room = NULL, *boosted = NULL;
    level_schedule down, up; /* of rows of L, and of U */
};

struct refactor_body {
    static constexpr int THREADS = 32;
    lu_rows p;
    int *room; /* -1 for each column, a piece a warp */
    double zero, boost;
    int *boosted;

    __device__ void row(int i) const
    {
        const int lane = (int)threadIdx.x % 32;
        int *place = room + (size_t)(blockIdx.x * (LEVEL_THREADS / 32) + threadIdx.x / 32) * p.n;
        const int begin = p.offsets[i], end = p.offsets[i + 1], diagonal = p.diagonals[i];
        for (int e = begin + lane; e < end; e += 32)
            place[p.indices[e]] = e;
        __syncwarp();
        for (int e = begin; e < diagonal; e++) {
            const int k = p.indices[e], k_end = p.offsets[k + 1];
            const double factor = p.values[e] / p.values[p.diagonals[k]];
            __syncwarp();
            if (lane == 0)
                p.values[e] = factor;
            for (int f = p.diagonals[k] + 1 + lane; f < k_end; f += 32) {
                const int to = place[p.indices[f]];
                if (to >= 0)
                    p.values[to] -= factor * p.values[f];
            }
            __syncwarp();
        }
        for (int e = begin + lane; e < end; e += 32)
            place[p.indices[e]] = -1;
        if (lane == 0 && boost != 0 && fabs(p.values[diagonal]) < zero) {
            p.values[diagonal] = boost;
            *boosted = 1;
        }
        __syncwarp();
    }
};

struct resolve_body {
    static constexpr int THREADS = 32;
    lu_rows p;
    double *x;
    bool is_upper;

    __device__ void row(int i) const
    {
        const device_team<false> team;
        const int from = is_upper ? p.diagonals[i] + 1 : p.offsets[i],
                  end = is_upper ? p.offsets[i + 1] : p.diagonals[i];
        double sum = 0;
        for (int e = from + team.lane(); e < end; e += 32)
            sum += p.values[e] * x[p.indices[e]];
        sum = team.sum(sum);
        if (team.lane() == 0)
            x[i] = is_upper ? (x[i] - sum) / p.values[p.diagonals[i]] : x[i] - sum;
    }
};

static __global__ void take_values(double *to, const double *from, const int *places, int n)
{
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < n; e += gridDim.x * blockDim.x)
        to[places[e]] = from[e];
}
static __global__ void exchange(double *to, const double *from, const int *order, int n, bool back)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (back)
            to[order[i]] = from[i];
        else
            to[i] = from[order[i]];
}

static cusolverStatus_t lu_launched(void)
{
    return cudaPeekAtLastError() == cudaSuccess ? CUSOLVER_STATUS_SUCCESS
                                                : CUSOLVER_STATUS_EXECUTION_FAILED;
}

/* The pattern of L, the diagonal and U, with A's own entries; and where these lie in it. */
static void join_patterns(cusolverRfHandle_t h, const sparse_pattern &a, const sparse_pattern &l,
                          const sparse_pattern &u, const int *p, const int *q)
{
    int_list to((size_t)a.lines);
    for (int j = 0; j < a.lines; j++)
        to[q[j]] = j;
    h->offsets.assign(1, 0);
    h->indices.clear(), h->diagonals.clear();
    h->places.assign(a.indices.size(), 0);
    for (int i = 0; i < a.lines; i++) {
        int_list row(1, i);
        for (int e = l.offsets[i]; e < l.offsets[i + 1]; e++)
            row.push_back(l.indices[e]);
        for (int e = u.offsets[i]; e < u.offsets[i + 1]; e++)
            row.push_back(u.indices[e]);
        for (int e = a.offsets[p[i]]; e < a.offsets[p[i] + 1]; e++)
            row.push_back(to[a.indices[e]]);
        std::sort(row.begin(), row.end());
        row.erase(std::unique(row.begin(), row.end()), row.end());
        const int begin = h->offsets.back();
        for (int e = a.offsets[p[i]]; e < a.offsets[p[i] + 1]; e++)
            h->places[e] =
                begin +
                (int)(std::lower_bound(row.begin(), row.end(), to[a.indices[e]]) - row.begin());
        h->diagonals.push_back(begin +
                               (int)(std::lower_bound(row.begin(), row.end(), i) - row.begin()));
        h->indices.insert(h->indices.end(), row.begin(), row.end());
        h->offsets.push_back((int)h->indices.size());
    }
}

static cusolverStatus_t upload(cusolverRfHandle_t h, int n)
{
    sparse_memory &memory = h->memory;
    memory.clear();
    memory.on_device = true;
    h->lu = {n, memory.ints(h->offsets), memory.ints(h->indices), memory.ints(h->diagonals),
             memory.numbers<double>(h->indices.size())};
    h->device_places = memory.ints(h->places);
    h->room = memory.numbers<int>((size_t)n * MOST_WARPS);
    h->boosted = memory.numbers<int>(1);
    CHECK_SOLVER(!memory.is_short &&
                     cudaMemset(h->room, 0xff, (size_t)n * MOST_WARPS * sizeof(int)) == cudaSuccess,
                 CUSOLVER_STATUS_ALLOC_FAILED);
    return CUSOLVER_STATUS_SUCCESS;
}

extern "C" {

cusolverStatus_t cusolverRfCreate(cusolverRfHandle_t *handle)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_INVALID_VALUE);
    *handle = new cusolverRfCommon();
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverRfDestroy(cusolverRfHandle_t handle)
{
    if (handle) {
        levels_free(&handle->down);
        levels_free(&handle->up);
    }
    delete handle;
    return CUSOLVER_STATUS_SUCCESS;
}

#define PAIR(name, First, first, Second, second)                                                   \
    cusolverStatus_t cusolverRfSet##name(cusolverRfHandle_t handle, First a, Second b)             \
    {                                                                                              \
        CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);                                     \
        handle->first = a, handle->second = b;                                                     \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverRfGet##name(cusolverRfHandle_t handle, First *a, Second *b)           \
    {                                                                                              \
        CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);                                     \
        CHECK_SOLVER(a &&b, CUSOLVER_STATUS_INVALID_VALUE);                                        \
        *a = handle->first, *b = handle->second;                                                   \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }
PAIR(MatrixFormat, cusolverRfMatrixFormat_t, format, cusolverRfUnitDiagonal_t, diagonal)
PAIR(NumericProperties, double, zero, double, boost)
PAIR(Algs, cusolverRfFactorization_t, factor, cusolverRfTriangularSolve_t, solve)
cusolverStatus_t cusolverRfSetResetValuesFastMode(cusolverRfHandle_t handle,
                                                  cusolverRfResetValuesFastMode_t mode)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    handle->mode = mode;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverRfGetResetValuesFastMode(cusolverRfHandle_t handle,
                                                  cusolverRfResetValuesFastMode_t *mode)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(mode, CUSOLVER_STATUS_INVALID_VALUE);
    *mode = handle->mode;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverRfGetNumericBoostReport(cusolverRfHandle_t handle,
                                                 cusolverRfNumericBoostReport_t *report)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    int boosted = 0;
    CHECK_SOLVER(report && handle->boosted, CUSOLVER_STATUS_INVALID_VALUE);
    if (cudaMemcpy(&boosted, handle->boosted, sizeof boosted, cudaMemcpyDeviceToHost) !=
        cudaSuccess)
        return CUSOLVER_STATUS_EXECUTION_FAILED;
    *report = boosted ? CUSOLVERRF_NUMERIC_BOOST_USED : CUSOLVERRF_NUMERIC_BOOST_NOT_USED;
    return CUSOLVER_STATUS_SUCCESS;
}

/* L and U give their patterns only; the numbers are Refactor's. */
SIMGPU_CUSOLVERRF_SETUP(cusolverRfSetupHost)
{
    (void)values_l, (void)values_u;
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(n >= 0 && entries >= 0 && entries_l >= 0 && entries_u >= 0 && p && q,
                 CUSOLVER_STATUS_INVALID_VALUE);
    if (handle->format != CUSOLVERRF_MATRIX_FORMAT_CSR ||
        handle->diagonal == CUSOLVERRF_UNIT_DIAGONAL_STORED_U ||
        handle->diagonal == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U) {
        refuse("cusolverRfSetup", "only CSR with ones on the diagonal of L is supported");
        return CUSOLVER_STATUS_NOT_SUPPORTED;
    }
    join_patterns(handle, pattern_of(n, n, offsets, NULL, indices, 0),
                  pattern_of(n, n, offsets_l, NULL, indices_l, 0),
                  pattern_of(n, n, offsets_u, NULL, indices_u, 0), p, q);
    handle->entries = entries;
    const cusolverStatus_t status = upload(handle, n);
    if (status != CUSOLVER_STATUS_SUCCESS || entries == 0)
        return status;
    std::vector<double> numbers(handle->indices.size(), 0.0);
    for (int e = 0; e < entries; e++)
        numbers[handle->places[e]] = values[e];
    return cudaMemcpy(handle->lu.values, numbers.data(), numbers.size() * sizeof(double),
                      cudaMemcpyHostToDevice) == cudaSuccess
               ? CUSOLVER_STATUS_SUCCESS
               : CUSOLVER_STATUS_EXECUTION_FAILED;
}
SIMGPU_CUSOLVERRF_SETUP(cusolverRfSetupDevice)
{
    CHECK_SOLVER(n >= 0 && entries >= 0 && entries_l >= 0 && entries_u >= 0,
                 CUSOLVER_STATUS_INVALID_VALUE);
    const int *from[] = {offsets, indices, offsets_l, indices_l, offsets_u, indices_u, p, q};
    const int sizes[] = {n + 1, entries, n + 1, entries_l, n + 1, entries_u, n, n};
    int_list own[8];
    std::vector<double> numbers((size_t)entries);
    bool is_read = cudaMemcpy(numbers.data(), values, entries * sizeof(double),
                              cudaMemcpyDeviceToHost) == cudaSuccess;
    for (int i = 0; i < 8; i++) {
        own[i].resize((size_t)sizes[i]);
        is_read = is_read && cudaMemcpy(own[i].data(), from[i], sizes[i] * sizeof(int),
                                        cudaMemcpyDeviceToHost) == cudaSuccess;
    }
    CHECK_SOLVER(is_read, CUSOLVER_STATUS_EXECUTION_FAILED);
    return cusolverRfSetupHost(n, entries, own[0].data(), own[1].data(), numbers.data(), entries_l,
                               own[2].data(), own[3].data(), values_l, entries_u, own[4].data(),
                               own[5].data(), values_u, own[6].data(), own[7].data(), handle);
}
/* The pattern, P and Q are those of the setup. */
cusolverStatus_t cusolverRfResetValues(int n, int entries, int *, int *, double *values, int *,
                                       int *, cusolverRfHandle_t handle)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(values && handle->lu.values && n == handle->lu.n && entries == handle->entries,
                 CUSOLVER_STATUS_INVALID_VALUE);
    cudaMemsetAsync(handle->lu.values, 0, handle->indices.size() * sizeof(double), 0);
    if (entries > 0)
        take_values<<<sparse_blocks(entries), SPARSE_THREADS>>>(handle->lu.values, values,
                                                                handle->device_places, entries);
    return lu_launched();
}
cusolverStatus_t cusolverRfAnalyze(cusolverRfHandle_t handle)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(handle->lu.values, CUSOLVER_STATUS_INVALID_VALUE);
    const int n = handle->lu.n;
    int_list down((size_t)n, 0), up((size_t)n, 0);
    for (int i = 0; i < n; i++)
        for (int e = handle->offsets[i]; e < handle->diagonals[i]; e++)
            down[i] = std::max(down[i], down[handle->indices[e]] + 1);
    for (int i = n - 1; i >= 0; i--)
        for (int e = handle->diagonals[i] + 1; e < handle->offsets[i + 1]; e++)
            up[i] = std::max(up[i], up[handle->indices[e]] + 1);
    return levels_make(&handle->down, down) && levels_make(&handle->up, up)
               ? CUSOLVER_STATUS_SUCCESS
               : CUSOLVER_STATUS_ALLOC_FAILED;
}
cusolverStatus_t cusolverRfRefactor(cusolverRfHandle_t handle)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(handle->lu.values && handle->down.order, CUSOLVER_STATUS_INVALID_VALUE);
    levels_run(
        handle->down,
        refactor_body{handle->lu, handle->room, handle->zero, handle->boost, handle->boosted},
        false, 1, MOST_WARPS / (LEVEL_THREADS / 32), 0);
    return lu_launched();
}
cusolverStatus_t cusolverRfAccessBundledFactorsDevice(cusolverRfHandle_t handle, int *entries,
                                                      int **offsets, int **indices, double **values)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(handle->lu.values && entries && offsets && indices && values,
                 CUSOLVER_STATUS_INVALID_VALUE);
    *entries = (int)handle->indices.size();
    *offsets = (int *)handle->lu.offsets, *indices = (int *)handle->lu.indices;
    *values = handle->lu.values;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverRfSolve(cusolverRfHandle_t handle, int *p, int *q, int count, double *room,
                                 int ld_room, double *x, int ldx)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    const int n = handle->lu.n;
    CHECK_SOLVER(p && q && room && x && count >= 0 && ld_room >= n && ldx >= n && handle->up.order,
                 CUSOLVER_STATUS_INVALID_VALUE);
    for (int c = 0; c < count && n > 0; c++) {
        double *at = room + (size_t)c * ld_room, *column = x + (size_t)c * ldx;
        exchange<<<sparse_blocks(n), SPARSE_THREADS>>>(at, column, p, n, false);
        levels_run(handle->down, resolve_body{handle->lu, at, false}, false, 1, 1024, 0);
        levels_run(handle->up, resolve_body{handle->lu, at, true}, false, 1, 1024, 0);
        exchange<<<sparse_blocks(n), SPARSE_THREADS>>>(column, at, q, n, true);
    }
    return lu_launched();
}
}

#define REFUSE(name) REFUSED_CALL(cusolverStatus_t, CUSOLVER_STATUS_NOT_SUPPORTED, name)
SIMGPU_CUSOLVERRF_REFUSED(REFUSE)
