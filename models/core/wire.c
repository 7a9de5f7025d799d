/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/wire.h"
#include "models/core/engine.h"

/* A thousand SMs have a hundred thousand wires: the array doubles. */
static uint16_t add_incoming(struct unit *receiver, struct wire *wire)
{
    unsigned n = receiver->n_incoming++;
    g_assert(n < UINT16_MAX);
    if ((n & (n - 1)) == 0)
        receiver->incoming = g_renew(struct wire *, receiver->incoming, n ? 2 * n : 1);
    receiver->incoming[n] = wire;
    return (uint16_t)n;
}

struct wire *wire_new(struct unit *sender, struct unit *receiver, const struct wire_shape *shape)
{
    g_assert(shape->latency > 0 && shape->credit_latency > 0 && shape->credits > 0);
    g_assert(sender->engine == receiver->engine);
    struct wire *wire = g_new0(struct wire, 1);
    wire->sender = sender;
    wire->receiver = receiver;
    wire->latency = shape->latency;
    wire->credit_latency = shape->credit_latency;
    wire->credits_total = wire->credits = shape->credits;
    wire->port = add_incoming(receiver, wire);
    sender->delay = MIN(sender->delay, shape->latency);
    receiver->delay = MIN(receiver->delay, shape->credit_latency);
    engine_own_wire(sender->engine, wire);
    return wire;
}

void wire_free(struct wire *wire)
{
    if (!wire)
        return;
    g_free(wire->returning);
    g_free(wire);
}

bool wire_has_credit(struct wire *wire, sim_time now, sim_time *when)
{
    while (wire->n_returning > 0 && wire->returning[wire->first] <= now) {
        wire->first = wire->first + 1 == wire->credits_total ? 0 : wire->first + 1;
        wire->n_returning--;
        wire->credits++;
    }
    if (wire->credits > 0) {
        wire->sender_waits = false;
        return true;
    }
    wire->sender_waits = true;
    *when = wire->n_returning > 0 ? wire->returning[wire->first] : SIM_TIME_NEVER;
    return false;
}

void wire_send(struct wire *wire, sim_time departure, const struct message *message)
{
    g_assert(wire->credits > 0);
    wire->credits--;
    wire->packets++;
    wire->bytes += message->bytes;
    struct message stamped = *message;
    stamped.arrival = departure + wire->latency;
    stamped.source = wire->sender->id;
    stamped.sequence = wire->sender->next_sequence++;
    stamped.port = wire->port;
    engine_post(wire->sender->engine, wire->receiver, &stamped, wire->credits_total);
}

void wire_return_credit(struct wire *wire, sim_time now)
{
    sim_time arrival = now + wire->credit_latency;
    g_assert(wire->credits + wire->n_returning < wire->credits_total);
    if (G_UNLIKELY(!wire->returning)) /* most wires of a large GPU are never used */
        wire->returning = g_new(sim_time, wire->credits_total);
    uint32_t slot = wire->first + wire->n_returning;
    wire->returning[slot < wire->credits_total ? slot : slot - wire->credits_total] = arrival;
    wire->n_returning++;
    wire->returned++;
    if (wire->sender_waits)
        engine_wake(wire->sender->engine, wire->sender, arrival);
}

bool wire_drained(const struct wire *wire)
{
    return wire->returned == wire->packets;
}
