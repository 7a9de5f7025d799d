/* SPDX-License-Identifier: BSD-3-Clause */
/* A bypass policy on an SM of which a test tells what it wants. */
#ifndef SIMGPU_TESTS_POLICIES_L1_BYPASS_BYPASS_RIG_H
#define SIMGPU_TESTS_POLICIES_L1_BYPASS_BYPASS_RIG_H

#include "policies/l1_bypass/l1_bypass.h"
#include "policies/policy_values.h"
#include "policies/sm_members.h"

#include <check.h>

/* For rig_init. */
#define PARAMETERS(...)                                                                            \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

/* A policy on an SM. */
struct rig {
    const struct l1_bypass_ops *ops;
    struct policy_values *values;
    struct sm_members members;
    void *state;
    struct warp_view view;
};

/* parameters: "name=value", ending with NULL; or NULL. */
static inline void rig_init(struct rig *rig, const struct l1_bypass_ops *ops, unsigned sm,
                            const char *const *parameters)
{
    const struct sm_policy_site facts = {.sm = sm, .n_sms = 4, .schedulers = 1, .warp_slots = 8};
    *rig = (struct rig){.ops = ops, .values = policy_values_new(&ops->policy.head)};
    for (; parameters && *parameters; parameters++) {
        g_auto(GStrv) words = g_strsplit(*parameters, "=", 2);
        ck_assert(policy_values_set(rig->values, words[0], words[1], NULL));
    }
    sm_members_init(&rig->members, &facts);
    rig->state = sm_members_add(&rig->members, &ops->policy.head, rig->values);
    sm_members_ready(&rig->members);
}

static inline void rig_finish(struct rig *rig)
{
    sm_members_finish(&rig->members);
    policy_values_free(rig->values);
}

static inline bool goes_around(const struct rig *rig, uint32_t pc)
{
    const struct bypass_request request = {.line = 128, .pc = pc};
    return rig->ops->around && rig->ops->around(rig->state, &request, &rig->view);
}

static inline bool takes_no_line(const struct rig *rig, uint32_t pc)
{
    const struct bypass_request request = {.line = 128, .pc = pc};
    return rig->ops->on_miss && rig->ops->on_miss(rig->state, &request, &rig->view);
}

static inline void tell(struct rig *rig, uint32_t pc, enum warp_access_outcome outcome)
{
    const struct warp_access access = {.line = 128, .pc = pc, .outcome = (uint8_t)outcome};
    SM_MEMBERS_TELL(&rig->members, accessed, &access, &rig->view);
}

/* A miss, as the SM makes one of it. Returns whether it has bypassed. */
static inline bool miss(struct rig *rig, uint32_t pc)
{
    bool bypasses = takes_no_line(rig, pc);
    tell(rig, pc, bypasses ? WARP_ACCESS_BYPASSED : WARP_ACCESS_MISS);
    return bypasses;
}

static inline void evict(struct rig *rig, uint32_t pc, uint32_t uses)
{
    const struct warp_line line = {.line = 128, .pc = pc, .uses = uses};
    SM_MEMBERS_TELL(&rig->members, evicted, &line, &rig->view);
}

/* A launch begins on the SM. */
static inline void begin(struct rig *rig, uint32_t launch, const char *name)
{
    const struct warp_kernel kernel = {.launch = launch, .name = name};
    SM_MEMBERS_TELL(&rig->members, kernel_started, &kernel, &rig->view);
}

#endif
