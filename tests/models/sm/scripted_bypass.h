/* SPDX-License-Identifier: BSD-3-Clause */
/* An L1 bypass policy that does what a test says, for the SM of sm_rig.h. */
#ifndef SIMGPU_TESTS_MODELS_SM_SCRIPTED_BYPASS_H
#define SIMGPU_TESTS_MODELS_SM_SCRIPTED_BYPASS_H

#include "models/sm/whole/sm_parts.h"
#include "tests/models/sm/sm_rig.h"

/* By step of the script. */
struct scripted_bypass {
    uint64_t around, on_miss;
};
G_STATIC_ASSERT(RIG_STEPS <= 64);

static inline bool scripted_around(const void *state, const struct bypass_request *request,
                                   const struct warp_view *view)
{
    (void)view;
    return ((const struct scripted_bypass *)state)->around >> request->pc & 1;
}

static inline bool scripted_on_miss(const void *state, const struct bypass_request *request,
                                    const struct warp_view *view)
{
    (void)view;
    return ((const struct scripted_bypass *)state)->on_miss >> request->pc & 1;
}

static const struct l1_bypass_ops scripted_bypass_ops = {.around = scripted_around,
                                                         .on_miss = scripted_on_miss};

/* Before the rig runs; `bypass` is borrowed. */
static inline void rig_bypass(struct rig *rig, struct scripted_bypass *bypass)
{
    struct sm_policies *policies = &rig->sm->core.policies;
    policies->bypass = &scripted_bypass_ops;
    policies->bypass_state = bypass;
    policies->load_flags = LDST_MAY_BYPASS;
    policies->loads_differ = true;
}

#endif
