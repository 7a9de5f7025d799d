/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's products of sparse matrices of before 12: csrgemm, C = A B, and csrgemm2, C = alpha A
 * B
 * + beta D.
 */
#include "spgemm.h"

struct csrgemm2Info {
    int unused;
};

static csr_view<float> pattern_of(const cusparseMatDescr *m, const int *offsets, const int *indices)
{
    return {offsets, indices, NULL, m ? (int)m->base : 0};
}
template <class N>
static csr_view<N> matrix_of(const cusparseMatDescr *m, const void *values, const int *offsets,
                             const int *indices)
{
    return {offsets, indices, (const N *)values, m ? (int)m->base : 0};
}

static __global__ void less_base(const int *last, int base, int *total)
{
    *total = *last - base;
}

static cusparseStatus_t count(cusparseHandle_t handle, const sparse_product<float> &p,
                              const cusparseMatDescr *c, int *offsets, int *total)
{
    SPARSE_CHECK(c && offsets && total && p.rows >= 0 && p.columns >= 0,
                 CUSPARSE_STATUS_INVALID_VALUE);
    SPARSE_CHECK(count_rows(p, offsets, (int)c->base, handle->stream),
                 CUSPARSE_STATUS_ALLOC_FAILED);
    if (handle->mode == CUSPARSE_POINTER_MODE_DEVICE) {
        less_base<<<1, 1, 0, handle->stream>>>(offsets + p.rows, (int)c->base, total);
        return sparse_launched();
    }
    if (cudaMemcpyAsync(total, offsets + p.rows, sizeof *total, cudaMemcpyDeviceToHost,
                        handle->stream) != cudaSuccess ||
        cudaStreamSynchronize(handle->stream) != cudaSuccess)
        return CUSPARSE_STATUS_EXECUTION_FAILED;
    *total -= (int)c->base;
    return CUSPARSE_STATUS_SUCCESS;
}

template <class N>
static cusparseStatus_t fill(cusparseHandle_t handle, const sparse_product<N> &p,
                             const cusparseMatDescr *c, const int *offsets, int *indices,
                             void *values)
{
    SPARSE_CHECK(c && offsets && p.rows >= 0 && p.columns >= 0, CUSPARSE_STATUS_INVALID_VALUE);
    dense_rows<N> room;
    SPARSE_CHECK(room.make(p.columns, true, handle->stream), CUSPARSE_STATUS_ALLOC_FAILED);
    make_products<<<SPGEMM_BLOCKS, SPARSE_THREADS, 0, handle->stream>>>(
        p, room.marks, room.sums, offsets, indices, (N *)values, (int)c->base);
    return sparse_launched();
}

static cusparseStatus_t check_flat(cusparseHandle_t handle, cusparseOperation_t of_a,
                                   cusparseOperation_t of_b)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    if (of_a == CUSPARSE_OPERATION_NON_TRANSPOSE && of_b == CUSPARSE_OPERATION_NON_TRANSPOSE)
        return CUSPARSE_STATUS_SUCCESS;
    refuse("cusparse csrgemm", "transposes are not supported");
    return CUSPARSE_STATUS_NOT_SUPPORTED;
}

extern "C" {
cusparseStatus_t cusparseCreateCsrgemm2Info(csrgemm2Info_t *made)
{
    SPARSE_CHECK(made, CUSPARSE_STATUS_INVALID_VALUE);
    *made = new csrgemm2Info();
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyCsrgemm2Info(csrgemm2Info_t info)
{
    delete info;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseXcsrgemmNnz(cusparseHandle_t handle, cusparseOperation_t of_a,
                                     cusparseOperation_t of_b, int m, int n, int,
                                     const cusparseMatDescr_t a, int, const int *offsets_a,
                                     const int *indices_a, const cusparseMatDescr_t b, int,
                                     const int *offsets_b, const int *indices_b,
                                     const cusparseMatDescr_t c, int *offsets, int *total)
{
    const cusparseStatus_t status = check_flat(handle, of_a, of_b);
    if (status != CUSPARSE_STATUS_SUCCESS)
        return status;
    const sparse_product<float> p = {
        pattern_of(a, offsets_a, indices_a), pattern_of(b, offsets_b, indices_b), {}, m, n, {}, {}};
    return count(handle, p, c, offsets, total);
}
/* Without entries of D there is no D. */
cusparseStatus_t cusparseXcsrgemm2Nnz(cusparseHandle_t handle, int m, int n, int,
                                      const cusparseMatDescr_t a, int, const int *offsets_a,
                                      const int *indices_a, const cusparseMatDescr_t b, int,
                                      const int *offsets_b, const int *indices_b,
                                      const cusparseMatDescr_t d, int, const int *offsets_d,
                                      const int *indices_d, const cusparseMatDescr_t c,
                                      int *offsets, int *total, const csrgemm2Info_t, void *)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    const sparse_product<float> p = {pattern_of(a, offsets_a, indices_a),
                                     pattern_of(b, offsets_b, indices_b),
                                     pattern_of(d, offsets_d, indices_d),
                                     m,
                                     n,
                                     {},
                                     {}};
    return count(handle, p, c, offsets, total);
}
}

#define CALLS(X, T, N)                                                                             \
    extern "C" cusparseStatus_t cusparse##X##csrgemm(                                              \
        cusparseHandle_t handle, cusparseOperation_t of_a, cusparseOperation_t of_b, int m, int n, \
        int, const cusparseMatDescr_t a, int, const T *values_a, const int *offsets_a,             \
        const int *indices_a, const cusparseMatDescr_t b, int, const T *values_b,                  \
        const int *offsets_b, const int *indices_b, const cusparseMatDescr_t c, T *values,         \
        const int *offsets, int *indices)                                                          \
    {                                                                                              \
        const cusparseStatus_t status = check_flat(handle, of_a, of_b);                            \
        if (status != CUSPARSE_STATUS_SUCCESS)                                                     \
            return status;                                                                         \
        const sparse_product<N> p = {matrix_of<N>(a, values_a, offsets_a, indices_a),              \
                                     matrix_of<N>(b, values_b, offsets_b, indices_b),              \
                                     {},                                                           \
                                     m,                                                            \
                                     n,                                                            \
                                     {N(1), NULL},                                                 \
                                     {N(0), NULL}};                                                \
        return fill(handle, p, c, offsets, indices, values);                                       \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csrgemm2_bufferSizeExt(                               \
        cusparseHandle_t handle, int, int, int, const T *, const cusparseMatDescr_t, int,          \
        const int *, const int *, const cusparseMatDescr_t, int, const int *, const int *,         \
        const T *, const cusparseMatDescr_t, int, const int *, const int *, csrgemm2Info_t,        \
        size_t *bytes)                                                                             \
    {                                                                                              \
        SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);                                     \
        SPARSE_CHECK(bytes, CUSPARSE_STATUS_INVALID_VALUE);                                        \
        *bytes = 1;                                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csrgemm2(                                             \
        cusparseHandle_t handle, int m, int n, int, const T *alpha, const cusparseMatDescr_t a,    \
        int, const T *values_a, const int *offsets_a, const int *indices_a,                        \
        const cusparseMatDescr_t b, int, const T *values_b, const int *offsets_b,                  \
        const int *indices_b, const T *beta, const cusparseMatDescr_t d, int, const T *values_d,   \
        const int *offsets_d, const int *indices_d, const cusparseMatDescr_t c, T *values,         \
        const int *offsets, int *indices, const csrgemm2Info_t, void *)                            \
    {                                                                                              \
        SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);                                     \
        const sparse_factor<N> none = {N(0), NULL};                                                \
        const sparse_product<N> p = {                                                              \
            matrix_of<N>(a, values_a, alpha ? offsets_a : NULL, indices_a),                        \
            matrix_of<N>(b, values_b, offsets_b, indices_b),                                       \
            matrix_of<N>(d, values_d, beta ? offsets_d : NULL, indices_d),                         \
            m,                                                                                     \
            n,                                                                                     \
            alpha ? sparse_factor_of<N>(handle, alpha) : none,                                     \
            beta ? sparse_factor_of<N>(handle, beta) : none};                                      \
        return fill(handle, p, c, offsets, indices, values);                                       \
    }
CALLS(S, float, float)
CALLS(D, double, double)
CALLS(C, cuComplex, complex_float)
CALLS(Z, cuDoubleComplex, complex_double)
