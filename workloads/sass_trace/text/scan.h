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

/* The value of eight digits, 0 to 9 each, the first in the lowest byte. */
static inline uint64_t scan_sum_eight(uint64_t digits)
{
    digits = (digits * 2561) >> 8 & UINT64_C(0x00ff00ff00ff00ff);
    digits = (digits * 6553601) >> 16 & UINT64_C(0x0000ffff0000ffff);
    return (digits * UINT64_C(42949672960001)) >> 32;
}

/* Of n digits in the low bytes; n is 1 to 8. */
static inline uint64_t scan_sum_digits(uint64_t digits, unsigned n)
{
    return scan_sum_eight(digits << (64 - 8 * n));
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

/* Of eight bytes, those up to the first that is no hexadecimal digit: their number, and the value
 * of each in *digits. A character is one if the digit that it seems to be looks like it. */
static inline unsigned scan_hex_digits(uint64_t text, uint64_t *digits)
{
    uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t nibbles = (text & 15 * ones) + 9 * (text >> 6 & ones);
    uint64_t letters = (nibbles + 6 * ones) >> 4 & ones; /* 10 and above */
    uint64_t looks = nibbles + '0' * ones + ('a' - 10 - '0') * letters;
    uint64_t other = (text | 0x20 * ones) ^ looks;
    other |= nibbles & 16 * ones;               /* 'g' to 'o' seem to be 16 to 24 */
    other |= ~(text >> 1 | text) & 0x20 * ones; /* control characters: neither bit 5 nor 6 */
    *digits = nibbles;
    return other ? (unsigned)__builtin_ctzll(other) / 8 : 8;
}

/* The value of n digits, 0 to 15 each, the first in the lowest byte; n is 1 to 8. */
static inline uint64_t scan_sum_hex(uint64_t digits, unsigned n)
{
    digits <<= 64 - 8 * n;
    digits = (digits << 4 | digits >> 8) & UINT64_C(0x00ff00ff00ff00ff);
    digits = (digits << 8 | digits >> 16) & UINT64_C(0x0000ffff0000ffff);
    return (digits << 16 | digits >> 32) & UINT32_MAX;
}

/* Hexadecimal without 0x, at most 16 digits. */
static inline const char *scan_hex(const char *p, uint64_t *out)
{
    uint64_t digits;
    unsigned n = scan_hex_digits(scan_load8(p), &digits);
    if (n == 0)
        return NULL;
    *out = scan_sum_hex(digits, n);
    if (n < 8)
        return p + n;
    unsigned more = scan_hex_digits(scan_load8(p + 8), &digits);
    if (more == 0)
        return p + 8;
    *out = *out << 4 * more | scan_sum_hex(digits, more);
    return more < 8 || scan_hex_digits(scan_load8(p + 16), &digits) == 0 ? p + 8 + more : NULL;
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
    char digits[32] = "";
    strncpy(digits, p, sizeof digits - 8);
    const char *end = scan_hex(digits, out);
    return end ? p + (end - digits) : NULL;
}

/* Which of the 64 bytes at p are blanks or control characters: bit i for the i-th. */
static inline uint64_t scan_gaps(const char *p)
{
    uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f), high = ~low;
    uint64_t gaps = 0;
    for (unsigned i = 0; i < 8; i++) {
        uint64_t text = scan_load8(p + 8 * i);
        uint64_t others = (((text & low) + UINT64_C(0x5f5f5f5f5f5f5f5f)) | text) & high;
        gaps |= ((~others & high) >> 7) * UINT64_C(0x0102040810204080) >> 56 << 8 * i;
    }
    return gaps;
}

/* n decimal numbers of at most eight digits, each behind one blank, at p. NULL if there is
 * something else. Where they end is found for all of them at once, so that none waits for the one
 * before it: a third of the time that n calls of scan_signed take. 96 bytes behind the text are
 * readable, and eight before it. */
static inline const char *scan_deltas(const char *p, int64_t *out, unsigned n)
{
    const char *chunk = p + 1, *number = p + 1;
    if (n == 0)
        return p;
    if (*p != ' ')
        return NULL;
    uint64_t gaps = scan_gaps(chunk);
    for (unsigned i = 0; i < n; i++) {
        if (gaps == 0) {
            chunk += 64;
            gaps = scan_gaps(chunk);
            if (gaps == 0)
                return NULL;
        }
        const char *end = chunk + __builtin_ctzll(gaps);
        gaps &= gaps - 1;
        unsigned negative = *number == '-', length = (unsigned)(end - number) - negative;
        if (length - 1 > 7 || (*end != ' ' && i + 1 < n))
            return NULL;
        uint64_t digits = scan_load8(end - 8) ^ UINT64_C(0x3030303030303030);
        digits = digits >> (64 - 8 * length) << (64 - 8 * length); /* what stands before is 0 */
        if (((digits + UINT64_C(0x7676767676767676)) | digits) & UINT64_C(0x8080808080808080))
            return NULL;
        uint64_t value = scan_sum_eight(digits);
        out[i] = negative ? -(int64_t)value : (int64_t)value;
        number = end + 1;
    }
    return number - 1;
}

#endif
