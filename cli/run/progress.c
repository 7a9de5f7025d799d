/* SPDX-License-Identifier: BSD-3-Clause */
/* A thread of its own looks at a few words of the simulation five times a second, so that the
 * simulation pays nothing for it. What it reads may be a moment old; it decides nothing. */
#include "cli/run/progress.h"
#include "cli/base/pace.h"
#include <stdio.h>
#include <unistd.h>

struct progress {
    const struct gpu *gpu;
    GThread *thread;
    GMutex mutex;
    GCond ended;
    struct pace pace;
    bool end;
};

static void show(struct progress *progress)
{
    const struct gpu *gpu = progress->gpu;
    uint64_t clock_ps = __atomic_load_n(&gpu_engine(gpu)->clock, __ATOMIC_RELAXED);
    uint64_t blocks, all;
    gpu_blocks(gpu, &blocks, &all);
    g_autofree char *left =
        pace_text(pace_left_s(&progress->pace, blocks, all, g_get_monotonic_time()));
    fprintf(stderr,
            "\r\033[Kcycle %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
            " blocks of the kernels so far, %s left for them",
            clock_cycle_at_or_before(&gpu_config_of(gpu)->sm.clock, clock_ps), blocks, all, left);
    fflush(stderr);
}

static gpointer watch(gpointer data)
{
    struct progress *progress = data;
    g_mutex_lock(&progress->mutex);
    while (!progress->end) {
        gint64 until = g_get_monotonic_time() + G_TIME_SPAN_SECOND / 5;
        while (!progress->end && g_cond_wait_until(&progress->ended, &progress->mutex, until))
            ;
        if (!progress->end)
            show(progress);
    }
    g_mutex_unlock(&progress->mutex);
    return NULL;
}

struct progress *progress_start(const struct gpu *gpu)
{
    if (!isatty(STDERR_FILENO))
        return NULL;
    struct progress *progress = g_new0(struct progress, 1);
    progress->gpu = gpu;
    g_mutex_init(&progress->mutex);
    g_cond_init(&progress->ended);
    progress->thread = g_thread_new("progress", watch, progress);
    return progress;
}

void progress_end(struct progress *progress)
{
    if (!progress)
        return;
    g_mutex_lock(&progress->mutex);
    progress->end = true;
    g_cond_signal(&progress->ended);
    g_mutex_unlock(&progress->mutex);
    g_thread_join(progress->thread);
    g_mutex_clear(&progress->mutex);
    g_cond_clear(&progress->ended);
    fputs("\r\033[K", stderr);
    g_free(progress);
}
