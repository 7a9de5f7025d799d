/* SPDX-License-Identifier: BSD-3-Clause */
/* Project 1, task 2: cache-conscious wavefront scheduling (CCWS) over round robin. A sample
 * solution.
 *
 *     victim tags     per warp: lines that it brought into L1 and that others threw out
 *     lost line       a warp misses a line that is among its victim tags
 *     score           per warp: BASE, and more after a lost line. It falls by one a cycle, to BASE
 *     cutoff          BASE times the number of resident warps
 *
 * The resident warps stand in the order of their scores, highest first. From the first one on they
 * may load, as long as the sum of the scores before them is below the cutoff. If all are at BASE,
 * that is everybody. One high score pushes out those who have lost least. A warp that is held back
 * may do everything but load.
 *
 * Source of the method: T. G. Rogers, M. O'Connor, T. M. Aamodt, "Cache-Conscious Wavefront
 * Scheduling", MICRO 2012.
 */
#include "policies/warp_scheduler/warp_scheduler.h"

#include <string.h>

enum {
    BASE = 100,     /* score of a warp that has lost nothing */
    K_THROTTLE = 8, /* how strongly lost lines throttle */
    SETS = 2,       /* victim tags of a warp: 2 sets of 8; line n is in set n mod 2 */
    WAYS = 8,
    LINE_BYTES = 128
};

/* What the scheduler remembers of its SM. It begins as zeros. */
struct state {
    struct warp_orders orders; /* orders.no_loads: the warps that may not load */
    const struct warp_orders *in_force;
    unsigned next[WARP_SCHEDULERS]; /* round robin: the slot that is looked at first */

    unsigned order[WARP_SLOTS]; /* the slots of the n resident warps, highest score first */
    unsigned n;
    uint64_t age[WARP_SLOTS];   /* by slot: which warp it is, as in view->age */
    uint64_t score[WARP_SLOTS]; /* by slot: the score that was set in cycle set_at[slot] */
    uint64_t set_at[WARP_SLOTS];
    uint64_t lost[WARP_SLOTS], issued[WARP_SLOTS]; /* by slot: lost lines, instructions */
    uint64_t lost_in_all, issued_in_all;           /* of the resident warps */

    uint64_t tag[WARP_SLOTS][SETS][WAYS]; /* addresses + 1, the latest first; 0: none */
};

/* ---- victim tags ----------------------------------------------------------------------------- */

/* Puts the line first among the warp's victim tags. If it is there already, it moves to the front;
 * otherwise the last tag of its set leaves. */
static void victims_insert(struct state *own, unsigned slot, uint64_t line)
{
    uint64_t *set = own->tag[slot][line / LINE_BYTES % SETS];
    unsigned at = 0;
    while (at < WAYS - 1 && set[at] != line + 1)
        at++;
    memmove(set + 1, set, at * sizeof set[0]);
    set[0] = line + 1;
}

/* Whether the line is among the warp's victim tags. If it is, its tag leaves: the line is on its
 * way back. */
static bool victims_take(struct state *own, unsigned slot, uint64_t line)
{
    uint64_t *set = own->tag[slot][line / LINE_BYTES % SETS];
    for (unsigned at = 0; at < WAYS; at++)
        if (set[at] == line + 1) {
            memmove(set + at, set + at + 1, (WAYS - 1 - at) * sizeof set[0]);
            set[WAYS - 1] = 0;
            return true;
        }
    return false;
}

/* ---- scores ---------------------------------------------------------------------------------- */

static uint64_t cutoff(const struct state *own)
{
    return (uint64_t)own->n * BASE;
}

/* The score of a warp that has just lost a line, and the most that any score may be. */
static uint64_t lost_score(const struct state *own)
{
    uint64_t points = own->lost_in_all * K_THROTTLE * cutoff(own) / MAX(own->issued_in_all, 1);
    return MAX(points, BASE);
}

/* The score of a warp in cycle `cycle`. */
static uint64_t score_now(const struct state *own, unsigned slot, uint64_t cycle)
{
    uint64_t fallen = cycle - own->set_at[slot], above = own->score[slot] - BASE;
    return BASE + (above > fallen ? above - fallen : 0);
}

static void set_score(struct state *own, unsigned slot, uint64_t score, uint64_t cycle)
{
    own->score[slot] = score;
    own->set_at[slot] = cycle;
}

/* Brings order[] into the order of the scores. Of equal ones the older warp is first. */
static void sort(struct state *own, uint64_t cycle)
{
    for (unsigned i = 1; i < own->n; i++) {
        unsigned slot = own->order[i], at = i;
        for (; at > 0; at--) {
            unsigned other = own->order[at - 1];
            uint64_t theirs = score_now(own, other, cycle), ours = score_now(own, slot, cycle);
            if (theirs > ours || (theirs == ours && own->age[other] < own->age[slot]))
                break;
            own->order[at] = other;
        }
        own->order[at] = slot;
    }
}

/* The warps that may not load now. order[] is in order. */
static uint64_t held_back(const struct state *own, uint64_t cycle)
{
    uint64_t held = 0;
    uint64_t sum = 0;
    for (unsigned i = 0; i < own->n; i++) {
        if (sum >= cutoff(own))
            held |= warp_bit(own->order[i]);
        sum += score_now(own, own->order[i], cycle);
    }
    return held;
}

/* The cycle in which held_back can change although nothing happens: the warps before the first one
 * that is held back have fallen below the cutoff, or a score has come to BASE. */
static uint64_t next_change(const struct state *own, uint64_t held, uint64_t cycle)
{
    uint64_t soonest = UINT64_MAX, sum = 0, falling = 0;
    bool passed = false;
    for (unsigned i = 0; held != 0 && i < own->n; i++) {
        unsigned slot = own->order[i];
        uint64_t score = score_now(own, slot, cycle);
        if (!passed && (held & warp_bit(slot)) && falling != 0) {
            passed = true;
            soonest = MIN(soonest, (sum - cutoff(own)) / falling + 1);
        }
        sum += score;
        if (score > BASE) {
            falling++;
            soonest = MIN(soonest, score - BASE);
        }
    }
    return soonest == UINT64_MAX ? UINT64_MAX : cycle + soonest;
}

/* Something has changed the scores. */
static void judge(struct state *own, const struct warp_view *view)
{
    uint64_t most = lost_score(own);
    for (unsigned i = 0; i < own->n; i++)
        if (score_now(own, own->order[i], view->cycle) > most)
            set_score(own, own->order[i], most, view->cycle);
    sort(own, view->cycle);
    own->orders.no_loads = held_back(own, view->cycle);
    own->orders.review = next_change(own, own->orders.no_loads, view->cycle);
}

/* ---- what L1 tells --------------------------------------------------------------------------- */

/* A line leaves L1, to make room for another one. */
static void evicted(void *state, const struct warp_line *line, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    if (line->owner.slot >= WARP_SLOTS || own->age[line->owner.slot] != line->owner.age)
        return; /* the warp that had brought it has ended */
    victims_insert(own, line->owner.slot, line->line);
}

/* A load of a warp has looked for a line in L1. */
static void accessed(void *state, const struct warp_access *access, const struct warp_view *view)
{
    struct state *own = state;
    unsigned slot = access->slot;
    if (access->outcome != WARP_ACCESS_MISS)
        return;
    if (!victims_take(own, slot, access->line))
        return;
    own->lost[slot]++;
    own->lost_in_all++;
    if (!(view->at_barrier & warp_bit(slot)))
        set_score(own, slot, lost_score(own), view->cycle);
    judge(own, view);
}

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct state *own = state;
    (void)site, (void)values;
    own->orders = WARP_NO_ORDERS;
    own->in_force = &own->orders;
}

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    const struct state *own = state;
    unsigned next = own->next[scheduler];
    uint64_t from_next = candidates >> next << next;
    (void)view;
    return warp_first(from_next != 0 ? from_next : candidates);
}

static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    own->next[scheduler] = (slot + 1) % WARP_SLOTS;
    own->issued[slot]++;
    own->issued_in_all++;
}

static void warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    set_score(own, slot, BASE, view->cycle);
    own->lost[slot] = own->issued[slot] = 0;
    own->age[slot] = view->age[slot];
    own->order[own->n++] = slot;
    memset(own->tag[slot], 0, sizeof own->tag[slot]);
    judge(own, view);
}

static void warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    unsigned at = 0;
    while (own->order[at] != slot)
        at++;
    own->n--;
    memmove(own->order + at, own->order + at + 1, (own->n - at) * sizeof own->order[0]);
    own->lost_in_all -= own->lost[slot];
    own->issued_in_all -= own->issued[slot];
    own->age[slot] = UINT64_MAX;
    judge(own, view);
}

/* A warp at a barrier must not keep back those that it waits for. */
static void barrier_entered(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    set_score(own, slot, BASE, view->cycle);
    judge(own, view);
}

static void review(void *state, const struct warp_view *view)
{
    judge(state, view);
}

static const struct warp_orders *const *orders(void *state)
{
    return &((struct state *)state)->in_force;
}

static const struct warp_scheduler_ops my_ccws = {
    .policy = {.head = {.name = "my_ccws",
                        .summary = "CCWS over round robin, by me",
                        .source = "project 1",
                        .state_bytes = sizeof(struct state)},
               .needs = NEED_LINE_HISTORY,
               .on = {.issued = issued,
                      .warp_started = warp_started,
                      .warp_finished = warp_finished,
                      .barrier_entered = barrier_entered,
                      .accessed = accessed,
                      .evicted = evicted},
               .init = init},
    .pick = pick,
    .orders = orders,
    .review = review,
};

const struct policy_plugin simgpu_plugin = {
    .kind = WARP_SCHEDULER_KIND,
    .abi = POLICY_ABI,
    .policy = &my_ccws.policy.head,
};
