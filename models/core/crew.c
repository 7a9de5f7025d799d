/* SPDX-License-Identifier: BSD-3-Clause */
/* Pieces are handed out by counting down what is left of a share. Whoever has taken one holds up
 * the end of the step, so what the step is about (work, data, the shares' ends) stays while it is
 * looked at; and a thread that comes late finds nothing left, or takes a piece of the step that
 * goes on by then.
 */
#include "models/core/crew.h"
#include <glib.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Looks before a thread sleeps: about 50 us. ASSUMED: longer than what lies between two steps. */
enum { LOOKS = 4000 };

/* The pieces of which a thread is the first choice. Of different threads they are on different
 * cache lines. */
struct crew_share {
    alignas(64) atomic_uint left;
    unsigned end; /* the number after its last piece's */
};

struct crew_thread {
    struct crew *crew;
    unsigned number;
    GThread *thread;
};

struct crew {
    unsigned n_threads; /* beside the caller's */
    unsigned looks;
    struct crew_thread *threads;
    struct crew_share *shares; /* by thread number */
    crew_work *work;
    void *data;
    atomic_uint unfinished; /* pieces of the step */
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

/* True: it is the taker's. */
static bool take_from(struct crew_share *share, unsigned *piece)
{
    unsigned left = atomic_load(&share->left);
    while (left > 0 && !atomic_compare_exchange_weak(&share->left, &left, left - 1))
        ;
    if (left > 0)
        *piece = share->end - left;
    return left > 0;
}

/* From a thread's own share, or the next one that has any. */
static bool take(struct crew *crew, unsigned number, unsigned *piece)
{
    for (unsigned i = number; i <= number + crew->n_threads; i++)
        if (take_from(&crew->shares[i % (crew->n_threads + 1)], piece))
            return true;
    return false;
}

static void work_along(struct crew *crew, unsigned number)
{
    unsigned piece;
    while (take(crew, number, &piece)) {
        crew->work(crew->data, number, piece);
        if (atomic_fetch_sub(&crew->unfinished, 1) > 1 || !atomic_load(&crew->caller_sleeps))
            continue;
        pthread_mutex_lock(&crew->mutex);
        pthread_cond_signal(&crew->done);
        pthread_mutex_unlock(&crew->mutex);
    }
}

static bool has_begun(const struct crew *crew)
{
    for (unsigned i = 0; i <= crew->n_threads; i++)
        if (atomic_load(&crew->shares[i].left) > 0)
            return true;
    return atomic_load(&crew->over);
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
    crew->shares = g_aligned_alloc0(threads, sizeof *crew->shares, alignof(struct crew_share));
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
    g_aligned_free(crew->shares);
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

void crew_run(struct crew *crew, crew_work *work, void *data, const unsigned *shares)
{
    unsigned n = 0;
    crew->work = work;
    crew->data = data;
    for (unsigned i = 0; i <= crew->n_threads; i++)
        crew->shares[i].end = n += shares[i];
    atomic_store(&crew->unfinished, n);
    for (unsigned i = 0; i <= crew->n_threads; i++)
        atomic_store(&crew->shares[i].left, shares[i]);
    wake_sleepers(crew);
    work_along(crew, 0);
    wait_for_end(crew);
}
