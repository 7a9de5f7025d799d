/* SPDX-License-Identifier: BSD-3-Clause */
/* What looks on while a run goes, for its results. It changes nothing. */
#ifndef SIMGPU_CLI_RUN_WATCH_WATCH_H
#define SIMGPU_CLI_RUN_WATCH_WATCH_H

#include "cli/run/clients/launch_features.h"
#include "cli/run/watch/film_run.h"
#include "cli/run/watch/messages.h"
#include "cli/run/watch/over_time.h"
#include "observers/block_lines_out.h"
#include "observers/observation.h"
#include "observers/patience.h"
#include "sanitize/sanitize.h"

struct run_watch {
    struct observation *observation;
    struct over_time over_time;
    struct film *film; /* or NULL */
    struct run_messages messages;
    struct block_lines_out *lines_out; /* or NULL */
    struct launch_features *features;  /* or NULL */
    struct patience *patience;
    struct stray_accesses *strays; /* NULL: they are faults */
    struct sanitizer *sanitizer;   /* or NULL */
};

#endif
