/* SPDX-License-Identifier: BSD-3-Clause */
/* A vector clock with few entries: up to which stamp something is known of a thread, of all threads
 * of a warp, or of all threads of a block.
 *
 * Clocks are shared and counted. Whoever changes a shared one gets a copy of its own.
 * Source: Mattern, "Virtual Time and Global States of Distributed Systems" (1989). Keys for groups
 *   of threads are as in Eizenberg et al., "BARRACUDA" (PLDI 2017).
 */
#ifndef SIMGPU_SANITIZE_RACE_CLOCK_H
#define SIMGPU_SANITIZE_RACE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct clock;

/* Whom an entry speaks of. */
static inline uint64_t clock_thread(uint32_t warp, unsigned lane)
{
    return (uint64_t)warp << 8 | lane;
}

static inline uint64_t clock_warp(uint32_t warp)
{
    return (uint64_t)warp << 8 | 0xfe;
}

/* first: the uid of the block's first warp. */
static inline uint64_t clock_block(uint32_t first)
{
    return (uint64_t)first << 8 | 0xff;
}

/* NULL is a clock that knows nothing, everywhere. */
struct clock *clock_ref(struct clock *clock);
void clock_unref(struct clock *clock);
/* *into, which is owned, then knows what other knows as well. */
void clock_join(struct clock **into, struct clock *other);
/* values: a number that all clocks of a run share; it goes up with each change. */
void clock_note(struct clock **into, uint64_t *values, uint64_t who, uint32_t stamp);
/* Takes over another's value. */
void clock_set(struct clock **into, struct clock *other);
/* 0: nothing is known of it. */
uint32_t clock_of(const struct clock *clock, uint64_t who);
/* The larger one of what it says of the thread and of its warp. */
uint32_t clock_of_thread(const struct clock *clock, uint32_t warp, unsigned lane);
unsigned clock_entries(const struct clock *clock);

#endif
