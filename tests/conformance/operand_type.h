/* SPDX-License-Identifier: BSD-3-Clause */
/* The types of operands in the conformance suite's rows: one word each.
 *
 *   u8 u16 u32 u64   s8 s16 s32 s64   b8 b16 b32 b64     integers
 *   f16 bf16 f32 f64 e4m3 e5m2                           one float
 *   f16x2 bf16x2 e4m3x2 e5m2x2                           two, the first in the low half
 *   pred, !pred                                          a predicate; negated where it is used
 *   amount                                               a u32 that is a shift count or a position
 *
 * "u8/32": in a register of 32 bits (a u8 otherwise has one of 16), whose other bits are garbage
 * for a source, and part of the result for a destination.
 */
#ifndef SIMGPU_TESTS_CONFORMANCE_OPERAND_TYPE_H
#define SIMGPU_TESTS_CONFORMANCE_OPERAND_TYPE_H

#include <stdbool.h>
#include <stdint.h>

/* A float format: sign, then exponent, then mantissa bits without the hidden one. */
struct float_format {
    const char *name;
    unsigned bits, exponent_bits, mantissa_bits;
};

extern const struct float_format format_e4m3, format_e5m2, format_f16, format_bf16, format_f32,
    format_f64;

enum operand_class {
    CLASS_UNSIGNED,
    CLASS_SIGNED,
    CLASS_AMOUNT,
    CLASS_FLOAT,
    CLASS_FLOAT_PAIR,
    CLASS_PREDICATE
};

struct operand_type {
    enum operand_class class;
    unsigned bits;          /* of the value; both halves of a pair */
    unsigned register_bits; /* 1 (predicate), 16, 32 or 64 */
    const struct float_format *format;
    bool negated;
};

/* False: no such word. */
bool operand_type_parse(const char *word, struct operand_type *type);

/* The low n bits set; n up to 64. */
uint64_t bits_below(unsigned n);

#endif
