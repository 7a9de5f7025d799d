/* SPDX-License-Identifier: BSD-3-Clause */
/* cvt: every pair of types, in and out of range, against tables of exact arithmetic. */
#include "tests/workloads/ptx/exec/references.h"

#include <check.h>
#include <math.h>

static const uint64_t integers[] = {0,
                                    1,
                                    0x7f,
                                    0x80,
                                    0xff,
                                    0x100,
                                    0x7fff,
                                    0x8000,
                                    0xffff,
                                    0x1000001,
                                    0x1000003,
                                    0x7fffffbf,
                                    0x7fffffc0,
                                    0x7fffffff,
                                    0x80000000,
                                    0xffffff7f,
                                    0xffffffff,
                                    0x123456789abcdef,
                                    0x20000000000001,
                                    0x7fffffffffffffff,
                                    0x8000000000000000,
                                    0x8000008000000001,
                                    0xffffffffffffffff};
enum { INTEGERS = sizeof integers / sizeof integers[0] };

static const float float_values[] = {
    0.0f,         -0.0f,         0.5f,          -0.5f,        1.5f,         2.5f,
    -1.5f,        -2.5f,         0.99999994f,   1.0f,         127.5f,       -128.5f,
    255.5f,       -129.0f,       32767.5f,      65535.5f,     -32769.0f,    2147483520.f,
    2147483648.f, -2147483648.f, -2147483904.f, 4294967040.f, 4294967296.f, 9.2233715e18f,
    9.223372e18f, -9.223372e18f, 1.8446744e19f, INFINITY,     -INFINITY,    NAN,
    1e-40f,       -1e-40f,       8388609.0f,    4194304.5f};
enum { FLOATS = sizeof float_values / sizeof float_values[0] };

static const double double_values[] = {0.0,
                                       -0.0,
                                       0.5,
                                       -0.5,
                                       1.5,
                                       2.5,
                                       -2.5,
                                       2147483647.5,
                                       -2147483648.5,
                                       4294967295.5,
                                       1e19,
                                       1e20,
                                       -1e19,
                                       9223372036854774784.0,
                                       INFINITY,
                                       -INFINITY,
                                       NAN,
                                       1.0000000596046448,
                                       1.00000005960464477540,
                                       3.5e38,
                                       3.4028235677973366e38,
                                       1e-40,
                                       -1e-46,
                                       1e-320,
                                       0.1,
                                       16777217.0,
                                       -16777219.0};
enum { DOUBLES = sizeof double_values / sizeof double_values[0] };

/* long double has 64 bits of mantissa here: exact for every source type. */
static uint64_t clamped(long double x, long double low, long double high)
{
    x = x < low ? low : x > high ? high : x;
    return x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x;
}

#define U16(x) clamped(x, 0, 65535)
#define S16(x) clamped(x, -32768, 32767)
#define U8(x)  clamped(x, 0, 255)
#define S8(x)  clamped(x, -128, 127)
#define U32(x) clamped(x, 0, 4294967295.0L)
#define S32(x) clamped(x, -2147483648.0L, 2147483647)
#define U64(x) clamped(x, 0, 18446744073709551615.0L)
#define S64(x) clamped(x, -9223372036854775808.0L, 9223372036854775807.0L)
#define MIDDLE ((uint64_t)1 << 63)

REFERENCE(u32_f32_rzi, isnan(f(a)) ? 0 : U32(truncl(f(a))))
REFERENCE(s32_f32_rzi, isnan(f(a)) ? 0 : S32(truncl(f(a))))
REFERENCE(s32_f32_rni, isnan(f(a)) ? 0 : S32(rintl(f(a))))
REFERENCE(s32_f32_rmi, isnan(f(a)) ? 0 : S32(floorl(f(a))))
REFERENCE(s32_f32_rpi, isnan(f(a)) ? 0 : S32(ceill(f(a))))
REFERENCE(u16_f32_rzi, isnan(f(a)) ? 0 : U16(truncl(f(a))))
REFERENCE(s16_f32_rni, isnan(f(a)) ? 0 : S16(rintl(f(a))))
REFERENCE(u8_f32_rzi, isnan(f(a)) ? 0 : U8(truncl(f(a))))
REFERENCE(s8_f32_rzi, isnan(f(a)) ? 0 : S8(truncl(f(a))))
REFERENCE(u64_f32_rzi, isnan(f(a)) ? MIDDLE : U64(truncl(f(a))))
REFERENCE(s64_f32_rpi, isnan(f(a)) ? MIDDLE : S64(ceill(f(a))))
REFERENCE(u32_f64_rzi, isnan(d(a)) ? 0x80000000 : U32(truncl(d(a))))
REFERENCE(u16_f64_rzi, isnan(d(a)) ? 0x8000 : U16(truncl(d(a))))
REFERENCE(s16_f64_rzi, isnan(d(a)) ? 0x8000 : S16(truncl(d(a))))
REFERENCE(s32_f64_rni, isnan(d(a)) ? 0x80000000 : S32(rintl(d(a))))
REFERENCE(s64_f64_rzi, isnan(d(a)) ? MIDDLE : S64(truncl(d(a))))
REFERENCE(u64_f64_rmi, isnan(d(a)) ? MIDDLE : U64(floorl(d(a))))

/* An exact value rounded to float in a direction: the nearest, moved if it is on the wrong
 * side. */
static uint64_t directed(long double x, int up)
{
    float r = (float)x;
    if (up > 0 && r < x)
        r = nextafterf(r, INFINITY);
    if (up < 0 && r > x)
        r = nextafterf(r, -INFINITY);
    return table_float_bits(r);
}

static uint64_t directed_wide(long double x, int up)
{
    double r = (double)x;
    if (up > 0 && r < x)
        r = nextafter(r, INFINITY);
    if (up < 0 && r > x)
        r = nextafter(r, -INFINITY);
    return table_double_bits(r);
}

REFERENCE(f32_s32_rn, directed((int32_t)a, 0))
REFERENCE(f32_s32_rz, directed((int32_t)a, (int32_t)a > 0 ? -1 : 1))
REFERENCE(f32_u32_rn, directed((uint32_t)a, 0))
REFERENCE(f32_u32_rp, directed((uint32_t)a, 1))
REFERENCE(f32_s64_rn, directed((int64_t)a, 0))
REFERENCE(f32_s64_rm, directed((int64_t)a, -1))
REFERENCE(f32_u64_rn, directed(a, 0))
REFERENCE(f32_u64_rz, directed(a, -1))
REFERENCE(f32_u16_rn, directed((uint16_t)a, 0))
REFERENCE(f32_s16_rn, directed((int16_t)a, 0))
REFERENCE(f32_s8_rn, directed((int8_t)a, 0))
REFERENCE(f64_s32_rn, directed_wide((int32_t)a, 0))
REFERENCE(f64_u64_rn, directed_wide(a, 0))
REFERENCE(f64_s64_rp, directed_wide((int64_t)a, 1))
REFERENCE(f64_f32, table_double_bits(f(a)))
REFERENCE(f32_f64_rn, directed(d(a), 0))
REFERENCE(f32_f64_rp, isnan(d(a)) ? 0x7fffffff : directed(d(a), 1))
REFERENCE(f32_f64_rm, isnan(d(a)) ? 0x7fffffff : directed(d(a), -1))
REFERENCE(f32_rni, table_float_bits(rintf(f(a))))
REFERENCE(f32_rzi, table_float_bits(truncf(f(a))))
REFERENCE(f32_rmi, table_float_bits(floorf(f(a))))
REFERENCE(f32_rpi, table_float_bits(ceilf(f(a))))
REFERENCE(f64_rzi, table_double_bits(trunc(d(a))))
REFERENCE(f64_rpi, table_double_bits(ceil(d(a))))
REFERENCE(f32_sat, table_float_bits(f(a) > 0 ? (f(a) < 1 ? f(a) : 1) : 0))
REFERENCE(f32_ftz, table_float_bits(fabsf(f(a)) < 0x1p-126f ? copysignf(0, f(a)) : f(a)))
REFERENCE(same, a)
REFERENCE(u8, (uint8_t)a)
REFERENCE(s8, (int64_t)(int8_t)a)
REFERENCE(s16, (int64_t)(int16_t)a)
REFERENCE(u16, (uint16_t)a)
REFERENCE(s32, (int64_t)(int32_t)a)
REFERENCE(sat_u8_s32, (int32_t)a<0 ? 0 : (int32_t)a> 255 ? 255 : a)
REFERENCE(sat_s16_s32, (int32_t)a<-32768 ? 0x8000 : (int32_t)a> 32767 ? 0x7fff : a)
REFERENCE(sat_s32_u32, a > 0x7fffffff ? 0x7fffffff : a)
REFERENCE(sat_u32_s64, (int64_t)a<0 ? 0 : (int64_t)a> 0xffffffff ? 0xffffffff : a)

static const struct table_row from_float[] = {
    {"cvt.rzi.u32.f32", "wf", u32_f32_rzi, 0}, {"cvt.rzi.s32.f32", "wf", s32_f32_rzi, 0},
    {"cvt.rni.s32.f32", "wf", s32_f32_rni, 0}, {"cvt.rmi.s32.f32", "wf", s32_f32_rmi, 0},
    {"cvt.rpi.s32.f32", "wf", s32_f32_rpi, 0}, {"cvt.rzi.u16.f32", "hf", u16_f32_rzi, 0},
    {"cvt.rni.s16.f32", "hf", s16_f32_rni, 0}, {"cvt.rzi.u8.f32", "wf", u8_f32_rzi, 0},
    {"cvt.rzi.s8.f32", "wf", s8_f32_rzi, 0},   {"cvt.rzi.u64.f32", "lf", u64_f32_rzi, 0},
    {"cvt.rpi.s64.f32", "lf", s64_f32_rpi, 0}, {"cvt.f64.f32", "df", f64_f32, 0},
    {"cvt.rni.f32.f32", "ff", f32_rni, 0},     {"cvt.rzi.f32.f32", "ff", f32_rzi, 0},
    {"cvt.rmi.f32.f32", "ff", f32_rmi, 0},     {"cvt.rpi.f32.f32", "ff", f32_rpi, 0},
    {"cvt.sat.f32.f32", "ff", f32_sat, 0},     {"cvt.ftz.f32.f32", "ff", f32_ftz, 0},
};
static const struct table_row from_double[] = {
    {"cvt.rzi.u32.f64", "wd", u32_f64_rzi, 0}, {"cvt.rni.s32.f64", "wd", s32_f64_rni, 0},
    {"cvt.rzi.u16.f64", "hd", u16_f64_rzi, 0}, {"cvt.rzi.s16.f64", "hd", s16_f64_rzi, 0},
    {"cvt.rzi.s64.f64", "ld", s64_f64_rzi, 0}, {"cvt.rmi.u64.f64", "ld", u64_f64_rmi, 0},
    {"cvt.rn.f32.f64", "fd", f32_f64_rn, 0},   {"cvt.rp.f32.f64", "fd", f32_f64_rp, 0},
    {"cvt.rm.f32.f64", "fd", f32_f64_rm, 0},   {"cvt.rzi.f64.f64", "dd", f64_rzi, 0},
    {"cvt.rpi.f64.f64", "dd", f64_rpi, 0},
};
static const struct table_row from_integer[] = {
    {"cvt.rn.f32.s32", "fw", f32_s32_rn, 0},
    {"cvt.rz.f32.s32", "fw", f32_s32_rz, 0},
    {"cvt.rn.f32.u32", "fw", f32_u32_rn, 0},
    {"cvt.rp.f32.u32", "fw", f32_u32_rp, 0},
    {"cvt.rn.f32.s64", "fl", f32_s64_rn, 0},
    {"cvt.rm.f32.s64", "fl", f32_s64_rm, 0},
    {"cvt.rn.f32.u64", "fl", f32_u64_rn, 0},
    {"cvt.rz.f32.u64", "fl", f32_u64_rz, 0},
    {"cvt.rn.f32.u16", "fh", f32_u16_rn, 0},
    {"cvt.rn.f32.s16", "fh", f32_s16_rn, 0},
    {"cvt.rn.f32.s8", "fw", f32_s8_rn, 0},
    {"cvt.rn.f64.s32", "dw", f64_s32_rn, 0},
    {"cvt.rn.f64.u64", "dl", f64_u64_rn, 0},
    {"cvt.rp.f64.s64", "dl", f64_s64_rp, 0},
    {"cvt.u64.u32", "lw", same, 0},
    {"cvt.s64.s32", "lw", s32, 0},
    {"cvt.u32.u64", "wl", same, 0},
    {"cvt.u16.u32", "hw", same, 0},
    {"cvt.u16.u64", "hl", same, 0},
    {"cvt.u32.u16", "wh", u16, 0},
    {"cvt.s32.s16", "wh", s16, 0},
    {"cvt.u64.u16", "lh", u16, 0},
    {"cvt.s32.s8", "ww", s8, 0},
    {"cvt.s32.s8", "wh", s8, 0},
    {"cvt.s16.s8", "hh", s8, 0},
    {"cvt.u8.u32", "ww", u8, 0},
    {"cvt.s64.s16", "lh", s16, 0},
    {"cvt.s8.s32", "hw", s8, 0},
    {"cvt.sat.u8.s32", "ww", sat_u8_s32, 0},
    {"cvt.sat.s16.s32", "hw", sat_s16_s32, 0},
    {"cvt.sat.s32.u32", "ww", sat_s32_u32, 0},
    {"cvt.sat.u32.s64", "wl", sat_u32_s64, 0},
};
enum {
    FROM_FLOAT = sizeof from_float / sizeof from_float[0],
    FROM_DOUBLE = sizeof from_double / sizeof from_double[0],
    FROM_INTEGER = sizeof from_integer / sizeof from_integer[0]
};

START_TEST(float_row)
{
    uint64_t values[FLOATS];
    for (unsigned i = 0; i < FLOATS; i++)
        values[i] = table_float_bits(float_values[i]);
    table_check(&from_float[_i], values, FLOATS);
}
END_TEST

START_TEST(double_row)
{
    uint64_t values[DOUBLES];
    for (unsigned i = 0; i < DOUBLES; i++)
        values[i] = table_double_bits(double_values[i]);
    table_check(&from_double[_i], values, DOUBLES);
}
END_TEST

START_TEST(integer_row)
{
    table_check(&from_integer[_i], integers, INTEGERS);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx conversions");
    TCase *tc = tcase_create("rows");
    tcase_add_loop_test(tc, float_row, 0, FROM_FLOAT);
    tcase_add_loop_test(tc, double_row, 0, FROM_DOUBLE);
    tcase_add_loop_test(tc, integer_row, 0, FROM_INTEGER);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
