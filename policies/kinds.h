/* SPDX-License-Identifier: BSD-3-Clause */
/* The kinds of policies that a run chooses one of each from. Everything between the command line
 * and the units treats them as data: an array of choices by kind. */
#ifndef SIMGPU_POLICIES_KINDS_H
#define SIMGPU_POLICIES_KINDS_H

#include "policies/policy_values.h"
#include "policies/registry.h"

/* Of kinds that hear the same event the first hears it first. */
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

/* By enum policy_kind_index, and a NULL behind them. */
extern const struct policy_kind *const policy_kinds[POLICY_KINDS + 1];

/* The index of a kind by its name; POLICY_KINDS with an error that lists the known ones, which
 * names `where`. */
enum policy_kind_index policy_kind_find(const char *name, const char *where, GError **error);

/* What was chosen of each kind, with values for its parameters. */
struct policy_choices {
    struct policy_values *of[POLICY_KINDS]; /* owned; NULL: none chosen yet */
};

/* Chooses a policy. text: its name, then values for its parameters, each behind a blank:
 * "gto keep=true". The others have their defaults. */
bool policy_choose(struct policy_choices *choices, const struct policy_registry *registry,
                   enum policy_kind_index kind, const char *text, GError **error);
/* Sets "KIND.PARAMETER" of what has been chosen. *known: whether the text begins with a kind and a
 * dot at all; if not, nothing has happened. */
bool policy_choices_set(struct policy_choices *choices, const char *key, const char *value,
                        bool *known, GError **error);
/* Whether the values make sense; policy_values_check of all. */
bool policy_choices_check(const struct policy_choices *choices, GError **error);
void policy_choices_clear(struct policy_choices *choices);

#endif
