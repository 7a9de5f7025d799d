/* SPDX-License-Identifier: BSD-3-Clause */
/* Arithmetic from which kernels are put together: for 32 lanes what one instruction says, in the
 * words of the interpreter's lists. All lanes are computed; the kernel keeps those that ran. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_ARITHMETIC_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_ARITHMETIC_H

#include "workloads/ptx/compile/machine/pieces.h"
#include "workloads/ptx/exec/lanes/alu_list.h"
#include "workloads/ptx/exec/lanes/bits.h"
#include "workloads/ptx/exec/lanes/float_lanes.h"
#include "workloads/ptx/exec/lanes/lanes.h"
#include "workloads/ptx/exec/lanes/rare_list.h"

#define ALU_PIECE(name, words, d, ta, tb, tc, ...)                                                 \
    PIECE void op_##name(void *to, const void *first, const void *second, const void *third)       \
    {                                                                                              \
        STORED_##d *out = to;                                                                      \
        const STORED_##ta *in_a = first;                                                           \
        const STORED_##tb *in_b = second;                                                          \
        const STORED_##tc *in_c = third;                                                           \
        (void)in_b, (void)in_c;                                                                    \
        LANE_LOOP                                                                                  \
        {                                                                                          \
            LANE_VALUES_(ta, tb, tc)                                                               \
            out[i] = STORE_##d(__VA_ARGS__);                                                       \
        }                                                                                          \
    }
EXEC_ALU_LIST(ALU_PIECE)

#define RARE_PIECE(name, words, d, ta, tb, tc, ...)                                                \
    PIECE void rare_##name(void *to, const void *first, const void *second, const void *third,     \
                           const void *fourth)                                                     \
    {                                                                                              \
        STORED_##d *out = to;                                                                      \
        const STORED_##ta *in_a = first;                                                           \
        const STORED_##tb *in_b = second;                                                          \
        const STORED_##tc *in_c = third;                                                           \
        const lane_word *in_x = fourth;                                                            \
        (void)in_b, (void)in_c;                                                                    \
        LANE_LOOP                                                                                  \
        {                                                                                          \
            LANE_VALUES_(ta, tb, tc)                                                               \
            uint32_t x = in_x[i];                                                                  \
            (void)x;                                                                               \
            out[i] = STORE_##d(__VA_ARGS__);                                                       \
        }                                                                                          \
    }
EXEC_RARE_LIST(RARE_PIECE)

/* What comparisons look at, of .ftz and of halves. */
PIECE void flush_f32(void *to, const void *from)
{
    lane_float *out = to;
    const lane_float *in = from;
    LANE_LOOP out[i] = flush(in[i]);
}

PIECE void widen_f16(void *to, const void *from)
{
    lane_float *out = to;
    const lane_word *in = from;
    LANE_LOOP out[i] = f16_to_float((uint16_t)in[i]);
}

PIECE void widen_bf16(void *to, const void *from)
{
    lane_float *out = to;
    const lane_word *in = from;
    LANE_LOOP out[i] = bf16_to_float((uint16_t)in[i]);
}

#define COMPARE_PIECE(name, t, ...)                                                                \
    PIECE lane_mask compare_##name(const void *first, const void *second)                          \
    {                                                                                              \
        const STORED_##t *in_a = first, *in_b = second;                                            \
        int32_t yes[WARP_LANES];                                                                   \
        LANE_LOOP                                                                                  \
        {                                                                                          \
            const __typeof__(VALUE_##t(0)) a = VALUE_##t(in_a[i]);                                 \
            const __typeof__(VALUE_##t(0)) b = VALUE_##t(in_b[i]);                                 \
            yes[i] = (__VA_ARGS__) ? -1 : 0;                                                       \
        }                                                                                          \
        return mask_of(yes);                                                                       \
    }
EXEC_COMPARE_LIST(COMPARE_PIECE)

#endif
