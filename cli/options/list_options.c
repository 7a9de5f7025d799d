/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/options/list_options.h"
#include "cli/options/option_files.h"

void list_options_add(GOptionContext *context, struct options *options)
{
    const GOptionEntry entries[] = {
        {"list-policies", 0, 0, G_OPTION_ARG_NONE, &options->list_policies,
         "List policies with their parameters", NULL},
        {"list-platforms", 0, 0, G_OPTION_ARG_NONE, &options->list_platforms,
         "List the platforms that you can give by name", NULL},
        {"list-workloads", 0, 0, G_OPTION_ARG_NONE, &options->list_workloads,
         "List the workloads that you can give by name", NULL},
        {"list-properties", 0, 0, G_OPTION_ARG_NONE, &options->list_properties,
         "List the properties of PLATFORM (fermi-gtx480) with values, units, ranges and meanings",
         NULL},
        {"version", 0, 0, G_OPTION_ARG_NONE, &options->version, "Print the version", NULL},
        {0}};
    option_files_add(options->files, context, entries);
}
