/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/icnt/out_port.h"

enum { PART_BITS = 40 };

void out_port_init(struct out_port *port, const struct clock *clock, uint32_t width, uint32_t size)
{
    const uint64_t most = MIN(width, UINT16_MAX + 1);
    g_assert(width > 0);
    *port = (struct out_port){.clock = clock,
                              .width = most,
                              .per_byte = ((UINT64_C(1) << PART_BITS) - 1) / most + 1,
                              .rate = 1,
                              .lead = UINT32_MAX,
                              .size = size,
                              .blocked_since = CYCLE_NEVER};
    port->queue = g_new(struct out_packet, size);
}

void out_port_widen(struct out_port *port, uint32_t flits)
{
    port->rate = flits;
}

void out_port_lead(struct out_port *port)
{
    port->lead = 1;
}

static inline void drop_first(struct out_port *port)
{
    port->dropped_end = out_port_packet(port, 0)->ready + out_port_packet(port, 0)->cycles;
    port->count--;
    port->first = port->count == 0 || port->first + 1 == port->size ? 0 : port->first + 1;
    port->sent--;
}

static struct message *message_of(const struct out_port *port, const struct out_packet *packet)
{
    return &port->messages[packet - port->queue];
}

void out_port_finish(struct out_port *port, struct payload_pool *pool)
{
    for (uint32_t i = port->sent; i < port->count; i++) {
        const struct message *message = message_of(port, out_port_packet(port, i));
        if (message_has_payload(message))
            payload_give_back(pool, message->payload);
    }
    g_free(port->queue);
    g_free(port->messages);
}

/* The flits of so many bytes. Exact: bytes and a width are 2^16 at most. */
static inline uint32_t flits_of(const struct out_port *port, uint16_t bytes)
{
    return (uint32_t)((bytes + port->width - 1) * port->per_byte >> PART_BITS);
}

/* How many cycles a packet of `flits` adds to the path's, at least one. */
static uint32_t cycles_at_rate(struct out_port *port, uint32_t flits, uint64_t start)
{
    uint32_t spare = start == port->free_cycle ? port->spare : 0;
    uint32_t cycles = flits > spare ? (flits - spare + port->rate - 1) / port->rate : 1;
    port->spare = MIN(cycles * port->rate + spare - flits, port->rate - 1);
    return cycles;
}

/* The packet starts in cycle `start`; its wire has a credit. */
static inline void send_late(struct out_port *port, struct out_packet *packet,
                             const struct message *message, uint64_t start, uint32_t late)
{
    packet->ready = start;
    if (port->rate > 1)
        packet->cycles = cycles_at_rate(port, packet->cycles, start);
    port->busy_cycles += packet->cycles;
    port->free_cycle = start + packet->cycles;
    port->sent++;
    uint64_t departure = start + MIN(packet->cycles, port->lead) + late;
    if (late > 0)
        port->late_until = departure;
    else if (G_UNLIKELY(departure < port->late_until))
        departure = port->late_until; /* in order all the same */
    wire_send(packet->wire, clock_edge(port->clock, departure), message);
}

static void send(struct out_port *port, struct out_packet *packet, const struct message *message,
                 uint64_t start)
{
    send_late(port, packet, message, start, 0);
}

/* The packet waits behind others, or has no credit at hand. A function of its own, so that
 * out_port_push calls nothing before its end. */
G_NO_INLINE static void push_waiting(struct out_port *port, struct out_packet *packet,
                                     const struct message *message, uint32_t late)
{
    if (port->sent + 1 == port->count) {
        const uint64_t start = MAX(port->free_cycle, packet->ready);
        sim_time when;
        if (wire_has_credit(packet->wire, clock_edge(port->clock, start), &when)) {
            send_late(port, packet, message, start, late);
            return;
        }
    }
    if (!port->messages)
        port->messages = g_new(struct message, port->size);
    packet->late = late;
    *message_of(port, packet) = *message;
}

static inline struct out_packet *add(struct out_port *port, struct wire *wire,
                                     const struct message *message, uint64_t ready)
{
    g_assert(port->count < port->size);
    struct out_packet *packet = out_port_packet(port, port->count++);
    packet->wire = wire;
    packet->ready = ready;
    packet->cycles = flits_of(port, message->bytes);
    return packet;
}

void out_port_push(struct out_port *port, struct wire *wire, const struct message *message,
                   uint64_t ready)
{
    struct out_packet *packet = add(port, wire, message, ready);
    if (port->sent + 1 == port->count && wire_credit_at_hand(wire))
        send(port, packet, message, MAX(port->free_cycle, ready));
    else
        push_waiting(port, packet, message, 0);
}

void out_port_push_late(struct out_port *port, struct wire *wire, const struct message *message,
                        uint64_t ready, uint32_t late)
{
    struct out_packet *packet = add(port, wire, message, ready);
    if (port->sent + 1 == port->count && wire_credit_at_hand(wire))
        send_late(port, packet, message, MAX(port->free_cycle, ready), late);
    else
        push_waiting(port, packet, message, late);
}

/* There was no credit in cycle blocked_since. Asking again about that cycle gives none, but tells
 * when one comes. */
void out_port_refresh(struct out_port *port)
{
    if (port->blocked_since == CYCLE_NEVER)
        return;
    sim_time when;
    bool credit = wire_has_credit(out_port_packet(port, port->sent)->wire,
                                  clock_edge(port->clock, port->blocked_since), &when);
    g_assert(!credit);
    port->credit_cycle = clock_cycle_at_or_after(port->clock, when);
}

/* Sends the first packet that has not been sent, if it may start in this cycle. */
static void step_unsent(struct out_port *port, uint64_t cycle)
{
    if (out_port_next_unsent(port) > cycle)
        return;
    struct out_packet *head = out_port_packet(port, port->sent);
    sim_time when;
    if (!wire_has_credit(head->wire, clock_edge(port->clock, cycle), &when)) {
        g_assert(port->blocked_since == CYCLE_NEVER);
        port->blocked_since = cycle;
        port->credit_cycle = clock_cycle_at_or_after(port->clock, when);
        return;
    }
    const bool waited = port->blocked_since != CYCLE_NEVER;
    if (waited)
        port->credit_stall_cycles += cycle - port->blocked_since;
    port->blocked_since = CYCLE_NEVER;
    send_late(port, head, message_of(port, head), cycle, waited ? 0 : head->late);
}

bool out_port_step(struct out_port *port, uint64_t cycle)
{
    step_unsent(port, cycle);
    if (port->sent == 0 || out_port_packet(port, 0)->ready > cycle)
        return false;
    drop_first(port);
    return true;
}

void out_port_settle(struct out_port *port, uint64_t cycle)
{
    while (port->sent > 0 && out_port_packet(port, 0)->ready < cycle)
        drop_first(port);
}

struct out_port_cycles out_port_cycles_before(const struct out_port *port, uint64_t cycle)
{
    struct out_port_cycles cycles = {port->busy_cycles, port->credit_stall_cycles};
    if (port->dropped_end > cycle)
        cycles.busy -= port->dropped_end - cycle;
    for (uint32_t i = 0; i < port->sent; i++) {
        const struct out_packet *packet = out_port_packet(port, i);
        uint64_t end = packet->ready + packet->cycles;
        if (end > cycle)
            cycles.busy -= MIN(packet->cycles, end - cycle);
    }
    if (port->blocked_since < cycle)
        cycles.credit_stall += cycle - port->blocked_since;
    return cycles;
}

void out_port_account(struct out_port *port, uint64_t cycle)
{
    struct out_port_cycles cycles = out_port_cycles_before(port, cycle);
    port->busy_cycles = cycles.busy;
    port->credit_stall_cycles = cycles.credit_stall;
}

uint64_t out_port_backlog(const struct out_port *port, uint64_t cycle)
{
    uint64_t cycles = port->dropped_end > cycle ? port->dropped_end - cycle : 0;
    for (uint32_t i = 0; i < port->count; i++)
        cycles += out_port_packet(port, i)->cycles;
    return cycles;
}

const char *out_port_waits_for(const struct out_port *port)
{
    return port->blocked_since != CYCLE_NEVER
               ? out_port_packet(port, port->sent)->wire->receiver->name
               : NULL;
}
