/* SPDX-License-Identifier: BSD-3-Clause */
/* Events of policies/sm_events.h that need a description. Call these only if a policy wants the
 * event. */
#ifndef SIMGPU_SM_TELL_H
#define SIMGPU_SM_TELL_H

#include "models/sm/access/sm_access.h"
#include "models/sm/blocks/blocks_state.h"

void sm_tell_kernel_started(struct sm_core *core, const struct launch *launch);
void sm_tell_block_started(struct sm_blocks *blocks, unsigned block_slot, unsigned n_warps);
void sm_tell_block_finished(struct sm_blocks *blocks, unsigned block_slot);
void sm_tell_executed(struct sm_core *core, const struct sm_warp *warp, uint32_t pc,
                      const struct issued *issued);
/* A warp has started. */
void sm_tell_warp_started(struct sm_core *core, unsigned slot);
void sm_tell_loaded(struct sm_core *core, const struct access *access);

#endif
