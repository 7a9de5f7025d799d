/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/over_time.h"
#include "base/input_error.h"
#include "cli/output.h"
#include <string.h>

enum { MEGABYTE = 1000000, DEFAULT_MEGABYTES = 40, DEFAULT_SMS = 4 };

void over_time_add_options(GOptionContext *context, struct over_time_options *options)
{
    const GOptionEntry entries[] = {
        {"sample", 0, 0, G_OPTION_ARG_STRING, &options->sample,
         "Sample counters every N SM cycles: to --sample-csv, --json and --timeline", "N"},
        {"metrics", 0, 0, G_OPTION_ARG_STRING, &options->metrics,
         "Counters to sample: GROUP.COUNTER, or UNIT.COUNTER such as sm3.warp_instructions",
         "NAME,..."},
        {"sample-csv", 0, 0, G_OPTION_ARG_FILENAME, &options->sample_csv, "Write samples to FILE",
         "FILE"},
        {"timeline", 0, 0, G_OPTION_ARG_FILENAME, &options->timeline,
         "Write what warps, L2 and DRAM do over time to FILE, which Perfetto opens", "FILE"},
        {"timeline-window", 0, 0, G_OPTION_ARG_STRING, &options->timeline_window,
         "... in SM cycles A to B, B not included, and not limited in size", "A-B"},
        {"timeline-sms", 0, 0, G_OPTION_ARG_STRING, &options->timeline_sms,
         "... of these SMs and their requests, or all; default 0-3", "0-3,7"},
        {"timeline-size", 0, 0, G_OPTION_ARG_STRING, &options->timeline_size,
         "... to N megabytes; default 40, without --timeline-window", "N"},
        {0}};
    g_option_context_add_main_entries(context, entries, NULL);
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

/* "7" or "0-3". */
static bool read_range(const char *text, uint64_t n, bool *chosen)
{
    g_auto(GStrv) ends = g_strsplit(text, "-", -1);
    guint count = g_strv_length(ends);
    uint64_t first, last;
    if (count < 1 || count > 2 || !g_ascii_string_to_unsigned(ends[0], 10, 0, n - 1, &first, NULL))
        return false;
    last = first;
    if (count == 2 && !g_ascii_string_to_unsigned(ends[1], 10, first, n - 1, &last, NULL))
        return false;
    for (uint64_t i = first; i <= last; i++)
        chosen[i] = true;
    return true;
}

static bool read_sms(const char *text, uint32_t n, bool *chosen, GError **error)
{
    bool all = text && strcmp(text, "all") == 0;
    for (uint32_t i = 0; (all || !text) && i < n; i++)
        chosen[i] = all || i < DEFAULT_SMS;
    if (all || !text)
        return true;
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    char **word = words;
    while (*word && read_range(*word, n, chosen))
        word++;
    return (*text && !*word) ||
           input_error_at(error, "--timeline-sms", 0,
                          "expected \"all\", or numbers from 0 to %u and ranges of them, such as "
                          "0-3,7, found \"%s\"",
                          n - 1, *text ? *word : text);
}

bool over_time_listen(struct over_time *over_time, const struct over_time_options *options,
                      const struct gpu_config *config, struct observation *observation,
                      GError **error)
{
    *over_time = (struct over_time){.options = options};
    if (!options->timeline)
        return true;
    over_time->sms = g_new0(bool, config->n_sms);
    if (!read_sms(options->timeline_sms, config->n_sms, over_time->sms, error))
        return false;
    const struct timeline_options wanted = {.path = options->timeline,
                                            .first = options->first,
                                            .end = options->end,
                                            .sms = over_time->sms,
                                            .max_bytes = options->timeline_max_bytes};
    over_time->timeline = timeline_new(config, &wanted, error);
    if (over_time->timeline)
        observation_add(observation, timeline_observer(over_time->timeline));
    return over_time->timeline != NULL;
}

bool over_time_attach(struct over_time *over_time, struct gpu *gpu, GError **error)
{
    const struct over_time_options *options = over_time->options;
    if (over_time->timeline)
        timeline_attach(over_time->timeline, gpu);
    if (options->interval > 0)
        over_time->sampler = sampler_new(gpu, options->interval, options->metrics, error);
    return options->interval == 0 || over_time->sampler;
}

void over_time_end(struct over_time *over_time, GPtrArray *lost)
{
    const char *csv = over_time->options->sample_csv;
    GError *problem = NULL;
    if (over_time->sampler)
        sampler_end(over_time->sampler);
    if (over_time->timeline)
        output_note(lost, timeline_end(over_time->timeline, over_time->sampler, &problem),
                    &problem);
    if (csv)
        output_note(lost, sampler_write_csv(over_time->sampler, csv, &problem), &problem);
}

void over_time_clear(struct over_time *over_time)
{
    timeline_free(over_time->timeline);
    sampler_free(over_time->sampler);
    g_free(over_time->sms);
}

char *over_time_note(const struct over_time *over_time)
{
    uint64_t cycle = over_time->timeline ? timeline_cut_cycle(over_time->timeline) : CYCLE_NEVER;
    if (cycle == CYCLE_NEVER)
        return NULL;
    return g_strdup_printf("%s ends at SM cycle %" G_GUINT64_FORMAT
                           ", where it has reached its size; --timeline-window, --timeline-sms and "
                           "--timeline-size choose other parts",
                           over_time->options->timeline, cycle);
}
