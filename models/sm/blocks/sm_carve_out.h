/* SPDX-License-Identifier: BSD-3-Clause */
/* Unified memory: how much of it is shared memory, how much L1D. */
#ifndef SIMGPU_SM_CARVE_OUT_H
#define SIMGPU_SM_CARVE_OUT_H

#include "models/sm/blocks/blocks_state.h"

/* A block of the launch is about to start: divides unified memory between L1D and shared memory. */
void sm_carve_out(struct sm_blocks *blocks, const struct launch *launch);

#endif
