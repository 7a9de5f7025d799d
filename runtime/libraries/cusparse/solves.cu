/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's triangular solves of CSR matrices, of COO ones sorted by rows, and of SlicedEll.
 *
 * The analysis sorts rows into levels, each of which needs levels before it only, and a warp takes
 * a row (runtime/libraries/common/levels.h). A transposed matrix has its columns as rows: one warp
 * a column of the result takes row after row, and takes its number off the others.
 */
#include <algorithm>

#include "scan.h"
#include "sparse_levels.h"

enum { SHORT_ROW = 8 }; /* lanes for a row, if it has not more entries on average; else a warp */

/* Of a group of lanes. */
template <int LANES, class T> static __device__ T group_sum(T x)
{
    const unsigned mask =
        LANES == 32 ? ~0u : ((1u << (LANES % 32)) - 1) << threadIdx.x % 32 / LANES * LANES;
    for (int by = LANES / 2; by > 0; by /= 2) {
        if constexpr (number_of<T>::is_complex)
            x = x + T(__shfl_xor_sync(mask, x.x, by), __shfl_xor_sync(mask, x.y, by));
        else
            x = x + __shfl_xor_sync(mask, x, by);
    }
    return x;
}

template <class T> struct triangle {
    int n, base, slice; /* slice: rows of one; 0: CSR */
    bool lower, unit, conjugated;
    const int *offsets, *indices;
    const T *values;
    sparse_dense<T> b;
    sparse_dense<T> c;
    sparse_factor<T> alpha;
};

template <class T, int LANES> struct solve_body {
    static constexpr int THREADS = LANES;
    triangle<T> p;

    __device__ void row(int row) const
    {
        const int lane = (int)threadIdx.x % LANES, column = (int)blockIdx.y;
        const int line = p.slice ? row / p.slice : row, step = p.slice ? p.slice : 1;
        const int begin = p.offsets[line] - p.base + (p.slice ? row % p.slice : 0),
                  end = p.offsets[line + 1] - p.base;
        T sum(0), diagonal(0);
        for (int e = begin + lane * step; e < end; e += LANES * step) {
            const int other = p.indices[e] - p.base; /* below 0: nothing is there */
            if (other == row)
                diagonal = diagonal + p.values[e];
            else if (other >= 0 && (other < row) == p.lower)
                sum = multiply_add(p.values[e], *p.c.place(other, column), sum);
        }
        sum = group_sum<LANES>(sum);
        diagonal = group_sum<LANES>(diagonal);
        if (lane == 0) {
            const T left = p.alpha.get() * p.b.at(row, column) - sum;
            *p.c.place(row, column) = p.unit ? left : left / diagonal;
        }
    }
};

/* Of the transposed matrix. C begins as alpha B. */
template <class T> __global__ void __launch_bounds__(32) solve_columns(triangle<T> p)
{
    const int lane = threadIdx.x, column = blockIdx.x;
    const T alpha = p.alpha.get();
    for (int i = lane; i < p.n; i += 32)
        *p.c.place(i, column) = alpha * p.b.at(i, column);
    __syncwarp();
    for (int turn = 0; turn < p.n; turn++) {
        const int row = p.lower ? p.n - 1 - turn : turn;
        const int first = p.offsets[row] - p.base, end = p.offsets[row + 1] - p.base;
        T diagonal(0);
        for (int e = first + lane; e < end; e += 32)
            if (p.indices[e] - p.base == row)
                diagonal = diagonal + (p.conjugated ? conjugate(p.values[e]) : p.values[e]);
        diagonal = group_sum<32>(diagonal);
        const T x = p.unit ? *p.c.place(row, column) : *p.c.place(row, column) / diagonal;
        __syncwarp();
        if (lane == 0)
            *p.c.place(row, column) = x;
        for (int e = first + lane; e < end; e += 32) {
            const int other = p.indices[e] - p.base;
            if (other != row && (other < row) == p.lower)
                *p.c.place(other, column) =
                    *p.c.place(other, column) -
                    (p.conjugated ? conjugate(p.values[e]) : p.values[e]) * x;
        }
        __syncwarp();
    }
}

/* The pattern of an analysis: its rows' levels. */
struct solve_analysis {
    const int *offsets = NULL; /* of which matrix */
    cusparseFillMode_t fill;
    level_schedule levels;
    cusparseSpMatDescr matrix = {}; /* as it was analysed */
    int *own_offsets = NULL;        /* of rows of a COO matrix; on the device */
    void *own_values = NULL;        /* that an update has brought, or NULL; on the device */
};
struct cusparseSpSVDescr : solve_analysis {
};
struct cusparseSpSMDescr : solve_analysis {
};

cusparseStatus_t sparse_levels(cusparseHandle_t handle, int n, int base, int slice, bool lower,
                               const int *offsets, const int *indices, level_schedule *made)
{
    const int lines = slice ? (n + slice - 1) / slice : n, step = slice ? slice : 1;
    std::vector<int> own_offsets((size_t)lines + 1), level((size_t)n, 0);
    if (cudaStreamSynchronize(handle->stream) != cudaSuccess ||
        cudaMemcpy(own_offsets.data(), offsets, own_offsets.size() * sizeof(int),
                   cudaMemcpyDeviceToHost) != cudaSuccess)
        return CUSPARSE_STATUS_EXECUTION_FAILED;
    std::vector<int> own_indices((size_t)(own_offsets[lines] - base));
    if (cudaMemcpy(own_indices.data(), indices, own_indices.size() * sizeof(int),
                   cudaMemcpyDeviceToHost) != cudaSuccess)
        return CUSPARSE_STATUS_EXECUTION_FAILED;
    for (int turn = 0; turn < n; turn++) {
        const int row = lower ? turn : n - 1 - turn, line = slice ? row / slice : row;
        for (int e = own_offsets[line] - base + (slice ? row % slice : 0);
             e < own_offsets[line + 1] - base; e += step) {
            const int other = own_indices[e] - base;
            if (other >= 0 && other != row && (other < row) == lower)
                level[row] = std::max(level[row], level[other] + 1);
        }
    }
    return levels_make(made, level) ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}

static void forget(solve_analysis *analysis)
{
    levels_free(&analysis->levels);
    cudaFree(analysis->own_offsets);
    cudaFree(analysis->own_values);
    analysis->offsets = NULL, analysis->own_offsets = NULL, analysis->own_values = NULL;
}

static cusparseStatus_t analyse(cusparseHandle_t handle, cusparseOperation_t op,
                                const cusparseSpMatDescr *a, solve_analysis *analysis)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(a && analysis && a->rows == a->columns, CUSPARSE_STATUS_INVALID_VALUE);
    const bool is_sliced = sparse_is_plain(a, CUSPARSE_FORMAT_SLICED_ELLPACK);
    const bool is_coo = sparse_is_plain(a, CUSPARSE_FORMAT_COO);
    const bool flat = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
    if (!sparse_is_plain(a, CUSPARSE_FORMAT_CSR) && !is_coo && !(is_sliced && flat)) {
        refuse("cusparseSpSV, cusparseSpSM",
               "only CSR, COO, and SlicedEll without transposes, with indices of 32 bits are "
               "supported");
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    forget(analysis);
    analysis->offsets = a->offsets, analysis->fill = a->fill, analysis->matrix = *a;
    if (is_coo) {
        SPARSE_CHECK(cudaMalloc(&analysis->own_offsets, (a->rows + 1) * sizeof(int)) ==
                         cudaSuccess,
                     CUSPARSE_STATUS_ALLOC_FAILED);
        const cusparseStatus_t status = cusparseXcoo2csr(
            handle, a->offsets, (int)a->entries, (int)a->rows, analysis->own_offsets,
            (cusparseIndexBase_t)a->base);
        if (status != CUSPARSE_STATUS_SUCCESS)
            return status;
    }
    if (!flat || a->rows == 0)
        return CUSPARSE_STATUS_SUCCESS;
    return sparse_levels(handle, (int)a->rows, a->base, is_sliced ? a->block : 0,
                         a->fill == CUSPARSE_FILL_MODE_LOWER,
                         is_coo ? analysis->own_offsets : a->offsets, a->indices,
                         &analysis->levels);
}

/* The entries of the diagonal are those of `diagonal`. */
template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    put_diagonal(int rows, int base, int slice, const int *offsets, const int *indices,
                 const T *diagonal, T *values)
{
    EACH(row, rows)
    {
        const int line = slice ? (int)row / slice : (int)row, step = slice ? slice : 1;
        for (int e = offsets[line] - base + (slice ? (int)row % slice : 0);
             e < offsets[line + 1] - base; e += step)
            if (indices[e] - base == row)
                values[e] = diagonal[row];
    }
}

/* Values of the entries, or of the diagonal alone, for the pattern that was analysed. They are
 * copied, as the program may change its own afterwards. */
template <class T>
static cusparseStatus_t update(cusparseHandle_t handle, solve_analysis *analysis,
                               const void *values, bool of_diagonal)
{
    const cusparseSpMatDescr &m = analysis->matrix;
    const bool is_sliced = m.format == CUSPARSE_FORMAT_SLICED_ELLPACK;
    int stored = (int)m.entries;
    if (is_sliced && m.rows > 0) { /* it has places without an entry */
        const int64_t slices = (m.rows + m.block - 1) / m.block;
        cudaStreamSynchronize(handle->stream);
        cudaMemcpy(&stored, m.offsets + slices, sizeof stored, cudaMemcpyDeviceToHost);
        stored -= m.base;
    }
    const void *from = !of_diagonal                ? values
                       : analysis->own_values ? analysis->own_values
                                              : m.values;
    void *to = NULL;
    SPARSE_CHECK(cudaMalloc(&to, (stored + 1) * sizeof(T)) == cudaSuccess,
                 CUSPARSE_STATUS_ALLOC_FAILED);
    cudaMemcpyAsync(to, from, stored * sizeof(T), cudaMemcpyDeviceToDevice, handle->stream);
    if (of_diagonal && m.rows > 0)
        put_diagonal<<<sparse_blocks(m.rows), SPARSE_THREADS, 0, handle->stream>>>(
            (int)m.rows, m.base, is_sliced ? m.block : 0,
            analysis->own_offsets ? analysis->own_offsets : m.offsets, m.indices,
            (const T *)values, (T *)to);
    const cusparseStatus_t status = sparse_launched();
    cudaFree(analysis->own_values); /* waits for what uses it */
    analysis->own_values = to;
    return status;
}

static cusparseStatus_t update_call(const char *call, cusparseHandle_t handle,
                                    solve_analysis *analysis, const void *values, bool of_diagonal)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(analysis && analysis->offsets && values, CUSPARSE_STATUS_INVALID_VALUE);
    SPARSE_BY_TYPE(analysis->matrix.type, call, update, handle, analysis, values, of_diagonal)
}

template <class T>
static cusparseStatus_t solve(cusparseHandle_t handle, cusparseOperation_t op,
                              cusparseOperation_t op_b, const void *alpha,
                              const cusparseSpMatDescr *a, const cusparseDnMatDescr *b,
                              const cusparseDnMatDescr *c, solve_analysis *analysis)
{
    const int columns = (int)c->columns;
    SPARSE_CHECK(analysis && a->rows == a->columns && c->rows == a->rows && columns <= 65535,
                 CUSPARSE_STATUS_INVALID_VALUE);
    const bool flat = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
    if (analysis->offsets != a->offsets || analysis->fill != a->fill ||
        (flat && !analysis->levels.order)) {
        const cusparseStatus_t status = analyse(handle, op, a, analysis);
        if (status != CUSPARSE_STATUS_SUCCESS)
            return status;
    }
    if (a->rows == 0 || columns == 0)
        return CUSPARSE_STATUS_SUCCESS;
    const triangle<T> p = {(int)a->rows,
                           a->base,
                           a->format == CUSPARSE_FORMAT_SLICED_ELLPACK ? a->block : 0,
                           a->fill == CUSPARSE_FILL_MODE_LOWER,
                           a->diag == CUSPARSE_DIAG_TYPE_UNIT,
                           op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
                           analysis->own_offsets ? analysis->own_offsets : a->offsets,
                           a->indices,
                           (const T *)(analysis->own_values ? analysis->own_values : a->values),
                           sparse_dense_of<T>(b, op_b),
                           sparse_dense_of<T>(c, CUSPARSE_OPERATION_NON_TRANSPOSE),
                           sparse_factor_of<T>(handle, alpha)};
    if (!flat)
        solve_columns<<<columns, 32, 0, handle->stream>>>(p);
    else if (sparse_lanes(a->entries, a->rows) <= SHORT_ROW)
        levels_run(analysis->levels, solve_body<T, SHORT_ROW>{p}, false, columns, 65535,
                   handle->stream);
    else
        levels_run(analysis->levels, solve_body<T, 32>{p}, false, columns, 65535, handle->stream);
    return sparse_launched();
}

extern "C" {

cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *value,
                                           size_t bytes)
{
    SPARSE_CHECK(matrix && value && bytes == sizeof(int), CUSPARSE_STATUS_INVALID_VALUE);
    if (attribute == CUSPARSE_SPMAT_FILL_MODE)
        matrix->fill = *(cusparseFillMode_t *)value;
    else
        matrix->diag = *(cusparseDiagType_t *)value;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *value,
                                           size_t bytes)
{
    SPARSE_CHECK(matrix && value && bytes == sizeof(int), CUSPARSE_STATUS_INVALID_VALUE);
    *(int *)value = attribute == CUSPARSE_SPMAT_FILL_MODE ? (int)matrix->fill : (int)matrix->diag;
    return CUSPARSE_STATUS_SUCCESS;
}

#define DESCRIPTION(S)                                                                             \
    cusparseStatus_t cusparse##S##_createDescr(cusparse##S##Descr_t *made)                         \
    {                                                                                              \
        SPARSE_CHECK(made, CUSPARSE_STATUS_INVALID_VALUE);                                         \
        *made = new cusparse##S##Descr();                                                          \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparse##S##_destroyDescr(cusparse##S##Descr_t made)                         \
    {                                                                                              \
        if (made)                                                                                  \
            forget(made);                                                                          \
        delete made;                                                                               \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }
DESCRIPTION(SpSV)
DESCRIPTION(SpSM)

cusparseStatus_t cusparseSpSV_updateMatrix(cusparseHandle_t handle, cusparseSpSVDescr_t made,
                                           void *values, cusparseSpSVUpdate_t part)
{
    return update_call("cusparseSpSV_updateMatrix", handle, made, values,
                       part == CUSPARSE_SPSV_UPDATE_DIAGONAL);
}
cusparseStatus_t cusparseSpSM_updateMatrix(cusparseHandle_t handle, cusparseSpSMDescr_t made,
                                           void *values, cusparseSpSMUpdate_t part)
{
    return update_call("cusparseSpSM_updateMatrix", handle, made, values,
                       part == CUSPARSE_SPSM_UPDATE_DIAGONAL);
}

cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void *,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpSVAlg_t,
                                         cusparseSpSVDescr_t, size_t *bytes)
{
    *bytes = 0;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t op,
                                       const void *, cusparseConstSpMatDescr_t a,
                                       cusparseConstDnVecDescr_t, cusparseDnVecDescr_t,
                                       cudaDataType, cusparseSpSVAlg_t, cusparseSpSVDescr_t made,
                                       void *)
{
    return analyse(handle, op, a, made);
}
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t op,
                                    const void *alpha, cusparseConstSpMatDescr_t a,
                                    cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                    cudaDataType type, cusparseSpSVAlg_t, cusparseSpSVDescr_t made)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(a->type == type && x->type == type && y->type == type,
                 CUSPARSE_STATUS_INVALID_VALUE);
    const cusparseDnMatDescr b = {x->size, 1, x->size, x->values, type, CUSPARSE_ORDER_COL, 0, 0},
                             c = {y->size, 1, y->size, y->values, type, CUSPARSE_ORDER_COL, 0, 0};
    SPARSE_BY_TYPE(type, "cusparseSpSV_solve", solve, handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE,
                   alpha, a, &b, &c, made)
}

cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                                         const void *, cusparseConstSpMatDescr_t,
                                         cusparseConstDnMatDescr_t, cusparseDnMatDescr_t,
                                         cudaDataType, cusparseSpSMAlg_t, cusparseSpSMDescr_t,
                                         size_t *bytes)
{
    *bytes = 0;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t handle, cusparseOperation_t op_a,
                                       cusparseOperation_t, const void *,
                                       cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t,
                                       cusparseDnMatDescr_t, cudaDataType, cusparseSpSMAlg_t,
                                       cusparseSpSMDescr_t made, void *)
{
    return analyse(handle, op_a, a, made);
}
cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t op_a,
                                    cusparseOperation_t op_b, const void *alpha,
                                    cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                    cusparseDnMatDescr_t c, cudaDataType type, cusparseSpSMAlg_t,
                                    cusparseSpSMDescr_t made)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(a->type == type && b->type == type && c->type == type,
                 CUSPARSE_STATUS_INVALID_VALUE);
    SPARSE_BY_TYPE(type, "cusparseSpSM_solve", solve, handle, op_a, op_b, alpha, a, b, c, made)
}
}
