/* SPDX-License-Identifier: BSD-3-Clause */
/* A kind of policies, as the registry sees it. */
#ifndef SIMGPU_POLICIES_POLICY_KIND_H
#define SIMGPU_POLICIES_POLICY_KIND_H

#include "policies/policy.h"

/* A kind of policy, such as warp schedulers. It is constant, and defined beside its interface. */
struct policy_kind {
    const char *name;  /* for users' choices: "warp_scheduler" */
    const char *title; /* for people to read: "warp scheduler" */
    const char *plugs; /* policy_plugin.kind; kinds with the same interface share it */
    const struct policy_head *const *built_in; /* ends with NULL */
    /* The problem of a policy's functions, as the end of a sentence, such as "it has no pick
     * function"; NULL: none. Its head has been checked before. */
    const char *(*problem)(const struct policy_head *policy);
    /* Why a policy with this interface does not suit this kind, worded as in `problem`; NULL: it
     * does. The function may be NULL. */
    const char *(*refused)(const struct policy_head *policy);
};

#endif
