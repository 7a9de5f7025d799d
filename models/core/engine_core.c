/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/engine_core.h"
#include "models/core/message_dispatch.h"
#include "models/core/message_transfer.h"
#include "models/core/observer.h"

static void add_unit(struct engine *engine, struct unit *unit)
{
    unit->engine = engine;
    g_assert(engine->units->len <= UINT16_MAX); /* message.source */
    unit->id = engine->units->len;
    g_ptr_array_add(engine->units, unit);
}

void unit_init(struct unit *unit, const struct unit_ops *ops, struct engine *engine,
               const char *name, const char *host)
{
    *unit = (struct unit){.ops = ops, .delay = ENGINE_LONGEST_DELAY_PS};
    unit->name = g_strdup(name);
    unit->host = g_strdup(host);
    unit->deadline = UINT64_MAX;
    unit->sample_at = SIM_TIME_NEVER;
    unit->payloads = &engine->payloads;
    unit->deadlines = &engine->deadlines;
    inbox_init(&unit->inbox);
    add_unit(engine, unit);
}

void unit_finish(struct unit *unit)
{
    while (unit->inbox.count > 0) {
        const struct message *message = inbox_peek(&unit->inbox);
        if (message_has_payload(message))
            payload_give_back(&unit->engine->payloads, message->payload);
        else if (message->kind == MESSAGE_CHILDREN)
            child_launch_free_all(message_child_list(message));
        inbox_drop(&unit->inbox);
    }
    inbox_finish(&unit->inbox);
    g_free(unit->incoming);
    g_free(unit->name);
    g_free(unit->host);
}

void engine_observe(struct engine *engine, const struct observers *observers)
{
    bool some = false;
    for (unsigned i = 0; observers && i < observers->n; i++)
        some |= observers->list[i]->posted || observers->list[i]->credited;
    if (!some)
        return;
    g_assert(engine->options.threads <= 1);
    engine->observers = observers;
    for (guint i = 0; i < engine->units->len; i++)
        ((struct unit *)g_ptr_array_index(engine->units, i))->detour = true;
}

void engine_own_wire(struct engine *engine, struct wire *wire)
{
    g_ptr_array_add(engine->wires, wire);
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
    /* Otherwise, after a long idle time, the unit would take the first burst for a distant one. */
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
    const struct message message = message_transfer_done(transfer->tag, transfer->unit->id, time);
    inbox_insert(&transfer->unit->inbox, &message);
    engine_wake(engine, transfer->unit, time);
}

void engine_sample(struct engine *engine, struct unit *unit, const struct engine_sampler *sampler,
                   sim_time first)
{
    g_assert(unit->engine == engine);
    unit->sampler = sampler;
    unit->sample_at = first;
    unit->sample_wakes = false;
    engine->sampled = true;
}

void engine_sample_awake(struct engine *engine, struct unit *unit,
                         const struct engine_sampler *sampler, sim_time first)
{
    engine_sample(engine, unit, sampler, first);
    unit->sample_wakes = true;
    engine_wake(engine, unit, first);
}

static void take_sample(struct unit *unit)
{
    sim_time time = unit->sample_at;
    unit->sample_at = unit->sampler->take(unit->sampler->data, unit, time);
    g_assert(unit->sample_at > time);
}

/* The samples are the same wherever the unit stops before `until`. */
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
    if (G_UNLIKELY(unit->sample_wakes))
        next = MIN(next, unit->sample_at);
    return MIN(next, MAX(until, unit->inbox.head));
}

void engine_settle_unit(struct engine *engine, struct unit *unit, sim_time next)
{
    /* A message sent to it meanwhile has woken it already. */
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
