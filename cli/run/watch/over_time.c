/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/watch/over_time.h"
#include "base/input_error.h"
#include "cli/base/output.h"
#include <string.h>

enum { DEFAULT_SMS = 4 };

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
                           ", because it has reached its size; choose other parts with "
                           "--timeline-window, --timeline-sms or --timeline-size",
                           over_time->options->timeline, cycle);
}
