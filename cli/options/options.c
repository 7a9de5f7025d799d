/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/options/options.h"

void options_clear(struct options *options)
{
    g_array_unref(options->files);
    g_free(options->platform);
    g_free(options->platform_name);
    g_free(options->dump_platform);
    g_strfreev(options->command_line);
    g_free(options->workload);
    g_free(options->kernels);
    g_free(options->sanitize);
    g_free(options->sanitize_suppress);
    g_free(options->export_trace);
    g_free(options->export_format);
    g_strfreev(options->program);
    g_clear_pointer(&options->programs, g_ptr_array_unref);
    g_free(options->targets);
    g_free(options->targets_out);
    g_strfreev(options->sets);
    g_strfreev(options->plugins);
    g_strfreev(options->policies);
    g_free(options->scheduler);
    g_free(options->profile_in);
    g_free(options->profile_out);
    g_free(options->lines_out);
    g_free(options->checkpoint);
    g_free(options->features);
    g_free(options->host_apps);
    g_strfreev(options->host_app);
    g_free(options->json);
    g_free(options->csv);
    g_free(options->observe);
    over_time_options_clear(&options->over_time);
    film_run_options_clear(&options->film);
    message_options_clear(&options->messages);
    *options = (struct options){0};
}
