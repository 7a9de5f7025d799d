/* SPDX-License-Identifier: BSD-3-Clause */
/* Warps go ahead without time: for runs in which not all of a launch is timed.
 *
 * The SM is held: its warps issue nothing more, and what they have under way comes back. When it is
 * still, its warps run on functionally, each at most so many instructions, and no further than to
 * the end of the outermost loop in which it stands. So blocks begin and end in simulated time. Then
 * the SM goes on from where the warps stand. Its L1 has no lines but those of local memory, which
 * is the warps' own. A leap may also bring all warps to their ends.
 *
 * It is for launches that have the SM for themselves and whose code fits. Values are right if
 * blocks don't race.
 *
 * Source: SMARTS (Wunderlich and others, ISCA 2003): intervals in detail, and functional ones
 * between them. Differs: many warps go ahead side by side, and caches are warmed afterwards.
 * Units: times in ps, warp instructions.
 */
#ifndef SIMGPU_SM_LEAP_H
#define SIMGPU_SM_LEAP_H

#include "models/functional/functional_options.h"
#include "models/sm/sm.h"

struct device_memory;
struct kernel_code;
struct launch;

/* Where a block stands. */
struct sm_block_stand {
    bool is;
    uint64_t index;        /* linear */
    uint64_t start_cycle;  /* of the SM */
    uint64_t instructions; /* that its warps have issued; those that they leapt don't count */
};

struct sm_leap {
    struct device_memory *memory;
    const struct functional_listener *listener;
    uint64_t most[SM_MAX_BLOCKS]; /* of each warp of the block in that place, on average */
    bool to_end;                  /* loops don't matter */
    /* What was done: */
    uint64_t leapt[SM_MAX_BLOCKS]; /* by all warps of that block */
    uint64_t warp_instructions, thread_instructions;
    uint32_t warps, at_ends; /* that leapt; of these, those that had more to go, but no loop left */
};

/* Whether blocks of this code may run in any order: no atomics on global memory, no accesses that
 * others wait for, nothing that outlives an instruction but loads, stores and cp.async. */
bool sm_leap_in_any_order(const struct kernel_code *code);
/* Whether warps of this code may leap: that, and it has loops. */
bool sm_leap_fits(const struct kernel_code *code);
/* out: SM_MAX_BLOCKS. */
void sm_stand(const struct sm *sm, struct sm_block_stand *out);

/* The SM has processed every event before the times at which these are called, and none later.
 * Cycles before `time` in which nothing was issued are counted with the reasons that they had until
 * then. */
void sm_hold(struct sm *sm, sim_time time);
/* It is held, and nothing of its warps is under way. */
bool sm_is_still(const struct sm *sm);
/* It is still. */
void sm_leap(struct sm *sm, struct sm_leap *leap, sim_time time);
/* Its warps go on from `time` on. Wake the unit for that time. */
void sm_go(struct sm *sm, sim_time time);

#endif
