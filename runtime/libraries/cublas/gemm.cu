/* SPDX-License-Identifier: BSD-3-Clause */
/* Products: which kernel carries a call out, and cuBLAS's calls for them. */
#include "gemm.h"

int gemm_scale_type(const gemm_call *call)
{
    static const struct {
        int in, out, scale;
    } forms[] = {
        {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},   {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
        {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},   {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},
        {CUDA_R_16F, CUDA_R_16F, CUDA_R_32F},   {CUDA_R_16F, CUDA_R_32F, CUDA_R_32F},
        {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F}, {CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F},
        {CUDA_R_8I, CUDA_R_32I, CUDA_R_32I},    {CUDA_R_8I, CUDA_R_32F, CUDA_R_32F},
    };
    for (const auto &form : forms)
        if (call->type == form.in && call->d_type == form.out && call->c_type == form.out)
            return form.scale;
    return -1;
}

cublasStatus_t gemm_run(cublasHandle_t handle, const gemm_call *call)
{
    if (call->m == 0 || call->n == 0 || call->batches == 0)
        return CUBLAS_STATUS_SUCCESS;
    if (call->tensor_cores && gemm_tensor_suits(handle, call))
        return gemm_tensor_run(handle, call);
    switch (call->type) {
    case CUDA_R_32F:
        return gemm_float(handle, call);
    case CUDA_R_64F:
        return gemm_double(handle, call);
    case CUDA_C_32F:
    case CUDA_C_64F:
        return gemm_complex(handle, call);
    default:
        return gemm_low(handle, call);
    }
}

/* A call of cuBLAS: its arguments are looked at, and the handle says what the sums may be. */
static cublasStatus_t gemm_call_run(cublasHandle_t handle, gemm_call *call, const char *name)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(gemm_is_valid(call));
    if (gemm_scale_type(call) < 0) {
        refuse(name, "these types are not supported");
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    call->tensor_cores = handle->math_mode != CUBLAS_PEDANTIC_MATH;
    call->tf32 = call->tf32 || handle->math_mode == CUBLAS_TF32_TENSOR_OP_MATH;
    return gemm_run(handle, call);
}

#define GEMM(X, T, N, type)                                                                        \
    extern "C" cublasStatus_t cublas##X##gemm_v2(cublasHandle_t handle, cublasOperation_t transa,  \
                                                 cublasOperation_t transb, int m, int n, int k,    \
                                                 const T *alpha, const T *a, int lda, const T *b,  \
                                                 int ldb, const T *beta, T *c, int ldc)            \
    {                                                                                              \
        gemm_call call = gemm_plain<N>(type, transa, transb, m, n, k, alpha, batch_single(a), lda, \
                                       batch_single(b), ldb, beta, batch_single(c), ldc, 1);       \
        return gemm_call_run(handle, &call, "cublas" #X "gemm");                                   \
    }                                                                                              \
    GEMM_BATCHES(X, T, N, type, alpha, beta)

/* ALPHA and BETA: the factors as the kernels take them. */
#define GEMM_BATCHES(X, T, N, type, ALPHA, BETA)                                                   \
    extern "C" cublasStatus_t cublas##X##gemmBatched(                                              \
        cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,   \
        int k, const T *alpha, const T *const a[], int lda, const T *const b[], int ldb,           \
        const T *beta, T *const c[], int ldc, int batch_count)                                     \
    {                                                                                              \
        gemm_call call = gemm_plain<N>(type, transa, transb, m, n, k, ALPHA,                       \
                                       batch_listed((const void *const *)a), lda,                  \
                                       batch_listed((const void *const *)b), ldb, BETA,            \
                                       batch_listed((const void *const *)c), ldc, batch_count);    \
        return gemm_call_run(handle, &call, "cublas" #X "gemmBatched");                            \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##X##gemmStridedBatched(                                       \
        cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,   \
        int k, const T *alpha, const T *a, int lda, long long stride_a, const T *b, int ldb,       \
        long long stride_b, const T *beta, T *c, int ldc, long long stride_c, int batch_count)     \
    {                                                                                              \
        gemm_call call = gemm_plain<N>(                                                            \
            type, transa, transb, m, n, k, ALPHA, batch_strided(a, stride_a), lda,                 \
            batch_strided(b, stride_b), ldb, BETA, batch_strided(c, stride_c), ldc, batch_count);  \
        return gemm_call_run(handle, &call, "cublas" #X "gemmStridedBatched");                     \
    }

GEMM(S, float, float, CUDA_R_32F)
GEMM(D, double, double, CUDA_R_64F)
GEMM(C, cuComplex, complex_float, CUDA_C_32F)
GEMM(Z, cuDoubleComplex, complex_double, CUDA_C_64F)

/* Factors that are halves, as floats on the host or in scratch memory of the device. */
struct half_factors {
    float alpha, beta;
    const void *alpha_at, *beta_at;
};

static __global__ void widen_factors(const __half *alpha, const __half *beta, float *to)
{
    to[0] = __half2float(*alpha);
    to[1] = __half2float(*beta);
}

static cublasStatus_t half_factors_make(half_factors *f, cublasHandle_t handle, const void *alpha,
                                        const void *beta)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(alpha && beta);
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_HOST) {
        f->alpha = __half2float(*(const __half *)alpha);
        f->beta = __half2float(*(const __half *)beta);
        f->alpha_at = &f->alpha, f->beta_at = &f->beta;
        return CUBLAS_STATUS_SUCCESS;
    }
    float *scratch = (float *)handle_scratch(handle, 2 * sizeof(float));
    if (!scratch)
        return CUBLAS_STATUS_ALLOC_FAILED;
    widen_factors<<<1, 1, 0, handle->stream>>>((const __half *)alpha, (const __half *)beta,
                                               scratch);
    f->alpha_at = scratch, f->beta_at = scratch + 1;
    return handle_launched();
}

#define HGEMM_FACTORS                                                                              \
    half_factors f;                                                                                \
    cublasStatus_t made = half_factors_make(&f, handle, alpha, beta);                              \
    if (made != CUBLAS_STATUS_SUCCESS)                                                             \
    return made

extern "C" {

cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, int k, const __half *alpha,
                           const __half *a, int lda, const __half *b, int ldb, const __half *beta,
                           __half *c, int ldc)
{
    return cublasHgemmStridedBatched(handle, transa, transb, m, n, k, alpha, a, lda, 0, b, ldb, 0,
                                     beta, c, ldc, 0, 1);
}

cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, cublasOperation_t transa,
                                  cublasOperation_t transb, int m, int n, int k,
                                  const __half *alpha, const __half *const a[], int lda,
                                  const __half *const b[], int ldb, const __half *beta,
                                  __half *const c[], int ldc, int batch_count)
{
    HGEMM_FACTORS;
    gemm_call call = gemm_plain<__half>(CUDA_R_16F, transa, transb, m, n, k, f.alpha_at,
                                        batch_listed((const void *const *)a), lda,
                                        batch_listed((const void *const *)b), ldb, f.beta_at,
                                        batch_listed((const void *const *)c), ldc, batch_count);
    return gemm_call_run(handle, &call, "cublasHgemmBatched");
}

cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                                         cublasOperation_t transb, int m, int n, int k,
                                         const __half *alpha, const __half *a, int lda,
                                         long long stride_a, const __half *b, int ldb,
                                         long long stride_b, const __half *beta, __half *c, int ldc,
                                         long long stride_c, int batch_count)
{
    HGEMM_FACTORS;
    gemm_call call = gemm_plain<__half>(
        CUDA_R_16F, transa, transb, m, n, k, f.alpha_at, batch_strided(a, stride_a), lda,
        batch_strided(b, stride_b), ldb, f.beta_at, batch_strided(c, stride_c), ldc, batch_count);
    return gemm_call_run(handle, &call, "cublasHgemmStridedBatched");
}

cublasStatus_t cublasCgemm3m(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k, const cuComplex *alpha,
                             const cuComplex *a, int lda, const cuComplex *b, int ldb,
                             const cuComplex *beta, cuComplex *c, int ldc)
{
    return cublasCgemm_v2(handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

cublasStatus_t cublasZgemm3m(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k,
                             const cuDoubleComplex *alpha, const cuDoubleComplex *a, int lda,
                             const cuDoubleComplex *b, int ldb, const cuDoubleComplex *beta,
                             cuDoubleComplex *c, int ldc)
{
    return cublasZgemm_v2(handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
}

/* gemmEx and its kin. With COMPUTE_16F the factors are halves. */
static cublasStatus_t gemm_ex(cublasHandle_t handle, gemm_call *call, cudaDataType b_type,
                              cublasComputeType_t compute_type, const char *name)
{
    CHECK_HANDLE(handle);
    half_factors f;
    if (compute_type == CUBLAS_COMPUTE_16F || compute_type == CUBLAS_COMPUTE_16F_PEDANTIC) {
        cublasStatus_t made = half_factors_make(&f, handle, call->alpha, call->beta);
        if (made != CUBLAS_STATUS_SUCCESS)
            return made;
        call->alpha = f.alpha_at, call->beta = f.beta_at;
    }
    if (b_type != call->type) {
        refuse(name, "A and B of different types are not supported");
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    call->tf32 = compute_type == CUBLAS_COMPUTE_32F_FAST_TF32;
    return gemm_call_run(handle, call, name);
}

extern "C" {

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void *alpha,
                            const void *a, cudaDataType a_type, int lda, const void *b,
                            cudaDataType b_type, int ldb, const void *beta, void *c,
                            cudaDataType c_type, int ldc, cublasComputeType_t compute_type,
                            cublasGemmAlgo_t)
{
    gemm_call call = gemm_plain<void>(a_type, transa, transb, m, n, k, alpha, batch_single(a), lda,
                                      batch_single(b), ldb, beta, batch_single(c), ldc, 1);
    call.c_type = call.d_type = c_type;
    return gemm_ex(handle, &call, b_type, compute_type, "cublasGemmEx");
}

cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k, const float *alpha,
                             const void *a, cudaDataType a_type, int lda, const void *b,
                             cudaDataType b_type, int ldb, const float *beta, void *c,
                             cudaDataType c_type, int ldc)
{
    return cublasGemmEx(handle, transa, transb, m, n, k, alpha, a, a_type, lda, b, b_type, ldb,
                        beta, c, c_type, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k, const void *alpha,
                                   const void *const a[], cudaDataType a_type, int lda,
                                   const void *const b[], cudaDataType b_type, int ldb,
                                   const void *beta, void *const c[], cudaDataType c_type, int ldc,
                                   int batch_count, cublasComputeType_t compute_type,
                                   cublasGemmAlgo_t)
{
    gemm_call call =
        gemm_plain<void>(a_type, transa, transb, m, n, k, alpha, batch_listed(a), lda,
                         batch_listed(b), ldb, beta, batch_listed(c), ldc, batch_count);
    call.c_type = call.d_type = c_type;
    return gemm_ex(handle, &call, b_type, compute_type, "cublasGemmBatchedEx");
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const void *alpha, const void *a, cudaDataType a_type,
                                          int lda, long long stride_a, const void *b,
                                          cudaDataType b_type, int ldb, long long stride_b,
                                          const void *beta, void *c, cudaDataType c_type, int ldc,
                                          long long stride_c, int batch_count,
                                          cublasComputeType_t compute_type, cublasGemmAlgo_t)
{
    gemm_call call = gemm_plain<void>(a_type, transa, transb, m, n, k, alpha,
                                      batch_strided(a, stride_a), lda, batch_strided(b, stride_b),
                                      ldb, beta, batch_strided(c, stride_c), ldc, batch_count);
    call.c_type = call.d_type = c_type;
    return gemm_ex(handle, &call, b_type, compute_type, "cublasGemmStridedBatchedEx");
}
}
