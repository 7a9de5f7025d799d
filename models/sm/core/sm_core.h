/* SPDX-License-Identifier: BSD-3-Clause */
/* What every part of the SM works with: its site, its cycle, its counters, and its listeners.
 *
 * This is the lowest part: it knows none of the others, and each of them has a pointer to it. It
 * owns the cycle, which sm.c moves. The policies and the meter are its own, and have files of their
 * own. All parts add to the counters, each to its own rows.
 */
#ifndef SIMGPU_SM_CORE_H
#define SIMGPU_SM_CORE_H

#include "models/core/engine.h"
#include "models/icnt/out_port.h"
#include "models/sm/core/issue_tally.h"
#include "models/sm/core/sm_counters.h"
#include "models/sm/core/sm_policies_state.h"
#include "models/sm/core/sm_site.h"

/* The launch that the SM counts for: sm_meter.c. */
struct sm_meter {
    struct launch_meter meter;
    const struct out_port *port; /* it counts by itself */
    bool always_watched;         /* by observers, or by policies that hear of every issue */
    bool several;                /* launches have blocks here */
    bool stale;                  /* a block has ended since the meter last looked at the blocks */
    bool watched; /* every issue needs more work (tell_issued): several launches, observers or a
                     scheduler that asks are here */
};

struct sm_core {
    struct unit unit; /* first: a struct sm is a unit */
    struct sm_site site;
    const struct sm_config *config;
    uint64_t cycle;              /* the one being processed, or the last one that was */
    bool failed;                 /* a fault has been reported: nothing more happens here */
    struct sm_counters counters; /* without what the tally has: sm_core_counters */
    struct issue_tally tally;
    struct sm_policies policies;
    struct sm_meter meter;
};

static inline void sm_core_init(struct sm_core *core, const struct sm_site *site)
{
    core->site = *site;
    core->config = site->config;
}

/* What follows happens in that cycle. */
static inline void sm_core_enter(struct sm_core *core, uint64_t cycle)
{
    core->cycle = core->policies.view.cycle = cycle;
}

/* The counters, with the tally's counts. */
static inline void sm_core_counters(const struct sm_core *core, struct sm_counters *out)
{
    *out = core->counters;
    issue_tally_add(&core->tally, out);
}

/* For observers, which see the whole SM (sm_view.h): its core comes first. */
static inline struct sm *sm_of(struct sm_core *core)
{
    return (struct sm *)core;
}

static inline sim_time sm_edge(const struct sm_core *core, uint64_t cycle)
{
    return clock_edge(&core->config->clock, cycle);
}

/* What policies see, for callers that have the masks at hand: the issue loop, which asks at every
 * pick. */
static inline const struct warp_view *sm_view_with(struct sm_core *core, uint64_t resident,
                                                   uint64_t at_barrier)
{
    struct warp_view *view = &core->policies.view;
    view->resident = resident;
    view->at_barrier = at_barrier;
    return view;
}

/* The view in an event: what holds after it. */
static inline const struct warp_view *sm_fresh_view(struct sm_core *core)
{
    const struct sm_policies_see *sees = &core->policies.sees;
    return sm_view_with(core, *sees->resident, *sees->at_barrier);
}

/* Whether a policy wants to hear an event of policies/sm_events.h. */
#define SM_WANTS(core, event)                                                                      \
    G_UNLIKELY(sm_members_want(&(core)->policies.members, SM_EVENT(event)))
/* Tells the event, with the arguments that come after the state. */
#define SM_TELL(core, event, ...)                                                                  \
    do {                                                                                           \
        if (SM_WANTS(core, event))                                                                 \
            SM_MEMBERS_TELL(&(core)->policies.members, event, __VA_ARGS__);                        \
    } while (0)

#endif
