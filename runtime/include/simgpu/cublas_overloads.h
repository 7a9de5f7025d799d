/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cublas_api.h: before 11.0 the compute type of gemmEx was a cudaDataType, and C++ programs
 * still write it so. */

#ifndef SIMGPU_CUBLAS_IS_WIDE
static inline cublasComputeType_t simgpu_cublas_compute(cudaDataType type)
{
    switch (type) {
    case CUDA_R_16F:
        return CUBLAS_COMPUTE_16F;
    case CUDA_R_64F:
    case CUDA_C_64F:
        return CUBLAS_COMPUTE_64F;
    case CUDA_R_32I:
        return CUBLAS_COMPUTE_32I;
    default:
        return CUBLAS_COMPUTE_32F;
    }
}
#endif

#ifndef SIMGPU_CUBLAS_IS_WIDE
/* CUDA's own name of the strategies, too. */
static inline cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t handle,
                                                        cudaEmulationStrategy strategy)
{
    return cublasSetEmulationStrategy(handle, (cublasEmulationStrategy_t)strategy);
}
static inline cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t handle,
                                                        cudaEmulationStrategy *strategy)
{
    return cublasGetEmulationStrategy(handle, (cublasEmulationStrategy_t *)strategy);
}
#endif

static inline cublasStatus_t SIMGPU_CUBLAS_NAME(cublasGemmEx)(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, SIMGPU_INT m,
    SIMGPU_INT n, SIMGPU_INT k, const void *alpha, const void *a, cudaDataType a_type,
    SIMGPU_INT lda, const void *b, cudaDataType b_type, SIMGPU_INT ldb, const void *beta, void *c,
    cudaDataType c_type, SIMGPU_INT ldc, cudaDataType compute_type, cublasGemmAlgo_t algorithm)
{
    return SIMGPU_CUBLAS_NAME(cublasGemmEx)(handle, transa, transb, m, n, k, alpha, a, a_type, lda,
                                            b, b_type, ldb, beta, c, c_type, ldc,
                                            simgpu_cublas_compute(compute_type), algorithm);
}

static inline cublasStatus_t SIMGPU_CUBLAS_NAME(cublasGemmBatchedEx)(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, SIMGPU_INT m,
    SIMGPU_INT n, SIMGPU_INT k, const void *alpha, const void *const a[], cudaDataType a_type,
    SIMGPU_INT lda, const void *const b[], cudaDataType b_type, SIMGPU_INT ldb, const void *beta,
    void *const c[], cudaDataType c_type, SIMGPU_INT ldc, SIMGPU_INT batch_count,
    cudaDataType compute_type, cublasGemmAlgo_t algorithm)
{
    return SIMGPU_CUBLAS_NAME(cublasGemmBatchedEx)(
        handle, transa, transb, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta, c, c_type,
        ldc, batch_count, simgpu_cublas_compute(compute_type), algorithm);
}

static inline cublasStatus_t SIMGPU_CUBLAS_NAME(cublasGemmStridedBatchedEx)(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, SIMGPU_INT m,
    SIMGPU_INT n, SIMGPU_INT k, const void *alpha, const void *a, cudaDataType a_type,
    SIMGPU_INT lda, long long int stride_a, const void *b, cudaDataType b_type, SIMGPU_INT ldb,
    long long int stride_b, const void *beta, void *c, cudaDataType c_type, SIMGPU_INT ldc,
    long long int stride_c, SIMGPU_INT batch_count, cudaDataType compute_type,
    cublasGemmAlgo_t algorithm)
{
    return SIMGPU_CUBLAS_NAME(cublasGemmStridedBatchedEx)(
        handle, transa, transb, m, n, k, alpha, a, a_type, lda, stride_a, b, b_type, ldb, stride_b,
        beta, c, c_type, ldc, stride_c, batch_count, simgpu_cublas_compute(compute_type),
        algorithm);
}
