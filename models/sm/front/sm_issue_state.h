/* SPDX-License-Identifier: BSD-3-Clause */
/* What the issue loop owns: execution units, which slots are accounted, what has been told.
 *
 * The loop itself (issue/, policy/sm_orders.c) takes the whole SM. An issue asks warps, units,
 * fetch and the load/store unit for a few host instructions' worth of work each, and most of the
 * simulation's time goes there. So the loop is two inlined pieces: one chooses, one issues. It
 * writes nothing but this struct. What it does to warps is in sm_scoreboard.h.
 */
#ifndef SIMGPU_SM_ISSUE_STATE_H
#define SIMGPU_SM_ISSUE_STATE_H

#include "models/sm/core/sm_core.h"
#include "models/sm/front/unit_pool.h"

/* What warps whose next instruction goes to the load/store unit have there, as sets of slots. */
struct next_access {
    uint64_t known;
    uint64_t global; /* of those, an access to global or local memory */
    uint64_t load;   /* ... a load */
};

/* Why each scheduler issues nothing, as it was worked out last: it stays so while the warps' masks
 * do. */
struct stall_reasons {
    uint64_t changes;                /* warps.changes of then */
    bool known;                      /* no warp has issued since */
    uint8_t reason[WARP_SCHEDULERS]; /* enum slot_reason */
};

struct scheduler {
    uint64_t warps; /* its, as a set */
    struct unit_pool *pool;
    unsigned index;
    unsigned padding[3];
};
_Static_assert(sizeof(struct scheduler) == 32, "an index should be a shift");

/* Schedulers and units. */
struct sm_issue {
    struct unit_pool pools[WARP_SCHEDULERS];          /* shared units: the first only */
    struct scheduler schedulers[2 * WARP_SCHEDULERS]; /* all of them, and once more: from any one
                                                         on all stand in a row */
    unsigned n, turns;        /* how many; how many of them can be a cycle's first */
    uint64_t ldst_issue_free; /* cycle from which the load/store unit takes one */
    uint64_t accounted;       /* slots are accounted before this cycle */
    struct stall_reasons reasons;
    uint8_t all;                     /* schedulers, as bits */
    uint8_t stalled;                 /* ... that issued nothing last, as policies have been told */
    bool told;                       /* sm_issue_told, instead of sm_issue */
    struct next_access *next_access; /* with orders */
    struct warp_pressure pressure;   /* as it was told last */
    struct issued what;              /* has just been issued */
};

#endif
