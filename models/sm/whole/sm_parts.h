/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM: its parts, for the files that stand above them.
 *
 * Those files are the jump loop (sm.c), the issue loop, what is to be done when something is
 * complete or a fence may go on (sm_complete.c, sm_fence.c), and who looks on. A part's own files
 * don't include this one. tests/lint/test_structure.c lists which file is where.
 */
#ifndef SIMGPU_SM_INTERNAL_H
#define SIMGPU_SM_INTERNAL_H

#include "models/cache/tag_array.h"
#include "models/sm/blocks/sm_blocks.h"
#include "models/sm/caches/constant_cache.h"
#include "models/sm/caches/texture_cache.h"
#include "models/sm/core/sm_core.h"
#include "models/sm/core/sm_mail.h"
#include "models/sm/core/sm_port.h"
#include "models/sm/front/sm_fetch.h"
#include "models/sm/front/sm_issue_state.h"
#include "models/sm/front/sm_requests.h"
#include "models/sm/front/sm_warps.h"
#include "models/sm/l1d/l1d.h"
#include "models/sm/ldst/sm_ldst.h"

/* See sm_sample.c. */
struct sm_sampling {
    uint64_t due;   /* cycle of the next sample; CYCLE_NEVER: nothing to tell */
    uint64_t since; /* cycle from which on it counts; what had been counted then: */
    uint64_t instructions, stalls, replies;
    bool counts; /* there are blocks */
};

/* See sm_progress.c. */
struct sm_progress {
    uint64_t due;          /* cycle of the next report; CYCLE_NEVER: there is nothing new */
    uint64_t instructions; /* that had been issued at the last one */
};

struct output_log;

struct sm {
    struct sm_core core;
    sim_time head;          /* of the inbox, as the SM knows it ... */
    uint64_t arrival_cycle; /* ... and the cycle that takes that message */
    struct sm_warps warps;
    struct sm_issue issue;
    struct sm_fetch fetch;
    struct constant_cache constants;
    struct texture_cache texture;
    struct load_store ldst;
    struct sm_accesses accesses;
    struct l1d l1d;
    struct sm_port port;
    struct sm_blocks blocks;
    struct sm_mail mail;
    struct sm_sampling sampling;
    struct sm_progress progress;
    GPtrArray *output; /* struct output_log, of launches; NULL while there is none */
    uint64_t told;     /* observers know of the cycles before this one */
};

/* The cycle from which the load/store unit takes an instruction of some scheduler; where each has
 * places of its own it may be a later one. */
static inline uint64_t sm_ldst_takes_at(const struct sm *sm)
{
    return MAX(sm->issue.ldst_issue_free, sm->ldst.room_at);
}

/* The same of one scheduler's instructions, by its pool of units. */
static inline uint64_t sm_ldst_takes_from(const struct sm *sm, const struct unit_pool *pool)
{
    if (G_LIKELY(sm->ldst.own == NULL))
        return sm_ldst_takes_at(sm);
    const struct ldst_places *own = &sm->ldst.own[pool - sm->issue.pools];
    return MAX(own->free, own->room_at);
}

/* From which cycle on the load/store unit's queue has room for that scheduler's. */
static inline uint64_t sm_ldst_room_from(const struct sm *sm, const struct unit_pool *pool)
{
    return G_LIKELY(sm->ldst.own == NULL) ? sm->ldst.room_at
                                          : sm->ldst.own[pool - sm->issue.pools].room_at;
}

/* From which cycle on the way from that scheduler to the load/store unit is free. */
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

/* The same without orders, where all ready warps may also wait for the load/store unit. */
static inline bool sm_is_stuck(const struct sm *sm)
{
    if (sm->issue.stalled != sm->issue.all)
        return false;
    return !(sm->warps.ready & ~sm->warps.by_pipe[PIPE_LDST]) &&
           (!sm->warps.ready || sm_ldst_takes_at(sm) > sm->core.cycle);
}

/* sm_issue.c */
void sm_issue_init(struct sm *sm, struct arena *arena);
/* In this cycle, unless sm_is_stuck; and in those right behind it, before `end`, as long as no
 * other part has anything to do there. */
void sm_issue(struct sm *sm, uint64_t end);
/* ... if issue.told. */
void sm_issue_told(struct sm *sm, uint64_t end);
/* Of a scheduler that gives orders; in this cycle, unless sm_is_quiet. */
void sm_issue_ordered(struct sm *sm);
uint64_t sm_next_issue_ordered(struct sm *sm);
/* The first cycle after the current one in which a ready warp could issue; CYCLE_NEVER if that is
 * not known. There are ready warps. */
uint64_t sm_next_issue(struct sm *sm);

/* sm_issue_warp.c */
/* The warp's next instruction issues, to a unit of that pool; true if the warp has gone on to the
 * one after it. */
bool sm_issue_warp(struct sm *sm, struct unit_pool *pool, unsigned slot);
/* ... that writes registers and nothing more, if the front end knows what follows it, and nobody
 * wants to hear of it. False: its warp's fetch has missed. */
bool sm_issue_known(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp, unsigned slot);
/* ... by a short way, ISSUE_SHORT or ISSUE_COLLECTED: if all lanes run it, and its fetch goes on.
 */
bool sm_issue_short(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp, unsigned slot,
                    uint64_t cycle);
bool sm_issue_collected(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp, unsigned slot,
                        uint64_t cycle);

/* sm_account.c */
/* Why a scheduler that issues nothing does so: the first reason that applies. */
enum slot_reason sm_stall_reason(const struct sm *sm, unsigned scheduler);
/* Slots of the cycles from sm->issue.accounted up to (not including) `cycle`, in which nothing
 * issued. */
void sm_account_gap(struct sm *sm, uint64_t cycle);

/* sm_complete.c: what ends when the last of it has come. */
/* The access, of which nothing is out any more: its registers are there, and its warp may go on. */
void sm_access_complete(struct sm *sm, uint32_t access);
/* ... local stores that L1D has kept in this step. */
void sm_stores_kept(struct sm *sm);
void sm_write_acknowledged(struct sm *sm, uint32_t number);
/* A reply to a load, an atomic or a fetch of L1D's; one of the texture cache's. */
void sm_l1d_replied(struct sm *sm, const struct message *message);
void sm_texture_replied(struct sm *sm, uint32_t line);
void sm_constant_replied(struct sm *sm, uint32_t line);

/* sm_fence.c */
/* A warp has issued an OP_FENCE: true if it may go on, else it is in at_fence. */
bool sm_fence_enter(struct sm *sm, unsigned slot, const struct instruction *instruction,
                    const struct issued *issued);
/* A warp has issued an access that acquires: it is in at_fence until sm_acquire_done. */
void sm_acquire_enter(struct sm *sm, unsigned slot);
/* ... an atomic, with op.atomic.waits: until sm_atomic_done. */
void sm_atomic_done(struct sm *sm, unsigned slot, uint64_t ready);
void sm_acquire_done(struct sm *sm, unsigned slot, uint64_t ready);
/* After a request of the block in that place has been counted down. */
void sm_fence_progress(struct sm *sm, unsigned block);

/* sm_stop.c */
/* The warps of the block in that place run nothing any more: it is done when nothing of it is out.
 */
void sm_stop_block(struct sm *sm, unsigned block);
/* All blocks of the launch that are here. */
void sm_stop_launch(struct sm *sm, uint32_t launch);

/* sm_output.c */
/* Takes the text. */
void sm_note_output(struct sm *sm, const struct launch *launch, char *text);
struct output_log *sm_output_take(struct sm *sm, uint32_t launch);
void sm_output_finish(struct sm *sm);

/* sm_report.c */
void sm_describe_waits(struct unit *unit, GString *text);
/* See unit_ops. */
void sm_snapshot(const struct unit *unit, sim_time time, void *counters);

#endif
