/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/icnt/out_port.h"
#include "models/icnt/crossbar.h"

void out_port_init(struct out_port *port, const struct clock *clock, uint32_t width, uint32_t size)
{
    *port = (struct out_port){
        .clock = clock, .width = width, .size = size, .blocked_since = CYCLE_NEVER};
    port->queue = g_new(struct out_packet, size);
}

static inline struct out_packet *packet_at(const struct out_port *port, uint32_t position)
{
    uint32_t slot = port->first + position;
    return &port->queue[slot < port->size ? slot : slot - port->size];
}

void out_port_finish(struct out_port *port, struct payload_pool *pool)
{
    for (uint32_t i = 0; i < port->count; i++)
        if (message_has_payload(&packet_at(port, i)->message))
            payload_give_back(pool, packet_at(port, i)->message.payload);
    g_free(port->queue);
}

void out_port_push(struct out_port *port, struct wire *wire, const struct message *message,
                   uint64_t ready)
{
    g_assert(port->count < port->size);
    *packet_at(port, port->count++) =
        (struct out_packet){.message = *message, .wire = wire, .ready = ready};
}

/* There was no credit in cycle blocked_since, so asking again about that cycle gives none, but
 * tells when one comes. */
void out_port_refresh(struct out_port *port)
{
    if (port->blocked_since == CYCLE_NEVER)
        return;
    sim_time when;
    bool credit = wire_has_credit(packet_at(port, 0)->wire,
                                  clock_edge(port->clock, port->blocked_since), &when);
    g_assert(!credit);
    port->credit_cycle = clock_cycle_at_or_after(port->clock, when);
}

uint64_t out_port_next(const struct out_port *port)
{
    if (port->count == 0)
        return CYCLE_NEVER;
    if (port->blocked_since != CYCLE_NEVER)
        return port->credit_cycle;
    return MAX(port->free_cycle, packet_at(port, 0)->ready);
}

bool out_port_step(struct out_port *port, uint64_t cycle)
{
    if (out_port_next(port) > cycle)
        return false;
    struct out_packet *head = packet_at(port, 0);
    sim_time when;
    if (!wire_has_credit(head->wire, clock_edge(port->clock, cycle), &when)) {
        g_assert(port->blocked_since == CYCLE_NEVER);
        port->blocked_since = cycle;
        port->credit_cycle = clock_cycle_at_or_after(port->clock, when);
        return false;
    }
    if (port->blocked_since != CYCLE_NEVER)
        port->credit_stall_cycles += cycle - port->blocked_since;
    port->blocked_since = CYCLE_NEVER;
    uint32_t cycles = flits(head->message.bytes, port->width);
    port->busy_cycles += cycles;
    port->free_cycle = cycle + cycles;
    wire_send(head->wire, clock_edge(port->clock, port->free_cycle), &head->message);
    port->first = port->first + 1 == port->size ? 0 : port->first + 1;
    port->count--;
    return true;
}

void out_port_account(struct out_port *port, uint64_t cycle)
{
    if (port->free_cycle > cycle)
        port->busy_cycles -= port->free_cycle - cycle;
    if (port->blocked_since < cycle)
        port->credit_stall_cycles += cycle - port->blocked_since;
}

const char *out_port_waits_for(const struct out_port *port)
{
    return port->blocked_since != CYCLE_NEVER ? packet_at(port, 0)->wire->receiver->name : NULL;
}
