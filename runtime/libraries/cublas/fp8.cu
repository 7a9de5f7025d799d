/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLASLt's products of numbers of eight bits, with a scale for each matrix: sums are floats, and
 * there are no tensor cores.
 *
 * Source: cuBLAS 12.x documentation, cublasLtMatmul: D = scale_d (alpha scale_a scale_b A B + beta
 *   scale_c C); amax is the largest of what is in the brackets.
 */
#include <cuda_fp8.h>

#include "epilogue.h"

enum { TILE = 32, FP8_THREADS = 256, EACH = TILE * TILE / FP8_THREADS };

static __device__ __forceinline__ float any_load(const void *from, cudaDataType type, long long i)
{
    if (type == CUDA_R_8F_E4M3)
        return (float)((const __nv_fp8_e4m3 *)from)[i];
    if (type == CUDA_R_8F_E5M2)
        return (float)((const __nv_fp8_e5m2 *)from)[i];
    return typed_load(from, type, i);
}
static __device__ __forceinline__ void any_store(void *to, cudaDataType type, long long i, float x)
{
    if (type == CUDA_R_8F_E4M3)
        ((__nv_fp8_e4m3 *)to)[i] = __nv_fp8_e4m3(x);
    else if (type == CUDA_R_8F_E5M2)
        ((__nv_fp8_e5m2 *)to)[i] = __nv_fp8_e5m2(x);
    else
        typed_store(to, type, i, x);
}
/* Without the type, as bytes: element `i` of a matrix of a batch. */
static __device__ __forceinline__ const void *matrix_at(const batch_of &matrices, cudaDataType type,
                                                        int number)
{
    const int size = type == CUDA_R_32F ? 4 : type == CUDA_R_16F || type == CUDA_R_16BF ? 2 : 1;
    return (const char *)matrices.first + number * matrices.stride * size;
}
static __device__ __forceinline__ float scale_of(const float *scale)
{
    return scale ? *scale : 1.0f;
}

/* Column j of C has its `EACH` threads: thread t has row t % 32, and columns t / 32 + 8 r. */
static __global__ void __launch_bounds__(FP8_THREADS)
    fp8_kernel(gemm_call p, factor<float> alpha, factor<float> beta)
{
    __shared__ float a[TILE][TILE + 1], b[TILE][TILE + 1]; /* by k, then by row or column */
    const int row = threadIdx.x % TILE, column = threadIdx.x / TILE, batch = blockIdx.z;
    const int i = blockIdx.x * TILE + row;
    const bool flat_a = p.trans_a == CUBLAS_OP_N, flat_b = p.trans_b == CUBLAS_OP_N;
    const void *a_matrix = matrix_at(p.a, p.type, batch),
               *b_matrix = matrix_at(p.b, p.b_type, batch);
    float sums[EACH] = {};
    for (int from = 0; from < p.k; from += TILE) {
        for (int r = 0; r < EACH; r++) {
            const int other = column + r * (TILE / EACH);
            /* neighbouring threads read what lies side by side */
            const int a_row = blockIdx.x * TILE + (flat_a ? row : other),
                      a_k = from + (flat_a ? other : row);
            const int b_column = blockIdx.y * TILE + (flat_b ? other : row),
                      b_k = from + (flat_b ? row : other);
            a[a_k - from][a_row % TILE] =
                a_row < p.m && a_k < p.k
                    ? any_load(a_matrix, p.type, flat_a ? a_row + a_k * p.lda : a_k + a_row * p.lda)
                    : 0;
            b[b_k - from][b_column % TILE] =
                b_column < p.n && b_k < p.k
                    ? any_load(b_matrix, p.b_type,
                               flat_b ? b_k + b_column * p.ldb : b_column + b_k * p.ldb)
                    : 0;
        }
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            for (int r = 0; r < EACH; r++)
                sums[r] = fmaf(a[k][row], b[k][column + r * (TILE / EACH)], sums[r]);
        __syncthreads();
    }
    const float product = alpha.get() * scale_of(p.scales[0]) * scale_of(p.scales[1]),
                rest = beta.get() * scale_of(p.scales[2]);
    float largest = 0;
    for (int r = 0; r < EACH; r++) {
        const int j = blockIdx.y * TILE + column + r * (TILE / EACH);
        if (i >= p.m || j >= p.n)
            continue;
        float x = product * sums[r];
        if (rest != 0)
            x = fmaf(rest, any_load(matrix_at(p.c, p.c_type, batch), p.c_type, i + j * p.ldc), x);
        x = epilogue_apply(p.epilogue, x, i, j, batch);
        largest = fmaxf(largest, fabsf(x));
        any_store((void *)matrix_at(p.d, p.d_type, batch), p.d_type, i + j * p.ldd,
                  gemm_is_fp8(p.d_type) ? x * scale_of(p.scales[3]) : x);
    }
    for (int by = 16; by > 0; by /= 2)
        largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, by));
    if (p.amax && threadIdx.x % 32 == 0)
        atomicMax((int *)p.amax, __float_as_int(largest)); /* not below 0: as integers are */
}

cublasStatus_t gemm_fp8(cublasHandle_t handle, const gemm_call *call)
{
    if (call->m == 0 || call->n == 0 || call->batches == 0)
        return CUBLAS_STATUS_SUCCESS;
    if (call->amax)
        cudaMemsetAsync(call->amax, 0, sizeof(float), handle->stream);
    const dim3 grid((call->m + TILE - 1) / TILE, (call->n + TILE - 1) / TILE, call->batches);
    fp8_kernel<<<grid, FP8_THREADS, 0, handle->stream>>>(
        *call, factor_of<float>(handle, call->alpha), factor_of<float>(handle, call->beta));
    return handle_launched();
}
