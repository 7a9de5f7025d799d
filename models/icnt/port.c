/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/icnt/port.h"

#define ROW(...) COUNTER_ROW(struct port_counters, __VA_ARGS__)

const struct counter port_counter_table[] = {
    ROW(packets, "packets", "Packets sent on."),
    ROW(bytes, "bytes", "Bytes of these packets, headers included."),
    ROW(busy_cycles, "cycles", "Cycles in which a packet occupied the port."),
    ROW(credit_stall_cycles, "cycles",
        "Cycles in which the port was idle because its destination's buffer was full."),
    ROW(queue_cycles, "cycles",
        "Cycles from a packet's first in the port to its start, summed over packets."),
    {0}};

enum { FIRST_CAPACITY = 16 };

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

G_NO_INLINE static void grow(struct port *port)
{
    uint32_t capacity = port->capacity ? 2 * port->capacity : FIRST_CAPACITY;
    port->packets = g_renew(struct port_packet, port->packets, capacity);
    for (uint32_t i = capacity; i > port->capacity; i--) {
        port->packets[i - 1].next = port->free;
        port->free = i;
    }
    port->capacity = capacity;
}

static void queue_packet(struct port *port, const struct message *message, uint64_t arrival)
{
    if (!port->free)
        grow(port);
    uint32_t number = port->free, index = message->port;
    struct port_packet *packet = &port->packets[number - 1];
    port->free = packet->next;
    packet->message = *message;
    packet->arrival = arrival;
    packet->next = 0;
    struct port_input *input = &port->inputs[index];
    if (input->first)
        port->packets[input->last - 1].next = number;
    else
        input->first = number;
    input->last = number;
    port->waiting[index / 64] |= UINT64_C(1) << (index % 64);
    port->n_waiting++;
}

static void drop_packet(struct port *port, uint32_t index)
{
    struct port_input *input = &port->inputs[index];
    uint32_t number = input->first;
    struct port_packet *packet = &port->packets[number - 1];
    input->first = packet->next;
    packet->next = port->free;
    port->free = number;
    port->n_waiting--;
    if (!input->first)
        port->waiting[index / 64] &= ~(UINT64_C(1) << (index % 64));
}

static uint64_t cycle_of(const struct port *port, sim_time time)
{
    return clock_cycle_at_or_after(&port->config->clock, time);
}

/* Takes every message that arrives at `time` or earlier. */
static void take_arrivals(struct port *port, sim_time time)
{
    struct inbox *inbox = &port->unit.inbox;
    while (inbox->head <= time) {
        uint64_t arrival = cycle_of(port, inbox->head);
        if (port->n_waiting == 0)
            port->start_cycle = MAX(port->free_cycle, arrival);
        queue_packet(port, inbox_peek(inbox), arrival);
        inbox_drop(inbox);
    }
}

/* ---- acting --------------------------------------------------------------------------- */

static void send(struct port *port, const struct message *packet, uint64_t arrival, uint64_t cycle)
{
    uint32_t index = packet->port;
    uint64_t cycles = clock_divide(packet->bytes + port->width.value - 1, &port->width);
    sim_time departure = clock_edge(&port->config->clock, cycle + cycles);
    port->counters.bytes += packet->bytes;
    port->counters.busy_cycles += cycles;
    port->counters.queue_cycles += cycle - arrival;
    port->free_cycle = port->start_cycle = cycle + cycles;
    port->last = index;
    if (G_LIKELY(packet->kind != MESSAGE_REPLY_PART)) {
        port->counters.packets++;
        wire_send(port->out, departure, packet);
    }
    wire_return_credit(port->unit.incoming[index], departure);
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
    return MAX(port->free_cycle, cycle_of(port, port->unit.inbox.head));
}

/* Nothing waits, and the next arrival may start at `edge`: if it has no rival there, it is sent
 * without having been in a queue (two thirds of the packets of a loaded GPU). */
static bool send_alone(struct port *port, uint64_t cycle, sim_time edge)
{
    struct inbox *inbox = &port->unit.inbox;
    sim_time time = inbox->head, when;
    const struct message *message = inbox_peek(inbox); /* stays until something is inserted */
    inbox_drop(inbox);
    if (inbox->head > edge &&
        (wire_credit_at_hand(port->out) || wire_has_credit(port->out, edge, &when))) {
        send(port, message, cycle_of(port, time), cycle);
        return true;
    }
    port->start_cycle = cycle;
    queue_packet(port, message, cycle_of(port, time));
    return false;
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
        if (port->n_waiting == 0 && send_alone(port, cycle, edge)) {
            cycle = next_cycle(port);
            continue;
        }
        take_arrivals(port, edge);
        if (has_credit(port, cycle, &cycle)) {
            uint32_t index = next_input(port);
            const struct port_packet *packet = &port->packets[port->inputs[index].first - 1];
            send(port, &packet->message, packet->arrival, cycle);
            drop_packet(port, index);
            cycle = next_cycle(port);
        }
    }
    if (until > 0)
        take_arrivals(port, until - 1);
    return edge;
}

/* ---- the rest ---------------------------------------------------------------------------- */

static void port_snapshot(const struct unit *unit, sim_time time, void *counters)
{
    const struct port *port = (const struct port *)unit;
    struct port_counters *out = counters;
    uint64_t cycle = cycle_of(port, time);
    *out = port->counters;
    if (port->free_cycle > cycle)
        out->busy_cycles -= port->free_cycle - cycle;
    if (port->blocked_since != CYCLE_NEVER && port->blocked_since < cycle)
        out->credit_stall_cycles += cycle - port->blocked_since;
}

static void port_account(struct unit *unit, sim_time end)
{
    struct port *port = (struct port *)unit;
    struct port_counters counters;
    port_snapshot(unit, end, &counters);
    port->counters = counters;
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
                                         .snapshot = port_snapshot,
                                         .describe_waits = port_describe_waits};

void port_init(struct port *port, struct engine *engine, const char *name, const char *host,
               const struct crossbar_config *config)
{
    uint32_t width = config->requests.width; /* as the replies' */
    *port = (struct port){
        .config = config, .width = {width, UINT64_MAX / width}, .blocked_since = CYCLE_NEVER};
    unit_init(&port->unit, &port_ops, engine, name, host);
    inbox_take_any_order(&port->unit.inbox);
}

void port_connect(struct port *port, struct wire *out)
{
    uint32_t n = port->unit.n_incoming;
    g_assert(!port->inputs && n > 0 && n <= PORT_MAX_INPUTS);
    port->out = out;
    port->last = n - 1;
    port->n_words = (n + 63) / 64;
    port->inputs = g_new0(struct port_input, n);
}

void port_finish(struct port *port)
{
    for (uint32_t i = 0; port->inputs && i < port->unit.n_incoming; i++)
        while (port->inputs[i].first) {
            const struct message *message = &port->packets[port->inputs[i].first - 1].message;
            if (message_has_payload(message))
                payload_give_back(port->unit.payloads, message->payload);
            drop_packet(port, i);
        }
    g_free(port->packets);
    g_free(port->inputs);
    unit_finish(&port->unit);
}
