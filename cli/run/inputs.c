/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/inputs.h"
#include "cli/run/choose.h"
#include "cli/run/search_dirs.h"
#include "study/key.h"

GPtrArray *run_inputs(const struct options *options)
{
    static char *none[] = {NULL};
    static char profile_option[] = "--profile-in";
    static char targets_option[] = "--targets";
    static char applications_option[] = "--host-apps";
    char *files[7] = {NULL};
    unsigned n = 0;
    if (options->profile_in) {
        files[n++] = profile_option;
        files[n++] = options->profile_in;
    }
    if (options->targets) {
        files[n++] = targets_option;
        files[n++] = options->targets;
    }
    if (options->host_apps) {
        files[n++] = applications_option;
        files[n++] = options->host_apps;
    }
    struct study_setting setting = {.platform = options->platform,
                                    .workload = options->workload,
                                    .command = options->program,
                                    .set = options->sets ? options->sets : none,
                                    .plugins = options->plugins ? options->plugins : none,
                                    .options = files};
    const char *policies[POLICY_KINDS] = {NULL};
    choose_named(policies, options, NULL); /* whoever chooses them tells what is wrong */
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++)
        setting.policies[kind] = (char *)policies[kind];
    g_auto(GStrv) dirs = search_dirs();
    const struct key_context context = {.search_dirs = (const char *const *)dirs};
    return study_input_files(&setting, &context);
}
