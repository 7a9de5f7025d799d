/* SPDX-License-Identifier: BSD-3-Clause */
/* Clients and the unit. host_work.c has the operations. */
#include "models/host/host.h"
#include "base/kernel_name.h"
#include "models/host/host_children.h"
#include "models/host/host_internal.h"
#include "models/host/host_stopped.h"

#define ROW(...) COUNTER_ROW(struct host_counters, __VA_ARGS__)

const struct counter host_counter_table[] = {
    ROW(launches, "launches", "Kernel launches issued."),
    ROW(functional_launches, "launches",
        "Those that took no simulated time, because they only computed."),
    ROW(copies_to_device, "commands", "Copies from the host to the device."),
    ROW(bytes_to_device, "bytes", "Bytes of these copies."),
    ROW(copies_to_host, "commands", "Copies from the device to the host."),
    ROW(bytes_to_host, "bytes", "Bytes of these copies."),
    ROW(copy_ps, "ps", "Time that copies took, summed over copies."),
    ROW(moves, "commands", "memset and copies within device memory."),
    ROW(moved_bytes, "bytes", "Bytes that these commands wrote."),
    ROW(child_launches, "launches", "Launches that kernels have issued."),
    ROW(calls, "calls", "Commands that took simulated time on the host itself."),
    {0}};

static inline struct host *host_of(struct unit *unit)
{
    return (struct host *)((char *)unit - offsetof(struct host, unit));
}

/* ---- clients -------------------------------------------------------------------------------- */

static inline struct host_caller *caller_at(const struct host_client *client, uint32_t index)
{
    return &g_array_index(client->callers, struct host_caller, index);
}

static void issue(struct host *host, uint32_t index, struct host_caller *caller, sim_time now)
{
    const struct command *command = &caller->command;
    sim_time prepared = now;
    if (command->kind == COMMAND_LAUNCH && !command->functional)
        prepared = (command->ahead ? 0 : now) + host->config.launch_latency;
    struct operation *operation =
        operations_issue(&host->operations, index, command, now, prepared);
    if (command->kind == COMMAND_LAUNCH)
        host_note_launch(host, operation);
    if (host->hooks.placing)
        host_place(host, operation, now);
    caller->state = command->blocking ? CALLER_BLOCKED : CALLER_CALLING;
    caller->blocked_on = command->id;
    caller->next = now;
}

void host_unblock(struct host_client *client, uint64_t id, sim_time now)
{
    for (guint i = 0; i < client->callers->len; i++) {
        struct host_caller *caller = caller_at(client, i);
        if (caller->state != CALLER_BLOCKED || caller->blocked_on != id)
            continue;
        caller->state = CALLER_CALLING;
        caller->next = now;
    }
}

void host_end_client(struct host_client *client)
{
    client->ended = true;
    g_array_set_size(client->callers, 0);
}

/* The other units come up to a time that they have not passed yet, whatever the lookahead. What the
 * host does now can't reach them earlier. */
static void abort_run(struct host *host, sim_time now)
{
    host->aborted = true;
    engine_limit(host->unit.engine,
                 now + MIN(host->config.copy_latency, host->config.dispatcher_wire.latency));
}

/* Takes a command that the client's source has given. */
static void take_command(struct host *host, uint32_t index, const struct command *command,
                         sim_time now)
{
    struct host_client *client = host_client_at(host, index);
    const struct host_caller caller = {.number = command->caller,
                                       .state = CALLER_ISSUING,
                                       .next = now + command->host_time,
                                       .command = *command};
    guint at = 0;
    while (at < client->callers->len && caller_at(client, at)->number < caller.number)
        at++;
    g_array_insert_val(client->callers, at, caller);
    host->counters.calls += command->host_time > 0;
    if (caller.next == now)
        issue(host, index, caller_at(client, at), now);
}

/* Pulls a command. False if there is none for now. */
static bool pull_one(struct host *host, uint32_t index, sim_time now)
{
    struct host_client *client = host_client_at(host, index);
    struct command command;
    GError *error = NULL;
    if (!client->source->next(client->source, host->device, now, &command, &error)) {
        host_fail(host, now, error);
        return false;
    }
    client->later = command.kind == COMMAND_LATER;
    host->unheard |= client->later;
    if (command.kind == COMMAND_NONE || client->later)
        return false;
    if (command.kind == COMMAND_ABORT)
        abort_run(host, now);
    if (command.kind == COMMAND_END || command.kind == COMMAND_ABORT) {
        host_end_client(client);
        return false;
    }
    take_command(host, index, &command, now);
    return true;
}

void host_pull(struct host *host, uint32_t index, sim_time now)
{
    while (pull_one(host, index, now))
        continue;
}

/* A caller's call has returned. */
static void pull(struct host *host, uint32_t index, uint32_t which, sim_time now)
{
    struct host_client *client = host_client_at(host, index);
    struct command_source *source = client->source;
    uint64_t caller = caller_at(client, which)->number;
    GError *error = NULL;
    g_array_remove_index(client->callers, which);
    if (!source->returned) {
        pull_one(host, index, now);
        return;
    }
    if (!source->returned(source, host->device, caller, &error)) {
        host_fail(host, now, error);
        return;
    }
    host_pull(host, index, now);
}

/* A turn: a caller of a client. */
struct turn {
    uint32_t client, caller;
};

/* Finds the first turn, and returns when it is. */
static sim_time next_caller(const struct host *host, struct turn *turn)
{
    sim_time first = SIM_TIME_NEVER;
    for (uint32_t i = 0; i < host->clients->len; i++) {
        const struct host_client *client = &g_array_index(host->clients, struct host_client, i);
        for (guint j = 0; j < client->callers->len; j++) {
            const struct host_caller *caller = caller_at(client, j);
            if (caller->state == CALLER_BLOCKED || caller->next >= first)
                continue;
            first = caller->next;
            *turn = (struct turn){i, j};
        }
    }
    return first;
}

static void note_if_done(struct host *host, sim_time now)
{
    if (host->done || host->failed || host->aborted || operations_left(&host->operations) > 0)
        return;
    for (uint32_t i = 0; i < host->clients->len; i++)
        if (!host_client_at(host, i)->ended)
            return;
    host->done = true;
    host->end = now;
}

/* ---- the unit ------------------------------------------------------------------------------- */

static void take_message(struct host *host, sim_time now)
{
    const struct message message = *inbox_peek(&host->unit.inbox);
    inbox_drop(&host->unit.inbox);
    if (message.kind == MESSAGE_CHILDREN)
        host_take_children(host, &message, now);
    else if (message.kind == MESSAGE_TRANSFER_DONE)
        host_take_transfer_done(host, &message, now);
    else
        host_take_kernel_done(host, &message, now);
}

static void take_turn(struct host *host, const struct turn *turn, sim_time now)
{
    struct host_client *client = host_client_at(host, turn->client);
    struct host_caller *caller = caller_at(client, turn->caller);
    if (caller->state == CALLER_CALLING)
        pull(host, turn->client, turn->caller, now);
    else
        issue(host, turn->client, caller, now);
}

/* Things of the same time happen in this order: messages, ends, launches of kernels, begins,
 * clients. */
static sim_time advance(struct unit *unit, sim_time until)
{
    struct host *host = host_of(unit);
    while (!host->failed) {
        sim_time moved, begins;
        struct turn turn = {0, 0};
        struct operation *move = host_next_move(host, &moved);
        struct operation *ready = host_first_to_begin(host, host->now, &begins);
        sim_time called = next_caller(host, &turn), child = host_next_child(host);
        sim_time now = MIN(MIN(unit->inbox.head, moved), MIN(child, MIN(begins, called)));
        if (G_UNLIKELY(host->stopped->len > 0 || host->unheard) && host_stopped_turn(host, now)) {
            note_if_done(host, host->now);
            continue;
        }
        if (now >= until)
            return now;
        host->now = now;
        host->touched = true;
        if (unit->inbox.head == now)
            take_message(host, now);
        else if (moved == now)
            host_end_move(host, move, now);
        else if (child == now)
            host_issue_child(host, now);
        else if (begins == now)
            host_begin(host, ready, now);
        else
            take_turn(host, &turn, now);
        note_if_done(host, now);
    }
    return SIM_TIME_NEVER;
}

static void describe_waits(struct unit *unit, GString *text)
{
    struct host *host = host_of(unit);
    for (guint i = 0; i < host->running->len; i++) {
        const struct command *command = &((struct operation *)host->running->pdata[i])->command;
        if (command->kind != COMMAND_LAUNCH)
            continue;
        g_autofree char *name = kernel_plain_name(command->launch.code->name);
        g_string_append_printf(text, "%s: waits for the end of kernel %s (launch %u)\n", unit->name,
                               name, command->launch.id);
    }
    for (guint i = 0; i < host->operations.ready->len; i++) {
        const struct command *command =
            &((struct operation *)host->operations.ready->pdata[i])->command;
        if (command->kind != COMMAND_LAUNCH)
            continue;
        g_autofree char *name = kernel_plain_name(command->launch.code->name);
        g_string_append_printf(text, "%s: waits to send kernel %s to %s\n", unit->name, name,
                               host->gpus[command->device].to_dispatcher->receiver->name);
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
        .stopped = g_ptr_array_new(),
        .gpus = g_new0(struct host_gpu, config->n_gpus),
        .cpu_output = g_string_new(NULL),
        .passing_output = g_string_new(NULL),
        .device = device,
        .gathers = config->starts_together,
    };
    host_children_init(host);
    operations_init(&host->operations);
    unit_init(&host->unit, &ops, engine, name, host_name);
    host->unit.delay = MIN(host->unit.delay, config->copy_latency);
}

void host_finish(struct host *host)
{
    unit_finish(&host->unit);
    host_stopped_finish(host);
    operations_finish(&host->operations);
    host_children_finish(host);
    g_ptr_array_free(host->running, TRUE);
    g_free(host->gpus);
    g_string_free(host->cpu_output, TRUE);
    g_string_free(host->passing_output, TRUE);
    for (uint32_t i = 0; i < host->clients->len; i++)
        g_array_free(host_client_at(host, i)->callers, TRUE);
    g_array_free(host->clients, TRUE);
    g_array_free(host->launches, TRUE);
    g_array_free(host->copies, TRUE);
    g_array_free(host->codes, TRUE);
}

void host_add_client(struct host *host, struct command_source *source)
{
    const struct host_client client = {
        .source = source, .callers = g_array_new(FALSE, TRUE, sizeof(struct host_caller))};
    g_array_append_val(host->clients, client);
    g_array_set_size(client.callers, 1); /* its first pull is at time 0 */
}

struct wire *host_connect_dispatcher(struct host *host, struct unit *dispatcher)
{
    const struct wire_shape *shape = &host->config.dispatcher_wire;
    g_assert(host->n_connected < host->config.n_gpus);
    host->gpus[host->n_connected++].to_dispatcher = wire_new(&host->unit, dispatcher, shape);
    return wire_new(dispatcher, &host->unit, shape);
}
