/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses to shared memory before which a warp waits until its block's others come as far.
 *
 * Without simulated time a warp runs far before another one does. Programs exist in which warps
 * exchange data in shared memory with a barrier missing. It is a race, and on a GPU it goes well:
 * all warps leave a barrier, or begin, together, so that none is far behind.
 *
 * - One reads behind a barrier what another one then overwrites: before its first store each warp
 *   waits until all have read (TURN_HOLDS_STORE). Where nothing is read between the two, as where a
 *   tile is filled, nobody waits.
 * - One reads what others have just stored: before its first load, or atomic, behind a store of its
 *   own each warp waits until all have stored (TURN_HOLDS_LOAD). Then come stores again, before
 *   which it waits once more.
 */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_HOLDS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_HOLDS_H

#include "workloads/instruction_source.h"

/* Adds enum turn_hold to those accesses, which become leaders. ends: enum turn_end by pc. */
void block_hold_accesses(const struct kernel_code *code, uint8_t *ends);

#endif
