/* SPDX-License-Identifier: BSD-3-Clause */
/* The operands of wgmma.mma_async, a product of four warps.
 *
 * Warp w of a group of four has rows 16w to 16w + 15 of A and D. B has N columns for all of them. A
 * is in the registers of the warps, laid out as mma's of 16 rows (tensor.h), or in shared memory; B
 * is in shared memory (shared_matrix.h). D's register r of 32 bits is that of mma's register r mod
 * 4 in columns 8 (r / 4) on; a pair of .f16 that of r mod 2 in columns 8 (r / 2) on.
 *
 * A warp computes its part as it issues the instruction. A program that reads D, or changes what a
 * product reads, before wgmma.wait_group has no defined result in PTX; so this makes no difference
 * to one that has. Sums are mma's: from left to right, each rounded to .f32. Scales of -1 change
 * the sign of products, which is exact.
 *
 * Source: PTX ISA 8.6, "Asynchronous Warpgroup Level Matrix Instructions", of each shape "Register
 * Fragments for wgmma.mma_async.m64nNk...".
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_GROUP_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_GROUP_H

#include "workloads/ptx/exec/tensor/tensor.h"

enum { GROUP_WARPS = 4, GROUP_SUMS = 128 /* registers of D, at most */ };

struct exec_group {
    struct exec_operand d[GROUP_SUMS];
    struct tensor_matrix a;               /* in registers; n == 0: in shared memory */
    struct exec_operand a_place, b_place; /* descriptors */
    struct exec_operand adds;             /* a predicate: D is added to */
    uint16_t n_d, columns, depth;
    uint8_t d_type, a_type, b_type; /* enum tensor_type */
    bool a_transposed, b_transposed;
    bool negates; /* products */
    bool saturates;
};

static inline const struct exec_group *exec_group_of(const struct exec_op *op,
                                                     const uint8_t *constants)
{
    return (const struct exec_group *)(const void *)(constants + op->target);
}

#endif
