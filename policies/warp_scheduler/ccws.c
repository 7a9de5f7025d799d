/* SPDX-License-Identifier: BSD-3-Clause */
/* Cache-conscious wavefront scheduling: warps that lose locality get the cache to themselves.
 *
 * Each warp has a score. It stands at a base score and falls back to it by one a cycle; when the
 * warp misses a line that it had brought in and lost to others (victim_tags.h), its score becomes
 *
 *     lost lines x k_throttle x cutoff / instructions issued,
 *
 * both counted over the warps that are resident on the SM, from each one's start, and no score is
 * above what this gives now. The cutoff is the base score of all resident warps together.
 * The warps in the order of their scores, highest first (of equal ones the older), may issue loads
 * until their scores sum to the cutoff: with all at the base that is everybody; one high score
 * pushes out those who lose least, and the first warp may always load. Loads from global and local
 * memory are held back, nothing else. Among the warps: greedy then oldest.
 *
 * Scores fall lazily: the sums can cross the cutoff only at a cycle that is known, for which a
 * review is asked.
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling", MICRO 2013, sections 3.3,
 * 5 and 7.1, table 3 (k_throttle 8, base score 100, victim tags), for their "Cache-Conscious
 * Wavefront Scheduling" (MICRO 2012), which was not at hand; what these leave open is as in the
 * simulator that its authors have published (github.com/tgrogers/ccws-2012): the formula as the
 * score and as its limit, resident warps' counts, and the warp whose score reaches the cutoff,
 * which may still load. ASSUMED: a warp that comes to a barrier falls to the base score, lest it
 * keep back those that it waits for. Differs: a score that is above the limit because instructions
 * have issued since is cut at the next event that moves scores, not in that cycle; of equal ones
 * the older is first, not the one in the lower slot; victim tags are evicted in the order of their
 * use. Units: scores in points, one a cycle.
 */
#include "policies/warp_scheduler/throttle.h"
#include "policies/warp_scheduler/victim_tags.h"

struct state {
    struct throttle throttle;
    uint64_t k_throttle, base;
    uint64_t score[WARP_SLOTS]; /* in cycle since[]; it has fallen since then */
    uint64_t since[WARP_SLOTS];
    uint64_t lost[WARP_SLOTS], issued[WARP_SLOTS]; /* lines, instructions of the slot's warp */
    uint64_t lost_in_all, issued_in_all;           /* of the resident warps */
    uint8_t order[WARP_SLOTS];                     /* resident slots, highest score first */
    unsigned n;
    struct victim_tags victims;
};

enum parameter { K_THROTTLE, BASE_SCORE, VICTIM_ENTRIES, VICTIM_WAYS, ORDER };

static const struct policy_parameter parameters[] = {
    [K_THROTTLE] = POLICY_INTEGER_ROW("k_throttle", "1", 8, 0, 1024,
                                      "how strongly lost locality throttles; DAWS, table 3"),
    [BASE_SCORE] = POLICY_INTEGER_ROW("base_score", "points", 100, 1, 1000000,
                                      "score of a warp that has lost nothing; DAWS, table 3"),
    VICTIM_TAGS_PARAMETERS(VICTIM_ENTRIES, VICTIM_WAYS, "DAWS, table 3"),
    [ORDER] = THROTTLE_ORDER_ROW("DAWS, 7.1"),
    {0}};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct state *own = state;
    own->k_throttle = (uint64_t)values->values[K_THROTTLE].integer;
    own->base = (uint64_t)values->values[BASE_SCORE].integer;
    victim_tags_init(&own->victims, (uint32_t)values->values[VICTIM_ENTRIES].integer,
                     (uint32_t)values->values[VICTIM_WAYS].integer);
    throttle_init(&own->throttle, site, &values->values[ORDER]);
}

static uint64_t score_now(const struct state *own, unsigned slot, uint64_t cycle)
{
    uint64_t fallen = cycle - own->since[slot];
    uint64_t above = own->score[slot] - own->base;
    return own->base + (above > fallen ? above - fallen : 0);
}

/* What no score is above, in cycle view->cycle. */
static uint64_t limit(const struct state *own)
{
    uint64_t cutoff = own->n * own->base;
    uint64_t points = own->lost_in_all * own->k_throttle * cutoff / MAX(own->issued_in_all, 1);
    return MAX(points, own->base);
}

static void set_score(struct state *own, unsigned slot, uint64_t score, uint64_t cycle)
{
    own->score[slot] = score;
    own->since[slot] = cycle;
}

/* The order is nearly right already. */
static void sort(struct state *own, const struct warp_view *view)
{
    for (unsigned i = 1; i < own->n; i++) {
        uint8_t slot = own->order[i];
        uint64_t score = score_now(own, slot, view->cycle);
        unsigned at = i;
        for (; at > 0; at--) {
            uint8_t other = own->order[at - 1];
            uint64_t others = score_now(own, other, view->cycle);
            if (others > score || (others == score && view->age[other] < view->age[slot]))
                break;
            own->order[at] = other;
        }
        own->order[at] = slot;
    }
}

/* Who may load now, and when that may change by itself. */
static void judge(struct state *own, const struct warp_view *view)
{
    uint64_t cutoff = own->n * own->base, sum = 0, soonest = UINT64_MAX, falling = 0;
    uint64_t most = limit(own);
    struct warp_orders *orders = &own->throttle.orders;
    orders->no_loads = 0;
    for (unsigned i = 0; i < own->n; i++)
        if (score_now(own, own->order[i], view->cycle) > most)
            set_score(own, own->order[i], most, view->cycle);
    sort(own, view);
    for (unsigned i = 0; i < own->n; i++) {
        unsigned slot = own->order[i];
        uint64_t score = score_now(own, slot, view->cycle);
        if (sum >= cutoff) {
            if (!orders->no_loads)
                soonest = MIN(soonest, (sum - cutoff) / falling + 1);
            orders->no_loads |= warp_bit(slot);
        }
        sum += score;
        if (score > own->base) {
            falling++;
            soonest = MIN(soonest, score - own->base);
        }
    }
    orders->review = orders->no_loads ? view->cycle + soonest : UINT64_MAX;
}

static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    (void)scheduler, (void)view;
    struct state *own = state;
    own->issued[slot]++;
    own->issued_in_all++;
}

static void warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    set_score(own, slot, own->base, view->cycle);
    own->lost[slot] = own->issued[slot] = 0;
    own->order[own->n++] = (uint8_t)slot;
    victim_tags_start(&own->victims, slot, view->age[slot]);
    judge(own, view);
}

static void warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    unsigned at = 0;
    while (own->order[at] != slot)
        at++;
    memmove(own->order + at, own->order + at + 1, own->n - at - 1);
    own->n--;
    own->lost_in_all -= own->lost[slot];
    own->issued_in_all -= own->issued[slot];
    judge(own, view);
}

static void barrier_entered(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    set_score(own, slot, own->base, view->cycle);
    judge(own, view);
}

static void review(void *state, const struct warp_view *view)
{
    judge(state, view);
}

static void accessed(void *state, const struct warp_access *access, const struct warp_view *view)
{
    struct state *own = state;
    unsigned slot = access->slot;
    if (access->outcome != WARP_ACCESS_MISS || !victim_tags_take(&own->victims, slot, access->line))
        return;
    own->lost[slot]++;
    own->lost_in_all++;
    if (!(view->at_barrier >> slot & 1)) /* it came there with loads under way */
        set_score(own, slot, limit(own), view->cycle);
    judge(own, view);
}

static void evicted(void *state, const struct warp_line *line, const struct warp_view *view)
{
    (void)view;
    struct state *own = state;
    victim_tags_evicted(&own->victims, line->line, &line->owner);
}

const struct warp_scheduler_ops warp_scheduler_ccws = {
    .policy =
        {.head = {.name = "ccws",
                  .summary =
                      "Cache-conscious: a warp that loses locality keeps others from loading",
                  .source =
                      "Rogers and others, Divergence-Aware Warp Scheduling, MICRO 2013, 3.3, table "
                      "3, for their CCWS, MICRO 2012",
                  .parameters = parameters,
                  .state_bytes = sizeof(struct state)},
         .needs = NEED_LINE_HISTORY,
         .on = {.issued = issued,
                .warp_started = warp_started,
                .warp_finished = warp_finished,
                .barrier_entered = barrier_entered,
                .accessed = accessed,
                .evicted = evicted},
         .init = init},
    .pick = throttle_pick,
    .orders = throttle_orders,
    .review = review,
};
