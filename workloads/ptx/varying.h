/* SPDX-License-Identifier: BSD-3-Clause */
/* Which instructions of a function differ among the threads of a block.
 *
 * One differs if it reads a register that does, or a special register that does (%tid, %laneid and
 * the like; not %ctaid), local memory, what a warp has exchanged or voted, an atomic's old value,
 * or what a function returned. A register differs if an instruction that does writes it, or if
 * several instructions write it and threads disagree on which of them ran: one of them stands
 * between a branch that differs and the point where its ways meet again. The rest is the same for
 * all threads of a block that run it: a compiler for SIMD units of a CPU keeps it scalar.
 *
 * Source: B. Coutinho, D. Sampaio, F. M. Q. Pereira, W. Meira, "Divergence Analysis and
 *   Optimizations", PACT 2011; R. Karrenberg, S. Hack, "Improving Performance of OpenCL on CPUs",
 *   CC 2012. Differs: PTX registers are no static single assignments, so the join of two values is
 *   seen from their writers, and all values of a register count together. What other threads write
 *   to memory in between is not looked at.
 */
#ifndef SIMGPU_WORKLOADS_PTX_VARYING_H
#define SIMGPU_WORKLOADS_PTX_VARYING_H

#include "workloads/ptx/ptx.h"

/* By pc; g_free. The parameters of a kernel are the same for all threads, those of other functions
 * may not be. */
bool *ptx_varying(const struct ptx_function *function);

#endif
