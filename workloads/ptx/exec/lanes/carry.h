/* SPDX-License-Identifier: BSD-3-Clause */
/* Extended-precision integer arithmetic: add.cc, addc, sub.cc, subc, mad.cc, madc.
 * The carry is a hidden predicate, exec_state.carry. A subtraction adds the complement: its carry
 * is set when nothing was borrowed, as addc after sub.cc shows on hardware.
 * Source: PTX ISA, "Extended-Precision Integer Arithmetic Instructions", which speaks of a borrow;
 * ZLUDA at 8a7931be, ptx/src/test/spirv_run, subc_cc_s32, for addc after sub.cc.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_CARRY_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_CARRY_H

#include "workloads/ptx/exec/exec.h"

enum carry_operation { CARRY_ADD, CARRY_SUB, CARRY_MAD_LO, CARRY_MAD_HI };

/* An exec_alu. variant: carry_operation; MODIFIER_CARRY_IN and _OUT; source_type: VALUE_U32, S32,
 * U64 or S64, which is also the result's. */
void exec_carry(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

#endif
