/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/clock.h"
#include <glib.h>
#include <string.h>

struct entry {
    uint64_t who;
    uint32_t stamp;
};

enum { HINTS = 8 };

/* A value is what a clock says at a time. Most joins bring what is there already: a clock remembers
 * which values it has taken up lately. */
struct clock {
    unsigned references, n, room;
    uint64_t *values;        /* how many there are of all clocks of a run */
    uint64_t value;          /* its number; a new one after each change */
    uint64_t covered[HINTS]; /* numbers of values that it covers; 0: none */
    unsigned next_hint;
    struct entry *entries; /* by who */
};

static struct clock *clock_new(unsigned room, uint64_t *values)
{
    struct clock *clock = g_new(struct clock, 1);
    *clock = (struct clock){.references = 1,
                            .room = room,
                            .values = values,
                            .value = ++*values,
                            .entries = g_new(struct entry, room)};
    return clock;
}

struct clock *clock_ref(struct clock *clock)
{
    if (clock)
        clock->references++;
    return clock;
}

void clock_unref(struct clock *clock)
{
    if (!clock || --clock->references > 0)
        return;
    g_free(clock->entries);
    g_free(clock);
}

void clock_set(struct clock **into, struct clock *other)
{
    clock_ref(other);
    clock_unref(*into);
    *into = other;
}

/* How many entries are below `who`. */
static unsigned place_of(const struct clock *clock, uint64_t who)
{
    unsigned low = 0, high = clock->n;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (clock->entries[middle].who < who)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t clock_of(const struct clock *clock, uint64_t who)
{
    if (!clock)
        return 0;
    unsigned at = place_of(clock, who);
    return at < clock->n && clock->entries[at].who == who ? clock->entries[at].stamp : 0;
}

/* Entries of a warp are side by side. */
uint32_t clock_of_thread(const struct clock *clock, uint32_t warp, unsigned lane)
{
    const uint64_t thread = clock_thread(warp, lane), whole = clock_warp(warp);
    uint32_t stamp = 0;
    for (unsigned at = place_of(clock, MIN(thread, whole)); at < clock->n; at++) {
        const struct entry *entry = &clock->entries[at];
        if (entry->who > thread && entry->who > whole)
            break;
        if (entry->who == thread || entry->who == whole)
            stamp = MAX(stamp, entry->stamp);
    }
    return stamp;
}

unsigned clock_entries(const struct clock *clock)
{
    return clock ? clock->n : 0;
}

static void own(struct clock **clock, uint64_t *values)
{
    struct clock *old = *clock;
    if (old && old->references == 1)
        return;
    struct clock *copy = clock_new(old ? old->n + 4 : 4, values);
    if (old) {
        memcpy(copy->covered, old->covered, sizeof copy->covered);
        copy->n = old->n;
        memcpy(copy->entries, old->entries, old->n * sizeof *old->entries);
    }
    clock_unref(old);
    *clock = copy;
}

void clock_note(struct clock **into, uint64_t *values, uint64_t who, uint32_t stamp)
{
    if (stamp == 0 || clock_of(*into, who) >= stamp)
        return;
    own(into, values);
    struct clock *clock = *into;
    clock->value = ++*values;
    unsigned at = place_of(clock, who);
    if (at == clock->n || clock->entries[at].who != who) {
        if (clock->n == clock->room) {
            clock->room *= 2;
            clock->entries = g_renew(struct entry, clock->entries, clock->room);
        }
        memmove(clock->entries + at + 1, clock->entries + at,
                (clock->n - at) * sizeof *clock->entries);
        clock->entries[at].who = who;
        clock->n++;
    }
    clock->entries[at].stamp = stamp;
}

static void remember(struct clock *clock, uint64_t value)
{
    clock->covered[clock->next_hint++ % HINTS] = value;
}

static bool remembers(const struct clock *clock, uint64_t value)
{
    for (unsigned i = 0; i < HINTS; i++)
        if (clock->covered[i] == value)
            return true;
    return false;
}

/* Whether a knows all that b knows. */
static bool covers(const struct clock *a, const struct clock *b)
{
    unsigned i = 0;
    if (b->n > a->n)
        return false;
    for (unsigned k = 0; k < b->n; k++) {
        while (i < a->n && a->entries[i].who < b->entries[k].who)
            i++;
        if (i == a->n || a->entries[i].who != b->entries[k].who ||
            a->entries[i].stamp < b->entries[k].stamp)
            return false;
    }
    return true;
}

/* Takes over the entry behind the last one. What is known of a warp makes older entries of its
 * threads needless. */
static void keep_last(struct clock *clock)
{
    const struct entry last = clock->entries[clock->n];
    const bool of_warp = last.who == clock_warp((uint32_t)(last.who >> 8));
    unsigned first = clock->n, kept;
    while (of_warp && first > 0 && clock->entries[first - 1].who >> 8 == last.who >> 8)
        first--;
    kept = first;
    for (unsigned i = first; i < clock->n; i++)
        if (clock->entries[i].stamp > last.stamp)
            clock->entries[kept++] = clock->entries[i];
    clock->entries[kept] = last;
    clock->n = kept + 1;
}

static struct clock *merged(const struct clock *a, const struct clock *b)
{
    struct clock *clock = clock_new(a->n + b->n + 4, a->values);
    memcpy(clock->covered, a->covered, sizeof clock->covered);
    remember(clock, a->value);
    remember(clock, b->value);
    unsigned i = 0, k = 0;
    while (i < a->n || k < b->n) {
        struct entry *out = &clock->entries[clock->n];
        if (k == b->n || (i < a->n && a->entries[i].who < b->entries[k].who)) {
            *out = a->entries[i++];
        } else if (i == a->n || b->entries[k].who < a->entries[i].who) {
            *out = b->entries[k++];
        } else {
            *out = a->entries[i++];
            out->stamp = MAX(out->stamp, b->entries[k].stamp);
            k++;
        }
        keep_last(clock);
    }
    return clock;
}

void clock_join(struct clock **into, struct clock *other)
{
    if (!other || *into == other)
        return;
    if (!*into) {
        clock_set(into, other);
        return;
    }
    if (remembers(*into, other->value))
        return;
    if (covers(*into, other)) {
        remember(*into, other->value);
    } else if (covers(other, *into)) {
        clock_set(into, other);
    } else {
        struct clock *both = merged(*into, other);
        clock_unref(*into);
        *into = both;
    }
}
