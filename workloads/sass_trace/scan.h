/* SPDX-License-Identifier: BSD-3-Clause */
/* Scanners for the few forms of number that a trace has.
 *
 * Each takes a place in a line that ends in '\n' with at least eight readable bytes behind it
 * (line_reader.h), and returns the place behind what it took, or NULL if that isn't there.
 *
 * Eight decimal digits at once: the digits' bytes are shifted to the top of a 64-bit word and added
 * up in three multiplications; there is no loop whose end must be guessed, and deltas have
 * unpredictable lengths. Source: the technique is D. Lemire's, "Quickly parsing eight digits" (2018).
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

/* Decimal, without sign; below 2^64. */
static inline const char *scan_unsigned(const char *p, uint64_t *out)
{
    uint64_t digits = scan_load8(p) ^ UINT64_C(0x3030303030303030);
    uint64_t others =
        ((digits + UINT64_C(0x7676767676767676)) | digits) & UINT64_C(0x8080808080808080);
    if (!others)
        return scan_unsigned_long(p, out);
    /* A carry out of a byte that is no digit may spoil those above it, none below. */
    unsigned n = (unsigned)__builtin_ctzll(others) / 8;
    if (n == 0)
        return NULL;
    digits <<= 64 - 8 * n;
    digits = (digits * 2561) >> 8 & UINT64_C(0x00ff00ff00ff00ff);
    digits = (digits * 6553601) >> 16 & UINT64_C(0x0000ffff0000ffff);
    *out = (digits * UINT64_C(42949672960001)) >> 32;
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

/* 0 to 15; 16 for what is no digit. */
static inline unsigned scan_hex_digit(char c)
{
    unsigned digit = (unsigned)(c - '0'), letter = (unsigned)((c | 0x20) - 'a');
    return digit < 10 ? digit : letter < 6 ? letter + 10 : 16;
}

/* Hexadecimal without 0x, at most 16 digits. */
static inline const char *scan_hex(const char *p, uint64_t *out)
{
    uint64_t value = 0;
    const char *begin = p;
    for (unsigned digit; (digit = scan_hex_digit(*p)) < 16; p++)
        value = value << 4 | digit;
    *out = value;
    return p > begin && p - begin <= 16 ? p : NULL;
}

static inline const char *scan_address(const char *p, uint64_t *out)
{
    if (p[0] == '0' && (p[1] | 0x20) == 'x')
        p += 2;
    return scan_hex(p, out);
}

#endif
