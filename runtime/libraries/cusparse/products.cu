/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of a sparse matrix with a dense one: a vector is a matrix with one column.
 *
 * What lies by rows of the result takes a warp for each row. Otherwise C is scaled first, and then
 * each entry adds what it has by atomics.
 */
#include "sparse.h"

template <class T> struct product {
    bool by_rows, conjugated, turned; /* turned: rows and columns of what is stored change places */
    bool has_rows;                    /* COO: `offsets` has a row for each entry */
    int m, n;                         /* of C */
    int64_t entries;
    const int *offsets, *indices;
    const T *values;
    int lines, base; /* rows (CSR) or columns (CSC) that `offsets` has */
    const T *b;
    T *c;
    long long b_row, b_column, c_row, c_column; /* steps */
    T alpha, beta;
    const T *device_alpha, *device_beta;
    bool conjugates_b;

    __device__ __forceinline__ T get_alpha() const
    {
        return device_alpha ? *device_alpha : alpha;
    }
    __device__ __forceinline__ T get_beta() const
    {
        return device_beta ? *device_beta : beta;
    }
    __device__ __forceinline__ T b_at(int row, int column) const
    {
        T x = b[row * b_row + column * b_column];
        return conjugates_b ? conjugate(x) : x;
    }
};

template <class T> static __device__ __forceinline__ T shuffle_down(T x, int by)
{
    if constexpr (number_of<T>::is_complex)
        return T(__shfl_down_sync(~0u, x.x, by), __shfl_down_sync(~0u, x.y, by));
    else
        return __shfl_down_sync(~0u, x, by);
}

template <class T> __global__ void __launch_bounds__(SPARSE_THREADS) rows_kernel(const product<T> p)
{
    int lane = threadIdx.x % 32, column = blockIdx.y;
    T alpha = p.get_alpha(), beta = p.get_beta();
    for (int row = blockIdx.x * (SPARSE_THREADS / 32) + threadIdx.x / 32; row < p.m;
         row += gridDim.x * (SPARSE_THREADS / 32)) {
        T sum(0);
        for (int e = p.offsets[row] - p.base + lane; e < p.offsets[row + 1] - p.base; e += 32)
            sum = multiply_add(p.conjugated ? conjugate(p.values[e]) : p.values[e],
                               p.b_at(p.indices[e] - p.base, column), sum);
        for (int by = 16; by > 0; by /= 2)
            sum = sum + shuffle_down(sum, by);
        if (lane == 0) {
            T *to = p.c + row * p.c_row + column * p.c_column;
            *to = beta == T(0) ? alpha * sum : multiply_add(beta, *to, alpha * sum);
        }
    }
}

template <class T>
__global__ void __launch_bounds__(SPARSE_THREADS) scale_kernel(const product<T> p)
{
    T beta = p.get_beta();
    for (int row = blockIdx.x * SPARSE_THREADS + threadIdx.x; row < p.m;
         row += gridDim.x * SPARSE_THREADS) {
        T *to = p.c + row * p.c_row + blockIdx.y * p.c_column;
        *to = beta == T(0) ? T(0) : beta * *to;
    }
}

static __device__ __forceinline__ void add(float *to, float x)
{
    atomicAdd(to, x);
}
static __device__ __forceinline__ void add(double *to, double x)
{
    atomicAdd(to, x);
}
template <class R> static __device__ __forceinline__ void add(complex_of<R> *to, complex_of<R> x)
{
    atomicAdd(&to->x, x.x);
    atomicAdd(&to->y, x.y);
}

template <class T>
static __device__ __forceinline__ void add_entry(const product<T> &p, int line, int e, T alpha)
{
    int other = p.indices[e] - p.base, row = p.turned ? other : line,
        column = p.turned ? line : other;
    T value = p.conjugated ? conjugate(p.values[e]) : p.values[e];
    add(p.c + row * p.c_row + blockIdx.y * p.c_column, alpha * value * p.b_at(column, blockIdx.y));
}

/* Lines one after the other, or entries that name their rows. */
template <class T>
__global__ void __launch_bounds__(SPARSE_THREADS) entries_kernel(const product<T> p)
{
    T alpha = p.get_alpha();
    int64_t first = blockIdx.x * (int64_t)SPARSE_THREADS + threadIdx.x,
            step = gridDim.x * (int64_t)SPARSE_THREADS;
    if (p.has_rows) {
        for (int64_t e = first; e < p.entries; e += step)
            add_entry(p, p.offsets[e] - p.base, (int)e, alpha);
        return;
    }
    for (int64_t line = first; line < p.lines; line += step)
        for (int e = p.offsets[line] - p.base; e < p.offsets[line + 1] - p.base; e++)
            add_entry(p, (int)line, e, alpha);
}

/* b and c: dense matrices; op_b says how b is meant. */
template <class T>
static cusparseStatus_t multiply(cusparseHandle_t handle, cusparseOperation_t op_a,
                                 cusparseOperation_t op_b, const void *alpha,
                                 const cusparseSpMatDescr *a, const cusparseDnMatDescr *b,
                                 const void *beta, const cusparseDnMatDescr *c)
{
    bool flat = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
    product<T> p = {};
    p.by_rows = a->format == (flat ? CUSPARSE_FORMAT_CSR : CUSPARSE_FORMAT_CSC);
    p.conjugated = op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    p.turned = flat == (a->format == CUSPARSE_FORMAT_CSC);
    p.has_rows = a->format == CUSPARSE_FORMAT_COO;
    p.m = (int)(flat ? a->rows : a->columns), p.n = (int)c->columns;
    p.entries = a->entries, p.offsets = a->offsets, p.indices = a->indices,
    p.values = (const T *)a->values;
    p.lines = (int)(a->format == CUSPARSE_FORMAT_CSC ? a->columns : a->rows), p.base = a->base;
    bool b_flat = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
    long long row = b->order == CUSPARSE_ORDER_COL ? 1 : b->ld,
              column = b->order == CUSPARSE_ORDER_COL ? b->ld : 1;
    p.b = (const T *)b->values, p.b_row = b_flat ? row : column, p.b_column = b_flat ? column : row;
    p.conjugates_b = op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    p.c = (T *)c->values;
    p.c_row = c->order == CUSPARSE_ORDER_COL ? 1 : c->ld,
    p.c_column = c->order == CUSPARSE_ORDER_COL ? c->ld : 1;
    if (handle->mode == CUSPARSE_POINTER_MODE_DEVICE)
        p.device_alpha = (const T *)alpha, p.device_beta = (const T *)beta;
    else
        p.alpha = *(const T *)alpha, p.beta = *(const T *)beta;
    int64_t inner = flat ? a->columns : a->rows;
    SPARSE_CHECK(c->rows == p.m && (b_flat ? b->rows : b->columns) == inner &&
                     (b_flat ? b->columns : b->rows) == p.n && p.n <= 65535,
                 CUSPARSE_STATUS_INVALID_VALUE);
    if (p.m == 0 || p.n == 0)
        return CUSPARSE_STATUS_SUCCESS;
    if (p.by_rows) {
        rows_kernel<<<dim3(sparse_blocks((int64_t)p.m * 32), p.n), SPARSE_THREADS, 0,
                      handle->stream>>>(p);
        return sparse_launched();
    }
    scale_kernel<<<dim3(sparse_blocks(p.m), p.n), SPARSE_THREADS, 0, handle->stream>>>(p);
    if (p.entries > 0)
        entries_kernel<<<dim3(sparse_blocks(p.has_rows ? p.entries : p.lines), p.n), SPARSE_THREADS,
                         0, handle->stream>>>(p);
    return sparse_launched();
}

static cusparseStatus_t multiply_checked(const char *call, cusparseHandle_t handle,
                                         cusparseOperation_t op_a, cusparseOperation_t op_b,
                                         const void *alpha, const cusparseSpMatDescr *a,
                                         const cusparseDnMatDescr *b, const void *beta,
                                         const cusparseDnMatDescr *c, cudaDataType type)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(alpha && beta, CUSPARSE_STATUS_INVALID_VALUE);
    if (a->type != type || b->type != type || c->type != type) {
        refuse(call, "matrices of different types are not supported");
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    SPARSE_BY_TYPE(type, call, multiply, handle, op_a, op_b, alpha, a, b, beta, c)
}

static cusparseDnMatDescr column_of(const cusparseDnVecDescr *x)
{
    return {x->size, 1, x->size, x->values, x->type, CUSPARSE_ORDER_COL};
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
    const cusparseSpMatDescr a = {
        CUSPARSE_FORMAT_CSR, rows,         columns, entries,      (int *)offsets, (int *)indices,
        (void *)values,      matrix->base, type,    matrix->fill, matrix->diag};
    const cusparseDnMatDescr in = {flat ? columns : rows, n, ldb, (void *)b, type,
                                   CUSPARSE_ORDER_COL};
    const cusparseDnMatDescr out = {flat ? rows : columns, n, ldc, c, type, CUSPARSE_ORDER_COL};
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
