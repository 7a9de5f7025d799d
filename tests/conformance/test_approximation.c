/* SPDX-License-Identifier: BSD-3-Clause */
/* Approximate functions: within the error that PTX allows, and exact where it gives a table.
 *
 * Source: PTX ISA 8.6, section 9.7.3: div (2 ulp where |b| is in [2^-126, 2^126], a zero
 *   above that; the full range for .full), rcp (1 ulp), sqrt (relative 2^-23), rsqrt (relative
 * 2^-22.9), sin and cos (absolute 2^-20.5 in [-2 pi, 2 pi], 2^-14.7 in [-100 pi, 100 pi]), lg2
 * (absolute 2^-22 in (0.5, 2), else relative 2^-22), ex2 (2 ulp from the correctly rounded), tanh
 * (relative 2^-11), and rcp.approx.ftz.f64, rsqrt.approx.ftz.f64 (20 bits of mantissa; the low word
 * is zero).
 */
#include "tests/conformance/conformance.h"
#include "tests/conformance/exact.h"

#include <check.h>
#include <glib.h>

enum measure { ULP, RELATIVE, ABSOLUTE };

struct approximation {
    const struct float_format *format;
    enum exact_operation operation;
    enum measure measure;
    double bound;
    bool ftz, by_reciprocal;
};

static const uint64_t one = 0x3f800000, infinity = 0x7f800000, sign = 0x80000000;

/* The results that are no approximations: of zeros, infinities, NaNs, and outside of the domain.
 * False: x has an ordinary one. */
static bool special(enum exact_operation operation, const uint64_t x[], uint64_t *result)
{
    const struct float_format *f = &format_f32;
    uint64_t a = x[0], magnitude = a & ~sign;
    *result = exact_nan(f);
    if (exact_is_nan(f, a) || (operation == EXACT_DIV && exact_is_nan(f, x[1])))
        return true;
    bool zero = magnitude == 0, infinite = magnitude == infinity, negative = a & sign;
    switch (operation) {
    case EXACT_DIV:
        *result = exact_apply(f, EXACT_DIV, EXACT_RN, x);
        return zero || infinite || (x[1] & ~sign) == 0 || (x[1] & ~sign) == infinity;
    case EXACT_RECIPROCAL:
        *result = zero ? a | infinity : a & sign;
        return zero || infinite;
    case EXACT_ROOT:
        *result = zero || !negative ? a : exact_nan(f);
        return zero || infinite || negative;
    case EXACT_RECIPROCAL_ROOT:
        *result = zero ? a | infinity : negative ? exact_nan(f) : 0;
        return zero || infinite || negative;
    case EXACT_SINE:
        *result = zero ? a : exact_nan(f);
        return zero || infinite;
    case EXACT_COSINE:
        *result = zero ? one : exact_nan(f);
        return zero || infinite;
    case EXACT_LOG2:
        *result = zero ? sign | infinity : negative ? exact_nan(f) : infinity;
        return zero || infinite || negative;
    case EXACT_EXP2:
        *result = zero ? one : negative ? 0 : infinity;
        return zero || infinite;
    default: /* tanh */
        *result = zero ? a : one | (a & sign);
        return zero || infinite;
    }
}

/* The bound for x. sin and cos promise less the further x is from zero. */
static double bound_for(const struct approximation *a, const uint64_t x[], enum measure *measure)
{
    double value = exact_double(a->format, x[0]);
    *measure = a->measure;
    if ((a->operation == EXACT_SINE || a->operation == EXACT_COSINE) && fabs(value) > 2 * M_PI)
        return fabs(value) <= 100 * M_PI ? exp2(-14.7) : INFINITY;
    if (a->operation == EXACT_LOG2 && !(value > 0.5 && value < 2))
        *measure = RELATIVE;
    return a->bound;
}

/* The exact result overflows, or nearly: infinity and the largest number are as good. */
static bool overflows(const struct approximation *a, const uint64_t x[], uint64_t got)
{
    uint64_t exact = exact_apply(a->format, a->operation, EXACT_RN, x);
    return exact_is_infinite(a->format, exact) ||
           (exact_is_infinite(a->format, got) && (exact & ~sign) >= infinity - 2);
}

/* The exact result is so small that it may be flushed. */
static bool may_flush(const struct approximation *a, const uint64_t x[])
{
    uint64_t exact = exact_apply(a->format, a->operation, EXACT_RN, x);
    return a->ftz && (exact & ~sign) <= 0x00800002;
}

/* div.approx by a b whose reciprocal is subnormal: a zero, and NaN for an infinite a. */
static bool reciprocal_is_flushed(const struct approximation *a, const uint64_t x[],
                                  uint64_t *result)
{
    uint64_t b = x[1] & ~sign, dividend = x[0] & ~sign;
    if (!a->by_reciprocal || b <= 0x7e800000 || b >= infinity || dividend > infinity)
        return false;
    *result = dividend == infinity ? exact_nan(&format_f32) : (x[0] ^ x[1]) & sign;
    return true;
}

static bool within(const struct conformance_row *row, const uint64_t in[], const uint64_t got[])
{
    const struct approximation *a = row->data;
    uint64_t x[3] = {in[0], in[1], 0}, exact;
    for (unsigned k = 0; k < 2 && a->ftz; k++)
        x[k] = exact_flush(a->format, x[k]);
    if (reciprocal_is_flushed(a, x, &exact) || special(a->operation, x, &exact))
        return got[0] == exact;
    if (exact_is_nan(a->format, got[0]) || (a->ftz && exact_flush(a->format, got[0]) != got[0]))
        return false;
    if (overflows(a, x, got[0]))
        return (got[0] & ~sign) >= infinity - 2;
    if (exact_is_infinite(a->format, got[0]))
        return false;
    if ((got[0] & ~sign) == 0 && may_flush(a, x))
        return true;
    enum measure measure;
    double bound = bound_for(a, x, &measure);
    double error = measure == ULP        ? exact_ulp_error(a->format, a->operation, x, got[0])
                   : measure == RELATIVE ? exact_relative_error(a->format, a->operation, x, got[0])
                                         : exact_absolute_error(a->format, a->operation, x, got[0]);
    /* Nothing can be nearer than half a subnormal. */
    return error <= bound ||
           (measure == RELATIVE && exact_ulp_error(a->format, a->operation, x, got[0]) <= 0.5);
}

/* div.approx promises nothing for a subnormal b. */
static bool divisor_is_normal(const struct conformance_row *row, const uint64_t in[])
{
    const struct approximation *a = row->data;
    return a->ftz || (in[1] & ~sign) == 0 || exact_flush(&format_f32, in[1]) == in[1];
}

static void check(struct conformance *c, const char *form, const char *operands,
                  struct approximation a, conformance_domain *domain)
{
    conformance_check(
        c, &(struct conformance_row){
               .form = form, .operands = operands, .accept = within, .domain = domain, .data = &a});
}

/* The functions of double's upper halves: the gross ones are exact to 20 bits. */
static bool gross(const struct conformance_row *row, const uint64_t in[], const uint64_t got[])
{
    const struct float_format *f = &format_f64;
    uint64_t infinite = 0x7ff0000000000000, minus = (uint64_t)1 << 63;
    bool root = row->detail[0];
    uint64_t x[3] = {exact_flush(f, in[0] & 0xffffffff00000000), 0, 0}, a = x[0];
    if (exact_is_nan(f, a))
        return got[0] == 0x7fffffff00000000;
    if (root && a & minus && a != minus)
        return exact_is_nan(f, got[0]);
    if ((a & ~minus) == 0)
        return got[0] == (a | infinite);
    if ((a & ~minus) == infinite)
        return got[0] == (a & minus);
    enum exact_operation operation = root ? EXACT_RECIPROCAL_ROOT : EXACT_RECIPROCAL;
    uint64_t exact = exact_apply(f, operation, EXACT_RN, x);
    if (exact_flush(f, exact) != exact)
        return got[0] == (exact & minus);
    return (got[0] & 0xffffffff) == 0 && exact_relative_error(f, operation, x, got[0]) <= 0x1p-20;
}

/* PTX gives no bound for rsqrt.approx.f64. ASSUMED: 2 ulp; CUDA's rsqrt(double) has 1. */
static bool accurate(const struct conformance_row *row, const uint64_t in[], const uint64_t got[])
{
    const struct float_format *f = &format_f64;
    (void)row;
    uint64_t infinite = 0x7ff0000000000000, minus = (uint64_t)1 << 63;
    if (exact_is_nan(f, in[0]) || (in[0] & minus && in[0] != minus))
        return exact_is_nan(f, got[0]);
    if ((in[0] & ~minus) == 0)
        return got[0] == (in[0] | infinite);
    if (in[0] == infinite)
        return got[0] == 0;
    return exact_ulp_error(f, EXACT_RECIPROCAL_ROOT, in, got[0]) <= 2;
}

static void fill(struct conformance *c)
{
    static const struct {
        const char *forms[2]; /* without and with .ftz */
        enum exact_operation operation;
        enum measure measure;
        double bound;
        conformance_domain *domain;
    } functions[] = {
        {{"div.approx.f32", "div.approx.ftz.f32"}, EXACT_DIV, ULP, 2, divisor_is_normal},
        {{"div.full.f32", "div.full.ftz.f32"}, EXACT_DIV, ULP, 2, NULL},
        {{"rcp.approx.f32", "rcp.approx.ftz.f32"}, EXACT_RECIPROCAL, ULP, 1, NULL},
        {{"sqrt.approx.f32", "sqrt.approx.ftz.f32"}, EXACT_ROOT, RELATIVE, 0x1p-23, NULL},
        {{"rsqrt.approx.f32", "rsqrt.approx.ftz.f32"}, EXACT_RECIPROCAL_ROOT, RELATIVE, 0, NULL},
        {{"sin.approx.f32", "sin.approx.ftz.f32"}, EXACT_SINE, ABSOLUTE, 0, NULL},
        {{"cos.approx.f32", "cos.approx.ftz.f32"}, EXACT_COSINE, ABSOLUTE, 0, NULL},
        {{"lg2.approx.f32", "lg2.approx.ftz.f32"}, EXACT_LOG2, ABSOLUTE, 0x1p-22, NULL},
        {{"ex2.approx.f32", "ex2.approx.ftz.f32"}, EXACT_EXP2, ULP, 2.5, NULL},
        {{"tanh.approx.f32", NULL}, EXACT_TANH, RELATIVE, 0x1p-11, NULL}};
    for (unsigned i = 0; i < G_N_ELEMENTS(functions); i++)
        for (unsigned ftz = 0; ftz < 2 && functions[i].forms[ftz] != NULL; ftz++) {
            struct approximation a = {&format_f32,
                                      functions[i].operation,
                                      functions[i].measure,
                                      functions[i].bound,
                                      ftz,
                                      functions[i].domain == divisor_is_normal};
            if (a.operation == EXACT_RECIPROCAL_ROOT)
                a.bound = exp2(-22.9);
            if (a.operation == EXACT_SINE || a.operation == EXACT_COSINE)
                a.bound = exp2(-20.5);
            check(c, functions[i].forms[ftz],
                  a.operation == EXACT_DIV ? "f32 = f32 f32" : "f32 = f32", a, functions[i].domain);
        }
    static const struct conformance_row doubles[] = {
        {"rcp.approx.ftz.f64", "f64 = f64", .accept = gross, .detail = {0}},
        {"rsqrt.approx.ftz.f64", "f64 = f64", .accept = gross, .detail = {1}},
        {"rsqrt.approx.f64", "f64 = f64", .accept = accurate}};
    conformance_check_all(c, doubles, G_N_ELEMENTS(doubles));
}

CONFORMANCE_MAIN("approximation", fill)
