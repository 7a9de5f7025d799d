/* SPDX-License-Identifier: BSD-3-Clause */
/* iPAWS on a fake SM: warps that issue so many instructions, and what it reports. */
#ifndef SIMGPU_TESTS_POLICIES_WARP_SCHEDULER_IPAWS_RIG_H
#define SIMGPU_TESTS_POLICIES_WARP_SCHEDULER_IPAWS_RIG_H

#include "policies/warp_scheduler/ipaws_state.h"
#include "tests/rigs/fake_sm.h"
#include "tests/rigs/suite.h"

extern const struct warp_scheduler_ops warp_scheduler_ipaws;

enum { LAUNCH = 7 };

/* n warps in slots 0 to n - 1, the oldest first, of a launch that has just begun. */
static inline void rig_begin(struct fake_sm *sm, const struct warp_scheduler_ops *ops, unsigned n,
                             unsigned schedulers, const char *const *parameters)
{
    fake_sm_init_with(sm, ops, 16, schedulers, parameters);
    fake_sm_start_kernel(sm, LAUNCH, 1);
    for (unsigned slot = 0; slot < n; slot++)
        fake_sm_start_warp(sm, slot);
}

static inline void rig_end(struct fake_sm *sm)
{
    ck_assert_ptr_null(sm->problem);
    fake_sm_finish(sm);
}

/* The warp alone is ready, and issues so many, one a cycle. */
static inline void rig_issue(struct fake_sm *sm, unsigned slot, unsigned n)
{
    for (; n > 0; n--) {
        ck_assert_uint_eq(fake_sm_issue(sm, slot % sm->site.schedulers, warp_bit(slot)), slot);
        fake_sm_advance(sm, sm->view.cycle + 1);
    }
}

/* Each of the first warps issues so many; a 0 ends the list. */
static inline void rig_issue_all(struct fake_sm *sm, const unsigned *counts)
{
    for (unsigned slot = 0; counts[slot] > 0; slot++)
        rig_issue(sm, slot, counts[slot]);
}

/* For so many cycles these warps have their operands and their units are full. */
static inline void rig_block(struct fake_sm *sm, uint64_t slots, unsigned cycles)
{
    sm->blocked = slots;
    for (; cycles > 0; cycles--) {
        for (unsigned s = 0; s < sm->site.schedulers; s++)
            ck_assert_uint_eq(fake_sm_issue(sm, s, slots), WARP_NONE);
        fake_sm_advance(sm, sm->view.cycle + 1);
    }
    sm->blocked = 0;
}

static inline struct ipaws_report rig_report(const struct fake_sm *sm)
{
    struct ipaws_report report = {0};
    sm->ops->policy.report(sm->state, (uint64_t *)&report);
    return report;
}

/* Slots that issue in the next cycles, if all are ready; as a number, one digit each. */
static inline unsigned rig_order(struct fake_sm *sm, unsigned cycles)
{
    unsigned order = 0;
    for (; cycles > 0; cycles--) {
        order = order * 10 + fake_sm_issue(sm, 0, UINT64_MAX);
        fake_sm_advance(sm, sm->view.cycle + 1);
    }
    return order;
}

#endif
