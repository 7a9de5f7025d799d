/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_misses.h"
#include <glib.h>

enum { FIRST_CAPACITY = 16 };

void bank_misses_init(struct bank_misses *misses, const struct bank_shape *shape)
{
    uint32_t lines = shape->sets * shape->ways;
    g_assert(lines <= UINT16_MAX);
    *misses = (struct bank_misses){.ways = shape->ways, .of_line = g_new(uint16_t, lines)};
}

void bank_misses_finish(struct bank_misses *misses)
{
    g_free(misses->misses);
    g_free(misses->of_line);
}

static void grow(struct bank_misses *misses)
{
    uint32_t capacity = misses->capacity ? 2 * misses->capacity : FIRST_CAPACITY;
    misses->misses = g_renew(struct bank_miss, misses->misses, capacity);
    for (uint32_t i = capacity; i > misses->capacity; i--) {
        misses->misses[i - 1].next_free = misses->free;
        misses->free = i;
    }
    misses->capacity = capacity;
}

uint32_t bank_misses_begin(struct bank_misses *misses, struct bank_place place)
{
    if (!misses->free)
        grow(misses);
    uint32_t number = misses->free - 1;
    misses->free = misses->misses[number].next_free;
    misses->misses[number] = (struct bank_miss){.place = place};
    misses->of_line[place.set * misses->ways + (uint32_t)place.way] = (uint16_t)number;
    return number;
}

void bank_misses_end(struct bank_misses *misses, uint32_t number)
{
    struct bank_miss *miss = &misses->misses[number];
    g_assert(!miss->waiters.first);
    miss->next_free = misses->free;
    misses->free = number + 1;
}
