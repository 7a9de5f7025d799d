/* SPDX-License-Identifier: BSD-3-Clause */
/* Events: counts, and whose turn it is. What is decided of them is in ipaws_decide.c. */
#include "policies/warp_scheduler/ipaws_decide.h"
#include <string.h>

extern const struct warp_scheduler_ops warp_scheduler_lrr;

void ipaws_init(struct ipaws *own, const struct warp_scheduler_ops *greedy, size_t greedy_bytes,
                const struct warp_scheduler_site *site, const struct policy_values *values)
{
    ipaws_read_parameters(own, values);
    own->heard = IPAWS_NO_WORD;
    own->launch = UINT32_MAX;
    own->fair = (struct inner_scheduler *)(void *)own->places;
    own->greedy = (struct inner_scheduler *)(void *)(own->places + INNER_BYTES(INNER_SMALL_BYTES));
    inner_init(own->fair, INNER_SMALL_BYTES, &warp_scheduler_lrr, site);
    inner_init(own->greedy, greedy_bytes, greedy, site);
    inner_give_orders(own->greedy, &own->orders);
}

static struct inner_scheduler *active(const struct ipaws *own)
{
    return own->phase <= IPAWS_GREEDY ? own->greedy : own->fair;
}

static void give_orders(struct ipaws *own)
{
    inner_give_orders(active(own), &own->orders);
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

unsigned ipaws_pick(void *state, unsigned scheduler, uint64_t candidates,
                    const struct warp_view *view)
{
    struct ipaws *own = state;
    if (own->phase == IPAWS_RECOVER) {
        uint64_t behind = to_bring_up(own, candidates);
        if (behind)
            return least_issued(own, behind, view);
    }
    return inner_pick(active(own), scheduler, candidates, view);
}

uint64_t ipaws_visited(const void *state, unsigned scheduler, unsigned slot, uint64_t warps,
                       const struct warp_view *view)
{
    const struct ipaws *own = state;
    if (own->phase != IPAWS_RECOVER)
        return inner_visited(active(own), scheduler, slot, warps, view);
    uint64_t behind = to_bring_up(own, warps), seen = warp_bit(slot);
    if (!(behind >> slot & 1))
        return behind | inner_visited(own->fair, scheduler, slot, warps & ~behind, view);
    for (uint64_t rest = behind; rest; rest &= rest - 1)
        seen |= (uint64_t)issued_less(own, warp_first(rest), slot, view) << warp_first(rest);
    return seen;
}

/* ---- counting -------------------------------------------------------------------------------- */

void ipaws_issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    struct ipaws *own = state;
    own->issued++;
    own->counters[own->counter_of[slot]].instructions++;
    inner_issued(own->greedy, scheduler, slot, view);
    inner_issued(own->fair, scheduler, slot, view);
    if (own->phase == IPAWS_RECOVER)
        ipaws_recover_further(own, view);
    give_orders(own);
}

void ipaws_stalled(void *state, unsigned scheduler, const struct warp_view *view)
{
    struct ipaws *own = state;
    inner_stalled(own->greedy, scheduler, view);
    inner_stalled(own->fair, scheduler, view);
    give_orders(own);
}

void ipaws_blocked(void *state, unsigned scheduler, uint64_t ready, uint64_t cycles,
                   const struct warp_view *view)
{
    (void)scheduler;
    struct ipaws *own = state;
    if (own->phase != IPAWS_ADAPT)
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

void ipaws_warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    struct ipaws *own = state;
    unsigned counter = counter_for(own, view->age[slot]);
    own->counters[counter].warps++;
    own->counter_of[slot] = (uint8_t)counter;
    inner_warp_started(own->greedy, slot, view);
    inner_warp_started(own->fair, slot, view);
    give_orders(own);
}

void ipaws_warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    struct ipaws *own = state;
    own->finished_at = view->cycle;
    unsigned counter = own->counter_of[slot];
    if (own->phase == IPAWS_ADAPT)
        ipaws_decide(own, counter, view);
    if (--own->counters[counter].warps == 0) {
        own->used &= ~warp_bit(counter);
        ipaws_counter_freed(own, counter, view);
    }
    inner_warp_finished(own->greedy, slot, view);
    inner_warp_finished(own->fair, slot, view);
    give_orders(own);
}

void ipaws_barrier_entered(void *state, unsigned slot, const struct warp_view *view)
{
    struct ipaws *own = state;
    own->at_barrier |= warp_bit(slot);
    own->barrier_from[slot] = ipaws_barrier_clock(own, view);
    inner_barrier_entered(own->greedy, slot, view);
    inner_barrier_entered(own->fair, slot, view);
    give_orders(own);
}

void ipaws_barrier_left(void *state, unsigned slot, const struct warp_view *view)
{
    struct ipaws *own = state;
    own->at_barrier &= ~warp_bit(slot);
    own->counters[own->counter_of[slot]].barriers +=
        ipaws_barrier_clock(own, view) - own->barrier_from[slot];
    inner_barrier_left(own->greedy, slot, view);
    inner_barrier_left(own->fair, slot, view);
    give_orders(own);
}

/* ---- orders and words ------------------------------------------------------------------------ */

const struct warp_orders *ipaws_orders(void *state)
{
    return &((struct ipaws *)state)->orders;
}

void ipaws_review(void *state, const struct warp_view *view)
{
    struct ipaws *own = state;
    inner_review(active(own), view);
    give_orders(own);
}

void ipaws_received(void *state, uint64_t word, const struct warp_view *view)
{
    struct ipaws *own = state;
    ipaws_hear(own, word, view);
    give_orders(own);
}

void ipaws_kernel_started(void *state, const struct warp_kernel *kernel,
                          const struct warp_view *view)
{
    struct ipaws *own = state;
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
    own->report = (struct ipaws_report){.started_cycle = view->cycle};
    inner_kernel_started(own->greedy, kernel, view);
    inner_kernel_started(own->fair, kernel, view);
    ipaws_hear(own, own->heard, view);
    give_orders(own);
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

void ipaws_report(const void *state, uint64_t *values)
{
    const struct ipaws *own = state;
    struct ipaws_report report = own->report;
    add_phases(&report, own->finished_at);
    memcpy(values, &report, sizeof report);
}

void ipaws_accessed(void *state, const struct warp_access *access, const struct warp_view *view)
{
    struct ipaws *own = state;
    inner_accessed(own->greedy, access, view);
    give_orders(own);
}

void ipaws_evicted(void *state, uint64_t line, const struct warp_owner *owner)
{
    struct ipaws *own = state;
    inner_evicted(own->greedy, line, owner);
    give_orders(own);
}

void ipaws_waits_on_memory(void *state, unsigned slot, const struct warp_view *view)
{
    struct ipaws *own = state;
    inner_waits_on_memory(own->greedy, slot, view);
    give_orders(own);
}

void ipaws_pressure(void *state, const struct warp_pressure *now, const struct warp_view *view)
{
    struct ipaws *own = state;
    inner_pressure(own->greedy, now, view);
    give_orders(own);
}
