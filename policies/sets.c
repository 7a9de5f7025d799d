/* SPDX-License-Identifier: BSD-3-Clause */
/* The sets, as data. To add one, add a row. */
#include "policies/sets.h"
#include "base/input_error.h"
#include <string.h>

static const struct policy_set sets[] = {
    {.name = "cawa",
     .summary =
         "CAWA: criticality prediction, greedy criticality-aware warps, cache prioritization",
     .source = "S.-Y. Lee, dissertation, Arizona State University 2017, 4.2",
     .of = {[POLICY_CRITICALITY] = "cpl",
            [POLICY_WARP_SCHEDULER] = "gcaws",
            [POLICY_L1_REPLACEMENT] = "cacp"}},
};

const struct policy_set *policy_set_find(const char *name, const char *where, GError **error)
{
    g_autoptr(GString) known = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(sets); i++) {
        if (strcmp(sets[i].name, name) == 0)
            return &sets[i];
        g_string_append_printf(known, "%s%s", i > 0 ? ", " : "", sets[i].name);
    }
    input_error_at(error, where, 0, "no set of policies is called \"%s\"; known: %s", name,
                   known->str);
    return NULL;
}

void policy_sets_describe(GString *text)
{
    g_string_append(text, "sets of policies (--policy " POLICY_SET "=NAME):\n\n");
    for (size_t i = 0; i < G_N_ELEMENTS(sets); i++) {
        g_string_append_printf(text, "%s\n    %s\n    %s\n   ", sets[i].name, sets[i].summary,
                               sets[i].source);
        for (unsigned kind = 0; kind < POLICY_KINDS; kind++)
            if (sets[i].of[kind])
                g_string_append_printf(text, " %s=%s", policy_kinds[kind]->name, sets[i].of[kind]);
        g_string_append(text, "\n\n");
    }
}
