/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/inbox_calendar.h"
#include <glib.h>

enum { FIRST_CAPACITY = 16 };

struct inbox_calendar *inbox_calendar_new(uint64_t floor, bool any_order)
{
    struct inbox_calendar *calendar = g_new0(struct inbox_calendar, 1);
    calendar->floor = floor;
    calendar->any_order = any_order;
    return calendar;
}

void inbox_calendar_free(struct inbox_calendar *calendar)
{
    if (!calendar)
        return;
    g_free(calendar->entries);
    g_free(calendar);
}

static void grow(struct inbox_calendar *calendar)
{
    uint32_t capacity = calendar->capacity ? 2 * calendar->capacity : FIRST_CAPACITY;
    calendar->entries = g_renew(struct inbox_entry, calendar->entries, capacity);
    for (uint32_t i = capacity; i > calendar->capacity; i--) {
        calendar->entries[i - 1].next = calendar->free;
        calendar->free = i;
    }
    calendar->capacity = capacity;
}

/* Whether a new message belongs before one that is there. */
static inline bool belongs_before(const struct inbox_calendar *calendar, const struct message *new,
                                  const struct message *there)
{
    return calendar->any_order ? new->arrival < there->arrival : message_before(new, there);
}

static inline void link_sorted(struct inbox_calendar *calendar, uint32_t *list, uint32_t index)
{
    struct inbox_entry *entries = calendar->entries;
    const struct message *new = &entries[index - 1].message;
    while (*list && !belongs_before(calendar, new, &entries[*list - 1].message))
        list = &entries[*list - 1].next;
    entries[index - 1].next = *list;
    *list = index;
}

/* A message mostly comes behind those that are there: units run mostly in the order of their
 * numbers, and where any order will do, one cycle's messages have one time. */
static inline void link_into_slot(struct inbox_calendar *calendar, uint32_t index, uint64_t number)
{
    uint32_t s = number % INBOX_SLOTS;
    struct inbox_entry *entries = calendar->entries, *entry = &entries[index - 1];
    calendar->in_slots++;
    if (!calendar->slot[s]) {
        calendar->slot[s] = calendar->last[s] = index;
        calendar->occupied[s / 64] |= UINT64_C(1) << (s % 64);
        entry->next = 0;
    } else if (!belongs_before(calendar, &entry->message,
                               &entries[calendar->last[s] - 1].message)) {
        entries[calendar->last[s] - 1].next = index;
        calendar->last[s] = index;
        entry->next = 0;
    } else {
        link_sorted(calendar, &calendar->slot[s], index);
    }
}

void inbox_calendar_insert(struct inbox_calendar *calendar, const struct message *message)
{
    if (!calendar->free)
        grow(calendar);
    uint32_t index = calendar->free;
    struct inbox_entry *entry = &calendar->entries[index - 1];
    calendar->free = entry->next;
    entry->message = *message;
    uint64_t number = message->arrival >> INBOX_SLOT_SHIFT;
    g_assert(number >= calendar->floor);
    if (number - calendar->floor < INBOX_SLOTS)
        link_into_slot(calendar, index, number);
    else
        link_sorted(calendar, &calendar->far, index);
    if (!calendar->first ||
        belongs_before(calendar, message, &calendar->entries[calendar->first - 1].message))
        calendar->first = index;
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

/* Everything in the far list is later than everything in the slots, since both are filled by
 * distance from the same floor. So is what comes after the first message's slot, going round. */
sim_time inbox_calendar_drop(struct inbox_calendar *calendar)
{
    uint32_t index = calendar->first;
    struct inbox_entry *entry = &calendar->entries[index - 1];
    if (calendar->in_slots) {
        uint32_t s = (entry->message.arrival >> INBOX_SLOT_SHIFT) % INBOX_SLOTS;
        calendar->in_slots--;
        calendar->first = calendar->slot[s] = entry->next;
        if (!calendar->slot[s]) {
            calendar->occupied[s / 64] &= ~(UINT64_C(1) << (s % 64));
            calendar->first =
                calendar->in_slots ? calendar->slot[occupied_from(calendar, s)] : calendar->far;
        }
    } else {
        calendar->first = calendar->far = entry->next;
    }
    entry->next = calendar->free;
    calendar->free = index;
    return calendar->first ? calendar->entries[calendar->first - 1].message.arrival
                           : SIM_TIME_NEVER;
}

void inbox_calendar_raise_floor(struct inbox_calendar *calendar, uint64_t floor)
{
    if (floor <= calendar->floor)
        return;
    calendar->floor = floor;
    while (calendar->far) {
        uint32_t index = calendar->far;
        struct inbox_entry *entry = &calendar->entries[index - 1];
        uint64_t number = entry->message.arrival >> INBOX_SLOT_SHIFT;
        if (number - calendar->floor >= INBOX_SLOTS)
            return;
        calendar->far = entry->next;
        link_into_slot(calendar, index, number);
    }
}
