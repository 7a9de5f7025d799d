/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel's instructions are on a CPU whose compiler runs the threads of a block in the lanes
 * of SIMD units, neighbours in x beside each other: simd_forms of instruction_source_ops.
 *
 * By the shapes of values (workloads/ptx/analysis/shapes.h):
 * - What varies is a vector instruction; one that some threads must not change is followed by a
 *   blend, as after a branch that varies, or in a loop that threads leave in turn.
 * - What is uniform or affine is scalar: once a block outside loops, where it stands before the
 *   loop over packs or goes on by a sum there, which the end of that loop has (OP_EXIT); once a
 *   pack within. An affine value that a vector instruction computes with is a vector, too: a sum a
 *   pack.
 * - An integer sum, a product by 1, 2, 4 or 8 and a conversion of which only an address is made are
 *   part of the access (x86's base + index x scale). So is a comparison of which only a jump is
 *   made part of the jump, if both are scalar; and copies are renamed.
 * - A jump whose guard is affine, a bound of the thread's index, is scalar: the loop over packs
 *   ends there.
 * - An access is one of a vector if its addresses are affine with the size of its element for a
 *   stride; of a group, if a few elements lie between, of which accesses by the same register in
 *   the same basic block use some; else one of each thread.
 *
 * Source: R. Karrenberg, S. Hack, "Whole-Function Vectorization", CGO 2011, and "Improving
 *   Performance of OpenCL on CPUs", CC 2012; D. Nuzman, I. Rosen, A. Zaks, "Auto-Vectorization of
 *   Interleaved Data for SIMD", PLDI 2006, for groups; A. V. Aho et al., "Compilers: Principles,
 *   Techniques, and Tools", 2nd ed., 8.9 (addresses) and 9.1 (strength reduction).
 * Differs: values that are kept over a barrier are not charged. Calls are not inlined.
 */
#ifndef SIMGPU_WORKLOADS_PTX_LOWER_FORMS_H
#define SIMGPU_WORKLOADS_PTX_LOWER_FORMS_H

#include "workloads/instruction.h"
#include "workloads/static_facts.h"

/* g_free. */
struct simd_form *exec_simd_forms(const struct kernel_code *code);

#endif
