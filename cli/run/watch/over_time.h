/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run tells over time: samples of counters, and the timeline. */
#ifndef SIMGPU_CLI_RUN_WATCH_OVER_TIME_H
#define SIMGPU_CLI_RUN_WATCH_OVER_TIME_H

#include "cli/options/over_time_options.h"
#include "observers/observation.h"
#include "observers/sampler.h"
#include "observers/timeline.h"

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
