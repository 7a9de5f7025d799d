/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks and warps come and go. */
#include "models/launch/grid.h"
#include "models/sm/sm_events.h"
#include "models/sm/sm_meter.h"
#include <stdlib.h>
#include <string.h>

static struct code_facts *facts_of(struct sm *sm, const struct launch *launch)
{
    const struct kernel_code *code = launch->code;
    struct code_facts *facts = g_hash_table_lookup(sm->blocks.code_facts, code);
    if (!facts || (code->traced && facts->launch != launch->id)) {
        facts = code_facts_new(code, launch->id);
        g_hash_table_replace(sm->blocks.code_facts, (void *)code, facts);
    }
    return facts;
}

static gboolean belongs_to(gpointer code, gpointer facts, gpointer launch)
{
    const struct code_facts *these = facts;
    (void)code; /* may be gone already */
    return these->traced && these->launch == *(const uint32_t *)launch;
}

void sm_forget_code(struct sm *sm, uint32_t launch)
{
    g_hash_table_foreach_remove(sm->blocks.code_facts, belongs_to, &launch);
}

static void start_warp(struct sm *sm, unsigned block_slot, unsigned in_block, unsigned slot)
{
    struct sm_block *block = &sm->blocks.list[block_slot];
    sm_warps_start(&sm->warps, slot, block_slot, in_block, &block->context, block->facts);
    sm_accesses_start_warp(&sm->accesses, slot);
    block->slot_of[in_block] = (uint8_t)slot;
    sm->core.counters.warps++;
    sm_tell_warp_started(sm, slot);
    sm_fetch_next(&sm->fetch, slot);
    sm_settle(&sm->warps, slot, sm->core.cycle);
}

static void prepare_shared(struct sm_block *block, uint32_t bytes)
{
    if (block->shared_capacity < bytes) {
        block->shared_capacity = bytes;
        block->shared = g_realloc(block->shared, bytes);
    }
    if (bytes > 0)
        memset(block->shared, 0, bytes);
}

static unsigned blocks_of(const struct sm *sm, uint32_t launch)
{
    unsigned n = 0;
    for (uint64_t used = sm->blocks.used; used; used &= used - 1)
        n += sm->blocks.list[__builtin_ctzll(used)].context.launch->id == launch;
    return n;
}

void sm_meter_refresh(struct sm *sm)
{
    uint32_t first = NO_LAUNCH;
    bool several = false, present = false;
    for (uint64_t used = sm->blocks.used; used; used &= used - 1) {
        uint32_t launch = sm->blocks.list[__builtin_ctzll(used)].context.launch->id;
        if (first == NO_LAUNCH)
            first = launch;
        several |= launch != first;
        present |= launch == sm->core.meter.meter.launch;
    }
    sm_meter_look(&sm->core, first, several, present);
}

static void start_block(struct sm *sm, const struct message *message)
{
    const struct launch *launch = message->work;
    /* Lines that a kernel still under way has brought may be older than what this one must see. */
    if (message->tag & MESSAGE_BLOCK_FIRST) {
        sm_drop_lines(sm);
        sm_policy_kernel_started(sm, launch);
    }
    sm_carve_out(sm, launch);
    unsigned block_slot = (unsigned)__builtin_ctzll(~sm->blocks.used);
    g_assert(block_slot < SM_MAX_BLOCKS);
    struct sm_block *block = &sm->blocks.list[block_slot];
    sm->blocks.used |= UINT64_C(1) << block_slot;
    block->facts = facts_of(sm, launch);
    prepare_shared(block, launch->code->static_shared_bytes + launch->dynamic_shared_bytes);
    uint64_t index = message->address;
    block->index = index;
    block->start_cycle = sm->core.cycle;
    block->instructions = 0;
    block->context = (struct block_context){
        .launch = launch, .shared = block->shared, .sm = sm->core.site.index};
    launch_block_index(launch, index, block->context.index);
    sm_meter_refresh(sm);
    sm_meter_turn(&sm->core, launch->id);
    unsigned n_warps = (unsigned)((launch_threads_per_block(launch) + WARP_LANES - 1) / WARP_LANES);
    g_assert(n_warps <= MAX_BLOCK_WARPS);
    block->warps_left = n_warps;
    sm_requests_reset(&sm->warps, block_slot);
    block_barriers_init(&block->barriers, n_warps);
    sm->core.counters.blocks++;
    if (SM_WANTS(&sm->core, block_started))
        sm_policy_block_started(sm, block_slot, n_warps);
    for (unsigned i = 0; i < n_warps; i++) {
        uint64_t free_slots = ~sm->warps.resident;
        unsigned slot = (unsigned)__builtin_ctzll(free_slots);
        g_assert(free_slots && slot < sm->core.config->limits.max_warps);
        start_warp(sm, block_slot, i, slot);
    }
}

void sm_block_start(struct sm *sm, const struct message *message)
{
    if (blocks_of(sm, message->launch) < message->tag >> MESSAGE_BLOCK_CAPACITY_SHIFT) {
        start_block(sm, message);
        return;
    }
    g_assert(sm->blocks.n_ahead < SM_MAX_AHEAD);
    sm->blocks.ahead[sm->blocks.n_ahead++] = *message;
}

/* A block of the launch has ended: one that was sent ahead takes its place. */
static void start_ahead(struct sm *sm, uint32_t launch)
{
    for (unsigned i = 0; i < sm->blocks.n_ahead; i++) {
        if (sm->blocks.ahead[i].launch != launch)
            continue;
        const struct message message = sm->blocks.ahead[i];
        sm->blocks.n_ahead--;
        memmove(sm->blocks.ahead + i, sm->blocks.ahead + i + 1,
                (sm->blocks.n_ahead - i) * sizeof sm->blocks.ahead[0]);
        start_block(sm, &message);
        return;
    }
}

/* What a reducing barrier has come to, into the register that its instruction names. */
static void deliver_reduction(const struct sm_block *block, struct sm_warp *warp)
{
    static const uint16_t one_place[WARP_LANES] = {0};
    const struct kernel_code *code = warp->context.code;
    if (code->instructions[warp->barrier.pc].n_destinations == 0)
        return;
    uint32_t result = block_barriers_result(&block->barriers, warp->barrier.id);
    uint8_t bytes[sizeof result];
    memcpy(bytes, &result, sizeof result);
    code->ops->deliver(&warp->context, warp->barrier.pc, warp->barrier.lanes, bytes, one_place);
}

/* Warps of the block (by their index in it) leave a barrier; they may issue a barrier's latency
 * later. */
static void release_from_barrier(struct sm *sm, struct sm_block *block, uint64_t released)
{
    for (; released; released &= released - 1) {
        unsigned slot = block->slot_of[__builtin_ctzll(released)];
        sm_warp_leaves_barrier(&sm->warps, slot);
        deliver_reduction(block, &sm->warps.list[slot]);
        SM_TELL(&sm->core, barrier_left, slot, sm_fresh_view(&sm->core));
        sm_settle(&sm->warps, slot, sm->core.cycle + sm->core.config->ops[OP_BARRIER].latency);
    }
}

static void wait_at_barrier(struct sm *sm, unsigned slot, uint32_t pc, const struct issued *what)
{
    struct sm_warp *warp = &sm->warps.list[slot];
    warp->barrier.id = what->barrier_id;
    warp->barrier.pc = pc;
    warp->barrier.lanes = what->active;
    sm_warp_enters_barrier(&sm->warps, slot);
    SM_TELL(&sm->core, barrier_entered, slot, sm_fresh_view(&sm->core));
}

bool sm_barrier_arrive(struct sm *sm, unsigned slot, uint32_t pc, const struct issued *what)
{
    struct sm_warp *warp = &sm->warps.list[slot];
    struct sm_block *block = &sm->blocks.list[warp->block];
    const struct barrier_arrival arrival = {.id = what->barrier_id,
                                            .threads = what->barrier_threads,
                                            .kind = what->barrier_kind,
                                            .lanes = (uint32_t)__builtin_popcount(what->active),
                                            .lanes_true =
                                                (uint32_t)__builtin_popcount(what->barrier_true)};
    bool waits = arrival.kind != BARRIER_ARRIVE;
    uint64_t released = 0;
    char *fault = NULL;
    sm->core.counters.barriers++;
    if (waits)
        wait_at_barrier(sm, slot, pc, what);
    if (!block_barriers_arrive(&block->barriers, warp->context.in_block, &arrival, &released,
                               &fault))
        sm_fault(&sm->core, &warp->context, pc, what->fault_lane, fault);
    release_from_barrier(sm, block, released);
    return !waits;
}

void sm_warp_exited(struct sm *sm, unsigned slot)
{
    struct sm_warp *warp = &sm->warps.list[slot];
    struct sm_block *block = &sm->blocks.list[warp->block];
    sm_fetch_stop(&sm->fetch, slot);
    sm_warps_drain(&sm->warps, slot);
    release_from_barrier(sm, block, block_barriers_exit(&block->barriers, warp->context.in_block));
    if (warp->outstanding == 0)
        sm_retire_warp(sm, slot);
}

void sm_retire_warp(struct sm *sm, unsigned slot)
{
    struct sm_block *block = &sm->blocks.list[sm->warps.list[slot].block];
    if (sm->core.site.observers)
        OBSERVERS_TELL(sm->core.site.observers, warp_ended, sm, slot);
    sm_warps_remove(&sm->warps, slot);
    block->instructions += sm->warps.list[slot].instructions;
    sm_meter_note(&sm->core, block->context.launch->id);
    sm->core.counters.warp_cycles += sm->core.cycle - block->start_cycle;
    SM_TELL(&sm->core, warp_finished, slot, sm_fresh_view(&sm->core));
    if (--block->warps_left > 0)
        return;
    if (SM_WANTS(&sm->core, block_finished))
        sm_policy_block_finished(sm, sm->warps.list[slot].block);
    sm->blocks.used &= ~(UINT64_C(1) << sm->warps.list[slot].block);
    sm->core.meter.stale = true;
    const struct message done = {.kind = MESSAGE_BLOCK_DONE,
                                 .address = block->instructions,
                                 .value = block->index,
                                 .launch = block->context.launch->id,
                                 .requester = (uint16_t)sm->core.site.index,
                                 .bytes = (uint16_t)sm->core.config->header_bytes};
    sm_mail_add(&sm->mail, &done);
    sm_mail_send(&sm->mail);
    start_ahead(sm, block->context.launch->id);
}

void sm_drop_lines(struct sm *sm)
{
    l1d_invalidate(&sm->l1d);
    texture_cache_invalidate(&sm->texture);
    sm_ldst_wake(&sm->ldst, LDST_WAITS_LINE);
}
