/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/step.h"
#include "models/core/engine.h"

/* Fewer units are not worth the other threads' attention. */
enum { FEWEST_UNITS = 3 };

static void init_worker(struct step *step, unsigned number, struct payload_pool *first_pool)
{
    struct step_worker *worker = &step->workers[number];
    worker->effects = g_new0(struct effects, step->n_workers);
    worker->payloads = first_pool;
    if (number == 0)
        return;
    worker->payloads = g_new(struct payload_pool, 1);
    payload_pool_init(worker->payloads);
    payload_pool_share(worker->payloads, step->depot);
}

static void init_keeper(struct step_keeper *keeper, guint units)
{
    keeper->wake = g_new(sim_time, units);
    keeper->woken = g_new(uint32_t, units);
    for (guint i = 0; i < units; i++)
        keeper->wake[i] = SIM_TIME_NEVER;
}

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
    step->keepers = g_new0(struct step_keeper, threads);
    step->one_each = g_new(unsigned, threads);
    for (unsigned i = 0; i < threads; i++) {
        init_worker(step, i, &engine->payloads);
        init_keeper(&step->keepers[i], engine->units->len);
        step->one_each[i] = 1;
    }
    /* Units of a kind have numbers that follow each other, and so go to keepers in turn. */
    for (guint i = 0; i < engine->units->len; i++)
        ((struct unit *)g_ptr_array_index(engine->units, i))->keeper = i % threads;
    return step;
}

void step_free(struct step *step)
{
    if (!step)
        return;
    crew_free(step->crew);
    for (unsigned i = 0; i < step->n_workers; i++) {
        for (unsigned k = 0; k < step->n_workers; k++)
            g_free(step->workers[i].effects[k].list);
        g_free(step->workers[i].effects);
        g_free(step->keepers[i].wake);
        g_free(step->keepers[i].woken);
    }
    for (unsigned i = 1; i < step->n_workers; i++) {
        payload_pool_finish(step->workers[i].payloads);
        g_free(step->workers[i].payloads);
    }
    payload_depot_free(step->depot);
    g_free(step->workers);
    g_free(step->keepers);
    g_free(step->one_each);
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
    unit->effects = worker->effects;
    unit->payloads = worker->payloads;
    const uint64_t begun = engine->profile ? host_profile_now() : 0;
    share->next = engine_advance_unit(engine, unit);
    share->ns = engine->profile ? host_profile_now() - begun : 0;
    unit->effects = NULL;
}

static void wake_later(struct step_keeper *keeper, const struct unit *unit, sim_time time)
{
    if (time >= keeper->wake[unit->id])
        return;
    if (keeper->wake[unit->id] == SIM_TIME_NEVER)
        keeper->woken[keeper->n_woken++] = unit->id;
    keeper->wake[unit->id] = time;
}

static void carry_out(const struct engine *engine, struct step_keeper *keeper,
                      const struct effect *effect)
{
    if (effect->to) {
        keeper->messages++;
        if (engine_put(engine, effect->to, &effect->message))
            wake_later(keeper, effect->to, effect->message.arrival);
    } else if (wire_take_credit(effect->credit.wire, effect->credit.arrival)) {
        wake_later(keeper, effect->credit.wire->sender, effect->credit.arrival);
    }
}

/* On any thread. What its units say of their own next events comes to it too. */
static void run_keeper(void *data, unsigned number, unsigned piece)
{
    (void)number;
    const struct engine *engine = data;
    const struct step *step = engine->step;
    struct step_keeper *keeper = &step->keepers[piece];
    const uint64_t begun = engine->profile ? host_profile_now() : 0;
    for (unsigned i = 0; i < step->n_workers; i++) {
        struct effects *effects = &step->workers[i].effects[piece];
        for (uint32_t k = 0; k < effects->n; k++)
            carry_out(engine, keeper, &effects->list[k]);
        effects->n = 0;
    }
    const uint32_t *own = step->order;
    for (unsigned i = 0; i < piece; i++)
        own += step->n_own[i];
    for (unsigned i = 0; i < step->n_own[piece]; i++) {
        const struct step_share *share = &g_array_index(step->shares, struct step_share, own[i]);
        wake_later(keeper, share->unit, share->next);
    }
    keeper->ns = engine->profile ? host_profile_now() - begun : 0;
}

static void wake_all(struct engine *engine, struct step_keeper *keeper)
{
    for (uint32_t i = 0; i < keeper->n_woken; i++) {
        const uint32_t id = keeper->woken[i];
        engine_wake(engine, g_ptr_array_index(engine->units, id), keeper->wake[id]);
        keeper->wake[id] = SIM_TIME_NEVER;
    }
    engine->figures.messages += keeper->messages;
    keeper->n_woken = 0;
    keeper->messages = 0;
}

static void profile_shares(const struct step *step, struct engine *engine, uint64_t ns)
{
    for (guint i = 0; i < step->shares->len; i++) {
        const struct step_share *share = &g_array_index(step->shares, struct step_share, i);
        host_profile_turn(engine->profile, share->unit, share->ns);
    }
    uint64_t work = 0, longest = 0;
    for (unsigned i = 0; i < step->n_workers; i++) {
        work += step->keepers[i].ns;
        longest = MAX(longest, step->keepers[i].ns);
    }
    host_profile_keepers(engine->profile, work, longest);
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

/* Each unit is mostly run by its keeper's thread, whose processor's cache has its memory. */
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
            if (g_array_index(step->shares, struct step_share, i).unit->keeper == worker)
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
    crew_run(step->crew, run_keeper, engine, step->one_each);
    if (engine->profile)
        profile_shares(step, engine, host_profile_now() - begun);
    engine->figures.wakes += step->shares->len;
    for (unsigned i = 0; i < step->n_workers; i++)
        wake_all(engine, &step->keepers[i]);
}
