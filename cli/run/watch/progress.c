/* SPDX-License-Identifier: BSD-3-Clause */
/* A thread of its own looks at a few words of the simulation five times a second, so that the
 * simulation pays nothing for it. What it reads may be a moment old; it decides nothing. */
#include "cli/run/watch/progress.h"
#include "base/input_error.h"
#include "cli/base/pace.h"
#include "results/format.h"
#include "results/result.h"
#include <stdio.h>
#include <unistd.h>

struct progress {
    const struct gpu *gpu;
    GThread *thread;
    GMutex mutex;
    GCond ended;
    struct pace pace;
    uint64_t instructions; /* of the whole run; 0: not known */
    bool end;
};

/* Units count while they are looked at. */
static uint64_t instructions_so_far(const struct gpu *gpu)
{
    uint64_t sum = __atomic_load_n(&gpu_functional(gpu)->warp_instructions, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < gpu_n_sms(gpu); i++)
        sum += __atomic_load_n(&sm_counters(gpu_sm(gpu, i))->warp_instructions, __ATOMIC_RELAXED);
    return sum;
}

static void show(struct progress *progress)
{
    const struct gpu *gpu = progress->gpu;
    const uint64_t clock_ps = __atomic_load_n(&gpu_engine(gpu)->clock, __ATOMIC_RELAXED);
    uint64_t done, all;
    if (progress->instructions > 0) {
        all = progress->instructions;
        done = MIN(instructions_so_far(gpu), all);
    } else {
        gpu_blocks(gpu, &done, &all);
    }
    g_autofree char *left =
        pace_text(pace_left_s(&progress->pace, done, all, g_get_monotonic_time()));
    fprintf(stderr, "\r\033[Kcycle %" G_GUINT64_FORMAT ", ",
            clock_cycle_at_or_before(&gpu_config_of(gpu)->sm.clock, clock_ps));
    if (progress->instructions > 0)
        fprintf(stderr, "%.1f %% of the former run's instructions, %s left",
                100 * (double)done / (double)all, left);
    else
        fprintf(stderr,
                "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                " blocks of the kernels so far, %s left for them",
                done, all, left);
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

/* Of a member of the result's totals; 0 if it is not there. */
static uint64_t counted(JsonObject *totals, const char *units)
{
    JsonObject *counters =
        json_object_has_member(totals, units) ? json_object_get_object_member(totals, units) : NULL;
    return counters && json_object_has_member(counters, RESULT_WARP_INSTRUCTIONS)
               ? (uint64_t)json_object_get_int_member(counters, RESULT_WARP_INSTRUCTIONS)
               : 0;
}

bool progress_read(const char *file, uint64_t *instructions, GError **error)
{
    *instructions = 0;
    if (!file)
        return true;
    g_autoptr(JsonNode) result =
        result_load(file, "expected what --json has written of a former run", error);
    if (!result)
        return false;
    JsonObject *root = json_node_get_object(result);
    if (json_object_has_member(root, RESULT_TOTALS)) {
        JsonObject *totals = json_object_get_object_member(root, RESULT_TOTALS);
        *instructions = counted(totals, "sm") + counted(totals, "functional");
    }
    return *instructions > 0 ||
           input_error_at(error, file, 0,
                          "expected the result of a run with instructions, found none");
}

struct progress *progress_start(const struct gpu *gpu, uint64_t instructions)
{
    if (!isatty(STDERR_FILENO))
        return NULL;
    struct progress *progress = g_new0(struct progress, 1);
    progress->gpu = gpu;
    progress->instructions = instructions;
    g_mutex_init(&progress->mutex);
    g_cond_init(&progress->ended);
    progress_resume(progress);
    return progress;
}

void progress_pause(struct progress *progress)
{
    if (!progress)
        return;
    g_mutex_lock(&progress->mutex);
    progress->end = true;
    g_cond_signal(&progress->ended);
    g_mutex_unlock(&progress->mutex);
    g_thread_join(progress->thread);
}

void progress_resume(struct progress *progress)
{
    if (!progress)
        return;
    progress->end = false;
    progress->thread = g_thread_new("progress", watch, progress);
}

void progress_end(struct progress *progress)
{
    if (!progress)
        return;
    progress_pause(progress);
    g_mutex_clear(&progress->mutex);
    g_cond_clear(&progress->ended);
    fputs("\r\033[K", stderr);
    g_free(progress);
}
