/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies across PCIe: programs' own, and those that a launch needs on its device. */
#include "models/core/message_transfer.h"
#include "models/host/host_internal.h"

/* Where a launch's migration goes, or a copy. */
static enum copy_direction direction_of(const struct operation *operation)
{
    if (operation->command.kind == COMMAND_COPY)
        return operation->command.direction;
    return operation->on_cpu ? COPY_DEVICE_TO_HOST : COPY_HOST_TO_DEVICE;
}

static uint64_t bytes_of(const struct operation *operation)
{
    return operation->command.kind == COMMAND_COPY ? operation->command.bytes : operation->migrates;
}

unsigned host_copy_engine(const struct host *host, const struct operation *operation)
{
    return host->config.copy_engines > 1 ? direction_of(operation) : 0;
}

void host_begin_copy(struct host *host, struct operation *operation, sim_time now)
{
    const bool down = direction_of(operation) == COPY_HOST_TO_DEVICE;
    const struct host_config *config = &host->config;
    const uint64_t bytes = bytes_of(operation);
    if (down) {
        host->counters.copies_to_device++;
        host->counters.bytes_to_device += bytes;
    } else {
        host->counters.copies_to_host++;
        host->counters.bytes_to_host += bytes;
    }
    host->copying[host_copy_engine(host, operation)] = operation;
    const struct transfer transfer = {
        .unit = &host->unit,
        .start = now + config->copy_latency,
        .bytes = bytes,
        .from = down ? config->cpu_host : config->gpu_host,
        .to = down ? config->gpu_host : config->cpu_host,
        .tag = operation->number,
    };
    engine_transfer(host->unit.engine, &transfer);
}

static void note_copy(struct host *host, const struct operation *operation, unsigned engine,
                      sim_time now)
{
    const struct host_copy copy = {.client = operation->client,
                                   .direction = (uint8_t)direction_of(operation),
                                   .engine = (uint8_t)engine,
                                   .bytes = bytes_of(operation),
                                   .begun = operation->begun,
                                   .ended = now};
    host->counters.copy_ps += now - operation->begun;
    if (host_keeps_another(host, host->copies))
        g_array_append_val(host->copies, copy);
}

void host_take_transfer_done(struct host *host, const struct message *message, sim_time now)
{
    if (host->on_cpu && host->on_cpu->number == message_transfer(message)) {
        host_end_on_cpu(host, now);
        return;
    }
    for (unsigned engine = 0; engine < HOST_COPY_ENGINES_MAX; engine++) {
        struct operation *operation = host->copying[engine];
        if (!operation || operation->number != message_transfer(message))
            continue;
        host->copying[engine] = NULL;
        note_copy(host, operation, engine, now);
        if (operation->command.kind == COMMAND_COPY) {
            host_end_operation(host, operation, now, NULL);
            return;
        }
        operation->migrates = 0;
        operations_begin_again(&host->operations, operation);
        return;
    }
    g_assert_not_reached();
}
