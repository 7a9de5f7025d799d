/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher.h"
#include "models/core/message_dispatch.h"
#include "models/dispatch/dispatcher_clients.h"
#include "models/dispatch/dispatcher_deal.h"
#include "models/dispatch/dispatcher_ends.h"
#include "models/dispatch/dispatcher_kernel.h"
#include "models/dispatch/dispatcher_room.h"
#include "models/dispatch/dispatcher_waits.h"
#include "models/dispatch/dispatcher_words.h"
#include "workloads/launch.h"

static inline struct dispatcher *dispatcher_of(struct unit *unit)
{
    return (struct dispatcher *)((char *)unit - offsetof(struct dispatcher, unit));
}

/* ---- credits ------------------------------------------------------------------------ */

static void note_blocked(struct dispatcher *d, uint64_t cycle)
{
    if (!d->blocked)
        d->blocked_since = cycle;
    d->blocked = true;
    d->last_try = cycle;
}

static void note_unblocked(struct dispatcher *d, uint64_t cycle)
{
    if (d->blocked)
        d->counters.credit_wait_cycles += cycle - d->blocked_since;
    d->blocked = false;
}

static sim_time earlier_credit(struct wire *wire, sim_time tried, sim_time so_far)
{
    sim_time when = tried;
    if (!wire_has_credit(wire, tried, &when))
        return MIN(when, so_far);
    return tried;
}

/* When the first of the missing credits comes. It is asked again each time the unit runs, since the
 * credit may have come back meanwhile. */
static sim_time next_credit(struct dispatcher *d)
{
    sim_time tried = clock_edge(&d->config.clock, d->last_try);
    sim_time first = SIM_TIME_NEVER;
    if (d->dealt) {
        first = earlier_credit(d->sms[d->chosen.sm].wire, tried, first);
        first = MAX(first, clock_edge(&d->config.clock, d->next_dispatch));
    }
    for (uint32_t i = 0; (d->words->len > 0 || d->stops_owed > 0) && i < d->n_sms; i++)
        if (dispatcher_owes_word(d, i) || dispatcher_owes_stop(d, i))
            first = earlier_credit(d->sms[i].wire, tried, first);
    if (d->children->len > 0)
        first = earlier_credit(d->to_host, tried, first);
    for (guint k = 0; k < d->kernels->len; k++) {
        const struct dispatcher_kernel *kernel = d->kernels->pdata[k];
        bool sm_waits = false;
        if (!dispatcher_is_over(kernel))
            continue;
        for (uint32_t i = 0; i < d->n_sms; i++) {
            if (!kernel->used[i])
                continue;
            first = earlier_credit(d->sms[i].wire, tried, first);
            sm_waits = true;
        }
        if (!sm_waits)
            first = earlier_credit(d->to_host, tried, first);
    }
    return first;
}

/* ---- what comes in ------------------------------------------------------------------ */

static void take_kernel(struct dispatcher *d, const struct launch *launch, uint64_t cycle)
{
    GError *error = NULL;
    struct dispatcher_kernel *kernel = dispatcher_kernel_new(d, launch, cycle, &error);
    if (!kernel) {
        dispatcher_fail(d, cycle, error);
        return;
    }
    g_ptr_array_add(d->kernels, kernel);
    if (d->n_running++ == 0)
        d->busy_since = cycle + d->config.way;
    d->all_blocks += kernel->n_blocks;
    d->quotas_stale = true;
    dispatcher_client_begins(d, kernel, cycle);
    dispatcher_kernel_begin(d, kernel, cycle);
    if (dispatcher_client_is_through(d, launch->client))
        dispatcher_end_early(d, kernel, cycle);
}

static void take_sample(struct dispatcher *d, const struct message *message, uint64_t cycle)
{
    const struct dispatcher_sample sample = {.sm = message->requester,
                                             .launch = message->launch,
                                             .cycles = message_sample_cycles(message),
                                             .instructions = message_sample_instructions(message),
                                             .memory_stalls = message_sample_stalls(message)};
    DISPATCHER_TELL(d, sampled, &sample, cycle);
    d->quotas_stale |= dispatcher_members_want(&d->members, DISPATCHER_EVENT(sampled));
}

/* ---- the unit -------------------------------------------------------------------------- */

static void take_message(struct dispatcher *d, const struct message *message, uint64_t cycle)
{
    switch (message->kind) {
    case MESSAGE_KERNEL_START:
        take_kernel(d, message_launch(message), cycle);
        break;
    case MESSAGE_POLICY_WORD:
        dispatcher_take_word(d, message, cycle);
        break;
    case MESSAGE_BLOCK_FAULT:
        dispatcher_take_fault(d, message, cycle);
        break;
    case MESSAGE_PROGRESS:
        dispatcher_take_progress(d, message, cycle);
        break;
    case MESSAGE_CHILDREN:
        g_array_append_vals(d->children, message, 1);
        break;
    case MESSAGE_SAMPLE:
        take_sample(d, message, cycle);
        break;
    case MESSAGE_BLOCK_ENDS:
        dispatcher_take_block_ends(d, message);
        break;
    default:
        g_assert(message->kind == MESSAGE_BLOCK_DONE);
        dispatcher_take_block_done(d, message, cycle);
    }
}

static void take_messages(struct dispatcher *d, uint64_t cycle)
{
    struct inbox *inbox = &d->unit.inbox;
    sim_time now = clock_edge(&d->config.clock, cycle);
    while (inbox->head <= now && !d->failed) {
        const struct message *message = inbox_peek(inbox);
        take_message(d, message, cycle);
        dispatcher_ask_again(d);
        if (d->members.outbox.n > 0)
            dispatcher_collect_words(d, cycle);
        wire_return_credit(d->unit.incoming[message->port], now);
        inbox_drop(inbox);
    }
}

/* The next cycle in which a policy wants a review; CYCLE_NEVER: none, or no kernel is under way. */
static uint64_t next_review(const struct dispatcher *d)
{
    if (d->n_running == 0 || !d->members.reviews)
        return CYCLE_NEVER;
    return dispatcher_members_review(&d->members, d->reviewed);
}

static void review(struct dispatcher *d, uint64_t cycle)
{
    if (next_review(d) > cycle)
        return;
    d->reviewed = cycle;
    DISPATCHER_TELL(d, reviewed, cycle);
    d->quotas_stale = true;
    dispatcher_ask_again(d);
}

/* The next cycle in which there is something to do. */
static uint64_t next_cycle(struct dispatcher *d)
{
    const struct clock *clock = &d->config.clock;
    uint64_t cycle = clock_cycle_at_or_after(clock, d->unit.inbox.head);
    if (d->blocked)
        cycle = MIN(cycle, clock_cycle_at_or_after(clock, next_credit(d)));
    if (!d->dealt || !d->blocked)
        cycle = MIN(cycle, dispatcher_next_deal(d));
    return MIN(cycle, next_review(d));
}

/* Launches of kernels go on to the host, in the order in which they came. False if a credit is
 * missing. Until then the host hears of no kernel's end, since a launch comes before its parent's.
 */
static bool pass_children(struct dispatcher *d, uint64_t cycle)
{
    while (d->children->len > 0 && dispatcher_has_credit(d, d->to_host, cycle)) {
        wire_send(d->to_host, clock_edge(&d->config.clock, cycle),
                  &g_array_index(d->children, struct message, 0));
        g_array_remove_index(d->children, 0);
    }
    return d->children->len == 0;
}

/* All that happens in a cycle. */
static void step(struct dispatcher *d, uint64_t cycle)
{
    take_messages(d, cycle);
    review(d, cycle);
    dispatcher_settle_quotas(d, cycle);
    dispatcher_collect_words(d, cycle);
    bool told = dispatcher_tell_words(d, cycle);
    bool passed = pass_children(d, cycle);
    bool ended = dispatcher_end_kernels(d, cycle) && passed;
    bool sent = dispatcher_deal(d, cycle);
    if (d->members.outbox.n > 0) {
        dispatcher_collect_words(d, cycle);
        told = dispatcher_tell_words(d, cycle);
    }
    bool stopped = dispatcher_send_stops(d, cycle);
    if (told && ended && sent && stopped)
        note_unblocked(d, cycle);
    else
        note_blocked(d, cycle);
}

static sim_time advance(struct unit *unit, sim_time until)
{
    struct dispatcher *d = dispatcher_of(unit);
    while (!d->failed) {
        uint64_t cycle = next_cycle(d);
        sim_time now = clock_edge(&d->config.clock, cycle);
        if (now >= until)
            return now;
        step(d, cycle);
    }
    return SIM_TIME_NEVER;
}

static void finish(struct unit *unit, sim_time end)
{
    struct dispatcher *d = dispatcher_of(unit);
    uint64_t cycle = clock_cycle_at_or_after(&d->config.clock, end);
    note_unblocked(d, cycle);
    if (d->n_running > 0 && cycle > d->busy_since)
        d->counters.kernel_cycles += cycle - d->busy_since;
    for (guint k = 0; k < d->kernels->len; k++)
        dispatcher_kernel_report(d, d->kernels->pdata[k]);
}

static void describe_waits(struct unit *unit, GString *text)
{
    dispatcher_describe_waits(dispatcher_of(unit), text);
}

static const struct unit_ops ops = {
    .model = "dispatcher",
    .advance = advance,
    .finish = finish,
    .describe_waits = describe_waits,
    .alone = true, /* it prepares blocks of traces, and ledgers read its table of rows */
};

static void *add_policy(struct dispatcher *d, const struct policy_choices *policies,
                        enum policy_kind_index kind)
{
    const struct policy_values *values = policies->of[kind];
    return dispatcher_members_add(&d->members, values->policy, values);
}

/* The block scheduler hears of events first. */
static void add_policies(struct dispatcher *d, const struct dispatcher_site *site)
{
    const struct policy_choices *policies = site->policies;
    const struct occupancy_limits *limits = &d->limits;
    const struct dispatcher_policy_site facts = {
        .n_sms = d->n_sms,
        .n_schedulers = site->n_schedulers,
        .l1_bytes = site->l1_bytes,
        .has = {[BLOCK_WARPS] = limits->max_warps,
                [BLOCK_PLACES] = limits->max_blocks,
                [BLOCK_THREADS] = limits->max_threads,
                [BLOCK_REGISTERS] = limits->registers,
                [BLOCK_SHARED_BYTES] = limits->shared_bytes},
    };
    dispatcher_members_init(&d->members, &facts);
    d->scheduler = (const struct block_scheduler_ops *)policies->of[POLICY_BLOCK_SCHEDULER]->policy;
    d->scheduler_state = add_policy(d, policies, POLICY_BLOCK_SCHEDULER);
    d->partition = (const struct partition_ops *)policies->of[POLICY_PARTITION]->policy;
    d->partition_state = add_policy(d, policies, POLICY_PARTITION);
}

void dispatcher_init(struct dispatcher *dispatcher, struct engine *engine, const char *name,
                     const char *host, const struct dispatcher_site *site)
{
    g_assert(site->n_sms > 0 && site->n_sms < POLICY_TO_DISPATCHER &&
             site->config->dispatch_interval > 0);
    *dispatcher = (struct dispatcher){
        .config = *site->config,
        .limits = *site->limits,
        .clusters = site->clusters,
        .records = dispatcher_records_new(),
        .clients = g_array_new(FALSE, TRUE, sizeof(struct dispatcher_client)),
        .kernels = g_ptr_array_new(),
        .children = g_array_new(FALSE, FALSE, sizeof(struct message)),
        .sms = g_new0(struct dispatcher_sm, site->n_sms),
        .words = g_array_new(FALSE, FALSE, sizeof(struct forwarded_word)),
        .told = g_array_new(FALSE, FALSE, sizeof(struct policy_told)),
        .n_sms = site->n_sms,
    };
    kernel_folds_init(&dispatcher->folds, site->kept_launches);
    add_policies(dispatcher, site);
    unit_init(&dispatcher->unit, &ops, engine, name, host);
}

void dispatcher_finish(struct dispatcher *dispatcher)
{
    unit_finish(&dispatcher->unit);
    for (guint k = 0; k < dispatcher->kernels->len; k++)
        dispatcher_kernel_free(dispatcher, dispatcher->kernels->pdata[k]);
    g_ptr_array_free(dispatcher->kernels, TRUE);
    for (guint i = 0; i < dispatcher->children->len; i++)
        child_launch_free_all(
            message_child_list(&g_array_index(dispatcher->children, struct message, i)));
    g_array_free(dispatcher->children, TRUE);
    g_array_free(dispatcher->records, TRUE);
    g_array_free(dispatcher->clients, TRUE);
    kernel_folds_finish(&dispatcher->folds);
    g_array_free(dispatcher->words, TRUE);
    g_array_free(dispatcher->told, TRUE);
    g_free(dispatcher->sms);
    dispatcher_members_finish(&dispatcher->members);
}

uint64_t dispatcher_sample_every(const struct dispatcher *dispatcher)
{
    return dispatcher_members_sample_every(&dispatcher->members);
}

struct wire *dispatcher_connect_sm(struct dispatcher *dispatcher, uint32_t index, struct unit *sm)
{
    g_assert(index < dispatcher->n_sms && !dispatcher->sms[index].wire);
    dispatcher->sms[index].wire = wire_new(&dispatcher->unit, sm, &dispatcher->config.sm_wire);
    return wire_new(sm, &dispatcher->unit, &dispatcher->config.back_wire);
}

void dispatcher_connect_host(struct dispatcher *dispatcher, struct wire *to_host)
{
    g_assert(!dispatcher->to_host);
    dispatcher->to_host = to_host;
}
