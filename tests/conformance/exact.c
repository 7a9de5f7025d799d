/* SPDX-License-Identifier: BSD-3-Clause */
/* Correctly rounded arithmetic; see exact.h.
 *
 * An operation is rounded once to the format's precision with an unlimited exponent; then
 * mpfr_check_range and mpfr_subnormalize, which know on which side the exact value lies, bring it
 * into the format's range as if it had been rounded there at once.
 */
#include "tests/conformance/exact.h"

#include <glib.h>
#include <mpfr.h>

enum { WIDE = 240 }; /* bits in which approximations are judged */

static const mpfr_rnd_t roundings[] = {
    [EXACT_RN] = MPFR_RNDN, [EXACT_RZ] = MPFR_RNDZ, [EXACT_RM] = MPFR_RNDD, [EXACT_RP] = MPFR_RNDU};

static int bias_of(const struct float_format *format)
{
    return (int)bits_below(format->exponent_bits - 1);
}

static uint64_t sign_bit(const struct float_format *format)
{
    return (uint64_t)1 << (format->bits - 1);
}

static uint64_t infinity_of(const struct float_format *format)
{
    return bits_below(format->exponent_bits) << format->mantissa_bits;
}

static uint64_t magnitude(const struct float_format *format, uint64_t bits)
{
    return bits & bits_below(format->bits - 1);
}

uint64_t exact_nan(const struct float_format *format)
{
    if (format->bits <= 32)
        return bits_below(format->bits - 1);
    return infinity_of(format) | (uint64_t)1 << (format->mantissa_bits - 1);
}

bool exact_is_nan(const struct float_format *format, uint64_t bits)
{
    return magnitude(format, bits) > infinity_of(format);
}

bool exact_is_infinite(const struct float_format *format, uint64_t bits)
{
    return magnitude(format, bits) == infinity_of(format);
}

uint64_t exact_flush(const struct float_format *format, uint64_t bits)
{
    return magnitude(format, bits) >> format->mantissa_bits == 0 ? bits & sign_bit(format) : bits;
}

uint64_t exact_saturate(const struct float_format *format, uint64_t bits)
{
    uint64_t one = (uint64_t)bias_of(format) << format->mantissa_bits;
    if (exact_is_nan(format, bits) || bits & sign_bit(format))
        return 0;
    return bits > one ? one : bits;
}

/* x, of at least the format's precision, becomes the value of bits. */
static void load(mpfr_t x, const struct float_format *format, uint64_t bits)
{
    uint64_t rest = magnitude(format, bits);
    uint64_t mantissa = rest & bits_below(format->mantissa_bits);
    int exponent = (int)(rest >> format->mantissa_bits);
    bool negative = bits & sign_bit(format);
    if (exact_is_nan(format, bits)) {
        mpfr_set_nan(x);
        return;
    }
    if (exact_is_infinite(format, bits)) {
        mpfr_set_inf(x, negative ? -1 : 1);
        return;
    }
    if (exponent > 0)
        mantissa |= (uint64_t)1 << format->mantissa_bits;
    else
        exponent = 1;
    mpfr_set_ui_2exp(x, mantissa, exponent - bias_of(format) - (int)format->mantissa_bits,
                     MPFR_RNDN);
    mpfr_setsign(x, x, negative, MPFR_RNDN);
}

/* The bits of x, which the format can represent. */
static uint64_t store(const struct float_format *format, mpfr_t x)
{
    uint64_t sign = mpfr_signbit(x) ? sign_bit(format) : 0;
    if (mpfr_nan_p(x))
        return exact_nan(format);
    if (mpfr_inf_p(x))
        return sign | infinity_of(format);
    if (mpfr_zero_p(x))
        return sign;
    int bias = bias_of(format), digits = (int)format->mantissa_bits;
    int exponent = (int)mpfr_get_exp(x) - 1 + bias;
    mpfr_abs(x, x, MPFR_RNDN);
    if (exponent < 1) {
        mpfr_mul_2si(x, x, digits + bias - 1, MPFR_RNDN);
        return sign | mpfr_get_ui(x, MPFR_RNDN);
    }
    mpfr_mul_2si(x, x, digits - (exponent - bias), MPFR_RNDN);
    uint64_t mantissa = mpfr_get_ui(x, MPFR_RNDN) & bits_below(format->mantissa_bits);
    return sign | (uint64_t)exponent << digits | mantissa;
}

/* Brings x, rounded with the given ternary value, into the format's range. */
static uint64_t finish(const struct float_format *format, mpfr_t x, int ternary, mpfr_rnd_t round)
{
    mpfr_exp_t low = mpfr_get_emin(), high = mpfr_get_emax();
    int bias = bias_of(format);
    mpfr_set_emin(2 - bias - (int)format->mantissa_bits);
    mpfr_set_emax(bias + 1);
    ternary = mpfr_check_range(x, ternary, round);
    mpfr_subnormalize(x, ternary, round);
    mpfr_set_emin(low);
    mpfr_set_emax(high);
    return store(format, x);
}

static int compute(mpfr_t result, enum exact_operation operation, mpfr_t x[3], mpfr_rnd_t round)
{
    switch (operation) {
    case EXACT_ADD:
        return mpfr_add(result, x[0], x[1], round);
    case EXACT_SUB:
        return mpfr_sub(result, x[0], x[1], round);
    case EXACT_MUL:
        return mpfr_mul(result, x[0], x[1], round);
    case EXACT_FMA:
        return mpfr_fma(result, x[0], x[1], x[2], round);
    case EXACT_DIV:
        return mpfr_div(result, x[0], x[1], round);
    case EXACT_RECIPROCAL:
        return mpfr_ui_div(result, 1, x[0], round);
    case EXACT_ROOT:
        return mpfr_sqrt(result, x[0], round);
    case EXACT_RECIPROCAL_ROOT:
        return mpfr_rec_sqrt(result, x[0], round);
    case EXACT_SINE:
        return mpfr_sin(result, x[0], round);
    case EXACT_COSINE:
        return mpfr_cos(result, x[0], round);
    case EXACT_LOG2:
        return mpfr_log2(result, x[0], round);
    case EXACT_EXP2:
        return mpfr_exp2(result, x[0], round);
    case EXACT_TANH:
        return mpfr_tanh(result, x[0], round);
    }
    g_assert_not_reached();
}

static unsigned operands_of(enum exact_operation operation)
{
    return operation == EXACT_FMA ? 3 : operation >= EXACT_RECIPROCAL ? 1 : 2;
}

static void load_operands(mpfr_t x[3], const struct float_format *format,
                          enum exact_operation operation, const uint64_t in[])
{
    for (unsigned k = 0; k < 3; k++) {
        mpfr_init2(x[k], format->mantissa_bits + 1);
        load(x[k], format, k < operands_of(operation) ? in[k] : 0);
    }
}

uint64_t exact_apply(const struct float_format *format, enum exact_operation operation,
                     enum exact_rounding rounding, const uint64_t in[])
{
    mpfr_t x[3], result;
    load_operands(x, format, operation, in);
    mpfr_init2(result, format->mantissa_bits + 1);
    int ternary = compute(result, operation, x, roundings[rounding]);
    uint64_t bits = finish(format, result, ternary, roundings[rounding]);
    mpfr_clears(x[0], x[1], x[2], result, (mpfr_ptr)NULL);
    return bits;
}

static uint64_t rounded(const struct float_format *to, mpfr_t exact, mpfr_rnd_t round)
{
    mpfr_t result;
    mpfr_init2(result, to->mantissa_bits + 1);
    int ternary = mpfr_set(result, exact, round);
    uint64_t bits = finish(to, result, ternary, round);
    mpfr_clear(result);
    return bits;
}

uint64_t exact_convert(const struct float_format *to, const struct float_format *from,
                       enum exact_rounding rounding, uint64_t bits)
{
    mpfr_t x;
    mpfr_init2(x, from->mantissa_bits + 1);
    load(x, from, bits);
    uint64_t result = rounded(to, x, roundings[rounding]);
    mpfr_clear(x);
    return result;
}

uint64_t exact_from_integer(const struct float_format *to, enum exact_rounding rounding,
                            bool is_signed, uint64_t value)
{
    mpfr_t x;
    mpfr_init2(x, 64);
    if (is_signed)
        mpfr_set_si(x, (int64_t)value, MPFR_RNDN);
    else
        mpfr_set_ui(x, value, MPFR_RNDN);
    uint64_t result = rounded(to, x, roundings[rounding]);
    mpfr_clear(x);
    return result;
}

uint64_t exact_to_integral(const struct float_format *format, enum exact_rounding rounding,
                           uint64_t bits)
{
    mpfr_t x;
    mpfr_init2(x, format->mantissa_bits + 1);
    load(x, format, bits);
    mpfr_rint(x, x, roundings[rounding]);
    uint64_t result = store(format, x);
    mpfr_clear(x);
    return result;
}

uint64_t exact_nearest(const struct float_format *format, double value)
{
    mpfr_t x;
    mpfr_init2(x, 53);
    mpfr_set_d(x, value, MPFR_RNDN);
    uint64_t bits = rounded(format, x, MPFR_RNDN);
    mpfr_clear(x);
    return bits;
}

double exact_double(const struct float_format *format, uint64_t bits)
{
    mpfr_t x;
    mpfr_init2(x, 53);
    load(x, format, bits);
    double result = mpfr_get_d(x, MPFR_RNDN);
    mpfr_clear(x);
    return result;
}

/* |got - exact|, and exact, in doubles; the difference is taken in WIDE bits. */
static double difference(const struct float_format *format, enum exact_operation operation,
                         const uint64_t in[], uint64_t got, int *exponent, bool relative)
{
    mpfr_t x[3], exact, other;
    load_operands(x, format, operation, in);
    mpfr_inits2(WIDE, exact, other, (mpfr_ptr)NULL);
    compute(exact, operation, x, MPFR_RNDN);
    load(other, format, got);
    mpfr_sub(other, other, exact, MPFR_RNDN);
    *exponent = mpfr_zero_p(exact) ? INT_MIN / 2 : (int)mpfr_get_exp(exact) - 1;
    if (relative && !mpfr_zero_p(other))
        mpfr_div(other, other, exact, MPFR_RNDN);
    double result = fabs(mpfr_get_d(other, MPFR_RNDU));
    mpfr_clears(x[0], x[1], x[2], exact, other, (mpfr_ptr)NULL);
    return result;
}

double exact_absolute_error(const struct float_format *format, enum exact_operation operation,
                            const uint64_t in[], uint64_t got)
{
    int exponent;
    return difference(format, operation, in, got, &exponent, false);
}

double exact_relative_error(const struct float_format *format, enum exact_operation operation,
                            const uint64_t in[], uint64_t got)
{
    int exponent;
    return difference(format, operation, in, got, &exponent, true);
}

double exact_ulp_error(const struct float_format *format, enum exact_operation operation,
                       const uint64_t in[], uint64_t got)
{
    int exponent;
    double error = difference(format, operation, in, got, &exponent, false);
    int smallest = 1 - bias_of(format);
    return ldexp(error, (int)format->mantissa_bits - MAX(exponent, smallest));
}
