/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's sparse vectors, and dense matrices sampled where a sparse one has entries. */
#include "bsr.h"

enum vector_task { TASK_GATHER, TASK_SCATTER, TASK_SCALE, TASK_ADD };

template <class T>
__global__ void __launch_bounds__(SPARSE_THREADS)
    vector_kernel(vector_task task, int64_t n, sparse_indices indices, T *x, T *y,
                  sparse_factor<T> factor)
{
    const T by = factor.get();
    for (int64_t i = blockIdx.x * (int64_t)SPARSE_THREADS + threadIdx.x; i < n;
         i += gridDim.x * (int64_t)SPARSE_THREADS) {
        if (task == TASK_SCALE) {
            y[i] = by == T(0) ? T(0) : by * y[i];
            continue;
        }
        T *there = y + indices[i];
        if (task == TASK_GATHER)
            x[i] = *there;
        else
            *there = task == TASK_SCATTER ? x[i] : multiply_add(by, x[i], *there);
    }
}

template <class T>
static cusparseStatus_t vector_run(cusparseHandle_t handle, vector_task task,
                                   const cusparseSpVecDescr *x, const cusparseDnVecDescr *y,
                                   sparse_factor<T> by)
{
    const int64_t n = task == TASK_SCALE ? y->size : x->entries;
    if (n > 0)
        vector_kernel<<<sparse_blocks(n), SPARSE_THREADS, 0, handle->stream>>>(
            task, n, x->indices, (T *)x->values, (T *)y->values, by);
    return sparse_launched();
}
template <class T>
static cusparseStatus_t vector_move(cusparseHandle_t handle, vector_task task,
                                    const cusparseSpVecDescr *x, const cusparseDnVecDescr *y)
{
    return vector_run(handle, task, x, y, sparse_factor<T>{T(1), NULL});
}
template <class T>
static cusparseStatus_t vector_add(cusparseHandle_t handle, const void *alpha,
                                   const cusparseSpVecDescr *x, const void *beta,
                                   const cusparseDnVecDescr *y)
{
    vector_run(handle, TASK_SCALE, x, y, sparse_factor_of<T>(handle, beta));
    return vector_run(handle, TASK_ADD, x, y, sparse_factor_of<T>(handle, alpha));
}

/* x = c x + s y, y = c y - s x where x has entries. */
template <class T>
__global__ void __launch_bounds__(SPARSE_THREADS)
    rotate_kernel(int64_t n, sparse_indices indices, sparse_factor<T> c, sparse_factor<T> s, T *x,
                  T *y)
{
    const T cosine = c.get(), sine = s.get();
    for (int64_t i = blockIdx.x * (int64_t)SPARSE_THREADS + threadIdx.x; i < n;
         i += gridDim.x * (int64_t)SPARSE_THREADS) {
        T *there = y + indices[i];
        const T a = x[i], b = *there;
        x[i] = cosine * a + sine * b;
        *there = cosine * b - sine * a;
    }
}
template <class T>
static cusparseStatus_t rotate(cusparseHandle_t handle, const void *c, const void *s,
                               const cusparseSpVecDescr *x, const cusparseDnVecDescr *y)
{
    if (x->entries > 0)
        rotate_kernel<<<sparse_blocks(x->entries), SPARSE_THREADS, 0, handle->stream>>>(
            x->entries, x->indices, sparse_factor_of<T>(handle, c), sparse_factor_of<T>(handle, s),
            (T *)x->values, (T *)y->values);
    return sparse_launched();
}

template <class T>
__global__ void __launch_bounds__(SPARSE_THREADS)
    dot_kernel(bool conjugated, int64_t n, sparse_indices indices, const T *x, const T *y,
               T *result)
{
    __shared__ T sums[SPARSE_THREADS];
    T sum(0);
    for (int64_t i = threadIdx.x; i < n; i += SPARSE_THREADS)
        sum = multiply_add(conjugated ? conjugate(x[i]) : x[i], y[indices[i]], sum);
    sums[threadIdx.x] = sum;
    for (int half = SPARSE_THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < half)
            sums[threadIdx.x] = sums[threadIdx.x] + sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        *result = sums[0];
}

template <class T>
static cusparseStatus_t dot(cusparseHandle_t handle, cusparseOperation_t op,
                            const cusparseSpVecDescr *x, const cusparseDnVecDescr *y, void *result)
{
    const bool to_host = handle->mode == CUSPARSE_POINTER_MODE_HOST;
    T *there = to_host ? (T *)handle->result : (T *)result;
    dot_kernel<<<1, SPARSE_THREADS, 0, handle->stream>>>(
        op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, x->entries, x->indices, (const T *)x->values,
        (const T *)y->values, there);
    if (!to_host)
        return sparse_launched();
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    if (cudaMemcpyAsync(result, there, sizeof(T), cudaMemcpyDeviceToHost, handle->stream) !=
            cudaSuccess ||
        cudaStreamIsCapturing(handle->stream, &capture) != cudaSuccess)
        return CUSPARSE_STATUS_EXECUTION_FAILED;
    if (capture == cudaStreamCaptureStatusNone && /* else the graph's copy brings it */
        cudaStreamSynchronize(handle->stream) != cudaSuccess)
        return CUSPARSE_STATUS_EXECUTION_FAILED;
    return sparse_launched();
}

/* A warp for each row, its lanes for entries. */
template <class T> struct sampled {
    int rows, inner, base;
    const int *offsets, *indices;
    T *values;
    sparse_dense<T> a, b;
    sparse_factor<T> alpha, beta;
    long long offsets_next, values_next, a_next,
        b_next; /* to the next matrix of a batch: grid's y */
};

template <class T> __global__ void __launch_bounds__(SPARSE_THREADS) sample_kernel(sampled<T> p)
{
    p.offsets += blockIdx.y * p.offsets_next;
    p.indices += blockIdx.y * p.values_next, p.values += blockIdx.y * p.values_next;
    p.a.first += blockIdx.y * p.a_next, p.b.first += blockIdx.y * p.b_next;
    const T alpha = p.alpha.get(), beta = p.beta.get();
    for (int row = blockIdx.x * (SPARSE_THREADS / 32) + threadIdx.x / 32; row < p.rows;
         row += gridDim.x * (SPARSE_THREADS / 32))
        for (int e = p.offsets[row] - p.base + threadIdx.x % 32; e < p.offsets[row + 1] - p.base;
             e += 32) {
            T sum(0);
            for (int k = 0; k < p.inner; k++)
                sum = multiply_add(p.a.at(row, k), p.b.at(k, p.indices[e] - p.base), sum);
            p.values[e] = beta == T(0) ? alpha * sum : multiply_add(beta, p.values[e], alpha * sum);
        }
}

template <class T>
static cusparseStatus_t sample(cusparseHandle_t handle, cusparseOperation_t op_a,
                               cusparseOperation_t op_b, const void *alpha,
                               const cusparseDnMatDescr *a, const cusparseDnMatDescr *b,
                               const void *beta, const cusparseSpMatDescr *c)
{
    if (c->format == CUSPARSE_FORMAT_BSR)
        return sparse_bsr_sample<T>(handle, op_a, op_b, alpha, a, b, beta, c);
    if (c->format != CUSPARSE_FORMAT_CSR || c->is_wide) {
        refuse("cusparseSDDMM", "only CSR and BSR with indices of 32 bits are supported");
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    const bool flat = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
    sampled<T> p = {(int)c->rows,
                    (int)(flat ? a->columns : a->rows),
                    c->base,
                    c->offsets,
                    c->indices,
                    (T *)c->values,
                    sparse_dense_of<T>(a, op_a),
                    sparse_dense_of<T>(b, op_b),
                    sparse_factor_of<T>(handle, alpha),
                    sparse_factor_of<T>(handle, beta),
                    c->next_offsets,
                    c->next_values,
                    a->next,
                    b->next};
    const dim3 grid(sparse_blocks(p.rows * 32LL), c->batch > 1 ? c->batch : 1);
    if (p.rows > 0)
        sample_kernel<<<grid, SPARSE_THREADS, 0, handle->stream>>>(p);
    return sparse_launched();
}

extern "C" {

cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *vector, int64_t size, int64_t entries,
                                     void *indices, void *values, cusparseIndexType_t indices_type,
                                     cusparseIndexBase_t base, cudaDataType type)
{
    SPARSE_CHECK(vector && entries >= 0 && size >= entries, CUSPARSE_STATUS_INVALID_VALUE);
    SPARSE_CHECK(indices_type != CUSPARSE_INDEX_16U, CUSPARSE_STATUS_NOT_SUPPORTED);
    *vector = new cusparseSpVecDescr{
        size, entries, {indices, indices_type == CUSPARSE_INDEX_64I, base}, values, type};
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t vector)
{
    delete vector;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y,
                                cusparseSpVecDescr_t x)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_BY_TYPE(x->type, "cusparseGather", vector_move, handle, TASK_GATHER, x, y)
}
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                                 cusparseDnVecDescr_t y)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_BY_TYPE(x->type, "cusparseScatter", vector_move, handle, TASK_SCATTER, x, y)
}
cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha,
                               cusparseConstSpVecDescr_t x, const void *beta,
                               cusparseDnVecDescr_t y)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_BY_TYPE(x->type, "cusparseAxpby", vector_add, handle, alpha, x, beta, y)
}
cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *c, const void *s,
                             cusparseSpVecDescr_t x, cusparseDnVecDescr_t y)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(c && s && x && y && x->type == y->type, CUSPARSE_STATUS_INVALID_VALUE);
    SPARSE_BY_TYPE(x->type, "cusparseRot", rotate, handle, c, s, x, y)
}
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t, cusparseOperation_t,
                                         cusparseConstSpVecDescr_t, cusparseConstDnVecDescr_t,
                                         void *, cudaDataType, size_t *bytes)
{
    *bytes = 0;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op,
                              cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                              void *result, cudaDataType type, void *)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(result && x->type == type && y->type == type, CUSPARSE_STATUS_INVALID_VALUE);
    SPARSE_BY_TYPE(type, "cusparseSpVV", dot, handle, op, x, y, result)
}

cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t, cusparseOperation_t,
                                          cusparseOperation_t, const void *,
                                          cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t,
                                          const void *, cusparseSpMatDescr_t, cudaDataType,
                                          cusparseSDDMMAlg_t, size_t *bytes)
{
    *bytes = 0;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t, cusparseOperation_t,
                                          cusparseOperation_t, const void *,
                                          cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t,
                                          const void *, cusparseSpMatDescr_t, cudaDataType,
                                          cusparseSDDMMAlg_t, void *)
{
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t op_a,
                               cusparseOperation_t op_b, const void *alpha,
                               cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                               const void *beta, cusparseSpMatDescr_t c, cudaDataType type,
                               cusparseSDDMMAlg_t, void *)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(a->type == type && b->type == type && c->type == type,
                 CUSPARSE_STATUS_INVALID_VALUE);
    SPARSE_BY_TYPE(type, "cusparseSDDMM", sample, handle, op_a, op_b, alpha, a, b, beta, c)
}
}
