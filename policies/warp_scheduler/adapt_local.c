/* SPDX-License-Identifier: BSD-3-Clause */
/* Adapt_local: greedy then oldest, or round robin while there is more locality between warps than
 * within them.
 *
 * Locality is a load that finds a line that a warp has brought, or one that the cache has lost: the
 * way that CCWS detects what a warp loses, but with a victim list for all warps of the SM, which
 * says whose the line was. The same warp's is intra-warp locality, another one's inter-warp
 * locality. L2 does the same and tells with the reply (models/l2/bank_tags.h). Both amounts are
 * compared at the end of each sampling period: more inter-warp than intra-warp locality, and the
 * next period is round robin's; else it is greedy then oldest's, the baseline's, with which each
 * kernel begins. There is no Recover phase, and each SM decides for itself.
 *
 * Source: M. Lee and others, "iPAWS: Instruction-Issue Pattern-based Adaptive Warp Scheduling for
 * GPGPUs", HPCA 2016, section 5.3. ASSUMED, as the paper does not say:
 * - the period, which was "empirically determined", and that counts start from 0 in each;
 * - that hits count as well as lost lines ("the amount of locality"): `count_hits`;
 * - that each load counts once at each level, with the same weight: a line that L1 has lost and L2
 *   has counts twice. A merge with a miss under way is a hit;
 * - intra-warp locality is L1's alone ("intra-warp locality detection [is extended] to measure
 *   inter-warp locality both in the L1 and the L2 cache"): a line that the warp finds in L2 again
 *   is one that L1 has lost, and counts there. `l2_intra_weight` counts it there too;
 * - the victim list has as many entries as CCWS's tags have in all (DAWS, table 3: 16 for each of
 *   32 warps);
 * - who brought a line stays its owner until it leaves, whoever uses it; lines of warps that have
 *   ended count, and in L1 those of kernels beside it on the SM. L2's are of the same launch.
 * Differs: where L1 gives a miss its line at the fill (l1d.allocate), merges with it have no owner
 * yet, and do not count.
 * The period ends at the first issue, access or reply after its last cycle, so that an SM that
 * waits is not woken for it.
 * Units: periods in cycles of the SM, locality in loads' transactions (L1) and requests (L2).
 */
#include "base/victim_list.h"
#include "policies/warp_scheduler/warp_scheduler.h"

extern const struct warp_scheduler_ops warp_scheduler_gto;
extern const struct warp_scheduler_ops warp_scheduler_lrr;

enum { MAX_VICTIMS = 1024, LINE_BYTES = 128 };

/* Kinds of locality, in the order of `results`; those of L2 in that of enum warp_l2_found. */
enum kind { L1_HIT_INTRA, L1_HIT_INTER, L1_LOST_INTRA, L1_LOST_INTER, L2_KINDS, KINDS = 10 };

/* In the order of `results`. */
struct report {
    uint64_t greedy_periods, fair_periods;
    uint64_t turns;
    uint64_t first_fair_cycle;
    uint64_t found[KINDS];
};

struct state {
    /* parameters */
    uint64_t period;
    uint64_t l1_intra_weight, l1_inter_weight, l2_intra_weight, l2_inter_weight;
    bool count_hits;

    bool fair;
    uint64_t due;          /* cycle in which the next period begins */
    uint64_t intra, inter; /* locality of this period, weighted */
    struct report report;
    struct victim_list lost; /* by L1; owners by age */
    uint64_t lost_tags[MAX_VICTIMS], lost_owners[MAX_VICTIMS];
    struct held_scheduler gto, lrr;
};

enum parameter {
    PERIOD,
    COUNT_HITS,
    L1_INTRA_WEIGHT,
    L1_INTER_WEIGHT,
    L2_INTRA_WEIGHT,
    L2_INTER_WEIGHT,
    VICTIM_ENTRIES,
    VICTIM_WAYS
};

#define WEIGHT(of, weight, why) POLICY_INTEGER_ROW(of "_weight", "1", weight, 0, 1000, why)

static const struct policy_parameter parameters[] = {
    [PERIOD] = POLICY_INTEGER_ROW("period", "cycles", 10000, 1, 1000000000,
                                  "of sampling; iPAWS, 5.3: \"empirically determined\"; ASSUMED: "
                                  "docs/papers/adapt_local.md"),
    [COUNT_HITS] = POLICY_BOOLEAN_ROW("count_hits", true,
                                      "true: found lines count as well as lost ones; ASSUMED"),
    [L1_INTRA_WEIGHT] = WEIGHT("l1_intra", 1, "of a warp's own lines in L1; iPAWS, 5.3"),
    [L1_INTER_WEIGHT] = WEIGHT("l1_inter", 1, "... of other warps' lines; iPAWS, 5.3"),
    [L2_INTRA_WEIGHT] = WEIGHT("l2_intra", 0, "of a warp's own lines in L2; ASSUMED"),
    [L2_INTER_WEIGHT] = WEIGHT("l2_inter", 1, "... of others', whatever their SM; iPAWS, 5.3"),
    [VICTIM_ENTRIES] = POLICY_INTEGER_ROW("victim_entries", "lines", 512, 1, MAX_VICTIMS,
                                          "of L1's victim list; ASSUMED, as in CCWS: DAWS, table "
                                          "3"),
    [VICTIM_WAYS] = POLICY_INTEGER_ROW("victim_ways", "lines", 8, 1, MAX_VICTIMS,
                                       "entries in each set; ASSUMED, as in CCWS: DAWS, table 3"),
    {0}};

static const struct policy_result results[] = {
    {"greedy_periods", "1", 1, "sampling periods after which it was greedy"},
    {"fair_periods", "1", 1, "... after which it was round robin"},
    {"turns", "1", 1, "from one to the other"},
    {"first_fair_cycle", "cycles", 1, "cycle at which it first turned to round robin; 0: never"},
    {"l1_intra_hits", "transactions", 1, "found a line that the warp itself had brought into L1"},
    {"l1_inter_hits", "transactions", 1, "... that another warp had"},
    {"l1_intra_lost", "transactions", 1, "missed a line that L1 had lost, of the warp itself"},
    {"l1_inter_lost", "transactions", 1, "... of another warp"},
    {"l2_intra_hits", "requests", 1, "found a line that the warp itself had brought into L2"},
    {"l2_inter_hits", "requests", 1, "... that another warp of the SM had"},
    {"l2_other_sm_hits", "requests", 1, "... that another SM had"},
    {"l2_intra_lost", "requests", 1, "missed a line that L2 had lost, of the warp itself"},
    {"l2_inter_lost", "requests", 1, "... of another warp of the SM"},
    {"l2_other_sm_lost", "requests", 1, "... of another SM"},
    {0}};

/* struct report is copied as values. */
G_STATIC_ASSERT(sizeof(struct report) == (G_N_ELEMENTS(results) - 1) * sizeof(uint64_t));
G_STATIC_ASSERT(KINDS - L2_KINDS == WARP_L2_LOST_OTHER_SM - WARP_L2_NOTHING);

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct state *own = state;
    const union policy_value *value = values->values;
    own->period = (uint64_t)value[PERIOD].integer;
    own->count_hits = value[COUNT_HITS].boolean;
    own->l1_intra_weight = (uint64_t)value[L1_INTRA_WEIGHT].integer;
    own->l1_inter_weight = (uint64_t)value[L1_INTER_WEIGHT].integer;
    own->l2_intra_weight = (uint64_t)value[L2_INTRA_WEIGHT].integer;
    own->l2_inter_weight = (uint64_t)value[L2_INTER_WEIGHT].integer;
    own->due = own->period;
    uint32_t entries = (uint32_t)value[VICTIM_ENTRIES].integer;
    uint32_t ways = MIN((uint32_t)value[VICTIM_WAYS].integer, entries);
    own->lost = (struct victim_list){
        .sets = entries / ways, .ways = ways, .tags = own->lost_tags, .owners = own->lost_owners};
    own->gto = held_scheduler(site, &warp_scheduler_gto.policy.head, NULL);
    own->lrr = held_scheduler(site, &warp_scheduler_lrr.policy.head, NULL);
}

static const struct held_scheduler *active(const struct state *own)
{
    return own->fair ? &own->lrr : &own->gto;
}

/* ---- deciding -------------------------------------------------------------------------------- */

static void decide(struct state *own, const struct warp_view *view)
{
    bool fair = own->inter > own->intra;
    own->report.greedy_periods += !fair;
    own->report.fair_periods += fair;
    own->report.turns += fair != own->fair;
    if (fair && own->report.first_fair_cycle == 0)
        own->report.first_fair_cycle = view->cycle;
    own->fair = fair;
    own->intra = own->inter = 0;
    own->due += own->period * ((view->cycle - own->due) / own->period + 1);
}

static inline void look_at_the_clock(struct state *own, const struct warp_view *view)
{
    if (view->cycle >= own->due)
        decide(own, view);
}

static void kernel_started(void *state, const struct warp_kernel *kernel,
                           const struct warp_view *view)
{
    (void)kernel;
    struct state *own = state;
    own->fair = false;
    own->due = view->cycle + own->period;
    own->intra = own->inter = 0;
    own->report = (struct report){0};
    victim_list_clear(&own->lost);
}

/* ---- locality -------------------------------------------------------------------------------- */

static void count(struct state *own, enum kind kind, bool lost, uint64_t intra, uint64_t inter)
{
    own->report.found[kind]++;
    if (!lost && !own->count_hits)
        return;
    own->intra += intra;
    own->inter += inter;
}

static void count_l1(struct state *own, bool lost, bool intra)
{
    enum kind kind = (lost ? L1_LOST_INTRA : L1_HIT_INTRA) + !intra;
    count(own, kind, lost, intra ? own->l1_intra_weight : 0, intra ? 0 : own->l1_inter_weight);
}

static uint32_t set_of(const struct state *own, uint64_t line)
{
    return (uint32_t)(line / LINE_BYTES % own->lost.sets);
}

static void accessed(void *state, const struct warp_access *access, const struct warp_view *view)
{
    struct state *own = state;
    uint64_t age = view->age[access->slot], owner;
    look_at_the_clock(own, view);
    if (access->outcome == WARP_ACCESS_MISS) {
        if (victim_list_take(&own->lost, set_of(own, access->line), access->line, &owner))
            count_l1(own, true, owner == age);
    } else if (access->outcome <= WARP_ACCESS_MERGED && access->owner.slot != WARP_NONE) {
        count_l1(own, false, access->owner.age == age);
    }
}

static void evicted(void *state, const struct warp_line *line, const struct warp_view *view)
{
    (void)view;
    struct state *own = state;
    if (line->owner.slot != WARP_NONE)
        victim_list_put(&own->lost, set_of(own, line->line), line->line, line->owner.age);
}

static void l2_found(void *state, const struct warp_l2_access *access, const struct warp_view *view)
{
    struct state *own = state;
    bool intra = access->found == WARP_L2_HIT_OWN || access->found == WARP_L2_LOST_OWN;
    look_at_the_clock(own, view);
    count(own, L2_KINDS + access->found - WARP_L2_HIT_OWN, access->found >= WARP_L2_LOST_OWN,
          intra ? own->l2_intra_weight : 0, intra ? 0 : own->l2_inter_weight);
}

static void report(const void *state, uint64_t *values)
{
    const struct state *own = state;
    memcpy(values, &own->report, sizeof own->report);
}

/* ---- the two schedulers ---------------------------------------------------------------------- */

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    return held_pick(active(state), scheduler, candidates, view);
}

static uint64_t visited(const void *state, unsigned scheduler, unsigned slot, uint64_t warps,
                        const struct warp_view *view)
{
    return held_visited(active(state), scheduler, slot, warps, view);
}

static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    (void)scheduler, (void)slot;
    look_at_the_clock(state, view);
}

const struct warp_scheduler_ops warp_scheduler_adapt_local = {
    .policy = {.head = {.name = "adapt_local",
                        .summary =
                            "Greedy then oldest, or round robin while warps share more than they "
                            "reuse",
                        .source = "M. Lee and others, iPAWS, HPCA 2016, 5.3",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)},
               .needs = NEED_LINE_HISTORY | NEED_L2_OWNERS,
               .on = {.kernel_started = kernel_started,
                      .issued = issued,
                      .accessed = accessed,
                      .evicted = evicted,
                      .l2_found = l2_found},
               .init = init,
               .results = results,
               .report = report},
    .pick = pick,
    .visited = visited,
};
