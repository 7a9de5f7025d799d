/* SPDX-License-Identifier: BSD-3-Clause */
/* The sending side of a unit: a short queue before wires that share one path out of it.
 *
 * A packet is ceil(bytes / width) flits. One packet at a time occupies the path, a cycle for each
 * flit. If the path has a faster clock (out_port_widen), a cycle is for several flits. A packet
 * that follows another at once then begins in the rest of that one's last cycle. The head of the
 * queue waits for its wire's credit and holds the others back.
 *
 * The port is part of a unit. The unit calls out_port_refresh when it is advanced. It also calls
 * out_port_step in the cycles that out_port_next names. If it need not know when packets start, it
 * calls out_port_settle before it asks for room, and out_port_step in the cycles that
 * out_port_next_unsent names.
 *
 * A packet that finds a credit, and no packet before it without one, goes to its wire at once, with
 * the departure that it will have. Nothing can change that any more. Only the other packets are
 * stored. Either way a packet fills its place in the queue until it starts. Storing all of them,
 * and coming back for each, cost a third of an L2 bank's time.
 *
 * Units: cycles of the port's clock.
 */
#ifndef SIMGPU_ICNT_OUT_PORT_H
#define SIMGPU_ICNT_OUT_PORT_H

#include "models/core/clock.h"
#include "models/core/payload.h"
#include "models/core/wire.h"

struct out_packet {
    uint64_t ready; /* first cycle in which it may start; once it is sent: in which it starts */
    struct wire *wire;
    uint32_t cycles; /* for which it occupies the path; until it has been sent: its flits */
    uint32_t late;   /* see out_port_push_late; until it has been sent */
};

struct out_port {
    const struct clock *clock;
    uint64_t width;    /* bytes a flit; a larger one counts as the most a message has */
    uint64_t per_byte; /* flits, in 2^-40, rounded up */
    uint32_t rate;     /* flits a cycle */
    uint32_t lead;     /* a packet departs after so many cycles, or earlier if it has fewer */
    uint32_t spare;    /* flits that fit into the rest of the last sent packet's last cycle */
    struct out_packet *queue; /* ring of `size` */
    struct message *messages; /* by place in the ring, unless sent; NULL before the first */
    uint32_t size, first, count;
    uint32_t sent;          /* of the packets in the queue: the first ones */
    uint64_t free_cycle;    /* the path is free from here on */
    uint64_t late_until;    /* departure of the last packet that was sent late */
    uint64_t dropped_end;   /* of the last packet that left the queue */
    uint64_t blocked_since; /* CYCLE_NEVER unless the head waits for a credit */
    uint64_t credit_cycle;  /* then: when the next one comes */
    uint64_t busy_cycles, credit_stall_cycles;
};

/* clock is borrowed. A flit a cycle. */
void out_port_init(struct out_port *port, const struct clock *clock, uint32_t width, uint32_t size);
/* From now on the path takes `flits` flits a cycle, at least one. */
void out_port_widen(struct out_port *port, uint32_t flits);
/* From now on a packet departs with its first cycle on the path, not its last: the unit at the
 * other end of the wire passes flits on as they come. */
void out_port_lead(struct out_port *port);
/* Gives payloads of packets in the queue back to the pool. */
void out_port_finish(struct out_port *port, struct payload_pool *pool);

static inline uint32_t out_port_room(const struct out_port *port)
{
    return port->size - port->count;
}

/* For the functions below. */
static inline struct out_packet *out_port_packet(const struct out_port *port, uint32_t position)
{
    uint32_t slot = port->first + position;
    return &port->queue[slot < port->size ? slot : slot - port->size];
}

static inline bool out_port_has_unsent(const struct out_port *port)
{
    return port->count > port->sent;
}

/* Like out_port_next, for the first packet that has not been sent. */
static inline uint64_t out_port_next_unsent(const struct out_port *port)
{
    if (!out_port_has_unsent(port))
        return CYCLE_NEVER;
    if (port->blocked_since != CYCLE_NEVER)
        return port->credit_cycle;
    return MAX(port->free_cycle, out_port_packet(port, port->sent)->ready);
}

/* The next cycle in which a packet may start; CYCLE_NEVER if only a credit can tell. */
static inline uint64_t out_port_next(const struct out_port *port)
{
    return port->sent > 0 ? port->queue[port->first].ready : out_port_next_unsent(port);
}

/* Takes over the payload. There must be room. ready: not earlier than the last pushed packet's. */
void out_port_push(struct out_port *port, struct wire *wire, const struct message *message,
                   uint64_t ready);
/* The same for a packet that is sent so many cycles after it has passed the path, unless it had to
 * wait for a credit. */
void out_port_push_late(struct out_port *port, struct wire *wire, const struct message *message,
                        uint64_t ready, uint32_t late);
/* A credit may have come on its way since the last step. */
void out_port_refresh(struct out_port *port);
/* Starts the head, if it may start in this cycle. True if it did: there is more room. */
bool out_port_step(struct out_port *port, uint64_t cycle);
/* Makes room: drops packets that started before `cycle`. */
void out_port_settle(struct out_port *port, uint64_t cycle);
/* The cycle counts for the time before `cycle`, up to which everything has been done. */
struct out_port_cycles {
    uint64_t busy, credit_stall;
};
struct out_port_cycles out_port_cycles_before(const struct out_port *port, uint64_t cycle);
/* Brings the cycle counts to the time before `cycle`; call it once, last. */
void out_port_account(struct out_port *port, uint64_t cycle);
/* For how many cycles the packets in the queue, and those that have just left it, will keep the
 * path busy after that cycle. For a port of one flit a cycle. */
uint64_t out_port_backlog(const struct out_port *port, uint64_t cycle);
/* What the head waits for, as a unit's name; NULL unless it waits for a credit. */
const char *out_port_waits_for(const struct out_port *port);

#endif
