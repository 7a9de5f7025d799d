/* SPDX-License-Identifier: BSD-3-Clause */
/* 16-bit floats with modifiers; see half_ops.h. */
#include "workloads/ptx/exec/lanes/half_ops.h"
#include "base/half.h"
#include "workloads/ptx/exec/lanes/float_ops.h"
#include "workloads/ptx/exec/lanes/narrow_float.h"

#include <math.h>

double exec_flush_half(double x, enum value_type type)
{
    double least = type == VALUE_F16 ? 0x1p-14 : 0x1p-126;
    return fabs(x) < least ? copysign(0, x) : x;
}

/* Exact, or rounded so that rounding it to a half gives what rounding the exact result gives. */
static double evaluate(const struct exec_op *op, const double x[3])
{
    switch (op->variant) {
    case FLOAT_ADD:
        return x[0] + x[1];
    case FLOAT_SUB:
        return x[0] - x[1];
    case FLOAT_MUL:
        return x[0] * x[1];
    case FLOAT_FMA:
        return half_fused(x[0], x[1], x[2]);
    default:
        return exec_float_wide(op, x);
    }
}

static uint32_t compute(const struct exec_op *op, const uint32_t bits[3])
{
    enum value_type type = op->source_type;
    double x[3] = {0};
    for (unsigned k = 0; k < op->n_sources; k++) {
        x[k] = exec_widen(bits[k], type);
        if (op->modifiers & MODIFIER_FTZ)
            x[k] = exec_flush_half(x[k], type);
    }
    double result = evaluate(op, x);
    if (op->modifiers & MODIFIER_SAT)
        result = exec_saturate(result);
    if (op->modifiers & MODIFIER_RELU && result <= 0)
        result = 0;
    uint32_t half = exec_narrow(result, type, ROUND_NEAREST, false);
    if (op->modifiers & MODIFIER_FTZ)
        half =
            exec_narrow(exec_flush_half(exec_widen(half, type), type), type, ROUND_NEAREST, false);
    return half;
}

static void read_sources(const struct exec_op *op, const struct exec_state *state, unsigned lane,
                         uint32_t whole[3])
{
    for (unsigned k = 0; k < op->n_sources; k++)
        whole[k] = (uint32_t)exec_lane(&op->source[k], state, lane);
}

void exec_half(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    uint32_t bits[3] = {0};
    EACH_LANE (i, lanes) {
        read_sources(op, state, i, bits);
        exec_set_lane(op, state, 0, i, compute(op, bits));
    }
}

void exec_half_pairs(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    uint32_t whole[3] = {0};
    EACH_LANE (i, lanes) {
        read_sources(op, state, i, whole);
        const uint32_t high[3] = {whole[0] >> 16, whole[1] >> 16, whole[2] >> 16};
        exec_set_lane(op, state, 0, i, half_pair(compute(op, whole), compute(op, high)));
    }
}
