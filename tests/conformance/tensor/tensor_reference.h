/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of matrices that a warp holds in registers, as the PTX document lays them out.
 *
 * The places of elements come from a table with the document's own numbers. Integers are added with
 * 64 bits, floats one after the other by MPFR: each sum c + a b is rounded once.
 * Source: PTX ISA 8.6, section 9.7.14.5, "Matrix Fragments for mma.m8n8k4" to "mma.m16n8k256".
 */
#ifndef SIMGPU_TESTS_CONFORMANCE_TENSOR_TENSOR_REFERENCE_H
#define SIMGPU_TESTS_CONFORMANCE_TENSOR_TENSOR_REFERENCE_H

#include "tests/conformance/operand_type.h"

enum { TENSOR_LANES = 32, TENSOR_MOST_REGISTERS = 8 };
enum tensor_operand { TENSOR_D, TENSOR_A, TENSOR_B, TENSOR_C, TENSOR_OPERANDS };

struct tensor_type {
    const char *name;
    unsigned bits;
    const struct float_format *format; /* NULL: an integer */
    bool is_signed;
};

/* NULL if there is none of that name. */
const struct tensor_type *tensor_type_find(const char *name);

/* Where element i of a lane of group g (lane / 4) and place t (lane % 4) is. Of A: row g, and 8
 * more if i & tall; column width t + i % width, and `far` more for every `from` elements. Of B the
 * same for the row; its column is g. */
struct tensor_place {
    unsigned width, tall, from, far;
};

struct tensor_shape {
    const char *name, *types; /* of A and B */
    unsigned rows, depth;
    struct tensor_place a, b;
};

extern const struct tensor_shape tensor_shapes[];
extern const unsigned tensor_n_shapes;

/* One form of mma. quads: m8n8k4 of .f16, whose layouts differ. */
struct tensor_form {
    const struct tensor_shape *shape;
    const struct tensor_type *type[TENSOR_OPERANDS];
    bool quads, a_column, b_column, saturates, is_and;
    const char *rounding; /* of .f64: NULL, "rn", "rz", "rm" or "rp" */
};

/* enum exact_rounding; nearest if there is no word. */
unsigned tensor_rounding(const char *word);

/* Registers that a lane has of an operand, and bits of each: 32 or 64. */
unsigned tensor_registers(const struct tensor_form *form, enum tensor_operand operand);
unsigned tensor_register_bits(const struct tensor_form *form, enum tensor_operand operand);

/* What a warp holds. */
struct tensor_warp {
    uint64_t of[TENSOR_OPERANDS][TENSOR_LANES][TENSOR_MOST_REGISTERS];
};

/* An element of D: c and products of so many elements of a row and a column. Of the form only types
 * and flags count. */
uint64_t tensor_sum(const struct tensor_form *form, unsigned depth, const uint64_t a[],
                    const uint64_t b[], uint64_t c);

/* Makes D of A, B and C. */
void tensor_expect(const struct tensor_form *form, struct tensor_warp *warp);

#endif
