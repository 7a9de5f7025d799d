/* SPDX-License-Identifier: BSD-3-Clause */
/* What a host needs of a GPU: a real dispatcher, and an SM that finishes each block after
 * 10,000 ps, or never. And what tests of the host look at in the end. */
#ifndef SIMGPU_TESTS_MODELS_HOST_SMALL_GPU_H
#define SIMGPU_TESTS_MODELS_HOST_SMALL_GPU_H

#include "models/core/message_dispatch.h"
#include "models/dispatch/dispatcher.h"
#include "models/host/host.h"
#include "tests/rigs/choices.h"
#include "tests/rigs/fermi_limits.h"
#include "workloads/instruction_source.h"
#include <check.h>

static const sim_time windows[] = {SIM_TIME_NEVER, 3000, 1000};
static const struct instruction_source_ops no_ops; /* nothing is executed */

struct block_sm {
    struct unit unit;
    struct wire *to_dispatcher;
    bool stuck; /* it never finishes a block */
};

struct small_gpu {
    struct dispatcher dispatcher;
    struct policy_choices policies;
    struct block_sm sm;
};

static sim_time block_sm_advance(struct unit *unit, sim_time until)
{
    struct block_sm *sm = (struct block_sm *)unit;
    while (unit->inbox.head < until) {
        const struct message *message = inbox_peek(&unit->inbox);
        sim_time now = message->arrival;
        const struct message done = message_block_done(
            &(struct block_done){.launch = message->launch, .instructions = 100});
        if (message->kind == MESSAGE_BLOCK_START && !sm->stuck)
            wire_send(sm->to_dispatcher, now + 10000, &done);
        wire_return_credit(unit->incoming[message->port], now);
        inbox_drop(&unit->inbox);
    }
    return SIM_TIME_NEVER;
}

static void block_sm_describe(struct unit *unit, GString *text)
{
    (void)unit, (void)text;
}

static const struct unit_ops block_sm_ops = {
    .model = "sm", .advance = block_sm_advance, .describe_waits = block_sm_describe};

/* Its wires take 4,000 ps each way, and it starts a block each 1,000 ps. The host is there. */
static inline void small_gpu_init(struct small_gpu *gpu, struct engine *engine, struct host *host,
                                  bool stuck)
{
    struct dispatcher_config config = {.dispatch_interval = 1,
                                       .dispatch_width = 1,
                                       .sm_wire = {4000, 4000, 8},
                                       .back_wire = {4000, 4000, 8}};
    clock_init(&config.clock, 1000000000); /* 1,000 ps a cycle */
    gpu->policies = choices_with("lrr");
    const struct dispatcher_site site = {
        .config = &config, .limits = &fermi, .n_sms = 1, .policies = &gpu->policies};
    dispatcher_init(&gpu->dispatcher, engine, "dispatcher", "gpu", &site);
    unit_init(&gpu->sm.unit, &block_sm_ops, engine, "sm0", "gpu");
    gpu->sm.stuck = stuck;
    gpu->sm.to_dispatcher = dispatcher_connect_sm(&gpu->dispatcher, 0, &gpu->sm.unit);
    dispatcher_connect_host(&gpu->dispatcher, host_connect_dispatcher(host, &gpu->dispatcher.unit));
}

static inline void small_gpu_finish(struct small_gpu *gpu)
{
    dispatcher_finish(&gpu->dispatcher);
    policy_choices_clear(&gpu->policies);
    unit_finish(&gpu->sm.unit);
}

static inline const struct host_launch *launch_of(const struct host *host, unsigned id)
{
    ck_assert_uint_lt(id, host->launches->len);
    return &g_array_index(host->launches, struct host_launch, id);
}

static inline void expect_launch_times(const struct host *host, unsigned id, sim_time pulled,
                                       sim_time sent, sim_time done)
{
    const struct host_launch *launch = launch_of(host, id);
    ck_assert_uint_eq(launch->launch, id);
    ck_assert_uint_eq(launch->pulled, pulled);
    ck_assert_uint_eq(launch->sent, sent);
    ck_assert_uint_eq(launch->done, done);
}

/* The host has done all at a time, and nobody waits for anything. */
static inline void expect_host_done(const struct host *host, struct engine *engine, sim_time end)
{
    ck_assert(host->done);
    ck_assert_uint_eq(host->end, end);
    ck_assert_uint_eq(operations_left(&host->operations), 0);
    g_autofree char *waits = engine_describe_waits(engine);
    ck_assert_str_eq(waits, "");
}

#endif
