/* SPDX-License-Identifier: BSD-3-Clause */
/* Clients and the unit; what operations do is in host_work.c. */
#include "models/dispatch/dispatcher.h"
#include "models/host/host_internal.h"

static inline struct host *host_of(struct unit *unit)
{
    return (struct host *)((char *)unit - offsetof(struct host, unit));
}

/* ---- clients -------------------------------------------------------------------------------- */

static void issue(struct host *host, uint32_t index, sim_time now)
{
    struct host_client *client = host_client_at(host, index);
    const struct command *command = &client->command;
    sim_time prepared = now;
    if (command->kind == COMMAND_LAUNCH && !command->functional)
        prepared = (command->ahead ? 0 : now) + host->config.launch_latency;
    struct operation *operation =
        operations_issue(&host->operations, index, command, now, prepared);
    if (command->kind == COMMAND_LAUNCH)
        host_note_launch(host, operation);
    if (host->hooks.placing)
        host_place(host, operation, now);
    client->state = command->blocking ? CLIENT_BLOCKED : CLIENT_CALLING;
    client->blocked_on = command->id;
    client->next = now;
}

/* The other units come up to a time that they have not passed yet, whatever the lookahead: nothing
 * of what the host does now can reach them earlier. */
static void abort_run(struct host *host, sim_time now)
{
    host->aborted = true;
    engine_limit(host->unit.engine,
                 now + MIN(host->config.copy_latency, host->config.dispatcher_wire.latency));
}

static void pull(struct host *host, uint32_t index, sim_time now)
{
    struct host_client *client = host_client_at(host, index);
    GError *error = NULL;
    if (!client->source->next(client->source, host->device, now, &client->command, &error)) {
        host_fail(host, now, error);
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
        const struct host_client *client = host_client_at(host, i);
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
        if (host_client_at(host, i)->state != CLIENT_ENDED)
            return;
    host->done = true;
    host->end = now;
}

/* ---- the unit ------------------------------------------------------------------------------- */

static void take_message(struct host *host, sim_time now)
{
    const struct message message = *inbox_peek(&host->unit.inbox);
    inbox_drop(&host->unit.inbox);
    if (message.kind == MESSAGE_TRANSFER_DONE)
        host_take_transfer_done(host, &message, now);
    else
        host_take_kernel_done(host, &message, now);
}

/* What happens at the same time happens in this order: messages, ends, begins, clients. */
static sim_time advance(struct unit *unit, sim_time until)
{
    struct host *host = host_of(unit);
    while (!host->failed) {
        sim_time moved, begins;
        uint32_t index = 0;
        struct operation *move = host_next_move(host, &moved);
        struct operation *ready = host_first_to_begin(host, host->now, &begins);
        sim_time called = next_client(host, &index);
        sim_time now = MIN(MIN(unit->inbox.head, moved), MIN(begins, called));
        if (now >= until)
            return now;
        host->now = now;
        if (unit->inbox.head == now)
            take_message(host, now);
        else if (moved == now)
            host_end_move(host, move, now);
        else if (begins == now)
            host_begin(host, ready, now);
        else if (host_client_at(host, index)->state == CLIENT_CALLING)
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
        const struct command *command = &((struct operation *)host->running->pdata[i])->command;
        if (command->kind == COMMAND_LAUNCH)
            g_string_append_printf(text, "%s: waits for the end of kernel %s (launch %u)\n",
                                   unit->name, command->launch.code->name, command->launch.id);
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
    .alone = true, /* it asks programs, and reads and changes memory and modules */
};

void host_init(struct host *host, struct engine *engine, const char *name, const char *host_name,
               const struct host_config *config, const struct host_hooks *hooks,
               const struct device_access *device)
{
    *host = (struct host){
        .config = *config,
        .hooks = *hooks,
        .launches = g_array_new(FALSE, FALSE, sizeof(struct host_launch)),
        .copies = g_array_new(FALSE, FALSE, sizeof(struct host_copy)),
        .codes = g_array_new(FALSE, FALSE, sizeof(struct placed_code)),
        .next_code = HOST_CODE_BASE,
        .clients = g_array_new(FALSE, TRUE, sizeof(struct host_client)),
        .running = g_ptr_array_new(),
        .cpu_output = g_string_new(NULL),
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
    g_string_free(host->cpu_output, TRUE);
    g_array_free(host->clients, TRUE);
    g_array_free(host->launches, TRUE);
    g_array_free(host->copies, TRUE);
    g_array_free(host->codes, TRUE);
}

void host_add_client(struct host *host, struct command_source *source)
{
    const struct host_client client = {.source = source, .state = CLIENT_CALLING};
    g_array_append_val(host->clients, client);
}

void host_set_target(struct host *host, uint32_t client, uint64_t target)
{
    host_client_at(host, client)->target = target;
}

void host_connect_dispatcher(struct host *host, struct dispatcher *dispatcher)
{
    const struct wire_shape *shape = &host->config.dispatcher_wire;
    host->to_dispatcher = wire_new(&host->unit, &dispatcher->unit, shape);
    dispatcher->to_host = wire_new(&dispatcher->unit, &host->unit, shape);
}
