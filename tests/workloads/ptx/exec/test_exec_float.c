/* SPDX-License-Identifier: BSD-3-Clause */
/* Float instructions against independent C: NaN, infinities, subnormals, signed zeros, directed
 * rounding (by an exact sum of two doubles), saturation, flushing. */
#include "tests/workloads/ptx/exec/references.h"

#include <check.h>
#include <math.h>

static const uint64_t floats[] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x3f800001, 0x40490fdb, 0xc0490fdb,
    0x3eaaaaab, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f7fffff, 0xff7fffff,
    0x00800000, 0x80800000, 0x007fffff, 0x807fffff, 0x00000001, 0x80000001, 0x4b800001,
    0x33800000, 0x5f123456, 0xdf123457, 0x1e3c4f51, 0x3f000000, 0x42280000, 0xc2fc0001};
enum { FLOATS = sizeof floats / sizeof floats[0] };

static const uint64_t doubles[] = {
    0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000,
    0x3ff0000000000001, 0x400921fb54442d18, 0x3fd5555555555555, 0x7ff0000000000000,
    0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000012345, 0x7fefffffffffffff,
    0xffefffffffffffff, 0x0010000000000000, 0x000fffffffffffff, 0x8000000000000001,
    0x43e0000000000000, 0xc3e0000000000001, 0x41dfffffffc00000, 0x3ca0000000000000};
enum { DOUBLES = sizeof doubles / sizeof doubles[0] };

#define F32(name, expression) REFERENCE(name, table_float_bits((float)(expression)))
#define F64(name, expression) REFERENCE(name, table_double_bits(expression))

static float flush(float x)
{
    return x != 0 && fabsf(x) < 0x1p-126f ? x * 0 : x;
}

static float saturate(float x)
{
    return x >= 1 ? 1 : x > 0 ? x : 0;
}

static float smaller(float a, float b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    if (a == 0 && b == 0)
        return signbit(a) || signbit(b) ? -0.0f : 0.0f;
    return a < b ? a : b;
}

static float larger(float a, float b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    if (a == 0 && b == 0)
        return signbit(a) && signbit(b) ? -0.0f : 0.0f;
    return a > b ? a : b;
}

enum direction { ZERO, DOWN, UP };

/* high + low, an exact value with |low| far below |high|, rounded to float. */
static float rounded(double high, double low, enum direction direction)
{
    float nearest = (float)high;
    if (isnan(high) || isinf(high))
        return nearest;
    double excess = isinf(nearest) ? nearest : (double)nearest - high;
    int above = excess > 0 || (excess == 0 && low < 0);
    int below = excess < 0 || (excess == 0 && low > 0);
    enum direction to = direction == ZERO ? (high > 0 ? DOWN : UP) : direction;
    if (to == DOWN && above)
        return nextafterf(nearest, -INFINITY);
    if (to == UP && below)
        return nextafterf(nearest, INFINITY);
    return nearest;
}

/* a + b in the given direction; Knuth's two-sum gives the error of the double sum. The sign of
 * an exact zero sum is that of the direction. */
static float directed_sum(double a, double b, enum direction direction)
{
    double sum = a + b, part = sum - a, low = (a - (sum - part)) + (b - part);
    if (sum == 0 && low == 0 && !(signbit(a) && signbit(b)) && (signbit(a) || signbit(b) || a != 0))
        return direction == DOWN ? -0.0f : 0.0f;
    return rounded(sum, isfinite(sum) ? low : 0, direction);
}

static float directed_quotient(double a, double b, enum direction direction)
{
    double q = a / b;
    if (!isfinite(q) || b == 0 || isinf(b))
        return rounded(q, 0, direction);
    return rounded(q, fma(-q, b, a) * (b > 0 ? 1 : -1), direction);
}

static float directed_root(double a, enum direction direction)
{
    double root = sqrt(a);
    return rounded(root, isfinite(root) ? fma(-root, root, a) : 0, direction);
}

F32(add, f(a) + f(b))
F32(sub, f(a) - f(b))
F32(mul, f(a) * f(b))
F32(div, f(a) / f(b))
/* Where the reciprocal of b would be subnormal, it is zero. */
F32(div_rough, fabsf(f(b)) > 0x1p126f ? f(a) * copysignf(0, f(b)) : f(a) / f(b))
F32(rcp, 1 / f(a))
F32(root, sqrtf(f(a)))
F32(fused, fmaf(f(a), f(b), f(c)))
F32(add_ftz, flush(flush(f(a)) + flush(f(b))))
F32(mul_ftz, flush(flush(f(a)) * flush(f(b))))
F32(fma_ftz, flush(fmaf(flush(f(a)), flush(f(b)), flush(f(c)))))
F32(add_sat, saturate(f(a) + f(b)))
F32(mul_ftz_sat, saturate(flush(flush(f(a)) * flush(f(b)))))
F32(fma_sat, saturate(fmaf(f(a), f(b), f(c))))
F32(add_rz, directed_sum(f(a), f(b), ZERO))
F32(add_rm, directed_sum(f(a), f(b), DOWN))
F32(add_rp, directed_sum(f(a), f(b), UP))
F32(sub_rm, directed_sum(f(a), -f(b), DOWN))
F32(mul_rz, rounded((double)f(a) * f(b), 0, ZERO))
F32(mul_rm, rounded((double)f(a) * f(b), 0, DOWN))
F32(mul_rp, rounded((double)f(a) * f(b), 0, UP))
F32(fma_rz, directed_sum((double)f(a) * f(b), f(c), ZERO))
F32(fma_rm, directed_sum((double)f(a) * f(b), f(c), DOWN))
F32(fma_rp, directed_sum((double)f(a) * f(b), f(c), UP))
F32(div_rz, directed_quotient(f(a), f(b), ZERO))
F32(div_rm, directed_quotient(f(a), f(b), DOWN))
F32(div_rp, directed_quotient(f(a), f(b), UP))
F32(root_rz, directed_root(f(a), ZERO))
F32(root_rp, directed_root(f(a), UP))
F32(min, smaller(f(a), f(b)))
F32(max, larger(f(a), f(b)))
F32(min_nan, isnan(f(a)) || isnan(f(b)) ? NAN : smaller(f(a), f(b)))
F32(max_nan, isnan(f(a)) || isnan(f(b)) ? NAN : larger(f(a), f(b)))
F32(min_ftz_nan, isnan(f(a)) || isnan(f(b)) ? NAN : smaller(flush(f(a)), flush(f(b))))
F32(max_ftz_nan, isnan(f(a)) || isnan(f(b)) ? NAN : larger(flush(f(a)), flush(f(b))))
F32(min_ftz, smaller(flush(f(a)), flush(f(b))))
REFERENCE(absolute, a & 0x7fffffff)
REFERENCE(negative, a ^ 0x80000000)
REFERENCE(copy_sign, (b & 0x7fffffff) | (a & 0x80000000))
F32(rsqrt_, 1 / sqrt(f(a)))
F32(sine, sin(f(a)))
F32(cosine, cos(f(a)))
F32(exponential, exp2(f(a)))
F32(logarithm, log2(f(a)))
F32(tangent, tanh(f(a)))
F32(exponential_ftz, flush((float)exp2(flush(f(a)))))
F32(rcp_ftz, flush(1 / flush(f(a))))
F64(add_d, d(a) + d(b))
F64(sub_d, d(a) - d(b))
F64(mul_d, d(a) * d(b))
F64(div_d, d(a) / d(b))
F64(rcp_d, 1 / d(a))
F64(root_d, sqrt(d(a)))
F64(fma_d, fma(d(a), d(b), d(c)))
F64(min_d, isnan(d(a))    ? d(b)
           : isnan(d(b))  ? d(a)
           : d(a) == d(b) ? (signbit(d(a)) ? d(a) : d(b))
           : d(a) < d(b)  ? d(a)
                          : d(b))
F64(max_d, isnan(d(a))    ? d(b)
           : isnan(d(b))  ? d(a)
           : d(a) == d(b) ? (signbit(d(a)) ? d(b) : d(a))
           : d(a) > d(b)  ? d(a)
                          : d(b))
REFERENCE(abs_d, a & 0x7fffffffffffffff)
REFERENCE(neg_d, a ^ 0x8000000000000000)
REFERENCE(eq, f(a) == f(b))
REFERENCE(ne, islessgreater(f(a), f(b)))
REFERENCE(lt, isless(f(a), f(b)))
REFERENCE(le, islessequal(f(a), f(b)))
REFERENCE(gt, isgreater(f(a), f(b)))
REFERENCE(ge, isgreaterequal(f(a), f(b)))
REFERENCE(equ, f(a) == f(b) || isunordered(f(a), f(b)))
REFERENCE(neu, f(a) != f(b))
REFERENCE(ltu, !isgreaterequal(f(a), f(b)))
REFERENCE(leu, !isgreater(f(a), f(b)))
REFERENCE(gtu, !islessequal(f(a), f(b)))
REFERENCE(geu, !isless(f(a), f(b)))
REFERENCE(num, !isunordered(f(a), f(b)))
REFERENCE(nan_, isunordered(f(a), f(b)))
REFERENCE(lt_ftz, flush(f(a)) < flush(f(b)))
REFERENCE(lt_and, isless(f(a), f(b)) && (c & 1))
REFERENCE(lt_d, isless(d(a), d(b)))
REFERENCE(gtu_d, !islessequal(d(a), d(b)))
REFERENCE(neu_d, d(a) != d(b))
REFERENCE(num_d, !isunordered(d(a), d(b)))
REFERENCE(ge_d, isgreaterequal(d(a), d(b)))
REFERENCE(finite_, isfinite(f(a)))
REFERENCE(infinite, isinf(f(a)) != 0)
REFERENCE(not_a_number, isnan(f(a)))
REFERENCE(normal, isnormal(f(a)) || f(a) == 0)
REFERENCE(subnormal, f(a) != 0 && fabsf(f(a)) < 0x1p-126f)
REFERENCE(slct_f, f(c) >= 0 ? a : b)

static const struct table_row single[] = {
    {"add.f32", "fff", add, 0},
    {"add.rn.f32", "fff", add, 0},
    {"sub.f32", "fff", sub, 0},
    {"mul.f32", "fff", mul, 0},
    {"div.rn.f32", "fff", div, 0},
    {"div.approx.f32", "fff", div_rough, 0},
    {"div.full.f32", "fff", div, 0},
    {"rcp.rn.f32", "ff", rcp, 0},
    {"rcp.approx.f32", "ff", rcp, 0},
    {"rcp.approx.ftz.f32", "ff", rcp_ftz, 0},
    {"sqrt.rn.f32", "ff", root, 0},
    {"sqrt.approx.f32", "ff", root, 0},
    {"fma.rn.f32", "ffff", fused, 0},
    {"mad.rn.f32", "ffff", fused, 0},
    {"add.ftz.f32", "fff", add_ftz, 0},
    {"mul.rn.ftz.f32", "fff", mul_ftz, 0},
    {"fma.rn.ftz.f32", "ffff", fma_ftz, 0},
    {"add.sat.f32", "fff", add_sat, 0},
    {"mul.ftz.sat.f32", "fff", mul_ftz_sat, 0},
    {"fma.rn.sat.f32", "ffff", fma_sat, 0},
    {"add.rz.f32", "fff", add_rz, 0},
    {"add.rm.f32", "fff", add_rm, 0},
    {"add.rp.f32", "fff", add_rp, 0},
    {"sub.rm.f32", "fff", sub_rm, 0},
    {"mul.rz.f32", "fff", mul_rz, 0},
    {"mul.rm.f32", "fff", mul_rm, 0},
    {"mul.rp.f32", "fff", mul_rp, 0},
    {"fma.rz.f32", "ffff", fma_rz, 0},
    {"fma.rm.f32", "ffff", fma_rm, 0},
    {"fma.rp.f32", "ffff", fma_rp, 0},
    {"div.rz.f32", "fff", div_rz, 0},
    {"div.rm.f32", "fff", div_rm, 0},
    {"div.rp.f32", "fff", div_rp, 0},
    {"sqrt.rz.f32", "ff", root_rz, 0},
    {"sqrt.rp.f32", "ff", root_rp, 0},
    {"min.f32", "fff", min, 0},
    {"max.f32", "fff", max, 0},
    {"min.NaN.f32", "fff", min_nan, 0},
    {"max.NaN.f32", "fff", max_nan, 0},
    {"min.ftz.NaN.f32", "fff", min_ftz_nan, 0},
    {"max.ftz.NaN.f32", "fff", max_ftz_nan, 0},
    {"min.ftz.f32", "fff", min_ftz, 0},
    {"abs.f32", "ff", absolute, 0},
    {"neg.f32", "ff", negative, 0},
    {"copysign.f32", "fff", copy_sign, 0},
    {"rsqrt.approx.f32", "ff", rsqrt_, 0},
    {"sin.approx.f32", "ff", sine, 0},
    {"cos.approx.f32", "ff", cosine, 0},
    {"ex2.approx.f32", "ff", exponential, 0},
    {"ex2.approx.ftz.f32", "ff", exponential_ftz, 0},
    {"lg2.approx.f32", "ff", logarithm, 0},
    {"tanh.approx.f32", "ff", tangent, 0},
    {"setp.eq.f32", "pff", eq, 0},
    {"setp.ne.f32", "pff", ne, 0},
    {"setp.lt.f32", "pff", lt, 0},
    {"setp.le.f32", "pff", le, 0},
    {"setp.gt.f32", "pff", gt, 0},
    {"setp.ge.f32", "pff", ge, 0},
    {"setp.equ.f32", "pff", equ, 0},
    {"setp.neu.f32", "pff", neu, 0},
    {"setp.ltu.f32", "pff", ltu, 0},
    {"setp.leu.f32", "pff", leu, 0},
    {"setp.gtu.f32", "pff", gtu, 0},
    {"setp.geu.f32", "pff", geu, 0},
    {"setp.num.f32", "pff", num, 0},
    {"setp.nan.f32", "pff", nan_, 0},
    {"setp.lt.ftz.f32", "pff", lt_ftz, 0},
    {"setp.lt.and.f32", "pffp", lt_and, 0},
    {"testp.finite.f32", "pf", finite_, 0},
    {"testp.infinite.f32", "pf", infinite, 0},
    {"testp.notanumber.f32", "pf", not_a_number, 0},
    {"testp.normal.f32", "pf", normal, 0},
    {"testp.subnormal.f32", "pf", subnormal, 0},
    {"slct.f32.f32", "ffff", slct_f, 0},
};
enum { SINGLE = sizeof single / sizeof single[0] };

static const struct table_row wide[] = {
    {"add.f64", "ddd", add_d, 0},      {"sub.f64", "ddd", sub_d, 0},
    {"mul.f64", "ddd", mul_d, 0},      {"div.rn.f64", "ddd", div_d, 0},
    {"rcp.rn.f64", "dd", rcp_d, 0},    {"sqrt.rn.f64", "dd", root_d, 0},
    {"fma.rn.f64", "dddd", fma_d, 0},  {"min.f64", "ddd", min_d, 0},
    {"max.f64", "ddd", max_d, 0},      {"abs.f64", "dd", abs_d, 0},
    {"neg.f64", "dd", neg_d, 0},       {"setp.lt.f64", "pdd", lt_d, 0},
    {"setp.gtu.f64", "pdd", gtu_d, 0}, {"setp.neu.f64", "pdd", neu_d, 0},
    {"setp.num.f64", "pdd", num_d, 0}, {"setp.ge.f64", "pdd", ge_d, 0},
};
enum { WIDE = sizeof wide / sizeof wide[0] };

START_TEST(single_row)
{
    table_check(&single[_i], floats, FLOATS);
}
END_TEST

START_TEST(wide_row)
{
    table_check(&wide[_i], doubles, DOUBLES);
}
END_TEST

/* Directed rounding of doubles: neighbours of exact sums and products, by hand. */
REFERENCE(tiny_below, 0x3fefffffffffffff) /* 1 - 2^-60 rounded down */
REFERENCE(tiny_above, 0x3ff0000000000001) /* 1 + 2^-60 rounded up */
REFERENCE(exactly_one, 0x3ff0000000000000)
REFERENCE(third_down, 0x3fd5555555555555)
REFERENCE(third_up, 0x3fd5555555555556)

START_TEST(directed_rounding_of_doubles)
{
    const uint64_t one[] = {0x3ff0000000000000};
    /* The suffix ends the instruction's operands: one + it. */
    const struct table_row sums[] = {
        {"add.rm.f64", "dd", tiny_below, ", 0dbc30000000000000"},
        {"add.rp.f64", "dd", tiny_above, ", 0d3c30000000000000"},
        {"add.rz.f64", "dd", exactly_one, ", 0d3c30000000000000"},
        {"add.rn.f64", "dd", exactly_one, ", 0d3c30000000000000"},
        {"sub.rp.f64", "dd", tiny_above, ", 0dbc30000000000000"},
        {"div.rm.f64", "dd", third_down, ", 0d4008000000000000"},
        {"div.rp.f64", "dd", third_up, ", 0d4008000000000000"},
        {"fma.rm.f64", "dd", tiny_below, ", 0d3ff0000000000000, 0dbc30000000000000"},
    };
    table_check_all(sums, sizeof sums / sizeof sums[0], one, 1);
}
END_TEST

/* rcp.approx.ftz.f64: the upper halves only. */
REFERENCE(third_gross, 0x3fd5555500000000)
START_TEST(gross_reciprocal)
{
    const uint64_t three[] = {0x40080000000000ff};
    const struct table_row row = {"rcp.approx.ftz.f64", "dd", third_gross, 0};
    table_check(&row, three, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx float instructions");
    TCase *tc = tcase_create("rows");
    tcase_add_loop_test(tc, single_row, 0, SINGLE);
    tcase_add_loop_test(tc, wide_row, 0, WIDE);
    tcase_add_test(tc, directed_rounding_of_doubles);
    tcase_add_test(tc, gross_reciprocal);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
