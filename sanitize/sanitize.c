/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/sanitize.h"
#include "sanitize/race/clock.h"
#include "sanitize/race/order_sync.h"
#include "sanitize/sanitize_private.h"
#include "workloads/instruction_source.h"

/* ---- launches and blocks ------------------------------------------------------------------- */

static bool uses_fences(const struct sites *sites, uint32_t base, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct site *site = sites_at(sites, base + i);
        if (site->kind == SITE_FENCE || site->flags & (SITE_ACQUIRES | SITE_RELEASES))
            return true;
    }
    return false;
}

/* Of a launch that no command stands for: it knows all, and all that come later know it. */
static uint32_t order_behind_all(struct sanitizer *sanitizer)
{
    enum { CHAINS = 64 };
    uint32_t *knows = g_new(uint32_t, CHAINS);
    for (unsigned i = 0; i < CHAINS; i++)
        knows[i] = UINT32_MAX;
    return order_launch(&sanitizer->order, 0, 0, knows, CHAINS);
}

/* How values flow through the launch's code; NULL: its front end does not know. */
static void note_flows(struct sanitizer *sanitizer, const struct kernel_code *code,
                       struct known_launch *launch)
{
    if (!code->ops || !code->ops->value_flows || !code->ops->operand)
        return;
    struct value_flow *flows = g_hash_table_lookup(sanitizer->flows, code);
    if (!flows) {
        flows = code->ops->value_flows(code);
        g_hash_table_insert(sanitizer->flows, (gpointer)code, flows);
    }
    launch->flows = flows;
    for (uint32_t pc = 0; pc < code->n_instructions; pc++)
        launch->has_calls |= flows[pc].kind == FLOW_CALL;
}

/* Launches that the host has waited for are known to all that come later. */
static void settle(struct sanitizer *sanitizer)
{
    const GArray *launches = sanitizer->order.launches;
    guint n = sanitizer->order.n_settled;
    for (; n < launches->len; n++) {
        const struct order_launch *launch = &g_array_index(launches, struct order_launch, n);
        if (!commands_all_know(sanitizer->commands, launch->chain, launch->number))
            break;
    }
    order_settle(&sanitizer->order, n);
    for (unsigned i = 0; n == launches->len && i < sanitizer->n_parts; i++)
        shadow_forget_syncs(sanitizer->global[i]);
}

static void launch_begins(void *data, const struct launch *launch)
{
    struct sanitizer *sanitizer = data;
    struct command_order place;
    race_later_finish(sanitizer);
    settle(sanitizer);
    const uint32_t base = sites_of(sanitizer->sites, launch->code);
    uint32_t number;
    if (launch->depth == 0 &&
        commands_order(sanitizer->commands, launch->client, launch->command, &place))
        number =
            order_launch(&sanitizer->order, place.chain, place.number, place.knows, place.n_knows);
    else
        number = order_behind_all(sanitizer);
    sanitizer->order.lock_step = !launch->independent_lanes;
    const bool fences = uses_fences(sanitizer->sites, base, launch->code->n_instructions);
    sanitizer->race.keeps_many = fences;
    if (sanitizer->checkers & CHECK_RACE)
        copy_check_launch(sanitizer);
    sanitizer->launch = blocks_launch(&sanitizer->blocks, launch, number, base, fences);
    if (sanitizer->checkers & CHECK_INIT)
        note_flows(sanitizer, launch->code, sanitizer->launch);
    race_later_begin(sanitizer, launch, base);
}

static void block_begins(void *data, const struct block_context *block, unsigned n_warps)
{
    struct sanitizer *sanitizer = data;
    (void)n_warps;
    blocks_begin(&sanitizer->blocks, block, sanitizer->launch);
}

static void block_ends(void *data, const struct block_context *block)
{
    struct sanitizer *sanitizer = data;
    blocks_end(&sanitizer->blocks, block,
               sanitizer->checks_later ? race_team_ended(sanitizer->team) : NULL);
}

/* ---- steps --------------------------------------------------------------------------------- */

static void arrive_at_cluster(struct sanitizer *sanitizer, const struct step *step)
{
    struct running_block *block = step->block;
    if (step->what->barrier_kind == BARRIER_CLUSTER_WAIT) {
        block->waits_cluster |= UINT64_C(1) << step->w->in_block;
        return;
    }
    order_leave(&sanitizer->order, block->order, step->w->in_block, step->what->active,
                &block->launch->clusters);
}

static void barrier(struct sanitizer *sanitizer, const struct step *step)
{
    if (step->what->active == 0)
        return;
    if (step->what->barrier_kind >= BARRIER_CLUSTER_ARRIVE)
        arrive_at_cluster(sanitizer, step);
    else
        order_arrive(&sanitizer->order, step->block->order, step->what->barrier_id,
                     step->w->in_block, step->pc);
}

/* Whether it looks at an mbarrier. Others arrive there, or copies will do so for them. */
static bool looks(const struct issued *what)
{
    return what->async == ASYNC_TEST || what->async == ASYNC_TRY_WAIT;
}

/* Lanes of a __syncwarp(). Lanes with other masks have met others, even if they come together. */
static void warp_sync(struct sanitizer *sanitizer, const struct step *step)
{
    const struct instruction_source_ops *ops = step->w->code->ops;
    const uint32_t *mask = ops->operand ? ops->operand(step->w, step->pc, 0) : NULL;
    for (lane_mask left = step->what->active; left;) {
        lane_mask same = left;
        for (lane_mask others = mask ? left : 0; others; others &= others - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(others);
            if (mask[lane] != mask[__builtin_ctz(left)])
                same &= ~((lane_mask)1 << lane);
        }
        const lane_mask live = step->block->order->warp[step->w->in_block].live;
        if ((same & live) != live) /* entries of a team have no room for who has met whom */
            race_later_finish(sanitizer);
        order_warp_sync(&sanitizer->order, step->block->order, step->w->in_block, same);
        left &= ~same;
    }
}

static void race_step(struct sanitizer *sanitizer, const struct step *step)
{
    const lane_mask lanes = step->what->active;
    switch ((enum site_kind)step->site->kind) {
    case SITE_LOAD:
    case SITE_STORE:
    case SITE_ATOMIC:
        if (G_UNLIKELY(sanitizer->loose_copies))
            copy_check_step(sanitizer, step);
        race_check_access(sanitizer, step);
        break;
    case SITE_FENCE:
        order_fence(&sanitizer->order, step->block->order, step->w->in_block, lanes,
                    step->site->scope);
        break;
    case SITE_ASYNC:
        race_check_copies(sanitizer, step);
        break;
    case SITE_SYNC:
        race_check_copies(sanitizer, step);
        race_check_mbarrier(sanitizer, step);
        order_mbarrier(&sanitizer->order, step->block->order, step->w->in_block,
                       looks(step->what) ? 0 : lanes,
                       looks(step->what) ? lanes & ~step->what->waits : 0);
        break;
    case SITE_BARRIER:
        barrier(sanitizer, step);
        break;
    case SITE_WARP_SYNC:
        warp_sync(sanitizer, step);
        break;
    case SITE_TOGETHER:
    case SITE_GROUP:
    case SITE_OTHER:
        break;
    }
}

static void check_step(struct sanitizer *sanitizer, const struct step *step)
{
    if (sanitizer->checkers & CHECK_MEMORY && step->site->kind <= SITE_ATOMIC)
        memory_check_step(sanitizer, step);
    if (sanitizer->checkers & CHECK_INIT)
        init_check_step(sanitizer, step);
    if (sanitizer->checkers & CHECK_SYNC)
        sync_check_step(sanitizer, step);
    if (sanitizer->checkers & CHECK_RACE)
        race_step(sanitizer, step);
    else if (sanitizer->checkers & CHECK_SYNC && step->site->kind == SITE_BARRIER)
        barrier(sanitizer, step);
}

static struct step step_of(const struct sanitizer *sanitizer, struct running_block *block,
                           const struct warp_context *w, uint32_t pc, const struct issued *what)
{
    return (struct step){.block = block,
                         .w = w,
                         .pc = pc,
                         .instruction = &w->code->instructions[pc],
                         .number = block->launch->base + pc,
                         .site = sites_at(sanitizer->sites, block->launch->base + pc),
                         .what = what};
}

static void faulted(void *data, const struct warp_context *w, uint32_t pc,
                    const struct issued *what)
{
    struct sanitizer *sanitizer = data;
    struct running_block *block = blocks_running(&sanitizer->blocks, w->block);
    race_later_finish(sanitizer);
    if (!block)
        return;
    const struct step step = step_of(sanitizer, block, w, pc, what);
    if (sanitizer->checkers & CHECK_MEMORY)
        memory_check_fault(sanitizer, &step);
    if (sanitizer->checkers & CHECK_SYNC)
        mbarrier_check_fault(sanitizer, &step);
}

static void skipped(void *data, const struct launch *launch)
{
    struct sanitizer *sanitizer = data;
    (void)launch;
    sanitizer->n_skipped++;
}

static void issued(void *data, const struct warp_context *w, uint32_t pc, const struct issued *what)
{
    struct sanitizer *sanitizer = data;
    struct running_block *block = blocks_running(&sanitizer->blocks, w->block);
    if (G_UNLIKELY(!block))
        return;
    const uint64_t warp = UINT64_C(1) << w->in_block;
    if (w->active == 0)
        block->live &= ~warp;
    if (G_UNLIKELY(block->waits_cluster & warp)) {
        block->waits_cluster &= ~warp;
        order_take(block->order, w->in_block, block->launch->clusters);
    }
    const struct step step = step_of(sanitizer, block, w, pc, what);
    if (step.site->kind != SITE_OTHER || block->values)
        check_step(sanitizer, &step);
}

static void barrier_opens(void *data, const struct block_context *context, uint32_t id,
                          uint64_t warps)
{
    struct sanitizer *sanitizer = data;
    struct running_block *block = blocks_running(&sanitizer->blocks, context);
    if (block && sanitizer->checkers & CHECK_SYNC)
        sync_check_barrier(sanitizer, block, id, warps);
    if (block && (uint32_t)__builtin_popcountll(warps) != block->order->n_warps)
        race_later_finish(sanitizer); /* as in warp_sync() */
    if (block)
        order_open(&sanitizer->order, block->order, id, warps);
}

/* ---- the whole ----------------------------------------------------------------------------- */

static void make_race(struct sanitizer *sanitizer, unsigned threads)
{
    const bool several = threads > 1 && sanitizer->checkers & CHECK_RACE;
    sanitizer->n_parts = several ? TEAM_PARTS : 1;
    for (unsigned i = 0; i < sanitizer->n_parts; i++)
        sanitizer->global[i] = shadow_new(several ? TEAM_PART_BITS : 0);
    race_init(&sanitizer->race, &sanitizer->order, sanitizer->sites);
    sanitizer->race.data = sanitizer;
    sanitizer->race.report = race_hear;
    sanitizer->threads = several ? threads : 1;
}

struct sanitizer *sanitizer_new(unsigned checkers, struct device_memory *memory, bool keeps_freed,
                                unsigned threads)
{
    struct sanitizer *sanitizer = g_new0(struct sanitizer, 1);
    sanitizer->checkers = checkers;
    sanitizer->memory = memory;
    sanitizer->sites = sites_new();
    sanitizer->findings = findings_new(sanitizer->sites, &sanitizer->order.now);
    sanitizer->commands = commands_new();
    sanitizer->written = written_new();
    sanitizer->uses = init_uses_new();
    sanitizer->flows = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    sanitizer->copies = g_ptr_array_new_with_free_func(copy_check_free);
    order_init(&sanitizer->order);
    blocks_init(&sanitizer->blocks, &sanitizer->order);
    make_race(sanitizer, threads);
    sanitizer->watch = (struct execution_watch){.data = sanitizer,
                                                .launch_begins = launch_begins,
                                                .block_begins = block_begins,
                                                .block_ends = block_ends,
                                                .issued = issued,
                                                .barrier_opens = barrier_opens,
                                                .skipped = skipped,
                                                .faulted = faulted};
    memory_check_begin(sanitizer, keeps_freed);
    return sanitizer;
}

void sanitizer_free(struct sanitizer *sanitizer)
{
    if (!sanitizer)
        return;
    race_later_finish(sanitizer);
    race_team_free(sanitizer->team);
    blocks_finish(&sanitizer->blocks);
    race_finish(&sanitizer->race);
    for (unsigned i = 0; i < sanitizer->n_parts; i++)
        shadow_free(sanitizer->global[i]);
    order_finish(&sanitizer->order);
    written_free(sanitizer->written);
    init_uses_free(sanitizer->uses);
    g_hash_table_destroy(sanitizer->flows);
    g_ptr_array_free(sanitizer->copies, TRUE);
    commands_free(sanitizer->commands);
    findings_free(sanitizer->findings);
    sites_free(sanitizer->sites);
    g_free(sanitizer);
}

const struct execution_watch *sanitizer_watch(const struct sanitizer *sanitizer)
{
    return &sanitizer->watch;
}

struct findings *sanitizer_findings(const struct sanitizer *sanitizer)
{
    return sanitizer->findings;
}

bool sanitizer_finds_fault(const struct sanitizer *sanitizer, enum fault_kind kind)
{
    if (!sanitizer)
        return false;
    if (kind == FAULT_SYNC)
        return sanitizer->checkers & CHECK_SYNC;
    return sanitizer->checkers & CHECK_MEMORY && (kind == FAULT_STRAY || kind == FAULT_NOWHERE ||
                                                  kind == FAULT_MISALIGNED || kind == FAULT_RANGE);
}

unsigned sanitizer_errors(const struct sanitizer *sanitizer)
{
    return findings_errors(sanitizer->findings);
}

void sanitizer_issue(struct sanitizer *sanitizer, uint32_t client, const struct command *command)
{
    race_later_finish(sanitizer);
    commands_issue(sanitizer->commands, client, command);
    if (sanitizer->checkers & CHECK_INIT)
        init_uses_issue(sanitizer, client, command);
    if (sanitizer->checkers & CHECK_RACE)
        copy_check_issue(sanitizer, client, command);
}

void sanitizer_end(struct sanitizer *sanitizer, uint32_t client, uint64_t id)
{
    race_later_finish(sanitizer);
    if (sanitizer->checkers & CHECK_INIT)
        init_uses_end(sanitizer, client, id);
    if (sanitizer->checkers & CHECK_RACE)
        copy_check_end(sanitizer, client, id);
    commands_end(sanitizer->commands, client, id);
    if (sanitizer->checkers & CHECK_RACE)
        copy_check_forget(sanitizer);
}

void sanitizer_finish(struct sanitizer *sanitizer, bool complete)
{
    GHashTableIter each;
    gpointer block;
    race_later_finish(sanitizer);
    if (complete && sanitizer->checkers & CHECK_LEAK)
        memory_check_leaks(sanitizer);
    g_hash_table_iter_init(&each, sanitizer->blocks.running);
    while (!complete && sanitizer->checkers & CHECK_SYNC &&
           g_hash_table_iter_next(&each, NULL, &block))
        mbarrier_check_cut(sanitizer, block);
}
