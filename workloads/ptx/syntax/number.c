/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/syntax/number.h"
#include <glib.h>
#include <stdbool.h>
#include <string.h>

enum { FLOAT_CHARACTERS = 400 }; /* DBL_MAX written out has 309 digits */

static const char *read_digits(struct ptx_number *n, const char *text, const char *end,
                               unsigned base)
{
    const char *c = text;
    uint64_t value = 0;
    for (; c < end && g_ascii_isxdigit(*c); c++) {
        unsigned digit = (unsigned)g_ascii_xdigit_value(*c);
        if (digit >= base)
            return base == 8   ? "digit 8 or 9 in an octal number (it starts with 0)"
                   : base == 2 ? "digit other than 0 and 1 in a binary number"
                               : "letter in a decimal number";
        if (value > (UINT64_MAX - digit) / base)
            return "this integer does not fit into 64 bits";
        value = value * base + digit;
    }
    if (c == text)
        return "expected digits after the base of this number";
    if (c < end && *c == 'U')
        c++;
    n->kind = PTX_NUMBER_INTEGER;
    n->bits = value;
    n->length = (size_t)(c - text);
    return NULL;
}

static const char *read_bits(struct ptx_number *n, const char *text, const char *end,
                             unsigned digits)
{
    n->bits = 0;
    for (unsigned i = 0; i < digits; i++) {
        if (text + i >= end || !g_ascii_isxdigit(text[i]))
            return digits == 8 ? "expected eight hexadecimal digits after 0f"
                               : "expected sixteen hexadecimal digits after 0d";
        n->bits = n->bits << 4 | (uint64_t)g_ascii_xdigit_value(text[i]);
    }
    n->kind = digits == 8 ? PTX_NUMBER_F32 : PTX_NUMBER_F64;
    n->length = digits;
    return NULL;
}

/* The length of a decimal float at text, 0 if it is none: a point or an exponent must follow the
 * digits. */
static size_t float_length(const char *text, const char *end)
{
    const char *c = text;
    bool has_point = false, has_exponent = false;
    while (c < end && g_ascii_isdigit(*c))
        c++;
    if (c < end && *c == '.') {
        has_point = true;
        for (c++; c < end && g_ascii_isdigit(*c);)
            c++;
    }
    if (c < end && (*c == 'e' || *c == 'E')) {
        const char *digits = c + 1;
        if (digits < end && (*digits == '+' || *digits == '-'))
            digits++;
        has_exponent = digits < end && g_ascii_isdigit(*digits);
        for (c = has_exponent ? digits : c; has_exponent && c < end && g_ascii_isdigit(*c);)
            c++;
    }
    return has_point || has_exponent ? (size_t)(c - text) : 0;
}

static const char *read_float(struct ptx_number *n, const char *text, size_t length)
{
    if (length >= FLOAT_CHARACTERS)
        return "this number has too many digits";
    char copy[FLOAT_CHARACTERS];
    memcpy(copy, text, length);
    copy[length] = 0;
    double value = g_ascii_strtod(copy, NULL);
    memcpy(&n->bits, &value, sizeof n->bits);
    n->kind = PTX_NUMBER_F64;
    n->length = length;
    return NULL;
}

static const char *read_any(struct ptx_number *n, const char *text, const char *end)
{
    char mark = text[0] == '0' && end - text > 1 ? g_ascii_tolower(text[1]) : 0;
    unsigned base = mark == 'x' ? 16 : mark == 'b' ? 2 : 0;
    if (mark == 'f' || mark == 'd' || base) {
        const char *problem = mark == 'f'   ? read_bits(n, text + 2, end, 8)
                              : mark == 'd' ? read_bits(n, text + 2, end, 16)
                                            : read_digits(n, text + 2, end, base);
        n->length += 2;
        return problem;
    }
    size_t length = float_length(text, end);
    if (length)
        return read_float(n, text, length);
    return read_digits(n, text, end, text[0] == '0' ? 8 : 10);
}

const char *ptx_number_read(struct ptx_number *number, const char *text, const char *end)
{
    *number = (struct ptx_number){0};
    const char *problem = read_any(number, text, end);
    const char *after = text + number->length;
    if (!problem && after < end && (g_ascii_isalnum(*after) || *after == '_' || *after == '$'))
        return "unexpected letter or digit after this number";
    return problem;
}
