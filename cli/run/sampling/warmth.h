/* SPDX-License-Identifier: BSD-3-Clause */
/* What computed launches leave in L2.
 *
 * A launch that was looked at has told its lines. Later ones like it are taken to leave the same:
 * they are noted, and come into L2 when somebody wants to know what is there, which is when a
 * launch is going to be timed.
 */
#ifndef SIMGPU_CLI_RUN_SAMPLING_WARMTH_H
#define SIMGPU_CLI_RUN_SAMPLING_WARMTH_H

#include "models/functional/preview/recent_lines.h"
#include <glib.h>

struct gpu;

/* Lines of a launch, each once, in the order of their last use; as recent_lines has them. */
struct warm_lines {
    unsigned uses;
    guint n;
    uint64_t lines[];
};

enum { WARM_TIMES_L2 = 2 }; /* lines of a launch that count, of those of L2. ASSUMED */
struct warmth {
    struct gpu *gpu;
    uint64_t most;  /* lines of a launch that count: those that L2 can hold, twice */
    uint64_t room;  /* bytes that lists may still take */
    GPtrArray *due; /* struct warm_lines of computed launches, the oldest first */
};

void warmth_init(struct warmth *warmth, struct gpu *gpu);
void warmth_finish(struct warmth *warmth);
/* The lines that a run has touched last; NULL if there is no room. Whoever gets it gives it back
 * with warm_lines_leave. */
struct warm_lines *warmth_keep(struct warmth *warmth, const struct recent_lines *recent);
void warm_lines_leave(struct warmth *warmth, struct warm_lines *lines); /* NULL is fine */
/* A launch that leaves these was computed. NULL: nobody knows, and L2 is left as it is. */
void warmth_note(struct warmth *warmth, struct warm_lines *lines);
/* Brings L2 to what has been noted. No kernel runs. */
void warmth_settle(struct warmth *warmth);
/* Brings L2 to what has been noted and what a run has touched last, which is forgotten. */
void warmth_take(struct warmth *warmth, struct recent_lines *recent);
/* What has been noted is forgotten. */
void warmth_forget(struct warmth *warmth);

#endif
