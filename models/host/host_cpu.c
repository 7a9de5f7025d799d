/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches that an offload policy places: their copies, and launches that run on the CPU. */
#include "models/host/host_internal.h"
#include "models/host/placing.h"

void host_place(struct host *host, struct operation *operation, sim_time now)
{
    struct command *command = &operation->command;
    if (command->kind == COMMAND_COPY)
        operation->elided = placing_copy(host->hooks.placing, command);
    if (command->kind != COMMAND_LAUNCH || command->functional)
        return;
    const struct placed placed = placing_launch(host->hooks.placing, &command->launch, now);
    operation->on_cpu = placed.device == OFFLOAD_CPU;
    operation->migrates = placed.bytes;
    struct host_launch *record = host_launch_at(host, command->launch.id);
    record->on_cpu = operation->on_cpu;
    record->migrated = placed.bytes;
}

bool host_migrates(const struct operation *operation)
{
    return operation->command.kind == COMMAND_LAUNCH && operation->migrates > 0 &&
           !operation->command.functional;
}

void host_begin_on_cpu(struct host *host, struct operation *operation, sim_time now)
{
    const struct launch *launch = &operation->command.launch;
    struct transfer transfer = {.unit = &host->unit,
                                .start = now + host->config.copy_latency,
                                .from = host->config.cpu_host,
                                .tag = operation->number};
    GError *error = NULL;
    host_launch_at(host, launch->id)->sent = now;
    g_string_truncate(host->cpu_output, 0);
    if (!host->hooks.run_on_cpu(host->hooks.data, launch, &transfer, host->cpu_output, &error)) {
        host_launch_at(host, launch->id)->done = now;
        host_fail_client(host, operation, now, error);
        return;
    }
    host->on_cpu = operation;
    engine_transfer(host->unit.engine, &transfer);
}

void host_end_on_cpu(struct host *host, sim_time now)
{
    struct operation *operation = host->on_cpu;
    host->on_cpu = NULL;
    host_launch_at(host, operation->command.launch.id)->done = now;
    host_end_operation(host, operation, now,
                       host->cpu_output->len > 0 ? host->cpu_output->str : NULL);
}
