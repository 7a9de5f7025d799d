/* SPDX-License-Identifier: BSD-3-Clause */
/* A needed instruction, in lanes of which some values may be unknown; see reads.h. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_READS_STEP_H
#define SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_READS_STEP_H

#include "workloads/ptx/exec/block_lines/reads_warp.h"

void reads_step(struct reads_warp *warp, const struct reads_step *step, lane_mask lanes);

#endif
