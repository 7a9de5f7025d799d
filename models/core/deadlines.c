/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/deadlines.h"
#include <string.h>

/* Where fewer than FEW units are due, some of the next buckets run, too. They run early, by at most
 * a quarter of their delay. Measured: with a half, or with more than six units, dense traffic
 * costs 3 % more host instructions. */
enum { FEW = 4, EARLY_BUCKETS = 3, EARLY_PART = 4 };

struct far_deadline {
    uint64_t bucket;
    struct unit *unit;
};

void deadlines_init(struct deadlines *deadlines, sim_time width)
{
    memset(deadlines, 0, sizeof *deadlines);
    deadlines->width = (struct clock_divisor){width, UINT64_MAX / width};
    deadlines->far = g_array_new(FALSE, FALSE, sizeof(struct far_deadline));
}

void deadlines_finish(struct deadlines *deadlines)
{
    for (int i = 0; i < DEADLINE_BUCKETS; i++)
        g_free(deadlines->ring[i].units);
    if (deadlines->far)
        g_array_free(deadlines->far, TRUE);
}

static void ring_add(struct deadlines *deadlines, struct unit *unit, uint64_t number)
{
    uint32_t index = number % DEADLINE_BUCKETS;
    struct deadline_bucket *bucket = &deadlines->ring[index];
    if (bucket->count == bucket->capacity) {
        bucket->capacity = bucket->capacity ? 2 * bucket->capacity : 16;
        bucket->units = g_renew(struct unit *, bucket->units, bucket->capacity);
    }
    bucket->units[bucket->count++] = unit;
    deadlines->occupied[index / 64] |= UINT64_C(1) << (index % 64);
}

static inline struct far_deadline *far_at(GArray *heap, guint i)
{
    return &g_array_index(heap, struct far_deadline, i);
}

static void far_push(GArray *heap, struct far_deadline item)
{
    g_array_append_val(heap, item);
    guint i = heap->len - 1;
    while (i > 0 && far_at(heap, (i - 1) / 2)->bucket > item.bucket) {
        *far_at(heap, i) = *far_at(heap, (i - 1) / 2);
        i = (i - 1) / 2;
    }
    *far_at(heap, i) = item;
}

static struct far_deadline far_pop(GArray *heap)
{
    struct far_deadline first = *far_at(heap, 0), last = *far_at(heap, heap->len - 1);
    g_array_set_size(heap, heap->len - 1);
    guint i = 0;
    for (;;) {
        guint child = 2 * i + 1;
        if (child >= heap->len)
            break;
        if (child + 1 < heap->len && far_at(heap, child + 1)->bucket < far_at(heap, child)->bucket)
            child++;
        if (far_at(heap, child)->bucket >= last.bucket)
            break;
        *far_at(heap, i) = *far_at(heap, child);
        i = child;
    }
    if (heap->len > 0)
        *far_at(heap, i) = last;
    return first;
}

void deadlines_lower(struct deadlines *deadlines, struct unit *unit, uint64_t bucket)
{
    if (bucket >= unit->deadline)
        return;
    unit->deadline = bucket;
    g_assert(bucket > deadlines->now);
    if (bucket - deadlines->now < DEADLINE_BUCKETS)
        ring_add(deadlines, unit, bucket);
    else
        far_push(deadlines->far, (struct far_deadline){bucket, unit});
}

/* Number of the first occupied ring bucket after the current one; UINT64_MAX if none. */
static uint64_t next_in_ring(const struct deadlines *deadlines)
{
    uint64_t start = deadlines->now + 1;
    for (uint64_t n = start; n < deadlines->now + DEADLINE_BUCKETS;) {
        uint32_t index = n % DEADLINE_BUCKETS;
        uint64_t bits = deadlines->occupied[index / 64] >> (index % 64);
        if (bits) {
            n += (uint64_t)__builtin_ctzll(bits);
            return n;
        }
        n += 64 - index % 64;
    }
    return UINT64_MAX;
}

static void take_bucket(struct deadlines *deadlines, uint64_t number, GPtrArray *due)
{
    uint32_t index = number % DEADLINE_BUCKETS;
    struct deadline_bucket *bucket = &deadlines->ring[index];
    for (uint32_t i = 0; i < bucket->count; i++) {
        struct unit *unit = bucket->units[i];
        if (unit->deadline == number) {
            unit->deadline = UINT64_MAX;
            g_ptr_array_add(due, unit);
        }
    }
    bucket->count = 0;
    deadlines->occupied[index / 64] &= ~(UINT64_C(1) << (index % 64));
}

/* Takes units out of the bucket that comes so many buckets later. */
static void take_early(struct deadlines *deadlines, unsigned later, GPtrArray *due)
{
    const uint64_t number = deadlines->now + later;
    const sim_time least_delay = later * EARLY_PART * deadlines->width.value;
    const uint32_t index = number % DEADLINE_BUCKETS;
    struct deadline_bucket *bucket = &deadlines->ring[index];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < bucket->count; i++) {
        struct unit *unit = bucket->units[i];
        if (unit->deadline == number && unit->delay >= least_delay) {
            unit->deadline = UINT64_MAX;
            g_ptr_array_add(due, unit);
        } else if (unit->deadline == number) {
            bucket->units[kept++] = unit;
        }
    }
    bucket->count = kept;
    if (kept == 0)
        deadlines->occupied[index / 64] &= ~(UINT64_C(1) << (index % 64));
}

bool deadlines_next(struct deadlines *deadlines, GPtrArray *due)
{
    g_ptr_array_set_size(due, 0);
    while (due->len == 0) {
        uint64_t near = next_in_ring(deadlines);
        uint64_t far = deadlines->far->len ? far_at(deadlines->far, 0)->bucket : UINT64_MAX;
        uint64_t number = MIN(near, far);
        if (number == UINT64_MAX)
            return false;
        deadlines->now = number;
        while (deadlines->far->len && far_at(deadlines->far, 0)->bucket == number)
            ring_add(deadlines, far_pop(deadlines->far).unit, number);
        take_bucket(deadlines, number, due);
    }
    for (unsigned later = 1; later <= EARLY_BUCKETS && due->len < FEW; later++)
        take_early(deadlines, later, due);
    return true;
}

void deadlines_take(struct deadlines *deadlines, uint64_t bucket, GPtrArray *due)
{
    g_ptr_array_set_size(due, 0);
    deadlines->now = bucket;
    while (deadlines->far->len && far_at(deadlines->far, 0)->bucket <= bucket)
        ring_add(deadlines, far_pop(deadlines->far).unit, bucket);
    take_bucket(deadlines, bucket, due);
}

/* Drops the stale entries of a ring bucket; false if none is left. */
static bool refresh_bucket(struct deadlines *deadlines, uint64_t number)
{
    struct deadline_bucket *bucket = &deadlines->ring[number % DEADLINE_BUCKETS];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < bucket->count; i++)
        if (bucket->units[i]->deadline == number)
            bucket->units[kept++] = bucket->units[i];
    bucket->count = kept;
    if (kept == 0)
        deadlines->occupied[number % DEADLINE_BUCKETS / 64] &=
            ~(UINT64_C(1) << (number % DEADLINE_BUCKETS % 64));
    return kept > 0;
}

uint64_t deadlines_peek(struct deadlines *deadlines)
{
    uint64_t near;
    do
        near = next_in_ring(deadlines);
    while (near != UINT64_MAX && !refresh_bucket(deadlines, near));
    while (deadlines->far->len) {
        const struct far_deadline *first = far_at(deadlines->far, 0);
        if (first->unit->deadline == first->bucket)
            return MIN(near, first->bucket);
        far_pop(deadlines->far);
    }
    return near;
}
