/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/icnt/port.h"

const struct counter port_counter_table[] = {
    {"packets", "packets", "Packets sent on.", offsetof(struct port_counters, packets)},
    {"bytes", "bytes", "Bytes of these packets, headers included.",
     offsetof(struct port_counters, bytes)},
    {"busy_cycles", "cycles", "Cycles in which a packet occupied the port.",
     offsetof(struct port_counters, busy_cycles)},
    {"credit_stall_cycles", "cycles",
     "Cycles in which the port was idle because its destination's buffer was full.",
     offsetof(struct port_counters, credit_stall_cycles)},
    {"queue_cycles", "cycles",
     "Cycles from a packet's first in the port to its start, summed over packets.",
     offsetof(struct port_counters, queue_cycles)},
    {0}};

/* ---- buffers ------------------------------------------------------------------------- */

/* The first input with a packet after the one served last, in a circle; one must have one. */
static uint32_t next_input(const struct port *port)
{
    uint32_t start = port->last + 1;
    uint32_t word = start / 64 < port->n_words ? start / 64 : 0;
    uint64_t bits = port->waiting[word] & (UINT64_MAX << (start % 64));
    while (!bits) {
        word = word + 1 < port->n_words ? word + 1 : 0;
        bits = port->waiting[word];
    }
    return word * 64 + (uint32_t)__builtin_ctzll(bits);
}

static uint64_t arrival_cycle(const struct port *port, const struct message *message)
{
    return clock_cycle_at_or_after(&port->config->clock, message->arrival);
}

/* Takes every message that arrives at `time` or earlier. */
static void take_arrivals(struct port *port, sim_time time)
{
    struct inbox *inbox = &port->unit.inbox;
    while (inbox->head <= time) {
        const struct message *message = inbox_peek(inbox);
        uint32_t index = message->port;
        if (port->n_waiting == 0)
            port->start_cycle = MAX(port->free_cycle, arrival_cycle(port, message));
        struct port_input *input = &port->inputs[index];
        uint32_t size = port->unit.incoming[index]->credits_total;
        uint32_t slot = input->first + input->count++;
        input->ring[slot < size ? slot : slot - size] = *message;
        port->waiting[index / 64] |= UINT64_C(1) << (index % 64);
        port->n_waiting++;
        inbox_drop(inbox);
    }
}

static void drop_packet(struct port *port, uint32_t index)
{
    struct port_input *input = &port->inputs[index];
    input->first =
        input->first + 1 == port->unit.incoming[index]->credits_total ? 0 : input->first + 1;
    input->count--;
    port->n_waiting--;
    if (input->count == 0)
        port->waiting[index / 64] &= ~(UINT64_C(1) << (index % 64));
}

/* ---- acting --------------------------------------------------------------------------- */

static void send(struct port *port, uint64_t cycle)
{
    const struct clock *clock = &port->config->clock;
    uint32_t index = next_input(port);
    const struct message *packet = &port->inputs[index].ring[port->inputs[index].first];
    uint32_t cycles = flits(packet->bytes, port->config->requests.width);
    sim_time departure = clock_edge(clock, cycle + cycles);
    port->counters.packets++;
    port->counters.bytes += packet->bytes;
    port->counters.busy_cycles += cycles;
    port->counters.queue_cycles += cycle - arrival_cycle(port, packet);
    port->free_cycle = port->start_cycle = cycle + cycles;
    port->last = index;
    wire_send(port->out, departure, packet);
    wire_return_credit(port->unit.incoming[index], departure);
    drop_packet(port, index);
}

/* True if the destination has room in this cycle; if not, *retry is the cycle to ask again. */
static bool has_credit(struct port *port, uint64_t cycle, uint64_t *retry)
{
    const struct clock *clock = &port->config->clock;
    sim_time when;
    if (!wire_has_credit(port->out, clock_edge(clock, cycle), &when)) {
        if (port->blocked_since == CYCLE_NEVER)
            port->blocked_since = cycle;
        *retry = clock_cycle_at_or_after(clock, when);
        return false;
    }
    if (port->blocked_since != CYCLE_NEVER)
        port->counters.credit_stall_cycles += cycle - port->blocked_since;
    port->blocked_since = CYCLE_NEVER;
    return true;
}

/* The first cycle in which a packet could start, going by what is known. */
static uint64_t next_cycle(const struct port *port)
{
    if (port->n_waiting > 0)
        return port->start_cycle;
    if (port->unit.inbox.head == SIM_TIME_NEVER)
        return CYCLE_NEVER;
    uint64_t arrival = clock_cycle_at_or_after(&port->config->clock, port->unit.inbox.head);
    return MAX(port->free_cycle, arrival);
}

/* A packet is chosen in the cycle in which it starts, among all that have arrived by then. What
 * arrives before `until` and cannot start before it is put into its buffer all the same: the
 * next choice is made at `until` or later. */
static sim_time port_advance(struct unit *unit, sim_time until)
{
    struct port *port = (struct port *)unit;
    uint64_t cycle = next_cycle(port);
    sim_time edge;
    while ((edge = clock_edge(&port->config->clock, cycle)) < until) {
        take_arrivals(port, edge);
        if (has_credit(port, cycle, &cycle)) {
            send(port, cycle);
            cycle = next_cycle(port);
        }
    }
    if (until > 0)
        take_arrivals(port, until - 1);
    return edge;
}

/* ---- the rest ---------------------------------------------------------------------------- */

static void port_account(struct unit *unit, sim_time end)
{
    struct port *port = (struct port *)unit;
    uint64_t cycle = clock_cycle_at_or_after(&port->config->clock, end);
    if (port->free_cycle > cycle)
        port->counters.busy_cycles -= port->free_cycle - cycle;
    if (port->blocked_since != CYCLE_NEVER && port->blocked_since < cycle)
        port->counters.credit_stall_cycles += cycle - port->blocked_since;
}

static void port_describe_waits(struct unit *unit, GString *text)
{
    const struct port *port = (const struct port *)unit;
    if (port->n_waiting > 0)
        g_string_append_printf(
            text, "%s: %u packets queued, the next of %s waits for a slot at %s\n", unit->name,
            port->n_waiting, unit->incoming[next_input(port)]->sender->name,
            port->out->receiver->name);
}

static const struct unit_ops port_ops = {.model = "crossbar",
                                         .advance = port_advance,
                                         .finish = port_account,
                                         .describe_waits = port_describe_waits};

void port_init(struct port *port, struct engine *engine, const char *name, const char *host,
               const struct crossbar_config *config)
{
    *port = (struct port){.config = config, .blocked_since = CYCLE_NEVER};
    unit_init(&port->unit, &port_ops, engine, name, host);
}

void port_connect(struct port *port, struct wire *out)
{
    uint32_t n = port->unit.n_incoming;
    g_assert(!port->inputs && n > 0 && n <= PORT_MAX_INPUTS);
    port->out = out;
    port->last = n - 1;
    port->n_words = (n + 63) / 64;
    port->inputs = g_new0(struct port_input, n);
    for (uint32_t i = 0; i < n; i++)
        port->inputs[i].ring = g_new(struct message, port->unit.incoming[i]->credits_total);
}

void port_finish(struct port *port)
{
    for (uint32_t i = 0; port->inputs && i < port->unit.n_incoming; i++) {
        struct port_input *input = &port->inputs[i];
        uint32_t size = port->unit.incoming[i]->credits_total;
        for (uint32_t k = 0; k < input->count; k++)
            if (message_has_payload(&input->ring[(input->first + k) % size]))
                payload_give_back(&port->unit.engine->payloads,
                                  input->ring[(input->first + k) % size].payload);
        g_free(input->ring);
    }
    g_free(port->inputs);
    unit_finish(&port->unit);
}
