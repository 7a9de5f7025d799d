/* SPDX-License-Identifier: BSD-3-Clause */
/* CPL, the criticality prediction logic of CAWA: a counter a warp of the work that it is known to
 * have ahead of it, and of the time that it has lost.
 *
 *     nCriticality = nInst x CPI_avg + nStall
 *
 * nInst: at a branch, what the branch decides on (warp_executed.path) is added, of both ways if the
 * warp's lanes diverge; each instruction takes one off. So it comes back to where it was when the
 * lanes meet again, and what all warps execute without a branch counts downwards. nStall: the
 * cycles between two instructions of the warp, added when the second one issues. A warp that has
 * not issued for long thus keeps the score of its last issue. CPI_avg: the warp's cycles since it
 * started by its instructions.
 *
 * Algorithm 6 adds "total stall time between two consecutive instructions", which a wait at a
 * barrier is; the words before equation 4.1 have stalls "incurred by shared resource contention and
 * the scheduler", which it is not. `barriers` is which of the two is meant.
 *
 * A warp is slow, and so critical, if its counter is larger than those of half of the other warps
 * of its block, as they are when it issues.
 *
 * Source: S.-Y. Lee, dissertation (Arizona State University 2017), 4.2.1, algorithms 5 and 6,
 * equation 4.1; slow warps and the accuracy: 4.3.3. Differs: a way's size is taken from the
 * control-flow graph, not from the distance of two PCs; brx.idx adds nothing; an instruction is
 * committed when it issues. Traces have no control-flow graph: their nInst only falls. ASSUMED: the
 * counter's width; that slow warps are those that CACP calls critical; that each update of a
 * counter is one of the "periodic prediction outcomes" of which the accuracy is the share (that
 * over cycles is told, too). Units: cycles; a score is the counter + 2^62.
 */
#include "policies/criticality/criticality.h"

enum parameter { PERCENT, BARRIERS };
enum barriers { BARRIERS_STALL, BARRIERS_SKIP };

static const char *const barrier_words[] = {
    [BARRIERS_STALL] = "stall", [BARRIERS_SKIP] = "skip", NULL};

static const struct policy_parameter parameters[] = {
    [PERCENT] =
        POLICY_INTEGER_ROW("percent", "%", 50, 0, 100,
                           "least share of the block's other warps whose counter is smaller than "
                           "that of a critical warp. Lee's dissertation, 4.3.3"),
    [BARRIERS] = POLICY_CHOICE_ROW("barriers", barrier_words, BARRIERS_STALL,
                                   "whether the wait at a barrier counts as a stall. Lee's "
                                   "dissertation, algorithm 6 (stall) or equation 4.1 (skip)"),
    {0}};

enum { MOST_INSTRUCTIONS = 1 << 20 }; /* nInst stays within it, ASSUMED: times cycles it fits */

#define SCORE_OF_ZERO (UINT64_C(1) << 62)

struct warp {
    uint64_t siblings; /* the slots of its block's warps, its own too */
    uint64_t started, last_issue, judged;
    uint64_t issued;        /* instructions */
    uint64_t stalls;        /* nStall */
    uint64_t slow_cycles;   /* of those up to `judged`, in which it was slow */
    uint64_t predicted;     /* predictions that it is slow, of one an instruction */
    int32_t n_instructions; /* nInst */
    uint8_t block;          /* the block's place */
};

/* Of the warp of a block that has ended last so far. */
struct block {
    uint64_t end, cycles, slow_cycles, predictions, predicted;
};

struct counts {
    uint64_t critical_cycles, slow_cycles, predictions, predicted;
    uint64_t critical_loads, critical_hits, loads;
};

struct state {
    struct criticality published;
    struct warp warps[WARP_SLOTS];
    struct block blocks[WARP_SLOTS];
    struct counts counts;
    unsigned percent;
    bool skips_barriers;
};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct state *own = state;
    (void)site;
    own->percent = (unsigned)values->values[PERCENT].integer;
    own->skips_barriers = values->values[BARRIERS].choice == BARRIERS_SKIP;
}

static const struct criticality *published(void *state)
{
    return &((struct state *)state)->published;
}

/* ---- the counter ------------------------------------------------------------------------------
 */

static uint64_t score_of(const struct warp *warp, uint64_t cycle)
{
    int64_t cycles = (int64_t)(cycle - warp->started) + 1;
    int64_t ahead = warp->n_instructions * cycles / (int64_t)warp->issued;
    return SCORE_OF_ZERO + (uint64_t)ahead + warp->stalls;
}

/* Algorithm 6. */
static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    struct warp *warp = &((struct state *)state)->warps[slot];
    (void)scheduler;
    if (warp->issued++ > 0 && view->cycle > warp->last_issue)
        warp->stalls += view->cycle - warp->last_issue - 1;
    warp->last_issue = view->cycle;
}

/* Of the warp's wait what comes now is left. */
static void barrier_left(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    if (own->skips_barriers)
        own->warps[slot].last_issue = view->cycle;
}

static bool is_slow(const struct state *own, unsigned slot, const struct warp_view *view)
{
    const uint64_t *score = own->published.score;
    uint64_t others = own->warps[slot].siblings & view->resident & ~warp_bit(slot);
    unsigned n = 0, lower = 0;
    for (; others; others &= others - 1, n++)
        lower += score[warp_first(others)] < score[slot];
    return lower * 100 >= own->percent * n;
}

/* Time up to now counts as what the warp has been so far. */
static void account(struct warp *warp, bool slow, uint64_t cycle)
{
    if (slow)
        warp->slow_cycles += cycle - warp->judged;
    warp->judged = cycle;
}

/* Algorithm 5, and equation 4.1. */
static void executed(void *state, unsigned slot, const struct warp_executed *what,
                     const struct warp_view *view)
{
    struct state *own = state;
    struct warp *warp = &own->warps[slot];
    int64_t ahead = (int64_t)warp->n_instructions + what->path - 1;
    warp->n_instructions = (int32_t)CLAMP(ahead, -MOST_INSTRUCTIONS, MOST_INSTRUCTIONS);
    own->published.score[slot] = score_of(warp, view->cycle);
    uint64_t bit = warp_bit(slot);
    if (!(view->resident & bit))
        return;
    account(warp, own->published.critical & bit, view->cycle);
    bool slow = is_slow(own, slot, view);
    warp->predicted += slow;
    own->published.critical &= ~bit;
    own->published.critical |= slow ? bit : 0;
}

/* ---- blocks and warps -------------------------------------------------------------------------
 */

static void kernel_started(void *state, const struct warp_kernel *kernel,
                           const struct warp_view *view)
{
    (void)kernel, (void)view;
    ((struct state *)state)->counts = (struct counts){0};
}

static void block_started(void *state, const struct warp_block *block, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    own->blocks[block->slot] = (struct block){0};
    for (uint64_t left = block->warps; left; left &= left - 1)
        own->warps[warp_first(left)] =
            (struct warp){.siblings = block->warps, .block = block->slot};
}

static void warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    own->warps[slot].started = own->warps[slot].judged = view->cycle;
    own->published.score[slot] = SCORE_OF_ZERO;
}

/* The block's slowest warp is the first of those that end last. */
static void warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    struct warp *warp = &own->warps[slot];
    struct block *block = &own->blocks[warp->block];
    uint64_t bit = warp_bit(slot);
    account(warp, own->published.critical & bit, view->cycle);
    own->published.critical &= ~bit;
    if (view->cycle > block->end)
        *block = (struct block){.end = view->cycle,
                                .cycles = view->cycle - warp->started,
                                .slow_cycles = warp->slow_cycles,
                                .predictions = warp->issued,
                                .predicted = warp->predicted};
}

static void block_finished(void *state, const struct warp_block *block,
                           const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    const struct block *slowest = &own->blocks[block->slot];
    own->counts.critical_cycles += slowest->cycles;
    own->counts.slow_cycles += slowest->slow_cycles;
    own->counts.predictions += slowest->predictions;
    own->counts.predicted += slowest->predicted;
}

/* ---- what it tells ----------------------------------------------------------------------------
 */

static void accessed(void *state, const struct warp_access *access, const struct warp_view *view)
{
    struct state *own = state;
    bool critical = own->published.critical & warp_bit(access->slot);
    (void)view;
    own->counts.loads++;
    own->counts.critical_loads += critical;
    own->counts.critical_hits += critical && access->outcome == WARP_ACCESS_HIT;
}

static const struct policy_result results[] = {
    {"critical_cycles", "cycles", 1, "cycles of the blocks' slowest warps"},
    {"slow_cycles", "cycles", 1,
     "those of critical_cycles in which that warp was predicted to be slow"},
    {"critical_loads", "transactions", 1, "those of loads that critical warps made"},
    {"critical_hits", "transactions", 1, "those of critical_loads that hit L1"},
    {"loads", "transactions", 1, "of loads at L1"},
    {"predictions", "instructions", 1,
     "instructions of the blocks' slowest warps; after each the policy predicts whether the warp "
     "is slow"},
    {"slow_predictions", "instructions", 1,
     "predictions that say so; divided by all predictions this is the accuracy"},
    {0}};

static void report(const void *state, uint64_t *values)
{
    const struct counts *counts = &((const struct state *)state)->counts;
    values[0] = counts->critical_cycles;
    values[1] = counts->slow_cycles;
    values[2] = counts->critical_loads;
    values[3] = counts->critical_hits;
    values[4] = counts->loads;
    values[5] = counts->predictions;
    values[6] = counts->predicted;
}

const struct criticality_ops criticality_cpl = {
    .policy = {.head = {.name = "cpl",
                        .summary = "Warps with more to execute, or more time lost, are critical",
                        .source = "S.-Y. Lee, dissertation, Arizona State University 2017, 4.2.1",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)},
               .needs = NEED_PATHS,
               .on = {.kernel_started = kernel_started,
                      .block_started = block_started,
                      .block_finished = block_finished,
                      .warp_started = warp_started,
                      .warp_finished = warp_finished,
                      .issued = issued,
                      .executed = executed,
                      .barrier_left = barrier_left,
                      .accessed = accessed},
               .init = init,
               .results = results,
               .report = report},
    .published = published,
};
