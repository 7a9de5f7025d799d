/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/tensor/tensor_values.h"
#include "base/vector_clones.h"
#include "workloads/ptx/exec/lanes/narrow_float.h"

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

VECTOR_CLONES static void widen_f16(const lane_word words[WARP_LANES],
                                    float values[TENSOR_MOST_FLOATS][WARP_LANES])
{
    for (unsigned i = 0; i < WARP_LANES; i++) {
        values[0][i] = f16_low(words[i]);
        values[1][i] = f16_high(words[i]);
    }
}

static void widen_bytes(enum value_type type, const lane_word words[WARP_LANES],
                        float values[TENSOR_MOST_FLOATS][WARP_LANES])
{
    for (unsigned e = 0; e < 4; e++)
        for (unsigned i = 0; i < WARP_LANES; i++)
            values[e][i] = (float)exec_widen(words[i] >> 8 * e & 0xff, type);
}

void tensor_widen(enum tensor_type type, const lane_word words[WARP_LANES],
                  float values[TENSOR_MOST_FLOATS][WARP_LANES])
{
    enum { TF32_BITS = 0xffffe000u };
    if (type == TENSOR_F16)
        widen_f16(words, values);
    else if (type == TENSOR_E4M3 || type == TENSOR_E5M2)
        widen_bytes(type == TENSOR_E4M3 ? VALUE_E4M3 : VALUE_E5M2, words, values);
    else
        for (unsigned i = 0; i < WARP_LANES; i++) {
            const bool pair = type == TENSOR_BF16;
            values[0][i] = pair ? bf16_low(words[i]) : half_float_of(words[i] & TF32_BITS);
            values[1][i] = bf16_high(words[i]);
        }
}

int32_t tensor_integer(enum tensor_type type, uint32_t word, unsigned e)
{
    switch (type) {
    case TENSOR_S8:
        return (int8_t)(word >> 8 * e);
    case TENSOR_U8:
        return (uint8_t)(word >> 8 * e);
    case TENSOR_S4:
        return (int8_t)(word >> 4 * e << 4) >> 4;
    case TENSOR_U4:
        return word >> 4 * e & 0xf;
    default:
        return (int32_t)word;
    }
}
