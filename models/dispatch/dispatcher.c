/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher.h"
#include "base/input_error.h"
#include "models/dispatch/dispatcher_waits.h"
#include "models/dispatch/grid.h"

const struct counter dispatcher_counter_table[] = {
    {"kernels", "kernels", "Kernels that have ended.",
     offsetof(struct dispatcher_counters, kernels)},
    {"blocks", "blocks", "Thread blocks sent to SMs.",
     offsetof(struct dispatcher_counters, blocks)},
    {"kernel_cycles", "cycles", "Core cycles from the start to the end of kernels, summed.",
     offsetof(struct dispatcher_counters, kernel_cycles)},
    {"dispatch_credit_wait_cycles", "cycles",
     "Core cycles in which the dispatcher had something to send and no credit for it.",
     offsetof(struct dispatcher_counters, credit_wait_cycles)},
    {0},
};

static inline struct dispatcher *dispatcher_of(struct unit *unit)
{
    return (struct dispatcher *)((char *)unit - offsetof(struct dispatcher, unit));
}

static struct kernel_record *current_record(struct dispatcher *d)
{
    return &g_array_index(d->records, struct kernel_record, d->records->len - 1);
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

/* When the first of the missing credits comes; it is asked again each time the unit is run,
 * since the credit may have been returned meanwhile. */
static sim_time next_credit(struct dispatcher *d)
{
    sim_time tried = clock_edge(&d->config.clock, d->last_try);
    if (d->state == DISPATCHER_RUNNING)
        return earlier_credit(d->sms[d->chosen].wire, tried, SIM_TIME_NEVER);
    sim_time first = SIM_TIME_NEVER;
    bool sm_waits = false;
    for (uint32_t i = 0; i < d->n_sms; i++) {
        if (!d->sms[i].used)
            continue;
        first = earlier_credit(d->sms[i].wire, tried, first);
        sm_waits = true;
    }
    return sm_waits ? first : earlier_credit(d->to_host, tried, SIM_TIME_NEVER);
}

static bool has_credit(struct dispatcher *d, struct wire *wire, uint64_t cycle)
{
    sim_time when;
    return wire_has_credit(wire, clock_edge(&d->config.clock, cycle), &when);
}

/* ---- a kernel's start ----------------------------------------------------------------- */

/* What forbids the launch, whatever the state of the SMs. */
static bool check_launch(const struct launch *launch, const struct occupancy *occupancy,
                         GError **error)
{
    const struct kernel_code *code = launch->code;
    uint64_t threads = launch_threads_per_block(launch);
    if (code->max_threads != 0 && threads > code->max_threads)
        return input_error_at(error, code->file, 0,
                              "launch %u of kernel %s: a block has %" G_GUINT64_FORMAT
                              " threads, and .maxntid allows %u",
                              launch->id, code->name, threads, code->max_threads);
    if (occupancy->capacity == 0) {
        g_autofree char *why = occupancy_describe_misfit(occupancy);
        return input_error_at(error, code->file, 0,
                              "launch %u of kernel %s: no block fits on an SM: %s", launch->id,
                              code->name, why);
    }
    return true;
}

static bool check_shape(const struct launch *launch, GError **error)
{
    if (launch_blocks(launch) > 0 && launch_threads_per_block(launch) > 0)
        return true;
    return input_error_at(error, launch->code->file, 0,
                          "launch %u of kernel %s: grid (%u, %u, %u) of blocks (%u, %u, %u) has no "
                          "threads",
                          launch->id, launch->code->name, launch->grid[0], launch->grid[1],
                          launch->grid[2], launch->block[0], launch->block[1], launch->block[2]);
}

static void begin_record(struct dispatcher *d, const struct launch *launch,
                         const struct occupancy *occupancy, uint64_t cycle)
{
    struct kernel_record record = {
        .launch = launch->id,
        .name = launch->code->name,
        .grid = {launch->grid[0], launch->grid[1], launch->grid[2]},
        .block = {launch->block[0], launch->block[1], launch->block[2]},
        .occupancy = *occupancy,
        .start_cycle = cycle,
        .end_cycle = CYCLE_NEVER,
        .start = clock_edge(&d->config.clock, cycle),
        .end = SIM_TIME_NEVER,
    };
    g_array_append_val(d->records, record);
}

static void take_kernel(struct dispatcher *d, const struct launch *launch, uint64_t cycle)
{
    g_assert(d->state == DISPATCHER_IDLE);
    GError *error = NULL;
    struct occupancy occupancy = {0};
    bool good = check_shape(launch, &error);
    if (good) {
        struct occupancy_need need = {
            .threads_per_block = (uint32_t)MIN(launch_threads_per_block(launch), UINT32_MAX),
            .registers_per_thread = launch->code->registers_per_thread,
            .shared_bytes_per_block =
                (uint64_t)launch->code->static_shared_bytes + launch->dynamic_shared_bytes,
            .grid_blocks = launch_blocks(launch),
            .n_sms = d->n_sms,
        };
        occupancy = occupancy_compute(&d->limits, &need);
        good = check_launch(launch, &occupancy, &error);
    }
    if (!good) {
        d->state = DISPATCHER_FAILED;
        engine_fail(&d->unit, clock_edge(&d->config.clock, cycle), error);
        return;
    }
    begin_record(d, launch, &occupancy, cycle);
    d->state = DISPATCHER_RUNNING;
    d->launch = launch;
    d->next_block = d->blocks_done = 0;
    d->n_blocks = launch_blocks(launch);
    for (uint32_t i = 0; i < d->n_sms; i++)
        d->room[i] = occupancy.capacity;
    d->total_room = (uint64_t)occupancy.capacity * d->n_sms;
    if (d->config.scheduler->start_kernel)
        d->config.scheduler->start_kernel(d->scheduler_state);
}

/* ---- a kernel's blocks and end ---------------------------------------------------------- */

static void take_block_done(struct dispatcher *d, const struct message *message, uint64_t cycle)
{
    struct dispatcher_sm *sm = &d->sms[message->requester];
    g_assert(d->state == DISPATCHER_RUNNING && message->launch == d->launch->id);
    g_assert(message->requester < d->n_sms && sm->running > 0);
    sm->running--;
    d->room[message->requester]++;
    d->total_room++;
    if (++d->blocks_done < d->n_blocks)
        return;
    struct kernel_record *record = current_record(d);
    record->end_cycle = cycle;
    record->end = clock_edge(&d->config.clock, cycle);
    d->counters.kernels++;
    d->counters.kernel_cycles += kernel_record_cycles(record);
    d->state = DISPATCHER_ENDING;
}

static bool wants_dispatch(const struct dispatcher *d)
{
    return d->next_block < d->n_blocks && d->total_room > 0;
}

static void choose_sm(struct dispatcher *d)
{
    struct block_scheduler_view view = {
        .n_sms = d->n_sms,
        .room = d->room,
        .blocks_left = d->n_blocks - d->next_block,
    };
    d->chosen = d->config.scheduler->choose(d->scheduler_state, &view);
    g_assert(d->chosen < d->n_sms && d->room[d->chosen] > 0);
}

static void dispatch(struct dispatcher *d, uint64_t cycle)
{
    if (!wants_dispatch(d) || cycle < d->next_dispatch)
        return;
    if (d->chosen == d->n_sms)
        choose_sm(d);
    struct dispatcher_sm *sm = &d->sms[d->chosen];
    if (!has_credit(d, sm->wire, cycle)) {
        note_blocked(d, cycle);
        return;
    }
    note_unblocked(d, cycle);
    const struct message message = {
        .kind = MESSAGE_BLOCK_START,
        .work = d->launch,
        .address = d->next_block++,
        .launch = d->launch->id,
        .requester = (uint16_t)d->chosen,
    };
    wire_send(sm->wire, clock_edge(&d->config.clock, cycle), &message);
    d->counters.blocks++;
    d->total_room--;
    d->room[d->chosen]--;
    sm->running++;
    sm->used = true;
    d->chosen = d->n_sms;
    d->next_dispatch = cycle + d->config.dispatch_interval;
}

/* Tells all who wait for it that the kernel is over: first the SMs, then the host. */
static void end_kernel(struct dispatcher *d, uint64_t cycle)
{
    sim_time now = clock_edge(&d->config.clock, cycle);
    struct message message = {.kind = MESSAGE_KERNEL_END, .launch = d->launch->id};
    bool all_told = true;
    for (uint32_t i = 0; i < d->n_sms; i++) {
        struct dispatcher_sm *sm = &d->sms[i];
        if (sm->used && has_credit(d, sm->wire, cycle)) {
            message.requester = (uint16_t)i;
            wire_send(sm->wire, now, &message);
            sm->used = false;
        }
        all_told &= !sm->used;
    }
    if (!all_told || !has_credit(d, d->to_host, cycle)) {
        note_blocked(d, cycle);
        return;
    }
    note_unblocked(d, cycle);
    message.kind = MESSAGE_KERNEL_DONE;
    message.requester = 0;
    wire_send(d->to_host, now, &message);
    d->launch = NULL;
    d->state = DISPATCHER_IDLE;
}

/* ---- the unit -------------------------------------------------------------------------- */

static void take_messages(struct dispatcher *d, uint64_t cycle)
{
    struct inbox *inbox = &d->unit.inbox;
    sim_time now = clock_edge(&d->config.clock, cycle);
    while (inbox->head <= now && d->state != DISPATCHER_FAILED) {
        const struct message *message = inbox_peek(inbox);
        if (message->kind == MESSAGE_KERNEL_START) {
            take_kernel(d, message->work, cycle);
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
    uint64_t message = clock_cycle_at_or_after(clock, d->unit.inbox.head);
    if (d->blocked)
        return MIN(message, clock_cycle_at_or_after(clock, next_credit(d)));
    if (d->state == DISPATCHER_RUNNING && wants_dispatch(d))
        return MIN(message, d->next_dispatch);
    return message;
}

static sim_time advance(struct unit *unit, sim_time until)
{
    struct dispatcher *d = dispatcher_of(unit);
    while (d->state != DISPATCHER_FAILED) {
        uint64_t cycle = next_cycle(d);
        sim_time now = clock_edge(&d->config.clock, cycle);
        if (now >= until)
            return now;
        take_messages(d, cycle);
        if (d->state == DISPATCHER_RUNNING)
            dispatch(d, cycle);
        else if (d->state == DISPATCHER_ENDING)
            end_kernel(d, cycle);
    }
    return SIM_TIME_NEVER;
}

static void finish(struct unit *unit, sim_time end)
{
    struct dispatcher *d = dispatcher_of(unit);
    uint64_t cycle = clock_cycle_at_or_after(&d->config.clock, end);
    note_unblocked(d, cycle);
    if (d->state == DISPATCHER_RUNNING)
        d->counters.kernel_cycles += cycle - current_record(d)->start_cycle;
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

void dispatcher_init(struct dispatcher *dispatcher, struct engine *engine, const char *name,
                     const char *host, const struct dispatcher_config *config,
                     const struct occupancy_limits *limits, uint32_t n_sms)
{
    g_assert(n_sms > 0 && n_sms <= UINT16_MAX && config->dispatch_interval > 0);
    *dispatcher = (struct dispatcher){
        .config = *config,
        .limits = *limits,
        .records = g_array_new(FALSE, FALSE, sizeof(struct kernel_record)),
        .chosen = n_sms,
        .room = g_new0(uint32_t, n_sms),
        .sms = g_new0(struct dispatcher_sm, n_sms),
        .n_sms = n_sms,
        .scheduler_state = g_malloc0(config->scheduler->state_bytes),
    };
    unit_init(&dispatcher->unit, &ops, engine, name, host);
}

void dispatcher_finish(struct dispatcher *dispatcher)
{
    unit_finish(&dispatcher->unit);
    g_array_free(dispatcher->records, TRUE);
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
