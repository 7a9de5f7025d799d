/* SPDX-License-Identifier: BSD-3-Clause */
/* Warps at the barriers of their block, and at that of its cluster. */
#ifndef SIMGPU_SM_BLOCK_BARRIERS_H
#define SIMGPU_SM_BLOCK_BARRIERS_H

#include "models/sm/blocks/blocks_state.h"

/* The warp arrives at its barrier. True if it goes on. If not, it is in at_barrier, or its block
 * has a fault. */
bool sm_barrier_arrive(struct sm_blocks *blocks, unsigned slot, uint32_t pc,
                       const struct issued *issued);
/* The warp has exited: no barrier waits for it. */
void sm_barriers_exit(struct sm_blocks *blocks, unsigned slot);
/* A block has started that is one of a cluster, or its place has a cluster's barrier from before.
 * Another block begins with its first barrier.cluster. */
void sm_cluster_barrier_begin(struct sm_block *block);
/* Another block of the cluster has completed so many phases of the cluster's barrier. */
void sm_cluster_heard(struct sm_blocks *blocks, unsigned block_slot, uint32_t rank,
                      uint32_t phases);
/* The warp has done something wrong (see sm_fault). True if that ends its launch: its block then
 * has a fault, and the caller stops the block. */
bool sm_warp_fault(struct sm_blocks *blocks, unsigned slot, uint32_t pc, const struct issued *what,
                   char *text);

#endif
