/* SPDX-License-Identifier: BSD-3-Clause */
/* What the policies of a run have to tell in its results. */
#ifndef SIMGPU_CLI_RUN_CHOSEN_RESULTS_H
#define SIMGPU_CLI_RUN_CHOSEN_RESULTS_H

#include "policies/dispatcher_policy.h"
#include "policies/kinds.h"
#include "policies/sm_policy.h"

/* Policies of an SM come first in the order of kinds. */
bool chosen_is_of_sm(unsigned kind);
/* NULL: the kind is one of an SM, or of L2. */
const struct dispatcher_policy *chosen_of_dispatcher(const struct policy_choices *chosen,
                                                     unsigned kind);
/* The rows of results of the chosen policy of a kind. NULL: it has none. */
const struct policy_result *chosen_results(const struct policy_choices *chosen, unsigned kind);
/* Whether one of the policies has results by launch. */
bool chosen_tell(const struct policy_choices *chosen);

#endif
