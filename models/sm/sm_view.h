/* SPDX-License-Identifier: BSD-3-Clause */
/* What observers may know of an SM: its warps, and what each waits for. Read only. */
#ifndef SIMGPU_SM_VIEW_H
#define SIMGPU_SM_VIEW_H

#include "models/sm/sm.h"

/* The reason that keeps a resident warp from issuing: the first that applies, in this order. It is
 * the order of Lee's dissertation, section 3.2.2, Algorithm 2. */
enum warp_wait {
    WARP_READY,         /* nothing; whether its unit takes it: sm_view_unit_waiters */
    WARP_WAITS_BARRIER, /* for others at a barrier */
    WARP_WAITS_FENCE,   /* for requests that a fence, a release or an acquire must wait for; or for
                           asynchronous copies */
    WARP_WAITS_FETCH,   /* for its next instruction */
    WARP_WAITS_CONTROL, /* for the latency of a branch, or of a barrier or fence before */
    WARP_WAITS_DATA,    /* for the result of arithmetic, of shared memory, or of a cache hit */
    WARP_WAITS_MEMORY,  /* for a load or an atomic that has no known end yet */
    WARP_DRAINS,        /* it has ended, and its replies are not all in */
    WARP_WAITS
};

unsigned sm_view_index(const struct sm *sm);
/* The cycle that is being processed, or the last one that was. */
uint64_t sm_view_cycle(const struct sm *sm);
/* Slots of a scheduler, as a mask. */
uint64_t sm_view_scheduler_warps(const struct sm *sm, unsigned scheduler);

/* Masks of warp slots. A resident warp is in exactly one of those from ready to draining. If its
 * state (below) changes, then it has issued, or it changes masks (`line` too), or its `until` has
 * come. */
struct sm_masks {
    uint64_t resident;
    uint64_t ready;  /* WARP_READY */
    uint64_t memory; /* a register of its next instruction is on its way, with no known end */
    uint64_t timed;  /* it waits for a known cycle, or for an instruction line */
    uint64_t barrier, fence, draining;
    uint64_t line; /* apart from these: an instruction line that it asked for has not come */
};
struct sm_masks sm_view_masks(const struct sm *sm);

/* Ready warps whose unit takes nothing in this cycle (pipe busy, load/store queue full). */
uint64_t sm_view_unit_waiters(const struct sm *sm, uint64_t cycle);
/* Ready warps that want to enter the load/store queue while it is full and its head waits for an
 * MSHR or a fill. */
uint64_t sm_view_mshr_waiters(const struct sm *sm, uint64_t cycle);

struct warp_state {
    enum warp_wait wait;
    uint64_t until; /* the state lasts until this cycle, unless something happens; CYCLE_NEVER */
    int pending;    /* WARP_WAITS_MEMORY: the first register that is on its way; else -1 */
};
/* The state of a resident warp in `cycle`: the current one before the SM issues (observer.cycle),
 * or one of a gap. */
struct warp_state sm_view_state(const struct sm *sm, unsigned warp, uint64_t cycle);

/* Registers that a resident warp waits for and that are on their way, with no known end. */
unsigned sm_view_awaited(const struct sm *sm, unsigned warp,
                         uint16_t registers[INSTRUCTION_MAX_REGISTERS]);

/* In observer.picked: the warps that the scheduler's policy looked at before it took `slot`, and
 * that slot. If the policy does not tell: the slot alone. */
uint64_t sm_view_visited(const struct sm *sm, unsigned scheduler, unsigned slot);

/* A resident warp. */
struct warp_identity {
    uint64_t number;       /* different for every warp of the SM's life, ascending */
    uint64_t block;        /* linear index of its block in the grid */
    uint64_t started;      /* cycle in which its block started */
    uint64_t instructions; /* issued so far */
    uint32_t launch;
    uint32_t in_block; /* its index there */
    uint32_t pc;       /* of its next instruction */
    uint32_t block_slot;
};
struct warp_identity sm_view_warp(const struct sm *sm, unsigned warp);
/* Its launch, and the code it runs. */
const struct launch *sm_view_launch(const struct sm *sm, unsigned warp);
const struct kernel_code *sm_view_code(const struct sm *sm, unsigned warp);

#endif
