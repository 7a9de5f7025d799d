/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/kinds.h"
#include "base/input_error.h"
#include "base/nearest_name.h"
#include "policies/policy_values.h"
#include <string.h>

extern const struct policy_kind criticality_kind, warp_scheduler_kind, l1_replacement_kind,
    l1_bypass_kind, l2_replacement_kind, block_scheduler_kind, partition_kind, offload_kind;

const struct policy_kind *const policy_kinds[POLICY_KINDS + 1] = {
    [POLICY_CRITICALITY] = &criticality_kind,
    [POLICY_WARP_SCHEDULER] = &warp_scheduler_kind,
    [POLICY_L1_REPLACEMENT] = &l1_replacement_kind,
    [POLICY_L1_BYPASS] = &l1_bypass_kind,
    [POLICY_L2_REPLACEMENT] = &l2_replacement_kind,
    [POLICY_BLOCK_SCHEDULER] = &block_scheduler_kind,
    [POLICY_PARTITION] = &partition_kind,
    [POLICY_OFFLOAD] = &offload_kind,
};

enum policy_kind_index policy_kind_find(const char *name, const char *where, GError **error)
{
    g_autoptr(GString) known = g_string_new(NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++) {
        if (strcmp(policy_kinds[kind]->name, name) == 0)
            return kind;
        g_string_append_printf(known, "%s%s", kind > 0 ? ", " : "", policy_kinds[kind]->name);
        g_ptr_array_add(names, (char *)policy_kinds[kind]->name);
    }
    g_autofree char *hint = nearest_hint(name, names);
    input_error_at(error, where, 0, "no kind of policy is called \"%s\"; known: %s%s", name,
                   known->str, hint);
    return POLICY_KINDS;
}

static bool set_values(struct policy_values *values, char *const *words, GError **error)
{
    for (; *words; words++) {
        char *equals = strchr(*words, '=');
        if (**words == '\0') /* of several blanks */
            continue;
        if (!equals)
            return input_error_at(error, values->policy->name, 0,
                                  "expected PARAMETER=VALUE, found \"%s\"", *words);
        g_autofree char *name = g_strndup(*words, (gsize)(equals - *words));
        if (!policy_values_set(values, name, equals + 1, error))
            return false;
    }
    return true;
}

bool policy_choose(struct policy_choices *choices, const struct policy_registry *registry,
                   enum policy_kind_index kind, const char *text, GError **error)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    const char *name = words[0] ? words[0] : "";
    const struct policy_head *head =
        policy_registry_find(registry, policy_kinds[kind], name, error);
    if (!head)
        return false;
    const char *refused = policy_kinds[kind]->refused ? policy_kinds[kind]->refused(head) : NULL;
    if (refused)
        return input_error_at(error, policy_kinds[kind]->title, 0, "\"%s\": %s", name, refused);
    policy_values_free(choices->of[kind]);
    choices->of[kind] = policy_values_new(head);
    return set_values(choices->of[kind], words + 1, error);
}

bool policy_choices_set(struct policy_choices *choices, const char *key, const char *value,
                        bool *known, GError **error)
{
    const char *dot = strchr(key, '.');
    *known = false;
    for (unsigned kind = 0; dot && kind < POLICY_KINDS; kind++) {
        const char *name = policy_kinds[kind]->name;
        if (strlen(name) != (size_t)(dot - key) || strncmp(name, key, strlen(name)) != 0)
            continue;
        *known = true;
        return policy_values_set(choices->of[kind], dot + 1, value, error);
    }
    return true;
}

bool policy_choices_check(const struct policy_choices *choices, GError **error)
{
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++)
        if (choices->of[kind] && !policy_values_check(choices->of[kind], error))
            return false;
    return true;
}

void policy_choices_clear(struct policy_choices *choices)
{
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++)
        policy_values_free(choices->of[kind]);
    *choices = (struct policy_choices){0};
}
