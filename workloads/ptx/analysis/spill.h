/* SPDX-License-Identifier: BSD-3-Clause */
/* Spilling: a function that keeps more values than a thread may have registers, made into one that
 * keeps some of them in local memory.
 *
 * A spilled register has a place in the function's frame: each instruction that writes it is
 * followed by a store, each that reads it comes behind a load, both through a register that lives
 * no longer than that. Where most registers are live, those whose value rests longest for its
 * accesses go first, an access in a loop counting ten times for each level, until the function
 * fits. Source: G. J. Chaitin, "Register Allocation & Spilling via Graph Coloring", PLDI 1982
 * (spill everywhere; cost by accesses and depth of loops), with live ranges for degrees as in
 * linear scan (allocation.h). Differs: ptxas also rematerialises, splits ranges and orders
 * instructions to need fewer registers, so it spills less of the same PTX.
 *
 * Registers that calls, partial writes (%r1.b0) or parameters name, predicates and those of 128
 * bits stay: a function may still need more than the limit.
 *
 * Units: 32-bit registers a thread.
 */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_SPILL_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_SPILL_H

#include "workloads/ptx/syntax/ptx.h"

/* Of a thread. Source: CUDA C++ Programming Guide, "Technical Specifications per Compute
 * Capability", from 3.5 on. */
enum { PTX_MAX_REGISTERS = 255 };

struct ptx_spill;

/* NULL if the function fits as it is. */
struct ptx_spill *ptx_spill_new(const struct ptx_function *function, uint32_t most_registers);
void ptx_spill_free(struct ptx_spill *spill);
/* What takes the function's place; its registers are those of the function, and then others. */
const struct ptx_function *ptx_spill_function(const struct ptx_spill *spill);

#endif
