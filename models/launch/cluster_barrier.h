/* SPDX-License-Identifier: BSD-3-Clause */
/* The barrier of a cluster, as one of its blocks sees it.
 *
 * Warps arrive (barrier.cluster.arrive) and wait later (barrier.cluster.wait). When all live warps
 * of the block have arrived, the block has completed a phase, and tells the others so. A phase is
 * over when every block of the cluster has completed it. A block whose warps have all exited holds
 * nobody up any more. Blocks tell each other how many phases they have completed: in an SM by
 * messages.
 *
 * Source: PTX ISA, "barrier.cluster": all non-exited threads of the cluster arrive; arrive does not
 * wait. Differs: warps arrive as wholes.
 */
#ifndef SIMGPU_LAUNCH_CLUSTER_BARRIER_H
#define SIMGPU_LAUNCH_CLUSTER_BARRIER_H

#include "models/launch/barrier.h"
#include "workloads/cluster.h"

/* Phases completed by a block that has ended. */
enum { CLUSTER_BLOCK_GONE = UINT32_MAX };

struct cluster_barrier {
    uint64_t live, arrived, waiting;      /* warps of the block; arrived: in the current phase */
    uint32_t phases[CLUSTER_MOST_BLOCKS]; /* by rank: completed by that block */
    uint32_t warp_phase[BLOCK_MAX_WARPS]; /* by warp: how often it has arrived */
    uint8_t rank, n_blocks;
};

void cluster_barrier_init(struct cluster_barrier *barrier, unsigned n_warps, uint32_t rank,
                          uint32_t n_blocks);

/* A live warp arrives. *told: the block has completed a phase, so the others must hear of
 * cluster_barrier_phases. False if the program is wrong: it arrives twice in a phase. */
bool cluster_barrier_arrive(struct cluster_barrier *barrier, unsigned warp, bool *told);
/* A live warp exits. True: the others must hear of it. */
bool cluster_barrier_exit(struct cluster_barrier *barrier, unsigned warp);
/* The phase that the warp arrived in last is over: true. If not, the warp waits from now on. */
bool cluster_barrier_wait(struct cluster_barrier *barrier, unsigned warp);
/* Another block has completed so many phases. */
void cluster_barrier_hear(struct cluster_barrier *barrier, uint32_t rank, uint32_t phases);
/* The warps that waited for a phase that is over; they wait no longer. */
uint64_t cluster_barrier_release(struct cluster_barrier *barrier);
/* What the others are to hear: the phases that this block has completed. */
static inline uint32_t cluster_barrier_phases(const struct cluster_barrier *barrier)
{
    return barrier->phases[barrier->rank];
}
/* Appends "cluster barrier: 3 of 4 warps have arrived, block 1 of the cluster has not". */
void cluster_barrier_describe(const struct cluster_barrier *barrier, GString *text);

#endif
