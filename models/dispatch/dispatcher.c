/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher.h"
#include "models/dispatch/dispatcher_room.h"
#include "models/dispatch/dispatcher_waits.h"
#include "models/dispatch/dispatcher_words.h"

#define ROW(...) COUNTER_ROW(struct dispatcher_counters, __VA_ARGS__)

const struct counter dispatcher_counter_table[] = {
    ROW(kernels, "kernels", "Kernels that have ended."),
    ROW(blocks, "blocks", "Thread blocks sent to SMs."),
    ROW(kernel_cycles, "cycles", "Core cycles in which at least one kernel ran."),
    {.name = "dispatch_credit_wait_cycles",
     .unit = "cycles",
     .meaning = "Core cycles in which the dispatcher had something to send and no credit for it.",
     .offset = offsetof(struct dispatcher_counters, credit_wait_cycles)},
    {0}};

static inline struct dispatcher *dispatcher_of(struct unit *unit)
{
    return (struct dispatcher *)((char *)unit - offsetof(struct dispatcher, unit));
}

static inline struct kernel_record *record_of(struct dispatcher *d,
                                              const struct dispatcher_kernel *kernel)
{
    return &g_array_index(d->records, struct kernel_record, kernel->record);
}

static inline bool is_over(const struct dispatcher_kernel *kernel)
{
    return kernel->blocks_done == kernel->n_blocks;
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

static bool has_credit(struct dispatcher *d, struct wire *wire, uint64_t cycle)
{
    sim_time when;
    return wire_has_credit(wire, clock_edge(&d->config.clock, cycle), &when);
}

static bool wants_dispatch(const struct dispatcher *d)
{
    return d->dealt && d->total_room > 0;
}

/* When the kernel being dealt out may send its next block. */
static uint64_t next_dispatch(const struct dispatcher *d)
{
    return MAX(d->next_dispatch, d->dealt->ready_cycle);
}

/* When the first of the missing credits comes; it is asked again each time the unit is run,
 * since the credit may have been returned meanwhile. */
static sim_time next_credit(struct dispatcher *d)
{
    sim_time tried = clock_edge(&d->config.clock, d->last_try);
    sim_time first = SIM_TIME_NEVER;
    if (d->chosen < d->n_sms) {
        first = earlier_credit(d->sms[d->chosen].wire, tried, first);
        first = MAX(first, clock_edge(&d->config.clock, next_dispatch(d)));
    }
    for (uint32_t i = 0; d->words->len > 0 && i < d->n_sms; i++)
        if (dispatcher_owes_word(d, i))
            first = earlier_credit(d->sms[i].wire, tried, first);
    for (guint k = 0; k < d->kernels->len; k++) {
        const struct dispatcher_kernel *kernel = d->kernels->pdata[k];
        bool sm_waits = false;
        if (!is_over(kernel))
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

/* ---- a kernel's start, blocks and end ------------------------------------------------------ */

static void take_kernel(struct dispatcher *d, const struct launch *launch, uint64_t cycle)
{
    GError *error = NULL;
    struct dispatcher_kernel *kernel = dispatcher_kernel_new(d, launch, cycle, &error);
    if (!kernel) {
        d->failed = true;
        engine_fail(&d->unit, clock_edge(&d->config.clock, cycle), error);
        return;
    }
    g_ptr_array_add(d->kernels, kernel);
    if (d->n_running++ == 0)
        d->busy_since = cycle;
    d->all_blocks += kernel->n_blocks;
    dispatcher_choose_dealt(d);
}

static struct dispatcher_kernel *kernel_of(const struct dispatcher *d, uint32_t launch)
{
    for (guint k = 0; k < d->kernels->len; k++) {
        struct dispatcher_kernel *kernel = d->kernels->pdata[k];
        if (kernel->launch->id == launch)
            return kernel;
    }
    g_assert_not_reached();
}

static void take_block_done(struct dispatcher *d, const struct message *message, uint64_t cycle)
{
    struct dispatcher_kernel *kernel = kernel_of(d, message->launch);
    struct kernel_record *record = record_of(d, kernel);
    g_assert(message->requester < d->n_sms && kernel->running[message->requester] > 0);
    dispatcher_note_block(d, kernel, message->requester, -1);
    record->warp_instructions += message->address;
    kernel->blocks_done++;
    d->all_done++;
    if (!is_over(kernel))
        return;
    record->end_cycle = cycle;
    record->end = clock_edge(&d->config.clock, cycle);
    d->counters.kernels++;
    if (--d->n_running == 0)
        d->counters.kernel_cycles += cycle - d->busy_since;
}

static void choose_sm(struct dispatcher *d)
{
    struct block_scheduler_view view = {
        .n_sms = d->n_sms,
        .room = d->room,
        .blocks_left = d->dealt->n_blocks - d->dealt->next_block,
    };
    d->chosen = d->config.scheduler->choose(d->scheduler_state, &view);
    g_assert(d->chosen < d->n_sms && d->room[d->chosen] > 0);
}

/* Sends a block; false if a credit is missing. */
static bool send_block(struct dispatcher *d, uint64_t cycle)
{
    if (d->chosen == d->n_sms)
        choose_sm(d);
    struct dispatcher_kernel *kernel = d->dealt;
    struct dispatcher_sm *sm = &d->sms[d->chosen];
    if (!has_credit(d, sm->wire, cycle))
        return false;
    const struct message message = {
        .kind = MESSAGE_BLOCK_START,
        .work = kernel->launch,
        .address = kernel->next_block++,
        .launch = kernel->launch->id,
        .tag = (kernel->used[d->chosen] ? 0 : MESSAGE_BLOCK_FIRST) |
               kernel->capacity << MESSAGE_BLOCK_CAPACITY_SHIFT,
        .requester = (uint16_t)d->chosen,
    };
    wire_send(sm->wire, clock_edge(&d->config.clock, cycle), &message);
    d->counters.blocks++;
    kernel->used[d->chosen] = true;
    dispatcher_note_block(d, kernel, d->chosen, 1);
    d->chosen = d->n_sms;
    dispatcher_choose_dealt(d);
    if (d->config.ahead > 0 && d->dealt == kernel &&
        kernel->n_blocks - kernel->next_block == d->n_sms)
        dispatcher_refresh_rooms(d); /* from now on nothing is sent ahead */
    return true;
}

/* Sends blocks if it is time for some; false if a credit is missing. */
static bool dispatch(struct dispatcher *d, uint64_t cycle)
{
    bool sent = true;
    uint32_t n = 0;
    while (sent && n < d->config.dispatch_width && wants_dispatch(d) && cycle >= next_dispatch(d)) {
        sent = send_block(d, cycle);
        n += sent;
    }
    if (n > 0)
        d->next_dispatch = cycle + d->config.dispatch_interval;
    return sent;
}

/* Tells all who wait for it that the kernel is over: first the SMs, then the host. False if a
 * credit is missing. */
static bool end_kernel(struct dispatcher *d, struct dispatcher_kernel *kernel, uint64_t cycle)
{
    sim_time now = clock_edge(&d->config.clock, cycle);
    struct message message = {.kind = MESSAGE_KERNEL_END, .launch = kernel->launch->id};
    bool all_told = true;
    for (uint32_t i = 0; i < d->n_sms; i++) {
        if (kernel->used[i] && has_credit(d, d->sms[i].wire, cycle)) {
            message.requester = (uint16_t)i;
            wire_send(d->sms[i].wire, now, &message);
            kernel->used[i] = false;
        }
        all_told &= !kernel->used[i];
    }
    if (!all_told || !has_credit(d, d->to_host, cycle))
        return false;
    message.kind = MESSAGE_KERNEL_DONE;
    message.requester = 0;
    message.address = record_of(d, kernel)->warp_instructions;
    wire_send(d->to_host, now, &message);
    return true;
}

/* Ends the kernels that are over, each as soon as it can; false if one waits for a credit. */
static bool end_kernels(struct dispatcher *d, uint64_t cycle)
{
    bool all_ended = true;
    for (guint k = 0; k < d->kernels->len;) {
        struct dispatcher_kernel *kernel = d->kernels->pdata[k];
        if (is_over(kernel) && end_kernel(d, kernel, cycle)) {
            g_ptr_array_remove_index(d->kernels, k);
            continue;
        }
        all_ended &= !is_over(kernel);
        k++;
    }
    return all_ended;
}

/* ---- the unit -------------------------------------------------------------------------- */

static void take_messages(struct dispatcher *d, uint64_t cycle)
{
    struct inbox *inbox = &d->unit.inbox;
    sim_time now = clock_edge(&d->config.clock, cycle);
    while (inbox->head <= now && !d->failed) {
        const struct message *message = inbox_peek(inbox);
        if (message->kind == MESSAGE_KERNEL_START) {
            take_kernel(d, message->work, cycle);
        } else if (message->kind == MESSAGE_POLICY_WORD) {
            dispatcher_take_word(d, message);
        } else {
            g_assert(message->kind == MESSAGE_BLOCK_DONE);
            take_block_done(d, message, cycle);
        }
        wire_return_credit(d->unit.incoming[message->port], now);
        inbox_drop(inbox);
    }
}

/* The next cycle in which there is something to do. */
static uint64_t next_cycle(struct dispatcher *d)
{
    const struct clock *clock = &d->config.clock;
    uint64_t cycle = clock_cycle_at_or_after(clock, d->unit.inbox.head);
    if (d->blocked)
        cycle = MIN(cycle, clock_cycle_at_or_after(clock, next_credit(d)));
    if (wants_dispatch(d) && (d->chosen == d->n_sms || !d->blocked))
        cycle = MIN(cycle, next_dispatch(d));
    return cycle;
}

static sim_time advance(struct unit *unit, sim_time until)
{
    struct dispatcher *d = dispatcher_of(unit);
    while (!d->failed) {
        uint64_t cycle = next_cycle(d);
        sim_time now = clock_edge(&d->config.clock, cycle);
        if (now >= until)
            return now;
        take_messages(d, cycle);
        bool told = dispatcher_tell_words(d, cycle);
        bool ended = end_kernels(d, cycle);
        bool sent = dispatch(d, cycle);
        if (told && ended && sent)
            note_unblocked(d, cycle);
        else
            note_blocked(d, cycle);
    }
    return SIM_TIME_NEVER;
}

static void finish(struct unit *unit, sim_time end)
{
    struct dispatcher *d = dispatcher_of(unit);
    uint64_t cycle = clock_cycle_at_or_after(&d->config.clock, end);
    note_unblocked(d, cycle);
    if (d->n_running > 0)
        d->counters.kernel_cycles += cycle - d->busy_since;
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
};

static void free_kernel(void *item)
{
    dispatcher_kernel_free(item);
}

void dispatcher_init(struct dispatcher *dispatcher, struct engine *engine, const char *name,
                     const char *host, const struct dispatcher_config *config,
                     const struct occupancy_limits *limits, uint32_t n_sms)
{
    g_assert(n_sms > 0 && n_sms <= UINT16_MAX && config->dispatch_interval > 0);
    *dispatcher = (struct dispatcher){
        .config = *config,
        .limits = *limits,
        .records = dispatcher_records_new(),
        .kernels = g_ptr_array_new_with_free_func(free_kernel),
        .chosen = n_sms,
        .room = g_new0(uint32_t, n_sms),
        .sms = g_new0(struct dispatcher_sm, n_sms),
        .words = g_array_new(FALSE, FALSE, sizeof(struct policy_word)),
        .n_sms = n_sms,
        .scheduler_state = g_malloc0(config->scheduler->state_bytes),
    };
    unit_init(&dispatcher->unit, &ops, engine, name, host);
}

void dispatcher_finish(struct dispatcher *dispatcher)
{
    unit_finish(&dispatcher->unit);
    g_ptr_array_free(dispatcher->kernels, TRUE);
    g_array_free(dispatcher->records, TRUE);
    g_array_free(dispatcher->words, TRUE);
    g_free(dispatcher->room);
    g_free(dispatcher->sms);
    g_free(dispatcher->scheduler_state);
}

struct wire *dispatcher_connect_sm(struct dispatcher *dispatcher, uint32_t index, struct unit *sm)
{
    g_assert(index < dispatcher->n_sms && !dispatcher->sms[index].wire);
    dispatcher->sms[index].wire = wire_new(&dispatcher->unit, sm, &dispatcher->config.sm_wire);
    return wire_new(sm, &dispatcher->unit, &dispatcher->config.sm_wire);
}
