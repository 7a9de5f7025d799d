/* SPDX-License-Identifier: BSD-3-Clause */
/* Divergence-aware warp scheduling, detected: warps load only while what they are predicted to
 * reuse in their loops fits in L1.
 *
 * Each time a warp issues the first instruction of a loop with locality, its footprint is predicted
 * from the loop's loads (daws_classifier.h) and its active lanes, so that it shrinks as lanes
 * leave. The footprints are summed from the oldest warp on: those behind the effective size of the
 * cache may not load from global or local memory. Among the warps: greedy then oldest.
 *
 * - An inner loop's footprint takes the place of the outer one's, stays when the warp leaves
 *   it, and is renewed at the outer loop's iterations (5.1.3).
 * - While some warp has a footprint, a load outside loops counts as one of the next loop (5.1.2).
 * - Footprints are cleared when the warp leaves its loops, and at barriers (5.1).
 * - A loop in which one warp's footprint alone is too large is not throttled (5.1).
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling", MICRO 2013, sections 5.1,
 * 5.2 and 7.1, table 4. ASSUMED: "too large" is larger than the effective size, or the oldest
 * warp could wait for ever; a warp without a footprint is never held back.
 * Units: cache lines.
 */
#include "policies/warp_scheduler/daws_classifier.h"
#include "policies/warp_scheduler/inner.h"

extern const struct warp_scheduler_ops warp_scheduler_gto;

struct prediction {
    uint32_t lines;
    int32_t loop; /* DAWS_NO_LOOP */
};

struct state {
    struct warp_orders orders;
    uint32_t effective_lines;
    bool control_flow;
    uint64_t code;             /* hash of the kernel that the classifier knows */
    uint32_t launch;           /* the last one of it */
    uint8_t order[WARP_SLOTS]; /* resident slots, oldest first */
    unsigned n;
    struct prediction predictions[WARP_SLOTS];
    struct daws_classifier classifier;
    struct inner_scheduler gto;
};

enum parameter { ASSOC_FACTOR, CONTROL_FLOW, VICTIM_ENTRIES, VICTIM_WAYS };

static const struct policy_parameter parameters[] = {
    [ASSOC_FACTOR] = {.name = "assoc_factor",
                      .type = POLICY_REAL,
                      .unit = "1",
                      .initial.real = 0.6,
                      .minimum = 0,
                      .maximum = 8,
                      .why = "kAssocFactor: the part of L1's lines that counts, which is not fully "
                             "associative; DAWS, table 4 and 7.3"},
    [CONTROL_FLOW] = {.name = "control_flow",
                      .type = POLICY_BOOLEAN,
                      .unit = "1",
                      .initial.boolean = true,
                      .why = "false: as if all lanes were active in loops; DAWS, 7.1"},
    [VICTIM_ENTRIES] = {.name = "victim_entries",
                        .type = POLICY_INTEGER,
                        .unit = "lines",
                        .initial.integer = 16,
                        .minimum = 1,
                        .maximum = VICTIM_MAX_ENTRIES,
                        .why = "victim tags of a warp; DAWS, tables 3 and 4"},
    [VICTIM_WAYS] = {.name = "victim_ways",
                     .type = POLICY_INTEGER,
                     .unit = "lines",
                     .initial.integer = 8,
                     .minimum = 1,
                     .maximum = VICTIM_MAX_ENTRIES,
                     .why = "of a set of them; DAWS, tables 3 and 4"},
    {0}};

static void init(void *state, const struct warp_scheduler_site *site,
                 const struct policy_values *values)
{
    struct state *own = state;
    own->effective_lines = (uint32_t)(values->values[ASSOC_FACTOR].real * site->l1_lines);
    own->control_flow = values->values[CONTROL_FLOW].boolean;
    own->orders.review = UINT64_MAX;
    victim_tags_init(&own->classifier.victims, (uint32_t)values->values[VICTIM_ENTRIES].integer,
                     (uint32_t)values->values[VICTIM_WAYS].integer);
    inner_init(&own->gto, INNER_SMALL_BYTES, &warp_scheduler_gto, site);
}

/* Who may load now: the sum from the oldest warp on. */
static void judge(struct state *own)
{
    uint64_t sum = 0, held = 0;
    for (unsigned i = 0; i < own->n; i++) {
        unsigned slot = own->order[i];
        uint32_t lines = own->predictions[slot].lines;
        sum += lines;
        if (lines > 0 && sum > own->effective_lines)
            held |= warp_bit(slot);
    }
    own->orders.no_loads = held;
}

/* The warp is predicted to be in the loop. */
static void predict(struct state *own, unsigned slot, int32_t loop, unsigned lanes)
{
    uint32_t lines = daws_footprint(&own->classifier, loop, own->control_flow ? lanes : 32);
    if (lines > own->effective_lines)
        lines = 0;
    bool changed = own->predictions[slot].lines != lines;
    own->predictions[slot] = (struct prediction){lines, loop};
    if (changed)
        judge(own);
}

static void begin_loop(struct state *own, unsigned slot, int32_t loop, unsigned lanes)
{
    const struct daws_loop *loops = daws_now(&own->classifier)->loops;
    int32_t before = own->predictions[slot].loop;
    daws_loop_begun(&own->classifier, loop, slot, lanes);
    bool outer = before != DAWS_NO_LOOP && loops[before].place.first > loops[loop].place.first;
    predict(own, slot, outer ? before : loop, lanes);
}

/* Whether one of the two loops contains the other. */
static bool related(const struct daws_classifier *c, int32_t a, int32_t b)
{
    const struct warp_loop *x = &daws_now(c)->loops[a].place, *y = &daws_now(c)->loops[b].place;
    return x->first <= y->last && y->first <= x->last;
}

/* The next loop in program order. */
static int32_t closest_loop(const struct daws_classifier *c, uint32_t pc)
{
    int32_t closest = DAWS_NO_LOOP;
    for (uint32_t i = 0; i < daws_now(c)->n_loops; i++) {
        uint32_t first = daws_now(c)->loops[i].place.first;
        if (first > pc && (closest < 0 || first < daws_now(c)->loops[closest].place.first))
            closest = (int32_t)i;
    }
    return closest;
}

static bool anybody_in_loop(const struct state *own)
{
    for (unsigned i = 0; i < own->n; i++)
        if (own->predictions[own->order[i]].lines > 0)
            return true;
    return false;
}

static void executed(void *state, unsigned slot, const struct warp_executed *what,
                     const struct warp_view *view)
{
    (void)view;
    struct state *own = state;
    struct daws_classifier *c = &own->classifier;
    int32_t loop = (uint32_t)what->loop < daws_now(c)->n_loops ? what->loop : DAWS_NO_LOOP;
    int32_t next =
        (uint32_t)what->next_loop < daws_now(c)->n_loops ? what->next_loop : DAWS_NO_LOOP;
    if (what->launch != own->launch || what->ended)
        return;
    if (loop >= 0 && daws_now(c)->loops[loop].place.first == what->pc)
        begin_loop(own, slot, loop, what->lanes);
    if (what->is_branch && next >= 0 && daws_now(c)->loops[next].place.first == what->next_pc)
        daws_loop_repeats(c, next, slot);
    if (loop >= 0 && next != loop) {
        daws_loops_left(c, slot, next);
        if (next < 0 ||
            !related(c, next, own->predictions[slot].loop < 0 ? loop : own->predictions[slot].loop))
            predict(own, slot, DAWS_NO_LOOP, 0);
    }
    if (next < 0 && what->next_is_load && anybody_in_loop(own))
        predict(own, slot, closest_loop(c, what->next_pc), what->next_lanes);
}

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    struct state *own = state;
    return inner_pick(&own->gto, scheduler, candidates, view);
}

static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    inner_issued(&own->gto, scheduler, slot, view);
}

static void stalled(void *state, unsigned scheduler, const struct warp_view *view)
{
    struct state *own = state;
    inner_stalled(&own->gto, scheduler, view);
}

static void warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    own->order[own->n++] = (uint8_t)slot;
    own->predictions[slot] = (struct prediction){.loop = DAWS_NO_LOOP};
    daws_warp_started(&own->classifier, slot, view->age[slot]);
}

static void warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    unsigned at = 0;
    while (own->order[at] != slot)
        at++;
    memmove(own->order + at, own->order + at + 1, own->n - at - 1);
    own->n--;
    daws_loops_left(&own->classifier, slot, DAWS_NO_LOOP);
    inner_warp_finished(&own->gto, slot, view);
    judge(own);
}

static void barrier_entered(void *state, unsigned slot, const struct warp_view *view)
{
    (void)view;
    predict(state, slot, DAWS_NO_LOOP, 0);
}

static void kernel_started(void *state, const struct warp_kernel *kernel,
                           const struct warp_view *view)
{
    (void)view;
    struct state *own = state;
    own->launch = kernel->launch;
    daws_kernel_started(&own->classifier, kernel);
}

static void coalesced(void *state, unsigned slot, uint32_t pc, unsigned lanes,
                      unsigned transactions)
{
    struct state *own = state;
    daws_coalesced(&own->classifier, slot, pc, lanes, transactions);
}

static void accessed(void *state, const struct warp_access *access, const struct warp_view *view)
{
    struct state *own = state;
    if (access->launch == own->launch)
        daws_accessed(&own->classifier, access, view->age[access->slot]);
}

static void evicted(void *state, uint64_t line, const struct warp_owner *owner)
{
    struct state *own = state;
    victim_tags_evicted(&own->classifier.victims, line, owner);
}

static const struct warp_orders *orders(void *state)
{
    return &((struct state *)state)->orders;
}

const struct warp_scheduler_ops warp_scheduler_daws = {
    .head = {.name = "daws",
             .summary = "Divergence-aware, detected: warps load while what they reuse fits in L1",
             .source = "Rogers and others, Divergence-Aware Warp Scheduling, MICRO 2013, 5, 7.1",
             .parameters = parameters,
             .state_bytes = sizeof(struct state) + INNER_SMALL_BYTES},
    .init = init,
    .pick = pick,
    .issued = issued,
    .stalled = stalled,
    .warp_started = warp_started,
    .warp_finished = warp_finished,
    .barrier_entered = barrier_entered,
    .orders = orders,
    .kernel_started = kernel_started,
    .executed = executed,
    .coalesced = coalesced,
    .accessed = accessed,
    .evicted = evicted,
};
