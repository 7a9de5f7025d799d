/* SPDX-License-Identifier: BSD-3-Clause */
/* CAWS, criticality-aware by an oracle: warps that are known to take long get more turns.
 *
 * The oracle is the run's criticality predictor, `oracle` with the cycles that each warp has taken
 * in a run under round robin (`timed`). A warp has a counter of turns of its scheduler; the one
 * with the smallest counter issues, its counter is set again, and all others lose one. In a pool
 * of 48 warps it is set to 48, to 40 for a critical warp, and to 60 for a fast one; in a smaller
 * pool to as much less. Which warps are critical, is the form:
 *
 *     blk  the slowest warp of each block
 *     sm   the slowest warps of the SM, as many as it has blocks
 *     avg  warps whose time is 20 % above the average of the SM's warps; 20 % below it they are
 *          fast
 *
 * Source: S.-Y. Lee, dissertation (Arizona State University 2017), 3.4.1, 3.4.2; criticality
 * inversion: 3.5, Table 3.3. Counters are kept as the turn at which they would be 0, in 48ths, so
 * that only the warp that issues costs anything. ASSUMED: a warp that is not ready loses no turn,
 * but goes as soon as it is, the one that is due for longest first; the pool are the resident warps
 * of the scheduler; 60, by which a warp gets 20 % fewer turns, as 40 is by which it gets 20 % more;
 * averages are over resident warps; an inversion is a block whose slowest warp by the oracle was
 * accelerated and one that never was ended last. Units: turns.
 */
#include "policies/warp_scheduler/warp_scheduler.h"

enum form { FORM_BLK, FORM_SM, FORM_AVG };
enum parameter { FORM, NORMAL, CRITICAL, FAST, BAND };
enum { POOL = 48 }; /* for which the parameters are */

static const char *const forms[] = {[FORM_BLK] = "blk", [FORM_SM] = "sm", [FORM_AVG] = "avg", NULL};

static const struct policy_parameter parameters[] = {
    [FORM] = POLICY_CHOICE_ROW(
        "form", forms, FORM_AVG,
        "how to choose critical warps; avg is the fastest. Lee's dissertation, 3.4.1"),
    [NORMAL] = POLICY_INTEGER_ROW("normal", "turns", 48, 1, 4096,
                                  "between two of a warp in a pool of 48. Lee's dissertation, "
                                  "3.4.2"),
    [CRITICAL] = POLICY_INTEGER_ROW("critical", "turns", 40, 1, 4096,
                                    "of a critical warp. Lee's dissertation, 3.4.2"),
    [FAST] = POLICY_INTEGER_ROW("fast", "turns", 60, 1, 4096,
                                "of a fast one: 20 % fewer. Lee's dissertation, 3.4.2"),
    [BAND] = POLICY_INTEGER_ROW("band", "%", 20, 0, 1000,
                                "distance from the average time at which avg calls a warp critical "
                                "or fast. Lee's dissertation, 3.4.2"),
    {0}};

/* A block on the SM. */
struct block {
    uint64_t warps, accelerated;
    uint64_t longest, end; /* the oracle's longest time; the cycle at which its last warp ended */
    uint8_t slowest, last; /* the slots of these two */
};

struct state {
    enum form form;
    uint64_t turns[3]; /* by -1, 0, 1 + 1: fast, normal, critical */
    uint64_t band;
    uint64_t own[WARP_SCHEDULERS]; /* slots */
    uint64_t now[WARP_SCHEDULERS]; /* turns so far, in 48ths */
    uint64_t due[WARP_SLOTS];      /* the turn at which the counter is 0, in 48ths */
    struct block blocks[WARP_SLOTS];
    uint8_t block_of[WARP_SLOTS];
    unsigned n_blocks, schedulers;
    uint64_t ended, inverted; /* blocks */
};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct state *own = state;
    const union policy_value *value = values->values;
    own->form = (enum form)value[FORM].choice;
    own->turns[0] = (uint64_t)value[FAST].integer;
    own->turns[1] = (uint64_t)value[NORMAL].integer;
    own->turns[2] = (uint64_t)value[CRITICAL].integer;
    own->band = (uint64_t)value[BAND].integer;
    own->schedulers = site->schedulers;
    for (unsigned slot = 0; slot < WARP_SLOTS; slot++)
        own->own[slot % site->schedulers] |= warp_bit(slot);
}

/* ---- which warps are critical -----------------------------------------------------------------
 */

/* So many of a set take longer than the warp, or as long and are older. */
static unsigned slower(uint64_t set, unsigned slot, const struct warp_view *view)
{
    const uint64_t *time = view->criticality->score;
    unsigned n = 0;
    for (; set; set &= set - 1) {
        unsigned other = warp_first(set);
        n += time[other] > time[slot] ||
             (time[other] == time[slot] && view->age[other] < view->age[slot]);
    }
    return n;
}

static int by_average(const struct state *own, unsigned slot, const struct warp_view *view)
{
    uint64_t sum = 0, n = (uint64_t)__builtin_popcountll(view->resident);
    for (uint64_t left = view->resident; left; left &= left - 1)
        sum += view->criticality->score[warp_first(left)];
    uint64_t scaled = view->criticality->score[slot] * n * 100;
    if (scaled > sum * (100 + own->band))
        return 1;
    return own->band <= 100 && scaled < sum * (100 - own->band) ? -1 : 0;
}

/* 1: critical; -1: fast. */
static int level_of(const struct state *own, unsigned slot, const struct warp_view *view)
{
    uint64_t block = own->blocks[own->block_of[slot]].warps & view->resident;
    switch (own->form) {
    case FORM_BLK:
        return slower(block, slot, view) == 0;
    case FORM_SM:
        return slower(view->resident, slot, view) < own->n_blocks;
    case FORM_AVG:
        break;
    }
    return by_average(own, slot, view);
}

/* ---- turns ------------------------------------------------------------------------------------
 */

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    const struct state *own = state;
    unsigned best = warp_first(candidates);
    (void)scheduler, (void)view;
    for (uint64_t left = candidates & (candidates - 1); left; left &= left - 1)
        if (own->due[warp_first(left)] < own->due[best])
            best = warp_first(left);
    return best;
}

static uint64_t visited(const void *state, unsigned scheduler, unsigned slot, uint64_t warps,
                        const struct warp_view *view)
{
    const struct state *own = state;
    uint64_t looked_at = warp_bit(slot);
    (void)scheduler, (void)view;
    for (uint64_t left = warps; left; left &= left - 1) {
        unsigned other = warp_first(left);
        bool before =
            own->due[other] < own->due[slot] || (own->due[other] == own->due[slot] && other < slot);
        looked_at |= (uint64_t)before << other;
    }
    return looked_at;
}

static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    int level = level_of(own, slot, view);
    uint64_t pool = (uint64_t)__builtin_popcountll(view->resident & own->own[scheduler]);
    own->due[slot] = own->now[scheduler] + own->turns[level + 1] * pool;
    own->now[scheduler] += POOL;
    if (level > 0)
        own->blocks[own->block_of[slot]].accelerated |= warp_bit(slot);
}

/* ---- blocks and warps -------------------------------------------------------------------------
 */

static void kernel_started(void *state, const struct warp_kernel *kernel,
                           const struct warp_view *view)
{
    struct state *own = state;
    (void)kernel, (void)view;
    own->ended = own->inverted = 0;
}

static void block_started(void *state, const struct warp_block *block, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    own->n_blocks++;
    own->blocks[block->slot] =
        (struct block){.warps = block->warps, .slowest = WARP_NONE, .last = WARP_NONE};
    for (uint64_t left = block->warps; left; left &= left - 1)
        own->block_of[warp_first(left)] = block->slot;
}

/* Its first turn is as far away as its place among the scheduler's slots. */
static void warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    struct block *block = &own->blocks[own->block_of[slot]];
    unsigned scheduler = slot % own->schedulers;
    uint64_t time = view->criticality->score[slot];
    own->due[slot] = own->now[scheduler] + slot / own->schedulers * POOL;
    if (block->slowest == WARP_NONE || time > block->longest) {
        block->slowest = (uint8_t)slot;
        block->longest = time;
    }
}

static void warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    struct block *block = &own->blocks[own->block_of[slot]];
    if (block->last == WARP_NONE || view->cycle > block->end) {
        block->last = (uint8_t)slot;
        block->end = view->cycle;
    }
}

static void block_finished(void *state, const struct warp_block *block,
                           const struct warp_view *view)
{
    struct state *own = state;
    const struct block *ended = &own->blocks[block->slot];
    (void)view;
    own->n_blocks--;
    own->ended++;
    own->inverted += ended->last < WARP_NONE && ended->slowest < WARP_NONE &&
                     (ended->accelerated & warp_bit(ended->slowest)) &&
                     !(ended->accelerated & warp_bit(ended->last));
}

static const struct policy_result results[] = {
    {"blocks", "blocks", 1, "that have ended"},
    {"inversions", "blocks", 1,
     "those whose slowest warp by the oracle was accelerated, while the warp that ended last was "
     "not"},
    {0}};

static void report(const void *state, uint64_t *values)
{
    const struct state *own = state;
    values[0] = own->ended;
    values[1] = own->inverted;
}

const struct warp_scheduler_ops warp_scheduler_caws = {
    .policy = {.head = {.name = "caws",
                        .summary = "Criticality-aware, by an oracle: slow warps get more turns",
                        .source = "S.-Y. Lee, dissertation, Arizona State University 2017, 3.4",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)},
               .on = {.kernel_started = kernel_started,
                      .block_started = block_started,
                      .block_finished = block_finished,
                      .warp_started = warp_started,
                      .warp_finished = warp_finished,
                      .issued = issued},
               .init = init,
               .results = results,
               .report = report},
    .pick = pick,
    .visited = visited,
};
