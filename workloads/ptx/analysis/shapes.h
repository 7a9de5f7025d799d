/* SPDX-License-Identifier: BSD-3-Clause */
/* How what a function's instructions compute differs among the threads of a block.
 *
 * A value is uniform if all threads that run the instruction together have the same; affine if it
 * is the same plus thread index x times a stride, which may be known or just be the same for all,
 * plus what %tid.y and .z add, which is 0 along x; else it varies. A predicate is affine if it
 * compares such values: the threads for which it holds are a range.
 *
 * A value varies if it is read from memory at an address that isn't uniform, from local memory, by
 * an atomic, a vote, a shuffle or a call; affine values stay affine in sums, in products with
 * uniform ones and in conversions to wider integers. `or` counts as a sum: compilers write it where
 * no bit is set in both (ASSUMED). If several instructions write a register and threads disagree
 * on which of them ran, because one stands between a branch that differs and the point where its
 * ways meet again, the register varies. A loop that threads leave one after the other doesn't make
 * what it writes vary within the loop, where those that go on have done the same, but behind it.
 *
 * Source: B. Coutinho, D. Sampaio, F. M. Q. Pereira, W. Meira, "Divergence Analysis and
 *   Optimizations", PACT 2011; D. Sampaio, R. M. de Souza, C. Collange, F. M. Q. Pereira,
 *   "Divergence Analysis", TOPLAS 35(4), 2013, for affine values; R. Karrenberg, S. Hack,
 *   "Whole-Function Vectorization", CGO 2011, for loops that are left by some. Differs: PTX
 *   registers are no static single assignments, so the join of two values is seen from their
 *   writers, and all values of a register count together. What other threads write to memory in
 *   between is not looked at.
 */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_SHAPES_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_SHAPES_H

#include "workloads/ptx/analysis/loops.h"
#include "workloads/ptx/analysis/shape_values.h"

struct ptx_shapes {
    struct ptx_shape *of;        /* by pc: of all that it reads, and what it writes */
    struct ptx_shape *address;   /* by pc: of the address; UNIFORM if there is none */
    struct ptx_shape *registers; /* where they are written */
    bool *blends;                /* by pc: threads that don't run it keep what the register had */
    int32_t *loop_of;            /* by pc: innermost loop, -1 if none */
};

/* The parameters of a kernel are the same for all threads, those of other functions may not be. */
struct ptx_shapes *ptx_shapes_new(const struct ptx_function *function);
void ptx_shapes_free(struct ptx_shapes *shapes);

#endif
