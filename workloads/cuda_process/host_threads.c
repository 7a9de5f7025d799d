/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cuda_process/host_threads.h"

#include <stdlib.h>
#include <string.h>

struct thread_look {
    int thread;
    bool sleeps;
    guint64 switches; /* how often it has given its processor away */
};

struct thread_record {
    gint64 wait; /* the wait in which it was first seen computing */
    double cpu;  /* seconds it had taken then */
    bool known;  /* it was given up once */
};

void host_threads_init(struct host_threads *threads)
{
    *threads = (struct host_threads){
        .looks = {g_array_new(FALSE, FALSE, sizeof(struct thread_look)),
                  g_array_new(FALSE, FALSE, sizeof(struct thread_look))},
        .patience = HOST_THREADS_PATIENCE,
        .watched = g_hash_table_new_full(NULL, NULL, NULL, g_free),
    };
}

void host_threads_finish(struct host_threads *threads)
{
    g_array_free(threads->looks[0], TRUE);
    g_array_free(threads->looks[1], TRUE);
    g_hash_table_destroy(threads->watched);
}

void host_threads_begin(struct host_threads *threads)
{
    threads->since = g_get_monotonic_time();
    threads->asleep = 0;
    g_array_set_size(threads->looks[0], 0);
    g_array_set_size(threads->looks[1], 0);
}

/* ---- what the kernel says ---------------------------------------------------------------------
 */

static const char *field(const char *text, const char *name)
{
    const char *found = strstr(text, name);
    return found ? found + strlen(name) : NULL;
}

enum looked { LOOKED_AT, LOOKED_ENDED, LOOKED_UNTOLD /* its file doesn't say */ };

static enum looked look_at(GPid process, int thread, struct thread_look *look)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/task/%d/status", (int)process, thread);
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return LOOKED_ENDED;
    const char *state = field(text, "\nState:\t");
    const char *switches = field(text, "\nvoluntary_ctxt_switches:");
    const char *forced = field(text, "\nnonvoluntary_ctxt_switches:");
    if (!state || !switches || !forced)
        return LOOKED_UNTOLD;
    *look =
        (struct thread_look){.thread = thread,
                             .sleeps = *state == 'S',
                             .switches = strtoull(switches, NULL, 10) + strtoull(forced, NULL, 10)};
    return *state == 'Z' || *state == 'X' ? LOOKED_ENDED : LOOKED_AT;
}

/* Seconds of processor time; 0 if the kernel doesn't say. */
static double cpu_of(GPid process, int thread)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/task/%d/schedstat", (int)process, thread);
    g_autofree char *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) ? g_ascii_strtod(text, NULL) / 1e9 : 0;
}

static int by_thread(const void *a, const void *b)
{
    int first = ((const struct thread_look *)a)->thread,
        second = ((const struct thread_look *)b)->thread;
    return (first > second) - (first < second);
}

/* False if the kernel doesn't say. A process that is ending has no threads any more. */
static bool look_at_all(GPid process, GArray *looks)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/task", (int)process);
    GDir *folder = process > 0 ? g_dir_open(path, 0, NULL) : NULL;
    const char *name;
    struct thread_look look;
    g_array_set_size(looks, 0);
    if (!folder)
        return false;
    bool told = true;
    while ((name = g_dir_read_name(folder)) != NULL) {
        enum looked looked = look_at(process, atoi(name), &look);
        told &= looked != LOOKED_UNTOLD;
        if (looked == LOOKED_AT)
            g_array_append_val(looks, look);
    }
    g_dir_close(folder);
    g_array_sort(looks, by_thread);
    return told;
}

/* ---- what follows from it ---------------------------------------------------------------------
 */

/* A thread that is not waiting: has it been waited for long enough? */
static bool give_up(struct host_threads *threads, GPid process, const struct thread_look *look)
{
    void *key = GINT_TO_POINTER(look->thread);
    struct thread_record *record = g_hash_table_lookup(threads->watched, key);
    double waited = (double)(g_get_monotonic_time() - threads->since) / G_USEC_PER_SEC;
    if (!record) {
        record = g_new0(struct thread_record, 1);
        g_hash_table_insert(threads->watched, key, record);
    }
    double cpu = cpu_of(process, look->thread);
    if (record->wait != threads->since) {
        record->wait = threads->since;
        record->cpu = cpu;
    }
    double limit = record->known ? HOST_THREADS_LITTLE_PATIENCE : threads->patience;
    /* One that sleeps again and again takes hardly any processor time. */
    if ((look->sleeps ? waited : cpu - record->cpu) < limit)
        return false;
    record->known = true;
    return true;
}

enum threads_state host_threads_look(struct host_threads *threads, GPid process)
{
    GArray *before = threads->looks[0], *now = threads->looks[1];
    unsigned given_up = 0;
    threads->looks[0] = now;
    threads->looks[1] = before;
    g_array_set_size(threads->looks[0], 0);
    now = threads->looks[0];
    if (!look_at_all(process, now))
        return THREADS_UNKNOWN;
    if (now->len == 0 || before->len != now->len) /* of a process that ends one hears at once */
        return THREADS_RUN;
    for (guint i = 0; i < now->len; i++) {
        const struct thread_look *first = &g_array_index(before, struct thread_look, i);
        const struct thread_look *second = &g_array_index(now, struct thread_look, i);
        if (first->thread != second->thread)
            return THREADS_RUN;
        if (first->sleeps && second->sleeps && first->switches == second->switches)
            continue;
        if (!give_up(threads, process, second))
            return THREADS_RUN;
        given_up++;
    }
    threads->n_given_up += given_up;
    return THREADS_WAIT;
}

bool host_threads_may_act(struct host_threads *threads, GPid process, unsigned n_calls)
{
    const gint64 now = g_get_monotonic_time();
    const bool sleep = host_threads_look(threads, process) == THREADS_WAIT;
    if (!sleep || threads->asleep == 0)
        threads->asleep = now;
    return threads->looks[0]->len > n_calls &&
           now - threads->asleep < (gint64)HOST_THREADS_SLEEP * G_USEC_PER_SEC;
}
