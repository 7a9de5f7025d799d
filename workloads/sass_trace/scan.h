/* SPDX-License-Identifier: BSD-3-Clause */
/* Scanners for the few forms of number that a trace has.
 *
 * Each takes a place in a line that ends in '\n' with at least eight readable bytes behind it
 * (line_reader.h), and returns the place behind what it took, or NULL if that isn't there.
 *
 * Eight decimal digits at once: the digits' bytes are shifted to the top of a 64-bit word and added
 * up in three multiplications; there is no loop whose end must be guessed, and deltas have
 * unpredictable lengths. Source: the technique is D. Lemire's, "Quickly parsing eight digits"
 * (2018).
 */
#ifndef SIMGPU_SASS_TRACE_SCAN_H
#define SIMGPU_SASS_TRACE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline const char *scan_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '\r')
        p++;
    return p;
}

/* The end of the word at p. */
static inline const char *scan_word(const char *p)
{
    while (*p != ' ' && *p != '\t' && *p != '\r' && *p != '\n')
        p++;
    return p;
}

static inline uint64_t scan_load8(const char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* Decimal digit by digit: in a string, too. */
static inline const char *scan_unsigned_long(const char *p, uint64_t *out)
{
    uint64_t value = 0;
    const char *begin = p;
    for (; *p >= '0' && *p <= '9'; p++)
        if (__builtin_mul_overflow(value, (uint64_t)10, &value) ||
            __builtin_add_overflow(value, (uint64_t)(*p - '0'), &value))
            return NULL;
    *out = value;
    return p > begin ? p : NULL;
}

/* The value of n digits in the low bytes of a word, 0 to 9 each, the first in the lowest; n is 1 to
 * 8. */
static inline uint64_t scan_sum_digits(uint64_t digits, unsigned n)
{
    digits <<= 64 - 8 * n;
    digits = (digits * 2561) >> 8 & UINT64_C(0x00ff00ff00ff00ff);
    digits = (digits * 6553601) >> 16 & UINT64_C(0x0000ffff0000ffff);
    return (digits * UINT64_C(42949672960001)) >> 32;
}

/* Decimal, without sign; below 2^64. */
static inline const char *scan_unsigned(const char *p, uint64_t *out)
{
    uint64_t digits = scan_load8(p) ^ UINT64_C(0x3030303030303030);
    /* The top bit of each byte that is no digit. A carry out of such a byte may spoil those above
     * it, none below. */
    uint64_t others =
        ((digits + UINT64_C(0x7676767676767676)) | digits) & UINT64_C(0x8080808080808080);
    unsigned n = others ? (unsigned)__builtin_ctzll(others) / 8 : 8;
    if (n == 0)
        return NULL;
    if (n == 8 && p[8] >= '0' && p[8] <= '9')
        return scan_unsigned_long(p, out);
    *out = scan_sum_digits(digits, n);
    return p + n;
}

/* Decimal, perhaps with '-'. */
static inline const char *scan_signed(const char *p, int64_t *out)
{
    bool negative = *p == '-';
    uint64_t value;
    p = scan_unsigned(p + negative, &value);
    if (!p || value > (uint64_t)INT64_MAX)
        return NULL;
    *out = negative ? -(int64_t)value : (int64_t)value;
    return p;
}

/* By character: SCAN_DIGIT and a value of 0 to 15; 0 for what is no hexadecimal digit. */
extern const uint8_t scan_hex_digits[256];
enum { SCAN_DIGIT = 0x10, SCAN_VALUE = 0x0f };

/* Eight hexadecimal digits. False if there are fewer. */
static inline bool scan_hex8(const char *p, uint64_t *out)
{
    uint64_t value = 0;
    unsigned all = SCAN_DIGIT;
    for (unsigned i = 0; i < 8; i++) {
        unsigned digit = scan_hex_digits[(uint8_t)p[i]];
        all &= digit;
        value = value << 4 | (digit & SCAN_VALUE);
    }
    *out = value;
    return all != 0;
}

static inline const char *scan_hex_rest(const char *begin, const char *p, uint64_t *value)
{
    for (unsigned digit; (digit = scan_hex_digits[(uint8_t)*p]) != 0; p++)
        *value = *value << 4 | (digit & SCAN_VALUE);
    return p > begin && p - begin <= 16 ? p : NULL;
}

/* Hexadecimal without 0x, at most 16 digits. */
static inline const char *scan_hex(const char *p, uint64_t *out)
{
    if (scan_hex8(p, out))
        return scan_hex_rest(p, p + 8, out);
    *out = 0;
    return scan_hex_rest(p, p, out);
}

static inline const char *scan_prefix(const char *p)
{
    return p[0] == '0' && (p[1] | 0x20) == 'x' ? p + 2 : p;
}

static inline const char *scan_address(const char *p, uint64_t *out)
{
    return scan_hex(scan_prefix(p), out);
}

/* The same, but in a string: nothing is read behind its end. */
static inline const char *scan_string_address(const char *p, uint64_t *out)
{
    p = scan_prefix(p);
    *out = 0;
    return scan_hex_rest(p, p, out);
}

#endif
