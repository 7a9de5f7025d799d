/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/blocks/sm_block_barriers.h"
#include "models/launch/kernel_fault.h"
#include "models/sm/core/sm_fault.h"
#include "models/sm/front/sm_scoreboard.h"
#include "models/sm/l1d/l1d.h"
#include "workloads/instruction_source.h"
#include <string.h>

/* Writes the result of a reducing barrier into the register that its instruction names. */
static void deliver_reduction(const struct sm_block *block, struct sm_warp *warp)
{
    static const uint16_t one_place[WARP_LANES] = {0};
    const struct kernel_code *code = warp->context.code;
    if (!warp->barrier.reduces)
        return;
    uint32_t result = block_barriers_result(&block->barriers, warp->barrier.id);
    uint8_t bytes[sizeof result];
    memcpy(bytes, &result, sizeof result);
    code->ops->deliver(&warp->context, warp->barrier.pc, warp->barrier.lanes, bytes, one_place);
}

/* Warps of the block (by their index in it) leave a barrier; they may issue a barrier's latency
 * later. */
static void release_from_barrier(struct sm_blocks *blocks, struct sm_block *block,
                                 uint64_t released)
{
    for (; released; released &= released - 1) {
        unsigned slot = block->slot_of[__builtin_ctzll(released)];
        sm_warp_leaves_barrier(blocks->warps, slot);
        deliver_reduction(block, &blocks->warps->list[slot]);
        SM_TELL(blocks->core, barrier_left, slot, sm_fresh_view(blocks->core));
        sm_settle(blocks->warps, slot,
                  blocks->core->cycle + blocks->core->config->ops[OP_BARRIER].latency);
    }
}

static void wait_at_barrier(struct sm_blocks *blocks, unsigned slot, uint32_t pc,
                            const struct issued *what)
{
    struct sm_warp *warp = &blocks->warps->list[slot];
    warp->barrier.id = (uint16_t)MIN(what->barrier_id, BLOCK_BARRIERS); /* more is an error */
    warp->barrier.pc = pc;
    warp->barrier.lanes = what->active;
    warp->barrier.reduces =
        what->barrier_kind >= BARRIER_AND && what->barrier_kind <= BARRIER_COUNT;
    sm_warp_enters_barrier(blocks->warps, slot);
    SM_TELL(blocks->core, barrier_entered, slot, sm_fresh_view(blocks->core));
}

bool sm_warp_fault(struct sm_blocks *blocks, unsigned slot, uint32_t pc, const struct issued *what,
                   char *text)
{
    struct sm_warp *warp = &blocks->warps->list[slot];
    struct sm_block *block = &blocks->list[warp->block];
    if (!blocks->core->site.faults_end_launches) {
        sm_fault(blocks->core, &warp->context, pc, what, text);
        return false;
    }
    GError *fault = kernel_fault(&warp->context, pc, what, text);
    if (block->fault)
        g_error_free(fault);
    else
        block->fault = fault;
    return true;
}

/* ---- the barrier of a cluster --------------------------------------------------------------- */

void sm_cluster_barrier_begin(struct sm_block *block)
{
    const struct cluster_place *place = block->context.place;
    if (!block->of_cluster)
        block->of_cluster = g_new(struct cluster_barrier, 1);
    cluster_barrier_init(block->of_cluster, block->barriers.n_warps, block->context.rank,
                         place ? place->n_blocks : 1);
    for (unsigned i = 0; i < block->barriers.n_warps; i++)
        if (!(block->barriers.live >> i & 1))
            cluster_barrier_exit(block->of_cluster, i);
}

/* After a wait that acquires, L1 has no older lines than what the others have written. */
static void acquire(struct sm_blocks *blocks, const struct sm_warp *warp, uint32_t pc)
{
    if (!(warp->context.code->instructions[pc].flags & INSTRUCTION_ACQUIRE))
        return;
    l1d_acquire(blocks->ldst->l1d);
    sm_ldst_wake(blocks->ldst, LDST_WAITS_LINE);
}

/* Lets go the warps whose phase is over; those that were stopped have gone. */
static void release_from_cluster(struct sm_blocks *blocks, struct sm_block *block)
{
    uint64_t released = cluster_barrier_release(block->of_cluster);
    for (uint64_t left = released; left; left &= left - 1) {
        const unsigned number = (unsigned)__builtin_ctzll(left), slot = block->slot_of[number];
        if (!(blocks->warps->at_barrier >> slot & 1)) {
            released &= ~(UINT64_C(1) << number);
            continue;
        }
        acquire(blocks, &blocks->warps->list[slot], blocks->warps->list[slot].barrier.pc);
    }
    release_from_barrier(blocks, block, released);
}

static void tell_cluster(struct sm_blocks *blocks, struct sm_block *block)
{
    sm_remote_signal(blocks->remote, &block->context, cluster_barrier_phases(block->of_cluster));
    release_from_cluster(blocks, block);
}

/* The warp arrives, or waits for what it arrived in. As sm_barrier_arrive. */
G_NO_INLINE static bool meet_cluster(struct sm_blocks *blocks, unsigned slot, uint32_t pc,
                                     const struct issued *what)
{
    struct sm_warp *warp = &blocks->warps->list[slot];
    struct sm_block *block = &blocks->list[warp->block];
    const unsigned number = warp->context.in_block;
    bool told = false;
    if (!block->of_cluster)
        sm_cluster_barrier_begin(block);
    if (what->barrier_kind == BARRIER_CLUSTER_WAIT) {
        if (!cluster_barrier_wait(block->of_cluster, number)) {
            wait_at_barrier(blocks, slot, pc, what);
            return false;
        }
        acquire(blocks, warp, pc);
        return true;
    }
    const bool good = cluster_barrier_arrive(block->of_cluster, number, &told);
    /* A trace has a line for each part of a warp that has come apart. */
    if (!good && warp->context.code->traced)
        return true;
    if (!good)
        return sm_warp_fault(blocks, slot, pc, what,
                             g_strdup("it arrives twice at the cluster's barrier without a wait"));
    if (told)
        tell_cluster(blocks, block);
    return true;
}

void sm_cluster_heard(struct sm_blocks *blocks, unsigned block_slot, uint32_t rank, uint32_t phases)
{
    struct sm_block *block = &blocks->list[block_slot];
    cluster_barrier_hear(block->of_cluster, rank, phases);
    release_from_cluster(blocks, block);
}

/* ---- barriers of a block -------------------------------------------------------------------- */

bool sm_barrier_arrive(struct sm_blocks *blocks, unsigned slot, uint32_t pc,
                       const struct issued *what)
{
    struct sm_warp *warp = &blocks->warps->list[slot];
    struct sm_block *block = &blocks->list[warp->block];
    const struct barrier_arrival arrival = {.id = what->barrier_id,
                                            .threads = what->barrier_threads,
                                            .kind = what->barrier_kind,
                                            .lanes = (uint32_t)__builtin_popcount(what->active),
                                            .lanes_true =
                                                (uint32_t)__builtin_popcount(what->barrier_true)};
    bool waits = arrival.kind != BARRIER_ARRIVE;
    uint64_t released = 0;
    char *fault = NULL;
    blocks->core->counters.barriers++;
    if (G_UNLIKELY(what->barrier_kind >= BARRIER_CLUSTER_ARRIVE))
        return meet_cluster(blocks, slot, pc, what);
    if (waits)
        wait_at_barrier(blocks, slot, pc, what);
    if (!block_barriers_arrive(&block->barriers, warp->context.in_block, &arrival, &released,
                               &fault))
        return sm_warp_fault(blocks, slot, pc, what, fault) && !waits;
    release_from_barrier(blocks, block, released);
    return !waits;
}

void sm_barriers_exit(struct sm_blocks *blocks, unsigned slot)
{
    const struct sm_warp *warp = &blocks->warps->list[slot];
    struct sm_block *block = &blocks->list[warp->block];
    const unsigned number = warp->context.in_block;
    release_from_barrier(blocks, block, block_barriers_exit(&block->barriers, number));
    if (G_UNLIKELY(block->of_cluster != NULL) && cluster_barrier_exit(block->of_cluster, number))
        tell_cluster(blocks, block);
}
