/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's products of two sparse matrices, C = alpha A B + beta C, in CSR with indices of 32
 * bits. The result waits in the description until it is copied. With another beta than 0, C has the
 * product's entries already.
 *
 * Differs: needs none of the caller's buffers, but asks for one byte, as programs allocate what
 * they are told.
 */
#include "spgemm.h"

struct cusparseSpGEMMDescr {
    int64_t entries, products;
    int *offsets, *indices; /* from 0; device */
    void *values;
};

static void release(cusparseSpGEMMDescr *d)
{
    cudaFree(d->offsets);
    cudaFree(d->indices);
    cudaFree(d->values);
    *d = cusparseSpGEMMDescr();
}

template <class T>
static sparse_product<T> product_of(const cusparseSpMatDescr *a, const cusparseSpMatDescr *b,
                                    sparse_factor<T> alpha)
{
    return {view_of<T>(a), view_of<T>(b), {}, (int)a->rows, (int)b->columns, alpha, {T(0), NULL}};
}

template <class T>
static cusparseStatus_t compute(cudaStream_t stream, const sparse_product<T> &p,
                                cusparseSpMatDescr *c, cusparseSpGEMMDescr *d)
{
    int entries = 0;
    release(d);
    if (cudaMalloc(&d->offsets, (p.rows + 1) * sizeof(int)) != cudaSuccess ||
        !count_rows(p, d->offsets, 0, stream))
        return CUSPARSE_STATUS_ALLOC_FAILED;
    cudaMemcpyAsync(&entries, d->offsets + p.rows, sizeof entries, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    dense_rows<T> room;
    if (!room.make(p.columns, true, stream) ||
        cudaMalloc(&d->indices, (entries + 1) * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&d->values, (entries + 1) * sizeof(T)) != cudaSuccess)
        return CUSPARSE_STATUS_ALLOC_FAILED;
    make_products<<<SPGEMM_BLOCKS, SPARSE_THREADS, 0, stream>>>(
        p, room.marks, room.sums, d->offsets, d->indices, (T *)d->values, 0);
    cudaStreamSynchronize(stream);
    d->entries = c->entries = entries;
    return sparse_launched();
}
template <class T>
static cusparseStatus_t compute_call(cusparseHandle_t handle, const void *alpha,
                                     const cusparseSpMatDescr *a, const cusparseSpMatDescr *b,
                                     cusparseSpMatDescr *c, cusparseSpGEMMDescr *d)
{
    return compute(handle->stream, product_of<T>(a, b, sparse_factor_of<T>(handle, alpha)), c, d);
}
/* Only the pattern counts. */
template <class T>
static cusparseStatus_t compute_pattern(cusparseHandle_t handle, const cusparseSpMatDescr *a,
                                        const cusparseSpMatDescr *b, cusparseSpMatDescr *c,
                                        cusparseSpGEMMDescr *d)
{
    return compute(handle->stream, product_of<T>(a, b, {T(1), NULL}), c, d);
}

/* to_values NULL: the pattern alone. */
template <class T>
static __global__ void copy_products(const int *offsets, const int *indices, const T *values,
                                     int rows, int64_t entries, int *to_offsets, int *to_indices,
                                     T *to_values, int base, sparse_factor<T> beta)
{
    EACH(row, rows + 1)
    to_offsets[row] = offsets[row] + base;
    const T by = to_values ? beta.get() : T(0);
    EACH(e, entries)
    {
        to_indices[e] = indices[e] + base;
        if (to_values)
            to_values[e] = by == T(0) ? values[e] : multiply_add(by, to_values[e], values[e]);
    }
}

template <class T>
static cusparseStatus_t copy(cusparseHandle_t handle, const void *beta, cusparseSpMatDescr *c,
                             const cusparseSpGEMMDescr *d, bool has_values)
{
    SPARSE_CHECK(d && d->offsets && c->offsets, CUSPARSE_STATUS_INVALID_VALUE);
    const sparse_factor<T> by =
        beta ? sparse_factor_of<T>(handle, beta) : sparse_factor<T>{T(0), NULL};
    copy_products<<<sparse_blocks(d->entries + c->rows + 1), SPARSE_THREADS, 0, handle->stream>>>(
        d->offsets, d->indices, (const T *)d->values, (int)c->rows, d->entries, c->offsets,
        c->indices, has_values ? (T *)c->values : NULL, c->base, by);
    return sparse_launched();
}

template <class T>
static cusparseStatus_t refill(cusparseHandle_t handle, const void *alpha,
                               const cusparseSpMatDescr *a, const cusparseSpMatDescr *b,
                               const void *beta, cusparseSpMatDescr *c)
{
    const sparse_product<T> p = product_of<T>(a, b, sparse_factor_of<T>(handle, alpha));
    dense_rows<T> room;
    SPARSE_CHECK(room.make(p.columns, true, handle->stream), CUSPARSE_STATUS_ALLOC_FAILED);
    refill_products<<<SPGEMM_BLOCKS, SPARSE_THREADS, 0, handle->stream>>>(
        p, room.marks, room.sums, view_of<T>(c), (T *)c->values,
        beta ? sparse_factor_of<T>(handle, beta) : sparse_factor<T>{T(0), NULL});
    return sparse_launched();
}

static __global__ void __launch_bounds__(SPARSE_THREADS)
    count_factors(int64_t entries, const int *indices, int base, const int *offsets,
                  unsigned long long *count)
{
    EACH(e, entries)
    {
        const int k = indices[e] - base;
        atomicAdd(count, (unsigned long long)(offsets[k + 1] - offsets[k]));
    }
}

/* How many products of two numbers A B has. */
static cusparseStatus_t count_all(cusparseHandle_t handle, const cusparseSpMatDescr *a,
                                  const cusparseSpMatDescr *b, int64_t *products)
{
    unsigned long long *count = NULL;
    *products = 0;
    if (a->entries == 0)
        return CUSPARSE_STATUS_SUCCESS;
    SPARSE_CHECK(cudaMalloc(&count, sizeof *count) == cudaSuccess, CUSPARSE_STATUS_ALLOC_FAILED);
    cudaMemsetAsync(count, 0, sizeof *count, handle->stream);
    count_factors<<<sparse_blocks(a->entries), SPARSE_THREADS, 0, handle->stream>>>(
        a->entries, a->indices, a->base, b->offsets, count);
    cudaStreamSynchronize(handle->stream);
    cudaMemcpy(products, count, sizeof *count, cudaMemcpyDeviceToHost);
    cudaFree(count);
    return sparse_launched();
}

static cusparseStatus_t check(const char *call, cusparseHandle_t handle, cusparseOperation_t of_a,
                              cusparseOperation_t of_b, const cusparseSpMatDescr *a,
                              const cusparseSpMatDescr *b, const cusparseSpMatDescr *c,
                              cudaDataType type, const cusparseSpGEMMDescr *descr)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(descr && a && b && c && a->columns == b->rows && c->rows == a->rows &&
                     c->columns == b->columns,
                 CUSPARSE_STATUS_INVALID_VALUE);
    const char *why = NULL;
    if (!sparse_is_plain(a, CUSPARSE_FORMAT_CSR) || !sparse_is_plain(b, CUSPARSE_FORMAT_CSR) ||
        !sparse_is_plain(c, CUSPARSE_FORMAT_CSR))
        why = "only CSR is supported";
    else if (of_a != CUSPARSE_OPERATION_NON_TRANSPOSE || of_b != CUSPARSE_OPERATION_NON_TRANSPOSE)
        why = "transposes are not supported";
    else if (a->type != type || b->type != type || c->type != type)
        why = "types that differ are not supported";
    if (why)
        refuse(call, why);
    return why ? CUSPARSE_STATUS_NOT_SUPPORTED : CUSPARSE_STATUS_SUCCESS;
}
#define CHECK_CALL(call, type)                                                                     \
    do {                                                                                           \
        const cusparseStatus_t status = check(call, handle, of_a, of_b, a, b, c, type, descr);     \
        if (status != CUSPARSE_STATUS_SUCCESS)                                                     \
            return status;                                                                         \
    } while (0)

extern "C" {
cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *made)
{
    SPARSE_CHECK(made, CUSPARSE_STATUS_INVALID_VALUE);
    *made = new cusparseSpGEMMDescr();
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr)
{
    if (descr)
        release(descr);
    delete descr;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_workEstimation(cusparseHandle_t handle, cusparseOperation_t of_a,
                                               cusparseOperation_t of_b, const void *,
                                               cusparseConstSpMatDescr_t a,
                                               cusparseConstSpMatDescr_t b, const void *,
                                               cusparseSpMatDescr_t c, cudaDataType type,
                                               cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr,
                                               size_t *bytes, void *buffer)
{
    CHECK_CALL("cusparseSpGEMM", type);
    SPARSE_CHECK(bytes, CUSPARSE_STATUS_INVALID_VALUE);
    *bytes = 1;
    return buffer ? count_all(handle, a, b, &descr->products) : CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t descr, int64_t *products)
{
    SPARSE_CHECK(descr && products, CUSPARSE_STATUS_INVALID_VALUE);
    *products = descr->products;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t
cusparseSpGEMM_estimateMemory(cusparseHandle_t handle, cusparseOperation_t of_a,
                              cusparseOperation_t of_b, const void *, cusparseConstSpMatDescr_t a,
                              cusparseConstSpMatDescr_t b, const void *, cusparseSpMatDescr_t c,
                              cudaDataType type, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr,
                              float, size_t *bytes_3, void *buffer, size_t *bytes_2)
{
    CHECK_CALL("cusparseSpGEMM", type);
    SPARSE_CHECK(bytes_3 && (!buffer || bytes_2), CUSPARSE_STATUS_INVALID_VALUE);
    *bytes_3 = 1;
    if (buffer)
        *bytes_2 = 1;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t of_a,
                                        cusparseOperation_t of_b, const void *alpha,
                                        cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                        const void *, cusparseSpMatDescr_t c, cudaDataType type,
                                        cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr,
                                        size_t *bytes, void *buffer)
{
    CHECK_CALL("cusparseSpGEMM", type);
    if (!buffer) {
        *bytes = 1;
        return CUSPARSE_STATUS_SUCCESS;
    }
    SPARSE_BY_TYPE(type, "cusparseSpGEMM_compute", compute_call, handle, alpha, a, b, c, descr)
}
cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t of_a,
                                     cusparseOperation_t of_b, const void *,
                                     cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                     const void *beta, cusparseSpMatDescr_t c, cudaDataType type,
                                     cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr)
{
    CHECK_CALL("cusparseSpGEMM", type);
    SPARSE_BY_TYPE(type, "cusparseSpGEMM_copy", copy, handle, beta, c, descr, true)
}

/* ---- the same pattern again and again ---- */

cusparseStatus_t cusparseSpGEMMreuse_workEstimation(
    cusparseHandle_t handle, cusparseOperation_t of_a, cusparseOperation_t of_b,
    cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
    cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr, size_t *bytes, void *)
{
    CHECK_CALL("cusparseSpGEMMreuse", a->type);
    SPARSE_CHECK(bytes, CUSPARSE_STATUS_INVALID_VALUE);
    *bytes = 1;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMMreuse_nnz(cusparseHandle_t handle, cusparseOperation_t of_a,
                                         cusparseOperation_t of_b, cusparseConstSpMatDescr_t a,
                                         cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
                                         cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr,
                                         size_t *bytes_2, void *buffer_2, size_t *bytes_3, void *,
                                         size_t *bytes_4, void *)
{
    CHECK_CALL("cusparseSpGEMMreuse", a->type);
    SPARSE_CHECK(bytes_2 && bytes_3 && bytes_4, CUSPARSE_STATUS_INVALID_VALUE);
    *bytes_2 = *bytes_3 = *bytes_4 = 1;
    if (!buffer_2)
        return CUSPARSE_STATUS_SUCCESS;
    SPARSE_BY_TYPE(a->type, "cusparseSpGEMMreuse_nnz", compute_pattern, handle, a, b, c, descr)
}
cusparseStatus_t cusparseSpGEMMreuse_copy(cusparseHandle_t handle, cusparseOperation_t of_a,
                                          cusparseOperation_t of_b, cusparseConstSpMatDescr_t a,
                                          cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
                                          cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr,
                                          size_t *bytes, void *buffer)
{
    CHECK_CALL("cusparseSpGEMMreuse", a->type);
    SPARSE_CHECK(bytes, CUSPARSE_STATUS_INVALID_VALUE);
    *bytes = 1;
    if (!buffer)
        return CUSPARSE_STATUS_SUCCESS;
    SPARSE_BY_TYPE(a->type, "cusparseSpGEMMreuse_copy", copy, handle, NULL, c, descr, false)
}
cusparseStatus_t cusparseSpGEMMreuse_compute(cusparseHandle_t handle, cusparseOperation_t of_a,
                                             cusparseOperation_t of_b, const void *alpha,
                                             cusparseConstSpMatDescr_t a,
                                             cusparseConstSpMatDescr_t b, const void *beta,
                                             cusparseSpMatDescr_t c, cudaDataType type,
                                             cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr)
{
    CHECK_CALL("cusparseSpGEMMreuse", type);
    SPARSE_CHECK(alpha && c->offsets, CUSPARSE_STATUS_INVALID_VALUE);
    SPARSE_BY_TYPE(type, "cusparseSpGEMMreuse_compute", refill, handle, alpha, a, b, beta, c)
}
}
