/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes a replacer by the policy's name. */
#ifndef SIMGPU_TESTS_MODELS_CACHE_REPLACEMENT_RIG_H
#define SIMGPU_TESTS_MODELS_CACHE_REPLACEMENT_RIG_H

#include "models/cache/replacer.h"
#include "policies/policy_values.h"
#include "policies/tables.h"

#include <check.h>
#include <string.h>

/* settings: "NAME=VALUE ..."; the replacer is NULL if the cache's own order decides. */
static inline struct replacer *make_replacer(const char *policy, const char *settings,
                                             const struct replacement_site *site)
{
    const struct policy_head *const *head = replacement_table;
    while (*head && strcmp((*head)->name, policy) != 0)
        head++;
    ck_assert_ptr_nonnull(*head);
    struct policy_values *values = policy_values_new(*head);
    g_auto(GStrv) words = g_strsplit(settings, " ", -1);
    for (char **word = words; *word && **word; word++) {
        char *equals = strchr(*word, '=');
        *equals = '\0';
        ck_assert(policy_values_set(values, *word, equals + 1, NULL));
    }
    struct replacer *replacer = replacer_new(values, NULL, site);
    policy_values_free(values);
    return replacer;
}

#endif
