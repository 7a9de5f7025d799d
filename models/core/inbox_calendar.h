/* SPDX-License-Identifier: BSD-3-Clause */
/* A calendar of messages, for an inbox with many wires or none (inbox.h): slots of
 * 2^INBOX_SLOT_SHIFT ps hold sorted lists, and a bitmap tells which are in use. Messages beyond the
 * calendar's reach wait in a sorted list. That is rare: a burst must outrun half a microsecond. */
#ifndef SIMGPU_CORE_INBOX_CALENDAR_H
#define SIMGPU_CORE_INBOX_CALENDAR_H

#include "models/core/message.h"

enum { INBOX_SLOT_SHIFT = 9, INBOX_SLOTS = 1024, INBOX_WORDS = INBOX_SLOTS / 64 };
enum { INBOX_FAR = INBOX_SLOTS }; /* the list of what is beyond the calendar's reach */

struct inbox_calendar {
    uint64_t occupied[INBOX_WORDS];
    uint32_t slot[INBOX_SLOTS + 1]; /* index + 1 of the first message; 0: none */
    uint32_t last[INBOX_SLOTS + 1]; /* index + 1 of the last message; 0: none */
    sim_time last_arrival[INBOX_SLOTS + 1];
    struct message *messages;
    uint32_t *next;          /* by message: index + 1; 0 ends a list */
    uint32_t capacity, free; /* free: list head, index + 1 */
    uint32_t in_slots;       /* messages that are not far */
    uint32_t first;          /* index + 1 of the first message; 0: there is none */
    sim_time first_arrival;
    uint64_t floor; /* slot number (arrival >> shift); nothing arrives below it any more */
};

/* Nothing arrives in slots below `floor` any more. */
struct inbox_calendar *inbox_calendar_new(uint64_t floor);
/* NULL is fine. */
void inbox_calendar_free(struct inbox_calendar *calendar);
/* A place for one more message. The caller fills it in and calls inbox_calendar_link before it does
 * anything else with the calendar. */
struct message *inbox_calendar_next(struct inbox_calendar *calendar);
void inbox_calendar_link(struct inbox_calendar *calendar, const struct message *message);
/* The first message; there must be one. Valid until the next insertion. */
static inline const struct message *inbox_calendar_first(const struct inbox_calendar *calendar)
{
    return &calendar->messages[calendar->first - 1];
}

/* Removes the first message; returns the next one's arrival, SIM_TIME_NEVER if there is none. */
sim_time inbox_calendar_drop(struct inbox_calendar *calendar);
void inbox_calendar_raise_floor(struct inbox_calendar *calendar, uint64_t floor);

/* The order in which one unit takes its messages. */
static inline bool message_before(const struct message *a, const struct message *b)
{
    if (a->arrival != b->arrival)
        return a->arrival < b->arrival;
    if (a->source != b->source)
        return a->source < b->source;
    return a->sequence < b->sequence;
}

#endif
