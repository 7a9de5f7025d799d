/* SPDX-License-Identifier: BSD-3-Clause */
/* A dispatcher of no hardware: kernels come and go and blocks end as random numbers say, and a
 * block scheduler and a partition decide. It holds both to their contracts (block_scheduler.h,
 * partition.h). */
#ifndef SIMGPU_TESTS_RIGS_FAKE_DISPATCHER_H
#define SIMGPU_TESTS_RIGS_FAKE_DISPATCHER_H

#include "policies/policy.h"

/* What is chosen, by name, with values; NULL: the first one of the table. */
struct fake_policies {
    const struct policy_values *scheduler, *partition;
};

/* Runs twelve kernels to their end. Returns the first broken rule and where, g_free; NULL when all
 * is well. Appends each block sent to the transcript. */
char *fake_dispatcher_run(const struct fake_policies *policies, uint32_t seed, GString *transcript);

/* Many such runs, each twice, which must be the same. As fake_dispatcher_run. */
char *dispatcher_contract_problem(const struct fake_policies *policies);

#endif
