/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies across PCIe, programs' own and those that a launch needs on its device, and between GPUs.
 */
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
    if (direction_of(operation) == COPY_TO_PEER)
        return HOST_PEER_ENGINE;
    return host->config.copy_engines > 1 ? direction_of(operation) : 0;
}

static void count_copy(struct host_counters *counters, enum copy_direction direction,
                       uint64_t bytes)
{
    switch (direction) {
    case COPY_HOST_TO_DEVICE:
        counters->copies_to_device++;
        counters->bytes_to_device += bytes;
        break;
    case COPY_DEVICE_TO_HOST:
        counters->copies_to_host++;
        counters->bytes_to_host += bytes;
        break;
    case COPY_TO_PEER:
        counters->copies_to_peers++;
        counters->bytes_to_peers += bytes;
        break;
    }
}

void host_begin_copy(struct host *host, struct operation *operation, sim_time now)
{
    const enum copy_direction direction = direction_of(operation);
    const struct host_config *config = &host->config;
    const struct command *command = &operation->command;
    const char *gpu_host = config->gpu_hosts[command->device];
    const char *target = direction == COPY_HOST_TO_DEVICE   ? gpu_host
                         : direction == COPY_DEVICE_TO_HOST ? config->cpu_host
                                                            : config->gpu_hosts[command->peer];
    const uint64_t bytes = bytes_of(operation);
    count_copy(&host->counters, direction, bytes);
    host_gpu_of(host, operation)->copying[host_copy_engine(host, operation)] = operation;
    const struct transfer transfer = {
        .unit = &host->unit,
        .start = now + config->copy_latency,
        .bytes = bytes,
        .from = direction == COPY_HOST_TO_DEVICE ? config->cpu_host : gpu_host,
        .to = target,
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
                                   .device = (uint8_t)operation->command.device,
                                   .peer = (uint8_t)operation->command.peer,
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
    for (unsigned i = 0; i < host->config.n_gpus * HOST_ENGINES; i++) {
        const unsigned engine = i % HOST_ENGINES;
        struct operation **copying = &host->gpus[i / HOST_ENGINES].copying[engine];
        struct operation *operation = *copying;
        if (!operation || operation->number != message_transfer(message))
            continue;
        *copying = NULL;
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
