/* SPDX-License-Identifier: BSD-3-Clause */
/* The jump loop: from one cycle in which something can happen to the next. */
#include "models/sm/sm.h"
#include "models/sm/blocks/sm_blocks.h"
#include "models/sm/core/sm_children.h"
#include "models/sm/core/sm_meter.h"
#include "models/sm/core/sm_policies.h"
#include "models/sm/front/sm_scoreboard.h"
#include "models/sm/issue/sm_account.h"
#include "models/sm/issue/sm_issue.h"
#include "models/sm/issue/sm_stop.h"
#include "models/sm/l1d/l1d.h"
#include "models/sm/ldst/sm_ldst.h"
#include "models/sm/ldst/sm_ldst_ahead.h"
#include "models/sm/policy/sm_orders.h"
#include "models/sm/policy/sm_progress.h"
#include "models/sm/policy/sm_sample.h"
#include "models/sm/sm_cluster.h"
#include "models/sm/tma/sm_tma.h"
#include "models/sm/whole/sm_ahead.h"
#include "models/sm/whole/sm_complete.h"
#include "models/sm/whole/sm_observe.h"
#include "models/sm/whole/sm_output.h"
#include "models/sm/whole/sm_sync.h"

static void receive(struct sm *sm, const struct message *message)
{
    if (G_UNLIKELY(sm->core.meter.several) && message_has_payload(message))
        sm_meter_turn(&sm->core, message->launch);
    if (G_UNLIKELY(sm->core.site.observers != NULL) && message_is_of_memory(message) &&
        !l1d_is_part(&sm->l1d, message))
        sm_observe_replied(sm, message);
    if (G_UNLIKELY(message_has_payload(message) && message_cache(message) == MESSAGE_TMA)) {
        sm_sync_receive(sm, message);
        return;
    }
    switch (message->kind) {
    case MESSAGE_READ_REPLY:
        sm->core.counters.read_replies++;
        sm_l1d_replied(sm, message);
        break;
    case MESSAGE_ATOMIC_REPLY:
        sm->core.counters.atomic_replies++;
        sm_l1d_replied(sm, message);
        break;
    case MESSAGE_FETCH_REPLY:
        sm->core.counters.fetch_replies++;
        if (message_cache(message) == MESSAGE_ICACHE)
            sm_fetch_fill(&sm->fetch, message_number(message));
        else if (message_cache(message) == MESSAGE_CONSTANT)
            sm_constant_replied(sm, message_number(message));
        else if (message_cache(message) == MESSAGE_TEXTURE)
            sm_texture_replied(sm, message_number(message));
        else
            sm_l1d_replied(sm, message);
        break;
    case MESSAGE_WRITE_ACK:
        sm->core.counters.write_acks++;
        sm_write_acknowledged(sm, message_number(message));
        break;
    case MESSAGE_BLOCK_START:
        sm_block_start(&sm->blocks, message);
        sm_cluster_started(sm);
        break;
    case MESSAGE_POLICY_WORD:
        sm_word_received(&sm->core, message);
        if (message_word_topic(message) == POLICY_TOPIC_BLOCKS_TAKEN)
            sm_acknowledge_word(sm, message);
        break;
    case MESSAGE_LAUNCH_STOP:
        sm_stop_launch(sm, message->launch);
        break;
    case MESSAGE_KERNEL_END:
        sm_drop_lines(&sm->blocks);
        sm_forget_code(&sm->blocks, message->launch);
        sm_remote_forget(&sm->remote, message->launch);
        if (message->launch == sm->core.policies.launch)
            sm_policies_report(&sm->core);
        break;
    default:
        sm_cluster_received(sm, message);
    }
}

/* Notes the cycle that takes the inbox's first message. */
static inline void look_at_inbox(struct sm *sm)
{
    if (sm->head == sm->core.unit.inbox.head)
        return;
    sm->head = sm->core.unit.inbox.head;
    sm->arrival_cycle = clock_cycle_at_or_after(&sm->core.config->clock, sm->head);
}

/* Takes everything that has arrived by this cycle's edge. */
static void take_arrivals(struct sm *sm)
{
    sim_time edge = sm_edge(&sm->core, sm->core.cycle);
    while (sm->core.unit.inbox.head <= edge) {
        struct message message = *inbox_peek(&sm->core.unit.inbox);
        inbox_drop(&sm->core.unit.inbox);
        receive(sm, &message);
        wire_return_credit(sm->core.unit.incoming[message.port], edge);
    }
    look_at_inbox(sm);
}

/* Issues without orders, in cycles before `end`. */
static inline void issue_in_turn(struct sm *sm, uint64_t end)
{
    if (sm_is_stuck(sm))
        return;
    if (sm->issue.told)
        sm_issue_told(sm, end);
    else
        sm_issue(sm, end);
}

/* Issues in this cycle, obeying orders if there are any. */
static void issue_with_extras(struct sm *sm)
{
    if (sm->core.site.observers)
        sm_observe_cycle(sm);
    if (!sm->core.policies.orders) {
        issue_in_turn(sm, 0);
        return;
    }
    sm_review(sm);
    if (!sm_is_quiet(sm))
        sm_issue_ordered(sm);
    sm_send_words(sm);
}

static inline void step(struct sm *sm, uint64_t end, const bool extras)
{
    if (sm->arrival_cycle <= sm->core.cycle)
        take_arrivals(sm);
    sm_wake_operands(&sm->warps, sm->core.cycle);
    if (sm->ldst.next <= sm->core.cycle) {
        uint32_t complete = sm_ldst_step(&sm->ldst);
        if (complete != NO_ACCESS)
            sm_access_complete(sm, complete);
        if (G_UNLIKELY(sm->l1d.kept > 0))
            sm_stores_kept(sm);
    }
    if (sm->port.out.count > 0 && sm_port_step(&sm->port)) {
        sm_ldst_wake(&sm->ldst, LDST_WAITS_PORT);
        sm_fetch_port_free(&sm->fetch);
        if (G_UNLIKELY(sm->tma.blocked))
            sm_tma_port_free(&sm->tma);
    }
    if (G_UNLIKELY(sm->tma.next <= sm->core.cycle))
        sm_sync_step(sm);
    if (sm->mail.n > 0)
        sm_mail_send(&sm->mail);
    if (sm->fetch.refused && !sm->fetch.blocked)
        sm_fetch_ask_again(&sm->fetch);
    if (!extras) {
        issue_in_turn(sm, end);
        if (sm->ldst.foreseen && sm->issue.stalled == sm->issue.all)
            sm_ldst_stall_ahead(&sm->ldst);
        return;
    }
    if (sm->core.site.sample_every > 0)
        sm_sample_begin(sm);
    if (sm->core.site.progress_every > 0)
        sm_progress_begin(sm);
    issue_with_extras(sm);
    if (sm->core.site.sample_every > 0)
        sm_sample_end(sm);
    if (sm->core.site.progress_every > 0)
        sm_progress_end(sm);
}

/* MIN and MAX would call a function that is an argument of theirs twice. */
static inline uint64_t sooner(uint64_t a, uint64_t b)
{
    return MIN(a, b);
}

/* The next cycle in which the SM itself can do something, arrivals aside. Nothing is sooner than
 * the very next cycle, so a busy SM asks its first part only. If only the load/store unit has
 * anything to do by then, or before `end`, it goes on. */
static inline uint64_t next_own_cycle(struct sm *sm, uint64_t end, const bool extras)
{
    const uint64_t soonest = sm->core.cycle + 1;
    if (sm->warps.wheel[soonest % WHEEL_SLOTS])
        return soonest;
    uint64_t next = sm_fetch_next_cycle(&sm->fetch, sm->core.cycle);
    if (extras && sm->core.policies.orders)
        next = sooner(next, sm_next_issue_ordered(sm));
    else if (sm->warps.ready)
        next = sooner(next, sm_next_issue(sm));
    if (next <= soonest)
        return next;
    next = sooner(next, sm_next_wheel(&sm->warps, sm->fetch.missing));
    next = sooner(next, MAX(soonest, sm->tma.next));
    if (next <= soonest)
        return next;
    if (!extras && sm->ldst.goes_on && sm->issue.stalled == sm->issue.all &&
        sm->ldst.next <= soonest)
        sm_ldst_go_on(&sm->ldst, MIN(next, MIN(end, sm->arrival_cycle)));
    const uint64_t memory = sooner(sm->ldst.next, out_port_next(&sm->port.out));
    next = sooner(next, MAX(soonest, memory));
    if (sm->mail.n > 0)
        next = sooner(next, sm_mail_next(&sm->mail));
    return extras ? sooner(next, MIN(sm->sampling.due, sm->progress.due)) : next;
}

/* extras: there are observers, or policies that must be looked at cycle by cycle. */
static inline sim_time run(struct sm *sm, sim_time until, const bool extras)
{
    const struct clock *clock = &sm->core.config->clock;
    uint64_t end = clock_cycle_at_or_after(clock, until);
    out_port_refresh(&sm->port.out);
    look_at_inbox(sm);
    sm_load_ahead(sm, until);
    for (;;) {
        uint64_t own = next_own_cycle(sm, end, extras);
        uint64_t next = MIN(own, sm->arrival_cycle);
        if (sm->core.failed)
            return SIM_TIME_NEVER;
        if (next >= end)
            return own == CYCLE_NEVER ? SIM_TIME_NEVER : MAX(clock_edge(clock, own), until);
        if (extras && sm->core.policies.orders)
            sm_orders_gap(sm, next);
        if (next > sm->issue.accounted)
            sm_account_gap(sm, next);
        if (extras && sm->core.site.observers)
            sm_observe_gap(sm, next);
        sm_core_enter(&sm->core, next);
        step(sm, end, extras);
    }
}

static sim_time advance(struct unit *unit, sim_time until)
{
    return run((struct sm *)unit, until, false);
}

static sim_time advance_with_extras(struct unit *unit, sim_time until)
{
    return run((struct sm *)unit, until, true);
}

static void finish(struct unit *unit, sim_time end)
{
    struct sm *sm = (struct sm *)unit;
    uint64_t cycle =
        MAX(sm->issue.accounted, clock_cycle_at_or_after(&sm->core.config->clock, end));
    sm_account_gap(sm, cycle);
    sm->core.counters.ldst_busy_cycles += sm_ldst_busy_ahead(&sm->ldst, cycle);
    if (sm->core.site.observers)
        sm_observe_gap(sm, cycle);
    for (uint64_t warps = sm->warps.resident; warps; warps &= warps - 1) {
        const struct sm_warp *warp = &sm->warps.list[__builtin_ctzll(warps)];
        sm_meter_note(&sm->core, warp->context.block->launch->id);
        sm->core.counters.warp_cycles += cycle - sm->blocks.list[warp->block].start_cycle;
    }
    for (uint64_t used = sm->blocks.used; used; used &= used - 1) {
        const struct sm_block *block = &sm->blocks.list[__builtin_ctzll(used)];
        sm_meter_note(&sm->core, block->context.launch->id);
        sm_block_account(block, cycle, &sm->core.counters);
    }
    sm_meter_settle(&sm->core);
    out_port_account(&sm->port.out, cycle);
    sm->core.counters.inject.busy_cycles = sm->port.out.busy_cycles;
    sm->core.counters.inject.credit_stall_cycles = sm->port.out.credit_stall_cycles;
    launch_meter_close(&sm->core.meter.meter);
    sm_policies_report(&sm->core);
}

static const struct unit_ops sm_ops = {.model = "sm",
                                       .advance = advance,
                                       .finish = finish,
                                       .snapshot = sm_snapshot,
                                       .describe_waits = sm_describe_waits};

static const struct unit_ops sm_extras_ops = {.model = "sm",
                                              .advance = advance_with_extras,
                                              .finish = finish,
                                              .snapshot = sm_snapshot,
                                              .describe_waits = sm_describe_waits};

/* Makes each part after those that it works with. */
static void init_parts(struct sm *sm)
{
    sm_warps_init(&sm->warps, &sm->core);
    sm_port_init(&sm->port, &sm->core);
    sm_mail_init(&sm->mail, &sm->core);
    sm_accesses_init(&sm->accesses, &sm->warps);
    sm_fetch_init(&sm->fetch, &sm->core, &sm->warps, &sm->port);
    constant_cache_init(&sm->constants, &sm->core, &sm->port);
    texture_cache_init(&sm->texture, &sm->core, &sm->accesses, &sm->port);
    l1d_init(&sm->l1d, &sm->core, &sm->accesses, &sm->port);
    sm_remote_init(&sm->remote, &sm->core, &sm->accesses);
    sm_tma_init(&sm->tma, &sm->core, &sm->warps, &sm->port);
    sm_ldst_init(&sm->ldst, &(struct ldst_services){.core = &sm->core,
                                                    .warps = &sm->warps,
                                                    .accesses = &sm->accesses,
                                                    .l1d = &sm->l1d,
                                                    .texture = &sm->texture,
                                                    .constants = &sm->constants,
                                                    .remote = &sm->remote});
    sm_blocks_init(&sm->blocks, &sm->core, &sm->mail, &sm->fetch, &sm->ldst);
}

struct sm *sm_new(struct engine *engine, const char *name, const char *host,
                  const struct sm_site *site)
{
    struct sm *sm = arena_new0(engine->arena, struct sm, 1);
    sm_core_init(&sm->core, site);
    sm_policies_init(&sm->core,
                     &(struct sm_policies_see){.resident = &sm->warps.resident,
                                               .at_barrier = &sm->warps.at_barrier,
                                               .age = sm->warps.age,
                                               .on_memory = &sm->warps.wait_memory,
                                               .to_ldst = &sm->warps.by_pipe[PIPE_LDST]});
    sm_orders_init(sm);
    bool extras = site->observers || sm->core.policies.orders || site->sample_every > 0 ||
                  site->progress_every > 0;
    unit_init(&sm->core.unit, extras ? &sm_extras_ops : &sm_ops, engine, name, host);
    init_parts(sm);
    sm_issue_init(sm, engine->arena);
    sm_meter_init(&sm->core, &sm->port.out);
    sm->head = SIM_TIME_NEVER;
    sm->arrival_cycle = CYCLE_NEVER;
    sm_sample_init(sm);
    sm_progress_init(sm);
    return sm;
}

void sm_free(struct sm *sm)
{
    if (!sm)
        return;
    sm_warps_finish(&sm->warps);
    l1d_finish(&sm->l1d);
    sm_fetch_finish(&sm->fetch);
    constant_cache_finish(&sm->constants);
    texture_cache_finish(&sm->texture);
    sm_output_finish(sm);
    sm_accesses_finish(&sm->accesses);
    sm_ldst_finish(&sm->ldst);
    sm_remote_finish(&sm->remote);
    sm_orders_finish(sm);
    sm_policies_finish(&sm->core);
    sm_tma_finish(&sm->tma);
    sm_port_finish(&sm->port);
    sm_blocks_finish(&sm->blocks);
    sm_children_forget(&sm->mail);
    launch_meter_finish(&sm->core.meter.meter);
    unit_finish(&sm->core.unit);
}

struct unit *sm_unit(struct sm *sm)
{
    return &sm->core.unit;
}

void sm_connect(struct sm *sm, struct wire *to_dispatcher, struct wire *const *to_banks,
                unsigned n_banks)
{
    sm_mail_connect(&sm->mail, to_dispatcher);
    sm_port_connect(&sm->port, to_banks, n_banks);
}

uint64_t sm_cycles_begun(const struct sm *sm)
{
    return sm->issue.accounted;
}

const struct sm_counters *sm_counters(const struct sm *sm)
{
    return &sm->core.counters;
}

struct output_log *sm_take_output(struct sm *sm, uint32_t launch)
{
    return sm_output_take(sm, launch);
}

uint32_t sm_needs(const struct sm *sm)
{
    return sm->core.policies.members.needs;
}

const GArray *sm_policy_values(const struct sm *sm)
{
    return sm->core.policies.values;
}
