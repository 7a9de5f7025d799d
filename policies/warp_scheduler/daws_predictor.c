/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/warp_scheduler/daws_predictor.h"

enum { ALL_LANES = 32 };

void daws_init(struct daws *daws, const struct sm_policy_site *site,
               const struct policy_values *values)
{
    daws->effective_lines = (uint32_t)(values->values[DAWS_ASSOC_FACTOR].real * site->l1_lines);
    daws->control_flow = values->values[DAWS_CONTROL_FLOW].boolean;
    throttle_init(&daws->throttle, site, &values->values[DAWS_ORDER]);
}

/* Loops in which some warp's footprint alone is too large, as a set. */
static uint32_t too_large(const struct daws *daws)
{
    uint32_t loops = 0;
    for (unsigned i = 0; i < daws->n; i++) {
        const struct daws_prediction *prediction = &daws->predictions[daws->order[i]];
        if (prediction->lines > daws->effective_lines)
            loops |= UINT32_C(1) << prediction->loop;
    }
    return loops;
}

/* Who may load now: the sum from the oldest warp on. */
static void judge(struct daws *daws)
{
    uint64_t sum = 0, held = 0;
    uint32_t unthrottled = too_large(daws);
    for (unsigned i = 0; i < daws->n; i++) {
        unsigned slot = daws->order[i];
        const struct daws_prediction *prediction = &daws->predictions[slot];
        if (prediction->lines == 0 || (unthrottled >> prediction->loop & 1))
            continue;
        sum += prediction->lines;
        if (sum > daws->effective_lines)
            held |= warp_bit(slot);
    }
    daws->throttle.orders.no_loads = held;
}

/* The warp is predicted to be in the loop. */
static void predict(struct daws *daws, unsigned slot, int32_t loop, unsigned lanes)
{
    struct daws_prediction *old = &daws->predictions[slot];
    uint32_t lines =
        daws_footprint(daws_now(&daws->table), loop, daws->control_flow ? lanes : ALL_LANES);
    bool changed = old->lines != lines || (lines > 0 && old->loop != loop);
    *old = (struct daws_prediction){lines, loop};
    if (changed)
        judge(daws);
}

/* The warp has come into `loop`; before that it was in the loop `before`. */
static void enter_loops(struct daws *daws, unsigned slot, int32_t loop, int32_t before,
                        unsigned lanes)
{
    struct daws_kernel *k = daws_now(&daws->table);
    for (; loop >= 0 && !daws_is_around(k, loop, before); loop = k->loops[loop].place.parent)
        daws_loop_entered(k, loop, slot, lanes);
}

/* The warp has issued the loop's first instruction. An outer loop's iteration renews the footprint
 * of the inner one. */
static void begin_iteration(struct daws *daws, unsigned slot, int32_t loop, unsigned lanes)
{
    const struct daws_kernel *k = daws_now(&daws->table);
    int32_t predicted = daws->predictions[slot].loop;
    predict(daws, slot, predicted >= 0 && daws_is_around(k, loop, predicted) ? predicted : loop,
            lanes);
}

static bool anybody_in_loop(const struct daws *daws)
{
    for (unsigned i = 0; i < daws->n; i++)
        if (daws->predictions[daws->order[i]].lines > 0)
            return true;
    return false;
}

/* Loops of traced code: a back edge is a branch to a lower pc that one of its lanes runs next. */
static void look_for_loop(struct daws *daws, unsigned slot, const struct warp_executed *what)
{
    struct daws_return *back = &daws->returns[slot];
    if (back->mask & what->mask)
        daws_loop_found(daws_now(&daws->table), back->begin, back->last);
    back->mask = 0;
    if (what->is_branch && !what->ended && what->next_pc <= what->pc)
        *back = (struct daws_return){what->next_pc, what->pc, what->mask};
}

/* What follows from where the warp goes: from `loop` to `next`. */
static void follow(struct daws *daws, unsigned slot, int32_t loop, int32_t next,
                   const struct warp_executed *what)
{
    struct daws_kernel *k = daws_now(&daws->table);
    if (daws->detects && next >= 0 && k->loops[next].place.begin == what->next_pc &&
        daws_is_around(k, next, loop))
        daws_loop_repeats(&daws->classifier, k, next, slot);
    if (loop >= 0 && next != loop) {
        if (daws->detects)
            daws_loops_left(&daws->classifier, k, slot, next);
        if (daws_outermost(k, next) != daws_outermost(k, loop))
            predict(daws, slot, DAWS_NO_LOOP, 0);
    }
    if (next < 0 && what->next_is_load && anybody_in_loop(daws))
        predict(daws, slot, daws_closest_loop(k, what->next_pc), what->next_lanes);
    /* A load at the very begin of a loop: the loop is entered before it, not with it. */
    if (next >= 0 && what->next_is_load && k->loops[next].place.begin == what->next_pc &&
        !daws_is_around(k, next, loop))
        begin_iteration(daws, slot, next, what->next_lanes);
}

/* The loop's number here: those beyond the table are not known. */
static int32_t known_loop(const struct daws_kernel *k, int32_t loop)
{
    return loop >= 0 && (uint32_t)loop < k->n_loops ? loop : DAWS_NO_LOOP;
}

void daws_executed(void *state, unsigned slot, const struct warp_executed *what,
                   const struct warp_view *view)
{
    (void)view;
    struct daws *daws = state;
    struct daws_kernel *k = daws_now(&daws->table);
    if (what->launch != daws->launch)
        return;
    int32_t loop, next;
    if (k->loops_known) {
        loop = known_loop(k, what->loop);
        next = known_loop(k, what->next_loop);
    } else {
        look_for_loop(daws, slot, what);
        loop = daws_loop_at(k, what->pc);
        next = what->ended ? DAWS_NO_LOOP : daws_loop_at(k, what->next_pc);
    }
    int32_t before = daws->loop[slot];
    daws->loop[slot] = loop;
    daws->classifier.loop[slot] = loop;
    if (daws->detects && loop != before)
        enter_loops(daws, slot, loop, before, what->lanes);
    if (loop >= 0 && k->loops[loop].place.begin == what->pc)
        begin_iteration(daws, slot, loop, what->lanes);
    if (k->n_loops > 0 && !what->ended)
        follow(daws, slot, loop, next, what);
}

void daws_warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    struct daws *daws = state;
    daws->order[daws->n++] = (uint8_t)slot;
    daws->loop[slot] = DAWS_NO_LOOP;
    daws->predictions[slot] = (struct daws_prediction){0, DAWS_NO_LOOP};
    daws->returns[slot].mask = 0;
    daws_classifier_warp_started(&daws->classifier, slot, view->age[slot]);
}

void daws_warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    (void)view;
    struct daws *daws = state;
    unsigned at = 0;
    while (daws->order[at] != slot)
        at++;
    daws->n--;
    memmove(daws->order + at, daws->order + at + 1, daws->n - at);
    daws_loops_left(&daws->classifier, daws_now(&daws->table), slot, DAWS_NO_LOOP);
    judge(daws);
}

void daws_barrier_entered(void *state, unsigned slot, const struct warp_view *view)
{
    (void)view;
    predict(state, slot, DAWS_NO_LOOP, 0);
}

void daws_kernel_started(void *state, const struct warp_kernel *kernel,
                         const struct warp_view *view)
{
    (void)view;
    struct daws *daws = state;
    daws->launch = kernel->launch;
    daws_table_start(&daws->table, kernel);
    daws_classifier_kernel_started(&daws->classifier);
    for (unsigned slot = 0; slot < WARP_SLOTS; slot++) {
        daws->predictions[slot] = (struct daws_prediction){0, DAWS_NO_LOOP};
        daws->loop[slot] = DAWS_NO_LOOP;
        daws->returns[slot].mask = 0;
    }
    judge(daws);
}
