/* SPDX-License-Identifier: BSD-3-Clause */
/* Lesson 7: a throttle. It counts how many lines warps lose to each other, and lets fewer warps
 * issue when they lose many. Wrong: always two warps.
 *
 * A warp has lost a line if it misses a line that it had brought into L1 itself, and that made room
 * for another one since. So each warp needs a memory of the lines that were evicted: its victims.
 */
#include "policies/warp_scheduler/warp_scheduler.h"

enum {
    PERIOD = 100, /* cycles from one decision to the next */
    VICTIMS = 8   /* lines that a warp remembers */
};

/* What the throttle remembers. It begins as zeros. */
struct state {
    struct warp_orders orders; /* orders.no_issue: the warps that are held back */
    const struct warp_orders *in_force;
    unsigned limit;      /* so many warps may issue, the oldest of the SM */
    unsigned hits, lost; /* accesses of this period that hit L1; that missed a lost line */
    /* Lines that each warp has lost, by slot; address + 1, so that 0 is none. The next one goes to
     * place next[slot]. */
    uint64_t victim[WARP_SLOTS][VICTIMS];
    unsigned next[WARP_SLOTS];
};

/* Holds back all warps but the `limit` oldest. Warps at a barrier don't count. */
static void hold_back(struct state *own, const struct warp_view *view)
{
    uint64_t others = view->resident & ~view->at_barrier;
    for (unsigned n = 0; n < own->limit && others != 0; n++)
        others &= ~warp_bit(warp_oldest(others, view));
    own->orders.no_issue = others;
    /* An SM without warps must not wait for a review, or the run never ends. */
    if (!view->resident)
        own->orders.review = UINT64_MAX;
    else if (own->orders.review == UINT64_MAX)
        own->orders.review = view->cycle + PERIOD;
}

/* Line `line` leaves L1. The warp in `slot` had brought it there. */
static void remember(struct state *own, unsigned slot, uint64_t line)
{
    own->victim[slot][own->next[slot]] = line + 1;
    own->next[slot] = (own->next[slot] + 1) % VICTIMS;
}

/* The warp in `slot` misses `line`. Has it lost this line before? */
static bool has_lost(const struct state *own, unsigned slot, uint64_t line)
{
    for (unsigned n = 0; n < VICTIMS; n++)
        if (own->victim[slot][n] == line + 1)
            return true;
    return false;
}

/* A period is over. The answer is how many warps may issue in the next one: 1 to 64. */
static unsigned new_limit(const struct state *own)
{
    (void)own;
    return 2;
}

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct state *own = state;
    (void)values;
    own->orders = WARP_NO_ORDERS;
    own->in_force = &own->orders;
    own->limit = site->warp_slots;
}

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    (void)state, (void)scheduler;
    return warp_oldest(candidates, view);
}

static void review(void *state, const struct warp_view *view)
{
    struct state *own = state;
    own->limit = CLAMP(new_limit(own), 1, WARP_SLOTS);
    own->hits = own->lost = 0;
    own->orders.review = view->cycle + PERIOD;
    hold_back(own, view);
}

static void evicted(void *state, const struct warp_line *line, const struct warp_view *view)
{
    (void)view;
    if (line->owner.slot < WARP_SLOTS)
        remember(state, line->owner.slot, line->line);
}

static void accessed(void *state, const struct warp_access *access, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    own->hits += access->outcome == WARP_ACCESS_HIT;
    own->lost += access->outcome == WARP_ACCESS_MISS && has_lost(own, access->slot, access->line);
}

static void changed(void *state, unsigned slot, const struct warp_view *view)
{
    (void)slot;
    hold_back(state, view);
}

static void warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    for (unsigned n = 0; n < VICTIMS; n++)
        own->victim[slot][n] = 0;
    hold_back(own, view);
}

static const struct warp_orders *const *orders(void *state)
{
    return &((struct state *)state)->in_force;
}

static const struct warp_scheduler_ops my_throttle = {
    .policy = {.head = {.name = "my_throttle",
                        .summary = "Fewer warps while they lose lines to each other, by me",
                        .source = "lesson 7",
                        .state_bytes = sizeof(struct state)},
               .needs = NEED_LINE_HISTORY,
               .on = {.evicted = evicted,
                      .accessed = accessed,
                      .warp_started = warp_started,
                      .warp_finished = changed,
                      .barrier_entered = changed,
                      .barrier_left = changed},
               .init = init},
    .pick = pick,
    .orders = orders,
    .review = review,
};

const struct policy_plugin simgpu_plugin = {
    .kind = WARP_SCHEDULER_KIND,
    .abi = POLICY_ABI,
    .policy = &my_throttle.policy.head,
};
