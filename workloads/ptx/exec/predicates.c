/* SPDX-License-Identifier: BSD-3-Clause */
/* Predicate instructions; see predicates.h. */
#include "workloads/ptx/exec/predicates.h"
#include "workloads/ptx/exec/float_ops.h"
#include "workloads/ptx/exec/lanes.h"

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

/* The comparison of sources 0 and 1, before anything is combined with it. */
static lane_mask comparison(const struct exec_op *op, const struct exec_state *state)
{
    const void *a = exec_source(op, state, 0), *b = exec_source(op, state, 1);
    lane_mask invert = op->modifiers & MODIFIER_INVERT ? ALL_LANES : 0;
    if (!(op->modifiers & MODIFIER_FTZ))
        return op->compare(a, b) ^ invert;
    lane_float flushed_a[WARP_LANES], flushed_b[WARP_LANES];
    for (unsigned i = 0; i < WARP_LANES; i++) {
        flushed_a[i] = exec_flush(((const lane_float *)a)[i]);
        flushed_b[i] = exec_flush(((const lane_float *)b)[i]);
    }
    return op->compare(flushed_a, flushed_b) ^ invert;
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

void exec_setp_general(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    lane_mask result = comparison(op, state), other = other_predicate(op, state);
    exec_write_mask(op, state, 0, lanes, combine(op->variant, result, other));
    if (op->n_destinations > 1)
        exec_write_mask(op, state, 1, lanes, combine(op->variant, ~result, other));
}

void exec_set(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    lane_mask result = combine(op->variant, comparison(op, state), other_predicate(op, state));
    EACH_LANE (i, lanes)
        exec_set_lane(op, state, 0, i, result >> i & 1 ? (uint64_t)op->immediate : 0);
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
    lane_mask a = exec_mask(&op->source[0], state);
    lane_mask b = op->n_sources > 1 ? exec_mask(&op->source[1], state) : 0;
    lane_mask invert = op->modifiers & MODIFIER_INVERT ? ALL_LANES : 0;
    exec_write_mask(op, state, 0, lanes, combine(op->variant, a, b) ^ invert);
}
