/* SPDX-License-Identifier: BSD-3-Clause */
/* Gradients of biases. */
#include "../epilogue.h"

/* One sum a block: of element (line, i) over `count` i. */
static __global__ void __launch_bounds__(128)
    lt_sums(const void *matrix, cudaDataType type, long long line_step, long long step, int count,
            void *to, cudaDataType to_type)
{
    __shared__ float sums[128];
    float sum = 0;
    for (int i = threadIdx.x; i < count; i += 128)
        sum += typed_load(matrix, type, blockIdx.x * line_step + i * step);
    sums[threadIdx.x] = sum;
    for (int half = 64; half > 0; half /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < half)
            sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        typed_store(to, to_type, blockIdx.x, sums[0]);
}

cublasStatus_t lt_sums_run(cublasHandle_t handle, const gemm_call *call)
{
    const gemm_epilogue *e = &call->epilogue;
    const int sums = EPILOGUE_ROW_SUMS | EPILOGUE_A_SUMS | EPILOGUE_B_SUMS;
    if (!(e->kind & sums) || !e->bias || call->m == 0 || call->n == 0)
        return CUBLAS_STATUS_SUCCESS;
    if (call->batches > 1) {
        refuse("cublasLtMatmul", "gradients of biases in batches are not supported");
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    bool flat_a = call->trans_a == CUBLAS_OP_N, flat_b = call->trans_b == CUBLAS_OP_N;
    if (e->kind & EPILOGUE_ROW_SUMS)
        lt_sums<<<call->m, 128, 0, handle->stream>>>(call->d.first, call->d_type, 1, call->ldd,
                                                     call->n, e->bias, e->bias_type);
    else if (e->kind & EPILOGUE_A_SUMS)
        lt_sums<<<call->m, 128, 0, handle->stream>>>(call->a.first, call->type,
                                                     flat_a ? 1 : call->lda, flat_a ? call->lda : 1,
                                                     call->k, e->bias, e->bias_type);
    else
        lt_sums<<<call->n, 128, 0, handle->stream>>>(call->b.first, call->type,
                                                     flat_b ? call->ldb : 1, flat_b ? 1 : call->ldb,
                                                     call->k, e->bias, e->bias_type);
    return handle_launched();
}
