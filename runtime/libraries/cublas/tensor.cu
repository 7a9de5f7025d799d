/* SPDX-License-Identifier: BSD-3-Clause */
/* Products with tensor cores: which calls they suit, and in which tiles. */
#include "tensor_kernel.h"

typedef tensor_tile<128, 128, 32, 64, 64, 4, 1> tile_square;
typedef tensor_tile<80, 128, 64, 80, 64, 3, 2> tile_flat; /* an A100 gets 104 blocks for 1024^2 */

static bool is_even(const batch_of *batch, long long ld, long long batches)
{
    return !batch->list && (size_t)batch->first % 16 == 0 && ld % 8 == 0 &&
           (batches == 1 || batch->stride % 8 == 0);
}

bool gemm_tensor_suits(cublasHandle_t handle, const gemm_call *call)
{
    bool flat_types = (call->type == CUDA_R_16F || call->type == CUDA_R_16BF) &&
                      (call->d_type == call->type || call->d_type == CUDA_R_32F);
    return flat_types && handle->capability >= 80 && call->triangle == 0 && !call->c.list &&
           !call->d.list && is_even(&call->a, call->lda, call->batches) &&
           is_even(&call->b, call->ldb, call->batches) && call->m >= 8 && call->n >= 8 &&
           call->k >= 8;
}

/* Elements of D that the busiest SM has. */
template <class TILE> static long long busiest(cublasHandle_t handle, const gemm_call *call)
{
    long long rows = (call->m + TILE::y_lines - 1) / TILE::y_lines,
              columns = (call->n + TILE::x_lines - 1) / TILE::x_lines;
    return (rows * columns * call->batches + handle->sms - 1) / handle->sms * TILE::x_lines *
           TILE::y_lines;
}

template <class TILE, class T, bool X_K, bool Y_K, bool WHOLE>
static cublasStatus_t launch(cublasHandle_t handle, const gemm_call *call, tensor_problem p)
{
    enum {
        stages = TILE::stages * (tensor_shape<TILE::x_lines, TILE::depth, X_K>::bytes +
                                 tensor_shape<TILE::y_lines, TILE::depth, Y_K>::bytes),
        sums = tensor_sums<TILE>::bytes,
        bytes = stages > sums ? stages : sums
    };
    auto kernel = tensor_kernel<TILE, T, X_K, Y_K, WHOLE>;
    if (cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             bytes) != cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    dim3 grid((p.m + TILE::y_lines - 1) / TILE::y_lines, (p.n + TILE::x_lines - 1) / TILE::x_lines);
    for (; p.first_batch < call->batches; p.first_batch += grid.z) {
        int left = call->batches - p.first_batch;
        grid.z = left < 65535 ? left : 65535;
        kernel<<<grid, 128, bytes, handle->stream>>>(p);
    }
    return handle_launched();
}

template <class TILE, class T, bool WHOLE>
static cublasStatus_t launch_by_layout(cublasHandle_t handle, const gemm_call *call,
                                       const tensor_problem &p)
{
    bool x_k = call->trans_b == CUBLAS_OP_N || call->trans_b == CUBLAS_OP_CONJG;
    bool y_k = call->trans_a != CUBLAS_OP_N && call->trans_a != CUBLAS_OP_CONJG;
    if (x_k)
        return y_k ? launch<TILE, T, true, true, WHOLE>(handle, call, p)
                   : launch<TILE, T, true, false, WHOLE>(handle, call, p);
    return y_k ? launch<TILE, T, false, true, WHOLE>(handle, call, p)
               : launch<TILE, T, false, false, WHOLE>(handle, call, p);
}

/* Whether all blocks can have whole tiles of whole chunks. */
template <class TILE> static bool is_whole(const gemm_call *call)
{
    bool x_k = call->trans_b == CUBLAS_OP_N || call->trans_b == CUBLAS_OP_CONJG;
    bool y_k = call->trans_a != CUBLAS_OP_N && call->trans_a != CUBLAS_OP_CONJG;
    return call->n >= TILE::x_lines && call->m >= TILE::y_lines && call->k % TILE::depth == 0 &&
           (x_k || call->n % 8 == 0) && (y_k || call->m % 8 == 0);
}

template <class T>
static cublasStatus_t launch_by_size(cublasHandle_t handle, const gemm_call *call,
                                     const tensor_problem &p)
{
    if (is_whole<tile_flat>(call) &&
        busiest<tile_flat>(handle, call) < busiest<tile_square>(handle, call))
        return launch_by_layout<tile_flat, T, true>(handle, call, p);
    if (is_whole<tile_square>(call))
        return launch_by_layout<tile_square, T, true>(handle, call, p);
    return launch_by_layout<tile_square, T, false>(handle, call, p);
}

cublasStatus_t gemm_tensor_run(cublasHandle_t handle, const gemm_call *call)
{
    tensor_problem p = {};
    p.m = call->m, p.n = call->n, p.k = call->k;
    p.x = {call->b, call->ldb, call->n};
    p.y = {call->a, call->lda, call->m};
    p.c = call->c, p.d = call->d, p.ldc = call->ldc, p.ldd = call->ldd;
    p.alpha = factor_of<float>(handle, call->alpha);
    p.beta = factor_of<float>(handle, call->beta);
    p.type = call->d_type;
    p.is_aligned = (size_t)p.d.first % 16 == 0 && p.ldd % 8 == 0 && p.d.stride % 8 == 0 &&
                   (size_t)p.c.first % 16 == 0 && p.ldc % 8 == 0 && p.c.stride % 8 == 0;
    p.epilogue = call->epilogue;
    if (call->type == CUDA_R_16F)
        return launch_by_size<__half>(handle, call, p);
    return launch_by_size<__nv_bfloat16>(handle, call, p);
}
