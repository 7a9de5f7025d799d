/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/chosen_results.h"

bool chosen_is_of_sm(unsigned kind)
{
    return kind <= POLICY_L1_BYPASS;
}

const struct dispatcher_policy *chosen_of_dispatcher(const struct policy_choices *chosen,
                                                     unsigned kind)
{
    bool is = kind == POLICY_BLOCK_SCHEDULER || kind == POLICY_PARTITION;
    return is ? (const struct dispatcher_policy *)chosen->of[kind]->policy : NULL;
}

const struct policy_result *chosen_results(const struct policy_choices *chosen, unsigned kind)
{
    const struct dispatcher_policy *dispatcher = chosen_of_dispatcher(chosen, kind);
    if (dispatcher)
        return dispatcher->results;
    return chosen_is_of_sm(kind) ? ((const struct sm_policy *)chosen->of[kind]->policy)->results
                                 : NULL;
}

bool chosen_tell(const struct policy_choices *chosen)
{
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++)
        if (chosen_results(chosen, kind))
            return true;
    return false;
}
