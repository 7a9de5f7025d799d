/* SPDX-License-Identifier: BSD-3-Clause */
/* Bank conflicts in shared memory: for how many cycles a warp's access keeps it busy.
 *
 * Successive 4-byte words lie in successive banks. A bank serves one word a cycle, to any number of
 * lanes. Accesses of 8 and 16 bytes take a pass for each half and quarter warp. So a pass never
 * asks for more bytes than 32 banks deliver.
 *
 * Source: CUDA C Programming Guide 4.2, appendix F.4.3 "Shared Memory" (compute capability 2.x).
 * Differs: beyond the four passes, the guide's extra 2-way conflict of most 16-byte accesses is not
 * modelled.
 * Units: addresses in bytes of the block's shared memory, results in cycles.
 */
#ifndef SIMGPU_SM_SHARED_CONFLICTS_H
#define SIMGPU_SM_SHARED_CONFLICTS_H

#include "models/sm/core/sm_config.h"
#include "workloads/instruction.h"

/* Cycles of a load or store; 0 only if no lane is active. access_bytes: what one lane moves: 1, 2,
 * 4, 8 or 16. Active addresses are multiples of it; other addresses are not looked at. banks: a
 * power of two, up to SHARED_MAX_BANKS. */
unsigned shared_access_cycles(lane_mask active, const uint64_t address[WARP_LANES],
                              unsigned access_bytes, unsigned banks);

/* Cycles of an atomic operation. Lanes that meet in a bank take turns, even in the same word. */
unsigned shared_atomic_cycles(lane_mask active, const uint64_t address[WARP_LANES],
                              unsigned access_bytes, unsigned banks);

#endif
