/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks of a cluster are placed together.
 *
 * A cluster waits until SMs of one GPC have room for all of its blocks. Then each block has its
 * SM, and the blocks leave one after the other, before any other block does. Block schedulers are
 * not asked about launches with clusters; partitions are. No block of a cluster is sent ahead.
 *
 * The GPC with the most room gets the cluster, and in it each block goes to the SM that then has
 * the most room; the lowest number wins among equals. So a cluster of two has a pair of SMs, if a
 * pair is free.
 *
 * Source: CUDA C++ Programming Guide, "Thread Block Clusters": blocks of a cluster are co-scheduled
 *   on a GPC. ASSUMED: which GPC, and which SMs of it.
 */
#ifndef SIMGPU_DISPATCH_DISPATCHER_CLUSTER_H
#define SIMGPU_DISPATCH_DISPATCHER_CLUSTER_H

#include "models/dispatch/dispatcher_state.h"

/* Places the kernel's next cluster, and chooses its first block. False: no GPC has room. */
bool dispatcher_cluster_place(struct dispatcher *d, struct dispatcher_kernel *kernel);
/* The cluster being placed has another block: chooses it. */
void dispatcher_cluster_next(struct dispatcher *d);
/* The chosen block, of the cluster being placed, has left. */
void dispatcher_cluster_sent(struct dispatcher *d);
/* How many blocks of the cluster being placed have not left, if it is the kernel's. */
uint64_t dispatcher_cluster_rest(const struct dispatcher *d,
                                 const struct dispatcher_kernel *kernel);
/* Checks that the cluster can ever be placed. Returns why not, or NULL; g_free. */
char *dispatcher_cluster_misfit(const struct dispatcher *d, const struct launch *launch,
                                uint32_t capacity);

#endif
