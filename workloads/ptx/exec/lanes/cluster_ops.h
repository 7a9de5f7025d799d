/* SPDX-License-Identifier: BSD-3-Clause */
/* Addresses in the shared memory of a cluster's blocks: exec_alus.
 *
 * The last source of each is the block's own rank, %cluster_ctarank. Addresses are 32 or 64 bits
 * wide; a generic one has its window in the upper half, which stays (workloads/cluster.h).
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_CLUSTER_OPS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_CLUSTER_OPS_H

#include "workloads/ptx/exec/exec.h"

/* mapa: source 0's place in the block of rank source 1. An address in the block's own memory stays
 * one that is good for the space shared::cta, too. */
void exec_map_address(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
/* getctarank: the rank of the block that owns source 0. */
void exec_rank_of_address(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
/* isspacep.shared::cta: whether source 0 is in the block's own shared memory. */
void exec_in_own_window(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

#endif
