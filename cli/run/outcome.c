/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/outcome.h"

void outcome_init(struct run_outcome *outcome)
{
    *outcome = (struct run_outcome){.program_ends = g_string_new(NULL),
                                    .left_output = g_string_new(NULL),
                                    .lost = g_ptr_array_new_with_free_func(g_free)};
}

void outcome_clear(struct run_outcome *outcome)
{
    if (outcome->checks)
        g_ptr_array_unref(outcome->checks);
    g_string_free(outcome->program_ends, TRUE);
    g_string_free(outcome->left_output, TRUE);
    g_ptr_array_unref(outcome->lost);
    *outcome = (struct run_outcome){0};
}
