/* SPDX-License-Identifier: BSD-3-Clause */
/* Float arithmetic with modifiers; see float_ops.h. */
#include "workloads/ptx/exec/float_ops.h"
#include "workloads/ptx/exec/lanes.h"

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
    const uint32_t bits = 0x7fffffff;
    if (x != x)
        memcpy(&x, &bits, sizeof x);
    return x;
}

double exec_canonical_64(double x)
{
    const uint64_t bits = 0xfff8000000000000;
    if (x != x)
        memcpy(&x, &bits, sizeof x);
    return x;
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
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits &= 0xffffffff00000000;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double gross(double x)
{
    double high = without_low_half(x);
    return fabs(high) < 0x1p-1022 ? copysign(0, high) : high;
}

/* The functions whose operands are converted to double without loss and whose result is
 * rounded once by whoever calls. */
static double by_double(enum float_function function, double a, double b)
{
    switch (function) {
    case FLOAT_RSQRT:
        return 1 / sqrt(a);
    case FLOAT_MIN:
        return least(a, b);
    case FLOAT_MAX:
        return greatest(a, b);
    case FLOAT_MIN_NAN:
        return a != a || b != b ? NAN : least(a, b);
    case FLOAT_MAX_NAN:
        return a != a || b != b ? NAN : greatest(a, b);
    case FLOAT_ABS:
        return fabs(a);
    case FLOAT_NEG:
        return -a;
    case FLOAT_SIN:
        return sin(a);
    case FLOAT_COS:
        return cos(a);
    case FLOAT_LG2:
        return log2(a);
    case FLOAT_EX2:
        return exp2(a);
    case FLOAT_TANH:
        return tanh(a);
    case FLOAT_RCP_GROSS:
        return gross(1 / gross(a));
    case FLOAT_RSQRT_GROSS:
        return gross(1 / sqrt(gross(a)));
    default:
        return NAN;
    }
}

static float evaluate_32(enum float_function function, float a, float b, float c)
{
    switch (function) {
    case FLOAT_ADD:
        return a + b;
    case FLOAT_SUB:
        return a - b;
    case FLOAT_MUL:
        return a * b;
    case FLOAT_FMA:
        return fmaf(a, b, c);
    case FLOAT_DIV:
        return a / b;
    case FLOAT_RCP:
        return 1 / a;
    case FLOAT_SQRT:
        return sqrtf(a);
    default:
        return (float)by_double(function, a, b);
    }
}

static double evaluate_64(enum float_function function, double a, double b, double c)
{
    switch (function) {
    case FLOAT_ADD:
        return a + b;
    case FLOAT_SUB:
        return a - b;
    case FLOAT_MUL:
        return a * b;
    case FLOAT_FMA:
        return fma(a, b, c);
    case FLOAT_DIV:
        return a / b;
    case FLOAT_RCP:
        return 1 / a;
    case FLOAT_SQRT:
        return sqrt(a);
    default:
        return by_double(function, a, b);
    }
}

static float finish_32(float x, uint16_t modifiers)
{
    if (modifiers & MODIFIER_FTZ)
        x = exec_flush(x);
    if (modifiers & MODIFIER_SAT)
        x = (float)exec_saturate(x);
    return exec_canonical_32(x);
}

void exec_float_32(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    const lane_float *a = exec_source(op, state, 0), *b = exec_source(op, state, 1);
    const lane_float *c = exec_source(op, state, 2);
    lane_float *out = exec_destination(op, state, 0);
    bool ftz = op->modifiers & MODIFIER_FTZ;
    float x[EXEC_SOURCES] = {0};
    exec_rounding_begin(op->rounding);
    EACH_LANE (i, lanes) {
        x[0] = ftz ? exec_flush(a[i]) : a[i];
        if (op->n_sources > 1)
            x[1] = ftz ? exec_flush(b[i]) : b[i];
        if (op->n_sources > 2)
            x[2] = ftz ? exec_flush(c[i]) : c[i];
        out[i] = evaluate_32(op->variant, x[0], x[1], x[2]);
    }
    exec_rounding_end(op->rounding);
    EACH_LANE (i, lanes)
        out[i] = finish_32(out[i], op->modifiers);
}

void exec_float_64(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    const lane_double *a = exec_source(op, state, 0), *b = exec_source(op, state, 1);
    const lane_double *c = exec_source(op, state, 2);
    lane_double *out = exec_destination(op, state, 0);
    exec_rounding_begin(op->rounding);
    EACH_LANE (i, lanes)
        out[i] = evaluate_64(op->variant, a[i], op->n_sources > 1 ? b[i] : 0,
                             op->n_sources > 2 ? c[i] : 0);
    exec_rounding_end(op->rounding);
    EACH_LANE (i, lanes)
        out[i] = exec_canonical_64(op->modifiers & MODIFIER_SAT ? exec_saturate(out[i]) : out[i]);
}
