/* SPDX-License-Identifier: BSD-3-Clause */
/* Products in small tiles: of complex numbers; of halves, bfloat16s and bytes without tensor cores,
 * whose sums are floats, or integers. */
#include "gemm_kernel.h"

typedef gemm_tile<64, 64, 8, 4, 4> tile_small;

cublasStatus_t gemm_low(cublasHandle_t handle, const gemm_call *call)
{
#define FORM(type_in, type_out, T, U, S)                                                           \
    if (call->type == type_in && call->d_type == type_out)                                         \
        return gemm_launch<tile_small, T, U, S>(handle, call);
    FORM(CUDA_R_16F, CUDA_R_16F, __half, __half, float)
    FORM(CUDA_R_16F, CUDA_R_32F, __half, float, float)
    FORM(CUDA_R_16BF, CUDA_R_16BF, __nv_bfloat16, __nv_bfloat16, float)
    FORM(CUDA_R_16BF, CUDA_R_32F, __nv_bfloat16, float, float)
    FORM(CUDA_R_8I, CUDA_R_32I, signed char, int, int)
    FORM(CUDA_R_8I, CUDA_R_32F, signed char, float, float)
#undef FORM
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t gemm_complex(cublasHandle_t handle, const gemm_call *call)
{
    if (call->type == CUDA_C_32F)
        return gemm_launch<tile_small, complex_float, complex_float, complex_float>(handle, call);
    return gemm_launch<tile_small, complex_double, complex_double, complex_double>(handle, call);
}
