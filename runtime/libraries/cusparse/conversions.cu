/* SPDX-License-Identifier: BSD-3-Clause */
/* Conversions among CSR, CSC, COO and dense matrices. */
#include "scan.h"

static __global__ void name_rows(const int *offsets, int rows, int *row_indices, int base)
{
    EACH(row, rows)
    for (int e = offsets[row] - base; e < offsets[row + 1] - base; e++)
        row_indices[e] = (int)row + base;
}

/* Rows are sorted: an offset is the first entry that is not before the row. */
static __global__ void find_rows(const int *row_indices, int entries, int rows, int *offsets,
                                 int base)
{
    EACH(row, rows + 1)
    {
        int low = 0, high = entries;
        while (low < high) {
            int middle = (low + high) / 2;
            if (row_indices[middle] - base < row)
                low = middle + 1;
            else
                high = middle;
        }
        offsets[row] = low + base;
    }
}

static __global__ void count_columns(const int *indices, int entries, int *counts, int base)
{
    EACH(e, entries)
    atomicAdd(&counts[indices[e] - base], 1);
}

/* Which entry goes where: in any order within a column at first; `taken` counts. */
static __global__ void spread(const int *offsets, const int *indices, int rows,
                              const int *to_offsets, int *taken, int *to_rows, int *sources,
                              int base)
{
    EACH(row, rows)
    for (int e = offsets[row] - base; e < offsets[row + 1] - base; e++) {
        int column = indices[e] - base,
            place = to_offsets[column] - base + atomicAdd(&taken[column], 1);
        to_rows[place] = (int)row + base;
        sources[place] = e;
    }
}

/* Then each column is sorted; entries of one row stay in order. */
static __global__ void sort_columns(const int *to_offsets, int columns, int *to_rows, int *sources,
                                    int base)
{
    EACH(column, columns)
    for (int i = to_offsets[column] - base + 1; i < to_offsets[column + 1] - base; i++) {
        int row = to_rows[i], source = sources[i], j = i;
        for (; j > to_offsets[column] - base && sources[j - 1] > source; j--) {
            to_rows[j] = to_rows[j - 1];
            sources[j] = sources[j - 1];
        }
        to_rows[j] = row;
        sources[j] = source;
    }
}

template <class T>
static __global__ void take_values(const T *values, const int *sources, int entries, T *to)
{
    EACH(e, entries)
    to[e] = values[sources[e]];
}

template <class T>
static cusparseStatus_t csr_to_csc(cusparseHandle_t handle, int rows, int columns, int entries,
                                   const void *values, const int *offsets, const int *indices,
                                   void *to_values, int *to_offsets, int *to_indices,
                                   bool with_values, int base)
{
    int *room; /* how many of a column are placed, and where each comes from */
    SPARSE_CHECK(cudaMalloc(&room, (columns + (size_t)entries + 1) * sizeof(int)) == cudaSuccess,
                 CUSPARSE_STATUS_ALLOC_FAILED);
    cudaStream_t stream = handle->stream;
    cudaMemsetAsync(room, 0, columns * sizeof(int), stream);
    cudaMemsetAsync(to_offsets, 0, (columns + 1) * sizeof(int), stream);
    if (entries > 0)
        count_columns<<<sparse_blocks(entries), SPARSE_THREADS, 0, stream>>>(indices, entries,
                                                                             to_offsets, base);
    sum_before<<<1, SPARSE_THREADS, 0, stream>>>(to_offsets, columns + 1, base);
    if (entries > 0) {
        spread<<<sparse_blocks(rows), SPARSE_THREADS, 0, stream>>>(
            offsets, indices, rows, to_offsets, room, to_indices, room + columns, base);
        sort_columns<<<sparse_blocks(columns), SPARSE_THREADS, 0, stream>>>(
            to_offsets, columns, to_indices, room + columns, base);
        if (with_values)
            take_values<<<sparse_blocks(entries), SPARSE_THREADS, 0, stream>>>(
                (const T *)values, room + columns, entries, (T *)to_values);
    }
    cusparseStatus_t status = sparse_launched();
    cudaFree(room);
    return status;
}

/* ---- dense matrices; I: indices of 32 or 64 bits ---- */

struct dense_steps {
    long long row, column;
};

static dense_steps steps_of(const cusparseDnMatDescr *m)
{
    return m->order == CUSPARSE_ORDER_COL ? dense_steps{1, m->ld} : dense_steps{m->ld, 1};
}

template <class T, class I>
static __global__ void fill_dense(const cusparseSpMatDescr a, T *dense, dense_steps step)
{
    const T *values = (const T *)a.values;
    const I *offsets = (const I *)a.offsets, *indices = (const I *)a.indices;
    if (a.format == CUSPARSE_FORMAT_COO) {
        EACH(e, a.entries)
        dense[(offsets[e] - a.base) * step.row + (indices[e] - a.base) * step.column] = values[e];
        return;
    }
    bool is_csr = a.format == CUSPARSE_FORMAT_CSR;
    EACH(line, is_csr ? a.rows : a.columns)
    for (I e = offsets[line] - a.base; e < offsets[line + 1] - a.base; e++) {
        long long other = indices[e] - a.base;
        dense[(is_csr ? line : other) * step.row + (is_csr ? other : line) * step.column] =
            values[e];
    }
}

template <class T>
static __global__ void clear_dense(T *dense, int64_t rows, int64_t columns, dense_steps step)
{
    EACH(i, rows * columns)
    dense[i % rows * step.row + i / rows * step.column] = T(0);
}

/* Values of blocks, and where they belong in the dense matrix; there, or back. */
template <class T, class I>
static __global__ void move_blocks(const cusparseSpMatDescr a, T *dense, dense_steps step,
                                   bool to_dense)
{
    const I *indices = (const I *)a.indices;
    T *values = (T *)a.values;
    EACH(e, a.entries)
    {
        const int64_t row = e / a.ell_width, at = e % a.ell_width;
        const int64_t block =
            indices[row / a.block * (a.ell_width / a.block) + at / a.block] - a.base;
        T *there = dense + row * step.row + (block * a.block + at % a.block) * step.column;
        if (block >= 0 && to_dense)
            *there = values[e];
        else if (!to_dense)
            values[e] = block >= 0 ? *there : T(0);
    }
}

template <class T, class I>
static cusparseStatus_t to_dense_of(cusparseHandle_t handle, const cusparseSpMatDescr *from,
                                    const cusparseDnMatDescr *to)
{
    if (to->rows == 0 || to->columns == 0)
        return CUSPARSE_STATUS_SUCCESS;
    dense_steps step = steps_of(to);
    clear_dense<<<sparse_blocks(to->rows * to->columns), SPARSE_THREADS, 0, handle->stream>>>(
        (T *)to->values, to->rows, to->columns, step);
    if (from->format == CUSPARSE_FORMAT_BLOCKED_ELL)
        move_blocks<T, I><<<sparse_blocks(from->entries), SPARSE_THREADS, 0, handle->stream>>>(
            *from, (T *)to->values, step, true);
    else
        fill_dense<T, I>
            <<<sparse_blocks(from->rows + from->columns), SPARSE_THREADS, 0, handle->stream>>>(
                *from, (T *)to->values, step);
    return sparse_launched();
}
template <class T>
static cusparseStatus_t to_dense(cusparseHandle_t handle, const cusparseSpMatDescr *from,
                                 const cusparseDnMatDescr *to)
{
    return from->is_wide ? to_dense_of<T, int64_t>(handle, from, to)
                         : to_dense_of<T, int>(handle, from, to);
}

/* Lines are rows for CSR, columns for CSC. */
template <class T, class I>
static __global__ void count_line(const T *dense, int lines, int length, long long line_step,
                                  long long step, I *counts)
{
    EACH(line, lines + 1)
    {
        int count = 0;
        for (int i = 0; line < lines && i < length; i++)
            count += !(dense[line * line_step + i * step] == T(0));
        counts[line] = count;
    }
}

template <class T, class I>
static __global__ void fill_line(const T *dense, int lines, int length, long long line_step,
                                 long long step, const cusparseSpMatDescr to)
{
    EACH(line, lines)
    {
        I place = ((const I *)to.offsets)[line] - to.base;
        for (int i = 0; i < length; i++) {
            T value = dense[line * line_step + i * step];
            if (value == T(0))
                continue;
            ((I *)to.indices)[place] = i + to.base;
            ((T *)to.values)[place++] = value;
        }
    }
}

/* Counts if `counts`, else converts. */
template <class T, class I>
static cusparseStatus_t lines_from_dense(cusparseHandle_t handle, const cusparseDnMatDescr *from,
                                         cusparseSpMatDescr *to, bool counts)
{
    dense_steps step = steps_of(from);
    bool is_csr = to->format == CUSPARSE_FORMAT_CSR;
    int lines = (int)(is_csr ? from->rows : from->columns),
        length = (int)(is_csr ? from->columns : from->rows);
    long long line_step = is_csr ? step.row : step.column, inner = is_csr ? step.column : step.row;
    const T *dense = (const T *)from->values;
    I *offsets = (I *)to->offsets;
    if (!counts) {
        if (lines > 0)
            fill_line<T, I><<<sparse_blocks(lines), SPARSE_THREADS, 0, handle->stream>>>(
                dense, lines, length, line_step, inner, *to);
        return sparse_launched();
    }
    count_line<<<sparse_blocks(lines + 1), SPARSE_THREADS, 0, handle->stream>>>(
        dense, lines, length, line_step, inner, offsets);
    sum_before<<<1, SPARSE_THREADS, 0, handle->stream>>>(offsets, lines + 1, to->base);
    I end = 0;
    if (cudaMemcpyAsync(&end, offsets + lines, sizeof end, cudaMemcpyDeviceToHost,
                        handle->stream) != cudaSuccess ||
        cudaStreamSynchronize(handle->stream) != cudaSuccess)
        return CUSPARSE_STATUS_EXECUTION_FAILED;
    to->entries = end - to->base;
    return CUSPARSE_STATUS_SUCCESS;
}
template <class T, class I>
static cusparseStatus_t from_dense_of(cusparseHandle_t handle, const cusparseDnMatDescr *from,
                                      cusparseSpMatDescr *to, bool counts)
{
    if (to->format != CUSPARSE_FORMAT_BLOCKED_ELL)
        return lines_from_dense<T, I>(handle, from, to, counts);
    if (!counts && to->entries > 0) /* the program has said which blocks there are */
        move_blocks<T, I><<<sparse_blocks(to->entries), SPARSE_THREADS, 0, handle->stream>>>(
            *to, (T *)from->values, steps_of(from), false);
    return sparse_launched();
}
template <class T>
static cusparseStatus_t from_dense(cusparseHandle_t handle, const cusparseDnMatDescr *from,
                                   cusparseSpMatDescr *to, bool counts)
{
    return to->is_wide ? from_dense_of<T, int64_t>(handle, from, to, counts)
                       : from_dense_of<T, int>(handle, from, to, counts);
}

static cusparseStatus_t dense_to_sparse(const char *call, cusparseHandle_t handle,
                                        cusparseConstDnMatDescr_t from, cusparseSpMatDescr_t to,
                                        bool counts)
{
    SPARSE_CHECK(handle && from && to && from->type == to->type, CUSPARSE_STATUS_INVALID_VALUE);
    if (to->format == CUSPARSE_FORMAT_COO || to->format == CUSPARSE_FORMAT_SLICED_ELLPACK) {
        refuse(call, "COO and SlicedEll are not supported");
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    SPARSE_BY_TYPE(to->type, call, from_dense, handle, from, to, counts)
}

extern "C" {

cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *offsets, int entries,
                                  int rows, int *row_indices, cusparseIndexBase_t base)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    if (entries > 0 && rows > 0)
        name_rows<<<sparse_blocks(rows), SPARSE_THREADS, 0, handle->stream>>>(offsets, rows,
                                                                              row_indices, base);
    return sparse_launched();
}
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *row_indices, int entries,
                                  int rows, int *offsets, cusparseIndexBase_t base)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    find_rows<<<sparse_blocks(rows + 1), SPARSE_THREADS, 0, handle->stream>>>(row_indices, entries,
                                                                              rows, offsets, base);
    return sparse_launched();
}
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t, int, int, int, const void *,
                                               const int *, const int *, void *, int *, int *,
                                               cudaDataType, cusparseAction_t, cusparseIndexBase_t,
                                               cusparseCsr2CscAlg_t, size_t *bytes)
{
    *bytes = 0;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int rows, int columns, int entries,
                                    const void *values, const int *offsets, const int *indices,
                                    void *to_values, int *to_offsets, int *to_indices,
                                    cudaDataType type, cusparseAction_t action,
                                    cusparseIndexBase_t base, cusparseCsr2CscAlg_t, void *)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_BY_TYPE(type, "cusparseCsr2cscEx2", csr_to_csc, handle, rows, columns, entries, values,
                   offsets, indices, to_values, to_offsets, to_indices,
                   action == CUSPARSE_ACTION_NUMERIC, base)
}
cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t, cusparseConstSpMatDescr_t,
                                                  cusparseDnMatDescr_t, cusparseSparseToDenseAlg_t,
                                                  size_t *bytes)
{
    *bytes = 0;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t from,
                                       cusparseDnMatDescr_t to, cusparseSparseToDenseAlg_t, void *)
{
    SPARSE_CHECK(handle && from && to && from->type == to->type, CUSPARSE_STATUS_INVALID_VALUE);
    if (from->format == CUSPARSE_FORMAT_SLICED_ELLPACK) {
        refuse("cusparseSparseToDense", "SlicedEll is not supported");
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    SPARSE_BY_TYPE(from->type, "cusparseSparseToDense", to_dense, handle, from, to)
}
cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t, cusparseConstDnMatDescr_t,
                                                  cusparseSpMatDescr_t, cusparseDenseToSparseAlg_t,
                                                  size_t *bytes)
{
    *bytes = 0;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t from,
                                                cusparseSpMatDescr_t to, cusparseDenseToSparseAlg_t,
                                                void *)
{
    return dense_to_sparse("cusparseDenseToSparse_analysis", handle, from, to, true);
}
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle,
                                               cusparseConstDnMatDescr_t from,
                                               cusparseSpMatDescr_t to, cusparseDenseToSparseAlg_t,
                                               void *)
{
    return dense_to_sparse("cusparseDenseToSparse_convert", handle, from, to, false);
}
}
