/* SPDX-License-Identifier: BSD-3-Clause */
/* The inbox's calendar: see inbox.h. */
#ifndef SIMGPU_CORE_INBOX_CALENDAR_H
#define SIMGPU_CORE_INBOX_CALENDAR_H

#include "models/core/inbox.h"

/* Nothing arrives in slots below `floor` any more. */
struct inbox_calendar *inbox_calendar_new(uint64_t floor);
/* NULL is fine. */
void inbox_calendar_free(struct inbox_calendar *calendar);
/* A place for one more message, which the caller fills in; then inbox_calendar_link, before
 * anything else is done with the calendar. */
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
