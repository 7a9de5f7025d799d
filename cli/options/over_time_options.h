/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of what a run tells over time: samples of counters, and the timeline. */
#ifndef SIMGPU_CLI_OPTIONS_OVER_TIME_OPTIONS_H
#define SIMGPU_CLI_OPTIONS_OVER_TIME_OPTIONS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct over_time_options {
    char *sample, *metrics, *sample_csv;
    char *timeline, *timeline_window, *timeline_sms, *timeline_size;
    /* Read from these by over_time_options_check: */
    uint64_t interval;   /* SM cycles; 0: no samples */
    uint64_t first, end; /* SM cycles of the timeline; CYCLE_NEVER */
    uint64_t timeline_max_bytes;
};

/* files: see option_files.h. */
void over_time_options_add(GOptionContext *context, GArray *files,
                           struct over_time_options *options);
/* After parsing. json: whether results go to a file. */
bool over_time_options_check(struct over_time_options *options, bool json, GError **error);
void over_time_options_clear(struct over_time_options *options);

#endif
