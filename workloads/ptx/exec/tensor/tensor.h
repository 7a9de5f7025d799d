/* SPDX-License-Identifier: BSD-3-Clause */
/* The operands of mma.sync: small matrices that a warp holds in its registers.
 *
 * The operands are too many for an exec_op. They stand in the kernel's constants, at op->target.
 *
 * Layouts. Lane l has group g = l / 4 and place t = l % 4. A register holds E elements (E = 1 of 32
 * or 64 bits, 2 of 16, 4 of 8, 8 of 4, 32 of 1).
 *
 *   A (16 rows)  register r, element e: row g + 8 (r mod 2), column 4E (r / 2) + E t + e
 *   A (8 rows)   the same: row g, column 4E r + E t + e
 *   B            row 4E r + E t + e, column g
 *   C, D         register r of 32 or 64 bits: row g + 8 (r / 2), column 2 t + r mod 2;
 *                a pair of .f16: row g + 8 r, columns 2 t and 2 t + 1
 *
 * m8n8k4 of .f16 is four products of lanes 4q to 4q + 3 with 16 + 4q to 19 + 4q, laid out
 * otherwise: tensor_quads.c. Source: PTX ISA 8.6, section 9.7.14.5, "Matrix multiply-accumulate
 * operation using mma instruction", of each shape "Matrix Fragments for mma.m...".
 *
 * Numbers. PTX leaves the order of sums and their rounding open ("mma", "Precision and rounding").
 * Here products are exact, and d = c + a0 b0 + a1 b1 + ... from left to right, where each sum is
 * rounded to the nearest .f32 (of .f64: to the nearest .f64, fused). A result of .f16 is rounded
 * once more, at the end. Subnormals count. A NaN is 0x7fffffff, 0x7fff as .f16, as .f64 that of its
 * arithmetic. The last 13 bits of a .tf32 are ignored. Integers wrap; with .satfinite they stop at
 * the ends of .s32.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_H

#include "workloads/ptx/exec/exec.h"

enum tensor_type {
    TENSOR_F16,
    TENSOR_BF16,
    TENSOR_TF32,
    TENSOR_E4M3,
    TENSOR_E5M2,
    TENSOR_F32,
    TENSOR_F64,
    TENSOR_S8,
    TENSOR_U8,
    TENSOR_S4,
    TENSOR_U4,
    TENSOR_B1,
    TENSOR_S32
};

enum { TENSOR_REGISTERS = 8 }; /* of one matrix, at most */
enum { TENSOR_ROWS = 16, TENSOR_COLUMNS = 8, TENSOR_DEPTH = 64 };

/* A matrix in registers; an operand that is the sink `_` has no bits. */
struct tensor_matrix {
    struct exec_operand registers[TENSOR_REGISTERS];
    uint8_t n;
    uint8_t type;   /* enum tensor_type */
    bool is_column; /* m8n8k4 of .f16: as .col says */
};

struct exec_tensor {
    struct tensor_matrix d, a, b, c;
    uint8_t rows;   /* 8 or 16; columns are 8 */
    uint16_t depth; /* of the sums: k */
    bool is_quads;  /* m8n8k4 of .f16 */
    bool saturates; /* .satfinite */
    bool is_and;    /* .and.popc, else .xor.popc */
};

/* Of an op whose action is exec_mma. */
static inline const struct exec_tensor *exec_tensor_of(const struct exec_op *op,
                                                       const uint8_t *constants)
{
    return (const struct exec_tensor *)(const void *)(constants + op->target);
}

#endif
