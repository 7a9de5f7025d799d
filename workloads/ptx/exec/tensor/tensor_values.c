/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/tensor/tensor_values.h"

unsigned tensor_bits(enum tensor_type type)
{
    static const uint8_t bits[] = {
        [TENSOR_F16] = 16, [TENSOR_BF16] = 16, [TENSOR_TF32] = 32, [TENSOR_E4M3] = 8,
        [TENSOR_E5M2] = 8, [TENSOR_F32] = 32,  [TENSOR_F64] = 64,  [TENSOR_S8] = 8,
        [TENSOR_U8] = 8,   [TENSOR_S4] = 4,    [TENSOR_U4] = 4,    [TENSOR_B1] = 1,
        [TENSOR_S32] = 32};
    return bits[type];
}

unsigned tensor_elements(enum tensor_type type)
{
    return type == TENSOR_F64 ? 1 : 32 / tensor_bits(type);
}
