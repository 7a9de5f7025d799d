/* SPDX-License-Identifier: BSD-3-Clause */
/* Pieces are handed out by counting down what is left of them. Whoever has taken one holds up the
 * end of the step, so what the step is about (work, data, n) stays while it is looked at; and a
 * thread that comes late finds nothing left, or takes a piece of the step that goes on by then.
 */
#include "models/core/crew.h"
#include <glib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Looks before a thread sleeps: about 50 us. ASSUMED: longer than what lies between two steps. */
enum { LOOKS = 4000 };

struct crew_thread {
    struct crew *crew;
    unsigned number;
    GThread *thread;
};

struct crew {
    unsigned n_threads; /* beside the caller's */
    unsigned looks;
    struct crew_thread *threads;
    crew_work *work;
    void *data;
    unsigned n;
    atomic_uint left, unfinished; /* pieces of the step */
    atomic_bool over, caller_sleeps;
    atomic_uint sleepers;
    pthread_mutex_t mutex; /* only for sleeping */
    pthread_cond_t begun, done;
};

static inline void pause_a_little(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/* The number of pieces that were left before one was taken; 0: none was. */
static unsigned take(struct crew *crew)
{
    unsigned left = atomic_load(&crew->left);
    while (left > 0 && !atomic_compare_exchange_weak(&crew->left, &left, left - 1))
        ;
    return left;
}

static void work_along(struct crew *crew, unsigned number)
{
    for (unsigned left = take(crew); left > 0; left = take(crew)) {
        crew->work(crew->data, number, crew->n - left);
        if (atomic_fetch_sub(&crew->unfinished, 1) > 1 || !atomic_load(&crew->caller_sleeps))
            continue;
        pthread_mutex_lock(&crew->mutex);
        pthread_cond_signal(&crew->done);
        pthread_mutex_unlock(&crew->mutex);
    }
}

static bool has_begun(struct crew *crew)
{
    return atomic_load(&crew->left) > 0 || atomic_load(&crew->over);
}

static void wait_for_work(struct crew *crew)
{
    for (unsigned i = 0; i < crew->looks; i++) {
        if (has_begun(crew))
            return;
        pause_a_little();
    }
    pthread_mutex_lock(&crew->mutex);
    atomic_fetch_add(&crew->sleepers, 1);
    while (!has_begun(crew))
        pthread_cond_wait(&crew->begun, &crew->mutex);
    atomic_fetch_sub(&crew->sleepers, 1);
    pthread_mutex_unlock(&crew->mutex);
}

static gpointer run_thread(gpointer data)
{
    struct crew_thread *self = data;
    while (!atomic_load(&self->crew->over)) {
        work_along(self->crew, self->number);
        wait_for_work(self->crew);
    }
    return NULL;
}

struct crew *crew_new(unsigned threads)
{
    g_assert(threads >= 2);
    struct crew *crew = g_new0(struct crew, 1);
    crew->n_threads = threads - 1;
    crew->looks = threads <= g_get_num_processors() ? LOOKS : 0;
    pthread_mutex_init(&crew->mutex, NULL);
    pthread_cond_init(&crew->begun, NULL);
    pthread_cond_init(&crew->done, NULL);
    crew->threads = g_new0(struct crew_thread, crew->n_threads);
    for (unsigned i = 0; i < crew->n_threads; i++) {
        crew->threads[i] = (struct crew_thread){.crew = crew, .number = i + 1};
        crew->threads[i].thread = g_thread_new("worker", run_thread, &crew->threads[i]);
    }
    return crew;
}

static void wake_sleepers(struct crew *crew)
{
    if (atomic_load(&crew->sleepers) == 0)
        return;
    pthread_mutex_lock(&crew->mutex);
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->mutex);
}

void crew_free(struct crew *crew)
{
    if (!crew)
        return;
    atomic_store(&crew->over, true);
    wake_sleepers(crew);
    for (unsigned i = 0; i < crew->n_threads; i++)
        g_thread_join(crew->threads[i].thread);
    pthread_mutex_destroy(&crew->mutex);
    pthread_cond_destroy(&crew->begun);
    pthread_cond_destroy(&crew->done);
    g_free(crew->threads);
    g_free(crew);
}

static void wait_for_end(struct crew *crew)
{
    for (unsigned i = 0; i < crew->looks; i++) {
        if (atomic_load(&crew->unfinished) == 0)
            return;
        pause_a_little();
    }
    pthread_mutex_lock(&crew->mutex);
    atomic_store(&crew->caller_sleeps, true);
    while (atomic_load(&crew->unfinished) > 0)
        pthread_cond_wait(&crew->done, &crew->mutex);
    atomic_store(&crew->caller_sleeps, false);
    pthread_mutex_unlock(&crew->mutex);
}

void crew_run(struct crew *crew, crew_work *work, void *data, unsigned n)
{
    crew->work = work;
    crew->data = data;
    crew->n = n;
    atomic_store(&crew->unfinished, n);
    atomic_store(&crew->left, n);
    wake_sleepers(crew);
    work_along(crew, 0);
    wait_for_end(crew);
}
