/* SPDX-License-Identifier: BSD-3-Clause */
/* A warp's way through the slice; see block_lines.h. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_WARP_H
#define SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_WARP_H

#include "workloads/ptx/exec/block_lines/step.h"

void block_lines_warp_init(struct block_lines_warp *warp, const struct launch *launch,
                           uint32_t line_bytes);
void block_lines_warp_finish(struct block_lines_warp *warp);

/* Of the following warps; linear, x fastest. The lines are empty. */
void block_lines_warp_block(struct block_lines_warp *warp, uint64_t block);
/* A warp of the block, to its end. Takes what it has done from *steps; false if there are no more,
 * and the warp has not ended. */
bool block_lines_warp_run(struct block_lines_warp *warp, uint32_t in_block, uint64_t *steps);

/* All loads of the kernel are unknown. */
void block_lines_warp_give_up(struct block_lines_warp *warp);

#endif
