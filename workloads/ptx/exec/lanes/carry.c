/* SPDX-License-Identifier: BSD-3-Clause */
/* Extended-precision arithmetic; see carry.h. */
#include "workloads/ptx/exec/lanes/carry.h"
#include "workloads/ptx/exec/lanes/convert.h"

typedef unsigned __int128 wide;

/* The half of a * b that mad adds to. */
static uint64_t product_half(const struct exec_op *op, uint64_t a, uint64_t b)
{
    unsigned bits = 8 * exec_value_bytes(op->source_type);
    wide product = exec_value_is_signed(op->source_type) ? (wide)((__int128)(int64_t)a * (int64_t)b)
                                                         : (wide)a * b;
    uint64_t half = (uint64_t)(op->variant == CARRY_MAD_HI ? product >> bits : product);
    return bits == 64 ? half : (uint32_t)half;
}

void exec_carry(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    unsigned bits = 8 * exec_value_bytes(op->source_type);
    uint64_t all = bits == 64 ? UINT64_MAX : UINT32_MAX;
    lane_mask carried = 0;
    EACH_LANE (i, lanes) {
        uint64_t a = exec_extend(op->source_type, exec_lane(&op->source[0], state, i));
        uint64_t b = exec_extend(op->source_type, exec_lane(&op->source[1], state, i));
        const bool subtracts = op->variant == CARRY_SUB;
        unsigned in = op->modifiers & MODIFIER_CARRY_IN ? (state->carry >> i & 1) ^ subtracts : 0;
        wide result;
        if (subtracts)
            result = (wide)(a & all) - (b & all) - in;
        else if (op->variant == CARRY_ADD)
            result = (wide)(a & all) + (b & all) + in;
        else
            result = (wide)product_half(op, a, b) + exec_lane(&op->source[2], state, i) + in;
        carried |= (lane_mask)((result >> bits & 1) ^ subtracts) << i;
        exec_set_lane(op, state, 0, i, (uint64_t)result);
    }
    if (op->modifiers & MODIFIER_CARRY_OUT)
        state->carry = (state->carry & ~lanes) | carried;
}
