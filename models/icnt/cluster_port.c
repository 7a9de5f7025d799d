/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/icnt/cluster_port.h"
#include "models/core/message_memory.h"

static uint64_t cycle_of(const struct cluster_port *port, sim_time time)
{
    return clock_cycle_at_or_after(&port->config->clock, time);
}

static const struct message *first_of(const struct cluster_port *port)
{
    return ring_first(&port->packets, sizeof(struct message));
}

static struct wire *way_of(const struct cluster_port *port, const struct message *packet)
{
    return port->out[port->map ? address_map_bank(port->map, message_address(packet))
                               : packet->requester - port->first_sm];
}

/* Takes what has come. Nothing else arrives before `until`, so this is the packets' order. */
static void take_arrived(struct cluster_port *port, sim_time until)
{
    struct inbox *inbox = &port->unit.inbox;
    while (inbox->head < until) {
        struct message *packet = ring_push(&port->packets, sizeof *packet);
        *packet = *inbox_peek(inbox);
        inbox_drop(inbox);
    }
}

/* Whether there is a slot for the first packet where it goes; if not, *retry is the cycle to ask
 * again. */
static bool has_credit(struct cluster_port *port, struct wire *way, uint64_t cycle, uint64_t *retry)
{
    const struct clock *clock = &port->config->clock;
    sim_time when;
    if (!wire_has_credit(way, clock_edge(clock, cycle), &when)) {
        if (port->blocked_since == CYCLE_NEVER)
            port->blocked_since = cycle;
        *retry = clock_cycle_at_or_after(clock, when);
        return false;
    }
    if (port->blocked_since != CYCLE_NEVER) {
        port->counters.credit_stall_cycles += cycle - port->blocked_since;
        port->free_cycle = cycle; /* the packet has come as a whole, and begins now */
    }
    port->blocked_since = CYCLE_NEVER;
    return true;
}

/* The first packet has passed when it has come, or so many cycles after the one before. */
static void pass(struct cluster_port *port, struct wire *way, uint64_t cycle)
{
    const struct message *packet = first_of(port);
    const uint32_t cycles = port->map ? flits(packet->bytes, port->config->requests.width) : 1;
    const uint64_t passed = MAX(cycle, port->free_cycle + cycles);
    const sim_time departure = clock_edge(&port->config->clock, passed);
    port->counters.busy_cycles += cycles;
    port->counters.queue_cycles += passed - cycle_of(port, packet->arrival);
    port->free_cycle = passed;
    wire_return_credit(port->unit.incoming[packet->port], departure);
    wire_send(way, departure, packet);
    ring_drop(&port->packets);
}

static sim_time cluster_port_advance(struct unit *unit, sim_time until)
{
    struct cluster_port *port = (struct cluster_port *)unit;
    take_arrived(port, until);
    while (port->packets.count > 0) {
        struct wire *way = way_of(port, first_of(port));
        uint64_t cycle = MAX(cycle_of(port, first_of(port)->arrival), port->free_cycle);
        sim_time edge;
        while ((edge = clock_edge(&port->config->clock, cycle)) < until &&
               !has_credit(port, way, cycle, &cycle))
            ;
        if (edge >= until)
            return edge;
        pass(port, way, cycle);
    }
    return unit->inbox.head;
}

static void cluster_port_snapshot(const struct unit *unit, sim_time time, void *counters)
{
    const struct cluster_port *port = (const struct cluster_port *)unit;
    struct port_counters *out = counters;
    const uint64_t cycle = cycle_of(port, time);
    *out = port->counters;
    if (port->free_cycle > cycle)
        out->busy_cycles -= port->free_cycle - cycle;
    if (port->blocked_since < cycle)
        out->credit_stall_cycles += cycle - port->blocked_since;
}

static void cluster_port_account(struct unit *unit, sim_time end)
{
    struct cluster_port *port = (struct cluster_port *)unit;
    struct port_counters counters;
    cluster_port_snapshot(unit, end, &counters);
    port->counters = counters;
}

static void cluster_port_describe_waits(struct unit *unit, GString *text)
{
    const struct cluster_port *port = (const struct cluster_port *)unit;
    if (port->packets.count > 0)
        g_string_append_printf(
            text, "%s: %u packets queued, the first of %s waits for a slot at %s\n", unit->name,
            port->packets.count, unit->incoming[first_of(port)->port]->sender->name,
            way_of(port, first_of(port))->receiver->name);
}

static const struct unit_ops cluster_port_ops = {.model = "crossbar",
                                                 .advance = cluster_port_advance,
                                                 .finish = cluster_port_account,
                                                 .snapshot = cluster_port_snapshot,
                                                 .describe_waits = cluster_port_describe_waits};

void cluster_port_init(struct cluster_port *port, struct engine *engine, const char *name,
                       const char *host, const struct crossbar_config *config,
                       const struct address_map *map, uint32_t first_sm)
{
    *port = (struct cluster_port){
        .config = config, .map = map, .first_sm = first_sm, .blocked_since = CYCLE_NEVER};
    unit_init(&port->unit, &cluster_port_ops, engine, name, host);
}

void cluster_port_connect(struct cluster_port *port, struct wire *const *out, uint32_t n)
{
    g_assert(!port->out && n > 0);
    port->out = g_memdup2(out, n * sizeof *out);
}

void cluster_port_finish(struct cluster_port *port)
{
    for (; port->packets.count > 0; ring_drop(&port->packets))
        if (message_has_payload(first_of(port)))
            payload_give_back(port->unit.payloads, first_of(port)->payload);
    ring_finish(&port->packets);
    g_free(port->out);
    unit_finish(&port->unit);
}
