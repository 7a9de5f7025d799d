/* SPDX-License-Identifier: BSD-3-Clause */
/* Matrices of blocks (BSR): a thread an element of the result. */
#ifndef SIMGPU_CUSPARSE_BSR_H
#define SIMGPU_CUSPARSE_BSR_H

#include "scan.h"

/* rows, columns: of blocks; high, wide: of one. */
template <class T> struct bsr_view {
    int rows, high, wide, base;
    bool by_columns; /* within a block */
    const int *offsets, *indices;
    T *values;

    __device__ __forceinline__ T *place(int64_t block, int i, int j) const
    {
        return values + block * high * wide + (by_columns ? i + j * high : i * wide + j);
    }
};
template <class T> static bsr_view<T> bsr_view_of(const cusparseSpMatDescr *m)
{
    return {(int)(m->rows / m->block),
            m->block,
            m->block_columns,
            m->base,
            m->block_order == CUSPARSE_ORDER_COL,
            m->offsets,
            m->indices,
            (T *)m->values};
}

/* C = alpha A B + beta C. */
template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    bsr_multiply(bsr_view<T> a, sparse_dense<T> b, sparse_dense<T> c, sparse_factor<T> alpha,
                 sparse_factor<T> beta, int columns)
{
    const T by = alpha.get(), keep = beta.get();
    const int64_t rows = (int64_t)a.rows * a.high;
    EACH(which, rows * columns)
    {
        const int row = (int)(which % rows), column = (int)(which / rows), line = row / a.high;
        T sum(0);
        for (int e = a.offsets[line] - a.base; e < a.offsets[line + 1] - a.base; e++)
            for (int j = 0; j < a.wide; j++)
                sum = multiply_add(*a.place(e, row % a.high, j),
                                   b.at((a.indices[e] - a.base) * a.wide + j, column), sum);
        T *to = c.place(row, column);
        *to = keep == T(0) ? by * sum : multiply_add(keep, *to, by * sum);
    }
}

/* Products where C has blocks. */
template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    bsr_sample(bsr_view<T> c, sparse_dense<T> a, sparse_dense<T> b, sparse_factor<T> alpha,
               sparse_factor<T> beta, int inner)
{
    const T by = alpha.get(), keep = beta.get();
    for (int line = blockIdx.x; line < c.rows; line += gridDim.x) {
        const int first = c.offsets[line] - c.base, each = c.high * c.wide;
        const int count = (c.offsets[line + 1] - c.base - first) * each;
        for (int t = threadIdx.x; t < count; t += SPARSE_THREADS) {
            const int e = first + t / each, i = t % each / c.wide, j = t % each % c.wide;
            T sum(0);
            for (int k = 0; k < inner; k++)
                sum = multiply_add(a.at(line * c.high + i, k),
                                   b.at(k, (c.indices[e] - c.base) * c.wide + j), sum);
            T *to = c.place(e, i, j);
            *to = keep == T(0) ? by * sum : multiply_add(keep, *to, by * sum);
        }
    }
}

/* Each of a batch is a launch. */
template <class T>
static cusparseStatus_t sparse_bsr_sample(cusparseHandle_t handle, cusparseOperation_t op_a,
                                          cusparseOperation_t op_b, const void *alpha,
                                          const cusparseDnMatDescr *a, const cusparseDnMatDescr *b,
                                          const void *beta, const cusparseSpMatDescr *c)
{
    if (c->is_wide) {
        refuse("cusparseSDDMM", "only indices of 32 bits are supported");
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    const int inner = (int)(op_a == CUSPARSE_OPERATION_NON_TRANSPOSE ? a->columns : a->rows);
    sparse_dense<T> of_a = sparse_dense_of<T>(a, op_a), of_b = sparse_dense_of<T>(b, op_b);
    bsr_view<T> of_c = bsr_view_of<T>(c);
    for (int i = 0; i < (c->batch > 1 ? c->batch : 1) && of_c.rows > 0; i++) {
        const int lines = of_c.rows > 65535 ? 65535 : of_c.rows;
        bsr_sample<<<lines, SPARSE_THREADS, 0, handle->stream>>>(
            of_c, of_a, of_b, sparse_factor_of<T>(handle, alpha),
            sparse_factor_of<T>(handle, beta), inner);
        of_a.first += a->next, of_b.first += b->next;
        of_c.offsets += c->next_offsets, of_c.indices += c->next_indices;
        of_c.values += c->next_values;
    }
    return sparse_launched();
}

template <class T>
static cusparseStatus_t
sparse_bsr_multiply(const char *call, cusparseHandle_t handle, cusparseOperation_t op_a,
                    cusparseOperation_t op_b, const void *alpha, const cusparseSpMatDescr *a,
                    const cusparseDnMatDescr *b, const void *beta, const cusparseDnMatDescr *c)
{
    if (op_a != CUSPARSE_OPERATION_NON_TRANSPOSE || a->is_wide) {
        refuse(call, "a BSR matrix is supported untransposed, with indices of 32 bits");
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    const bool flat = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
    SPARSE_CHECK(c->rows == a->rows && (flat ? b->rows : b->columns) == a->columns &&
                     (flat ? b->columns : b->rows) == c->columns,
                 CUSPARSE_STATUS_INVALID_VALUE);
    bsr_view<T> of_a = bsr_view_of<T>(a);
    sparse_dense<T> of_b = sparse_dense_of<T>(b, op_b),
                    of_c = sparse_dense_of<T>(c, CUSPARSE_OPERATION_NON_TRANSPOSE);
    const int columns = (int)c->columns;
    for (int i = 0; i < (c->batch > 1 ? c->batch : 1) && a->rows > 0 && columns > 0; i++) {
        bsr_multiply<<<sparse_blocks(a->rows * columns), SPARSE_THREADS, 0, handle->stream>>>(
            of_a, of_b, of_c, sparse_factor_of<T>(handle, alpha), sparse_factor_of<T>(handle, beta),
            columns);
        of_b.first += b->next, of_c.first += c->next;
        of_a.offsets += a->next_offsets, of_a.indices += a->next_indices;
        of_a.values += a->next_values;
    }
    return sparse_launched();
}

#endif
