/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/study/study_progress.h"
#include "cli/base/pace.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct study_progress {
    const struct study *study;
    bool terminal;
};

struct study_progress *study_progress_new(const struct study *study)
{
    struct study_progress *progress = g_new0(struct study_progress, 1);
    progress->study = study;
    progress->terminal = isatty(STDERR_FILENO);
    return progress;
}

void study_progress_free(struct study_progress *progress)
{
    if (progress->terminal)
        fputs("\r\033[K", stderr);
    g_free(progress);
}

static void show_bar(const struct runner_state *state)
{
    enum { WIDTH = 24 };
    unsigned ended = state->kept + state->done + state->failed;
    unsigned full = state->points ? ended * WIDTH / state->points : WIDTH;
    char bar[WIDTH + 1];
    memset(bar, '.', WIDTH);
    memset(bar, '#', full);
    bar[WIDTH] = '\0';
    g_autofree char *left = pace_text(state->left_s);
    fprintf(stderr, "\r\033[K[%s] %u of %u points, %u failed, %u running, %s left", bar, ended,
            state->points, state->failed, state->running, left);
    fflush(stderr);
}

static void show_end(const struct study_progress *progress, const struct runner_state *state,
                     const struct study_point *point, const struct store_run *run)
{
    bool done = strcmp(run->status, "done") == 0;
    if (done && progress->terminal)
        return;
    g_autofree char *text = study_point_text(progress->study, point);
    fprintf(stderr, "%s%u of %u: point %u (%s) %s after %.2f s%s%s\n",
            progress->terminal ? "\r\033[K" : "", state->kept + state->done + state->failed,
            state->points, point->position, text, run->status, run->wall_s, done ? "" : ": ",
            done ? "" : run->reason);
}

void study_progress_watch(void *data, const struct runner_state *state,
                          const struct study_point *point, const struct store_run *run)
{
    const struct study_progress *progress = data;
    if (point)
        show_end(progress, state, point, run);
    if (progress->terminal)
        show_bar(state);
}
