/* SPDX-License-Identifier: BSD-3-Clause */
/* Floating-point arithmetic of the plain interpreter: the host's, in the rounding mode asked for.
 *
 * NaN results are some NaN: the comparison asks for no more, and programs don't look at the bits
 * of one.
 *
 * Source: PTX ISA, "Floating Point Instructions": .ftz flushes subnormal inputs and results to
 *   zero with their sign; .sat clamps to [0, 1], NaN to +0; min and max take the number where the
 *   other one is NaN, and +0 is above -0.
 */
#include "tests/differential/plain_machine.h"

#include <fenv.h>
#include <math.h>

static float flush(const struct plain_op *op, float x)
{
    return op->word[WORD_ftz] && fpclassify(x) == FP_SUBNORMAL ? copysignf(0.0f, x) : x;
}

static double in(struct plain_thread *t, const struct plain_op *op, unsigned k)
{
    uint64_t bits = plain_in(t, op, k);
    return op->type == PTX_F64 ? plain_double(bits) : (double)flush(op, plain_float(bits));
}

/* Single-precision values travel as doubles, which changes none of them. */
static void out(struct plain_thread *t, const struct plain_op *op, double value)
{
    if (op->type == PTX_F64) {
        plain_out(t, op, plain_double_bits(value));
        return;
    }
    float x = flush(op, (float)value);
    if (op->word[WORD_sat])
        x = isnan(x) || x < 0 || x == 0 ? 0.0f : x > 1 ? 1.0f : x;
    plain_out(t, op, plain_float_bits(x));
}

int plain_rounding(const struct plain_op *op)
{
    return op->word[WORD_rz] || op->word[WORD_rzi]   ? FE_TOWARDZERO
           : op->word[WORD_rm] || op->word[WORD_rmi] ? FE_DOWNWARD
           : op->word[WORD_rp] || op->word[WORD_rpi] ? FE_UPWARD
                                                     : FE_TONEAREST;
}

static double extreme(double a, double b, bool most)
{
    if (isnan(a))
        return b;
    if (isnan(b))
        return a;
    if (a == b)
        return (signbit(a) != 0) == most ? b : a;
    return (a < b) == most ? b : a;
}

/* The operation, in single precision where it is one, since rounding twice is not rounding once.
 * volatile keeps the compiler from moving arithmetic over the change of mode. */
static double binary(const struct plain_op *op, double a_value, double b_value)
{
    volatile double a = a_value, b = b_value, d;
    volatile float fa = (float)a_value, fb = (float)b_value, f;
    const char *opcode = op->in->opcode;
    bool single = op->type == PTX_F32;
    if (opcode[1] == 'i' && opcode[0] == 'm')
        return extreme(a, b, false);
    if (opcode[1] == 'a')
        return extreme(a, b, true);
    fesetround(plain_rounding(op));
    switch (opcode[0]) {
    case 'a':
        f = fa + fb, d = a + b;
        break;
    case 's':
        f = fa - fb, d = a - b;
        break;
    case 'm':
        f = fa * fb, d = a * b;
        break;
    default:
        f = fa / fb, d = a / b;
    }
    fesetround(FE_TONEAREST);
    return single ? (double)f : d;
}

/* add, sub, mul, div, min, max */
void plain_float_binary(struct plain_thread *t, const struct plain_op *op)
{
    out(t, op, binary(op, in(t, op, 1), in(t, op, 2)));
}

void plain_float_fma(struct plain_thread *t, const struct plain_op *op)
{
    volatile double a = in(t, op, 1), b = in(t, op, 2), c = in(t, op, 3), d;
    fesetround(plain_rounding(op));
    if (op->type == PTX_F32)
        d = (double)fmaf((float)a, (float)b, (float)c);
    else
        d = fma(a, b, c);
    fesetround(FE_TONEAREST);
    out(t, op, d);
}

/* rcp, sqrt, neg, abs */
void plain_float_unary(struct plain_thread *t, const struct plain_op *op)
{
    volatile double a = in(t, op, 1), d;
    volatile float fa = (float)a, f;
    fesetround(plain_rounding(op));
    switch (op->in->opcode[0]) {
    case 'r':
        f = 1.0f / fa, d = 1.0 / a;
        break;
    case 's':
        f = sqrtf(fa), d = sqrt(a);
        break;
    case 'n':
        f = -fa, d = -a;
        break;
    default:
        f = fabsf(fa), d = fabs(a);
    }
    fesetround(FE_TONEAREST);
    out(t, op, op->type == PTX_F32 ? (double)f : d);
}

void plain_testp(struct plain_thread *t, const struct plain_op *op)
{
    uint64_t bits = plain_in(t, op, 1);
    int class =
        op->type == PTX_F32 ? fpclassify(plain_float(bits)) : fpclassify(plain_double(bits));
    bool is_nan = class == FP_NAN, is_infinite = class == FP_INFINITE;
    plain_out(t, op,
              op->word[WORD_finite]       ? !is_nan && !is_infinite
              : op->word[WORD_infinite]   ? is_infinite
              : op->word[WORD_number]     ? !is_nan
              : op->word[WORD_notanumber] ? is_nan
              : op->word[WORD_normal]     ? class == FP_NORMAL || class == FP_ZERO
                                          : class == FP_SUBNORMAL);
}
