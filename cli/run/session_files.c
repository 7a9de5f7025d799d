/* SPDX-License-Identifier: BSD-3-Clause */
/* What a session reads before it begins: platform, workload or trace, settings, policies. */
#include "cli/run/session_files.h"
#include "base/input_error.h"
#include "cli/run/choose.h"
#include "cli/run/profile.h"
#include "cli/run/search_dirs.h"
#include "models/core/quantity.h"
#include "workloads/ptx/kernels/provider.h"
#include <string.h>

/* Splits "prefix.name=value" when it has this prefix. name and value are g_freed by the caller. */
static bool split_set(const char *set, const char *prefix, char **name, char **value)
{
    const char *equals = strchr(set, '=');
    if (!g_str_has_prefix(set, prefix) || !equals || equals < set + strlen(prefix))
        return false;
    *name = g_strndup(set + strlen(prefix), (gsize)(equals - set) - strlen(prefix));
    *value = g_strdup(equals + 1);
    return true;
}

static bool set_engine(struct session *session, const char *name, const char *value, GError **error)
{
    uint64_t cycles;
    if (strcmp(name, "lookahead") != 0)
        return input_error_at(error, "--set", 0,
                              "unknown key \"engine.%s\"; known: engine.lookahead", name);
    if (!g_ascii_string_to_unsigned(value, 10, 1, 1000000, &cycles, NULL))
        return input_error_at(error, "--set", 0,
                              "engine.lookahead wants SM cycles, 1 to 1000000, not \"%s\"", value);
    session->window = cycles;
    return true;
}

/* Each --set goes to whom its key belongs; those of policies, which the platform may choose, once
 * they are chosen. */
static bool apply_set(struct session *session, const char *set, bool chosen, GError **error)
{
    g_autofree char *name = NULL, *value = NULL;
    bool of_policy;
    if (!choose_set(&session->chosen, set, chosen, &of_policy, error))
        return false;
    if (chosen || of_policy)
        return true;
    if (split_set(set, "engine.", &name, &value))
        return set_engine(session, name, value, error);
    if (session->workload && split_set(set, "scalars.", &name, &value)) {
        g_autofree char *target = g_strconcat("scalars.", name, NULL);
        return workload_set(session->workload, target, value, error);
    }
    return platform_set(session->platform, set, error);
}

static bool apply_sets(struct session *session, bool chosen, GError **error)
{
    for (char **set = session->options->sets; set && *set; set++)
        if (!apply_set(session, *set, chosen, error))
            return false;
    return true;
}

/* A trace's list, a workload file, or a workload file that names a list. */
static bool read_workload(struct session *session, GError **error)
{
    const char *list = session->options->workload;
    if (!trace_workload_recognise(list)) {
        session->workload = workload_load(list, error);
        list = session->workload ? workload_trace(session->workload) : NULL;
    }
    if (list)
        session->trace = trace_workload_new(list, error);
    return session->trace || (session->workload && !list);
}

bool session_read_files(struct session *session, GError **error)
{
    const struct options *options = session->options;
    session->platform = platform_load(options->platform, error);
    if (!session->platform)
        return false;
    if (!detail_init(&session->detail, options->functional, options->kernels, error))
        return false;
    if (options->workload && !read_workload(session, error))
        return false;
    if (!apply_sets(session, false, error) ||
        !gpu_config_read(&session->config, session->platform, error) ||
        !choose_policies(&session->chosen, session, error) || !apply_sets(session, true, error) ||
        !policy_choices_check(&session->chosen, error) ||
        !profile_check(options, &session->chosen, error))
        return false;
    g_auto(GStrv) dirs = search_dirs();
    if (!host_cpu_read(&session->cpu, options, &session->chosen, error))
        return false;
    session->config.host.max_blocks = options->max_blocks;
    session->config.host.max_instructions = options->max_instructions;
    session->config.host.starts_together = options->start_together;
    return !session->workload ||
           workload_prepare(session->workload, &ptx_provider, (const char *const *)dirs, error);
}
