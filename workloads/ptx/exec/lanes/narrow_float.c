/* SPDX-License-Identifier: BSD-3-Clause */
/* Rounding by integer arithmetic; see narrow_float.h. */
#include "workloads/ptx/exec/lanes/narrow_float.h"
#include "base/half.h"

#include <math.h>
#include <string.h>

/* A format: bits of fraction, smallest exponent of a normal number, what follows the largest number
 * (infinity, or a NaN), the sign's bit, and where the least significant bit lies in the result. */
struct format {
    unsigned fraction;
    int least_exponent;
    uint32_t infinity, sign;
    unsigned shift;
};

static const struct format formats[] = {[VALUE_F16] = {10, -14, 0x7c00, 0x8000, 0},
                                        [VALUE_BF16] = {7, -126, 0x7f80, 0x8000, 0},
                                        [VALUE_TF32] = {10, -126, 0x3fc00, 0x40000, 13},
                                        [VALUE_E4M3] = {3, -6, 0x7f, 0x80, 0},
                                        [VALUE_E5M2] = {2, -14, 0x7c, 0x80, 0}};

/* Whether to add one to what is left of a magnitude after cutting off `rest` of `unit`. */
static bool rounds_up(enum exec_rounding rounding, bool negative, bool odd, uint64_t rest,
                      uint64_t unit)
{
    switch (rounding) {
    case ROUND_NEAREST:
        return rest > unit / 2 || (rest == unit / 2 && odd);
    case ROUND_NEAREST_AWAY:
        return rest >= unit / 2;
    case ROUND_DOWN:
        return negative && rest != 0;
    case ROUND_UP:
        return !negative && rest != 0;
    default:
        return false;
    }
}

static bool overflows_to_infinity(enum exec_rounding rounding, bool negative)
{
    return rounding == ROUND_NEAREST || rounding == ROUND_NEAREST_AWAY ||
           rounding == (negative ? ROUND_DOWN : ROUND_UP);
}

/* The format's bits for a finite magnitude, as if there were no largest number. */
static uint64_t rounded_magnitude(const struct format *f, double magnitude, bool negative,
                                  enum exec_rounding rounding)
{
    enum { DOUBLE_FRACTION = 52, MOST = 60 };
    int exponent;
    uint64_t whole = (uint64_t)ldexp(frexp(magnitude, &exponent), DOUBLE_FRACTION + 1);
    exponent--; /* now magnitude is whole * 2^(exponent - 52), and whole has its bit 52 set */
    int below = exponent < f->least_exponent ? f->least_exponent - exponent : 0;
    unsigned cut = DOUBLE_FRACTION - f->fraction + (unsigned)below;
    cut = cut > MOST ? MOST : cut;
    uint64_t unit = (uint64_t)1 << cut, kept = whole >> cut;
    kept += rounds_up(rounding, negative, kept & 1, whole & (unit - 1), unit);
    /* A normal number's first bit adds one to the exponent field, and so does its carry. */
    uint64_t field = below > 0 ? 0 : (uint64_t)(exponent - f->least_exponent) << f->fraction;
    return field + kept;
}

uint32_t exec_narrow(double x, enum value_type type, enum exec_rounding rounding, bool finite)
{
    const struct format *f = &formats[type];
    bool negative = signbit(x);
    uint32_t largest = f->infinity - 1;
    if (x != x)
        return type == VALUE_TF32 ? 0x7fffffff : f->sign - 1;
    uint64_t bits = f->infinity;
    if (x == 0)
        bits = 0;
    else if (!isinf(x))
        bits = rounded_magnitude(f, fabs(x), negative, rounding);
    bool over = bits >= f->infinity;
    if (over)
        bits = finite || (!isinf(x) && !overflows_to_infinity(rounding, negative)) ? largest
                                                                                   : f->infinity;
    return ((uint32_t)bits | (negative ? f->sign : 0)) << f->shift;
}

static double widen_e4m3(uint32_t bits)
{
    uint32_t exponent = bits >> 3 & 15, fraction = bits & 7;
    if ((bits & 0x7f) == 0x7f)
        return NAN;
    double magnitude =
        ldexp(exponent ? 8 + fraction : fraction, (exponent ? (int)exponent : 1) - 10);
    return bits & 0x80 ? -magnitude : magnitude;
}

double exec_widen(uint32_t bits, enum value_type type)
{
    switch (type) {
    case VALUE_F16:
        return f16_to_float(bits & 0xffff);
    case VALUE_BF16:
        return bf16_to_float(bits & 0xffff);
    case VALUE_E4M3:
        return widen_e4m3(bits);
    default: /* VALUE_E5M2 */
        return f16_to_float((bits & 0xff) << 8);
    }
}

double exec_integer_to_odd(uint64_t magnitude)
{
    enum { LOW = 11 };
    uint64_t low = ((uint64_t)1 << LOW) - 1;
    if (magnitude >> (64 - LOW) == 0)
        return (double)magnitude;
    return (double)(magnitude >> LOW | ((magnitude & low) != 0)) * (double)(low + 1);
}
