/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/watch/film_run.h"
#include "cli/base/output.h"
#include "cli/base/version.h"

bool film_run_listen(struct film **film, const struct run_setup *setup,
                     struct observation *observation, GError **error)
{
    const struct film_options *options = &setup->options->film.film;
    const struct observer *observers[2];
    if (!options->file)
        return true;
    *film = film_new(options, &setup->config, error);
    if (!*film)
        return false;
    const unsigned n = film_observers(*film, observers);
    for (unsigned i = 0; i < n; i++)
        observation_add(observation, observers[i]);
    return true;
}

/* The warp scheduler, and of other kinds what the platform would not have chosen. g_free. */
static char *policies_of(const struct run_setup *setup)
{
    GString *text = g_string_new("warp scheduler ");
    g_string_append(text, setup->chosen.of[POLICY_WARP_SCHEDULER]->policy->name);
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++) {
        const char *name = setup->chosen.of[kind]->policy->name;
        g_auto(GStrv) usual = g_strsplit(setup->config.policies[kind], " ", 2);
        if (kind != POLICY_WARP_SCHEDULER && g_strcmp0(name, usual[0]) != 0)
            g_string_append_printf(text, ", %s %s", policy_kinds[kind]->title, name);
    }
    for (char **set = setup->options->sets; set && *set; set++)
        if (!g_str_has_prefix(*set, "engine."))
            g_string_append_printf(text, ", %s", *set);
    return g_string_free(text, FALSE);
}

void film_run_end(struct film *film, const struct run_setup *setup, enum gpu_end end,
                  GPtrArray *lost)
{
    GError *problem = NULL;
    if (!film)
        return;
    g_autofree char *policies = policies_of(setup);
    g_autofree char *platform = g_strdup(setup->config.name);
    const struct film_title title = {.workload = setup_workload_name(setup),
                                     .platform = platform,
                                     .version = SIMGPU_VERSION,
                                     .policies = policies};
    output_note(lost, film_end(film, end, &title, &problem), &problem);
}
