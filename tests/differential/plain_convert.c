/* SPDX-License-Identifier: BSD-3-Clause */
/* cvt of the plain interpreter.
 *
 * Source: PTX ISA, "Data Movement: cvt": results of conversions to integers are clamped to what the
 *   destination type holds; NaN becomes 0, or, where either side has 64 bits, 1 << (width - 1);
 *   narrow results are extended to the width of their register by the destination's type.
 */
#include "tests/differential/plain_machine.h"

#include <fenv.h>
#include <math.h>

static plain_number lowest(enum ptx_type type)
{
    return plain_is_signed(type) ? -((plain_number)1 << (plain_bits(type) - 1)) : 0;
}

static plain_number highest(enum ptx_type type)
{
    return ((plain_number)1 << (plain_bits(type) - (plain_is_signed(type) ? 1 : 0))) - 1;
}

static double read_float(struct plain_thread *t, const struct plain_op *op)
{
    uint64_t bits = plain_in(t, op, 1);
    if (op->type == PTX_F64)
        return plain_double(bits);
    float x = plain_float(bits);
    return (double)(op->word[WORD_ftz] && fpclassify(x) == FP_SUBNORMAL ? copysignf(0.0f, x) : x);
}

/* To an integral value, where a modifier asks for one. */
static double integral(const struct plain_op *op, double x)
{
    return op->word[WORD_rni]   ? nearbyint(x)
           : op->word[WORD_rzi] ? trunc(x)
           : op->word[WORD_rmi] ? floor(x)
           : op->word[WORD_rpi] ? ceil(x)
                                : x;
}

static plain_number to_integer(const struct plain_op *op, double x)
{
    enum ptx_type to = op->type_before;
    unsigned bits = plain_bits(to);
    if (isnan(x) && (bits == 64 || op->type == PTX_F64))
        return (plain_number)(UINT64_C(1) << (bits - 1));
    if (isnan(x))
        return 0;
    x = integral(op, x);
    if (x <= (double)lowest(to))
        return lowest(to);
    if (x >= (double)highest(to))
        return highest(to);
    return (plain_number)x;
}

static void write_float(struct plain_thread *t, const struct plain_op *op, double exact)
{
    volatile double x = exact;
    volatile float f;
    bool clamped = op->word[WORD_sat];
    if (op->type_before == PTX_F64) {
        if (clamped)
            x = isnan(x) || x <= 0 ? 0.0 : x > 1 ? 1.0 : x;
        plain_out(t, op, plain_double_bits(x));
        return;
    }
    fesetround(plain_rounding(op));
    f = (float)x;
    fesetround(FE_TONEAREST);
    if (op->word[WORD_ftz] && fpclassify(f) == FP_SUBNORMAL)
        f = copysignf(0.0f, f);
    if (clamped)
        f = isnan(f) || f <= 0 ? 0.0f : f > 1 ? 1.0f : f;
    plain_out(t, op, plain_float_bits(f));
}

static void from_integer(struct plain_thread *t, const struct plain_op *op)
{
    uint64_t bits = plain_in(t, op, 1);
    volatile int64_t as_signed = (int64_t)plain_value(bits, op->type);
    volatile uint64_t as_unsigned = bits;
    volatile float f;
    volatile double d;
    fesetround(plain_rounding(op));
    if (plain_is_signed(op->type))
        f = (float)as_signed, d = (double)as_signed;
    else
        f = (float)as_unsigned, d = (double)as_unsigned;
    fesetround(FE_TONEAREST);
    if (bits == 0) /* of which clang's conversion makes -0 when it rounds down */
        f = 0, d = 0;
    bool single = op->type_before == PTX_F32;
    if (op->word[WORD_sat]) {
        f = f < 0 ? 0.0f : f > 1 ? 1.0f : f;
        d = d < 0 ? 0.0 : d > 1 ? 1.0 : d;
    }
    plain_out(t, op, single ? plain_float_bits(f) : plain_double_bits(d));
}

void plain_cvt(struct plain_thread *t, const struct plain_op *op)
{
    bool from_float = plain_is_float(op->type), to_float = plain_is_float(op->type_before);
    if (from_float && to_float) {
        write_float(t, op, integral(op, read_float(t, op)));
        return;
    }
    if (to_float) {
        from_integer(t, op);
        return;
    }
    plain_number value =
        from_float ? to_integer(op, read_float(t, op)) : plain_value(plain_in(t, op, 1), op->type);
    if (op->word[WORD_sat])
        value = MIN(MAX(value, lowest(op->type_before)), highest(op->type_before));
    /* Negative numbers are written with all the ones their register has room for. */
    plain_out(t, op, plain_value((uint64_t)value, op->type_before));
}
