/* SPDX-License-Identifier: BSD-3-Clause */
/* Warp schedulers: which of the ready warps issues next.
 *
 * An SM has up to 64 warp slots and one to four schedulers; scheduler s owns the slots that are
 * s modulo the number of schedulers. One state serves all schedulers of an SM, since some
 * policies decide once a core. Sets of warps are 64-bit masks over slots.
 *
 * Contract (tests/policies/test_warp_scheduler_contract.c runs it over every scheduler): pick
 * returns a slot of `candidates` or WARP_NONE; the same calls give the same answers, whatever
 * the address of the state; a warp that stays ready is picked eventually if the others become
 * unready now and then and finish some time. A policy touches nothing but its own state.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_H

#include "policies/policy.h"

enum {
    WARP_SLOTS = 64,        /* of an SM, at most */
    WARP_NONE = WARP_SLOTS, /* no slot */
    WARP_SCHEDULERS = 4,    /* of an SM, at most: Kepler and later have four, Fermi two */
};

/* A plug-in says with these that it is a warp scheduler, and for which headers it was built. The
 * last number is raised when a struct of this header changes. */
#define WARP_SCHEDULER_KIND "warp_scheduler"
#define WARP_SCHEDULER_ABI  (POLICY_ABI * 1000 + 2)

/* Facts about the SM that never change. */
struct warp_scheduler_site {
    unsigned schedulers; /* 1, 2 or 4 */
    unsigned warp_slots; /* 1 to WARP_SLOTS */
};

/* Read-only view of the SM's warps, valid during a call. In an event it shows what holds after
 * it: a started warp is resident, a finished one no longer. */
struct warp_view {
    const uint64_t *age; /* a slot's dispatch order: smaller is older; unique over an SM's life;
                            the warps of a block by thread id, smallest first */
    uint64_t resident;   /* slots that hold a running warp */
    uint64_t at_barrier; /* ... of those, waiting at a barrier */
    uint64_t cycle;      /* the SM's */
};

struct warp_scheduler_ops {
    struct policy_head head;

    /* NULL when the zeroed state will do. */
    void (*init)(void *state, const struct warp_scheduler_site *site,
                 const struct policy_values *values);

    /* Chooses one slot of candidates (never empty: ready warps of `scheduler`), or WARP_NONE to
     * hold them all back; it is asked again at the next cycle. A pick changes nothing that a
     * later pick sees unless `issued` follows, so the SM may drop it. */
    unsigned (*pick)(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view);

    /* For statistics alone: which of `warps` (running ones of `scheduler`) are looked at, in the
     * policy's order, up to and including `slot`, which pick has just returned and of which
     * `issued` has not been told. Pure. NULL: only the slot itself. */
    uint64_t (*visited)(const void *state, unsigned scheduler, unsigned slot, uint64_t warps,
                        const struct warp_view *view);

    /* Events; NULL when not wanted, which costs one predictable branch. */
    void (*issued)(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view);
    /* The scheduler issues nothing at view->cycle. Once when that begins, not every cycle. */
    void (*stalled)(void *state, unsigned scheduler, const struct warp_view *view);
    void (*warp_started)(void *state, unsigned slot, const struct warp_view *view);
    void (*warp_finished)(void *state, unsigned slot, const struct warp_view *view);
    void (*barrier_entered)(void *state, unsigned slot, const struct warp_view *view);
    void (*barrier_left)(void *state, unsigned slot, const struct warp_view *view);
};

static inline uint64_t warp_bit(unsigned slot)
{
    return UINT64_C(1) << slot;
}

/* The lowest slot of a set that is not empty. */
static inline unsigned warp_first(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

/* The oldest warp of a set that is not empty. */
static inline unsigned warp_oldest(uint64_t set, const struct warp_view *view)
{
    unsigned oldest = warp_first(set);
    while ((set &= set - 1) != 0) {
        unsigned slot = warp_first(set);
        if (view->age[slot] < view->age[oldest])
            oldest = slot;
    }
    return oldest;
}

/* Those of a set that are older than the warp. */
static inline uint64_t warp_older(uint64_t set, unsigned than, const struct warp_view *view)
{
    uint64_t older = 0, age = view->age[than];
    for (; set != 0; set &= set - 1) {
        unsigned slot = warp_first(set);
        older |= (uint64_t)(view->age[slot] < age) << slot;
    }
    return older;
}

#endif
