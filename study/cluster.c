/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/cluster.h"
#include "base/input_error.h"
#include "study/point_command.h"
#include "study/slurm.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

/* How often squeue is asked: often at first, then seldom, for it costs the controller work. */
enum { POLL_MIN_MS = 500, POLL_MAX_MS = 20000, POLL_PART = 10, SLICE_MS = 100 };

struct cluster {
    const struct cluster_setup *setup;
    struct runner_state *state;
    struct slurm_job job;
    GPtrArray *chunks;
    bool *whole;     /* for each chunk: all its points have rows */
    bool *collected; /* for each chunk: what its last task left was merged */
    bool *seen;      /* for each position: its row was counted */
    gint64 start_us;
    bool mute; /* squeue did not answer last time, which was said */
};

static void say(const struct cluster *cluster, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void say(const struct cluster *cluster, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    cluster->setup->say(cluster->setup->data, text);
}

static char *in_folder(const struct cluster *cluster, const char *name)
{
    return g_build_filename(cluster->setup->job.folder, name, NULL);
}

static void watch(struct cluster *cluster, const struct study_point *point,
                  const struct store_run *run)
{
    struct runner_state *state = cluster->state;
    unsigned ended = state->done + state->failed;
    state->elapsed_s = (double)(g_get_monotonic_time() - cluster->start_us) / 1e6;
    state->left_s = ended ? state->elapsed_s / ended * (state->points - state->kept - ended) : -1;
    cluster->setup->watch(cluster->setup->data, state, point, run);
}

/* Sleeps; progress is shown meanwhile. False if interrupted. */
static bool wait_ms(struct cluster *cluster, gint64 time_ms)
{
    for (; time_ms > 0 && !*cluster->setup->interrupted; time_ms -= SLICE_MS) {
        g_usleep(1000 * SLICE_MS);
        watch(cluster, NULL, NULL);
    }
    return !*cluster->setup->interrupted;
}

static void count(struct cluster *cluster, unsigned position, const struct store_run *run)
{
    if (cluster->seen[position])
        return;
    cluster->seen[position] = true;
    if (strcmp(run->status, "done") == 0)
        cluster->state->done++;
    else
        cluster->state->failed++;
    watch(cluster, g_ptr_array_index(cluster->setup->points, position), run);
}

/* Counts the points that have a row in a chunk's results file, and says whether all have. */
static bool look_into(struct cluster *cluster, const struct job_chunk *chunk, bool *whole,
                      GError **error)
{
    struct store *store = store_open(chunk->store, STORE_READ, error);
    bool good = store != NULL;
    *whole = true;
    for (unsigned i = 0; i < chunk->positions->len && good; i++) {
        unsigned position = g_array_index(chunk->positions, unsigned, i);
        const struct study_point *point = g_ptr_array_index(cluster->setup->points, position);
        struct store_run run;
        good = store_get_run(store, point->key, &run, error);
        if (good && run.key)
            count(cluster, position, &run);
        else
            *whole = false;
        store_run_clear(&run);
    }
    store_close(store);
    return good;
}

/* Takes what a chunk's task left, which may be nothing. A file that cannot be read (of a full disk,
 * say) is taken away, and the chunk counts as lost. */
static bool collect(struct cluster *cluster, unsigned index, GError **error)
{
    const struct job_chunk *chunk = g_ptr_array_index(cluster->chunks, index);
    g_autoptr(GError) cause = NULL;
    cluster->collected[index] = true;
    if (!g_file_test(chunk->store, G_FILE_TEST_EXISTS))
        return true;
    if (!look_into(cluster, chunk, &cluster->whole[index], &cause)) {
        say(cluster, "%s", cause->message);
        cluster->whole[index] = false;
        g_unlink(chunk->store);
        return true;
    }
    return store_merge(cluster->setup->store, chunk->store, error);
}

/* Asks squeue once. False: it did not answer; nothing is known. */
static bool ask_tasks(struct cluster *cluster, enum slurm_task *tasks, unsigned n, bool *any)
{
    g_autoptr(GError) cause = NULL;
    bool answered = slurm_tasks(&cluster->job, tasks, n, any, &cause);
    if (!answered && !cluster->mute)
        say(cluster, "%s; asking again", cause->message);
    cluster->mute = !answered;
    return answered;
}

/* Waits for the job's end, and collects each chunk when its task has ended. */
static bool wait_for_job(struct cluster *cluster, GError **error)
{
    unsigned n = cluster->chunks ? cluster->chunks->len : 0;
    g_autofree enum slurm_task *tasks = g_new0(enum slurm_task, n + 1);
    gint64 start_us = g_get_monotonic_time();
    for (;;) {
        gint64 past_ms = (g_get_monotonic_time() - start_us) / 1000;
        bool any = true;
        if (!wait_ms(cluster, CLAMP(past_ms / POLL_PART, POLL_MIN_MS, POLL_MAX_MS)))
            return true;
        if (!ask_tasks(cluster, tasks, n, &any))
            continue;
        cluster->state->running = 0;
        for (unsigned i = 0; i < n; i++) {
            cluster->state->running += tasks[i] == SLURM_RUNNING;
            if (tasks[i] == SLURM_ENDED && !cluster->collected[i] && !collect(cluster, i, error))
                return false;
        }
        if (!any)
            return true;
    }
}

/* The chunks that are not whole, as sbatch wants them, or NULL. Their tasks are yet to end. */
static char *open_tasks(struct cluster *cluster)
{
    GString *tasks = g_string_new(NULL);
    for (unsigned i = 0; i < cluster->chunks->len; i++) {
        cluster->collected[i] = cluster->whole[i];
        if (!cluster->whole[i])
            g_string_append_printf(tasks, "%s%u", tasks->len ? "," : "", i);
    }
    return g_string_free(tasks, tasks->len == 0);
}

static bool submit(struct cluster *cluster, const char *tasks, GError **error)
{
    const struct cluster_setup *setup = cluster->setup;
    g_autoptr(GError) cause = NULL;
    g_autofree char *list = in_folder(cluster, "jobs"), *log = in_folder(cluster, "chunk-%a.log");
    g_autofree char *name = g_strconcat("simgpu-", setup->study->name, NULL);
    g_autofree char *path = in_folder(cluster, "array");
    struct slurm_submission submission = {
        .name = name,
        .directory = setup->job.directory,
        .list = list,
        .tasks = tasks,
        .log = log,
        .cpus = MAX(setup->job.jobs, setup->job.cores),
        .options = setup->sbatch,
    };
    if (!slurm_submit(&submission, &cluster->job, error))
        return false;
    g_autofree char *text =
        g_strconcat(cluster->job.id, cluster->job.cluster ? ";" : "", cluster->job.cluster, NULL);
    if (!g_file_set_contents(path, text, -1, &cause))
        return input_error_at(error, path, 0, "%s", cause->message);
    return true;
}

/* Merges a results file that an earlier start left, unless its job had hardly made it. */
static bool collect_leftover(struct cluster *cluster, const char *path, GError **error)
{
    g_autoptr(GError) cause = NULL;
    struct store *store = store_open(path, STORE_READ, &cause);
    if (!store) {
        say(cluster, "%s", cause->message);
        return true;
    }
    store_close(store);
    return store_merge(cluster->setup->store, path, error);
}

/* Merges and takes away what an earlier start left. */
static bool collect_leftovers(struct cluster *cluster, GError **error)
{
    const char *folder = cluster->setup->job.folder, *name;
    g_autoptr(GDir) files = g_dir_open(folder, 0, NULL);
    while (files && (name = g_dir_read_name(files))) {
        g_autofree char *path = in_folder(cluster, name);
        if (!g_str_has_prefix(name, "chunk-"))
            continue;
        if (g_str_has_suffix(name, ".sqlite") && !collect_leftover(cluster, path, error))
            return false;
        g_unlink(path);
    }
    return true;
}

/* Waits for what an earlier start submitted, if anything. */
static bool take_over(struct cluster *cluster, GError **error)
{
    g_autofree char *path = in_folder(cluster, "array"), *text = NULL;
    if (g_file_get_contents(path, &text, NULL, NULL) && slurm_job_parse(&cluster->job, text)) {
        say(cluster, "waiting for job %s of an earlier start, if it still runs", cluster->job.id);
        if (!wait_for_job(cluster, error))
            return false;
        if (*cluster->setup->interrupted)
            return true;
    }
    g_unlink(path);
    return collect_leftovers(cluster, error);
}

/* A row for each point that no task left one of. */
static bool give_up(struct cluster *cluster, unsigned index, GError **error)
{
    const struct cluster_setup *setup = cluster->setup;
    const struct job_chunk *chunk = g_ptr_array_index(cluster->chunks, index);
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    g_autofree char *started = g_date_time_format(now, "%Y-%m-%dT%H:%M:%SZ");
    for (unsigned i = 0; i < chunk->positions->len; i++) {
        unsigned position = g_array_index(chunk->positions, unsigned, i);
        const struct study_point *point = g_ptr_array_index(setup->points, position);
        if (cluster->seen[position])
            continue;
        g_autofree char *command = point_command(setup->job.executable, point);
        g_autofree char *reason =
            g_strdup_printf("lost with its Slurm task, %u times; see %s/chunk-%u.log",
                            setup->retries + 1, setup->job.folder, index);
        struct store_run run = {
            .key = (char *)point->key,
            .status = "failed",
            .reason = reason,
            .command = command,
            .version = (char *)setup->version,
            .started = started,
        };
        if (!store_put_run(setup->store, &run, error))
            return false;
        count(cluster, position, &run);
    }
    return true;
}

/* Submits what is open, waits, and does it again with what was lost. */
static bool rounds(struct cluster *cluster, GError **error)
{
    const struct cluster_setup *setup = cluster->setup;
    for (unsigned round = 0; round <= setup->retries; round++) {
        g_autofree char *tasks = open_tasks(cluster);
        if (!tasks)
            break;
        if (!submit(cluster, tasks, error))
            return false;
        if (round == 0)
            say(cluster, "submitted job %s: %u chunks", cluster->job.id, cluster->chunks->len);
        else
            say(cluster,
                "submitted job %s: chunks %s again, because their tasks ended without all points "
                "(%u of %u)",
                cluster->job.id, tasks, round, setup->retries);
        if (!wait_for_job(cluster, error))
            return false;
        if (*setup->interrupted) {
            say(cluster,
                "job %s goes on; the same command collects its results, scancel %s ends it",
                cluster->job.id, cluster->job.id);
            return true;
        }
    }
    for (unsigned i = 0; i < cluster->chunks->len; i++)
        if (!cluster->whole[i] && !give_up(cluster, i, error))
            return false;
    return true;
}

/* Takes the folder away; of lost chunks the logs stay. */
static void tidy(struct cluster *cluster)
{
    g_autofree char *list = in_folder(cluster, "jobs"), *array = in_folder(cluster, "array");
    for (unsigned i = 0; i < cluster->chunks->len; i++) {
        const struct job_chunk *chunk = g_ptr_array_index(cluster->chunks, i);
        g_autofree char *name = g_strdup_printf("chunk-%u.log", i);
        g_autofree char *log = in_folder(cluster, name);
        g_unlink(chunk->store);
        if (cluster->whole[i])
            g_unlink(log);
    }
    g_unlink(list);
    g_unlink(array);
    g_rmdir(cluster->setup->job.folder);
}

/* What is still to be run: for each position. */
static bool find_open(struct cluster *cluster, bool *open, GError **error)
{
    const struct cluster_setup *setup = cluster->setup;
    struct runner_state *state = cluster->state;
    for (unsigned i = 0; i < setup->points->len; i++) {
        const struct study_point *point = g_ptr_array_index(setup->points, i);
        bool done = false;
        if (setup->chosen && !setup->chosen[i])
            continue;
        if (!store_is_done(setup->store, point->key, &done, error))
            return false;
        state->points++;
        state->kept += done;
        open[i] = !done;
    }
    return true;
}

static bool run_open(struct cluster *cluster, const bool *open, GError **error)
{
    g_autofree char *list = in_folder(cluster, "jobs");
    cluster->chunks = job_chunks(&cluster->setup->job, open, cluster->setup->points->len);
    cluster->whole = g_new0(bool, cluster->chunks->len + 1);
    cluster->collected = g_new0(bool, cluster->chunks->len + 1);
    bool good = job_list_write(cluster->chunks, list, error) && rounds(cluster, error);
    if (good && !*cluster->setup->interrupted)
        tidy(cluster);
    g_ptr_array_unref(cluster->chunks);
    g_free(cluster->whole);
    g_free(cluster->collected);
    return good;
}

bool cluster_run(const struct cluster_setup *setup, struct runner_state *state, GError **error)
{
    struct cluster cluster = {
        .setup = setup,
        .state = state,
        .start_us = g_get_monotonic_time(),
    };
    *state = (struct runner_state){.left_s = -1};
    if (g_mkdir(setup->job.folder, 0777) != 0 && errno != EEXIST)
        return input_error_at(error, setup->job.folder, 0, "%s", g_strerror(errno));
    g_autofree bool *open = g_new0(bool, setup->points->len);
    cluster.seen = g_new0(bool, setup->points->len);
    bool good = take_over(&cluster, error);
    if (good && !*setup->interrupted)
        good = find_open(&cluster, open, error) && run_open(&cluster, open, error);
    g_free(cluster.seen);
    slurm_job_clear(&cluster.job);
    return good;
}
