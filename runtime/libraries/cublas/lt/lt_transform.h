/* SPDX-License-Identifier: BSD-3-Clause */
/* Matrices of cuBLASLt in any order: transforms, and products by way of copies. */
#ifndef SIMGPU_CUBLAS_LT_TRANSFORM_H
#define SIMGPU_CUBLAS_LT_TRANSFORM_H

#include "../../common/refuse.h"
#include "lt_attributes.h"

/* first NULL: there is none. */
struct lt_operand {
    void *first;
    cudaDataType type;
    int order;
    long long ld;
    bool transposed;
};

/* A factor: the number itself, or where it lies on the device, with its type. */
struct lt_factor {
    double value;
    const void *device;
    cudaDataType type;

    __device__ double get() const
    {
        if (!device)
            return value;
        if (type == CUDA_R_64F)
            return *(const double *)device;
        if (type == CUDA_R_32I)
            return *(const int *)device;
        if (type == CUDA_R_16F)
            return __half2float(*(const __half *)device);
        return *(const float *)device;
    }
};

/* c = alpha op(a) + beta op(b), rows x columns. */
cublasStatus_t lt_transform_run(cudaStream_t stream, const lt_operand &a, const lt_operand &b,
                                const lt_operand &c, long long rows, long long columns,
                                lt_factor alpha, lt_factor beta);

/* Has the matrix an order of 32 columns? Why a product of such ones cannot be, or NULL. */
bool lt_is_tiled(const lt_layout *layout);
const char *lt_tiles_problem(const lt_layout *const layouts[4]);
/* The product of A, B and C into D, as cublasLtMatmul has it. */
cublasStatus_t lt_tiles_run(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void *alpha,
                            const void *beta, const void *const given[4],
                            const cublasLtMatrixLayout_t layouts[4], cudaStream_t stream);

#endif
