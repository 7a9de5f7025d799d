/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/step.h"
#include "models/core/engine_core.h"
#include "models/core/step_part.h"
#include "models/core/step_state.h"
#include "models/core/wire.h"

/* With fewer units it is not worth waking the other threads. */
enum { FEWEST_UNITS = 3 };

static uint64_t now_us(void)
{
    return (uint64_t)g_get_monotonic_time();
}

static void init_worker(struct step *step, unsigned number, struct payload_pool *first_pool)
{
    struct step_worker *worker = &step->workers[number];
    for (unsigned parity = 0; parity < 2; parity++)
        worker->effects[parity] = g_aligned_alloc0(step->n_workers + 1, sizeof(struct effects),
                                                   G_ALIGNOF(struct effects));
    worker->earliest = UINT64_MAX;
    worker->payloads = first_pool;
    if (number == 0)
        return;
    worker->payloads = g_new(struct payload_pool, 1);
    payload_pool_init(worker->payloads);
    payload_pool_share(worker->payloads, step->depot);
}

/* Units of a kind have numbers that follow each other, and so go to keepers in turn. The engine
 * keeps the units that run alone; its number comes after all keepers'. */
static void share_units(struct step *step, struct engine *engine)
{
    for (guint i = 0; i < engine->units->len; i++) {
        struct unit *unit = g_ptr_array_index(engine->units, i);
        unit->keeper = unit->ops->alone ? step->n_workers : i % step->n_workers;
        if (!unit->ops->alone)
            unit->deadlines = &step->keepers[unit->keeper].deadlines;
    }
    for (guint i = 0; i < engine->wires->len; i++) {
        struct wire *wire = g_ptr_array_index(engine->wires, i);
        wire->sender_keeper = wire->sender->keeper;
        wire->receiver_keeper = wire->receiver->keeper;
        wire->sender_delay = wire->sender->delay;
        wire->receiver_delay = wire->receiver->delay;
    }
}

struct step *step_new(struct engine *engine, unsigned threads)
{
    struct step *step = g_new0(struct step, 1);
    step->crew = crew_new(threads);
    step->n_workers = threads;
    step->workers = g_aligned_alloc0(threads, sizeof *step->workers, G_ALIGNOF(struct step_worker));
    step->keepers = g_aligned_alloc0(threads, sizeof *step->keepers, G_ALIGNOF(struct step_keeper));
    step->depot = payload_depot_new();
    step->earliest = UINT64_MAX;
    payload_pool_share(&engine->payloads, step->depot);
    for (unsigned i = 0; i < threads; i++) {
        init_worker(step, i, &engine->payloads);
        step->keepers[i].due = g_ptr_array_new();
        deadlines_init(&step->keepers[i].deadlines, engine->deadlines.width.value);
    }
    share_units(step, engine);
    crew_pace_init(&step->pace, now_us(), g_getenv("SIMGPU_TOGETHER") != NULL);
    return step;
}

void step_free(struct step *step)
{
    if (!step)
        return;
    crew_free(step->crew);
    for (unsigned i = 0; i < step->n_workers; i++) {
        for (unsigned parity = 0; parity < 2; parity++) {
            for (unsigned k = 0; k <= step->n_workers; k++) {
                g_free(step->workers[i].effects[parity][k].messages);
                g_free(step->workers[i].effects[parity][k].credits);
            }
            g_aligned_free(step->workers[i].effects[parity]);
        }
        g_ptr_array_free(step->keepers[i].due, TRUE);
        g_free(step->keepers[i].shares);
        deadlines_finish(&step->keepers[i].deadlines);
    }
    for (unsigned i = 1; i < step->n_workers; i++) {
        payload_pool_finish(step->workers[i].payloads);
        g_free(step->workers[i].payloads);
    }
    payload_depot_free(step->depot);
    g_aligned_free(step->workers);
    g_aligned_free(step->keepers);
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

/* ---- stops ---------------------------------------------------------------------------------- */

static void profile_shares(const struct step *step, struct engine *engine, uint64_t ns)
{
    uint64_t work = 0, longest = 0;
    for (unsigned k = 0; k < step->n_workers; k++) {
        const struct step_keeper *keeper = &step->keepers[k];
        for (guint i = 0; i < keeper->n_shares; i++)
            host_profile_turn(engine->profile, keeper->shares[i].unit, keeper->shares[i].ns);
        work += keeper->ns;
        longest = MAX(longest, keeper->ns);
    }
    host_profile_keepers(engine->profile, work, longest);
    host_profile_inside(engine->profile, ns);
}

/* Carries out what was done to units that run alone. */
static void carry_out_alone(struct step *step, struct engine *engine)
{
    for (unsigned w = 0; w < step->n_workers; w++) {
        struct effects *effects = &step->workers[w].effects[step->parity][step->n_workers];
        for (uint32_t i = 0; i < effects->n_messages; i++) {
            const struct kept_message *kept = &effects->messages[i];
            if (engine_put(engine->clock, kept->to, &kept->message))
                engine_wake(engine, kept->to, kept->message.arrival);
        }
        for (uint32_t i = 0; i < effects->n_credits; i++) {
            const struct kept_credit *kept = &effects->credits[i];
            if (wire_take_credit(kept->wire, kept->arrival))
                engine_wake(engine, kept->wire->sender, kept->arrival);
        }
        engine->figures.messages += effects->n_messages;
        effects_clear(effects);
    }
}

static void find_earliest(struct step *step)
{
    step->earliest = UINT64_MAX;
    for (unsigned k = 0; k < step->n_workers; k++) {
        const uint64_t next = deadlines_peek(&step->keepers[k].deadlines);
        step->earliest = MIN(step->earliest, next);
    }
}

uint64_t step_peek(struct step *step, struct engine *engine)
{
    if (!step->begun)
        find_earliest(step); /* units may have been woken meanwhile */
    const uint64_t alone = deadlines_peek(&engine->deadlines);
    return MIN(step->earliest, alone);
}

static void add_up(struct step *step, struct engine *engine)
{
    for (unsigned k = 0; k < step->n_workers; k++) {
        engine->figures.messages += step->keepers[k].messages;
        step->keepers[k].messages = 0;
        engine->limit_reached |= step->keepers[k].limit_reached;
    }
}

bool step_next_stop(struct step *step, struct engine *engine, GPtrArray *due)
{
    const uint64_t bucket = step_peek(step, engine);
    g_ptr_array_set_size(due, 0);
    if (bucket == UINT64_MAX)
        return false;
    step->begun = true;
    step->bucket = bucket;
    step->clock_before = engine->clock;
    deadlines_take(&engine->deadlines, bucket, due);
    return true;
}

/* The caller settles all keepers; returns how many units are due. */
static uint32_t settle_all(struct step *step)
{
    uint32_t n = 0;
    for (unsigned k = 0; k < step->n_workers; k++) {
        step_settle(step, k, false);
        n += step->keepers[k].n_shares;
    }
    return n;
}

static gint by_number(gconstpointer a, gconstpointer b)
{
    const struct unit *const *left = a, *const *right = b;
    return ((*left)->id > (*right)->id) - ((*left)->id < (*right)->id);
}

/* Moves due units to the list. */
static void list_due(struct step *step, GPtrArray *due)
{
    for (unsigned k = 0; k < step->n_workers; k++) {
        struct step_keeper *keeper = &step->keepers[k];
        for (uint32_t i = 0; i < keeper->n_shares; i++)
            g_ptr_array_add(due, keeper->shares[i].unit);
        keeper->n_shares = 0;
    }
}

static void run_list(struct engine *engine, GPtrArray *due)
{
    for (guint i = 0; i < due->len; i++)
        engine_run_unit(engine, g_ptr_array_index(due, i));
    g_ptr_array_set_size(due, 0);
}

/* Units whose counters are to be read now join those that run alone. */
static void list_sampled(struct step *step, const struct engine *engine, GPtrArray *due)
{
    for (unsigned k = 0; k < step->n_workers; k++) {
        struct step_keeper *keeper = &step->keepers[k];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < keeper->n_shares; i++)
            if (keeper->shares[i].unit->sample_at <= engine->until)
                g_ptr_array_add(due, keeper->shares[i].unit);
            else
                keeper->shares[kept++] = keeper->shares[i];
        keeper->n_shares = kept;
    }
}

/* Runs units apart: their time says nothing of the threads' pace. */
static void run_apart(struct step *step, struct engine *engine, GPtrArray *due)
{
    if (engine->sampled)
        list_sampled(step, engine, due);
    if (due->len == 0)
        return;
    const uint64_t begun = now_us();
    run_list(engine, due);
    crew_pace_leave_out(&step->pace, now_us() - begun);
}

static void run_together(struct step *step, struct engine *engine)
{
    const uint64_t begun = engine->profile ? host_profile_now() : 0;
    crew_run(step->crew, step_take_part, engine);
    step->n_last = 0;
    for (unsigned i = 0; i < step->n_workers; i++) {
        if (step->workers[i].number == step->number)
            step->earliest = MIN(step->earliest, step->workers[i].earliest);
        step->n_last += step->keepers[i].n_shares;
    }
    engine->figures.wakes += step->n_last;
    carry_out_alone(step, engine);
    if (engine->profile)
        profile_shares(step, engine, host_profile_now() - begun);
}

/* Runs settled units on one thread, or begins to. */
static void run_settled(struct step *step, struct engine *engine, GPtrArray *due)
{
    step->n_last = settle_all(step);
    if (engine->turns > 0) {
        list_due(step, due);
        g_ptr_array_sort(due, by_number);
    }
    run_apart(step, engine, due);
    if (step->n_last < FEWEST_UNITS || crew_pace_is_alone(&step->pace)) {
        list_due(step, due);
        run_list(engine, due);
        find_earliest(step);
        return;
    }
    for (unsigned k = 0; k < step->n_workers; k++)
        step_offer(step, &step->keepers[k]);
    find_earliest(step);
    run_together(step, engine);
}

void step_run(struct step *step, struct engine *engine, GPtrArray *due)
{
    step->limit = engine->options.limit;
    step->parity ^= 1;
    step->number = (step->number + 1) & UINT32_MAX;
    if (due->len > 0 || engine->turns > 0 || engine->sampled || step->n_last < FEWEST_UNITS ||
        crew_pace_is_alone(&step->pace)) {
        run_settled(step, engine, due);
    } else {
        step->earliest = UINT64_MAX;
        run_together(step, engine);
    }
    add_up(step, engine);
    const uint64_t work = engine->figures.wakes + engine->figures.messages;
    if (crew_pace_is_over(&step->pace, work))
        crew_pace_turn(&step->pace, work, now_us());
}

void step_bring_home(struct step *step, struct engine *engine)
{
    step->limit = engine->options.limit;
    step->clock_before = engine->clock;
    step->parity ^= 1;
    for (unsigned k = 0; k < step->n_workers; k++)
        step_carry_out(step, k);
    find_earliest(step);
    add_up(step, engine);
}
