/* SPDX-License-Identifier: BSD-3-Clause */
/* Sets of policies that together make one scheme. A set has a name: `--policy set=cawa`. */
#ifndef SIMGPU_POLICIES_SETS_H
#define SIMGPU_POLICIES_SETS_H

#include "policies/kinds.h"

#define POLICY_SET "set" /* stands where a kind's name could */

struct policy_set {
    const char *name, *summary, *source;
    const char *of[POLICY_KINDS]; /* texts for policy_choose; NULL: the set leaves the kind alone */
};

/* Finds a set by name. If there is none, returns NULL, with an error that names `where` and lists
 * the known ones. */
const struct policy_set *policy_set_find(const char *name, const char *where, GError **error);

/* Appends the text of --list-policies about the sets. */
void policy_sets_describe(GString *text);

#endif
