/* SPDX-License-Identifier: BSD-3-Clause */
/* Gradients of biases: sums over a matrix that a product has, by a kernel of their own. */
#ifndef SIMGPU_CUBLAS_LT_SUMS_H
#define SIMGPU_CUBLAS_LT_SUMS_H

#include "gemm.h"

cublasStatus_t lt_sums_run(cublasHandle_t handle, const gemm_call *call);

#endif
