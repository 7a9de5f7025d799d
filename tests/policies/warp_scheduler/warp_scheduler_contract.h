/* SPDX-License-Identifier: BSD-3-Clause */
/* The rules that every warp scheduler keeps, whatever it decides. */
#ifndef SIMGPU_TESTS_POLICIES_WARP_SCHEDULER_WARP_SCHEDULER_CONTRACT_H
#define SIMGPU_TESTS_POLICIES_WARP_SCHEDULER_WARP_SCHEDULER_CONTRACT_H

#include "policies/warp_scheduler/warp_scheduler.h"

/* Each returns the first broken rule and where, to be freed with g_free; NULL when all is well. */

/* Random warps, barriers and ready masks on 1 to 64 slots and 1, 2 and 4 schedulers: picks are
 * candidates, and equal calls on fresh states give equal picks. */
char *contract_random_events(const struct warp_scheduler_ops *ops);

/* A warp that stays ready among others that come and go is picked within a bound. */
char *contract_no_starvation(const struct warp_scheduler_ops *ops);

/* Blocks whose warps meet at a barrier inside a loop with a load end, also with the scheduler that
 * throttles: L1 holds the lines of a few warps only. */
char *contract_loops(const struct warp_scheduler_ops *ops);

/* All of them. */
char *contract_problem(const struct warp_scheduler_ops *ops);

#endif
