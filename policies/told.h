/* SPDX-License-Identifier: BSD-3-Clause */
/* The results that policies report after a run, stored by launch, kind and number. */
#ifndef SIMGPU_POLICIES_TOLD_H
#define SIMGPU_POLICIES_TOLD_H

#include "policies/policy.h"

/* One number that a policy has reported. Zeros are not stored. */
struct policy_told {
    uint32_t launch;
    uint16_t kind;   /* enum policy_kind_index */
    uint16_t number; /* index in its report, in the order of its results */
    uint64_t value;
};

/* How many numbers a table has. NULL: 0. */
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
