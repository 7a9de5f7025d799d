/* SPDX-License-Identifier: BSD-3-Clause */
/* One policy of each kind, for tests that make units themselves. */
#ifndef SIMGPU_TESTS_RIGS_CHOICES_H
#define SIMGPU_TESTS_RIGS_CHOICES_H

#include "policies/kinds.h"
#include "policies/policy_values.h"
#include <check.h>

/* The first one of each kind's table, which is the plain one, but this warp scheduler ("gto
 * keep=true"). policy_choices_clear. */
static inline struct policy_choices choices_with(const char *scheduler)
{
    struct policy_registry *registry = policy_registry_new(policy_kinds);
    struct policy_choices choices = {0};
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++) {
        g_autoptr(GError) error = NULL;
        const char *name =
            kind == POLICY_WARP_SCHEDULER ? scheduler : policy_kinds[kind]->built_in[0]->name;
        ck_assert_msg(policy_choose(&choices, registry, kind, name, &error), "%s",
                      error ? error->message : "");
    }
    policy_registry_free(registry);
    return choices;
}

/* Chooses another one of a kind, a plug-in's or a test's own. */
static inline void choices_replace(struct policy_choices *choices, enum policy_kind_index kind,
                                   const struct policy_head *policy)
{
    policy_values_free(choices->of[kind]);
    choices->of[kind] = policy_values_new(policy);
}

#endif
