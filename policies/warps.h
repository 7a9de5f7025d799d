/* SPDX-License-Identifier: BSD-3-Clause */
/* The view that policies have of the warps of an SM. Sets of warps are 64-bit masks over its slots.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_WARPS_H
#define SIMGPU_POLICIES_WARPS_H

#include <stdint.h>

enum {
    WARP_SLOTS = 64,        /* of an SM, at most */
    WARP_NONE = WARP_SLOTS, /* no slot */
    WARP_SCHEDULERS = 4     /* of an SM, at most: Kepler and later have four, Fermi two */
};

/* What a criticality predictor publishes (policies/criticality). */
struct criticality {
    uint64_t critical;          /* a set: the critical warps */
    uint64_t score[WARP_SLOTS]; /* by slot: the higher, the more critical */
};

/* Read-only view of the SM's warps, valid during a call. In an event it shows the state after the
 * event: a started warp is resident, a finished one no longer. */
struct warp_view {
    const uint64_t *age; /* by slot: the order of dispatch. Smaller is older. Unique over an SM's
                            life. The warps of a block are in the order of their thread ids */
    const uint64_t *on_memory; /* a set: warps whose next instruction needs the result of a load or
                                  an atomic that is on its way */
    const uint64_t *to_ldst;   /* a set: warps whose next instruction goes to the load/store unit.
                                  These are all memory instructions, and fences */
    const struct criticality *criticality; /* of the predictor; all zeros without one */
    uint64_t resident;                     /* slots that hold a running warp */
    uint64_t at_barrier;                   /* those of them that wait at a barrier */
    uint64_t cycle;                        /* of the SM */
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

/* The warps of a set that are older than warp `than`. */
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
