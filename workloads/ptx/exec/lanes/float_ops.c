/* SPDX-License-Identifier: BSD-3-Clause */
/* Float arithmetic with modifiers; see float_ops.h. */
#include "workloads/ptx/exec/lanes/float_ops.h"
#include "base/float_bits.h"
#include "workloads/ptx/exec/lanes/lanes.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

void exec_rounding_begin(enum exec_rounding rounding)
{
    static const int modes[] = {[ROUND_NEAREST] = FE_TONEAREST,
                                [ROUND_ZERO] = FE_TOWARDZERO,
                                [ROUND_DOWN] = FE_DOWNWARD,
                                [ROUND_UP] = FE_UPWARD};
    if (rounding != ROUND_NEAREST)
        fesetround(modes[rounding]);
}

void exec_rounding_end(enum exec_rounding rounding)
{
    if (rounding != ROUND_NEAREST)
        fesetround(FE_TONEAREST);
}

float exec_flush(float x)
{
    return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x;
}

double exec_saturate(double x)
{
    return !(x > 0) ? 0 : x > 1 ? 1 : x;
}

float exec_canonical_32(float x)
{
    return x != x ? float_of_bits(0x7fffffff) : x;
}

double exec_canonical_64(double x)
{
    return x != x ? double_of_bits(0xfff8000000000000) : x;
}

/* A NaN only if both are; -0 is less than +0. */
static double least(double a, double b)
{
    if (a == b)
        return signbit(a) ? a : b;
    return a != a ? b : b != b ? a : a < b ? a : b;
}

static double greatest(double a, double b)
{
    return -least(-a, -b);
}

static double without_low_half(double x)
{
    return double_of_bits(double_bits(x) & 0xffffffff00000000);
}

static double gross(double x)
{
    double high = without_low_half(x);
    return fabs(high) < 0x1p-1022 ? copysign(0, high) : high;
}

static double extreme(enum float_function function, double a, double b)
{
    bool takes_nan = function == FLOAT_MIN_NAN || function == FLOAT_MAX_NAN;
    if (takes_nan && (a != a || b != b))
        return NAN;
    bool is_min = function == FLOAT_MIN || function == FLOAT_MIN_NAN;
    return is_min ? least(a, b) : greatest(a, b);
}

/* min and max of two or three operands. */
static double extreme_of_all(const struct exec_op *op, const double x[3])
{
    bool absolute = op->modifiers & MODIFIER_ABS;
    double result = absolute ? fabs(x[0]) : x[0];
    for (unsigned k = 1; k < op->n_sources; k++)
        result = extreme(op->variant, result, absolute ? fabs(x[k]) : x[k]);
    if (op->modifiers & MODIFIER_XORSIGN && result == result)
        return signbit(x[0]) != signbit(x[1]) ? -fabs(result) : fabs(result);
    return result;
}

double exec_float_wide(const struct exec_op *op, const double x[3])
{
    switch (op->variant) {
    case FLOAT_RSQRT:
        return 1 / sqrt(x[0]);
    case FLOAT_ABS:
        return fabs(x[0]);
    case FLOAT_NEG:
        return -x[0];
    case FLOAT_SIN:
        return sin(x[0]);
    case FLOAT_COS:
        return cos(x[0]);
    case FLOAT_LG2:
        return log2(x[0]);
    case FLOAT_EX2:
        return exp2(x[0]);
    case FLOAT_TANH:
        return tanh(x[0]);
    case FLOAT_RCP_GROSS:
        return gross(1 / gross(x[0]));
    case FLOAT_RSQRT_GROSS:
        return gross(1 / sqrt(gross(x[0])));
    default:
        return extreme_of_all(op, x);
    }
}

/* What an operation makes of x, in the rounding that is set: in floats or in doubles. */
#define EVALUATE(name, number, fused, root, rest)                                                  \
    static number name(const struct exec_op *op, const number x[3])                                \
    {                                                                                              \
        switch (op->variant) {                                                                     \
        case FLOAT_ADD:                                                                            \
            return x[0] + x[1];                                                                    \
        case FLOAT_SUB:                                                                            \
            return x[0] - x[1];                                                                    \
        case FLOAT_MUL:                                                                            \
            return x[0] * x[1];                                                                    \
        case FLOAT_FMA:                                                                            \
            return fused(x[0], x[1], x[2]);                                                        \
        case FLOAT_DIV:                                                                            \
            return x[0] / x[1];                                                                    \
        case FLOAT_RCP:                                                                            \
            return 1 / x[0];                                                                       \
        case FLOAT_SQRT:                                                                           \
            return root(x[0]);                                                                     \
        default:                                                                                   \
            return rest;                                                                           \
        }                                                                                          \
    }
EVALUATE(evaluate_32, float, fmaf, sqrtf,
         (float)exec_float_wide(op, (const double[3]){x[0], x[1], x[2]}))
EVALUATE(evaluate_64, double, fma, sqrt, exec_float_wide(op, x))
#undef EVALUATE

static float finish_32(float x, uint16_t modifiers)
{
    if (modifiers & MODIFIER_FTZ)
        x = exec_flush(x);
    if (modifiers & MODIFIER_SAT)
        x = (float)exec_saturate(x);
    return exec_canonical_32(x);
}

/* div.approx: a times the reciprocal of b, which is zero where it would be subnormal. */
static float roughly(const struct exec_op *op, const float x[3], float result)
{
    bool tiny = op->immediate != 0 && fabsf(x[1]) > 0x1p126f;
    return tiny ? x[0] * copysignf(0, x[1]) : result;
}

void exec_float_32(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    const lane_float *in[3] = {exec_source(op, state, 0), exec_source(op, state, 1),
                               exec_source(op, state, 2)};
    lane_float *out = exec_destination(op, state, 0);
    bool ftz = op->modifiers & MODIFIER_FTZ;
    float x[3] = {0};
    exec_rounding_begin(op->rounding);
    EACH_LANE (i, lanes) {
        for (unsigned k = 0; k < op->n_sources; k++)
            x[k] = ftz ? exec_flush(in[k][i]) : in[k][i];
        out[i] = roughly(op, x, evaluate_32(op, x));
    }
    exec_rounding_end(op->rounding);
    EACH_LANE (i, lanes)
        out[i] = finish_32(out[i], op->modifiers);
}

static double finish_64(const struct exec_op *op, double x)
{
    /* The approximations on upper halves have a NaN of their own. */
    bool is_gross = op->variant == FLOAT_RCP_GROSS || op->variant == FLOAT_RSQRT_GROSS;
    return x != x && is_gross ? double_of_bits(0x7fffffff00000000) : exec_canonical_64(x);
}

void exec_float_64(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    const lane_double *in[3] = {exec_source(op, state, 0), exec_source(op, state, 1),
                                exec_source(op, state, 2)};
    lane_double *out = exec_destination(op, state, 0);
    double x[3] = {0};
    exec_rounding_begin(op->rounding);
    EACH_LANE (i, lanes) {
        for (unsigned k = 0; k < op->n_sources; k++)
            x[k] = in[k][i];
        out[i] = evaluate_64(op, x);
    }
    exec_rounding_end(op->rounding);
    EACH_LANE (i, lanes)
        out[i] = finish_64(op, out[i]);
}
