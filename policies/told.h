/* SPDX-License-Identifier: BSD-3-Clause */
/* What policies tell after a run (their `results`), as it is kept: by launch, kind and number. */
#ifndef SIMGPU_POLICIES_TOLD_H
#define SIMGPU_POLICIES_TOLD_H

#include "policies/policy.h"

/* What a policy has told, but for zeros. */
struct policy_told {
    uint32_t launch;
    uint16_t kind;   /* enum policy_kind_index */
    uint16_t number; /* of the values of its report, in the order of its results */
    uint64_t value;
};

/* Numbers of a table. NULL: 0. */
static inline unsigned policy_results_count(const struct policy_result *results)
{
    unsigned n = 0;
    for (const struct policy_result *row = results; row && row->name; row++)
        n += row->n;
    return n;
}

static inline void policy_told_add(GArray *told, uint32_t launch, unsigned kind,
                                   const uint64_t *values, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const struct policy_told one = {launch, (uint16_t)kind, (uint16_t)i, values[i]};
        if (values[i] > 0)
            g_array_append_val(told, one);
    }
}

#endif
