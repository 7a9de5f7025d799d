/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/inputs.h"
#include "cli/options/option_files.h"
#include "cli/run/choose.h"
#include "cli/run/search_dirs.h"
#include "study/key.h"

GPtrArray *run_inputs(const struct options *options)
{
    static char *none[] = {NULL};
    g_autofree char **files = option_files_inputs(options->files);
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
