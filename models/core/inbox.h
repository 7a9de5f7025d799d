/* SPDX-License-Identifier: BSD-3-Clause */
/* The messages on their way to one unit, in the order (arrival, source, sequence).
 *
 * A calendar: slots of 2^INBOX_SLOT_SHIFT ps hold sorted lists, a bitmap tells which are in use,
 * so insert and take cost a few nanoseconds. Messages beyond the calendar's reach wait in a
 * sorted list (rare: a burst that outruns half a microsecond).
 */
#ifndef SIMGPU_CORE_INBOX_H
#define SIMGPU_CORE_INBOX_H

#include "models/core/message.h"

enum { INBOX_SLOT_SHIFT = 10, INBOX_SLOTS = 512, INBOX_WORDS = INBOX_SLOTS / 64 };

struct inbox_entry {
    struct message message;
    uint32_t next; /* index + 1 in entries; 0 ends a list */
};

struct inbox {
    uint64_t occupied[INBOX_WORDS];
    uint32_t slot[INBOX_SLOTS]; /* index + 1 of the first entry */
    struct inbox_entry *entries;
    uint32_t capacity, free, far; /* free and far: list heads, index + 1 */
    uint32_t count, in_calendar;
    uint64_t floor; /* slot number (arrival >> shift) below which nothing arrives any more */
    sim_time head;  /* arrival of the first message; SIM_TIME_NEVER if there is none */
};

void inbox_init(struct inbox *inbox);
void inbox_finish(struct inbox *inbox);
void inbox_insert(struct inbox *inbox, const struct message *message);

/* The first message; only when inbox->head is not SIM_TIME_NEVER. Valid until the next call. */
const struct message *inbox_peek(struct inbox *inbox);
/* Removes the first message. */
void inbox_drop(struct inbox *inbox);
/* Tells that nothing will arrive before `time` any more. */
void inbox_raise_floor(struct inbox *inbox, sim_time time);

#endif
