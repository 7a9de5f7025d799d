/* SPDX-License-Identifier: BSD-3-Clause */
/* Products in groups: those of a group have the same sizes and factors, and are one batch. Also the
 * calls named Ex of complex floats, whose matrices may be of pairs of bytes.
 */
#include "gemm.h"

/* What a group has that others have not. Arrays have an element a group, and lie on the host. */
struct groups {
    const cublasOperation_t *trans_a, *trans_b;
    const int *m, *n, *k, *lda, *ldb, *ldc, *sizes;
    int count;
};

static bool groups_are_given(const groups &g)
{
    return g.count >= 0 && (g.count == 0 || (g.trans_a && g.trans_b && g.m && g.n && g.k && g.lda &&
                                             g.ldb && g.ldc && g.sizes));
}

/* alpha, beta: a factor of `factor_bytes` a group. The lists of matrices lie on the device. */
static cublasStatus_t run_groups(cublasHandle_t handle, const groups &g, cudaDataType type,
                                 cudaDataType c_type, cublasComputeType_t compute,
                                 size_t factor_bytes, const void *alpha, const void *const a[],
                                 const void *const b[], const void *beta, void *const c[])
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(groups_are_given(g) && (g.count == 0 || (alpha && beta)));
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    long long first = 0;
    for (int i = 0; i < g.count && status == CUBLAS_STATUS_SUCCESS; i++) {
        CHECK_VALUE(g.sizes[i] >= 0);
        status = cublasGemmBatchedEx(handle, g.trans_a[i], g.trans_b[i], g.m[i], g.n[i], g.k[i],
                                     (const char *)alpha + i * factor_bytes, a + first, type,
                                     g.lda[i], b + first, type, g.ldb[i],
                                     (const char *)beta + i * factor_bytes, c + first, c_type,
                                     g.ldc[i], g.sizes[i], compute, CUBLAS_GEMM_DEFAULT);
        first += g.sizes[i];
    }
    return status;
}

#define GROUPED(X, T, type, compute)                                                               \
    extern "C" cublasStatus_t cublas##X##gemmGroupedBatched(                                       \
        cublasHandle_t handle, const cublasOperation_t transa[], const cublasOperation_t transb[], \
        const int m[], const int n[], const int k[], const T alpha[], const T *const a[],          \
        const int lda[], const T *const b[], const int ldb[], const T beta[], T *const c[],        \
        const int ldc[], int group_count, const int group_size[])                                  \
    {                                                                                              \
        const groups g = {transa, transb, m, n, k, lda, ldb, ldc, group_size, group_count};        \
        return run_groups(handle, g, type, type, compute, sizeof(T), alpha,                        \
                          (const void *const *)a, (const void *const *)b, beta, (void *const *)c); \
    }
GROUPED(S, float, CUDA_R_32F, CUBLAS_COMPUTE_32F)
GROUPED(D, double, CUDA_R_64F, CUBLAS_COMPUTE_64F)

extern "C" cublasStatus_t cublasGemmGroupedBatchedEx(
    cublasHandle_t handle, const cublasOperation_t transa[], const cublasOperation_t transb[],
    const int m[], const int n[], const int k[], const void *alpha, const void *const a[],
    cudaDataType a_type, const int lda[], const void *const b[], cudaDataType b_type,
    const int ldb[], const void *beta, void *const c[], cudaDataType c_type, const int ldc[],
    int group_count, const int group_size[], cublasComputeType_t compute)
{
    if (a_type != b_type || (a_type != CUDA_R_16F && a_type != CUDA_R_16BF &&
                             a_type != CUDA_R_32F && a_type != CUDA_R_64F)) {
        refuse("cublasGemmGroupedBatchedEx", "these types are not supported");
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    const groups g = {transa, transb, m, n, k, lda, ldb, ldc, group_size, group_count};
    const bool is_half = compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC;
    const size_t bytes = a_type == CUDA_R_64F ? 8 : is_half ? 2 : 4;
    return run_groups(handle, g, a_type, c_type, compute, bytes, alpha, a, b, beta, c);
}

/* ---- complex floats ---- */

static __global__ void __launch_bounds__(256)
    widen_pairs(const signed char *from, long long ld, int rows, int columns, complex_float *to)
{
    const int i = blockIdx.x * 32 + threadIdx.x % 32;
    for (int j = blockIdx.y * 8 + threadIdx.x / 32; i < rows && j < columns; j += gridDim.y * 8) {
        const signed char *pair = from + 2 * (i + j * ld);
        to[i + (long long)j * rows] = complex_float((float)pair[0], (float)pair[1]);
    }
}

/* A matrix that is to be of complex floats: itself, or, with pairs of bytes, a copy in memory of
 * the stream's that `finish` frees. */
struct widened {
    const cuComplex *at;
    int ld;
    void *copy;
    cublasStatus_t status;
};

static widened widen(cublasHandle_t handle, const char *call, const void *a, cudaDataType type,
                     int lda, int rows, int columns)
{
    if (type == CUDA_C_32F)
        return {(const cuComplex *)a, lda, NULL, CUBLAS_STATUS_SUCCESS};
    if (type != CUDA_C_8I) {
        refuse(call, "these types are not supported");
        return {NULL, 0, NULL, CUBLAS_STATUS_NOT_SUPPORTED};
    }
    if (rows < 0 || columns < 0 || lda < (rows > 1 ? rows : 1))
        return {NULL, 0, NULL, CUBLAS_STATUS_INVALID_VALUE};
    void *to = NULL;
    const size_t elements = (size_t)rows * columns;
    if (cudaMallocAsync(&to, (elements + 1) * sizeof(complex_float), handle->stream) != cudaSuccess)
        return {NULL, 0, NULL, CUBLAS_STATUS_ALLOC_FAILED};
    if (elements > 0)
        widen_pairs<<<dim3((rows + 31) / 32, blocks_for(columns, 8, 1024)), 256, 0,
                      handle->stream>>>((const signed char *)a, lda, rows, columns,
                                        (complex_float *)to);
    return {(const cuComplex *)to, rows > 1 ? rows : 1, to, CUBLAS_STATUS_SUCCESS};
}

static void finish(cublasHandle_t handle, const widened &w)
{
    if (w.copy)
        cudaFreeAsync(w.copy, handle->stream);
}

static cublasStatus_t complex_gemm(const char *call, cublasHandle_t handle,
                                   cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                                   int k, const cuComplex *alpha, const void *a,
                                   cudaDataType a_type, int lda, const void *b, cudaDataType b_type,
                                   int ldb, const cuComplex *beta, void *c, cudaDataType c_type,
                                   int ldc)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(is_operation(transa) && is_operation(transb));
    if (c_type != CUDA_C_32F) {
        refuse(call, "these types are not supported");
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    const bool flat_a = transa == CUBLAS_OP_N || transa == CUBLAS_OP_CONJG,
               flat_b = transb == CUBLAS_OP_N || transb == CUBLAS_OP_CONJG;
    const widened wa = widen(handle, call, a, a_type, lda, flat_a ? m : k, flat_a ? k : m);
    const widened wb = widen(handle, call, b, b_type, ldb, flat_b ? k : n, flat_b ? n : k);
    cublasStatus_t status = wa.status != CUBLAS_STATUS_SUCCESS ? wa.status : wb.status;
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasCgemm_v2(handle, transa, transb, m, n, k, alpha, wa.at, wa.ld, wb.at, wb.ld,
                                beta, (cuComplex *)c, ldc);
    finish(handle, wa);
    finish(handle, wb);
    return status;
}

#define COMPLEX_GEMM(F)                                                                            \
    extern "C" cublasStatus_t cublas##F(                                                           \
        cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,   \
        int k, const cuComplex *alpha, const void *a, cudaDataType a_type, int lda, const void *b, \
        cudaDataType b_type, int ldb, const cuComplex *beta, void *c, cudaDataType c_type,         \
        int ldc)                                                                                   \
    {                                                                                              \
        return complex_gemm("cublas" #F, handle, transa, transb, m, n, k, alpha, a, a_type, lda,   \
                            b, b_type, ldb, beta, c, c_type, ldc);                                 \
    }
COMPLEX_GEMM(CgemmEx)
COMPLEX_GEMM(Cgemm3mEx)

/* R: the factors. */
#define COMPLEX_RANK_K(F, R, plain)                                                                \
    extern "C" cublasStatus_t cublas##F(cublasHandle_t handle, cublasFillMode_t uplo,              \
                                        cublasOperation_t trans, int n, int k, const R *alpha,     \
                                        const void *a, cudaDataType a_type, int lda,               \
                                        const R *beta, void *c, cudaDataType c_type, int ldc)      \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        if (c_type != CUDA_C_32F) {                                                                \
            refuse("cublas" #F, "these types are not supported");                                  \
            return CUBLAS_STATUS_NOT_SUPPORTED;                                                    \
        }                                                                                          \
        const bool flat = trans == CUBLAS_OP_N;                                                    \
        const widened w = widen(handle, "cublas" #F, a, a_type, lda, flat ? n : k, flat ? k : n);  \
        cublasStatus_t status = w.status;                                                          \
        if (status == CUBLAS_STATUS_SUCCESS)                                                       \
            status =                                                                               \
                plain(handle, uplo, trans, n, k, alpha, w.at, w.ld, beta, (cuComplex *)c, ldc);    \
        finish(handle, w);                                                                         \
        return status;                                                                             \
    }
COMPLEX_RANK_K(CsyrkEx, cuComplex, cublasCsyrk_v2)
COMPLEX_RANK_K(Csyrk3mEx, cuComplex, cublasCsyrk_v2)
COMPLEX_RANK_K(CherkEx, float, cublasCherk_v2)
COMPLEX_RANK_K(Cherk3mEx, float, cublasCherk_v2)

extern "C" cublasStatus_t cublasCgemm3mBatched(cublasHandle_t handle, cublasOperation_t transa,
                                               cublasOperation_t transb, int m, int n, int k,
                                               const cuComplex *alpha, const cuComplex *const a[],
                                               int lda, const cuComplex *const b[], int ldb,
                                               const cuComplex *beta, cuComplex *const c[], int ldc,
                                               int batch_count)
{
    return cublasCgemmBatched(handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc,
                              batch_count);
}
extern "C" cublasStatus_t
cublasCgemm3mStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const cuComplex *alpha,
                            const cuComplex *a, int lda, long long stride_a, const cuComplex *b,
                            int ldb, long long stride_b, const cuComplex *beta, cuComplex *c,
                            int ldc, long long stride_c, int batch_count)
{
    return cublasCgemmStridedBatched(handle, transa, transb, m, n, k, alpha, a, lda, stride_a, b,
                                     ldb, stride_b, beta, c, ldc, stride_c, batch_count);
}
