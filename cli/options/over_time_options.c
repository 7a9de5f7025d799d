/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/options/over_time_options.h"
#include "cli/options/option_files.h"
#include "models/core/clock.h"

enum { MEGABYTE = 1000000, DEFAULT_MEGABYTES = 40 };

void over_time_options_add(GOptionContext *context, GArray *files,
                           struct over_time_options *options)
{
    const GOptionEntry entries[] = {
        {"sample", 0, 0, G_OPTION_ARG_STRING, &options->sample,
         "Sample counters every N SM cycles, for --sample-csv, --json and --timeline", "N"},
        {"metrics", 0, 0, G_OPTION_ARG_STRING, &options->metrics,
         "Sample these counters: GROUP.COUNTER, or UNIT.COUNTER such as sm3.warp_instructions",
         "NAME,..."},
        {"sample-csv", 0, 0, G_OPTION_ARG_FILENAME, &options->sample_csv, "Write samples to FILE",
         "FILE"},
        {"timeline", 0, 0, G_OPTION_ARG_FILENAME, &options->timeline,
         "Write what warps, L2 and DRAM do over time to FILE; open it in Perfetto", "FILE"},
        {"timeline-window", 0, 0, G_OPTION_ARG_STRING, &options->timeline_window,
         "Limit the timeline to SM cycles A to B (without B), and do not limit its size", "A-B"},
        {"timeline-sms", 0, 0, G_OPTION_ARG_STRING, &options->timeline_sms,
         "Limit the timeline to these SMs and their requests, or show all; default 0-3", "0-3,7"},
        {"timeline-size", 0, 0, G_OPTION_ARG_STRING, &options->timeline_size,
         "Limit the timeline to N megabytes; default 40, without --timeline-window", "N"},
        {0}};
    option_files_add(files, context, entries);
}

void over_time_options_clear(struct over_time_options *options)
{
    g_free(options->sample);
    g_free(options->metrics);
    g_free(options->sample_csv);
    g_free(options->timeline);
    g_free(options->timeline_window);
    g_free(options->timeline_sms);
    g_free(options->timeline_size);
    *options = (struct over_time_options){0};
}

static bool refuse(GError **error, const char *text)
{
    g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, text);
    return false;
}

static bool read_count(const char *option, const char *text, uint64_t most, uint64_t *out,
                       GError **error)
{
    if (!text || g_ascii_string_to_unsigned(text, 10, 1, most, out, NULL))
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "%s wants a whole number from 1 to %" G_GUINT64_FORMAT ", not \"%s\"", option, most,
                text);
    return false;
}

static bool read_window(struct over_time_options *options, GError **error)
{
    const char *text = options->timeline_window;
    options->end = CYCLE_NEVER;
    if (!text)
        return true;
    g_auto(GStrv) ends = g_strsplit(text, "-", -1);
    if (g_strv_length(ends) == 2 &&
        g_ascii_string_to_unsigned(ends[0], 10, 0, UINT64_MAX / 2, &options->first, NULL) &&
        g_ascii_string_to_unsigned(ends[1], 10, options->first + 1, UINT64_MAX / 2, &options->end,
                                   NULL))
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "--timeline-window wants two SM cycles, the second larger, such as 1000-2000, not "
                "\"%s\"",
                text);
    return false;
}

bool over_time_options_check(struct over_time_options *options, bool json, GError **error)
{
    uint64_t megabytes = options->timeline_window ? 0 : DEFAULT_MEGABYTES;
    if (!read_count("--sample", options->sample, UINT32_MAX, &options->interval, error) ||
        !read_count("--timeline-size", options->timeline_size, MEGABYTE, &megabytes, error) ||
        !read_window(options, error))
        return false;
    options->timeline_max_bytes = megabytes ? megabytes * MEGABYTE : UINT64_MAX;
    if (!options->sample && (options->metrics || options->sample_csv))
        return refuse(error, "--metrics and --sample-csv want --sample N");
    if (options->sample && !options->sample_csv && !options->timeline && !json)
        return refuse(error, "--sample wants --sample-csv, --json or --timeline to write to");
    if (g_strcmp0(options->sample_csv, "-") == 0 || g_strcmp0(options->timeline, "-") == 0)
        return refuse(error, "--sample-csv and --timeline want a file, not standard output");
    if (!options->timeline &&
        (options->timeline_window || options->timeline_sms || options->timeline_size))
        return refuse(error, "--timeline-window, --timeline-sms and --timeline-size want "
                             "--timeline FILE");
    return true;
}
