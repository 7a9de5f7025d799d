/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/runner.h"

#include "study/child.h"

#include <string.h>

/* How often somebody is told how far it is. */
enum { WATCH_MS = 200 };

struct runner {
    const struct runner_setup *setup;
    struct runner_state state;
    GPtrArray *children; /* struct child *, running */
    GHashTable *seen;    /* keys that this run has dealt with */
    unsigned next;       /* position to look at next */
    unsigned to_run;     /* points that were not done before */
    gint64 start_us, told_us;
    double run_s; /* of all that ended */
};

static void destroy_child(void *child)
{
    child_free(child);
}

static bool is_chosen(const struct runner_setup *setup, unsigned position)
{
    return !setup->chosen || setup->chosen[position];
}

/* ---- how far it is */

static void update(struct runner *r)
{
    struct runner_state *state = &r->state;
    unsigned ended = state->done + state->failed;
    unsigned left = state->points - state->kept - ended;
    state->running = r->children->len;
    state->elapsed_s = (double)(g_get_monotonic_time() - r->start_us) / G_USEC_PER_SEC;
    state->left_s = -1;
    if (ended == 0)
        return;
    double mean_s = r->run_s / ended;
    double work_s = mean_s * left;
    for (unsigned i = 0; i < r->children->len; i++)
        work_s -= MIN(child_seconds(r->children->pdata[i]), mean_s);
    state->left_s = MAX(work_s, 0) / MAX(1, MIN(r->setup->jobs, left));
}

static void tell(struct runner *r, const struct study_point *point, const struct store_run *run)
{
    update(r);
    if (r->setup->watch)
        r->setup->watch(r->setup->watch_data, &r->state, point, run);
}

/* Now and then, while nothing ends. */
static void tell_at_times(struct runner *r)
{
    gint64 now = g_get_monotonic_time();
    if (now - r->told_us < (gint64)WATCH_MS * 1000)
        return;
    r->told_us = now;
    tell(r, NULL, NULL);
}

/* ---- starting points */

/* More would wait for each other more than work (ASSUMED), and --threads has a limit, too. */
enum { MOST_THREADS = 64 };

unsigned runner_threads(const struct runner_setup *setup, unsigned left)
{
    const unsigned beside = MAX(1, MIN(setup->jobs, left));
    return CLAMP(setup->cores / beside, 1, MOST_THREADS);
}

/* Points that are alike are one. */
static bool count_what_is_to_run(struct runner *r, GError **error)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    const GPtrArray *points = r->setup->points;
    for (guint i = 0; i < points->len; i++) {
        const struct study_point *point = points->pdata[i];
        bool done = false;
        if (!is_chosen(r->setup, i) || !g_hash_table_add(seen, (char *)point->key))
            continue;
        if (!store_is_done(r->setup->store, point->key, &done, error))
            return false;
        r->to_run += !done;
    }
    return true;
}

/* Starts the point unless it is done. */
static bool start_point(struct runner *r, const struct study_point *point, GError **error)
{
    bool done = !g_hash_table_add(r->seen, (char *)point->key);
    if (!done && !store_is_done(r->setup->store, point->key, &done, error))
        return false;
    if (done) {
        r->state.kept++;
        return true;
    }
    const unsigned left = r->to_run - r->state.done - r->state.failed;
    struct child *child =
        child_start(r->setup->executable, point, runner_threads(r->setup, left), error);
    if (child)
        g_ptr_array_add(r->children, child);
    return child != NULL;
}

static bool start_points(struct runner *r, GError **error)
{
    const GPtrArray *points = r->setup->points;
    for (; r->children->len < r->setup->jobs && r->next < points->len; r->next++)
        if (is_chosen(r->setup, r->next) && !start_point(r, points->pdata[r->next], error))
            return false;
    return true;
}

/* ---- ends */

static bool end_point(struct runner *r, struct child *child, GError **error)
{
    struct store_run run;
    const struct study_point *point = child->point;
    child_finish(child, r->setup->executable, &run);
    run.key = g_strdup(point->key);
    run.version = g_strdup(r->setup->version);
    r->run_s += run.wall_s;
    g_ptr_array_remove_fast(r->children, child);
    if (strcmp(run.status, "done") == 0)
        r->state.done++;
    else
        r->state.failed++;
    bool good = store_put_run(r->setup->store, &run, error);
    if (good)
        tell(r, point, &run);
    store_run_clear(&run);
    return good;
}

/* Waits until something happens or it is time to tell how far it is. */
static void wait_for_children(const struct runner *r)
{
    g_autofree struct pollfd *files = g_new(struct pollfd, (gsize)r->children->len * CHILD_FILES);
    for (unsigned i = 0; i < r->children->len; i++)
        child_watch(r->children->pdata[i], files + (gsize)i * CHILD_FILES);
    poll(files, (nfds_t)r->children->len * CHILD_FILES, WATCH_MS);
}

static bool look_at_children(struct runner *r, GError **error)
{
    double timeout_s = r->setup->study->timeout_s;
    for (unsigned i = r->children->len; i-- > 0;) {
        struct child *child = r->children->pdata[i];
        if (child_look(child)) {
            if (!end_point(r, child, error))
                return false;
        } else if (timeout_s > 0 && !child->timed_out && child_seconds(child) > timeout_s) {
            child_time_out(child);
        }
    }
    return true;
}

static bool run_all(struct runner *r, GError **error)
{
    while (!*r->setup->interrupted) {
        if (!start_points(r, error))
            return false;
        if (r->children->len == 0)
            return true;
        wait_for_children(r);
        if (!look_at_children(r, error))
            return false;
        tell_at_times(r);
    }
    return true;
}

bool runner_run(const struct runner_setup *setup, struct runner_state *state, GError **error)
{
    struct runner r = {.setup = setup,
                       .children = g_ptr_array_new_with_free_func(destroy_child),
                       .seen = g_hash_table_new(g_str_hash, g_str_equal),
                       .start_us = g_get_monotonic_time()};
    for (unsigned i = 0; i < setup->points->len; i++)
        r.state.points += is_chosen(setup, i);
    bool good = count_what_is_to_run(&r, error) && run_all(&r, error);
    g_ptr_array_set_size(r.children, 0);
    update(&r);
    *state = r.state;
    g_ptr_array_unref(r.children);
    g_hash_table_unref(r.seen);
    return good;
}
