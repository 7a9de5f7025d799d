/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks and warps come and go. */
#include "models/sm/blocks/sm_blocks.h"
#include "models/launch/grid.h"
#include "models/sm/blocks/sm_block_barriers.h"
#include "models/sm/blocks/sm_carve_out.h"
#include "models/sm/blocks/sm_tell.h"
#include "models/sm/core/sm_meter.h"
#include "models/sm/front/sm_requests.h"
#include "models/sm/front/sm_scoreboard.h"
#include "models/sm/l1d/l1d.h"
#include "workloads/cluster.h"
#include "workloads/instruction_source.h"
#include <stdlib.h>
#include <string.h>

void sm_blocks_init(struct sm_blocks *blocks, struct sm_core *core, struct sm_mail *mail,
                    struct sm_fetch *fetch, struct load_store *ldst)
{
    blocks->remote = ldst->remote;
    blocks->core = core;
    blocks->warps = fetch->warps;
    blocks->accesses = ldst->accesses;
    blocks->fetch = fetch;
    blocks->ldst = ldst;
    blocks->mail = mail;
    blocks->list = arena_take_rare(core->unit.engine->arena, SM_MAX_BLOCKS, sizeof *blocks->list);
    blocks->code_facts = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)code_facts_free);
}

void sm_blocks_finish(struct sm_blocks *blocks)
{
    for (unsigned i = 0; i < blocks->n_ever; i++) {
        g_free(blocks->list[i].shared);
        g_free(blocks->list[i].of_cluster);
    }
    g_hash_table_destroy(blocks->code_facts);
}

static struct code_facts *facts_of(struct sm_blocks *blocks, const struct launch *launch)
{
    const struct kernel_code *code = launch->code;
    struct code_facts *facts = g_hash_table_lookup(blocks->code_facts, code);
    if (!facts || (code->traced && facts->launch != launch->id)) {
        facts = code_facts_new(code, launch->id, blocks->core->config);
        g_hash_table_replace(blocks->code_facts, (void *)code, facts);
    }
    return facts;
}

static gboolean belongs_to(gpointer code, gpointer facts, gpointer launch)
{
    const struct code_facts *these = facts;
    (void)code; /* may be gone already */
    return these->traced && these->launch == *(const uint32_t *)launch;
}

void sm_forget_code(struct sm_blocks *blocks, uint32_t launch)
{
    g_hash_table_foreach_remove(blocks->code_facts, belongs_to, &launch);
}

static void start_warp(struct sm_blocks *blocks, unsigned block_slot, unsigned in_block,
                       unsigned slot)
{
    struct sm_block *block = &blocks->list[block_slot];
    sm_warps_start(blocks->warps, slot, block_slot, in_block, &block->context, block->facts);
    sm_accesses_start_warp(blocks->accesses, slot);
    sm_fetch_start_warp(blocks->fetch, slot);
    block->slot_of[in_block] = (uint8_t)slot;
    blocks->core->counters.warps++;
    sm_tell_warp_started(blocks->core, slot);
    sm_fetch_next(blocks->fetch, slot);
    sm_settle(blocks->warps, slot, blocks->core->cycle);
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

static unsigned blocks_of(const struct sm_blocks *blocks, uint32_t launch)
{
    unsigned n = 0;
    for (uint64_t used = blocks->used; used; used &= used - 1)
        n += blocks->list[__builtin_ctzll(used)].context.launch->id == launch;
    return n;
}

void sm_meter_refresh(struct sm_blocks *blocks)
{
    uint32_t first = NO_LAUNCH;
    bool several = false, present = false;
    for (uint64_t used = blocks->used; used; used &= used - 1) {
        uint32_t launch = blocks->list[__builtin_ctzll(used)].context.launch->id;
        if (first == NO_LAUNCH)
            first = launch;
        several |= launch != first;
        present |= launch == blocks->core->meter.meter.launch;
    }
    sm_meter_look(blocks->core, first, several, present);
}

static struct occupancy_footprint footprint_of(const struct sm_blocks *blocks,
                                               const struct launch *launch)
{
    const struct occupancy_limits *limits = &blocks->core->config->limits;
    const struct occupancy_need need = {
        .threads_per_block = (uint32_t)launch_threads_per_block(launch),
        .registers_per_thread = occupancy_registers(limits, launch->code),
        .shared_bytes_per_block =
            (uint64_t)launch->code->static_shared_bytes + launch->dynamic_shared_bytes,
        .grid_blocks = launch_blocks(launch),
        .n_sms = MAX(launch->n_sms, 1)};
    return occupancy_footprint_of(limits, &need);
}

static void start_block(struct sm_blocks *blocks, const struct message *message)
{
    const struct launch *launch = message_launch(message);
    /* A kernel still under way may have brought lines that are older than this one must see. */
    if (message_block_is_first(message)) {
        sm_drop_lines(blocks);
        sm_tell_kernel_started(blocks->core, launch);
    }
    sm_carve_out(blocks, launch);
    unsigned block_slot = (unsigned)__builtin_ctzll(~blocks->used);
    g_assert(block_slot < SM_MAX_BLOCKS);
    struct sm_block *block = &blocks->list[block_slot];
    blocks->used |= UINT64_C(1) << block_slot;
    blocks->n_ever = MAX(blocks->n_ever, block_slot + 1);
    block->facts = facts_of(blocks, launch);
    prepare_shared(block, launch->code->static_shared_bytes + launch->dynamic_shared_bytes);
    uint64_t index = message_block_index(message);
    block->index = index;
    block->start_cycle = blocks->core->cycle;
    block->instructions = block->told = 0;
    block->holds = footprint_of(blocks, launch);
    block->context = (struct block_context){
        .launch = launch, .shared = block->shared, .sm = blocks->core->site.index};
    launch_block_index(launch, index, block->context.index);
    block->context.place = message_cluster_place(message);
    if (G_UNLIKELY(block->context.place != NULL))
        block->context.rank = cluster_rank(launch, block->context.index);
    sm_meter_refresh(blocks);
    sm_meter_turn(blocks->core, launch->id);
    unsigned n_warps = (unsigned)((launch_threads_per_block(launch) + WARP_LANES - 1) / WARP_LANES);
    g_assert(n_warps <= MAX_BLOCK_WARPS);
    block->warps_left = block->warps_working = n_warps;
    block->notice = message_block_wants_notice(message);
    block->noticed = false;
    sm_requests_reset(blocks->warps, block_slot);
    block_barriers_init(&block->barriers, n_warps);
    if (G_UNLIKELY(block->of_cluster != NULL || block->context.place != NULL))
        sm_cluster_barrier_begin(block);
    blocks->core->counters.blocks++;
    if (SM_WANTS(blocks->core, block_started))
        sm_tell_block_started(blocks, block_slot, n_warps);
    for (unsigned i = 0; i < n_warps; i++) {
        uint64_t free_slots = ~blocks->warps->resident;
        unsigned slot = (unsigned)__builtin_ctzll(free_slots);
        g_assert(free_slots && slot < blocks->core->config->limits.max_warps);
        start_warp(blocks, block_slot, i, slot);
    }
}

void sm_block_start(struct sm_blocks *blocks, const struct message *message)
{
    if (blocks_of(blocks, message->launch) < message_block_capacity(message)) {
        start_block(blocks, message);
        return;
    }
    g_assert(blocks->n_ahead < MESSAGE_BLOCK_MOST_AHEAD);
    blocks->ahead[blocks->n_ahead++] = *message;
}

/* A block of the launch has ended: a block that was sent ahead takes its place. */
static void start_ahead(struct sm_blocks *blocks, uint32_t launch)
{
    for (unsigned i = 0; i < blocks->n_ahead; i++) {
        if (blocks->ahead[i].launch != launch)
            continue;
        const struct message message = blocks->ahead[i];
        blocks->n_ahead--;
        memmove(blocks->ahead + i, blocks->ahead + i + 1,
                (blocks->n_ahead - i) * sizeof blocks->ahead[0]);
        start_block(blocks, &message);
        return;
    }
}

/* All warps of the block have exited; its last replies are on their way. If the dispatcher sends
 * another block now, it is here when this one's last acknowledgement comes. */
static void mail_notice(struct sm_blocks *blocks, struct sm_block *block)
{
    const struct message notice =
        message_block_ends(block->context.launch->id, (uint16_t)blocks->core->site.index);
    block->noticed = true;
    sm_mail_add(blocks->mail, &notice);
    sm_mail_send(blocks->mail);
}

void sm_warp_exited(struct sm_blocks *blocks, unsigned slot)
{
    struct sm_warp *warp = &blocks->warps->list[slot];
    struct sm_block *block = &blocks->list[warp->block];
    sm_fetch_end_warp(blocks->fetch, slot);
    sm_warps_drain(blocks->warps, slot);
    sm_barriers_exit(blocks, slot);
    const bool waits = block->warps_left > 1 || warp->outstanding > 0;
    if (--block->warps_working == 0 && block->notice && waits)
        mail_notice(blocks, block);
    if (warp->outstanding == 0)
        sm_retire_warp(blocks, slot);
}

void sm_block_account(const struct sm_block *block, uint64_t cycle, struct sm_counters *counters)
{
    uint64_t span = cycle - block->start_cycle;
    const uint64_t *holds = block->holds.amount;
    counters->thread_cycles += span * holds[OCCUPANCY_THREADS];
    counters->register_cycles += span * holds[OCCUPANCY_REGISTERS];
    counters->shared_byte_cycles += span * holds[OCCUPANCY_SHARED_MEMORY];
}

static void mail_done(struct sm_blocks *blocks, uint32_t launch, uint64_t index,
                      uint64_t instructions, uint64_t told, bool noticed)
{
    const struct block_done what = {.launch = launch,
                                    .block = index,
                                    .instructions = instructions,
                                    .told = (uint32_t)told,
                                    .noticed = noticed,
                                    .sm = (uint16_t)blocks->core->site.index};
    const struct message done = message_block_done(&what);
    sm_mail_add(blocks->mail, &done);
}

void sm_blocks_drop_ahead(struct sm_blocks *blocks, uint32_t launch)
{
    unsigned left = 0;
    for (unsigned i = 0; i < blocks->n_ahead; i++)
        if (blocks->ahead[i].launch == launch)
            mail_done(blocks, launch, message_block_index(&blocks->ahead[i]), 0, 0, false);
        else
            blocks->ahead[left++] = blocks->ahead[i];
    blocks->n_ahead = left;
}

uint64_t sm_block_untold(struct sm_blocks *blocks, unsigned block_slot)
{
    struct sm_block *block = &blocks->list[block_slot];
    uint64_t issued = block->instructions, before = block->told;
    for (uint64_t left = blocks->warps->resident; left; left &= left - 1) {
        const struct sm_warp *warp = &blocks->warps->list[__builtin_ctzll(left)];
        if (warp->block == block_slot)
            issued += warp->instructions;
    }
    block->told = issued;
    return issued - before;
}

static void mail_fault(struct sm_blocks *blocks, struct sm_block *block)
{
    const struct message fault =
        message_block_fault(block->context.launch->id, g_steal_pointer(&block->fault),
                            (uint16_t)blocks->core->site.index);
    sm_mail_add(blocks->mail, &fault);
}

void sm_retire_warp(struct sm_blocks *blocks, unsigned slot)
{
    struct sm_block *block = &blocks->list[blocks->warps->list[slot].block];
    if (blocks->core->site.observers)
        OBSERVERS_TELL(blocks->core->site.observers, warp_ended, sm_of(blocks->core), slot);
    sm_warps_remove(blocks->warps, slot);
    block->instructions += blocks->warps->list[slot].instructions;
    sm_meter_note(blocks->core, block->context.launch->id);
    blocks->core->counters.warp_cycles += blocks->core->cycle - block->start_cycle;
    SM_TELL(blocks->core, warp_finished, slot, sm_fresh_view(blocks->core));
    if (--block->warps_left > 0)
        return;
    if (SM_WANTS(blocks->core, block_finished))
        sm_tell_block_finished(blocks, blocks->warps->list[slot].block);
    sm_block_account(block, blocks->core->cycle, &blocks->core->counters);
    blocks->used &= ~(UINT64_C(1) << blocks->warps->list[slot].block);
    sm_meter_block_ended(blocks->core);
    if (G_UNLIKELY(block->context.place != NULL))
        sm_remote_block_ended(blocks->remote, &block->context, block->warps_working > 0);
    if (block->fault)
        mail_fault(blocks, block);
    mail_done(blocks, block->context.launch->id, block->index, block->instructions, block->told,
              block->noticed);
    sm_mail_send(blocks->mail);
    start_ahead(blocks, block->context.launch->id);
}

void sm_drop_device_lines(struct sm_blocks *blocks)
{
    l1d_acquire(blocks->ldst->l1d);
    texture_cache_invalidate(blocks->ldst->texture);
    sm_ldst_wake(blocks->ldst, LDST_WAITS_LINE);
}

void sm_drop_lines(struct sm_blocks *blocks)
{
    l1d_invalidate(blocks->ldst->l1d);
    texture_cache_invalidate(blocks->ldst->texture);
    sm_ldst_wake(blocks->ldst, LDST_WAITS_LINE);
}
