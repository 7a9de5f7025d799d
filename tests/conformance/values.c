/* SPDX-License-Identifier: BSD-3-Clause */
/* Edge and random values; see values.h. */
#include "tests/conformance/values.h"
#include "tests/conformance/conformance.h"
#include "tests/conformance/exact.h"

uint64_t value_next(struct value_generator *generator)
{
    uint64_t z = generator->state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static void append(GArray *values, uint64_t value)
{
    for (guint i = 0; i < values->len; i++)
        if (g_array_index(values, uint64_t, i) == value)
            return;
    g_array_append_val(values, value);
}

static void append_integers(GArray *values, unsigned bits)
{
    static const uint64_t patterns[] = {0,
                                        1,
                                        2,
                                        3,
                                        5,
                                        7,
                                        10,
                                        0x5555555555555555,
                                        0xaaaaaaaaaaaaaaaa,
                                        0x0123456789abcdef,
                                        0xfedcba9876543210,
                                        0x00ff00ff00ff00ff,
                                        0xdeadbeefcafef00d,
                                        0x7f807f817f827f80};
    uint64_t all = bits_below(bits);
    for (unsigned i = 0; i < G_N_ELEMENTS(patterns); i++)
        append(values, patterns[i] & all);
    static const unsigned near[] = {7, 8, 15, 16, 23, 24, 31, 32, 33, 47, 52, 53, 62, 63};
    for (unsigned i = 0; i < G_N_ELEMENTS(near) && near[i] < bits; i++)
        for (int delta = -1; delta <= 1; delta++) {
            append(values, (((uint64_t)1 << near[i]) + (uint64_t)delta) & all);
            if (bits <= 32 || delta == 0)
                append(values, (0 - ((uint64_t)1 << near[i]) + (uint64_t)delta) & all);
        }
    append(values, all);
    append(values, all - 1);
    append(values, all >> 1);
    append(values, (all >> 1) + 1);
}

static void append_amounts(GArray *values)
{
    static const uint64_t special[] = {63,  64,  65,    127,   128,     129,        254,
                                       255, 256, 0x101, 0x120, 0x10000, 0x80000000, 0xffffffff};
    for (uint64_t i = 0; i < 34; i++)
        append(values, i);
    for (unsigned i = 0; i < G_N_ELEMENTS(special); i++)
        append(values, special[i]);
}

/* Both signs. */
static void append_float(GArray *values, const struct float_format *format, uint64_t bits)
{
    append(values, bits);
    append(values, bits | (uint64_t)1 << (format->bits - 1));
}

static void append_floats(GArray *values, const struct float_format *format)
{
    static const double plain[] = {
        0.25,       0.49999997, 0.5,        0.75,    1,         1.5,      2,       2.5,     3,
        3.5,        0.1,        10,         1 / 3.0, M_PI,      100.5,    127,     127.5,   128,
        128.5,      255,        255.5,      256,     32767,     32767.5,  32768.5, 65504,   65520,
        65535.5,    65536,      8388607.5,  8388609, 16777215,  2047.5,   2049,    1e10,    1e-10,
        2147483520, 0x1p31,     4294967040, 0x1p32,  0x1p63,    0x1p64,   0x1p-14, 0x1p-24, 0x1p-25,
        0x1p-60,    0x1p126,    0x1p-140,   88.5,    6.2831855, 120.0625, 1e30};
    static const double wide[] = {
        2147483647, 2147483647.5,   2147483648.5,   4294967295.5, 0x1.fffffcp31, 0x1p53,
        0x1p52,     0x1.00000003p0, 0x1.0000008p0,  0x1.000001p0, 0x1p-126,      0x1p-149,
        0x1p-150,   0x1.8p-149,     0x1.ffffffp127, 0x1p128,      0x1p500,       0x1p-500};
    uint64_t mantissa = bits_below(format->mantissa_bits);
    uint64_t infinity = bits_below(format->exponent_bits) << format->mantissa_bits;
    const uint64_t limits[] = {0,
                               1,
                               2,
                               3,
                               mantissa >> 1,
                               mantissa - 1,
                               mantissa,     /* the largest subnormal */
                               mantissa + 1, /* the smallest normal */
                               mantissa + 2,
                               infinity - 2,
                               infinity - 1, /* the largest finite */
                               infinity,
                               infinity | (mantissa + 1) >> 1, /* a quiet NaN */
                               infinity | mantissa,
                               infinity | ((mantissa + 1) >> 1) | (mantissa & 0x15),
                               infinity | 1}; /* a signalling one */
    for (unsigned i = 0; i < G_N_ELEMENTS(limits); i++)
        append_float(values, format, limits[i]);
    for (unsigned i = 0; i < G_N_ELEMENTS(plain); i++)
        append_float(values, format, exact_nearest(format, plain[i]));
    for (unsigned i = 0; format->bits == 64 && i < G_N_ELEMENTS(wide); i++)
        append_float(values, format, exact_nearest(format, wide[i]));
    append(values, exact_nearest(format, 1) + 1);
    append(values, exact_nearest(format, 1) - 1);
    for (unsigned power = 3; format->bits >= 32 && power <= 64; power += power == 63 ? 1 : 4) {
        uint64_t bits = exact_nearest(format, ldexp(1, (int)power));
        append_float(values, format, bits + 1);
        append_float(values, format, bits - 1);
    }
}

GArray *value_edges(const struct operand_type *type)
{
    GArray *values = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    switch (type->class) {
    case CLASS_PREDICATE:
        append(values, 0);
        append(values, 1);
        break;
    case CLASS_AMOUNT:
        append_amounts(values);
        break;
    case CLASS_FLOAT:
        append_floats(values, type->format);
        break;
    case CLASS_FLOAT_PAIR: {
        g_autoptr(GArray) single = g_array_new(FALSE, FALSE, sizeof(uint64_t));
        append_floats(single, type->format);
        for (guint i = 0; i < single->len; i++)
            append(values, g_array_index(single, uint64_t, i) |
                               g_array_index(single, uint64_t, (i * 7 + 3) % single->len)
                                   << type->format->bits);
        break;
    }
    default:
        append_integers(values, type->bits);
    }
    return values;
}

/* A finite float between 2^-range and 2^range, or all of whose bits are random. */
static uint64_t random_float(struct value_generator *generator, const struct float_format *format)
{
    uint64_t bits = value_next(generator) & bits_below(format->bits);
    uint64_t kind = value_next(generator) & 3;
    if (kind == 0)
        return bits;
    uint64_t bias = bits_below(format->exponent_bits - 1);
    uint64_t range = kind == 1 ? 2 : kind == 2 ? MIN(bias, 12) : MIN(bias, 40);
    uint64_t exponent = bias - range + value_next(generator) % (2 * range);
    uint64_t exponent_mask = bits_below(format->exponent_bits) << format->mantissa_bits;
    return (bits & ~exponent_mask) | exponent << format->mantissa_bits;
}

uint64_t value_random(struct value_generator *generator, const struct operand_type *type,
                      const GArray *edges)
{
    uint64_t bits = value_next(generator) & bits_below(type->bits);
    if (value_next(generator) % 8 == 0)
        return g_array_index(edges, uint64_t, value_next(generator) % edges->len);
    switch (type->class) {
    case CLASS_AMOUNT:
        return bits % 80;
    case CLASS_FLOAT:
        return random_float(generator, type->format);
    case CLASS_FLOAT_PAIR:
        return random_float(generator, type->format) | random_float(generator, type->format)
                                                           << type->format->bits;
    default: /* of every length */
        return bits & bits_below(1 + value_next(generator) % type->bits);
    }
}
