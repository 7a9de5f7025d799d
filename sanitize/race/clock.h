/* SPDX-License-Identifier: BSD-3-Clause */
/* A vector clock: up to which stamp something is known of a thread, of all threads of a warp, or of
 * all threads of a block.
 *
 * Clocks do not change: what makes one know more gives another one, which shares all but a path
 * with it. Clocks that know the same are the same, so whether two are equal is one comparison, and
 * what two clocks share costs nothing when they are joined.
 * Source: Mattern, "Virtual Time and Global States of Distributed Systems" (1989). Keys for groups
 *   of threads are as in Eizenberg et al., "BARRACUDA" (PLDI 2017). That a join skips what is known
 *   to be equal is as in Mathur et al., "A Tree Clock Data Structure for Causal Orderings in
 *   Concurrent Executions" (ASPLOS 2022); the tree is that of clock_nodes.h.
 */
#ifndef SIMGPU_SANITIZE_RACE_CLOCK_H
#define SIMGPU_SANITIZE_RACE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct clock;
/* All clocks of a run. */
struct clocks;

struct clocks *clocks_new(void);
/* Behind all clocks. */
void clocks_free(struct clocks *clocks);

/* NULL is a clock that knows nothing, everywhere. */
struct clock *clock_ref(struct clock *clock);
void clock_unref(struct clock *clock);
/* *into, which is owned, then knows what other knows as well. */
void clock_join(struct clock **into, struct clock *other);
/* ... or this, of a thread; of each thread of a warp; of all threads of a warp; of all of a block,
 * whose first warp it is. */
void clock_note(struct clock **into, struct clocks *clocks, uint32_t warp, unsigned lane,
                uint32_t stamp);
void clock_note_lanes(struct clock **into, struct clocks *clocks, uint32_t warp,
                      const uint32_t *stamp);
void clock_note_warp(struct clock **into, struct clocks *clocks, uint32_t warp, uint32_t stamp);
void clock_note_block(struct clock **into, struct clocks *clocks, uint32_t first, uint32_t stamp);
/* Takes over another's value. */
void clock_set(struct clock **into, struct clock *other);
/* What it says of a thread, by itself or with its warp; of a block. 0: nothing is known. */
uint32_t clock_of_thread(const struct clock *clock, uint32_t warp, unsigned lane);
uint32_t clock_of_block(const struct clock *clock, uint32_t first);
/* The largest stamp that it has. */
uint32_t clock_newest(const struct clock *clock);

#endif
