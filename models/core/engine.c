/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/engine.h"
#include "models/core/step.h"

/* Buckets are at most this wide (about 11 cycles of 700 MHz): wider ones would cost lookahead. */
enum { WIDEST_BUCKET_PS = 16384 };

struct engine *engine_new(const struct engine_options *options)
{
    struct engine *engine = g_new0(struct engine, 1);
    engine->options = *options;
    engine->arena = arena_new(ARENA_FRESH);
    engine->units = g_ptr_array_new();
    engine->wires = g_ptr_array_new_with_free_func((GDestroyNotify)wire_finish);
    engine->transfers = g_array_new(FALSE, FALSE, sizeof(struct transfer));
    engine->crossing = g_array_new(FALSE, FALSE, sizeof(sim_time));
    payload_pool_init(&engine->payloads);
    pthread_mutex_init(&engine->failing, NULL);
    engine->watch_at = SIM_TIME_NEVER;
    if (options->profiled)
        engine->profile = g_new0(struct host_profile, 1);
    return engine;
}

void engine_free(struct engine *engine)
{
    if (!engine)
        return;
    g_ptr_array_free(engine->wires, TRUE);
    g_ptr_array_free(engine->units, TRUE);
    g_array_free(engine->transfers, TRUE);
    g_array_free(engine->crossing, TRUE);
    deadlines_finish(&engine->deadlines);
    step_free(engine->step);
    payload_pool_finish(&engine->payloads);
    pthread_mutex_destroy(&engine->failing);
    g_clear_error(&engine->error);
    arena_free(engine->arena);
    g_free(engine->profile);
    g_free(engine);
}

void engine_start(struct engine *engine)
{
    sim_time shortest = ENGINE_LONGEST_DELAY_PS;
    for (guint i = 0; i < engine->units->len; i++) {
        struct unit *unit = g_ptr_array_index(engine->units, i);
        unit->delay = MIN(unit->delay, engine->options.window);
        if (unit->n_incoming > 0 && unit->n_incoming <= INBOX_MOST_RINGS && !unit->inbox.rings)
            inbox_use_rings(&unit->inbox, unit->n_incoming);
        shortest = MIN(shortest, unit->delay);
    }
    g_assert(shortest > 0);
    /* So a unit of the shortest delay runs as late as that delay allows. */
    const sim_time pieces = (shortest + WIDEST_BUCKET_PS - 1) / WIDEST_BUCKET_PS;
    deadlines_init(&engine->deadlines, shortest / pieces);
    if (engine->options.threads > 1)
        engine->step = step_new(engine, engine->options.threads);
}

sim_time engine_peek_stop(struct engine *engine)
{
    const uint64_t bucket =
        engine->step ? step_peek(engine->step, engine) : deadlines_peek(&engine->deadlines);
    return bucket == UINT64_MAX ? SIM_TIME_NEVER : deadlines_time(&engine->deadlines, bucket);
}

static bool interrupted(const struct engine *engine)
{
    return engine->options.interrupted && *engine->options.interrupted;
}

/* The order in which units became due differs with the number of threads. */
static gint by_number(gconstpointer a, gconstpointer b)
{
    const struct unit *const *left = a, *const *right = b;
    return ((*left)->id > (*right)->id) - ((*left)->id < (*right)->id);
}

/* Brings everything that has been sent to the units' inboxes. */
static void bring_home(struct engine *engine)
{
    if (engine->step)
        step_bring_home(engine->step, engine);
}

static bool take_deadline(struct engine *engine, GPtrArray *due)
{
    if (G_UNLIKELY(engine->step != NULL))
        return step_next_stop(engine->step, engine, due);
    return deadlines_next(&engine->deadlines, due);
}

bool engine_next_stop(struct engine *engine, GPtrArray *due)
{
    if (G_UNLIKELY(engine->profile != NULL))
        host_profile_stop(engine->profile);
    if (status_is_asked(engine->options.status)) {
        bring_home(engine);
        status_tell(engine->options.status, NULL);
    }
    if (interrupted(engine) || !take_deadline(engine, due)) {
        bring_home(engine);
        return false;
    }
    engine->clock = deadlines_time(&engine->deadlines, engine->deadlines.now);
    engine->until = MIN(engine->clock, engine->options.limit);
    engine->figures.stops++;
    if (G_UNLIKELY(engine->turns > 0))
        g_ptr_array_sort(due, by_number);
    if (G_UNLIKELY(engine->clock >= engine->watch_at))
        engine->watch_at = engine->watch.look(engine->watch.data, engine->clock);
    return true;
}

void engine_watch(struct engine *engine, const struct engine_watch *watch, sim_time first)
{
    engine->watch = *watch;
    engine->watch_at = first;
}

enum engine_end engine_ended(struct engine *engine)
{
    if (engine->error)
        return ENGINE_FAILED;
    if (interrupted(engine)) {
        engine->until = MIN(engine->clock, engine->options.limit);
        for (guint i = 0; i < engine->units->len; i++)
            engine_run_unit(engine, g_ptr_array_index(engine->units, i));
        return ENGINE_INTERRUPTED;
    }
    return engine->limit_reached ? ENGINE_LIMIT : ENGINE_QUIET;
}

enum engine_end engine_run_plain(struct engine *engine)
{
    GPtrArray *due = g_ptr_array_new();
    while (engine_next_stop(engine, due)) {
        if (engine->step)
            step_run(engine->step, engine, due);
        else
            for (guint i = 0; i < due->len; i++)
                engine_run_unit(engine, g_ptr_array_index(due, i));
        for (guint i = 0; i < engine->transfers->len; i++) {
            const struct transfer *t = &g_array_index(engine->transfers, struct transfer, i);
            engine_end_transfer(engine, t, t->start);
        }
        g_array_set_size(engine->transfers, 0);
    }
    g_ptr_array_free(due, TRUE);
    return engine_ended(engine);
}

void engine_finish_units(struct engine *engine, sim_time end)
{
    for (guint i = 0; i < engine->units->len; i++) {
        struct unit *unit = g_ptr_array_index(engine->units, i);
        if (unit->ops->finish)
            unit->ops->finish(unit, end);
    }
}

uint64_t engine_payloads_in_use(const struct engine *engine)
{
    return engine->step ? step_payloads_in_use(engine->step)
                        : engine->payloads.n_made - engine->payloads.n_free;
}

char *engine_describe_waits(struct engine *engine)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < engine->units->len; i++) {
        struct unit *unit = g_ptr_array_index(engine->units, i);
        unit->ops->describe_waits(unit, text);
    }
    return g_string_free(text, FALSE);
}
