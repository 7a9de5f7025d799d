/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/functional_barrier.h"
#include "models/launch/kernel_fault.h"
#include "workloads/instruction_source.h"
#include <string.h>

/* Tells of each barrier that has opened. */
static void tell(const struct functional_block *block, uint64_t released)
{
    while (released) {
        const uint32_t id = block->warps[__builtin_ctzll(released)].barrier_id;
        uint64_t together = 0;
        for (uint64_t left = released; left; left &= left - 1)
            if (block->warps[__builtin_ctzll(left)].barrier_id == id)
                together |= left & -left;
        block->watch->barrier_opens(block->watch->data, &block->context, id, together);
        released &= ~together;
    }
}

/* Warps that have met go on at the same time. */
static void meet_clocks(struct functional_block *block, uint64_t released)
{
    uint64_t ahead = 0;
    for (uint64_t left = released; left; left &= left - 1)
        ahead = MAX(ahead, block->warps[__builtin_ctzll(left)].clock.ahead);
    for (uint64_t left = ahead > 0 ? released : 0; left; left &= left - 1)
        block->warps[__builtin_ctzll(left)].clock.ahead = ahead;
}

static void release(struct functional_block *block, uint64_t released)
{
    static const uint16_t one_place[WARP_LANES] = {0};
    if (G_UNLIKELY(block->watch != NULL) && released)
        tell(block, released);
    if (block->has_clocks)
        meet_clocks(block, released);
    for (; released; released &= released - 1) {
        struct functional_warp *warp = &block->warps[__builtin_ctzll(released)];
        const struct kernel_code *code = warp->context.code;
        warp->state = WARP_RUNS;
        warp->holds = block->holds;
        if (code->instructions[warp->barrier_pc].n_destinations == 0)
            continue;
        uint32_t result = block_barriers_result(&block->barriers, warp->barrier_id);
        uint8_t bytes[sizeof result];
        memcpy(bytes, &result, sizeof result);
        code->ops->deliver(&warp->context, warp->barrier_pc, warp->barrier_lanes, bytes, one_place);
    }
}

/* The block has completed a phase of its cluster's barrier: warps of all its blocks may go on. */
static void meet_cluster(struct functional_block *block)
{
    const struct functional_cluster *cluster = block->cluster;
    const uint32_t rank = block->context.rank;
    const uint32_t phases = cluster_barrier_phases(&block->of_cluster);
    for (unsigned i = 0; i < cluster->n_blocks; i++) {
        struct functional_block *other = cluster->block[i];
        if (other && i != rank)
            cluster_barrier_hear(&other->of_cluster, rank, phases);
        uint64_t released = other ? cluster_barrier_release(&other->of_cluster) : 0;
        for (; released; released &= released - 1)
            other->warps[__builtin_ctzll(released)].state = WARP_RUNS;
    }
}

/* From now on, each barrier knows who has ended. */
static inline void note_meeting(struct functional_block *block)
{
    if (functional_is_unmet(block))
        block->of_cluster.live = block->barriers.live;
    block->met = true;
}

static bool meet(struct functional_warp *warp, struct functional_block *block, uint32_t pc,
                 const struct issued *what, GError **error)
{
    bool told = false;
    note_meeting(block);
    if (what->barrier_kind == BARRIER_CLUSTER_WAIT) {
        if (!cluster_barrier_wait(&block->of_cluster, warp->context.in_block))
            warp->state = WARP_AT_CLUSTER;
        return true;
    }
    if (!cluster_barrier_arrive(&block->of_cluster, warp->context.in_block, &told)) {
        char *text = g_strdup("it arrives twice at the cluster's barrier without a wait");
        g_propagate_error(error, kernel_fault(&warp->context, pc, NULL, text));
        return false;
    }
    if (told)
        meet_cluster(block);
    return true;
}

/* Counting is a call on processors of the base set; most masks need none. */
static uint32_t lanes_in(lane_mask lanes)
{
    return lanes == 0               ? 0
           : lanes == ~(lane_mask)0 ? WARP_LANES
                                    : (uint32_t)__builtin_popcount(lanes);
}

static bool arrive(struct functional_warp *warp, struct functional_block *block, uint32_t pc,
                   const struct barrier_arrival *arrival, GError **error)
{
    uint64_t released = 0;
    char *fault = NULL;
    note_meeting(block);
    if (!block_barriers_arrive(&block->barriers, warp->context.in_block, arrival, &released,
                               &fault)) {
        g_propagate_error(error, kernel_fault(&warp->context, pc, NULL, fault));
        return false;
    }
    if (released)
        release(block, released);
    return true;
}

bool functional_meet(struct functional_warp *warp, struct functional_block *block, uint32_t id,
                     GError **error)
{
    const struct barrier_arrival arrival = {.id = id, .kind = BARRIER_SYNC, .lanes = WARP_LANES};
    const uint32_t pc = warp->context.pc - 1;
    uint64_t released;
    warp->state = WARP_AT_BARRIER;
    warp->barrier_id = id;
    warp->barrier_pc = pc;
    warp->barrier_lanes = ~(lane_mask)0;
    if (!block_barriers_meet(&block->barriers, warp->context.in_block, id, &released))
        return arrive(warp, block, pc, &arrival, error);
    note_meeting(block);
    if (released)
        release(block, released);
    return true;
}

bool functional_arrive(struct functional_warp *warp, struct functional_block *block, uint32_t pc,
                       const struct issued *what, GError **error)
{
    if (what->barrier_kind >= BARRIER_CLUSTER_ARRIVE)
        return meet(warp, block, pc, what, error);
    const struct barrier_arrival arrival = {.id = what->barrier_id,
                                            .threads = what->barrier_threads,
                                            .kind = what->barrier_kind,
                                            .lanes = lanes_in(what->active),
                                            .lanes_true = lanes_in(what->barrier_true)};
    if (arrival.kind != BARRIER_ARRIVE) {
        warp->state = WARP_AT_BARRIER;
        warp->barrier_id = what->barrier_id;
        warp->barrier_pc = pc;
        warp->barrier_lanes = what->active;
    }
    return arrive(warp, block, pc, &arrival, error);
}

void functional_warp_exits(const struct functional_warp *warp, struct functional_block *block)
{
    const unsigned number = warp->context.in_block;
    const uint64_t released = block_barriers_exit(&block->barriers, number);
    if (released)
        release(block, released);
    if (cluster_barrier_exit(&block->of_cluster, number))
        meet_cluster(block);
}

void functional_barriers_begin(struct functional_block *block, bool again)
{
    if (again && functional_is_unmet(block)) {
        block->barriers.live = UINT64_MAX >> (64 - block->n_warps);
        return;
    }
    block->met = false;
    cluster_barrier_init(&block->of_cluster, block->n_warps, block->context.rank,
                         block->cluster->n_blocks);
    block_barriers_init(&block->barriers, block->n_warps);
}

void functional_cluster_leave(struct functional_block *block)
{
    struct functional_cluster *cluster = block->cluster;
    const uint32_t rank = block->context.rank;
    cluster->shared[rank] = NULL;
    cluster->block[rank] = NULL;
    block->cluster = NULL;
    if (--cluster->left == 0 && cluster != &block->alone)
        g_free(cluster);
}
