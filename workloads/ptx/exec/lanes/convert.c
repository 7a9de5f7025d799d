/* SPDX-License-Identifier: BSD-3-Clause */
/* cvt; see convert.h. */
#include "workloads/ptx/exec/lanes/convert.h"
#include "base/float_bits.h"
#include "workloads/ptx/exec/lanes/float_ops.h"
#include "workloads/ptx/exec/lanes/narrow_float.h"

#include <math.h>
#include <string.h>

uint64_t exec_extend(enum value_type type, uint64_t raw)
{
    switch (type) {
    case VALUE_U8:
    case VALUE_E4M3:
    case VALUE_E5M2:
        return (uint8_t)raw;
    case VALUE_U16:
    case VALUE_F16:
    case VALUE_BF16:
        return (uint16_t)raw;
    case VALUE_U32:
    case VALUE_F32:
    case VALUE_TF32:
        return (uint32_t)raw;
    case VALUE_S8:
        return (uint64_t)(int8_t)raw;
    case VALUE_S16:
        return (uint64_t)(int16_t)raw;
    case VALUE_S32:
        return (uint64_t)(int32_t)raw;
    default:
        return raw;
    }
}

static bool is_narrow(enum value_type type)
{
    return type >= VALUE_F16;
}

static double read_float(enum value_type type, uint64_t raw)
{
    if (is_narrow(type))
        return exec_widen((uint32_t)raw, type);
    return type == VALUE_F64 ? double_of_bits(raw) : (double)float_of_bits((uint32_t)raw);
}

static double to_integral(double x, enum exec_rounding rounding)
{
    switch (rounding) {
    case ROUND_ZERO:
        return trunc(x);
    case ROUND_DOWN:
        return floor(x);
    case ROUND_UP:
        return ceil(x);
    default:
        return nearbyint(x);
    }
}

static uint64_t highest_of(enum value_type type)
{
    unsigned bits = 8 * exec_value_bytes(type) - (exec_value_is_signed(type) ? 1 : 0);
    return bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

/* Sign-extended. */
static uint64_t lowest_of(enum value_type type)
{
    return exec_value_is_signed(type) ? ~highest_of(type) : 0;
}

static uint64_t float_to_integer(const struct exec_op *op, double x)
{
    enum value_type to = op->destination_type;
    unsigned bytes = exec_value_bytes(to);
    if (x != x)
        return op->source_type != VALUE_F64 && bytes < 8 ? 0 : (uint64_t)1 << (8 * bytes - 1);
    x = to_integral(x, op->rounding);
    double above = ldexp(1, (int)(8 * bytes) - (exec_value_is_signed(to) ? 1 : 0));
    if (x >= above)
        return highest_of(to);
    if (x < (exec_value_is_signed(to) ? -above : 0))
        return lowest_of(to);
    return x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x;
}

static uint64_t integer_to_integer(const struct exec_op *op, uint64_t x)
{
    enum value_type from = op->source_type, to = op->destination_type;
    if (!(op->modifiers & MODIFIER_SAT))
        return x;
    if (exec_value_is_signed(from) && (int64_t)x < 0)
        return (int64_t)x < (int64_t)lowest_of(to) ? lowest_of(to) : x;
    return x > highest_of(to) ? highest_of(to) : x;
}

static uint64_t to_narrow(const struct exec_op *op, double x)
{
    if (op->modifiers & MODIFIER_RELU && x <= 0)
        x = 0;
    enum exec_rounding rounding =
        op->modifiers & MODIFIER_TO_INTEGER ? ROUND_NEAREST : op->rounding;
    return exec_narrow(x, op->destination_type, rounding, op->modifiers & MODIFIER_SATFINITE);
}

/* x is a float of the source's type; the host's rounding is that of the instruction unless
 * MODIFIER_TO_INTEGER is set or the result is narrow. */
static uint64_t float_to_float(const struct exec_op *op, double x)
{
    if (op->modifiers & MODIFIER_TO_INTEGER)
        x = to_integral(x, op->rounding);
    if (op->modifiers & MODIFIER_SAT)
        x = exec_saturate(x);
    if (is_narrow(op->destination_type))
        return to_narrow(op, x);
    if (op->destination_type == VALUE_F64)
        return double_bits(exec_canonical_64(x));
    float narrow = (float)x;
    if (op->modifiers & MODIFIER_FTZ)
        narrow = exec_flush(narrow);
    return float_bits(exec_canonical_32(narrow));
}

static uint64_t integer_to_float(const struct exec_op *op, uint64_t x)
{
    bool is_signed = exec_value_is_signed(op->source_type);
    if (x == 0) /* clang's conversion of an unsigned 0 gives -0 when it rounds down */
        return 0;
    if (is_narrow(op->destination_type)) {
        bool negative = is_signed && (int64_t)x < 0;
        double magnitude = exec_integer_to_odd(negative ? 0 - x : x);
        double value = negative ? -magnitude : magnitude;
        return to_narrow(op, op->modifiers & MODIFIER_SAT ? exec_saturate(value) : value);
    }
    if (op->destination_type == VALUE_F64) {
        double wide = is_signed ? (double)(int64_t)x : (double)x;
        return double_bits(op->modifiers & MODIFIER_SAT ? exec_saturate(wide) : wide);
    }
    float narrow = is_signed ? (float)(int64_t)x : (float)x;
    return float_bits(op->modifiers & MODIFIER_SAT ? (float)exec_saturate(narrow) : narrow);
}

static uint64_t convert(const struct exec_op *op, uint64_t raw)
{
    bool to_float = exec_value_is_float(op->destination_type);
    if (!exec_value_is_float(op->source_type)) {
        uint64_t x = exec_extend(op->source_type, raw);
        return to_float ? integer_to_float(op, x) : integer_to_integer(op, x);
    }
    double x = read_float(op->source_type, raw);
    if (op->source_type == VALUE_F32 && op->modifiers & MODIFIER_FTZ)
        x = exec_flush((float)x);
    return to_float ? float_to_float(op, x) : float_to_integer(op, x);
}

void exec_convert(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    enum value_type to = op->destination_type;
    bool rounds = (to == VALUE_F32 || to == VALUE_F64) && !(op->modifiers & MODIFIER_TO_INTEGER);
    enum exec_rounding rounding = rounds ? op->rounding : ROUND_NEAREST;
    exec_rounding_begin(rounding);
    EACH_LANE (i, lanes) {
        uint64_t result = convert(op, exec_lane(&op->source[0], state, i));
        exec_set_lane(op, state, 0, i, exec_extend(to, result));
    }
    exec_rounding_end(rounding);
}

void exec_convert_pair(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    unsigned to_bits = 8 * exec_value_bytes(op->destination_type);
    unsigned from_bits = 8 * exec_value_bytes(op->source_type);
    EACH_LANE (i, lanes) {
        uint64_t first = exec_lane(&op->source[0], state, i);
        bool halves = op->n_sources == 1;
        uint64_t high = convert(op, halves ? first >> from_bits : first);
        uint64_t low = convert(op, halves ? first : exec_lane(&op->source[1], state, i));
        exec_set_lane(op, state, 0, i, low | high << to_bits);
    }
}
