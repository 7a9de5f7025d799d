/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/setup_read.h"
#include "base/input_error.h"
#include "cli/run/choose.h"
#include "cli/run/clients/several_gpus.h"
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

static bool set_engine(struct run_setup *setup, const char *name, const char *value, GError **error)
{
    uint64_t cycles;
    if (strcmp(name, "lookahead") != 0)
        return input_error_at(error, "--set", 0,
                              "unknown key \"engine.%s\"; known: engine.lookahead", name);
    if (!g_ascii_string_to_unsigned(value, 10, 1, 1000000, &cycles, NULL))
        return input_error_at(error, "--set", 0,
                              "engine.lookahead wants SM cycles, 1 to 1000000, not \"%s\"", value);
    setup->window = cycles;
    return true;
}

/* Each --set goes to whom its key belongs; those of policies, which the platform may choose, once
 * they are chosen. */
static bool apply_set(struct run_setup *setup, const char *set, bool chosen, GError **error)
{
    g_autofree char *name = NULL, *value = NULL;
    bool of_policy;
    if (!choose_set(&setup->chosen, set, chosen, &of_policy, error))
        return false;
    if (chosen || of_policy)
        return true;
    if (split_set(set, "engine.", &name, &value))
        return set_engine(setup, name, value, error);
    if (setup->workload && split_set(set, "scalars.", &name, &value)) {
        g_autofree char *target = g_strconcat("scalars.", name, NULL);
        return workload_set(setup->workload, target, value, error);
    }
    return platform_set(setup->platform, set, error);
}

static bool apply_sets(struct run_setup *setup, bool chosen, GError **error)
{
    for (char **set = setup->options->sets; set && *set; set++)
        if (!apply_set(setup, *set, chosen, error))
            return false;
    return true;
}

/* A trace's list, a workload file, or a workload file that names a list. */
static bool read_workload(struct run_setup *setup, GError **error)
{
    const char *list = setup->options->workload;
    if (!trace_workload_recognise(list)) {
        setup->workload = workload_load(list, error);
        list = setup->workload ? workload_trace(setup->workload) : NULL;
    }
    if (list)
        setup->trace = trace_workload_new(list, error);
    return setup->trace || (setup->workload && !list);
}

bool setup_read(struct run_setup *setup, struct detail *detail, struct host_cpu *cpu,
                GError **error)
{
    const struct options *options = setup->options;
    setup->platform = platform_load(options->platform, error);
    if (!setup->platform)
        return false;
    if (!detail_init(detail, options->functional, options->kernels, error))
        return false;
    if (options->workload && !read_workload(setup, error))
        return false;
    if (!apply_sets(setup, false, error) ||
        !gpu_config_read(&setup->config, setup->platform, error) ||
        !choose_policies(&setup->chosen, setup, error) || !apply_sets(setup, true, error) ||
        !policy_choices_check(&setup->chosen, error) ||
        !several_gpus_check(options, &setup->config, &setup->chosen, error) ||
        !profile_check(options, &setup->chosen, error))
        return false;
    g_auto(GStrv) dirs = search_dirs();
    if (!host_cpu_read(cpu, options, &setup->chosen, error))
        return false;
    setup->config.host.max_blocks = options->max_blocks;
    setup->config.host.max_instructions = options->max_instructions;
    setup->config.host.starts_together = options->start_together;
    return !setup->workload ||
           workload_prepare(setup->workload, &ptx_provider, (const char *const *)dirs, error);
}
