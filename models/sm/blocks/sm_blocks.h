/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's blocks: how they and their warps come and go, and their barriers.
 *
 * When a block starts it empties caches if it is its kernel's first one here. It takes its share of
 * unified memory (sm_carve_out.c), and hands its warps to the parts that work for them.
 */
#ifndef SIMGPU_SM_BLOCKS_H
#define SIMGPU_SM_BLOCKS_H

#include "models/sm/blocks/blocks_state.h"

void sm_blocks_init(struct sm_blocks *blocks, struct sm_core *core, struct sm_mail *mail,
                    struct sm_fetch *fetch, struct load_store *ldst);
void sm_blocks_finish(struct sm_blocks *blocks);
/* Forgets the code of a launch that has ended, for a trace: its instructions belong to the launch.
 */
void sm_forget_code(struct sm_blocks *blocks, uint32_t launch);
/* Tells the meter which launches have blocks here. */
void sm_meter_refresh(struct sm_blocks *blocks);
void sm_block_start(struct sm_blocks *blocks, const struct message *message);
void sm_warp_exited(struct sm_blocks *blocks, unsigned slot);
/* Counts the block's resources up to that cycle. */
void sm_block_account(const struct sm_block *block, uint64_t cycle, struct sm_counters *counters);
void sm_retire_warp(struct sm_blocks *blocks, unsigned slot);
/* Instructions of the block in that place that the dispatcher has not heard of. Now they count as
 * told. */
uint64_t sm_block_untold(struct sm_blocks *blocks, unsigned block_slot);
/* Blocks of the launch that were sent ahead are done before they begin. */
void sm_blocks_drop_ahead(struct sm_blocks *blocks, uint32_t launch);
/* A kernel begins or ends here: empties L1 and the texture cache. */
void sm_drop_lines(struct sm_blocks *blocks);
/* But those of local memory. */
void sm_drop_device_lines(struct sm_blocks *blocks);

#endif
