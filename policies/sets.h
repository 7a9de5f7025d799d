/* SPDX-License-Identifier: BSD-3-Clause */
/* Sets of policies that make one scheme together, under one name: `--policy set=cawa`. */
#ifndef SIMGPU_POLICIES_SETS_H
#define SIMGPU_POLICIES_SETS_H

#include "policies/kinds.h"

#define POLICY_SET "set" /* stands where a kind's name could */

struct policy_set {
    const char *name, *summary, *source;
    const char *of[POLICY_KINDS]; /* as behind a kind's name; NULL: the set leaves the kind alone */
};

/* NULL with an error that lists the known ones, which names `where`. */
const struct policy_set *policy_set_find(const char *name, const char *where, GError **error);

/* What --list-policies shows of them. */
void policy_sets_describe(GString *text);

#endif
