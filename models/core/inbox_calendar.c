/* SPDX-License-Identifier: BSD-3-Clause */
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

static inline void link_sorted(struct inbox_calendar *calendar, uint32_t *list, uint32_t index)
{
    struct inbox_entry *entries = calendar->entries;
    while (*list && message_before(&entries[*list - 1].message, &entries[index - 1].message))
        list = &entries[*list - 1].next;
    entries[index - 1].next = *list;
    *list = index;
}

static inline void link_into_slot(struct inbox_calendar *calendar, uint32_t index, uint64_t number)
{
    uint32_t s = number % INBOX_SLOTS;
    link_sorted(calendar, &calendar->slot[s], index);
    calendar->occupied[s / 64] |= UINT64_C(1) << (s % 64);
    calendar->in_slots++;
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
}

/* First occupied slot at or after the floor, as an index; there must be one. */
static uint32_t first_slot(const struct inbox_calendar *calendar)
{
    uint32_t start = calendar->floor % INBOX_SLOTS;
    uint32_t word = start / 64;
    uint64_t bits = calendar->occupied[word] & (UINT64_MAX << (start % 64));
    while (!bits) {
        word = (word + 1) % INBOX_WORDS;
        bits = calendar->occupied[word];
    }
    return word * 64 + (uint32_t)__builtin_ctzll(bits);
}

/* Everything in the far list is later than everything in the slots, since both are filled by
 * distance from the same floor. */
const struct message *inbox_calendar_first(const struct inbox_calendar *calendar)
{
    uint32_t index = calendar->in_slots ? calendar->slot[first_slot(calendar)] : calendar->far;
    return &calendar->entries[index - 1].message;
}

sim_time inbox_calendar_drop(struct inbox_calendar *calendar)
{
    uint32_t s = calendar->in_slots ? first_slot(calendar) : INBOX_SLOTS;
    uint32_t *list = s < INBOX_SLOTS ? &calendar->slot[s] : &calendar->far;
    uint32_t index = *list;
    struct inbox_entry *entry = &calendar->entries[index - 1];
    *list = entry->next;
    if (s < INBOX_SLOTS) {
        calendar->in_slots--;
        if (!*list)
            calendar->occupied[s / 64] &= ~(UINT64_C(1) << (s % 64));
    }
    entry->next = calendar->free;
    calendar->free = index;
    bool empty = !calendar->in_slots && !calendar->far;
    return empty ? SIM_TIME_NEVER : inbox_calendar_first(calendar)->arrival;
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
