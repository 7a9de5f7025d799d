/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/engine.h"

/* No unit is left alone for longer than this, whatever its wires allow: half an inbox calendar. */
static const sim_time LONGEST_DELAY_PS = (sim_time)INBOX_SLOTS / 2 << INBOX_SLOT_SHIFT;

/* Buckets are at most this wide (about 11 cycles of 700 MHz): wider ones would cost lookahead. */
enum { WIDEST_BUCKET_PS = 16384 };

void unit_init(struct unit *unit, const struct unit_ops *ops, struct engine *engine,
               const char *name, const char *host)
{
    *unit = (struct unit){.ops = ops, .delay = LONGEST_DELAY_PS};
    unit->name = g_strdup(name);
    unit->host = g_strdup(host);
    unit->deadline = UINT64_MAX;
    unit->sample_at = SIM_TIME_NEVER;
    unit->payloads = &engine->payloads;
    unit->deadlines = &engine->deadlines;
    inbox_init(&unit->inbox);
    engine_add_unit(engine, unit);
}

void unit_finish(struct unit *unit)
{
    while (unit->inbox.count > 0) {
        const struct message *message = inbox_peek(&unit->inbox);
        if (message_has_payload(message))
            payload_give_back(&unit->engine->payloads, message->payload);
        inbox_drop(&unit->inbox);
    }
    inbox_finish(&unit->inbox);
    g_free(unit->incoming);
    g_free(unit->name);
    g_free(unit->host);
}

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

void engine_add_unit(struct engine *engine, struct unit *unit)
{
    unit->engine = engine;
    g_assert(engine->units->len <= UINT16_MAX); /* message.source */
    unit->id = engine->units->len;
    g_ptr_array_add(engine->units, unit);
}

void engine_own_wire(struct engine *engine, struct wire *wire)
{
    g_ptr_array_add(engine->wires, wire);
}

void engine_start(struct engine *engine)
{
    sim_time shortest = LONGEST_DELAY_PS;
    for (guint i = 0; i < engine->units->len; i++) {
        struct unit *unit = g_ptr_array_index(engine->units, i);
        unit->delay = MIN(unit->delay, engine->options.window);
        if (unit->n_incoming > 0 && unit->n_incoming <= INBOX_MOST_RINGS && !unit->inbox.rings)
            inbox_use_rings(&unit->inbox, unit->n_incoming);
        shortest = MIN(shortest, unit->delay);
    }
    g_assert(shortest > 0);
    /* So a unit of the shortest delay runs as late as that lets it. */
    const sim_time pieces = (shortest + WIDEST_BUCKET_PS - 1) / WIDEST_BUCKET_PS;
    deadlines_init(&engine->deadlines, shortest / pieces);
    if (engine->options.threads > 1)
        engine->step = step_new(engine, engine->options.threads);
}

void engine_wake(struct engine *engine, struct unit *unit, sim_time time)
{
    if (time >= engine->options.limit) {
        engine->limit_reached |= time != SIM_TIME_NEVER;
        return;
    }
    deadlines_lower(unit->deadlines, unit, deadlines_bucket(unit->deadlines, time + unit->delay));
}

static bool note_first(sim_time clock, struct unit *to, const struct message *message)
{
    /* A unit that has had nothing to do for long would take the first burst for a distant one. */
    if (to->inbox.count == 0 && to->inbox.n_rings == 0)
        inbox_raise_floor(&to->inbox, clock);
    return inbox_note_from_wire(&to->inbox, message);
}

void engine_note_first(struct engine *engine, struct unit *to, const struct message *message)
{
    if (note_first(engine->clock, to, message))
        engine_wake(engine, to, message->arrival);
}

bool engine_put(sim_time clock, struct unit *to, const struct message *message)
{
    g_assert(message->arrival >= clock);
    struct message *place = inbox_next_from_wire(&to->inbox, message->port);
    *place = *message;
    return !inbox_note_behind(&to->inbox, place) && note_first(clock, to, place);
}

static void fail(struct engine *engine, const struct unit *unit, sim_time time, GError *error)
{
    bool earlier =
        time < engine->error_time || (time == engine->error_time && unit->id < engine->error_unit);
    if (engine->error && !earlier) {
        g_error_free(error);
        return;
    }
    g_clear_error(&engine->error);
    engine->error = error;
    engine->error_time = time;
    engine->error_unit = unit->id;
    engine->options.limit = MIN(engine->options.limit, time + 1);
}

void engine_fail(struct unit *unit, sim_time time, GError *error)
{
    struct engine *engine = unit->engine;
    pthread_mutex_lock(&engine->failing);
    fail(engine, unit, time, error);
    pthread_mutex_unlock(&engine->failing);
}

void engine_limit(struct engine *engine, sim_time time)
{
    engine->options.limit = MIN(engine->options.limit, time);
    engine->limit_reached = true;
}

void engine_take_turns(struct engine *engine, bool begin)
{
    engine->turns += begin ? 1 : UINT_MAX;
}

void engine_transfer(struct engine *engine, const struct transfer *transfer)
{
    g_array_append_val(engine->transfers, *transfer);
}

unsigned engine_crossing(const struct engine *engine, sim_time time)
{
    unsigned n = 0;
    for (guint i = 0; i < engine->crossing->len; i++)
        n += g_array_index(engine->crossing, sim_time, i) < time;
    return n;
}

void engine_end_transfer(struct engine *engine, const struct transfer *transfer, sim_time time)
{
    const struct message message = {.kind = MESSAGE_TRANSFER_DONE,
                                    .arrival = time,
                                    .source = (uint16_t)transfer->unit->id,
                                    .sequence = transfer->tag,
                                    .tag = transfer->tag};
    inbox_insert(&transfer->unit->inbox, &message);
    engine_wake(engine, transfer->unit, time);
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

/* The order in which they became due differs with the number of threads. */
static gint by_number(gconstpointer a, gconstpointer b)
{
    const struct unit *const *left = a, *const *right = b;
    return ((*left)->id > (*right)->id) - ((*left)->id < (*right)->id);
}

/* Units' inboxes have everything that has been sent. */
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

void engine_sample(struct engine *engine, struct unit *unit, const struct engine_sampler *sampler,
                   sim_time first)
{
    g_assert(unit->engine == engine);
    unit->sampler = sampler;
    unit->sample_at = first;
    engine->sampled = true;
}

static void take_sample(struct unit *unit)
{
    sim_time time = unit->sample_at;
    unit->sample_at = unit->sampler->take(unit->sampler->data, unit, time);
    g_assert(unit->sample_at > time);
}

/* What a unit does up to `until` does not depend on the stops it makes on the way. */
G_NO_INLINE static void take_samples(struct unit *unit, sim_time until)
{
    while (unit->sample_at <= until) {
        unit->ops->advance(unit, unit->sample_at);
        take_sample(unit);
    }
}

void engine_sample_rest(struct engine *engine, sim_time end)
{
    for (guint i = 0; i < engine->units->len; i++) {
        struct unit *unit = g_ptr_array_index(engine->units, i);
        while (unit->sample_at < end)
            take_sample(unit);
    }
}

sim_time engine_advance_unit(struct engine *engine, struct unit *unit)
{
    const sim_time until = engine->until;
    if (G_UNLIKELY(unit->sample_at <= until))
        take_samples(unit, until);
    sim_time next = unit->ops->advance(unit, until);
    /* A message may arrive before `until` and take part in a cycle that begins after it. */
    inbox_raise_floor(&unit->inbox, MIN(until, unit->inbox.head));
    g_assert(next >= until);
    return MIN(next, MAX(until, unit->inbox.head));
}

void engine_settle_unit(struct engine *engine, struct unit *unit, sim_time next)
{
    /* What was sent to it meanwhile has woken it already. */
    if (next != SIM_TIME_NEVER)
        engine_wake(engine, unit, next);
}

G_NO_INLINE static void run_profiled(struct engine *engine, struct unit *unit)
{
    const uint64_t begun = host_profile_now();
    engine_settle_unit(engine, unit, engine_advance_unit(engine, unit));
    const uint64_t ns = host_profile_now() - begun;
    host_profile_turn(engine->profile, unit, ns);
    host_profile_inside(engine->profile, ns);
}

void engine_run_unit(struct engine *engine, struct unit *unit)
{
    engine->figures.wakes++;
    if (G_UNLIKELY(engine->profile != NULL)) {
        run_profiled(engine, unit);
        return;
    }
    engine_settle_unit(engine, unit, engine_advance_unit(engine, unit));
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
