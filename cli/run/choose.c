/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/choose.h"
#include "base/input_error.h"
#include "policies/policy_files.h"
#include "policies/sets.h"
#include <string.h>

/* Checks that the workload names no other kinds. */
static bool check_workload_kinds(const struct run_setup *setup, GError **error)
{
    const char *const *kinds = setup->workload ? workload_policy_kinds(setup->workload) : NULL;
    for (; kinds && *kinds; kinds++) {
        g_autoptr(GError) problem = NULL;
        if (policy_kind_find(*kinds, "policies", &problem) == POLICY_KINDS)
            return input_error_in(error, workload_file(setup->workload), "policies", "%s",
                                  problem->message + strlen("policies: "));
    }
    return true;
}

/* A set's policies stand for kinds that are not named themselves. */
static bool choose_by_set(const char *names[POLICY_KINDS], const char *name, GError **error)
{
    const struct policy_set *set = name ? policy_set_find(name, "--policy", error) : NULL;
    for (unsigned kind = 0; set && kind < POLICY_KINDS; kind++)
        if (!names[kind])
            names[kind] = set->of[kind];
    return set || !name;
}

bool choose_named(const char *names[POLICY_KINDS], const struct options *options, GError **error)
{
    const char *set = NULL;
    for (char **policy = options->policies; policy && *policy; policy++) {
        const char *equals = strchr(*policy, '=');
        if (!equals || equals == *policy || equals[1] == '\0')
            return input_error_at(error, "--policy", 0, "expected KIND=NAME, found \"%s\"",
                                  *policy);
        g_autofree char *kind = g_strndup(*policy, (gsize)(equals - *policy));
        if (strcmp(kind, POLICY_SET) == 0) {
            set = equals + 1;
            continue;
        }
        enum policy_kind_index index = policy_kind_find(kind, "--policy", error);
        if (index == POLICY_KINDS)
            return false;
        names[index] = equals + 1;
    }
    if (options->scheduler && names[POLICY_WARP_SCHEDULER])
        return input_error_at(
            error, "--scheduler", 0,
            "it is short for --policy warp_scheduler=NAME, but that is given, too");
    if (options->scheduler)
        names[POLICY_WARP_SCHEDULER] = options->scheduler;
    return choose_by_set(names, set, error);
}

/* The platform's choice. g_free. */
static char *platforms_choice(const struct run_setup *setup, unsigned kind)
{
    const char *text = setup->config.policies[kind], *file = setup->config.policy_files[kind];
    return file ? policy_text_beside_file(text, file) : g_strdup(text);
}

/* What the workload, else the platform chooses. g_free. */
static char *choice_of_files(const struct run_setup *setup, unsigned kind)
{
    const struct workload *workload = setup->workload;
    const char *text = workload ? workload_policy(workload, policy_kinds[kind]->name) : NULL;
    return text ? policy_text_beside_file(text, workload_file(workload))
                : platforms_choice(setup, kind);
}

bool choose_policies(struct policy_choices *chosen, const struct run_setup *setup, GError **error)
{
    const char *names[POLICY_KINDS] = {NULL};
    if (!check_workload_kinds(setup, error) || !choose_named(names, setup->options, error))
        return false;
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++) {
        g_autofree char *own = names[kind] ? NULL : choice_of_files(setup, kind);
        if (!policy_choose(chosen, setup->policies, kind, own ? own : names[kind], error))
            return false;
    }
    return true;
}

bool choose_set(struct policy_choices *chosen, const char *set, bool now, bool *of_policy,
                GError **error)
{
    const char *equals = strchr(set, '='), *dot = strchr(set, '.');
    *of_policy = false;
    for (unsigned kind = 0; equals && dot && dot < equals && kind < POLICY_KINDS; kind++)
        *of_policy |= strlen(policy_kinds[kind]->name) == (size_t)(dot - set) &&
                      g_str_has_prefix(set, policy_kinds[kind]->name);
    if (!*of_policy || !now)
        return true;
    g_autofree char *key = g_strndup(set, (gsize)(equals - set));
    return policy_choices_set(chosen, key, equals + 1, of_policy, error);
}

/* ---- --dump-platform --------------------------------------------------------------------------
 */

/* The groups of a platform whose properties are named like the kinds. */
static const char *const groups[POLICY_KINDS] = {
    [POLICY_CRITICALITY] = "sm",    [POLICY_WARP_SCHEDULER] = "sm",
    [POLICY_L1_REPLACEMENT] = "sm", [POLICY_L1_BYPASS] = "sm",
    [POLICY_L2_REPLACEMENT] = "l2", [POLICY_BLOCK_SCHEDULER] = "front",
    [POLICY_PARTITION] = "front",
};

/* Appends " PARAMETER=VALUE" for each --set of the kind. Values are divided by blanks in a
 * platform.
 */
static bool add_parameters(GString *text, char *const *sets, const char *kind, GError **error)
{
    g_autofree char *prefix = g_strconcat(kind, ".", NULL);
    for (; sets && *sets; sets++) {
        if (!g_str_has_prefix(*sets, prefix))
            continue;
        if (strchr(*sets, ' '))
            return input_error_at(
                error, "--dump-platform", 0,
                "a platform can't hold a blank in a policy's parameter, but \"%s\" has one", *sets);
        g_string_append_printf(text, " %s", *sets + strlen(prefix));
    }
    return true;
}

static bool add_policies(struct platform *platform, const struct run_setup *setup, GError **error)
{
    const char *names[POLICY_KINDS] = {NULL};
    if (!choose_named(names, setup->options, error))
        return false;
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++) {
        const char *usual = setup->config.policies[kind], *name = policy_kinds[kind]->name;
        g_autofree char *own = platforms_choice(setup, kind);
        g_autoptr(GString) text = g_string_new(names[kind] ? names[kind] : own);
        if (!add_parameters(text, setup->options->sets, name, error))
            return false;
        g_autofree char *set = g_strdup_printf("%s.%s=%s", groups[kind], name, text->str);
        if (strcmp(text->str, usual) != 0 && !platform_set(platform, set, error))
            return false;
    }
    return true;
}

/* Those --set that are the platform's. */
static bool add_sets(struct platform *platform, const struct run_setup *setup, GError **error)
{
    for (char **set = setup->options->sets; set && *set; set++) {
        bool of_policy;
        if (!choose_set(NULL, *set, false, &of_policy, error))
            return false;
        bool of_another = of_policy || g_str_has_prefix(*set, "engine.") ||
                          (setup->workload && g_str_has_prefix(*set, "scalars."));
        if (!of_another && !platform_set(platform, *set, error))
            return false;
    }
    return true;
}

char *choose_dump(const struct run_setup *setup, GError **error)
{
    struct platform *platform = platform_load(setup->options->platform, error);
    char *xml = NULL;
    if (platform && add_sets(platform, setup, error) && add_policies(platform, setup, error))
        xml = platform_resolved_xml(platform);
    platform_free(platform);
    return xml;
}
