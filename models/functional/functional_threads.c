/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/functional_threads.h"
#include "models/core/crew.h"
#include "models/functional/functional_blocks.h"
#include "models/functional/functional_runner.h"
#include "models/launch/grid.h"
#include "workloads/cluster.h"
#include "workloads/instruction_source.h"

/* Warp instructions of a launch that one thread runs before others help: a tenth of a millisecond
 * or more, for which it is worth while to wake a thread. ASSUMED. */
enum { ALONE = 1 << 13 };

struct functional_threads {
    unsigned n;
    struct crew *crew; /* NULL: not needed yet */
};

struct functional_threads *functional_threads_new(unsigned n)
{
    if (n < 2)
        return NULL;
    struct functional_threads *threads = g_new0(struct functional_threads, 1);
    threads->n = n;
    return threads;
}

void functional_threads_free(struct functional_threads *threads)
{
    if (!threads)
        return;
    crew_free(threads->crew);
    g_free(threads);
}

bool functional_threads_fit(const struct functional *f)
{
    const struct functional_options *options = f->options;
    const struct kernel_code *code = f->launch->code;
    return options->threads && options->n_blocks > 1 && !f->heard && !options->undo &&
           options->max_instructions == 0 && cluster_blocks(f->launch) == 1 &&
           !functional_only_waits(f) && !device_memory_strays(f->memory) &&
           code->ops->blocks_commute && code->ops->blocks_commute(code);
}

/* What a step's threads share. */
struct sharing {
    const struct functional *launch;
    struct block_pool pool;
};

/* A thread that helps tells nobody how far it is. */
static void work(void *data, unsigned worker)
{
    struct sharing *sharing = data;
    const struct functional *launch = sharing->launch;
    GError *error = NULL;
    struct footprint footprint;
    struct functional_options options = *launch->options;
    if (worker > 0)
        options.status = NULL;
    struct functional f = {.launch = launch->launch,
                           .memory = launch->memory,
                           .options = &options,
                           .error = &error,
                           .footprint = launch->footprint ? &footprint : NULL,
                           .pause_at = UINT64_MAX,
                           .pool = &sharing->pool};
    if (f.footprint)
        footprint_init(&footprint, f.memory);
    functional_runner_start(&f);
    if (!functional_run_blocks(&f) && error)
        block_pool_fail(f.pool, f.failed, error);
    functional_runner_stop(&f);
    if (!f.footprint)
        return;
    g_mutex_lock(&f.pool->mutex);
    footprint_merge(launch->footprint, &footprint);
    g_mutex_unlock(&f.pool->mutex);
    footprint_finish(&footprint);
}

bool functional_threads_run(struct functional *f)
{
    struct functional_threads *threads = f->options->threads;
    f->pause_at = ALONE;
    f->wait_loops = NULL; /* blocks that commute do not wait */
    if (!functional_run_blocks(f))
        return false;
    if (f->next == f->end)
        return true;
    functional_runner_stop(f);
    if (!threads->crew)
        threads->crew = crew_new(threads->n);
    struct sharing sharing = {.launch = f};
    block_pool_init(&sharing.pool, f->next, f->end);
    crew_run(threads->crew, work, &sharing);
    return block_pool_finish(&sharing.pool, f->counts, f->error);
}
