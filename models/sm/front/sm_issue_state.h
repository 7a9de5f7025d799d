/* SPDX-License-Identifier: BSD-3-Clause */
/* What the issue loop owns: execution units, the account of slots, what policies have been told.
 *
 * The loop itself (issue/, policy/sm_orders.c) takes the whole SM. An issue asks warps, units,
 * fetch and the load/store unit for a few host instructions' worth of work each, and most of the
 * simulation's time goes there. So the loop is two inlined pieces: one chooses, one issues. It
 * writes nothing but this struct. sm_scoreboard.h has its effects on warps.
 */
#ifndef SIMGPU_SM_ISSUE_STATE_H
#define SIMGPU_SM_ISSUE_STATE_H

#include "models/sm/core/sm_core.h"
#include "models/sm/front/sm_groups.h"
#include "models/sm/front/unit_pool.h"

/* What warps have next at the load/store unit, as sets of slots. */
struct next_access {
    uint64_t known;
    uint64_t global; /* of those, an access to global or local memory */
    uint64_t load;   /* ... a load */
};

/* Why each scheduler issues nothing, as computed last. It stays true while the warps' masks do. */
struct stall_reasons {
    uint64_t changes;                /* warps.changes at that time */
    bool known;                      /* no warp has issued since */
    uint8_t reason[WARP_SCHEDULERS]; /* enum slot_reason */
};

/* If schedulers take turns at the load/store unit: whose was the last one. */
struct ldst_turns {
    unsigned last; /* slot of the warp that has issued to the unit last */
    uint64_t kept; /* cycle in which a scheduler was kept from doing so since then; CYCLE_NEVER:
                      none was */
};

struct scheduler {
    uint64_t warps; /* its warps, as a set */
    struct unit_pool *pool;
    unsigned index;
    unsigned padding[3];
};
_Static_assert(sizeof(struct scheduler) == 32, "an index should be a shift");

/* Schedulers and units. */
struct sm_issue {
    struct unit_pool pools[WARP_SCHEDULERS];          /* shared units: the first only */
    struct scheduler schedulers[2 * WARP_SCHEDULERS]; /* all of them, twice: so from any one on all
                                                         stand in a row */
    unsigned n, turns;        /* how many; how many of them can be a cycle's first */
    uint64_t ldst_issue_free; /* the load/store unit takes an instruction from this cycle on */
    uint64_t accounted;       /* slots are accounted before this cycle */
    struct stall_reasons reasons;
    uint8_t all;     /* schedulers, as bits */
    uint8_t stalled; /* schedulers that issued nothing last, as policies have been told */
    bool told;       /* sm_issue_told, instead of sm_issue */
    struct next_access *next_access; /* with orders */
    struct warp_pressure pressure;   /* as policies were told last */
    struct issued what;              /* the instruction that has just issued */
    struct warp_groups groups[WARP_SLOTS];
    struct ldst_turns ldst_turns;
};

#endif
