/* SPDX-License-Identifier: BSD-3-Clause */
/* Events: counts, and whose turn it is. What is decided of them is in ipaws_decide.c. */
#include "policies/warp_scheduler/ipaws_decide.h"
#include <string.h>

extern const struct warp_scheduler_ops warp_scheduler_lrr;

static const struct held_scheduler *active(const struct ipaws *own)
{
    return own->phase <= IPAWS_GREEDY ? &own->greedy : &own->fair;
}

/* The phase may have changed. */
static void take_orders(struct ipaws *own)
{
    const struct held_scheduler *held = active(own);
    own->in_force = held->orders ? *held->orders : &own->none;
}

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct ipaws *own = state;
    ipaws_read_parameters(own, values);
    own->heard = IPAWS_NO_WORD;
    own->launch = own->other_launch = UINT32_MAX;
    own->self = (uint16_t)site->sm;
    if (own->shared)
        program_warps_init(&own->programs, site);
    own->outbox = site->outbox;
    own->none = WARP_NO_ORDERS;
    own->fair = held_scheduler(site, &warp_scheduler_lrr.policy.head, NULL);
    own->greedy = held_by(site, &values->values[IPAWS_GREEDY_SCHEDULER]);
    take_orders(own);
}

/* ---- choosing -------------------------------------------------------------------------------- */

static bool issued_less(const struct ipaws *own, unsigned a, unsigned b,
                        const struct warp_view *view)
{
    uint64_t of_a = own->counters[own->counter_of[a]].instructions;
    uint64_t of_b = own->counters[own->counter_of[b]].instructions;
    return of_a != of_b ? of_a < of_b : view->age[a] < view->age[b];
}

/* Those of a set of slots that are to be brought up. */
static uint64_t to_bring_up(const struct ipaws *own, uint64_t slots)
{
    uint64_t found = 0;
    for (; slots; slots &= slots - 1) {
        unsigned slot = warp_first(slots);
        found |= (own->recovering >> own->counter_of[slot] & 1) << slot;
    }
    return found;
}

static unsigned least_issued(const struct ipaws *own, uint64_t slots, const struct warp_view *view)
{
    unsigned least = warp_first(slots);
    for (uint64_t rest = slots & (slots - 1); rest; rest &= rest - 1)
        if (issued_less(own, warp_first(rest), least, view))
            least = warp_first(rest);
    return least;
}

/* Of the other program, with `shared`. */
static const struct held_scheduler *others_scheduler(const struct ipaws *own)
{
    return own->other_fair ? &own->fair : &own->greedy;
}

static bool is_others(const struct ipaws *own, unsigned slot)
{
    return own->programs.others >> slot & 1;
}

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    struct ipaws *own = state;
    candidates = program_warps_first(&own->programs, candidates);
    if (is_others(own, warp_first(candidates)))
        return held_pick(others_scheduler(own), scheduler, candidates, view);
    if (own->phase == IPAWS_RECOVER) {
        uint64_t behind = to_bring_up(own, candidates);
        if (behind)
            return least_issued(own, behind, view);
    }
    return held_pick(active(own), scheduler, candidates, view);
}

static uint64_t visited(const void *state, unsigned scheduler, unsigned slot, uint64_t warps,
                        const struct warp_view *view)
{
    const struct ipaws *own = state;
    uint64_t others = own->programs.others;
    if (is_others(own, slot))
        return (warps & ~others) |
               held_visited(others_scheduler(own), scheduler, slot, warps & others, view);
    warps &= ~others;
    if (own->phase != IPAWS_RECOVER)
        return held_visited(active(own), scheduler, slot, warps, view);
    uint64_t behind = to_bring_up(own, warps), seen = warp_bit(slot);
    if (!(behind >> slot & 1))
        return behind | held_visited(&own->fair, scheduler, slot, warps & ~behind, view);
    for (uint64_t rest = behind; rest; rest &= rest - 1)
        seen |= (uint64_t)issued_less(own, warp_first(rest), slot, view) << warp_first(rest);
    return seen;
}

/* ---- counting -------------------------------------------------------------------------------- */

static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    struct ipaws *own = state;
    (void)scheduler;
    own->issued++;
    if (is_others(own, slot))
        return;
    own->counters[own->counter_of[slot]].instructions++;
    if (own->phase != IPAWS_RECOVER)
        return;
    ipaws_recover_further(own, view);
    take_orders(own);
}

static void blocked(void *state, unsigned scheduler, uint64_t ready, uint64_t cycles,
                    const struct warp_view *view)
{
    (void)scheduler;
    struct ipaws *own = state;
    ready &= ~own->programs.others;
    if (own->phase != IPAWS_ADAPT || !ready)
        return;
    if (own->stall_oldest)
        ready = warp_bit(warp_oldest(ready, view));
    for (; ready; ready &= ready - 1)
        own->counters[own->counter_of[warp_first(ready)]].stalls += cycles;
}

/* The counter of a warp that starts: its own, or that of its block. */
static unsigned counter_for(struct ipaws *own, uint64_t age)
{
    if (own->missing > 0 && own->counters[own->filling].warps > 0) {
        own->missing--;
        return own->filling;
    }
    unsigned free = warp_first(~own->used);
    own->counters[free] = (struct ipaws_counter){.age = age};
    own->used |= warp_bit(free);
    own->filling = free;
    own->missing = own->block_counters && own->block_warps > 1 ? own->block_warps - 1 : 0;
    return free;
}

static void block_started(void *state, const struct warp_block *block, const struct warp_view *view)
{
    struct ipaws *own = state;
    (void)view;
    if (own->shared)
        program_warps_add(&own->programs, block);
}

static void warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    struct ipaws *own = state;
    if (is_others(own, slot))
        return;
    unsigned counter = counter_for(own, view->age[slot]);
    own->counters[counter].warps++;
    own->counter_of[slot] = (uint8_t)counter;
}

static void warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    struct ipaws *own = state;
    if (is_others(own, slot))
        return;
    own->finished_at = view->cycle;
    unsigned counter = own->counter_of[slot];
    if (own->phase == IPAWS_ADAPT)
        ipaws_decide(own, counter, view);
    if (--own->counters[counter].warps == 0) {
        own->used &= ~warp_bit(counter);
        ipaws_counter_freed(own, counter, view);
    }
    take_orders(own);
}

static void barrier_entered(void *state, unsigned slot, const struct warp_view *view)
{
    struct ipaws *own = state;
    if (is_others(own, slot))
        return;
    own->at_barrier |= warp_bit(slot);
    own->barrier_from[slot] = ipaws_barrier_clock(own, view);
}

static void barrier_left(void *state, unsigned slot, const struct warp_view *view)
{
    struct ipaws *own = state;
    if (is_others(own, slot))
        return;
    own->at_barrier &= ~warp_bit(slot);
    own->counters[own->counter_of[slot]].barriers +=
        ipaws_barrier_clock(own, view) - own->barrier_from[slot];
}

/* ---- orders and words ------------------------------------------------------------------------ */

static const struct warp_orders *const *orders(void *state)
{
    return &((struct ipaws *)state)->in_force;
}

static void review(void *state, const struct warp_view *view)
{
    struct ipaws *own = state;
    held_review(active(own), view);
}

static void heard(void *state, const struct policy_word *word, const struct warp_view *view)
{
    struct ipaws *own = state;
    if (word->topic != POLICY_TOPIC_IPAWS)
        return;
    ipaws_hear(own, word->value, view);
    take_orders(own);
}

/* A kernel of the other program, with `shared`. */
static void others_kernel_started(struct ipaws *own, uint32_t launch, const struct warp_view *view)
{
    own->other_launch = launch;
    own->other_fair = false;
    own->report.partner = launch;
    own->report.partner_decision = IPAWS_UNDECIDED;
    ipaws_hear(own, own->heard, view);
}

static void kernel_started(void *state, const struct warp_kernel *kernel,
                           const struct warp_view *view)
{
    struct ipaws *own = state;
    if (own->shared && !program_warps_is_own(&own->programs, kernel->program)) {
        others_kernel_started(own, kernel->launch, view);
        return;
    }
    const struct ipaws_report before = own->report;
    own->launch = kernel->launch;
    own->finished_at = view->cycle;
    own->phase = IPAWS_ADAPT;
    own->block_warps = kernel->block_warps;
    own->missing = 0;
    for (uint64_t used = own->used; used; used &= used - 1) {
        struct ipaws_counter *counter = &own->counters[warp_first(used)];
        *counter = (struct ipaws_counter){.age = counter->age, .warps = counter->warps};
    }
    for (uint64_t slots = own->at_barrier; slots; slots &= slots - 1)
        own->barrier_from[warp_first(slots)] = ipaws_barrier_clock(own, view);
    own->report = (struct ipaws_report){.started_cycle = view->cycle,
                                        .about = kernel->launch,
                                        .partner = before.partner,
                                        .partner_decision = before.partner_decision};
    ipaws_hear(own, own->heard, view);
    take_orders(own);
}

/* A word may come, and the warps be level, when there are none any more. */
static void add_phases(struct ipaws_report *report, uint64_t end)
{
    uint64_t decided = report->decision == IPAWS_UNDECIDED ? end : MIN(report->decided_cycle, end);
    uint64_t level = report->decision != IPAWS_TURNS_FAIR ? decided
                     : report->recovered_cycle == 0       ? end
                                                          : MIN(report->recovered_cycle, end);
    report->adapt_cycles = decided - report->started_cycle;
    report->recover_cycles = level - decided;
    report->execute_cycles = end - level;
}

static void report(const void *state, uint64_t *values)
{
    const struct ipaws *own = state;
    struct ipaws_report report = own->report;
    add_phases(&report, own->finished_at);
    memcpy(values, &report, sizeof report);
}

const struct warp_scheduler_ops warp_scheduler_ipaws = {
    .policy = {.head = {.name = "ipaws",
                        .summary = "A greedy scheduler, or round robin when many warps issue alike",
                        .source = "M. Lee and others, iPAWS, HPCA 2016, 3, 4.2 and 4.3",
                        .parameters = ipaws_parameters,
                        .state_bytes = sizeof(struct ipaws)},
               .needs = NEED_WORDS,
               .on = {.kernel_started = kernel_started,
                      .block_started = block_started,
                      .warp_started = warp_started,
                      .warp_finished = warp_finished,
                      .issued = issued,
                      .blocked = blocked,
                      .barrier_entered = barrier_entered,
                      .barrier_left = barrier_left,
                      .word = heard},
               .init = init,
               .results = ipaws_results,
               .report = report},
    .pick = pick,
    .visited = visited,
    .orders = orders,
    .review = review,
};
