/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/step.h"
#include "models/core/engine.h"

/* Fewer units are not worth the other threads' attention. */
enum { FEWEST_UNITS = 3 };

struct step *step_new(struct engine *engine, unsigned threads)
{
    struct step *step = g_new0(struct step, 1);
    step->crew = crew_new(threads);
    step->n_workers = threads;
    step->workers = g_new0(struct step_worker, threads);
    step->depot = payload_depot_new();
    step->n_own = g_new0(unsigned, threads);
    step->shares = g_array_new(FALSE, FALSE, sizeof(struct step_share));
    payload_pool_share(&engine->payloads, step->depot);
    step->workers[0].payloads = &engine->payloads;
    for (unsigned i = 1; i < threads; i++) {
        step->workers[i].payloads = g_new(struct payload_pool, 1);
        payload_pool_init(step->workers[i].payloads);
        payload_pool_share(step->workers[i].payloads, step->depot);
    }
    return step;
}

void step_free(struct step *step)
{
    if (!step)
        return;
    crew_free(step->crew);
    for (unsigned i = 0; i < step->n_workers; i++)
        g_free(step->workers[i].effects.list);
    for (unsigned i = 1; i < step->n_workers; i++) {
        payload_pool_finish(step->workers[i].payloads);
        g_free(step->workers[i].payloads);
    }
    payload_depot_free(step->depot);
    g_free(step->workers);
    g_free(step->order);
    g_free(step->n_own);
    g_array_free(step->shares, TRUE);
    g_free(step);
}

uint64_t step_payloads_in_use(const struct step *step)
{
    uint64_t made = 0, there = payload_depot_count(step->depot);
    for (unsigned i = 0; i < step->n_workers; i++) {
        made += step->workers[i].payloads->n_made;
        there += step->workers[i].payloads->n_free;
    }
    return made - there;
}

/* On any thread. */
static void run_share(void *data, unsigned number, unsigned piece)
{
    struct engine *engine = data;
    struct step *step = engine->step;
    struct step_worker *worker = &step->workers[number];
    struct step_share *share = &g_array_index(step->shares, struct step_share, step->order[piece]);
    struct unit *unit = share->unit;
    share->worker = number;
    share->first = worker->effects.n;
    unit->effects = &worker->effects;
    unit->payloads = worker->payloads;
    const uint64_t begun = engine->profile ? host_profile_now() : 0;
    share->next = engine_advance_unit(engine, unit);
    share->ns = engine->profile ? host_profile_now() - begun : 0;
    unit->effects = NULL;
    share->end = worker->effects.n;
}

static void carry_out(struct engine *engine, const struct effect *effect)
{
    if (effect->to)
        engine_post(engine, effect->to, &effect->message);
    else
        wire_take_credit(effect->credit.wire, effect->credit.arrival);
}

static void carry_out_all(struct step *step, struct engine *engine)
{
    for (guint i = 0; i < step->shares->len; i++) {
        const struct step_share *share = &g_array_index(step->shares, struct step_share, i);
        const struct effects *effects = &step->workers[share->worker].effects;
        for (uint32_t k = share->first; k < share->end; k++)
            carry_out(engine, &effects->list[k]);
        engine_settle_unit(engine, share->unit, share->next);
    }
    for (unsigned i = 0; i < step->n_workers; i++)
        step->workers[i].effects.n = 0;
}

static void profile_shares(const struct step *step, struct engine *engine, uint64_t ns)
{
    for (guint i = 0; i < step->shares->len; i++) {
        const struct step_share *share = &g_array_index(step->shares, struct step_share, i);
        host_profile_turn(engine->profile, share->unit, share->ns);
    }
    host_profile_inside(engine->profile, ns);
}

static void run_in_turn(struct engine *engine, GPtrArray *due)
{
    for (guint i = 0; i < due->len; i++)
        engine_run_unit(engine, g_ptr_array_index(due, i));
}

/* Runs the units that must have nobody beside them, and lists the others. */
static void share_out(struct step *step, struct engine *engine, GPtrArray *due)
{
    g_array_set_size(step->shares, 0);
    for (guint i = 0; i < due->len; i++) {
        struct unit *unit = g_ptr_array_index(due, i);
        if (unit->ops->alone || unit->sample_at <= engine->until) {
            engine_run_unit(engine, unit);
            continue;
        }
        const struct step_share share = {.unit = unit};
        g_array_append_val(step->shares, share);
    }
}

/* Each unit is mostly run by one worker, whose processor's cache has its memory: units of a kind
 * have numbers that follow each other, and so go to workers in turn. */
static void put_in_order(struct step *step)
{
    const guint n = step->shares->len;
    uint32_t *next = step->order;
    if (n > step->capacity) {
        step->capacity = 2 * n;
        next = step->order = g_renew(uint32_t, step->order, step->capacity);
    }
    for (unsigned worker = 0; worker < step->n_workers; worker++) {
        const uint32_t *first = next;
        for (guint i = 0; i < n; i++)
            if (g_array_index(step->shares, struct step_share, i).unit->id % step->n_workers ==
                worker)
                *next++ = i;
        step->n_own[worker] = (unsigned)(next - first);
    }
}

void step_run(struct step *step, struct engine *engine, GPtrArray *due)
{
    if (engine->turns > 0) {
        run_in_turn(engine, due);
        return;
    }
    share_out(step, engine, due);
    if (step->shares->len < FEWEST_UNITS) {
        for (guint i = 0; i < step->shares->len; i++)
            engine_run_unit(engine, g_array_index(step->shares, struct step_share, i).unit);
        return;
    }
    const uint64_t begun = engine->profile ? host_profile_now() : 0;
    put_in_order(step);
    crew_run(step->crew, run_share, engine, step->n_own);
    if (engine->profile)
        profile_shares(step, engine, host_profile_now() - begun);
    engine->figures.wakes += step->shares->len;
    carry_out_all(step, engine);
}
