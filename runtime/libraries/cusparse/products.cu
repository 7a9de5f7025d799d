/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of a sparse matrix with a dense one: a vector is a matrix with one column. */
#include "bsr.h"
#include "product_kernels.h"

enum { MOST_COLUMNS = 65535 };

/* How a product reads its operands; false: the shapes don't fit. */
template <class T, class S, class I>
static bool product_make(product<T, S, I> *p, cusparseHandle_t handle, cusparseOperation_t op_a,
                         cusparseOperation_t op_b, const void *alpha, const cusparseSpMatDescr *a,
                         const cusparseDnMatDescr *b, const void *beta, const cusparseDnMatDescr *c)
{
    const bool flat = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
    p->conjugated = op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    p->turned = flat == (a->format == CUSPARSE_FORMAT_CSC);
    p->has_rows = a->format == CUSPARSE_FORMAT_COO;
    p->m = (int)(flat ? a->rows : a->columns), p->n = (int)c->columns;
    p->entries = a->entries, p->offsets = (const I *)a->offsets, p->indices = (const I *)a->indices,
    p->values = (const S *)a->values;
    p->lines = (int)(a->format == CUSPARSE_FORMAT_CSC ? a->columns : a->rows), p->base = a->base;
    p->block = a->block, p->wide = a->ell_width;
    const bool b_flat = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const long long row = b->order == CUSPARSE_ORDER_COL ? 1 : b->ld,
                    column = b->order == CUSPARSE_ORDER_COL ? b->ld : 1;
    p->b = (const S *)b->values, p->b_row = b_flat ? row : column,
    p->b_column = b_flat ? column : row;
    p->conjugates_b = op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    p->c = (S *)c->values;
    p->c_row = c->order == CUSPARSE_ORDER_COL ? 1 : c->ld,
    p->c_column = c->order == CUSPARSE_ORDER_COL ? c->ld : 1;
    p->offsets_next = a->next_offsets, p->values_next = a->next_values;
    p->b_next = b->next, p->c_next = c->next;
    p->alpha = sparse_factor_of<T>(handle, alpha), p->beta = sparse_factor_of<T>(handle, beta);
    const int64_t inner = flat ? a->columns : a->rows;
    return c->rows == p->m && (b_flat ? b->rows : b->columns) == inner &&
           (b_flat ? b->columns : b->rows) == p->n && p->n <= MOST_COLUMNS;
}

template <class T, class S, class I>
static cusparseStatus_t
multiply(const char *call, cusparseHandle_t handle, cusparseOperation_t op_a,
         cusparseOperation_t op_b, const void *alpha, const cusparseSpMatDescr *a,
         const cusparseDnMatDescr *b, const void *beta, const cusparseDnMatDescr *c)
{
    const bool flat = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const bool by_rows = a->format == (flat ? CUSPARSE_FORMAT_CSR : CUSPARSE_FORMAT_CSC);
    const bool is_ell =
        a->format == CUSPARSE_FORMAT_BLOCKED_ELL || a->format == CUSPARSE_FORMAT_SLICED_ELLPACK;
    if ((is_ell && !flat) || (sizeof(S) == 2 && !by_rows && !is_ell)) {
        refuse(call, "this operation is not supported for the matrix's format and type");
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    product<T, S, I> p = {};
    SPARSE_CHECK((product_make<T, S, I>(&p, handle, op_a, op_b, alpha, a, b, beta, c)),
                 CUSPARSE_STATUS_INVALID_VALUE);
    const unsigned batch = c->batch > 1 ? (unsigned)c->batch : 1u;
    if (p.m == 0 || p.n == 0)
        return CUSPARSE_STATUS_SUCCESS;
    const int lanes = sparse_lanes(p.entries, p.m);
    const dim3 warps(sparse_blocks((int64_t)p.m * 32), p.n, batch),
        threads(sparse_blocks(p.m), p.n, batch);
    cudaStream_t stream = handle->stream;
    if (a->format == CUSPARSE_FORMAT_BLOCKED_ELL)
        blocks_kernel<<<warps, SPARSE_THREADS, 0, stream>>>(p);
    else if (is_ell)
        slices_kernel<<<threads, SPARSE_THREADS, 0, stream>>>(p);
    else if (by_rows)
        rows_kernel<<<dim3(sparse_blocks((int64_t)p.m * lanes), p.n, batch), SPARSE_THREADS, 0,
                      stream>>>(p, lanes);
    else if constexpr (sizeof(S) == sizeof(T)) {
        scale_kernel<<<threads, SPARSE_THREADS, 0, stream>>>(p);
        if (p.entries > 0)
            entries_kernel<<<dim3(sparse_blocks(p.has_rows ? p.entries : p.lines), p.n, batch),
                             SPARSE_THREADS, 0, stream>>>(p);
    }
    return sparse_launched();
}

template <class T>
static cusparseStatus_t
multiply_plain(const char *call, cusparseHandle_t handle, cusparseOperation_t op_a,
               cusparseOperation_t op_b, const void *alpha, const cusparseSpMatDescr *a,
               const cusparseDnMatDescr *b, const void *beta, const cusparseDnMatDescr *c)
{
    if (a->format == CUSPARSE_FORMAT_BSR)
        return sparse_bsr_multiply<T>(call, handle, op_a, op_b, alpha, a, b, beta, c);
    if (a->is_wide)
        return multiply<T, T, int64_t>(call, handle, op_a, op_b, alpha, a, b, beta, c);
    return multiply<T, T, int>(call, handle, op_a, op_b, alpha, a, b, beta, c);
}

static cusparseStatus_t multiply_checked(const char *call, cusparseHandle_t handle,
                                         cusparseOperation_t op_a, cusparseOperation_t op_b,
                                         const void *alpha, const cusparseSpMatDescr *a,
                                         const cusparseDnMatDescr *b, const void *beta,
                                         const cusparseDnMatDescr *c, cudaDataType type)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(alpha && beta, CUSPARSE_STATUS_INVALID_VALUE);
    const bool is_one = a->type == b->type && a->type == c->type;
    if (is_one && type == CUDA_R_32F && !a->is_wide && a->format != CUSPARSE_FORMAT_BSR) {
        if (a->type == CUDA_R_16F)
            return multiply<float, __half, int>(call, handle, op_a, op_b, alpha, a, b, beta, c);
        if (a->type == CUDA_R_16BF)
            return multiply<float, __nv_bfloat16, int>(call, handle, op_a, op_b, alpha, a, b, beta,
                                                       c);
    }
    if (!is_one || a->type != type) {
        refuse(call, "matrices of these types are not supported");
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    SPARSE_BY_TYPE(type, call, multiply_plain, call, handle, op_a, op_b, alpha, a, b, beta, c)
}

static cusparseDnMatDescr column_of(const cusparseDnVecDescr *x)
{
    return {x->size, 1, x->size, x->values, x->type, CUSPARSE_ORDER_COL, 0, 0};
}

extern "C" {

SIMGPU_CUSPARSE_MV(cusparseSpMV_bufferSize, size_t *bytes)
{
    (void)op, (void)alpha, (void)beta, (void)type, (void)algorithm;
    SPARSE_CHECK(handle && a && x && y && bytes, CUSPARSE_STATUS_INVALID_VALUE);
    *bytes = 0;
    return CUSPARSE_STATUS_SUCCESS;
}
SIMGPU_CUSPARSE_MV(cusparseSpMV_preprocess, void *buffer)
{
    (void)op, (void)alpha, (void)beta, (void)type, (void)algorithm, (void)buffer;
    SPARSE_CHECK(handle && a && x && y, CUSPARSE_STATUS_INVALID_VALUE);
    return CUSPARSE_STATUS_SUCCESS;
}
SIMGPU_CUSPARSE_MV(cusparseSpMV, void *buffer)
{
    (void)algorithm, (void)buffer;
    SPARSE_CHECK(a && x && y, CUSPARSE_STATUS_INVALID_VALUE);
    const cusparseDnMatDescr b = column_of(x), c = column_of(y);
    return multiply_checked("cusparseSpMV", handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, a,
                            &b, beta, &c, type);
}
SIMGPU_CUSPARSE_MM(cusparseSpMM_bufferSize, size_t *bytes)
{
    (void)op_a, (void)op_b, (void)alpha, (void)beta, (void)type, (void)algorithm;
    SPARSE_CHECK(handle && a && b && c && bytes, CUSPARSE_STATUS_INVALID_VALUE);
    *bytes = 0;
    return CUSPARSE_STATUS_SUCCESS;
}
SIMGPU_CUSPARSE_MM(cusparseSpMM_preprocess, void *buffer)
{
    (void)op_a, (void)op_b, (void)alpha, (void)beta, (void)type, (void)algorithm, (void)buffer;
    SPARSE_CHECK(handle && a && b && c, CUSPARSE_STATUS_INVALID_VALUE);
    return CUSPARSE_STATUS_SUCCESS;
}
SIMGPU_CUSPARSE_MM(cusparseSpMM, void *buffer)
{
    (void)algorithm, (void)buffer;
    SPARSE_CHECK(a && b && c, CUSPARSE_STATUS_INVALID_VALUE);
    return multiply_checked("cusparseSpMM", handle, op_a, op_b, alpha, a, b, beta, c, type);
}
}

static cusparseStatus_t csr_times(const char *call, cusparseHandle_t handle, cusparseOperation_t op,
                                  int rows, int n, int columns, int entries, const void *alpha,
                                  const cusparseMatDescr *matrix, const void *values,
                                  const int *offsets, const int *indices, const void *b, int ldb,
                                  const void *beta, void *c, int ldc, cudaDataType type)
{
    SPARSE_CHECK(matrix, CUSPARSE_STATUS_INVALID_VALUE);
    if (matrix->type != CUSPARSE_MATRIX_TYPE_GENERAL) {
        refuse(call, "only general matrices are supported");
        return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
    }
    bool flat = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const cusparseSpMatDescr a = {CUSPARSE_FORMAT_CSR,
                                  rows,
                                  columns,
                                  entries,
                                  (int *)offsets,
                                  (int *)indices,
                                  (void *)values,
                                  matrix->base,
                                  type,
                                  matrix->fill,
                                  matrix->diag,
                                  false,
                                  0,
                                  0,
                                  0,
                                  0,
                                  0,
                                  0,
                                  CUSPARSE_ORDER_COL,
                                  0};
    const cusparseDnMatDescr in = {flat ? columns : rows, n, ldb, (void *)b, type,
                                   CUSPARSE_ORDER_COL,    0, 0};
    const cusparseDnMatDescr out = {flat ? rows : columns, n, ldc, c, type,
                                    CUSPARSE_ORDER_COL,    0, 0};
    return multiply_checked(call, handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, &a, &in,
                            beta, &out, type);
}

#define CSR_CALLS(X, T, type)                                                                      \
    extern "C" cusparseStatus_t cusparse##X##csrmv(                                                \
        cusparseHandle_t handle, cusparseOperation_t op, int rows, int columns, int entries,       \
        const T *alpha, const cusparseMatDescr_t matrix, const T *values, const int *offsets,      \
        const int *indices, const T *x, const T *beta, T *y)                                       \
    {                                                                                              \
        return csr_times("cusparse" #X "csrmv", handle, op, rows, 1, columns, entries, alpha,      \
                         matrix, values, offsets, indices, x, columns, beta, y, rows, type);       \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csrmm(                                                \
        cusparseHandle_t handle, cusparseOperation_t op, int rows, int n, int columns,             \
        int entries, const T *alpha, const cusparseMatDescr_t matrix, const T *values,             \
        const int *offsets, const int *indices, const T *b, int ldb, const T *beta, T *c, int ldc) \
    {                                                                                              \
        return csr_times("cusparse" #X "csrmm", handle, op, rows, n, columns, entries, alpha,      \
                         matrix, values, offsets, indices, b, ldb, beta, c, ldc, type);            \
    }
CSR_CALLS(S, float, CUDA_R_32F)
CSR_CALLS(D, double, CUDA_R_64F)
CSR_CALLS(C, cuComplex, CUDA_C_32F)
CSR_CALLS(Z, cuDoubleComplex, CUDA_C_64F)
