/* SPDX-License-Identifier: BSD-3-Clause */
/* The dispatcher's policies for tests of models. */
#ifndef SIMGPU_TESTS_DISPATCHER_POLICIES_H
#define SIMGPU_TESTS_DISPATCHER_POLICIES_H

#include "policies/kinds.h"
#include "policies/tables.h"

/* The first ones of their tables: round robin, left over; policy_choices_clear. */
static inline struct policy_choices dispatcher_policies_default(void)
{
    struct policy_choices choices = {
        .of = {[POLICY_BLOCK_SCHEDULER] = policy_values_new(block_scheduler_table[0]),
               [POLICY_PARTITION] = policy_values_new(partition_table[0])}};
    return choices;
}

#endif
