/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/step_part.h"
#include "models/core/engine_core.h"
#include "models/core/wire.h"

/* In step_keeper.left, below the step's number: a thread is settling the keeper. */
#define SETTLING UINT32_MAX

/* How often an idle thread looks whether a keeper has been settled: for some microseconds, ASSUMED
 * to be as long as settling takes. */
enum { LOOKS = 200 };

static void wake(const struct step *step, struct step_keeper *keeper, struct unit *unit,
                 sim_time time)
{
    if (time >= step->limit)
        keeper->limit_reached |= time != SIM_TIME_NEVER;
    else
        deadlines_lower(&keeper->deadlines, unit,
                        deadlines_bucket(&keeper->deadlines, time + unit->delay));
}

static void carry_out(const struct step *step, struct step_keeper *keeper, struct effects *effects)
{
    for (uint32_t i = 0; i < effects->n_messages; i++) {
        const struct kept_message *kept = &effects->messages[i];
        if (engine_put(step->clock_before, kept->to, &kept->message))
            wake(step, keeper, kept->to, kept->message.arrival);
    }
    for (uint32_t i = 0; i < effects->n_credits; i++) {
        const struct kept_credit *kept = &effects->credits[i];
        if (wire_take_credit(kept->wire, kept->arrival))
            wake(step, keeper, kept->wire->sender, kept->arrival);
    }
    keeper->messages += effects->n_messages;
    effects_clear(effects);
}

void step_carry_out(const struct step *step, unsigned k)
{
    struct step_keeper *keeper = &step->keepers[k];
    for (unsigned i = 0; i < step->n_workers; i++) {
        struct effects *effects = &step->workers[i].effects[step->parity ^ 1][k];
        if (effects_any(effects))
            carry_out(step, keeper, effects);
    }
    for (uint32_t i = 0; i < keeper->n_shares; i++)
        wake(step, keeper, keeper->shares[i].unit, keeper->shares[i].next);
    keeper->n_shares = 0;
}

/* Due units run busiest first. Their turns are long, and all threads wait for one that starts last.
 */
static void list_shares(struct step_keeper *keeper)
{
    const uint32_t n = keeper->due->len;
    if (n > keeper->capacity) {
        keeper->capacity = 2 * n;
        keeper->shares = g_renew(struct step_share, keeper->shares, keeper->capacity);
    }
    for (uint32_t i = 0; i < n; i++) {
        struct unit *unit = g_ptr_array_index(keeper->due, i);
        uint32_t at = i;
        for (; at > 0 && keeper->shares[at - 1].unit->inbox.count < unit->inbox.count; at--)
            keeper->shares[at] = keeper->shares[at - 1];
        keeper->shares[at] = (struct step_share){.unit = unit};
    }
    keeper->n_shares = n;
}

uint64_t step_settle(const struct step *step, unsigned k, bool profiled)
{
    struct step_keeper *keeper = &step->keepers[k];
    const uint64_t begun = profiled ? host_profile_now() : 0;
    step_carry_out(step, k);
    deadlines_take(&keeper->deadlines, step->bucket, keeper->due);
    list_shares(keeper);
    const uint64_t next = deadlines_peek(&keeper->deadlines);
    keeper->ns = profiled ? host_profile_now() - begun : 0;
    return next;
}

void step_offer(const struct step *step, struct step_keeper *keeper)
{
    atomic_store(&keeper->left, step->number << 32 | keeper->n_shares);
}

/* True: the keeper's units are listed, by this thread or another one. */
static bool settle_once(const struct step *step, const struct engine *engine,
                        struct step_worker *worker, unsigned k)
{
    struct step_keeper *keeper = &step->keepers[k];
    uint64_t left = atomic_load(&keeper->left);
    if (left >> 32 == step->number)
        return (uint32_t)left != SETTLING;
    if (!atomic_compare_exchange_strong(&keeper->left, &left, step->number << 32 | SETTLING))
        return false;
    const uint64_t next = step_settle(step, k, engine->profile != NULL);
    worker->earliest = MIN(worker->earliest, next);
    step_offer(step, keeper);
    return true;
}

static struct step_share *take(struct step_keeper *keeper)
{
    uint64_t left = atomic_load(&keeper->left);
    while ((uint32_t)left > 0)
        if (atomic_compare_exchange_weak(&keeper->left, &left, left - 1))
            return &keeper->shares[keeper->n_shares - (uint32_t)left];
    return NULL;
}

static void run_share(const struct step *step, struct engine *engine, struct step_worker *worker,
                      struct step_share *share)
{
    struct unit *unit = share->unit;
    unit->effects = worker->effects[step->parity];
    unit->detour = true;
    unit->payloads = worker->payloads;
    const uint64_t begun = engine->profile ? host_profile_now() : 0;
    share->next = engine_advance_unit(engine, unit);
    share->ns = engine->profile ? host_profile_now() - begun : 0;
    unit->effects = NULL;
    unit->detour = false;
    if (share->next == SIM_TIME_NEVER)
        return;
    const uint64_t deadline = deadlines_bucket(&engine->deadlines, share->next + unit->delay);
    worker->earliest = MIN(worker->earliest, deadline);
}

static void note_effects(const struct step *step, const struct engine *engine,
                         struct step_worker *worker)
{
    for (unsigned k = 0; k < step->n_workers; k++) {
        const struct effects *effects = &worker->effects[step->parity][k];
        if (!effects_any(effects))
            continue;
        const uint64_t first = deadlines_bucket(&engine->deadlines, effects->first);
        worker->earliest = MIN(worker->earliest, first);
    }
}

/* The thread runs its own keeper's units, and then those of other keepers that are left. A thread
 * that settles a keeper runs the units it has listed, so nothing is left behind. */
void step_take_part(void *data, unsigned number)
{
    struct engine *engine = data;
    const struct step *step = engine->step;
    struct step_worker *worker = &step->workers[number];
    worker->earliest = UINT64_MAX;
    worker->number = step->number;
    for (unsigned i = number; i < number + step->n_workers; i++) {
        const unsigned k = i % step->n_workers;
        unsigned looks = 0;
        bool settled;
        while (!(settled = settle_once(step, engine, worker, k)) && ++looks < LOOKS)
            crew_pause();
        if (!settled)
            continue;
        struct step_share *share;
        while ((share = take(&step->keepers[k])) != NULL)
            run_share(step, engine, worker, share);
    }
    note_effects(step, engine, worker);
}
