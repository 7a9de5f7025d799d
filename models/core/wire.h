/* SPDX-License-Identifier: BSD-3-Clause */
/* A one-way path between two units: a latency, and credits for the receiver's input buffer.
 *
 * The sender may send while it holds a credit. The receiver returns the credit when the packet
 * leaves its buffer, and the credit takes `credit_latency` to come back. Credits are time-stamped
 * counters, not messages: a return costs a ring entry, and wakes the sender only if it waits for
 * one.
 *
 * The width of a path is its sender's. An out_port serialises packets (ceil(bytes / width) cycles
 * each) and may feed several wires, as an SM's one port into the crossbar does.
 */
#ifndef SIMGPU_CORE_WIRE_H
#define SIMGPU_CORE_WIRE_H

#include "models/core/ring.h"
#include "models/core/unit.h"

struct wire {
    struct unit *sender, *receiver;
    sim_time latency, credit_latency; /* > 0 */
    struct ring returning;            /* sim_time: credits' arrivals, ascending */
    uint32_t credits;                 /* that the sender holds, as of the last look */
    bool sender_waits;
    uint16_t port; /* index among the receiver's incoming wires */
    uint32_t credits_total;
    /* With several threads (step.h): the keepers of its ends, and their delays. They stand on a
     * cache line of the host that nobody writes to. */
    _Alignas(64) uint32_t sender_keeper;
    uint32_t receiver_keeper;
    sim_time sender_delay, receiver_delay;
};

struct wire_shape {
    sim_time latency, credit_latency;
    uint32_t credits;
};

/* Connects two units that are in the same engine, and lowers their `delay`. The wire belongs to
 * the engine. */
struct wire *wire_new(struct unit *sender, struct unit *receiver, const struct wire_shape *shape);
void wire_finish(struct wire *wire);

/* True if the sender holds a credit at its local time `now`. If not, *when is when the next one
 * comes, or SIM_TIME_NEVER if none is on its way; then the sender will be woken. Ask again at that
 * time before you send. */
bool wire_has_credit(struct wire *wire, sim_time now, sim_time *when);

/* True if the sender certainly holds a credit, at any time: often enough to know. */
static inline bool wire_credit_at_hand(const struct wire *wire)
{
    return wire->credits > 0;
}

/* Sends at `departure` (the last flit has left). Uses a credit, and fills in arrival, source,
 * sequence and port. The receiver takes over message->payload. */
void wire_send(struct wire *wire, sim_time departure, const struct message *message);

/* The receiver's buffer slot becomes free at its local time `now`. */
void wire_return_credit(struct wire *wire, sim_time now);
/* A credit returns, perhaps after it was kept until the end of the step (effects.h); the engine
 * calls this. True: the sender waits for it, and must be woken then. */
bool wire_take_credit(struct wire *wire, sim_time arrival);

/* True when every packet's credit has come back or is on its way: nothing is in a buffer. For
 * tests, which look that no credit is lost. */
bool wire_drained(const struct wire *wire);

#endif
