/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs one PTX instruction on many operands and compares each lane with a C function.
 *
 * A shape is a string, the destination's letter first, then the sources': h 16 bits, w 32, l 64,
 * f .f32, d .f64, p a predicate, i (sources only) an immediate that the instruction's text
 * already has. Values travel as 64-bit words, zero-extended.
 */
#ifndef SIMGPU_TESTS_PTX_TEST_EXEC_TABLE_H
#define SIMGPU_TESTS_PTX_TEST_EXEC_TABLE_H

#include <stdint.h>

typedef uint64_t table_reference(uint64_t a, uint64_t b, uint64_t c, uint64_t d);

struct table_row {
    const char *opcode; /* "add.s32" */
    const char *shape;  /* "www" */
    table_reference *expected;
    const char *suffix; /* appended to the operands, as in ", 0x1f, -1"; may be NULL */
};

/* Every value of the first operand with every one of the second; the others take turns.
 */
void table_check(const struct table_row *row, const uint64_t *values, unsigned n_values);
void table_check_all(const struct table_row *rows, unsigned n_rows, const uint64_t *values,
                     unsigned n_values);

float table_float(uint64_t bits);
double table_double(uint64_t bits);
uint64_t table_float_bits(float x);   /* NaN as 0x7fffffff */
uint64_t table_double_bits(double x); /* NaN as 0xfff8000000000000 */

#endif
