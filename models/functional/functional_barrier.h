/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks and warps that run without time, their barriers, and the clusters whose blocks reach each
 * other's shared memory. */
#ifndef SIMGPU_FUNCTIONAL_BARRIER_H
#define SIMGPU_FUNCTIONAL_BARRIER_H

#include "models/functional/functional_clock.h"
#include "models/launch/cluster_barrier.h"
#include "models/launch/execution_watch.h"
#include "models/launch/functional_counts.h"

enum warp_state { WARP_RUNS, WARP_AT_BARRIER, WARP_AT_CLUSTER, WARP_OVER };

struct functional_warp {
    struct warp_context context;
    enum warp_state state;
    uint32_t barrier_id, barrier_pc;
    lane_mask barrier_lanes;
    uint8_t holds; /* enum turn_hold: where it is yet to stop */
    struct functional_clock clock;
};

struct functional_block;

struct functional_cluster {
    uint8_t *shared[CLUSTER_MOST_BLOCKS];                /* by rank: block_context.peers */
    struct functional_block *block[CLUSTER_MOST_BLOCKS]; /* NULL: it has ended */
    unsigned n_blocks, left;                             /* those that have not ended */
};

struct functional_block {
    struct block_context context;
    struct block_barriers barriers;
    struct cluster_barrier of_cluster;
    struct functional_cluster *cluster; /* NULL: it has ended */
    struct functional_cluster alone;    /* that of a block that has no others */
    struct functional_block *next_free;
    bool met; /* a warp has come to a barrier: else these are as they began, but for who lives */
    bool has_clocks; /* warps may be ahead: functional_clock.h */
    bool again;      /* the block has been another one of the launch before */
    bool begins;     /* no warp has been started: functional_begin_warp() does that, too */
    unsigned n_warps, warps_left;
    struct functional_warp *warps;
    uint8_t *states; /* of the warps, one after the other */
    uint64_t instructions;
    uint64_t held;                       /* so many turns ended at enum turn_hold, */
    uint8_t holds;                       /* of which the warps have these */
    uint64_t look_at, looked_since;      /* instructions; functional_look.h */
    struct functional_counts *counts;    /* that it adds to */
    const struct execution_watch *watch; /* NULL: nobody looks on */
};

/* The warp has issued a barrier. False with an error if the program is wrong. */
bool functional_arrive(struct functional_warp *warp, struct functional_block *block, uint32_t pc,
                       const struct issued *what, GError **error);
/* The same for a barrier before the warp's pc, at which all lanes wait for the whole block. */
bool functional_meet(struct functional_warp *warp, struct functional_block *block, uint32_t id,
                     GError **error);
void functional_warp_exits(const struct functional_warp *warp, struct functional_block *block);
/* Whether nobody waits for the block's warps: then block->barriers.live says who has not ended. */
static inline bool functional_is_unmet(const struct functional_block *block)
{
    return !block->met && block->cluster == &block->alone;
}
/* The barriers of a block that begins. again: it has run before, as another block of the launch. */
void functional_barriers_begin(struct functional_block *block, bool again);
/* The block ends. When the last one has ended, the cluster is freed. */
void functional_cluster_leave(struct functional_block *block);

#endif
