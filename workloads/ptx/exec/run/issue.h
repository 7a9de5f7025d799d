/* SPDX-License-Identifier: BSD-3-Clause */
/* The interpreter: functions of instruction_source_ops that run lowered kernels. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_RUN_ISSUE_H
#define SIMGPU_WORKLOADS_PTX_EXEC_RUN_ISSUE_H

#include "workloads/instruction_source.h"
#include "workloads/ptx/exec/exec.h"

void exec_warp_start(struct warp_context *w);
/* The same in two parts: special registers, and what the first frame begins with; */
void exec_warp_start_registers(struct warp_context *w);
/* and the rest, which comes first if there are clocks among the special registers. */
void exec_warp_start_state(struct warp_context *w);
bool exec_issue(struct warp_context *w, uint64_t cycle, struct issued *out);
/* The instruction at w->pc, no branch, for these lanes. It moves nothing on, and prepares nothing.
 */
bool exec_perform(struct warp_context *w, lane_mask lanes, uint64_t cycle, struct issued *out);
void exec_deliver(struct warp_context *w, uint32_t pc, lane_mask lanes, const uint8_t *data,
                  const uint16_t offset[WARP_LANES]);
uint32_t exec_run_plain(struct warp_context *w, uint64_t *threads);
void exec_describe(const struct kernel_code *code, uint32_t pc, struct instruction_text *out);
/* See instruction_source.h. NULL also where a destination has taken the register's place. */
const void *exec_operand_lanes(const struct warp_context *w, uint32_t pc, unsigned k);

/* standing.c. */
void exec_standing(const struct warp_context *w, struct warp_standing *out);

#endif
