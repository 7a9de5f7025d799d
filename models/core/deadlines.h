/* SPDX-License-Identifier: BSD-3-Clause */
/* When each unit must run: a ring of buckets of the same width, and a heap for what lies beyond it.
 *
 * A stop of the clock costs as much as running a unit or two. So if few units are due, some of the
 * next ones run at the same stop, a little early: a unit may run at any stop. Those that are always
 * busy then stay together.
 *
 * An entry is stale when its unit's deadline has moved since; it is skipped when its bucket comes.
 */
#ifndef SIMGPU_CORE_DEADLINES_H
#define SIMGPU_CORE_DEADLINES_H

#include "models/core/clock.h"
#include "models/core/unit.h"

enum { DEADLINE_BUCKETS = 256, DEADLINE_WORDS = DEADLINE_BUCKETS / 64 };

struct deadline_bucket {
    struct unit **units;
    uint32_t count, capacity;
};

struct deadlines {
    struct clock_divisor width; /* of a bucket, in ps */
    uint64_t now;               /* current bucket number */
    uint64_t occupied[DEADLINE_WORDS];
    struct deadline_bucket ring[DEADLINE_BUCKETS];
    GArray *far; /* struct far_deadline, a binary heap by bucket */
};

void deadlines_init(struct deadlines *deadlines, sim_time width);
void deadlines_finish(struct deadlines *deadlines);
/* The bucket that a time is in, and the time when a bucket begins. */
static inline uint64_t deadlines_bucket(const struct deadlines *deadlines, sim_time time)
{
    return clock_divide(time, &deadlines->width);
}
static inline sim_time deadlines_time(const struct deadlines *deadlines, uint64_t bucket)
{
    return bucket * deadlines->width.value;
}
/* Makes `bucket` (after the current one) the unit's deadline if that is earlier than its present
 * one. */
void deadlines_lower(struct deadlines *deadlines, struct unit *unit, uint64_t bucket);
/* Moves to the next bucket with units in it, and appends these units in the order of their entry,
 * and perhaps some of the next buckets. Their deadline becomes UINT64_MAX. False if there is no
 * such bucket. */
bool deadlines_next(struct deadlines *deadlines, GPtrArray *due);

/* Moves to a bucket before which no unit has its deadline. Appends the units that have it there. */
void deadlines_take(struct deadlines *deadlines, uint64_t bucket, GPtrArray *due);

/* The bucket that deadlines_next would move to; UINT64_MAX if there is none. */
uint64_t deadlines_peek(struct deadlines *deadlines);

#endif
