/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks that end where they stand. */
#ifndef SIMGPU_SM_STOP_H
#define SIMGPU_SM_STOP_H

#include "models/sm/whole/sm_parts.h"

/* The warps of the block in that place run nothing any more. The block is done when nothing of it
 * is out. */
void sm_stop_block(struct sm *sm, unsigned block);
/* The same for all blocks of the launch that are here. */
void sm_stop_launch(struct sm *sm, uint32_t launch);

#endif
