/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run tells over time: samples of counters, and the timeline. Options, and their part of a
 * session. */
#ifndef SIMGPU_CLI_OVER_TIME_H
#define SIMGPU_CLI_OVER_TIME_H

#include "observers/observation.h"
#include "observers/sampler.h"
#include "observers/timeline.h"

struct over_time_options {
    char *sample, *metrics, *sample_csv;
    char *timeline, *timeline_window, *timeline_sms, *timeline_size;
    /* Read from these by over_time_options_check: */
    uint64_t interval;   /* SM cycles; 0: no samples */
    uint64_t first, end; /* SM cycles of the timeline; CYCLE_NEVER */
    uint64_t timeline_max_bytes;
};

void over_time_add_options(GOptionContext *context, struct over_time_options *options);
/* After parsing. json: whether results go to a file. */
bool over_time_options_check(struct over_time_options *options, bool json, GError **error);
void over_time_options_clear(struct over_time_options *options);

/* Of one run; both NULL if not asked for. */
struct over_time {
    const struct over_time_options *options;
    bool *sms; /* the timeline's */
    struct timeline *timeline;
    struct sampler *sampler;
};

/* Before the GPU is made: the timeline listens. */
bool over_time_listen(struct over_time *over_time, const struct over_time_options *options,
                      const struct gpu_config *config, struct observation *observation,
                      GError **error);
/* When it has been made. */
bool over_time_attach(struct over_time *over_time, struct gpu *gpu, GError **error);
/* After the run: writes the files. lost: see session.h. */
void over_time_end(struct over_time *over_time, GPtrArray *lost);
void over_time_clear(struct over_time *over_time);

/* What the user should know: the timeline is not whole. NULL: nothing. g_free. */
char *over_time_note(const struct over_time *over_time);

#endif
