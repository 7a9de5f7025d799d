/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of complex numbers. */
#include "gemm_kernel.h"

typedef gemm_tile<64, 64, 8, 4, 4> tile_small;

cublasStatus_t gemm_complex(cublasHandle_t handle, const gemm_call *call)
{
    if (call->type == CUDA_C_32F)
        return gemm_launch<tile_small, complex_float, complex_float, complex_float>(handle, call);
    return gemm_launch<tile_small, complex_double, complex_double, complex_double>(handle, call);
}
