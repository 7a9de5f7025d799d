/* SPDX-License-Identifier: BSD-3-Clause */
/* A thread for each simulation at a time, that does nothing but wait for its process. */
#include "workloads/suite/suite_pool.h"

struct job {
    const struct suite_program *program;
    struct suite_outcome outcome;
    bool over;
};

struct pool {
    const struct suite_setup *setup;
    GMutex lock; /* of each job's over */
    GCond changed;
};

static void run_job(void *data, void *user_data)
{
    struct job *job = data;
    struct pool *pool = user_data;
    suite_run(&job->outcome, pool->setup, job->program);
    g_mutex_lock(&pool->lock);
    job->over = true;
    g_cond_signal(&pool->changed);
    g_mutex_unlock(&pool->lock);
}

static void wait_for(struct pool *pool, const struct job *job)
{
    g_mutex_lock(&pool->lock);
    while (!job->over)
        g_cond_wait(&pool->changed, &pool->lock);
    g_mutex_unlock(&pool->lock);
}

void suite_pool_run(const struct suite_setup *setup, const GPtrArray *programs, unsigned at_a_time,
                    void (*tell)(const struct suite_program *program,
                                 const struct suite_outcome *outcome, void *data),
                    void *data)
{
    struct pool pool = {.setup = setup};
    g_mutex_init(&pool.lock);
    g_cond_init(&pool.changed);
    g_autofree struct job *jobs = g_new0(struct job, programs->len);
    /* Not exclusive: its threads start when they are needed, which can't fail. */
    GThreadPool *threads = g_thread_pool_new(run_job, &pool, (int)at_a_time, FALSE, NULL);
    for (guint i = 0; i < programs->len; i++) {
        jobs[i].program = programs->pdata[i];
        g_thread_pool_push(threads, &jobs[i], NULL);
    }
    for (guint i = 0; i < programs->len; i++) {
        wait_for(&pool, &jobs[i]);
        tell(jobs[i].program, &jobs[i].outcome, data);
        suite_outcome_clear(&jobs[i].outcome);
    }
    g_thread_pool_free(threads, FALSE, TRUE);
    g_mutex_clear(&pool.lock);
    g_cond_clear(&pool.changed);
}
