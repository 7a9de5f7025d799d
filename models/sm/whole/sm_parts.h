/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM: its parts, for the files that stand above them.
 *
 * Those files are the jump loop (sm.c) and the issue loop. Others do what follows when something is
 * complete or a fence may go on (sm_complete.c, sm_fence.c), or show the SM to observers. A part's
 * own files don't include this one. tests/lint/test_structure.c lists which file is where.
 */
#ifndef SIMGPU_SM_PARTS_H
#define SIMGPU_SM_PARTS_H

#include "models/cache/tag_array.h"
#include "models/sm/blocks/blocks_state.h"
#include "models/sm/caches/constant_cache.h"
#include "models/sm/caches/texture_cache.h"
#include "models/sm/core/sm_core.h"
#include "models/sm/core/sm_mail.h"
#include "models/sm/core/sm_port.h"
#include "models/sm/front/sm_fetch.h"
#include "models/sm/front/sm_issue_state.h"
#include "models/sm/front/sm_warps.h"
#include "models/sm/l1d/l1d_state.h"
#include "models/sm/ldst/ldst_state.h"
#include "models/sm/tma/tma_state.h"

/* See policy/sm_sample.c. */
struct sm_sampling {
    uint64_t due;   /* cycle of the next sample; CYCLE_NEVER: nothing to tell */
    uint64_t since; /* cycle from which on it counts; what had been counted then: */
    uint64_t instructions, stalls, replies;
    bool counts; /* there are blocks */
};

/* See policy/sm_progress.c. */
struct sm_progress {
    uint64_t due;          /* cycle of the next report; CYCLE_NEVER: there is nothing new */
    uint64_t instructions; /* that had been issued at the last one */
};

struct sm {
    struct sm_core core;
    sim_time head;          /* of the inbox, as the SM knows it */
    uint64_t arrival_cycle; /* the cycle that takes that message */
    struct sm_warps warps;
    struct sm_issue issue;
    struct sm_fetch fetch;
    struct constant_cache constants;
    struct texture_cache texture;
    struct load_store ldst;
    struct sm_accesses accesses;
    struct l1d l1d;
    struct sm_port port;
    struct sm_tma tma;
    struct sm_remote remote;
    struct sm_blocks blocks;
    struct sm_mail mail;
    struct sm_sampling sampling;
    struct sm_progress progress;
    GPtrArray *output; /* struct output_log, of launches; NULL while there is none */
    uint64_t told;     /* observers know of the cycles before this one */
};

/* From this cycle on the load/store unit takes an instruction of some scheduler. If each has places
 * of its own it may be a later one. */
static inline uint64_t sm_ldst_takes_at(const struct sm *sm)
{
    return MAX(sm->issue.ldst_issue_free, sm->ldst.room_at);
}

/* The same for one scheduler's instructions, named by its pool of units. */
static inline uint64_t sm_ldst_takes_from(const struct sm *sm, const struct unit_pool *pool)
{
    if (G_LIKELY(sm->ldst.own == NULL))
        return sm_ldst_takes_at(sm);
    const struct ldst_places *own = &sm->ldst.own[pool - sm->issue.pools];
    return MAX(own->free, own->room_at);
}

/* From this cycle on the load/store unit's queue has room for that scheduler's instructions. */
static inline uint64_t sm_ldst_room_from(const struct sm *sm, const struct unit_pool *pool)
{
    return G_LIKELY(sm->ldst.own == NULL) ? sm->ldst.room_at
                                          : sm->ldst.own[pool - sm->issue.pools].room_at;
}

/* From this cycle on the way from that scheduler to the load/store unit is free. */
static inline uint64_t *sm_ldst_way(struct sm *sm, const struct unit_pool *pool)
{
    return G_LIKELY(sm->ldst.own == NULL) ? &sm->issue.ldst_issue_free
                                          : &sm->ldst.own[pool - sm->issue.pools].free;
}

/* No warp can issue and the policies know: the cycle is part of a gap (sm_account_gap). */
static inline bool sm_is_quiet(const struct sm *sm)
{
    return !sm->warps.ready && sm->issue.stalled == sm->issue.all;
}

/* The same without orders. Here all ready warps may also wait for the load/store unit. */
static inline bool sm_is_stuck(const struct sm *sm)
{
    if (sm->issue.stalled != sm->issue.all)
        return false;
    return !(sm->warps.ready & ~sm->warps.by_pipe[PIPE_LDST]) &&
           (!sm->warps.ready || sm_ldst_takes_at(sm) > sm->core.cycle);
}

#endif
