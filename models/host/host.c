/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/host/host.h"
#include "models/core/platform.h"
#include "models/dispatch/dispatcher.h"
#include "models/dispatch/grid.h"
#include <math.h>

static inline struct host *host_of(struct unit *unit)
{
    return (struct host *)((char *)unit - offsetof(struct host, unit));
}

static inline struct host_client *client_at(struct host *host, uint32_t index)
{
    return &g_array_index(host->clients, struct host_client, index);
}

static inline struct host_launch *launch_at(struct host *host, uint32_t id)
{
    return &g_array_index(host->launches, struct host_launch, id);
}

static void fail(struct host *host, sim_time now, GError *error)
{
    host->failed = true;
    engine_fail(&host->unit, now, error);
}

/* ---- launches ---------------------------------------------------------------------------- */

/* Kernels lie one after the other in the order of their first launch, so that addresses are the
 * same on every run. */
static uint64_t code_address_of(struct host *host, const struct kernel_code *code)
{
    for (guint i = 0; i < host->codes->len; i++) {
        const struct placed_code *placed = &g_array_index(host->codes, struct placed_code, i);
        if (placed->code == code)
            return placed->address;
    }
    struct placed_code placed = {.code = code, .address = host->next_code};
    g_array_append_val(host->codes, placed);
    host->next_code += (uint64_t)code->n_instructions * HOST_CODE_BYTES_MAX;
    host->next_code =
        (host->next_code + HOST_CODE_ALIGNMENT - 1) / HOST_CODE_ALIGNMENT * HOST_CODE_ALIGNMENT;
    return placed.address;
}

static void register_launch(struct host *host, struct operation *operation)
{
    struct launch *launch = &operation->command.launch;
    const struct host_launch record = {
        .launch = host->launches->len,
        .client = operation->client,
        .functional = operation->command.functional,
        .pulled = operation->issued,
        .sent = SIM_TIME_NEVER,
        .done = SIM_TIME_NEVER,
    };
    launch->id = record.launch;
    if (!launch->services)
        launch->services = host->hooks.services;
    launch->code_address = code_address_of(host, launch->code);
    launch->n_sms = host->config.n_sms;
    uint64_t blocks = launch_blocks(launch), most = host->config.max_blocks;
    launch->detailed_blocks = most > 0 ? MIN(blocks, most) : blocks;
    g_array_append_val(host->launches, record);
    host->counters.launches++;
    host->counters.functional_launches += operation->command.functional;
}

static void send_launch(struct host *host, struct operation *operation, sim_time now)
{
    const struct message message = {
        .kind = MESSAGE_KERNEL_START,
        .work = &operation->command.launch,
        .launch = operation->command.launch.id,
    };
    sim_time when;
    bool has_credit = wire_has_credit(host->to_dispatcher, now, &when);
    g_assert(has_credit);
    wire_send(host->to_dispatcher, now, &message);
    launch_at(host, operation->command.launch.id)->sent = now;
    host->n_kernels++;
    g_ptr_array_add(host->running, operation);
}

/* ---- the end of an operation ---------------------------------------------------------------- */

static void end_operation(struct host *host, struct operation *operation, sim_time now,
                          const char *output)
{
    GError *error = NULL;
    struct host_client *client = client_at(host, operation->client);
    uint64_t id = operation->command.id;
    operations_end(&host->operations, operation);
    if (client->source->done &&
        !client->source->done(client->source, host->device, id, now, output, &error)) {
        fail(host, now, error);
        return;
    }
    if (client->state == CLIENT_BLOCKED && client->blocked_on == id) {
        client->state = CLIENT_CALLING;
        client->next = now;
    }
}

static void end_launch(struct host *host, struct operation *operation, sim_time now)
{
    const struct launch *launch = &operation->command.launch;
    const struct host_hooks *hooks = &host->hooks;
    g_autoptr(GString) output = g_string_new(NULL);
    GError *error = NULL;
    launch_at(host, launch->id)->done = now;
    if (hooks->take_output)
        hooks->take_output(hooks->data, launch->id, output);
    if (launch->detailed_blocks < launch_blocks(launch) &&
        !hooks->run_functional(hooks->data, launch, launch->detailed_blocks, output, &error)) {
        fail(host, now, error);
        return;
    }
    end_operation(host, operation, now, output->len > 0 ? output->str : NULL);
}

/* ---- the begin of an operation --------------------------------------------------------------- */

static unsigned engine_of(const struct host *host, const struct command *command)
{
    return host->config.copy_engines > 1 ? command->direction : 0;
}

static void begin_copy(struct host *host, struct operation *operation, sim_time now)
{
    const struct command *command = &operation->command;
    bool down = command->direction == COPY_HOST_TO_DEVICE;
    const struct host_config *config = &host->config;
    if (down) {
        host->counters.copies_to_device++;
        host->counters.bytes_to_device += command->bytes;
    } else {
        host->counters.copies_to_host++;
        host->counters.bytes_to_host += command->bytes;
    }
    host->copying[engine_of(host, command)] = operation;
    const struct transfer transfer = {
        .unit = &host->unit,
        .start = now + config->copy_latency,
        .bytes = command->bytes,
        .from = down ? config->cpu_host : config->gpu_host,
        .to = down ? config->gpu_host : config->cpu_host,
        .tag = operation->number,
    };
    engine_transfer(host->unit.engine, &transfer);
}

static void begin_move(struct host *host, struct operation *operation)
{
    host->counters.moves++;
    host->counters.moved_bytes += operation->command.bytes;
    g_ptr_array_add(host->running, operation);
}

static sim_time move_end(const struct host *host, const struct operation *operation)
{
    return operation->begun + host->config.move_latency +
           (sim_time)ceil((double)operation->command.bytes / host->config.move_bytes_per_ps);
}

static void run_functionally(struct host *host, struct operation *operation, sim_time now)
{
    GError *error = NULL;
    g_autoptr(GString) output = g_string_new(NULL);
    struct host_launch *launch = launch_at(host, operation->command.launch.id);
    launch->sent = launch->done = now;
    if (!host->hooks.run_functional(host->hooks.data, &operation->command.launch, 0, output,
                                    &error)) {
        fail(host, now, error);
        return;
    }
    end_operation(host, operation, now, output->len > 0 ? output->str : NULL);
}

static void begin(struct host *host, struct operation *operation, sim_time now)
{
    operations_begin(&host->operations, operation, now);
    switch (operation->command.kind) {
    case COMMAND_LAUNCH:
        register_launch(host, operation);
        if (operation->command.functional)
            run_functionally(host, operation, now);
        else
            send_launch(host, operation, now);
        return;
    case COMMAND_COPY:
        begin_copy(host, operation, now);
        return;
    case COMMAND_MOVE:
        begin_move(host, operation);
        return;
    case COMMAND_JOIN:
        end_operation(host, operation, now, NULL);
        return;
    case COMMAND_END:
    case COMMAND_ABORT:
        break;
    }
    g_assert_not_reached();
}

/* When a ready operation can begin, as far as its resource goes: SIM_TIME_NEVER if a message must
 * come first. */
static sim_time resource_free_at(struct host *host, const struct operation *operation,
                                 sim_time from)
{
    const struct command *command = &operation->command;
    sim_time when;
    if (command->kind == COMMAND_COPY)
        return host->copying[engine_of(host, command)] ? SIM_TIME_NEVER : 0;
    if (command->kind != COMMAND_LAUNCH || command->functional)
        return 0;
    if (host->n_kernels >= host->config.concurrent_kernels)
        return SIM_TIME_NEVER;
    return wire_has_credit(host->to_dispatcher, from, &when) ? 0 : when;
}

/* A launch or copy doesn't overtake an earlier ready one that wants the same resource. */
static int resource_of(const struct host *host, const struct operation *operation)
{
    const struct command *command = &operation->command;
    if (command->kind == COMMAND_COPY)
        return (int)engine_of(host, command);
    return command->kind == COMMAND_LAUNCH && !command->functional ? HOST_COPY_ENGINES_MAX : -1;
}

/* The ready operation that can begin first, and when; NULL if none can. `now` is the host's own
 * time: nothing begins before. */
static struct operation *first_to_begin(struct host *host, sim_time now, sim_time *when)
{
    struct operation *first = NULL;
    unsigned taken = 0;
    *when = SIM_TIME_NEVER;
    for (guint i = 0; i < host->operations.ready->len; i++) {
        struct operation *operation = host->operations.ready->pdata[i];
        int resource = resource_of(host, operation);
        if (resource >= 0 && (taken >> resource & 1))
            continue;
        if (resource >= 0)
            taken |= 1u << resource;
        sim_time at = MAX(now, operation->prepared);
        at = MAX(at, resource_free_at(host, operation, at));
        if (at < *when) {
            *when = at;
            first = operation;
        }
    }
    return first;
}

/* ---- clients ---------------------------------------------------------------------------------- */

static void issue(struct host *host, uint32_t index, sim_time now)
{
    struct host_client *client = client_at(host, index);
    const struct command *command = &client->command;
    sim_time prepared = now;
    if (command->kind == COMMAND_LAUNCH && !command->functional)
        prepared += host->config.launch_latency;
    operations_issue(&host->operations, index, command, now, prepared);
    client->state = command->blocking ? CLIENT_BLOCKED : CLIENT_CALLING;
    client->blocked_on = command->id;
    client->next = now;
}

/* The other units come up to a time that they have not passed yet, whatever the lookahead: nothing
 * of what the host does now can reach them earlier. */
static void abort_run(struct host *host, sim_time now)
{
    host->aborted = true;
    engine_limit(host->unit.engine, now + MIN(host->config.copy_latency,
                                              host->config.dispatcher_wire.latency));
}

static void pull(struct host *host, uint32_t index, sim_time now)
{
    struct host_client *client = client_at(host, index);
    GError *error = NULL;
    if (!client->source->next(client->source, host->device, now, &client->command, &error)) {
        fail(host, now, error);
        return;
    }
    if (client->command.kind == COMMAND_ABORT)
        abort_run(host, now);
    if (client->command.kind == COMMAND_END || client->command.kind == COMMAND_ABORT) {
        client->state = CLIENT_ENDED;
        return;
    }
    client->state = CLIENT_ISSUING;
    client->next = now + client->command.host_time;
    host->counters.calls += client->command.host_time > 0;
    if (client->next == now)
        issue(host, index, now);
}

/* The first client, and when it acts. */
static sim_time next_client(struct host *host, uint32_t *index)
{
    sim_time first = SIM_TIME_NEVER;
    for (uint32_t i = 0; i < host->clients->len; i++) {
        const struct host_client *client = client_at(host, i);
        bool acts = client->state == CLIENT_CALLING || client->state == CLIENT_ISSUING;
        if (acts && client->next < first) {
            first = client->next;
            *index = i;
        }
    }
    return first;
}

static void note_if_done(struct host *host, sim_time now)
{
    if (host->done || host->failed || host->aborted || operations_left(&host->operations) > 0)
        return;
    for (uint32_t i = 0; i < host->clients->len; i++)
        if (client_at(host, i)->state != CLIENT_ENDED)
            return;
    host->done = true;
    host->end = now;
}

/* ---- the unit ----------------------------------------------------------------------------------- */

static void take_kernel_done(struct host *host, const struct message *message, sim_time now)
{
    wire_return_credit(host->unit.incoming[message->port], now);
    for (guint i = 0; i < host->running->len; i++) {
        struct operation *operation = host->running->pdata[i];
        const struct command *command = &operation->command;
        if (command->kind != COMMAND_LAUNCH || command->launch.id != message->launch)
            continue;
        g_ptr_array_remove_index(host->running, i);
        host->n_kernels--;
        host->instructions += message->address;
        launch_at(host, message->launch)->warp_instructions = message->address;
        end_launch(host, operation, now);
        return;
    }
    g_assert_not_reached();
}

static void take_transfer_done(struct host *host, const struct message *message, sim_time now)
{
    for (unsigned engine = 0; engine < HOST_COPY_ENGINES_MAX; engine++) {
        struct operation *operation = host->copying[engine];
        if (!operation || operation->number != message->tag)
            continue;
        host->copying[engine] = NULL;
        host->counters.copy_ps += now - operation->begun;
        end_operation(host, operation, now, NULL);
        return;
    }
    g_assert_not_reached();
}

static void take_message(struct host *host, sim_time now)
{
    const struct message message = *inbox_peek(&host->unit.inbox);
    inbox_drop(&host->unit.inbox);
    if (message.kind == MESSAGE_TRANSFER_DONE)
        take_transfer_done(host, &message, now);
    else
        take_kernel_done(host, &message, now);
}

/* The running move that ends first, and when. */
static struct operation *next_move(struct host *host, sim_time *when)
{
    struct operation *first = NULL;
    *when = SIM_TIME_NEVER;
    for (guint i = 0; i < host->running->len; i++) {
        struct operation *operation = host->running->pdata[i];
        if (operation->command.kind == COMMAND_MOVE && move_end(host, operation) < *when) {
            first = operation;
            *when = move_end(host, operation);
        }
    }
    return first;
}

static void end_move(struct host *host, struct operation *move, sim_time now)
{
    g_ptr_array_remove(host->running, move);
    end_operation(host, move, now, NULL);
}

/* What happens at the same time happens in this order: messages, ends, begins, clients. */
static sim_time advance(struct unit *unit, sim_time until)
{
    struct host *host = host_of(unit);
    while (!host->failed) {
        sim_time moved, begins;
        uint32_t index = 0;
        struct operation *move = next_move(host, &moved);
        struct operation *ready = first_to_begin(host, host->now, &begins);
        sim_time called = next_client(host, &index);
        sim_time now = MIN(MIN(unit->inbox.head, moved), MIN(begins, called));
        if (now >= until)
            return now;
        host->now = now;
        if (unit->inbox.head == now)
            take_message(host, now);
        else if (moved == now)
            end_move(host, move, now);
        else if (begins == now)
            begin(host, ready, now);
        else if (client_at(host, index)->state == CLIENT_CALLING)
            pull(host, index, now);
        else
            issue(host, index, now);
        note_if_done(host, now);
    }
    return SIM_TIME_NEVER;
}

static void describe_waits(struct unit *unit, GString *text)
{
    struct host *host = host_of(unit);
    for (guint i = 0; i < host->running->len; i++) {
        const struct launch *launch =
            &((struct operation *)host->running->pdata[i])->command.launch;
        g_string_append_printf(text, "%s: waits for the end of kernel %s (launch %u)\n", unit->name,
                               launch->code->name, launch->id);
    }
    for (guint i = 0; i < host->operations.ready->len; i++) {
        const struct command *command =
            &((struct operation *)host->operations.ready->pdata[i])->command;
        if (command->kind == COMMAND_LAUNCH)
            g_string_append_printf(text, "%s: waits to send kernel %s to %s\n", unit->name,
                                   command->launch.code->name, host->to_dispatcher->receiver->name);
    }
}

static const struct unit_ops ops = {
    .model = "host",
    .advance = advance,
    .describe_waits = describe_waits,
};

void host_init(struct host *host, struct engine *engine, const char *name, const char *host_name,
               const struct host_config *config, const struct host_hooks *hooks,
               const struct device_access *device)
{
    *host = (struct host){
        .config = *config,
        .hooks = *hooks,
        .launches = g_array_new(FALSE, FALSE, sizeof(struct host_launch)),
        .codes = g_array_new(FALSE, FALSE, sizeof(struct placed_code)),
        .next_code = HOST_CODE_BASE,
        .clients = g_array_new(FALSE, TRUE, sizeof(struct host_client)),
        .running = g_ptr_array_new(),
        .device = device,
    };
    operations_init(&host->operations);
    unit_init(&host->unit, &ops, engine, name, host_name);
    host->unit.delay = MIN(host->unit.delay, config->copy_latency);
}

void host_finish(struct host *host)
{
    unit_finish(&host->unit);
    operations_finish(&host->operations);
    g_ptr_array_free(host->running, TRUE);
    g_array_free(host->clients, TRUE);
    g_array_free(host->launches, TRUE);
    g_array_free(host->codes, TRUE);
}

void host_add_client(struct host *host, struct command_source *source)
{
    const struct host_client client = {.source = source, .state = CLIENT_CALLING};
    g_array_append_val(host->clients, client);
}

void host_connect_dispatcher(struct host *host, struct dispatcher *dispatcher)
{
    const struct wire_shape *shape = &host->config.dispatcher_wire;
    host->to_dispatcher = wire_new(&host->unit, &dispatcher->unit, shape);
    dispatcher->to_host = wire_new(&dispatcher->unit, &host->unit, shape);
}
