/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's older calls for matrices of square blocks (BSR): products, and conversions from and to
 * CSR. Also gemvi, and systems whose buffer the call itself finds: gtsv, gtsvStridedBatch.
 */
#include "bsr.h"

static cusparseSpMatDescr blocks_of(cusparseDirection_t direction, int rows, int columns,
                                    int blocks, const cusparseMatDescr *m, const void *values,
                                    const int *offsets, const int *indices, int size,
                                    cudaDataType type)
{
    cusparseSpMatDescr made = {};
    made.format = CUSPARSE_FORMAT_BSR;
    made.rows = (int64_t)rows * size, made.columns = (int64_t)columns * size;
    made.entries = blocks;
    made.offsets = (int *)offsets, made.indices = (int *)indices, made.values = (void *)values;
    made.base = (int)m->base, made.type = type;
    made.block = made.block_columns = size;
    made.block_order =
        direction == CUSPARSE_DIRECTION_COLUMN ? CUSPARSE_ORDER_COL : CUSPARSE_ORDER_ROW;
    return made;
}

static cusparseStatus_t check_blocks(cusparseHandle_t handle, const cusparseMatDescr *m, int rows,
                                     int columns, int size)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(m && rows >= 0 && columns >= 0 && size > 0, CUSPARSE_STATUS_INVALID_VALUE);
    if (m->type == CUSPARSE_MATRIX_TYPE_GENERAL)
        return CUSPARSE_STATUS_SUCCESS;
    refuse("cusparse of a BSR matrix", "only general matrices are supported");
    return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}
#define CHECK_BLOCKS(...)                                                                          \
    do {                                                                                           \
        const cusparseStatus_t status = check_blocks(handle, __VA_ARGS__);                         \
        if (status != CUSPARSE_STATUS_SUCCESS)                                                     \
            return status;                                                                         \
    } while (0)

/* ---- conversions: a thread a line of blocks ---- */

struct csr_lines {
    const int *offsets, *indices;
    int base, rows, size;

    /* The least column of blocks behind `last` that line `line` has, or `none`. */
    __device__ int next(int line, int last, int none) const
    {
        int least = none;
        for (int row = line * size; row < (line + 1) * size && row < rows; row++)
            for (int e = offsets[row] - base; e < offsets[row + 1] - base; e++) {
                const int block = (indices[e] - base) / size;
                if (block > last && block < least)
                    least = block;
            }
        return least;
    }
};
enum { NO_BLOCK = 0x7fffffff };

static __global__ void __launch_bounds__(SPARSE_THREADS)
    count_blocks(csr_lines from, int lines, int *counts)
{
    EACH(line, lines)
    {
        int count = 0;
        for (int b = from.next((int)line, -1, NO_BLOCK); b != NO_BLOCK;
             b = from.next((int)line, b, NO_BLOCK))
            count++;
        counts[line] = count;
    }
}

template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    make_blocks(csr_lines from, const T *values, bsr_view<T> to, int *to_indices)
{
    EACH(line, to.rows)
    {
        int place = to.offsets[line] - to.base;
        for (int b = from.next((int)line, -1, NO_BLOCK); b != NO_BLOCK;
             b = from.next((int)line, b, NO_BLOCK), place++) {
            to_indices[place] = b + to.base;
            for (int i = 0; i < from.size * from.size; i++)
                *to.place(place, i / from.size, i % from.size) = T(0);
            for (int i = 0; i < from.size && line * from.size + i < from.rows; i++) {
                const int row = (int)line * from.size + i;
                for (int e = from.offsets[row] - from.base; e < from.offsets[row + 1] - from.base;
                     e++) {
                    const int column = from.indices[e] - from.base;
                    if (column / from.size == b)
                        *to.place(place, i, column % from.size) = values[e];
                }
            }
        }
    }
}

/* Every number of a block becomes an entry. */
template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    open_blocks(bsr_view<T> from, int *offsets, int *indices, T *values, int base)
{
    const int size = from.high;
    EACH(row, (int64_t)from.rows * size)
    {
        const int line = (int)(row / size), first = from.offsets[line] - from.base,
                  count = from.offsets[line + 1] - from.base - first;
        int place = first * size * size + (int)(row % size) * count * size;
        offsets[row] = place + base;
        for (int e = first; e < first + count; e++)
            for (int j = 0; j < size; j++, place++) {
                indices[place] = (from.indices[e] - from.base) * size + j + base;
                values[place] = *from.place(e, (int)(row % size), j);
            }
        if (row == (int64_t)from.rows * size - 1)
            offsets[row + 1] = place + base;
    }
}

static __global__ void total_of(const int *last, int base, int *total)
{
    *total = *last - base;
}

extern "C" cusparseStatus_t cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t, int m,
                                                int n, const cusparseMatDescr_t a,
                                                const int *offsets, const int *indices, int size,
                                                const cusparseMatDescr_t c, int *to_offsets,
                                                int *total)
{
    CHECK_BLOCKS(a, m, n, size);
    SPARSE_CHECK(c && to_offsets && total, CUSPARSE_STATUS_INVALID_VALUE);
    const int lines = (m + size - 1) / size;
    cudaMemsetAsync(to_offsets, 0, (lines + 1) * sizeof(int), handle->stream);
    if (lines > 0)
        count_blocks<<<sparse_blocks(lines), SPARSE_THREADS, 0, handle->stream>>>(
            csr_lines{offsets, indices, (int)a->base, m, size}, lines, to_offsets);
    sum_before<<<1, SPARSE_THREADS, 0, handle->stream>>>(to_offsets, lines + 1, (int)c->base);
    if (handle->mode == CUSPARSE_POINTER_MODE_DEVICE) {
        total_of<<<1, 1, 0, handle->stream>>>(to_offsets + lines, (int)c->base, total);
        return sparse_launched();
    }
    if (cudaMemcpyAsync(total, to_offsets + lines, sizeof *total, cudaMemcpyDeviceToHost,
                        handle->stream) != cudaSuccess ||
        cudaStreamSynchronize(handle->stream) != cudaSuccess)
        return CUSPARSE_STATUS_EXECUTION_FAILED;
    *total -= (int)c->base;
    return CUSPARSE_STATUS_SUCCESS;
}

/* ---- gemvi: y = alpha op(A) x + beta y, with a sparse x ---- */

template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    gemvi_kernel(sparse_dense<T> a, int rows, int entries, const int *indices, const T *values,
                 int base, sparse_factor<T> alpha, sparse_factor<T> beta, T *y)
{
    const T by = alpha.get(), keep = beta.get();
    EACH(row, rows)
    {
        T sum(0);
        for (int e = 0; e < entries; e++)
            sum = multiply_add(a.at((int)row, indices[e] - base), values[e], sum);
        y[row] = keep == T(0) ? by * sum : multiply_add(keep, y[row], by * sum);
    }
}

/* A buffer that lasts as long as what was issued. */
struct stream_buffer {
    void *at = NULL;
    cudaStream_t stream;
    bool make(size_t bytes, cudaStream_t of)
    {
        stream = of;
        return cudaMallocAsync(&at, bytes + 1, of) == cudaSuccess;
    }
    ~stream_buffer()
    {
        if (at)
            cudaFreeAsync(at, stream);
    }
};

#define CALLS(X, T, N, TYPE)                                                                       \
    extern "C" cusparseStatus_t cusparse##X##bsrmm(                                                \
        cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t op_a,          \
        cusparseOperation_t op_b, int rows, int n, int columns, int blocks, const T *alpha,        \
        const cusparseMatDescr_t m, const T *values, const int *offsets, const int *indices,       \
        int size, const T *b, int ldb, const T *beta, T *c, int ldc)                               \
    {                                                                                              \
        CHECK_BLOCKS(m, rows, columns, size);                                                      \
        const cusparseSpMatDescr a =                                                               \
            blocks_of(direction, rows, columns, blocks, m, values, offsets, indices, size, TYPE);  \
        const bool flat = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;                                \
        const cusparseDnMatDescr of_b = {flat ? a.columns : n,                                     \
                                         flat ? n : a.columns,                                     \
                                         ldb,                                                      \
                                         (void *)b,                                                \
                                         TYPE,                                                     \
                                         CUSPARSE_ORDER_COL,                                       \
                                         0,                                                        \
                                         0};                                                       \
        cusparseDnMatDescr of_c = {a.rows, n, ldc, (void *)c, TYPE, CUSPARSE_ORDER_COL, 0, 0};     \
        return cusparseSpMM(handle, op_a, op_b, alpha, &a, &of_b, beta, &of_c, TYPE,               \
                            CUSPARSE_SPMM_ALG_DEFAULT, NULL);                                      \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##bsrmv(                                                \
        cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t op, int rows,  \
        int columns, int blocks, const T *alpha, const cusparseMatDescr_t m, const T *values,      \
        const int *offsets, const int *indices, int size, const T *x, const T *beta, T *y)         \
    {                                                                                              \
        return cusparse##X##bsrmm(handle, direction, op, CUSPARSE_OPERATION_NON_TRANSPOSE, rows,   \
                                  1, columns, blocks, alpha, m, values, offsets, indices, size, x, \
                                  columns * size, beta, y, rows * size);                           \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csr2bsr(                                              \
        cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,                      \
        const cusparseMatDescr_t a, const T *values, const int *offsets, const int *indices,       \
        int size, const cusparseMatDescr_t c, T *to_values, int *to_offsets, int *to_indices)      \
    {                                                                                              \
        CHECK_BLOCKS(a, m, n, size);                                                               \
        SPARSE_CHECK(c, CUSPARSE_STATUS_INVALID_VALUE);                                            \
        const int lines = (m + size - 1) / size;                                                   \
        const cusparseSpMatDescr to = blocks_of(direction, lines, (n + size - 1) / size, 0, c,     \
                                                to_values, to_offsets, to_indices, size, TYPE);    \
        if (lines > 0)                                                                             \
            make_blocks<<<sparse_blocks(lines), SPARSE_THREADS, 0, handle->stream>>>(              \
                csr_lines{offsets, indices, (int)a->base, m, size}, (const N *)values,             \
                bsr_view_of<N>(&to), to_indices);                                                  \
        return sparse_launched();                                                                  \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##bsr2csr(                                              \
        cusparseHandle_t handle, cusparseDirection_t direction, int rows, int columns,             \
        const cusparseMatDescr_t a, const T *values, const int *offsets, const int *indices,       \
        int size, const cusparseMatDescr_t c, T *to_values, int *to_offsets, int *to_indices)      \
    {                                                                                              \
        CHECK_BLOCKS(a, rows, columns, size);                                                      \
        SPARSE_CHECK(c, CUSPARSE_STATUS_INVALID_VALUE);                                            \
        const cusparseSpMatDescr from =                                                            \
            blocks_of(direction, rows, columns, 0, a, values, offsets, indices, size, TYPE);       \
        if (rows > 0)                                                                              \
            open_blocks<<<sparse_blocks(from.rows), SPARSE_THREADS, 0, handle->stream>>>(          \
                bsr_view_of<N>(&from), to_offsets, to_indices, (N *)to_values, (int)c->base);      \
        return sparse_launched();                                                                  \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##gemvi_bufferSize(                                     \
        cusparseHandle_t handle, cusparseOperation_t, int, int, int, int *bytes)                   \
    {                                                                                              \
        SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);                                     \
        SPARSE_CHECK(bytes, CUSPARSE_STATUS_INVALID_VALUE);                                        \
        *bytes = 1;                                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##gemvi(                                                \
        cusparseHandle_t handle, cusparseOperation_t op, int m, int n, const T *alpha, const T *a, \
        int lda, int entries, const T *values, const int *indices, const T *beta, T *y,            \
        cusparseIndexBase_t base, void *)                                                          \
    {                                                                                              \
        SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);                                     \
        SPARSE_CHECK(m >= 0 && n >= 0 && lda >= m && entries >= 0 && alpha && beta,                \
                     CUSPARSE_STATUS_INVALID_VALUE);                                               \
        const cusparseDnMatDescr of_a = {m, n, lda, (void *)a, TYPE, CUSPARSE_ORDER_COL, 0, 0};    \
        const int rows = op == CUSPARSE_OPERATION_NON_TRANSPOSE ? m : n;                           \
        if (rows > 0)                                                                              \
            gemvi_kernel<<<sparse_blocks(rows), SPARSE_THREADS, 0, handle->stream>>>(              \
                sparse_dense_of<N>(&of_a, op), rows, entries, indices, (const N *)values,          \
                (int)base, sparse_factor_of<N>(handle, alpha), sparse_factor_of<N>(handle, beta),  \
                (N *)y);                                                                           \
        return sparse_launched();                                                                  \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##gtsv(cusparseHandle_t handle, int n, int columns,     \
                                                  const T *below, const T *diagonal,               \
                                                  const T *above, T *b, int ldb)                   \
    {                                                                                              \
        size_t bytes = 0;                                                                          \
        stream_buffer room;                                                                        \
        const cusparseStatus_t status = cusparse##X##gtsv2_bufferSizeExt(                          \
            handle, n, columns, below, diagonal, above, b, ldb, &bytes);                           \
        if (status != CUSPARSE_STATUS_SUCCESS)                                                     \
            return status;                                                                         \
        SPARSE_CHECK(room.make(bytes, handle->stream), CUSPARSE_STATUS_ALLOC_FAILED);              \
        return cusparse##X##gtsv2(handle, n, columns, below, diagonal, above, b, ldb, room.at);    \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##gtsv_nopivot(                                         \
        cusparseHandle_t handle, int n, int columns, const T *below, const T *diagonal,            \
        const T *above, T *b, int ldb)                                                             \
    {                                                                                              \
        size_t bytes = 0;                                                                          \
        stream_buffer room;                                                                        \
        const cusparseStatus_t status = cusparse##X##gtsv2_nopivot_bufferSizeExt(                  \
            handle, n, columns, below, diagonal, above, b, ldb, &bytes);                           \
        if (status != CUSPARSE_STATUS_SUCCESS)                                                     \
            return status;                                                                         \
        SPARSE_CHECK(room.make(bytes, handle->stream), CUSPARSE_STATUS_ALLOC_FAILED);              \
        return cusparse##X##gtsv2_nopivot(handle, n, columns, below, diagonal, above, b, ldb,      \
                                          room.at);                                                \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##gtsvStridedBatch(                                     \
        cusparseHandle_t handle, int n, const T *below, const T *diagonal, const T *above, T *x,   \
        int systems, int next)                                                                     \
    {                                                                                              \
        size_t bytes = 0;                                                                          \
        stream_buffer room;                                                                        \
        const cusparseStatus_t status = cusparse##X##gtsv2StridedBatch_bufferSizeExt(              \
            handle, n, below, diagonal, above, x, systems, next, &bytes);                          \
        if (status != CUSPARSE_STATUS_SUCCESS)                                                     \
            return status;                                                                         \
        SPARSE_CHECK(room.make(bytes, handle->stream), CUSPARSE_STATUS_ALLOC_FAILED);              \
        return cusparse##X##gtsv2StridedBatch(handle, n, below, diagonal, above, x, systems, next, \
                                              room.at);                                            \
    }
CALLS(S, float, float, CUDA_R_32F)
CALLS(D, double, double, CUDA_R_64F)
CALLS(C, cuComplex, complex_float, CUDA_C_32F)
CALLS(Z, cuDoubleComplex, complex_double, CUDA_C_64F)
