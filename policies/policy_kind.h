/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kind of policies is to the registry. */
#ifndef SIMGPU_POLICIES_POLICY_KIND_H
#define SIMGPU_POLICIES_POLICY_KIND_H

#include "policies/policy.h"

/* A kind of policy, such as warp schedulers: constant, defined beside its interface. */
struct policy_kind {
    const char *name;  /* as users choose one: "warp_scheduler" */
    const char *title; /* as people read it: "warp scheduler" */
    const char *plugs; /* as plug-ins give it; kinds with the same interface have the same */
    const struct policy_head *const *built_in; /* ends with NULL */
    /* What is wrong with the functions of one, a sentence's end such as "it has no pick
     * function"; NULL when nothing is. Its head has been checked. */
    const char *(*problem)(const struct policy_head *policy);
    /* Why one with this interface is none for this kind, as in `problem`; NULL when it is one. The
     * function may be NULL. */
    const char *(*refused)(const struct policy_head *policy);
};

#endif
