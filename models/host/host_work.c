/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations begin and end: launches, copies, moves. */
#include "models/core/message_dispatch.h"
#include "models/host/host_children.h"
#include "models/host/host_internal.h"
#include "models/host/host_stopped.h"
#include "models/host/launch_chooser.h"
#include "models/launch/grid.h"
#include "models/launch/kernel_fault.h"
#include "workloads/cluster.h"
#include <math.h>

bool host_keeps_another(const struct host *host, const GArray *records)
{
    return host->config.kept_launches == 0 || records->len < host->config.kept_launches;
}

struct host_launch *host_launch_at(struct host *host, uint32_t id)
{
    return id < host->launches->len ? &g_array_index(host->launches, struct host_launch, id)
                                    : &host->other;
}

void host_fail(struct host *host, sim_time now, GError *error)
{
    host->failed = true;
    engine_fail(&host->unit, now, error);
}

/* ---- launches ---------------------------------------------------------------------------- */

/* Kernels lie one after the other in the order of their first launch. So addresses are the same on
 * every run. */
static uint64_t code_address_of(struct host *host, const struct kernel_code *code)
{
    for (guint i = 0; i < host->codes->len; i++) {
        const struct placed_code *placed = &g_array_index(host->codes, struct placed_code, i);
        if (placed->code == code)
            return placed->address;
    }
    struct placed_code placed = {.code = code, .address = host->next_code};
    if (host->config.codes_overlap)
        return placed.address;
    g_array_append_val(host->codes, placed);
    host->next_code += (uint64_t)code->n_instructions * HOST_CODE_BYTES_MAX;
    host->next_code =
        (host->next_code + HOST_CODE_ALIGNMENT - 1) / HOST_CODE_ALIGNMENT * HOST_CODE_ALIGNMENT;
    return placed.address;
}

void host_note_launch(struct host *host, struct operation *operation)
{
    struct launch *launch = &operation->command.launch;
    const struct host_launch record = {.launch = (uint32_t)host->counters.launches,
                                       .client = operation->client,
                                       .stream = launch->stream,
                                       .functional = operation->command.functional,
                                       .pulled = operation->issued,
                                       .sent = SIM_TIME_NEVER,
                                       .done = SIM_TIME_NEVER};
    launch->id = record.launch;
    launch->client = operation->client;
    launch->device = operation->command.device;
    if (!launch->services)
        launch->services = host->hooks.services;
    launch->code_address = code_address_of(host, launch->code);
    launch->n_sms = host->config.n_sms;
    launch->clock_hz = host->config.clock_hz;
    launch->independent_lanes = host->config.independent_lanes;
    launch->spin_limit = host->config.spin_limit;
    uint64_t blocks = launch_blocks(launch), most = host->config.max_blocks;
    if (cluster_blocks(launch) > 1)
        most = 0; /* the first blocks are no whole clusters */
    launch->detailed_blocks = most > 0 ? MIN(blocks, most) : blocks;
    if (host_keeps_another(host, host->launches))
        g_array_append_val(host->launches, record);
    host->counters.launches++;
    host->counters.functional_launches += operation->command.functional;
}

static void send_launch(struct host *host, struct operation *operation, sim_time now)
{
    const struct launch *launch = &operation->command.launch;
    const struct message message = message_kernel_start(launch, launch->id);
    struct host_gpu *gpu = host_gpu_of(host, operation);
    sim_time when;
    if (host->hooks.leaves)
        host->hooks.leaves(host->hooks.data, launch);
    bool has_credit = wire_has_credit(gpu->to_dispatcher, now, &when);
    g_assert(has_credit);
    wire_send(gpu->to_dispatcher, now, &message);
    host_launch_at(host, launch->id)->sent = now;
    gpu->n_kernels++;
    host->gathers = false;
    g_ptr_array_add(host->running, operation);
}

/* ---- the end of an operation ---------------------------------------------------------------- */

void host_end_operation(struct host *host, struct operation *operation, sim_time now,
                        const char *output)
{
    GError *error = NULL;
    struct host_client *client = host_client_at(host, operation->client);
    uint64_t id = operation->command.id;
    struct host_family *family = host_leave_family(host, operation);
    const sim_time by_events = now + host->computed * HOST_COMPUTED_INSTRUCTION;
    operations_end(&host->operations, operation);
    if (client->source->done &&
        !client->source->done(client->source, host->device, id, by_events, output, &error)) {
        host_fail(host, now, error);
        return;
    }
    host_unblock(client, id, now);
    if (family)
        host_child_ended(host, family, now);
}

/* Takes the error. */
void host_fail_client(struct host *host, struct operation *operation, sim_time now, GError *fault)
{
    struct host_client *client = host_client_at(host, operation->client);
    int kind = kernel_fault_kind(fault);
    if (kind < 0 || host->clients->len == 1 || !client->source->fail) {
        host_fail(host, now, fault);
        return;
    }
    host_end_operation(host, operation, now, NULL);
    if (!client->failed)
        client->source->fail(client->source, (enum fault_kind)kind, fault->message);
    client->failed = true;
    host_end_client(client);
    g_error_free(fault);
}

/* The client has reached its target, in the middle of this launch. */
static void halt_client(struct host *host, struct operation *operation, sim_time now)
{
    struct host_client *client = host_client_at(host, operation->client);
    host_end_operation(host, operation, now, NULL);
    if (!client->failed && client->source->halt)
        client->source->halt(client->source);
    client->failed = true;
    host_end_client(client);
}

/* Blocks that were not simulated. */
static bool run_rest(const struct host_hooks *hooks, const struct launch *launch, GString *output,
                     GError **error)
{
    const struct launch_chooser *chooser = hooks->chooser;
    const uint64_t first = launch->detailed_blocks;
    uint64_t unused = 0; /* events tell of the blocks that were simulated */
    return chooser
               ? chooser->rest(chooser->data, launch, first, output, error)
               : hooks->run_functional(hooks->data, launch, first, &unused, output, NULL, error);
}

/* Takes the error; NULL: it has ended well. */
static void end_launch(struct host *host, struct operation *operation, GError *fault, sim_time now)
{
    const struct launch *launch = &operation->command.launch;
    const struct host_hooks *hooks = &host->hooks;
    g_autoptr(GString) output = g_string_new(NULL);
    GError *error = NULL;
    host_launch_at(host, launch->id)->done = now;
    if (hooks->take_output)
        hooks->take_output(hooks->data, launch, output);
    if (fault) {
        host_fail_client(host, operation, now, fault);
        return;
    }
    if (launch->detailed_blocks < launch_blocks(launch) &&
        !run_rest(hooks, launch, output, &error)) {
        host_fail_client(host, operation, now, error);
        return;
    }
    const char *text = output->len > 0 ? output->str : NULL;
    const struct host_launch *record = host_launch_at(host, launch->id);
    const sim_time more =
        hooks->chooser ? hooks->chooser->ended(hooks->chooser->data, launch, now - record->sent)
                       : 0;
    if (more > 0)
        host_pass_until(host, operation, now + more, text);
    else if (!host_waits_for_children(host, operation, now, text))
        host_end_operation(host, operation, now, text);
}

/* ---- the begin of an operation --------------------------------------------------------------- */

static void begin_move(struct host *host, struct operation *operation)
{
    host->counters.moves++;
    host->counters.moved_bytes += operation->command.bytes;
    g_ptr_array_add(host->running, operation);
}

static sim_time move_end(const struct host *host, const struct operation *operation)
{
    if (operation->passes > 0)
        return operation->passes;
    return operation->begun + host->config.move_latency +
           (sim_time)ceil((double)operation->command.bytes / host->config.move_bytes_per_ps);
}

static bool has_simulated_enough(const struct host *host)
{
    return host->config.max_instructions > 0 && host->instructions >= host->config.max_instructions;
}

void host_begin(struct host *host, struct operation *operation, sim_time now)
{
    operations_begin(&host->operations, operation, now);
    if (host_client_at(host, operation->client)->failed) {
        host_end_operation(host, operation, now, NULL);
        return;
    }
    switch (operation->command.kind) {
    case COMMAND_LAUNCH:
        if (host_migrates(operation)) {
            host_begin_copy(host, operation, now);
            return;
        }
        if (!operation->command.functional && has_simulated_enough(host))
            host_make_functional(host, operation);
        if (operation->command.functional)
            host_compute(host, operation, now);
        else if (operation->on_cpu)
            host_begin_on_cpu(host, operation, now);
        else if (!host->hooks.chooser || !host_chooses(host, operation, now))
            send_launch(host, operation, now);
        return;
    case COMMAND_COPY:
        if (operation->elided)
            host_end_operation(host, operation, now, NULL);
        else
            host_begin_copy(host, operation, now);
        return;
    case COMMAND_MOVE:
        begin_move(host, operation);
        return;
    case COMMAND_JOIN:
        host_end_operation(host, operation, now, NULL);
        return;
    case COMMAND_END:
    case COMMAND_ABORT:
    case COMMAND_NONE:
    case COMMAND_LATER:
        break;
    }
    g_assert_not_reached();
}

/* When the resource of a ready operation lets it begin; SIM_TIME_NEVER if a message must come
 * first. Ask about the host's own time, never a later one: credits that have been seen are there
 * for any launch. */
static sim_time resource_free_at(struct host *host, const struct operation *operation, int resource,
                                 sim_time now)
{
    const struct host_gpu *gpu = host_gpu_of(host, operation);
    sim_time when;
    if (resource < 0)
        return 0;
    if (resource < HOST_ENGINES)
        return gpu->copying[resource] ? SIM_TIME_NEVER : 0;
    if (operation->on_cpu)
        return host->on_cpu ? SIM_TIME_NEVER : 0;
    if (host->passing || gpu->n_kernels >= host->config.concurrent_kernels)
        return SIM_TIME_NEVER;
    return wire_has_credit(gpu->to_dispatcher, now, &when) ? 0 : when;
}

/* Each GPU's, one behind the other. */
enum { RESOURCE_GPU = HOST_ENGINES, RESOURCE_CPU, RESOURCES };

/* A launch or copy doesn't overtake an earlier ready one that wants the same resource. */
static int resource_of(const struct host *host, const struct operation *operation)
{
    const struct command *command = &operation->command;
    if ((command->kind == COMMAND_COPY && !operation->elided) || host_migrates(operation))
        return (int)host_copy_engine(host, operation);
    if (command->kind != COMMAND_LAUNCH || command->functional)
        return -1;
    return operation->on_cpu ? RESOURCE_CPU : RESOURCE_GPU;
}

/* When the client's first launch on the GPU may leave; SIM_TIME_NEVER: none is ready. */
static sim_time first_launch_at(const struct host *host, uint32_t client)
{
    sim_time at = SIM_TIME_NEVER;
    for (guint i = 0; i < host->operations.ready->len; i++) {
        const struct operation *operation = host->operations.ready->pdata[i];
        if (operation->client == client && resource_of(host, operation) == RESOURCE_GPU)
            at = MIN(at, operation->prepared);
    }
    return at;
}

/* When the clients' first launches may leave together. */
static sim_time gathered_at(struct host *host)
{
    sim_time at = 0;
    for (uint32_t i = 0; host->gathers && i < host->clients->len; i++) {
        sim_time own = first_launch_at(host, i);
        if (own != SIM_TIME_NEVER || !host_client_at(host, i)->ended)
            at = MAX(at, own);
    }
    return at;
}

struct operation *host_first_to_begin(struct host *host, sim_time now, sim_time *when)
{
    struct operation *first = NULL;
    uint8_t taken[RESOURCES * HOST_GPUS_MAX] = {0};
    const sim_time gathered = gathered_at(host);
    *when = SIM_TIME_NEVER;
    for (guint i = 0; i < host->operations.ready->len; i++) {
        struct operation *operation = host->operations.ready->pdata[i];
        uint8_t *own = &taken[RESOURCES * operation->command.device];
        if (own[RESOURCE_GPU] && operation->child && !operation->command.functional)
            continue; /* there may be thousands */
        int resource = resource_of(host, operation);
        if (resource >= 0 && own[resource])
            continue;
        if (resource >= 0)
            own[resource] = 1;
        sim_time at = MAX(now, operation->prepared);
        at = MAX(at, resource_free_at(host, operation, resource, now));
        if (resource == RESOURCE_GPU)
            at = MAX(at, gathered);
        if (at < *when) {
            *when = at;
            first = operation;
        }
    }
    return first;
}

struct operation *host_next_move(struct host *host, sim_time *when)
{
    struct operation *first = NULL;
    *when = SIM_TIME_NEVER;
    for (guint i = 0; i < host->running->len; i++) {
        struct operation *operation = host->running->pdata[i];
        if ((operation->command.kind == COMMAND_MOVE || operation->passes > 0) &&
            move_end(host, operation) < *when) {
            first = operation;
            *when = move_end(host, operation);
        }
    }
    return first;
}

void host_end_move(struct host *host, struct operation *move, sim_time now)
{
    g_ptr_array_remove(host->running, move);
    if (move->passes > 0) {
        host_end_passing(host, move, now);
        return;
    }
    host_end_operation(host, move, now, NULL);
}

void host_take_kernel_done(struct host *host, const struct message *message, sim_time now)
{
    wire_return_credit(host->unit.incoming[message->port], now);
    for (guint i = 0; i < host->running->len; i++) {
        struct operation *operation = host->running->pdata[i];
        const struct command *command = &operation->command;
        if (command->kind != COMMAND_LAUNCH || command->launch.id != message->launch)
            continue;
        g_ptr_array_remove_index(host->running, i);
        host_gpu_of(host, operation)->n_kernels--;
        host->instructions += message_kernel_instructions(message);
        if (host->hooks.back)
            host->hooks.back(host->hooks.data, &command->launch);
        GError *fault = message_kernel_fault(message);
        if (!fault)
            operation->command.launch.detailed_blocks = message_kernel_blocks(message);
        host_launch_at(host, message->launch)->warp_instructions =
            message_kernel_instructions(message);
        if (message_kernel_ended(message) == MESSAGE_HALTED)
            halt_client(host, operation, now);
        else
            end_launch(host, operation, fault, now);
        return;
    }
    g_assert_not_reached();
}
