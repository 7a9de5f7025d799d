/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/inbox.h"
#include <glib.h>
#include <string.h>

enum { FIRST_CAPACITY = 16 };

void inbox_init(struct inbox *inbox)
{
    memset(inbox, 0, sizeof *inbox);
    inbox->head = SIM_TIME_NEVER;
}

void inbox_finish(struct inbox *inbox)
{
    g_free(inbox->entries);
    inbox->entries = NULL;
}

static void grow(struct inbox *inbox)
{
    uint32_t capacity = inbox->capacity ? 2 * inbox->capacity : FIRST_CAPACITY;
    inbox->entries = g_renew(struct inbox_entry, inbox->entries, capacity);
    for (uint32_t i = capacity; i > inbox->capacity; i--) {
        inbox->entries[i - 1].next = inbox->free;
        inbox->free = i;
    }
    inbox->capacity = capacity;
}

static inline bool before(const struct message *a, const struct message *b)
{
    if (a->arrival != b->arrival)
        return a->arrival < b->arrival;
    if (a->source != b->source)
        return a->source < b->source;
    return a->sequence < b->sequence;
}

static inline void link_sorted(struct inbox *inbox, uint32_t *list, uint32_t index)
{
    struct inbox_entry *entries = inbox->entries;
    while (*list && before(&entries[*list - 1].message, &entries[index - 1].message))
        list = &entries[*list - 1].next;
    entries[index - 1].next = *list;
    *list = index;
}

static inline void link_into_calendar(struct inbox *inbox, uint32_t index, uint64_t number)
{
    uint32_t s = number % INBOX_SLOTS;
    link_sorted(inbox, &inbox->slot[s], index);
    inbox->occupied[s / 64] |= UINT64_C(1) << (s % 64);
    inbox->in_calendar++;
}

void inbox_insert(struct inbox *inbox, const struct message *message)
{
    if (!inbox->free)
        grow(inbox);
    uint32_t index = inbox->free;
    struct inbox_entry *entry = &inbox->entries[index - 1];
    inbox->free = entry->next;
    entry->message = *message;
    inbox->count++;
    uint64_t number = message->arrival >> INBOX_SLOT_SHIFT;
    g_assert(number >= inbox->floor);
    if (number - inbox->floor < INBOX_SLOTS)
        link_into_calendar(inbox, index, number);
    else
        link_sorted(inbox, &inbox->far, index);
    if (message->arrival < inbox->head)
        inbox->head = message->arrival;
}

/* First occupied slot at or after the floor, as an index; the calendar must not be empty. */
static uint32_t first_slot(const struct inbox *inbox)
{
    uint32_t start = inbox->floor % INBOX_SLOTS;
    uint32_t word = start / 64;
    uint64_t bits = inbox->occupied[word] & (UINT64_MAX << (start % 64));
    while (!bits) {
        word = (word + 1) % INBOX_WORDS;
        bits = inbox->occupied[word];
    }
    return word * 64 + (uint32_t)__builtin_ctzll(bits);
}

/* The list that holds the first message: everything in the far list is later than everything in
 * the calendar, since both are filled by distance from the same floor. */
static inline uint32_t *first_list(struct inbox *inbox)
{
    return inbox->in_calendar ? &inbox->slot[first_slot(inbox)] : &inbox->far;
}

const struct message *inbox_peek(struct inbox *inbox)
{
    return &inbox->entries[*first_list(inbox) - 1].message;
}

void inbox_drop(struct inbox *inbox)
{
    uint32_t *list = first_list(inbox);
    uint32_t index = *list;
    struct inbox_entry *entry = &inbox->entries[index - 1];
    *list = entry->next;
    if (inbox->in_calendar) {
        uint32_t s = (uint32_t)(list - inbox->slot);
        inbox->in_calendar--;
        if (!*list)
            inbox->occupied[s / 64] &= ~(UINT64_C(1) << (s % 64));
    }
    entry->next = inbox->free;
    inbox->free = index;
    inbox->count--;
    inbox->head = inbox->count ? inbox_peek(inbox)->arrival : SIM_TIME_NEVER;
}

static void fetch_far(struct inbox *inbox)
{
    while (inbox->far) {
        uint32_t index = inbox->far;
        struct inbox_entry *entry = &inbox->entries[index - 1];
        uint64_t number = entry->message.arrival >> INBOX_SLOT_SHIFT;
        if (number - inbox->floor >= INBOX_SLOTS)
            return;
        inbox->far = entry->next;
        link_into_calendar(inbox, index, number);
    }
}

void inbox_raise_floor(struct inbox *inbox, sim_time time)
{
    uint64_t number = time >> INBOX_SLOT_SHIFT;
    if (number <= inbox->floor)
        return;
    inbox->floor = number;
    if (inbox->far)
        fetch_far(inbox);
}
