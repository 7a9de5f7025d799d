/* SPDX-License-Identifier: BSD-3-Clause */
/* The kinds of policies. A run chooses one policy of each kind. Everything between the command line
 * and the units treats the choices as data: an array by kind. */
#ifndef SIMGPU_POLICIES_KINDS_H
#define SIMGPU_POLICIES_KINDS_H

#include "policies/policy_values.h"
#include "policies/registry.h"

/* If several kinds hear the same event, they hear it in this order. */
enum policy_kind_index {
    POLICY_CRITICALITY,
    POLICY_WARP_SCHEDULER,
    POLICY_L1_REPLACEMENT,
    POLICY_L1_BYPASS,
    POLICY_L2_REPLACEMENT,
    POLICY_BLOCK_SCHEDULER,
    POLICY_PARTITION,
    POLICY_OFFLOAD,
    POLICY_KINDS
};

/* By enum policy_kind_index; a NULL ends the array. */
extern const struct policy_kind *const policy_kinds[POLICY_KINDS + 1];

/* Finds a kind's index by its name. If there is none, returns POLICY_KINDS, with an error that
 * names `where` and lists the known ones. */
enum policy_kind_index policy_kind_find(const char *name, const char *where, GError **error);

/* The choice for each kind, with values for its parameters. */
struct policy_choices {
    struct policy_values *of[POLICY_KINDS]; /* owned; NULL: none chosen yet */
};

/* Chooses a policy. text: its name, then values for its parameters, each behind a blank:
 * "gto keep=true". The other parameters have their defaults. */
bool policy_choose(struct policy_choices *choices, const struct policy_registry *registry,
                   enum policy_kind_index kind, const char *text, GError **error);
/* Sets "KIND.PARAMETER" of a chosen policy. *known: whether `key` begins with a kind and a dot; if
 * not, nothing has happened. */
bool policy_choices_set(struct policy_choices *choices, const char *key, const char *value,
                        bool *known, GError **error);
/* Whether the values make sense: calls policy_values_check for all. */
bool policy_choices_check(const struct policy_choices *choices, GError **error);
void policy_choices_clear(struct policy_choices *choices);

#endif
