/* SPDX-License-Identifier: BSD-3-Clause */
/* A step is a door. The caller opens it. Threads that come in are counted. The caller closes it
 * when its own part is done. The step's work stays until all threads have left. The door has a
 * cache line of its own. The line changes hands when a thread comes and when it goes, not with
 * every piece of work. */
#include "models/core/crew.h"
#include <glib.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Looks before a thread sleeps: about 50 us, with a pause of 25 ns. ASSUMED: longer than the time
 * between two steps. */
enum { LOOKS = 2000 };

/* The door is a word. Above bit 32 it has the step's number. Below stand twice the number of
 * threads that are inside, and a bit that says whether it is open. */
#define ONE_STEP   (UINT64_C(1) << 32)
#define ONE_INSIDE UINT64_C(2)
#define OPEN       UINT64_C(1)

struct crew_thread {
    struct crew *crew;
    unsigned number;
    GThread *thread;
};

struct crew {
    alignas(64) _Atomic uint64_t door;
    alignas(64) crew_work *work;
    void *data;
    unsigned n_threads; /* beside the caller's */
    unsigned looks;
    struct crew_thread *threads;
    atomic_bool over;
    alignas(64) atomic_bool sleepers; /* somebody may sleep who has not been woken yet */
    atomic_bool caller_sleeps;
    pthread_mutex_t mutex; /* only for sleeping */
    pthread_cond_t begun, done;
};

static inline bool all_have_left(const struct crew *crew)
{
    return ((uint32_t)atomic_load(&crew->door) & ~OPEN) == 0;
}

static void leave(struct crew *crew)
{
    const uint64_t door = atomic_fetch_sub(&crew->door, ONE_INSIDE);
    if ((uint32_t)door != ONE_INSIDE || !atomic_load(&crew->caller_sleeps))
        return;
    pthread_mutex_lock(&crew->mutex);
    pthread_cond_signal(&crew->done);
    pthread_mutex_unlock(&crew->mutex);
}

/* Open for a step that the thread has not been in. */
static inline bool is_open(const struct crew *crew, uint32_t been_in)
{
    const uint64_t door = atomic_load(&crew->door);
    return (door & OPEN) && (uint32_t)(door >> 32) != been_in;
}

/* True: the thread is in. */
static bool enter(struct crew *crew, uint32_t *been_in)
{
    uint64_t door = atomic_load(&crew->door);
    while ((door & OPEN) && (uint32_t)(door >> 32) != *been_in)
        if (atomic_compare_exchange_weak(&crew->door, &door, door + ONE_INSIDE)) {
            *been_in = (uint32_t)(door >> 32);
            return true;
        }
    return false;
}

static void wait_for_step(struct crew *crew, uint32_t been_in)
{
    for (unsigned i = 0; i < crew->looks; i++) {
        if (is_open(crew, been_in))
            return;
        crew_pause();
    }
    pthread_mutex_lock(&crew->mutex);
    while (!is_open(crew, been_in) && !atomic_load(&crew->over)) {
        atomic_store(&crew->sleepers, true);
        if (!is_open(crew, been_in) && !atomic_load(&crew->over))
            pthread_cond_wait(&crew->begun, &crew->mutex);
    }
    pthread_mutex_unlock(&crew->mutex);
}

static gpointer run_thread(gpointer data)
{
    struct crew_thread *self = data;
    struct crew *crew = self->crew;
    uint32_t been_in = 0;
    while (!atomic_load(&crew->over)) {
        wait_for_step(crew, been_in);
        if (!enter(crew, &been_in))
            continue;
        crew->work(crew->data, self->number);
        leave(crew);
    }
    return NULL;
}

struct crew *crew_new(unsigned threads)
{
    g_assert(threads >= 2);
    struct crew *crew = g_aligned_alloc0(1, sizeof *crew, alignof(struct crew));
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
    if (!atomic_load(&crew->sleepers))
        return;
    pthread_mutex_lock(&crew->mutex);
    atomic_store(&crew->sleepers, false);
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
    g_aligned_free(crew);
}

static void wait_for_end(struct crew *crew)
{
    for (unsigned i = 0; i < crew->looks; i++) {
        if (all_have_left(crew))
            return;
        crew_pause();
    }
    pthread_mutex_lock(&crew->mutex);
    atomic_store(&crew->caller_sleeps, true);
    while (!all_have_left(crew))
        pthread_cond_wait(&crew->done, &crew->mutex);
    atomic_store(&crew->caller_sleeps, false);
    pthread_mutex_unlock(&crew->mutex);
}

void crew_run(struct crew *crew, crew_work *work, void *data)
{
    crew->work = work;
    crew->data = data;
    /* Nobody is inside. Numbers come round after 2^32 steps. A thread that slept all that time
     * would take such a step for its last one, and not come. */
    const uint64_t number = (atomic_load(&crew->door) >> 32) + 1;
    atomic_store(&crew->door, number << 32 | OPEN);
    wake_sleepers(crew);
    work(data, 0);
    if (atomic_fetch_and(&crew->door, ~OPEN) != (number << 32 | OPEN))
        wait_for_end(crew);
}
