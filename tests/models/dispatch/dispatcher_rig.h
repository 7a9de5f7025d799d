/* SPDX-License-Identifier: BSD-3-Clause */
/* A dispatcher between a scripted host and SMs that finish blocks after pseudo-random times, run
 * with the longest windows, with windows of 3 cycles and of 1, which must do the same to the
 * picosecond. For test_dispatcher.c, test_dispatcher_kernels.c and test_dispatcher_policies.c. */
#ifndef SIMGPU_TESTS_MODELS_DISPATCH_DISPATCHER_RIG_H
#define SIMGPU_TESTS_MODELS_DISPATCH_DISPATCHER_RIG_H

#include "tests/models/dispatch/dispatcher_sm.h"
#include "tests/rigs/choices.h"
#include "workloads/instruction_source.h"
#include <check.h>

enum { MAX_SMS = 80, MAX_LAUNCHES = 4 };
static const uint64_t CLOCK_HZ = 1400000000; /* edges at 0, 714, 1428, 2142, 2857, 3571, ... ps */
static const sim_time windows[] = {SIM_TIME_NEVER, 2142, 714};

/* ---- a host that launches one kernel after the other, or each at a given time -------------- */

struct fake_host {
    struct unit unit;
    struct wire *to_dispatcher;
    struct launch launches[MAX_LAUNCHES];
    unsigned n_launches, sent;
    sim_time next_send;
    const sim_time *start;       /* by launch; NULL: one after the other */
    sim_time done[MAX_LAUNCHES]; /* KERNEL_DONE arrived */
};

static sim_time fake_host_advance(struct unit *unit, sim_time until)
{
    struct fake_host *host = (struct fake_host *)unit;
    for (;;) {
        sim_time next = MIN(host->next_send, unit->inbox.head);
        if (next >= until)
            return next;
        if (unit->inbox.head == next) {
            const struct message *message = inbox_peek(&unit->inbox);
            ck_assert_int_eq(message->kind, MESSAGE_KERNEL_DONE);
            ck_assert(host->start || message->launch == host->sent - 1);
            ck_assert_uint_lt(message->launch, host->sent);
            ck_assert_uint_eq(host->done[message->launch], 0);
            host->done[message->launch] = next;
            wire_return_credit(unit->incoming[message->port], next);
            inbox_drop(&unit->inbox);
            if (!host->start)
                host->next_send = host->sent < host->n_launches ? next + 50000 : SIM_TIME_NEVER;
            continue;
        }
        sim_time when;
        ck_assert(wire_has_credit(host->to_dispatcher, next, &when));
        const struct launch *launch = &host->launches[host->sent++];
        const struct message start = message_kernel_start(launch, launch->id);
        wire_send(host->to_dispatcher, next, &start);
        bool more = host->start && host->sent < host->n_launches;
        host->next_send = more ? host->start[host->sent] : SIM_TIME_NEVER;
    }
}

static const struct unit_ops fake_host_ops = {
    .model = "host", .advance = fake_host_advance, .describe_waits = fake_describe};

/* ---- a run ------------------------------------------------------------------------------- */

struct scenario {
    uint32_t n_sms, interval, credits;
    uint32_t setup, ahead, way;
    uint32_t width; /* 0: 1 */
    sim_time latency;
    sim_time shortest, spread, credit_after; /* of SMs */
    unsigned n_launches;
    uint32_t grid[MAX_LAUNCHES][3];
    uint32_t threads;
    bool stuck;
    bool overlap;                      /* launches leave at `start`, in ascending order */
    sim_time start[MAX_LAUNCHES];      /* the first at 0 */
    uint32_t threads_of[MAX_LAUNCHES]; /* 0: `threads` */
    uint64_t detailed[MAX_LAUNCHES];   /* blocks that are dealt out; 0: all */
    uint64_t first_left_out, left_out; /* of the first launch */
    const struct launch_watch *watch;  /* of the first launch; NULL: none */
    bool first_is_late;                /* credit_after is of SM 0 only */
    const struct policy_values *scheduler, *partition; /* NULL: the default */
    const struct scripted *script;                     /* in the order of time */
    unsigned n_scripted;
};

/* 256 threads and 20 registers: 6 blocks an SM. */
G_GNUC_UNUSED static const struct scenario small_scenario = {.n_sms = 3,
                                                             .interval = 1,
                                                             .credits = 8,
                                                             .latency = 5000,
                                                             .shortest = 100000,
                                                             .n_launches = 1,
                                                             .grid = {{4, 1, 1}},
                                                             .threads = 256};

struct run {
    struct engine *engine;
    struct fake_host host;
    struct policy_choices defaults, policies; /* policies: borrowed */
    struct dispatcher dispatcher;
    struct counting_sm sms[MAX_SMS];
    sim_time wake_at[MAX_SMS];
    GString *heard;
    enum engine_end end;
};

static const struct instruction_source_ops no_ops; /* nothing is executed */
static struct kernel_code code = {
    .name = "work", .file = "work.ptx", .registers_per_thread = 20, .ops = &no_ops};

/* What a test's policy has heard in the run under way. */
static GString *heard;

static void choose_policies(struct run *run, const struct scenario *s)
{
    run->defaults = run->policies = choices_with("lrr");
    if (s->scheduler)
        run->policies.of[POLICY_BLOCK_SCHEDULER] = (struct policy_values *)s->scheduler;
    if (s->partition)
        run->policies.of[POLICY_PARTITION] = (struct policy_values *)s->partition;
    heard = run->heard = g_string_new(NULL);
}

static void start_sms(struct run *run, const struct scenario *s)
{
    for (uint32_t i = 0; i < s->n_sms; i++) {
        struct counting_sm *sm = &run->sms[i];
        char name[16];
        g_snprintf(name, sizeof name, "sm%u", i);
        *sm = (struct counting_sm){.index = i,
                                   .running = g_array_new(FALSE, FALSE, sizeof(struct running)),
                                   .log = g_string_new(NULL),
                                   .shortest = s->shortest,
                                   .spread = s->spread,
                                   .credit_after = s->first_is_late && i > 0 ? 0 : s->credit_after,
                                   .stuck = s->stuck,
                                   .ahead = s->ahead,
                                   .names_kernels = s->overlap,
                                   .script = s->script,
                                   .script_end = s->script ? s->script + s->n_scripted : NULL};
        const struct scripted *first = next_scripted(sm);
        unit_init(&sm->unit, &counting_sm_ops, run->engine, name, "host");
        sm->to_dispatcher = dispatcher_connect_sm(&run->dispatcher, i, &sm->unit);
        run->wake_at[i] = first < sm->script_end ? first->time : SIM_TIME_NEVER;
    }
}

static struct run *run_new(const struct scenario *s, sim_time window)
{
    struct run *run = g_new0(struct run, 1);
    struct engine_options options = {.window = window, .limit = SIM_TIME_NEVER};
    struct dispatcher_config config = {.dispatch_interval = s->interval,
                                       .dispatch_width = MAX(s->width, 1),
                                       .kernel_setup = s->setup,
                                       .ahead = s->ahead,
                                       .way = s->way,
                                       .way_back = s->way,
                                       .sm_wire = {s->latency, s->latency, s->credits},
                                       .back_wire = {s->latency, s->latency, s->credits}};
    struct wire_shape host_wire = {3000, 3000, s->overlap ? MAX_LAUNCHES : 1};
    clock_init(&config.clock, CLOCK_HZ);
    run->engine = engine_new(&options);
    unit_init(&run->host.unit, &fake_host_ops, run->engine, "host", "host");
    choose_policies(run, s);
    const struct dispatcher_site site = {
        .config = &config, .limits = &fermi, .n_sms = s->n_sms, .policies = &run->policies};
    dispatcher_init(&run->dispatcher, run->engine, "dispatcher", "host", &site);
    run->host.to_dispatcher = wire_new(&run->host.unit, &run->dispatcher.unit, &host_wire);
    dispatcher_connect_host(&run->dispatcher,
                            wire_new(&run->dispatcher.unit, &run->host.unit, &host_wire));
    start_sms(run, s);
    run->host.n_launches = s->n_launches;
    run->host.start = s->overlap ? s->start : NULL;
    for (unsigned i = 0; i < s->n_launches; i++) {
        const uint32_t *grid = s->grid[i];
        uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
        uint32_t threads = s->threads_of[i] ? s->threads_of[i] : s->threads;
        run->host.launches[i] =
            (struct launch){.id = i,
                            .code = &code,
                            .grid = {grid[0], grid[1], grid[2]},
                            .block = {threads, 1, 1},
                            .watch = i == 0 ? s->watch : NULL,
                            .first_left_out = s->first_left_out,
                            .left_out = i == 0 ? s->left_out : 0,
                            .detailed_blocks = s->detailed[i] ? s->detailed[i] : blocks};
    }
    engine_start(run->engine);
    engine_wake(run->engine, &run->host.unit, 0);
    for (uint32_t i = 0; i < s->n_sms; i++)
        if (run->wake_at[i] != SIM_TIME_NEVER)
            engine_wake(run->engine, &run->sms[i].unit, run->wake_at[i]);
    run->end = engine_run_plain(run->engine);
    return run;
}

static void run_free(struct run *run)
{
    for (uint32_t i = 0; i < run->dispatcher.n_sms; i++) {
        g_string_free(run->sms[i].log, TRUE);
        g_array_free(run->sms[i].running, TRUE);
        unit_finish(&run->sms[i].unit);
    }
    dispatcher_finish(&run->dispatcher);
    policy_choices_clear(&run->defaults);
    g_string_free(run->heard, TRUE);
    unit_finish(&run->host.unit);
    engine_free(run->engine);
    g_free(run);
}

static const struct kernel_record *record_of(const struct run *run, unsigned launch)
{
    ck_assert_uint_lt(launch, run->dispatcher.records->len);
    return &g_array_index(run->dispatcher.records, struct kernel_record, launch);
}

/* Everything that must not depend on windows. */
static GString *transcript(const struct run *run)
{
    GString *text = g_string_new(NULL);
    for (uint32_t i = 0; i < run->dispatcher.n_sms; i++)
        g_string_append_printf(text, "sm%u: %s\n", i, run->sms[i].log->str);
    for (unsigned i = 0; i < run->dispatcher.records->len; i++) {
        const struct kernel_record *record = record_of(run, i);
        g_string_append_printf(text,
                               "%u: %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                               " %" G_GUINT64_FORMAT "\n",
                               i, record->start_cycle, record->end_cycle, record->warp_instructions,
                               run->host.done[i]);
    }
    g_string_append_printf(text, "heard: %s\n", run->heard->str);
    for (const struct counter *row = dispatcher_counter_table; row->name; row++)
        g_string_append_printf(text, "%s %" G_GUINT64_FORMAT "\n", row->name,
                               counter_value(row, &run->dispatcher.counters));
    return text;
}

/* Runs with every window, compares, and returns the first run. */
static struct run *run_all_windows(const struct scenario *s)
{
    struct run *first = run_new(s, windows[0]);
    GString *expected = transcript(first);
    for (unsigned i = 1; i < G_N_ELEMENTS(windows); i++) {
        struct run *run = run_new(s, windows[i]);
        GString *text = transcript(run);
        ck_assert_int_eq(run->end, first->end);
        ck_assert_str_eq(text->str, expected->str);
        g_string_free(text, TRUE);
        run_free(run);
    }
    g_string_free(expected, TRUE);
    return first;
}

static void expect_complete(const struct run *run)
{
    ck_assert_int_eq(run->end, ENGINE_QUIET);
    ck_assert_uint_eq(run->dispatcher.kernels->len, 0);
    ck_assert_uint_eq(run->host.sent, run->host.n_launches);
    ck_assert_uint_eq(run->dispatcher.counters.kernels, run->host.n_launches);
    for (guint i = 0; i < run->engine->wires->len; i++)
        ck_assert(wire_drained(g_ptr_array_index(run->engine->wires, i)));
    char *waits = engine_describe_waits(run->engine);
    ck_assert_str_eq(waits, "");
    g_free(waits);
}

#endif
