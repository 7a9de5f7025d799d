/* SPDX-License-Identifier: BSD-3-Clause */
/* Predicate instructions; see predicates.h. */
#include "workloads/ptx/exec/lanes/predicates.h"
#include "workloads/ptx/exec/lanes/bits.h"
#include "workloads/ptx/exec/lanes/float_ops.h"
#include "workloads/ptx/exec/lanes/half_ops.h"
#include "workloads/ptx/exec/lanes/lanes.h"

#include <math.h>

static lane_mask combine(enum predicate_logic logic, lane_mask a, lane_mask b)
{
    switch (logic) {
    case LOGIC_AND:
        return a & b;
    case LOGIC_OR:
        return a | b;
    case LOGIC_XOR:
        return a ^ b;
    default:
        return a;
    }
}

/* The 16-bit floats at bit `shift` of every lane. */
static void widen(lane_float *out, const lane_word *in, enum value_type type, unsigned shift)
{
    if (type == VALUE_F16)
        for (unsigned i = 0; i < WARP_LANES; i++)
            out[i] = f16_to_float(in[i] >> shift & 0xffff);
    else
        for (unsigned i = 0; i < WARP_LANES; i++)
            out[i] = bf16_to_float(in[i] >> shift & 0xffff);
}

/* Sources 0 and 1 as floats, of halves or subnormals that count as zero. */
static void prepare(const struct exec_op *op, const struct exec_state *state, unsigned shift,
                    lane_float out[2][WARP_LANES])
{
    bool halves = op->source_type == VALUE_F16 || op->source_type == VALUE_BF16;
    for (unsigned k = 0; k < 2; k++) {
        const void *in = exec_source(op, state, k);
        if (halves)
            widen(out[k], in, op->source_type, shift);
        for (unsigned i = 0; !halves && i < WARP_LANES; i++)
            out[k][i] = exec_flush(((const lane_float *)in)[i]);
        for (unsigned i = 0; halves && op->modifiers & MODIFIER_FTZ && i < WARP_LANES; i++)
            out[k][i] = (float)exec_flush_half(out[k][i], op->source_type);
    }
}

/* The comparison of sources 0 and 1 (of the halves at bit `shift`, if they are halves), before
 * anything is combined with it. */
static lane_mask comparison(const struct exec_op *op, const struct exec_state *state,
                            unsigned shift)
{
    lane_mask invert = op->modifiers & MODIFIER_INVERT ? ALL_LANES : 0;
    if (!(op->modifiers & MODIFIER_FTZ) && op->source_type < VALUE_F16)
        return op->compare(exec_source(op, state, 0), exec_source(op, state, 1)) ^ invert;
    lane_float prepared[2][WARP_LANES];
    prepare(op, state, shift, prepared);
    return op->compare(prepared[0], prepared[1]) ^ invert;
}

void exec_setp(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    lane_mask invert = op->modifiers & MODIFIER_INVERT ? ALL_LANES : 0;
    exec_write_mask(op, state, 0, lanes,
                    op->compare(exec_source(op, state, 0), exec_source(op, state, 1)) ^ invert);
}

static lane_mask other_predicate(const struct exec_op *op, const struct exec_state *state)
{
    if (op->variant == LOGIC_FIRST)
        return 0;
    return exec_mask(&op->source[2], state) ^ (op->modifiers & MODIFIER_NEGATE_C ? ALL_LANES : 0);
}

/* Writes the predicate destination k unless there is none, or it is the sink `_`. */
static void write_unless_sink(const struct exec_op *op, struct exec_state *state, unsigned k,
                              lane_mask lanes, lane_mask value)
{
    if (k < op->n_destinations && op->destination[k].bits != 0)
        exec_write_mask(op, state, k, lanes, value);
}

void exec_setp_general(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    lane_mask result = comparison(op, state, 0), other = other_predicate(op, state);
    write_unless_sink(op, state, 0, lanes, combine(op->variant, result, other));
    write_unless_sink(op, state, 1, lanes, combine(op->variant, ~result, other));
}

void exec_setp_pairs(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    lane_mask low = comparison(op, state, 0), high = comparison(op, state, 16);
    lane_mask other = other_predicate(op, state);
    write_unless_sink(op, state, 0, lanes, combine(op->variant, low, other));
    write_unless_sink(op, state, 1, lanes, combine(op->variant, high, other));
}

void exec_set(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    lane_mask result = combine(op->variant, comparison(op, state, 0), other_predicate(op, state));
    EACH_LANE (i, lanes)
        exec_set_lane(op, state, 0, i, result >> i & 1 ? (uint64_t)op->immediate : 0);
}

void exec_set_pairs(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    lane_mask other = other_predicate(op, state);
    lane_mask low = combine(op->variant, comparison(op, state, 0), other);
    lane_mask high = combine(op->variant, comparison(op, state, 16), other);
    uint64_t yes = (uint64_t)op->immediate;
    EACH_LANE (i, lanes)
        exec_set_lane(op, state, 0, i, (low >> i & 1 ? yes : 0) | (high >> i & 1 ? yes << 16 : 0));
}

void exec_lop3_predicate(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    lane_mask not_zero = 0;
    lane_mask other =
        exec_mask(&op->source[3], state) ^ (op->modifiers & MODIFIER_NEGATE_C ? ALL_LANES : 0);
    EACH_LANE (i, lanes) {
        uint32_t result = three_input_logic((uint32_t)exec_lane(&op->source[0], state, i),
                                            (uint32_t)exec_lane(&op->source[1], state, i),
                                            (uint32_t)exec_lane(&op->source[2], state, i),
                                            (uint32_t)op->immediate);
        not_zero |= (lane_mask)(result != 0) << i;
        if (op->destination[0].bits != 0)
            exec_set_lane(op, state, 0, i, result);
    }
    write_unless_sink(op, state, 1, lanes, combine(op->variant, not_zero, other));
}

static bool has_property(enum test_property property, int class, bool subnormal)
{
    switch (property) {
    case TEST_FINITE:
        return class != FP_NAN && class != FP_INFINITE;
    case TEST_INFINITE:
        return class == FP_INFINITE;
    case TEST_NUMBER:
        return class != FP_NAN;
    case TEST_NOT_A_NUMBER:
        return class == FP_NAN;
    case TEST_NORMAL:
        return class == FP_NORMAL || class == FP_ZERO;
    default:
        return subnormal;
    }
}

void exec_testp(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    const void *a = exec_source(op, state, 0);
    lane_mask result = 0;
    for (unsigned i = 0; i < WARP_LANES; i++) {
        int class = op->source_type == VALUE_F64 ? fpclassify(((const lane_double *)a)[i])
                                                 : fpclassify(((const lane_float *)a)[i]);
        if (has_property(op->variant, class, class == FP_SUBNORMAL))
            result |= (lane_mask)1 << i;
    }
    exec_write_mask(op, state, 0, lanes, result);
}

void exec_predicate_logic(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    lane_mask a = exec_mask(&op->source[0], state) ^ (op->immediate & 1 ? ALL_LANES : 0);
    lane_mask b = op->n_sources > 1 ? exec_mask(&op->source[1], state) : 0;
    b ^= op->immediate & 2 ? ALL_LANES : 0;
    lane_mask invert = op->modifiers & MODIFIER_INVERT ? ALL_LANES : 0;
    exec_write_mask(op, state, 0, lanes, combine(op->variant, a, b) ^ invert);
}
