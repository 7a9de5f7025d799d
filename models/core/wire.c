/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/wire.h"
#include "models/core/effects.h"
#include "models/core/engine_core.h"
#include "models/core/observer.h"

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
    struct wire *wire = arena_new0(sender->engine->arena, struct wire, 1);
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

void wire_finish(struct wire *wire)
{
    ring_finish(&wire->returning);
}

static inline sim_time next_return(const struct wire *wire)
{
    return *(const sim_time *)ring_first(&wire->returning, sizeof(sim_time));
}

/* Gives the sender the credits that have come back at `now` or before. */
static inline void collect_credits(struct wire *wire, sim_time now)
{
    struct ring *returning = &wire->returning;
    const sim_time *arrivals = (const sim_time *)(const void *)returning->entries;
    uint32_t first = returning->first, left = returning->count;
    while (left > 0 && arrivals[first] <= now) {
        first = (first + 1) & (returning->size - 1);
        left--;
    }
    wire->credits += returning->count - left;
    returning->first = first;
    returning->count = left;
}

bool wire_has_credit(struct wire *wire, sim_time now, sim_time *when)
{
    collect_credits(wire, now);
    if (wire->credits > 0) {
        wire->sender_waits = false;
        return true;
    }
    wire->sender_waits = true;
    *when = wire->returning.count > 0 ? next_return(wire) : SIM_TIME_NEVER;
    return false;
}

/* Writes the message as it arrives. */
static inline void write_message(struct message *place, const struct wire *wire, sim_time departure,
                                 const struct message *message)
{
    *place = *message;
    place->arrival = departure + wire->latency;
    place->source = (uint16_t)wire->sender->id;
    place->sequence = wire->sender->next_sequence++;
    place->port = wire->port;
}

/* For several threads: one of them runs the sender. */
G_NO_INLINE static void keep_message(const struct wire *wire, sim_time departure,
                                     const struct message *message)
{
    struct effects *effects = &wire->sender->effects[wire->receiver_keeper];
    effects_due(effects, departure + wire->latency + wire->receiver_delay);
    struct kept_message *kept = effects_add_message(effects);
    kept->to = wire->receiver;
    write_message(&kept->message, wire, departure, message);
}

/* The usual way is in wire_send. This is apart, so that wire_send calls nothing before its end and
 * saves no registers. */
G_NO_INLINE static void post_message(const struct wire *wire, sim_time departure,
                                     const struct message *message)
{
    struct message *place = inbox_next_from_wire(&wire->receiver->inbox, wire->port);
    write_message(place, wire, departure, message);
    engine_note(wire->sender->engine, wire->receiver, place);
}

/* Others' work is kept, or observers hear of it. */
G_NO_INLINE static void send_by_detour(const struct wire *wire, sim_time departure,
                                       const struct message *message)
{
    if (wire->sender->effects) {
        keep_message(wire, departure, message);
        return;
    }
    struct message *place = inbox_next_from_wire(&wire->receiver->inbox, wire->port);
    write_message(place, wire, departure, message);
    OBSERVERS_TELL(wire->sender->engine->observers, posted, wire, departure, place);
    engine_note(wire->sender->engine, wire->receiver, place);
}

void wire_send(struct wire *wire, sim_time departure, const struct message *message)
{
    g_assert(wire->credits > 0);
    wire->credits--;
    if (G_UNLIKELY(wire->sender->detour)) {
        send_by_detour(wire, departure, message);
        return;
    }
    struct inbox *inbox = &wire->receiver->inbox;
    if (!inbox_has_place(inbox, wire->port)) {
        post_message(wire, departure, message);
        return;
    }
    struct message *place = inbox_next_from_wire(inbox, wire->port);
    write_message(place, wire, departure, message);
    engine_note(wire->sender->engine, wire->receiver, place);
}

/* Takes old credits, so the ring stays short. The sender has no event before the clock less its
 * delay, and this is at most the wire's latency. So it won't ask about an earlier time, unless it
 * waits. */
static void make_room(struct wire *wire)
{
    const sim_time clock = wire->receiver->engine->clock;
    if (!wire->sender_waits && clock > wire->latency)
        collect_credits(wire, clock - wire->latency);
}

static inline void add_credit(struct wire *wire, sim_time arrival)
{
    g_assert(wire->credits + wire->returning.count < wire->credits_total);
    *(sim_time *)ring_push(&wire->returning, sizeof arrival) = arrival;
}

bool wire_take_credit(struct wire *wire, sim_time arrival)
{
    if (ring_full(&wire->returning))
        make_room(wire);
    add_credit(wire, arrival);
    return wire->sender_waits;
}

G_NO_INLINE static void keep_credit(struct wire *wire, sim_time arrival)
{
    struct effects *effects = &wire->receiver->effects[wire->sender_keeper];
    effects_due(effects, arrival + wire->sender_delay);
    *effects_add_credit(effects) = (struct kept_credit){wire, arrival};
}

/* When the ring is full, or the sender waits. */
G_NO_INLINE static void take_and_wake(struct wire *wire, sim_time arrival)
{
    if (wire_take_credit(wire, arrival))
        engine_wake(wire->sender->engine, wire->sender, arrival);
}

G_NO_INLINE static void return_by_detour(struct wire *wire, sim_time arrival)
{
    if (wire->receiver->effects) {
        keep_credit(wire, arrival);
        return;
    }
    OBSERVERS_TELL(wire->receiver->engine->observers, credited, wire, arrival);
    take_and_wake(wire, arrival);
}

void wire_return_credit(struct wire *wire, sim_time now)
{
    const sim_time arrival = now + wire->credit_latency;
    if (G_UNLIKELY(wire->receiver->detour))
        return_by_detour(wire, arrival);
    else if (ring_full(&wire->returning) || wire->sender_waits)
        take_and_wake(wire, arrival);
    else
        add_credit(wire, arrival);
}

bool wire_drained(const struct wire *wire)
{
    return wire->credits + wire->returning.count == wire->credits_total;
}
