/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/profile.h"
#include "base/input_error.h"
#include "base/write_text.h"
#include "policies/sm_policy.h"
#include <string.h>

/* Policies of an SM come first in the order of kinds; only they have profiles. */
static const struct sm_policy *sm_policy(const struct policy_choices *chosen, unsigned kind)
{
    return (const struct sm_policy *)chosen->of[kind]->policy;
}

bool profile_check(const struct options *options, const struct policy_choices *chosen,
                   GError **error)
{
    bool reads = false, writes = false;
    g_autoptr(GString) names = g_string_new(NULL);
    for (unsigned kind = 0; kind <= POLICY_L1_BYPASS; kind++) {
        const struct sm_policy *policy = sm_policy(chosen, kind);
        reads |= policy->profile_read != NULL;
        writes |= policy->profile_write != NULL;
        g_string_append_printf(names, "%s%s %s", kind > 0 ? ", " : "", policy_kinds[kind]->title,
                               policy->head.name);
    }
    if (options->profile_in && !reads)
        return input_error_at(error, options->profile_in, 0,
                              "none of the run's policies reads a profile: %s", names->str);
    if (options->profile_out && !writes)
        return input_error_at(error, options->profile_out, 0,
                              "none of the run's policies writes a profile: %s", names->str);
    return true;
}

bool profile_read(struct gpu *gpu, const char *file, GError **error)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) problem = NULL;
    gsize length;
    if (!file)
        return true;
    if (!g_file_get_contents(file, &text, &length, &problem))
        return input_error_at(error, file, 0, "%s", problem->message);
    if (strlen(text) != length)
        return input_error_at(error, file, 0, "expected text, found a byte of 0");
    return gpu_profile_read(gpu, file, text, error);
}

bool profile_write(struct gpu *gpu, const char *file, GError **error)
{
    if (!file)
        return true;
    g_autoptr(GString) text = g_string_new(NULL);
    gpu_profile_write(gpu, text);
    return write_text(file, text->str, error);
}
