/* SPDX-License-Identifier: BSD-3-Clause */
/* The messages on their way to one unit, in the order (arrival, source, sequence).
 *
 * Arrivals on one wire are in order. So a unit with few wires has a ring for each, and the first
 * message is the first of a few heads. The unit may leave the first message of a ring there, and
 * look at it there, until it has room for it.
 *
 * A unit with many wires, or none, has a calendar. Slots of 2^INBOX_SLOT_SHIFT ps hold sorted
 * lists, and a bitmap tells which are in use. Messages beyond the calendar's reach wait in a sorted
 * list. That is rare: a burst must outrun half a microsecond.
 *
 * A unit that needs a queue for each wire anyway uses the inbox's. A message is written into its
 * queue at once, and stays there until the unit is done with it. A queue that was empty is marked
 * as fresh. The unit looks at fresh queues when it runs, in any order. When it drops a message it
 * finds the one behind it, perhaps before that one has arrived.
 */
#ifndef SIMGPU_CORE_INBOX_H
#define SIMGPU_CORE_INBOX_H

#include "models/core/inbox_calendar.h"
#include "models/core/message.h"
#include "models/core/ring.h"

enum { INBOX_MOST_RINGS = 4 };

/* What is on its way on one wire. */
struct inbox_ring {
    struct ring messages; /* struct message */
    sim_time head;        /* arrival of the first; SIM_TIME_NEVER if there is none or it is held */
};

struct inbox {
    sim_time head; /* arrival of the first message; SIM_TIME_NEVER if there is none */
    uint32_t count;
    uint32_t n_rings;
    uint32_t n_queues;           /* see inbox_use_queues; 0: there are none */
    uint32_t head_ring;          /* the ring with the first message; n_rings: the calendar */
    sim_time rival;              /* no other ring's first message is earlier */
    struct inbox_ring *rings;    /* by message.port; NULL: everything goes into the calendar */
    uint64_t *fresh;             /* the fresh queues, as bits; NULL without queues */
    struct inbox_calendar *late; /* NULL before its first message */
    sim_time late_head;          /* its first message's arrival */
    uint64_t floor;              /* as of the calendar */
};

/* For inbox_next_from_wire and inbox_note_from_wire below: a unit without rings; a ring has a first
 * message. */
struct message *inbox_next(struct inbox *inbox);
bool inbox_note(struct inbox *inbox, const struct message *message);
bool inbox_note_head(struct inbox *inbox, struct inbox_ring *ring, sim_time arrival);

void inbox_init(struct inbox *inbox);
void inbox_finish(struct inbox *inbox);
/* Before the first message: makes a ring for each of n_wires wires. From then on the messages of
 * each wire come by inbox_insert_from_wire, in their order. */
void inbox_use_rings(struct inbox *inbox, uint32_t n_wires);
/* Before the first message: the unit takes each wire's messages out of a queue. `head` becomes the
 * first arrival in the queues that are marked as fresh. */
void inbox_use_queues(struct inbox *inbox, uint32_t n_wires);
/* The messages of a wire with a queue or a ring. The unit may change them; some may not have
 * arrived yet. */
static inline const struct ring *inbox_queue(const struct inbox *inbox, uint32_t wire)
{
    return &inbox->rings[wire].messages;
}
/* Takes the marks off all fresh queues in a word (64 wires), and returns them. Call
 * inbox_forget_head first. The unit marks a queue again if its first message has not arrived. */
static inline uint64_t inbox_take_fresh(struct inbox *inbox, uint32_t word)
{
    const uint64_t fresh = inbox->fresh[word];
    inbox->fresh[word] = 0;
    return fresh;
}
static inline void inbox_forget_head(struct inbox *inbox)
{
    inbox->head = SIM_TIME_NEVER;
}
/* The unit is to look at the queue when its first message has arrived. */
static inline void inbox_mark_fresh(struct inbox *inbox, uint32_t wire, sim_time arrival)
{
    inbox->fresh[wire / 64] |= UINT64_C(1) << (wire % 64);
    inbox->head = MIN(inbox->head, arrival);
}
/* Drops the first message of a queue. */
static inline void inbox_drop_from_queue(struct inbox *inbox, uint32_t wire)
{
    inbox->count--;
    ring_drop(&inbox->rings[wire].messages);
}
/* A unit with rings may leave the first message of all in its ring until it has room. The message
 * is then held: neither it nor those behind it in the ring count as the first any more. */
void inbox_hold(struct inbox *inbox);
static inline bool inbox_holds(const struct inbox *inbox, uint32_t wire)
{
    const struct inbox_ring *ring = &inbox->rings[wire];
    return ring->head == SIM_TIME_NEVER && ring->messages.count > 0;
}
/* Drops the message that is held. If the next one has arrived at `time` it is held, too: true. */
bool inbox_drop_held(struct inbox *inbox, uint32_t wire, sim_time time);
/* For a message that comes on no wire, or to a unit without rings. */
void inbox_insert(struct inbox *inbox, const struct message *message);
/* A place for a message that comes on a wire. The caller fills it in and calls inbox_note_from_wire
 * before it does anything else with the inbox. So a message is written once. */
static inline struct message *inbox_next_from_wire(struct inbox *inbox, uint16_t port)
{
    if (G_UNLIKELY(!inbox->rings))
        return inbox_next(inbox);
    return ring_push(&inbox->rings[port].messages, sizeof(struct message));
}
/* Whether a place is free without making one. */
static inline bool inbox_has_place(const struct inbox *inbox, uint16_t port)
{
    return inbox->rings && !ring_full(&inbox->rings[port].messages);
}
/* Notes the message if others of its wire are before it: true. If not, call inbox_note_from_wire.
 */
static inline bool inbox_note_behind(struct inbox *inbox, const struct message *message)
{
    if (!inbox->rings || inbox->rings[message->port].messages.count == 1)
        return false;
    inbox->count++;
    return true;
}
/* Notes the message. True if it is now the first of all. */
static inline bool inbox_note_from_wire(struct inbox *inbox, const struct message *message)
{
    if (inbox_note_behind(inbox, message))
        return false;
    if (!inbox->rings)
        return inbox_note(inbox, message);
    inbox->count++;
    return inbox_note_head(inbox, &inbox->rings[message->port], message->arrival);
}

/* Both, for a message that is written already. */
static inline bool inbox_insert_from_wire(struct inbox *inbox, const struct message *message)
{
    struct message *next = inbox_next_from_wire(inbox, message->port);
    *next = *message;
    return inbox_note_from_wire(inbox, next);
}

/* The first message; only when inbox->head is not SIM_TIME_NEVER. Valid until the next insertion.
 */
static inline const struct message *inbox_peek(const struct inbox *inbox)
{
    if (inbox->head_ring < inbox->n_rings)
        return ring_first(&inbox->rings[inbox->head_ring].messages, sizeof(struct message));
    return &inbox->late->messages[inbox->late->first - 1];
}
/* For inbox_drop below. */
void inbox_drop_slowly(struct inbox *inbox);
void inbox_find_head(struct inbox *inbox);
/* Removes the first message. Mostly its ring has the next one, too. */
static inline void inbox_drop(struct inbox *inbox)
{
    if (inbox->head_ring >= inbox->n_rings) {
        inbox_drop_slowly(inbox);
        return;
    }
    struct inbox_ring *ring = &inbox->rings[inbox->head_ring];
    inbox->count--;
    ring_drop(&ring->messages);
    ring->head =
        ring->messages.count
            ? ((const struct message *)ring_first(&ring->messages, sizeof(struct message)))->arrival
            : SIM_TIME_NEVER;
    if (ring->head < inbox->rival || inbox->rival == SIM_TIME_NEVER)
        inbox->head = ring->head;
    else
        inbox_find_head(inbox);
}
/* Nothing will arrive before `time` any more. */
void inbox_raise_floor(struct inbox *inbox, sim_time time);

#endif
