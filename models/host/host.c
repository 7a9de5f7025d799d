/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/host/host.h"
#include "models/core/platform.h"
#include "models/dispatch/dispatcher.h"

const struct counter host_counter_table[] = {
    {"launches", "launches", "Kernel launches pulled from the command source.",
     offsetof(struct host_counters, launches)},
    {"writes", "commands", "Host-to-device copies; they take no simulated time.",
     offsetof(struct host_counters, writes)},
    {"written_bytes", "bytes", "Bytes of these copies.",
     offsetof(struct host_counters, written_bytes)},
    {0},
};

bool host_config_read(struct platform_group *group, const struct clock *clock,
                      struct host_config *out, GError **error)
{
    struct host_config config;
    struct wire_shape *wire = &config.dispatcher_wire;
    if (!properties_time(group, "launch.latency", &config.launch_latency, error) ||
        !properties_latency(group, "dispatcher.latency", clock, &wire->latency, error))
        return false;
    wire->credit_latency = wire->latency;
    wire->credits = 1; /* one launch is under way at a time */
    *out = config;
    return true;
}

static inline struct host *host_of(struct unit *unit)
{
    return (struct host *)((char *)unit - offsetof(struct host, unit));
}

static struct host_launch *current_launch(struct host *host)
{
    return &g_array_index(host->launches, struct host_launch, host->launches->len - 1);
}

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

static void begin_launch(struct host *host, sim_time now)
{
    struct host_launch launch = {
        .launch = host->launches->len,
        .pulled = now,
        .sent = SIM_TIME_NEVER,
        .done = SIM_TIME_NEVER,
    };
    host->command.launch.id = launch.launch;
    host->command.launch.code_address = code_address_of(host, host->command.launch.code);
    g_array_append_val(host->launches, launch);
    host->counters.launches++;
    host->state = HOST_LAUNCHING;
    host->next_event = now + host->config.launch_latency;
}

static void pull(struct host *host, sim_time now)
{
    GError *error = NULL;
    if (!host->source->next(host->source, host->device, &host->command, &error)) {
        host->state = HOST_FAILED;
        engine_fail(&host->unit, now, error);
        return;
    }
    switch (host->command.kind) {
    case COMMAND_LAUNCH:
        begin_launch(host, now);
        return;
    case COMMAND_WRITE:
        host->counters.writes++;
        host->counters.written_bytes += host->command.bytes;
        return;
    case COMMAND_END:
        host->state = HOST_DONE;
        host->done = true;
        host->end = now;
        return;
    }
    g_assert_not_reached();
}

static void send_launch(struct host *host, sim_time now)
{
    const struct message message = {
        .kind = MESSAGE_KERNEL_START,
        .work = &host->command.launch,
        .launch = host->command.launch.id,
    };
    sim_time when;
    bool has_credit = wire_has_credit(host->to_dispatcher, now, &when);
    g_assert(has_credit);
    wire_send(host->to_dispatcher, now, &message);
    current_launch(host)->sent = now;
    host->state = HOST_WAITING;
}

static void take_kernel_done(struct host *host, sim_time now)
{
    const struct message *message = inbox_peek(&host->unit.inbox);
    g_assert(message->kind == MESSAGE_KERNEL_DONE && host->state == HOST_WAITING);
    g_assert(message->launch == host->command.launch.id);
    wire_return_credit(host->unit.incoming[message->port], now);
    inbox_drop(&host->unit.inbox);
    current_launch(host)->done = now;
    host->state = HOST_PULLING;
    host->next_event = now;
}

static sim_time next_time(struct host *host)
{
    sim_time when;
    switch (host->state) {
    case HOST_PULLING:
        return host->next_event;
    case HOST_LAUNCHING:
        return wire_has_credit(host->to_dispatcher, host->next_event, &when) ? host->next_event
                                                                             : when;
    case HOST_WAITING:
        return host->unit.inbox.head;
    case HOST_DONE:
    case HOST_FAILED:
        break;
    }
    return SIM_TIME_NEVER;
}

static sim_time advance(struct unit *unit, sim_time until)
{
    struct host *host = host_of(unit);
    for (;;) {
        sim_time now = next_time(host);
        if (now >= until)
            return now;
        if (host->state == HOST_PULLING)
            pull(host, now);
        else if (host->state == HOST_LAUNCHING)
            send_launch(host, now);
        else
            take_kernel_done(host, now);
    }
}

static void describe_waits(struct unit *unit, GString *text)
{
    const struct host *host = host_of(unit);
    const struct launch *launch = &host->command.launch;
    if (host->state == HOST_WAITING)
        g_string_append_printf(text, "%s: waits for the end of kernel %s (launch %u)\n", unit->name,
                               launch->code->name, launch->id);
    else if (host->state == HOST_LAUNCHING)
        g_string_append_printf(text, "%s: waits to send kernel %s (launch %u) to %s\n", unit->name,
                               launch->code->name, launch->id, host->to_dispatcher->receiver->name);
}

static const struct unit_ops ops = {
    .model = "host",
    .advance = advance,
    .describe_waits = describe_waits,
};

void host_init(struct host *host, struct engine *engine, const char *name, const char *host_name,
               const struct host_config *config, struct command_source *source,
               const struct device_access *device)
{
    *host = (struct host){
        .config = *config,
        .launches = g_array_new(FALSE, FALSE, sizeof(struct host_launch)),
        .codes = g_array_new(FALSE, FALSE, sizeof(struct placed_code)),
        .next_code = HOST_CODE_BASE,
        .state = HOST_PULLING,
        .source = source,
        .device = device,
    };
    unit_init(&host->unit, &ops, engine, name, host_name);
}

void host_finish(struct host *host)
{
    unit_finish(&host->unit);
    g_array_free(host->launches, TRUE);
    g_array_free(host->codes, TRUE);
}

void host_connect_dispatcher(struct host *host, struct dispatcher *dispatcher)
{
    const struct wire_shape *shape = &host->config.dispatcher_wire;
    host->to_dispatcher = wire_new(&host->unit, &dispatcher->unit, shape);
    dispatcher->to_host = wire_new(&dispatcher->unit, &host->unit, shape);
}
