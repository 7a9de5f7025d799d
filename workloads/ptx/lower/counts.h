/* SPDX-License-Identifier: BSD-3-Clause */
/* How many instructions of each class a kernel has: static_counts of instruction_source_ops.
 *
 * Counted is what is written in the kernel and in the functions that it may call, each once;
 * unreachable code and what spilling adds are not. Exits, returns and fences are in no class.
 *
 * As on the GPU: `memory` has loads, stores, atomics and textures; `math` what runs on the
 * special-function unit or as a subroutine of it (divisions and roots of floats, sines);
 * conversions, shuffles and moves, of parameters too, are `integer`.
 * As on a CPU: what varies among the threads of a block (workloads/ptx/analysis/shapes.h) is
 * vector, the rest, uniform or affine, scalar; loads and stores are memory, atomics and branches
 * are classes of their own, and all else is ALU. A CPU has no use for barriers: its compiler runs
 * the threads of a block one after the other up to them.
 */
#ifndef SIMGPU_WORKLOADS_PTX_LOWER_COUNTS_H
#define SIMGPU_WORKLOADS_PTX_LOWER_COUNTS_H

#include "workloads/instruction.h"
#include "workloads/static_facts.h"

void exec_static_counts(const struct kernel_code *code, struct static_counts *out);

#endif
