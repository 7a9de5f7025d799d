/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists are linked in an array of their own. The times that an insertion compares lie beside the
 * slots, so it touches no other message. */
#include "models/core/inbox_calendar.h"
#include <glib.h>

enum { FIRST_CAPACITY = 16 };

struct inbox_calendar *inbox_calendar_new(uint64_t floor)
{
    struct inbox_calendar *calendar = g_new0(struct inbox_calendar, 1);
    calendar->floor = floor;
    return calendar;
}

void inbox_calendar_free(struct inbox_calendar *calendar)
{
    if (!calendar)
        return;
    g_free(calendar->messages);
    g_free(calendar->next);
    g_free(calendar);
}

static void grow(struct inbox_calendar *calendar)
{
    uint32_t capacity = calendar->capacity ? 2 * calendar->capacity : FIRST_CAPACITY;
    calendar->messages = g_renew(struct message, calendar->messages, capacity);
    calendar->next = g_renew(uint32_t, calendar->next, capacity);
    for (uint32_t i = capacity; i > calendar->capacity; i--) {
        calendar->next[i - 1] = calendar->free;
        calendar->free = i;
    }
    calendar->capacity = capacity;
}

/* Whether the new message belongs before another, which arrives at `arrival`. */
static inline bool belongs_before(const struct inbox_calendar *calendar, uint32_t new,
                                  uint32_t other, sim_time arrival)
{
    const struct message *message = &calendar->messages[new - 1];
    if (message->arrival != arrival)
        return message->arrival < arrival;
    return message_before(message, &calendar->messages[other - 1]);
}

static void link_sorted(struct inbox_calendar *calendar, uint32_t *list, uint32_t index)
{
    while (*list && !belongs_before(calendar, index, *list, calendar->messages[*list - 1].arrival))
        list = &calendar->next[*list - 1];
    calendar->next[index - 1] = *list;
    *list = index;
}

/* A message mostly comes behind those that are there: units run mostly in the order of their
 * numbers. */
static inline void link_into_slot(struct inbox_calendar *calendar, uint32_t index, uint32_t s)
{
    uint32_t last = calendar->last[s];
    if (!calendar->slot[s]) {
        calendar->slot[s] = index;
    } else if (!belongs_before(calendar, index, last, calendar->last_arrival[s])) {
        calendar->next[last - 1] = index;
    } else {
        link_sorted(calendar, &calendar->slot[s], index);
        return;
    }
    calendar->next[index - 1] = 0;
    calendar->last[s] = index;
    calendar->last_arrival[s] = calendar->messages[index - 1].arrival;
}

/* Into its slot, or into the list of messages beyond reach. */
static inline void link_message(struct inbox_calendar *calendar, uint32_t index, uint64_t number)
{
    if (number - calendar->floor >= INBOX_SLOTS) {
        link_into_slot(calendar, index, INBOX_FAR);
        return;
    }
    uint32_t s = number % INBOX_SLOTS;
    calendar->occupied[s / 64] |= UINT64_C(1) << (s % 64);
    calendar->in_slots++;
    link_into_slot(calendar, index, s);
}

struct message *inbox_calendar_next(struct inbox_calendar *calendar)
{
    if (!calendar->free)
        grow(calendar);
    return &calendar->messages[calendar->free - 1];
}

void inbox_calendar_link(struct inbox_calendar *calendar, const struct message *message)
{
    uint32_t index = calendar->free;
    calendar->free = calendar->next[index - 1];
    uint64_t number = message->arrival >> INBOX_SLOT_SHIFT;
    g_assert(number >= calendar->floor);
    link_message(calendar, index, number);
    if (!calendar->first ||
        belongs_before(calendar, index, calendar->first, calendar->first_arrival)) {
        calendar->first = index;
        calendar->first_arrival = message->arrival;
    }
}

/* First occupied slot at or after slot `start`, as an index; there must be one. */
static uint32_t occupied_from(const struct inbox_calendar *calendar, uint32_t start)
{
    uint32_t word = start / 64;
    uint64_t bits = calendar->occupied[word] & (UINT64_MAX << (start % 64));
    while (!bits) {
        word = (word + 1) % INBOX_WORDS;
        bits = calendar->occupied[word];
    }
    return word * 64 + (uint32_t)__builtin_ctzll(bits);
}

/* Everything in the far list is later than everything in the slots, since the distance from one
 * floor decides about both. Likewise slots behind the first message's, going round, are later than
 * it. */
sim_time inbox_calendar_drop(struct inbox_calendar *calendar)
{
    uint32_t index = calendar->first;
    if (calendar->in_slots) {
        uint32_t s = (calendar->first_arrival >> INBOX_SLOT_SHIFT) % INBOX_SLOTS;
        calendar->in_slots--;
        calendar->first = calendar->slot[s] = calendar->next[index - 1];
        if (!calendar->slot[s]) {
            calendar->occupied[s / 64] &= ~(UINT64_C(1) << (s % 64));
            calendar->first =
                calendar->slot[calendar->in_slots ? occupied_from(calendar, s) : INBOX_FAR];
        }
    } else {
        calendar->first = calendar->slot[INBOX_FAR] = calendar->next[index - 1];
    }
    calendar->next[index - 1] = calendar->free;
    calendar->free = index;
    calendar->first_arrival =
        calendar->first ? calendar->messages[calendar->first - 1].arrival : SIM_TIME_NEVER;
    return calendar->first_arrival;
}

void inbox_calendar_raise_floor(struct inbox_calendar *calendar, uint64_t floor)
{
    if (floor <= calendar->floor)
        return;
    calendar->floor = floor;
    while (calendar->slot[INBOX_FAR]) {
        uint32_t index = calendar->slot[INBOX_FAR];
        uint64_t number = calendar->messages[index - 1].arrival >> INBOX_SLOT_SHIFT;
        if (number - calendar->floor >= INBOX_SLOTS)
            return;
        calendar->slot[INBOX_FAR] = calendar->next[index - 1];
        link_message(calendar, index, number);
    }
}
