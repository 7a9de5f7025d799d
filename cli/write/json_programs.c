/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/write/json_programs.h"
#include "cli/write/json_metrics.h"
#include "metrics/sharing.h"
#include "models/dispatch/dispatcher_clients.h"
#include "results/format.h"

static void add_integer(JsonBuilder *json, const char *name, uint64_t value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_int_value(json, (gint64)value);
}

static void add_boolean(JsonBuilder *json, const char *name, bool value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_boolean_value(json, value);
}

static void add_double(JsonBuilder *json, const char *name, double value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_double_value(json, value);
}

static void add_string(JsonBuilder *json, const char *name, const char *value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_string_value(json, value);
}

static struct shared_program share_of(const struct running *running, uint32_t i)
{
    const struct dispatcher_client *client = gpu_client(running->gpu, i);
    if (client->target_cycle > 0)
        return (struct shared_program){.instructions = client->target,
                                       .cycles = client->target_cycle,
                                       .alone = running->clients[i].alone_cycles};
    return (struct shared_program){.instructions = client->warp_instructions,
                                   .cycles = client->last_cycle};
}

/* What a program had on the GPU, from its first kernel's begin to its last one's end. */
static void add_work(JsonBuilder *json, const struct running *running,
                     const struct run_numbers *numbers, uint32_t i)
{
    struct stream_numbers sum;
    const struct dispatcher_client *client = gpu_client(running->gpu, i);
    const struct shared_program share = share_of(running, i);
    bool over = client->last_cycle > client->first_cycle;
    uint64_t cycles = over ? client->last_cycle - client->first_cycle : 0;
    add_integer(json, "kernels", client->kernels);
    add_integer(json, RESULT_WARP_INSTRUCTIONS, client->warp_instructions);
    add_integer(json, "first_cycle", client->first_cycle);
    add_integer(json, "last_cycle", client->last_cycle);
    if (client->target > 0)
        add_integer(json, "target", client->target);
    if (client->target_cycle > 0)
        add_integer(json, "target_cycle", client->target_cycle);
    if (share.alone > 0) {
        add_integer(json, "alone_cycles", share.alone);
        add_double(json, "speedup", (double)share.alone / (double)share.cycles);
    }
    const struct metric_values values = run_numbers_client(numbers, i, cycles, &sum);
    json_add_values(json, &values);
}

static void add_sharing(JsonBuilder *json, const struct running *running)
{
    struct sharing sharing;
    g_autofree struct shared_program *programs = g_new0(struct shared_program, running->n_clients);
    for (uint32_t i = 0; i < running->n_clients; i++)
        programs[i] = share_of(running, i);
    if (!sharing_of(programs, running->n_clients, &sharing))
        return;
    json_builder_set_member_name(json, RESULT_SHARING);
    json_builder_begin_object(json);
    add_integer(json, RESULT_CYCLES, sharing.cycles);
    add_double(json, "combined_ipc", sharing.combined_ipc);
    if (sharing.compares) {
        add_double(json, "min_speedup", sharing.min_speedup);
        add_double(json, "antt", sharing.antt);
        add_double(json, "stp", sharing.stp);
    }
    json_builder_end_object(json);
}

void json_add_programs(JsonBuilder *json, const struct running *running,
                       const struct run_numbers *numbers)
{
    if (!running->programs)
        return;
    json_builder_set_member_name(json, RESULT_PROGRAMS);
    json_builder_begin_array(json);
    for (uint32_t i = 0; i < running->n_clients; i++) {
        const struct program_end end = programs_end(running->programs, i);
        json_builder_begin_object(json);
        add_string(json, "program", end.name);
        add_boolean(json, "ended", end.over);
        add_integer(json, "exit_code", (uint64_t)end.exit_code);
        add_boolean(json, "halted", running->clients[i].halted);
        add_integer(json, "threads", end.threads);
        add_boolean(json, "threads_ordered", end.ordered);
        if (running->clients[i].fault)
            add_string(json, "fault", running->clients[i].fault);
        add_work(json, running, numbers, i);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
    add_sharing(json, running);
}
