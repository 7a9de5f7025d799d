/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/setup.h"

void setup_clear(struct run_setup *setup)
{
    if (setup->inputs)
        g_ptr_array_unref(setup->inputs);
    workload_free(setup->workload);
    trace_workload_free(setup->trace);
    policy_choices_clear(&setup->chosen);
    gpu_config_clear(&setup->config);
    platform_free(setup->platform);
    *setup = (struct run_setup){0};
}

/* 0: the workload has steps. */
static uint32_t n_programs(const struct run_setup *setup)
{
    if (setup->workload)
        return workload_n_programs(setup->workload);
    return setup->options->programs ? setup->options->programs->len : 1;
}

bool setup_runs_programs(const struct run_setup *setup)
{
    return !setup->trace && (!setup->workload || n_programs(setup) > 0);
}

uint32_t setup_n_clients(const struct run_setup *setup)
{
    return MAX(n_programs(setup), 1);
}

const char *const *setup_program(const struct run_setup *setup, uint32_t i)
{
    return setup->workload ? workload_program(setup->workload, i)
                           : setup->options->programs->pdata[i];
}

const char *setup_workload_name(const struct run_setup *setup)
{
    const char *given = setup->workload ? workload_name(setup->workload) : NULL;
    if (setup->trace && !given)
        return trace_workload_name(setup->trace);
    return given ? given : setup->options->program[0];
}

char *setup_policies_text(const struct run_setup *setup)
{
    GString *text = g_string_new("warp scheduler ");
    g_string_append(text, setup->chosen.of[POLICY_WARP_SCHEDULER]->policy->name);
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++) {
        const char *name = setup->chosen.of[kind]->policy->name;
        g_auto(GStrv) usual = g_strsplit(setup->config.policies[kind], " ", 2);
        if (kind != POLICY_WARP_SCHEDULER && g_strcmp0(name, usual[0]) != 0)
            g_string_append_printf(text, ", %s %s", policy_kinds[kind]->title, name);
    }
    return g_string_free(text, FALSE);
}
