/* SPDX-License-Identifier: BSD-3-Clause */
/* PTX's bit-field, byte and half-word operations on one lane.
 * Source: PTX ISA: bfe, bfi, bfind, brev, fns, szext, bmsk, prmt, shf, lop3, mul24, div, rem, dp2a,
 *   dp4a, add, min and max of .u16x2 and .s16x2.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_BITS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t low_bits(unsigned n)
{
    return n >= 64 ? UINT64_MAX : ((uint64_t)1 << n) - 1;
}

/* bits is the width of the type. */
static inline uint64_t bit_field_unsigned(uint64_t a, uint32_t position, uint32_t length,
                                          unsigned bits)
{
    position &= 0xff;
    length &= 0xff;
    return position >= bits ? 0 : (a & low_bits(bits)) >> position & low_bits(length);
}

static inline uint64_t bit_field_signed(uint64_t a, uint32_t position, uint32_t length,
                                        unsigned bits)
{
    uint64_t field = bit_field_unsigned(a, position, length, bits);
    position &= 0xff;
    length &= 0xff;
    if (length == 0)
        return 0;
    uint32_t sign_at = position + length - 1 < bits ? position + length - 1 : bits - 1;
    if (!(a >> sign_at & 1))
        return field;
    uint32_t kept = position >= bits ? 0 : length < bits - position ? length : bits - position;
    return field | ~low_bits(kept);
}

static inline uint64_t bit_field_insert(uint64_t a, uint64_t b, uint32_t position, uint32_t length,
                                        unsigned bits)
{
    position &= 0xff;
    length &= 0xff;
    if (position >= bits)
        return b;
    uint64_t mask = low_bits(length) << position;
    return (b & ~mask) | (a << position & mask);
}

/* Position of the highest set bit among the low ones; all ones if there is none. */
static inline uint32_t highest_bit(uint64_t a)
{
    return a == 0 ? UINT32_MAX : (uint32_t)(63 - __builtin_clzll(a));
}

static inline uint32_t shift_amount(uint32_t highest, unsigned bits)
{
    return highest == UINT32_MAX ? UINT32_MAX : bits - 1 - highest;
}

static inline uint64_t reverse_bits(uint64_t a, unsigned bits)
{
    uint64_t result = 0;
    for (unsigned i = 0; i < bits; i++)
        result |= (a >> i & 1) << (bits - 1 - i);
    return result;
}

static inline uint32_t leading_zeros(uint64_t a, unsigned bits)
{
    return a == 0 ? bits : bits - 1 - highest_bit(a);
}

/* A byte of prmt: selector's low three bits choose one of b:a's eight bytes, the fourth copies
 * its sign over the byte. */
static inline uint32_t permuted_byte(uint64_t bytes, uint32_t selector)
{
    uint32_t byte = (uint32_t)(bytes >> (selector & 7) * 8) & 0xff;
    return selector & 8 ? (byte & 0x80 ? 0xff : 0) : byte;
}

static inline uint32_t permute(uint32_t a, uint32_t b, uint32_t c)
{
    uint64_t bytes = (uint64_t)b << 32 | a;
    uint32_t result = 0;
    for (unsigned i = 0; i < 4; i++)
        result |= permuted_byte(bytes, c >> 4 * i) << 8 * i;
    return result;
}

/* prmt's special modes: the selector of byte i is computed from the low two bits of c. */
enum permute_mode { FORWARD_4, BACKWARD_4, REPLICATE_8, EDGE_LEFT, EDGE_RIGHT, REPLICATE_16 };

static inline uint32_t permute_mode(uint32_t a, uint32_t b, uint32_t c, enum permute_mode mode)
{
    uint64_t bytes = (uint64_t)b << 32 | a;
    uint32_t n = c & 3, result = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t selector = mode == FORWARD_4     ? n + i
                            : mode == BACKWARD_4  ? (n - i) & 7
                            : mode == REPLICATE_8 ? n
                            : mode == EDGE_LEFT   ? (i > n ? i : n)
                            : mode == EDGE_RIGHT  ? (i < n ? i : n)
                                                  : ((n & 1) * 2 + (i & 1));
        result |= permuted_byte(bytes, selector) << 8 * i;
    }
    return result;
}

static inline uint32_t funnel_left(uint32_t a, uint32_t b, uint32_t n)
{
    return (uint32_t)(((uint64_t)b << 32 | a) << n >> 32);
}

static inline uint32_t funnel_right(uint32_t a, uint32_t b, uint32_t n)
{
    return (uint32_t)(((uint64_t)b << 32 | a) >> n);
}

static inline uint32_t three_input_logic(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t result = 0;
    for (unsigned row = 0; row < 8; row++)
        if (table >> row & 1)
            result |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
    return result;
}

static inline int64_t signed_24(uint32_t a)
{
    return (int32_t)(a << 8) >> 8;
}

/* Division by zero gives all ones, as NVIDIA's division subroutines do. */
static inline uint64_t divide_unsigned(uint64_t a, uint64_t b)
{
    return b == 0 ? UINT64_MAX : a / b;
}

static inline uint64_t remainder_unsigned(uint64_t a, uint64_t b)
{
    return b == 0 ? UINT64_MAX : a % b;
}

static inline uint64_t divide_signed(int64_t a, int64_t b)
{
    return b == 0 ? UINT64_MAX : b == -1 ? 0 - (uint64_t)a : (uint64_t)(a / b);
}

static inline uint64_t remainder_signed(int64_t a, int64_t b)
{
    return b == 0 ? UINT64_MAX : b == -1 ? 0 : (uint64_t)(a % b);
}

static inline uint64_t high_unsigned(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b >> 64);
}

static inline uint64_t high_signed(int64_t a, int64_t b)
{
    return (uint64_t)((__int128)a * b >> 64);
}

static inline uint32_t saturate_32(int64_t x)
{
    return (uint32_t)(x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x);
}

static inline uint64_t distance_signed(int64_t a, int64_t b)
{
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

static inline uint64_t distance_unsigned(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* dp4a: the sum of products of the four bytes. */
static inline uint32_t dot_bytes(uint32_t a, uint32_t b, uint32_t c, int a_signed, int b_signed)
{
    for (unsigned i = 0; i < 32; i += 8) {
        int32_t x = a_signed ? (int8_t)(a >> i) : (uint8_t)(a >> i);
        int32_t y = b_signed ? (int8_t)(b >> i) : (uint8_t)(b >> i);
        c += (uint32_t)(x * y);
    }
    return c;
}

/* dp2a: the sum of products of two 16-bit and the two low 8-bit numbers. */
static inline uint32_t dot_halves(uint32_t a, uint32_t b, uint32_t c, int a_signed, int b_signed)
{
    for (unsigned i = 0; i < 2; i++) {
        int32_t x = a_signed ? (int16_t)(a >> 16 * i) : (uint16_t)(a >> 16 * i);
        int32_t y = b_signed ? (int8_t)(b >> 8 * i) : (uint8_t)(b >> 8 * i);
        c += (uint32_t)(x * y);
    }
    return c;
}

static inline uint32_t add_pairs(uint32_t a, uint32_t b)
{
    return ((a & 0xffff0000) + (b & 0xffff0000)) | (uint16_t)(a + b);
}

/* Of the two halves of a and b each: the greater or the less. */
static inline uint32_t extreme_pairs(uint32_t a, uint32_t b, bool is_signed, bool greatest)
{
    uint32_t result = 0, bias = is_signed ? 0x8000 : 0;
    for (unsigned shift = 0; shift < 32; shift += 16) {
        uint32_t x = a >> shift & 0xffff, y = b >> shift & 0xffff;
        bool first = ((x ^ bias) < (y ^ bias)) != greatest;
        result |= (first ? x : y) << shift;
    }
    return result;
}

/* szext: the low n of 32 bits, sign- or zero-extended. */
static inline uint32_t extend(uint32_t a, uint32_t n, bool is_signed)
{
    uint32_t low = (uint32_t)low_bits(n);
    bool negative = is_signed && n > 0 && n < 32 && a >> (n - 1) & 1;
    return (a & low) | (negative ? ~low : 0);
}

/* fns: position of the |n|-th set bit from base upwards (n > 0) or downwards, base included; of
 * base itself if n is 0; all ones if there is none. */
static inline uint32_t nth_set_bit(uint32_t mask, uint32_t base, int32_t n)
{
    int64_t step = n < 0 ? -1 : 1, left = n < 0 ? -(int64_t)n : n == 0 ? 1 : n;
    int64_t end = n == 0 ? (int64_t)base + 1 : n > 0 ? 32 : -1;
    for (int64_t at = base; at != end && at >= 0 && at < 32; at += step)
        if (mask >> at & 1 && --left == 0)
            return (uint32_t)at;
    return UINT32_MAX;
}

#endif
