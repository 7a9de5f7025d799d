/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/warp_scheduler/ipaws_decide.h"

extern const struct warp_scheduler_ops warp_scheduler_gto, warp_scheduler_ccws,
    warp_scheduler_mascar;

static const struct policy_head *const greedy_schedulers[] = {
    &warp_scheduler_gto.policy.head, &warp_scheduler_ccws.policy.head,
    &warp_scheduler_mascar.policy.head, NULL};

const struct policy_parameter ipaws_parameters[] = {
    [IPAWS_GREEDY_SCHEDULER] =
        POLICY_HELD_ROW("greedy", greedy_schedulers, 0,
                        "scheduler with which it begins; iPAWS, 3 (gto) and 4.2 (the others)"),
    [IPAWS_RECOVER_FIRST] = POLICY_BOOLEAN_ROW(
        "recover", true, "true: let slow warps catch up before turning fair; iPAWS, 3.4"),
    [IPAWS_EACH_SM] = POLICY_BOOLEAN_ROW(
        "each_sm", false,
        "true: each SM decides for itself; false: the first one for all; iPAWS, 5.4"),
    [IPAWS_BARRIER_CYCLES] = POLICY_BOOLEAN_ROW(
        "barrier_cycles", true,
        "true: a point for each cycle at a barrier; false: for each instruction that the SM issues "
        "meanwhile; iPAWS, 3.3, says both, and figure 9 shows cycles"),
    [IPAWS_BLOCK_COUNTERS] = POLICY_BOOLEAN_ROW(
        "block_counters", false, "true: the warps of a block share a counter; iPAWS, 3.5"),
    [IPAWS_STALL_OLDEST] = POLICY_BOOLEAN_ROW(
        "stall_oldest", false,
        "true: issue stalls count only for the oldest warp that has its operands, not for each "
        "such warp; ASSUMED, after iPAWS, 3.2 and table 3"),
    [IPAWS_STALL_TOLERANCE] =
        POLICY_INTEGER_ROW("stall_tolerance", "%", 5, 0, 99,
                           "warps of interest end at the oldest warp whose issue stalls come this "
                           "close to the most; ASSUMED, after iPAWS, 3.2"),
    [IPAWS_MIN_INSTRUCTIONS] =
        POLICY_INTEGER_ROW("min_instructions", "instructions", 32, 0, 1000000000,
                           "least number of instructions of the warp whose end decides; ASSUMED: a "
                           "bounds check ends sooner"),
    [IPAWS_MIN_PERCENT] = POLICY_INTEGER_ROW(
        "min_percent", "%", 50, 0, 100, "... compared with the warp that has issued most; ASSUMED"),
    [IPAWS_SHARED] = POLICY_BOOLEAN_ROW(
        "shared", false,
        "true: two programs share SMs; one SM of each pair decides for each program; iPAWS, 4.3"),
    {0}};

const struct policy_result ipaws_results[] = {
    {"decision", "1", 1, "0 none yet, 1 stays greedy, 2 turns fair"},
    {"decided_here", "1", 1, "1 if the SM's own warps decided, 0 if another SM sent the decision"},
    {"started_cycle", "cycles", 1, "when the launch's first block started on the SM"},
    {"decided_cycle", "cycles", 1, "when the SM decided, or received the decision"},
    {"recovered_cycle", "cycles", 1, "end of the Recover phase"},
    {"adapt_cycles", "cycles", 1,
     "until the decision; without a decision, until the last warp ended"},
    {"recover_cycles", "cycles", 1, "... from there until the warps were level"},
    {"execute_cycles", "cycles", 1, "... from there until the last warp ended"},
    {"counters", "warps", 1, "warps at the decision; blocks with block_counters"},
    {"of_interest", "warps", 1, "... of them, of interest (WOI)"},
    {"score_sum", "points", 1, "of those of interest"},
    {"score_threshold", "points", 1, "less is concave; half a point is left out"},
    {"about", "launch", 1, "that it is about"},
    {"partner", "launch", 1, "... and of the other program, with `shared`"},
    {"partner_decision", "1", 1, "... its decision, as the partner has told"},
    {"scores", "points", WARP_SLOTS, "at the decision, oldest first"},
    {"instructions", "instructions", WARP_SLOTS, "issued until then, oldest first"},
    {"stalls", "cycles", WARP_SLOTS,
     "those in which the warp was ready and its scheduler issued nothing"},
    {0}};

/* struct ipaws_report is copied as values. */
G_STATIC_ASSERT(sizeof(struct ipaws_report) == (15 + 3 * WARP_SLOTS) * sizeof(uint64_t));

void ipaws_read_parameters(struct ipaws *own, const struct policy_values *values)
{
    own->recovers = values->values[IPAWS_RECOVER_FIRST].boolean;
    own->tells = !values->values[IPAWS_EACH_SM].boolean;
    own->barrier_cycles = values->values[IPAWS_BARRIER_CYCLES].boolean;
    own->block_counters = values->values[IPAWS_BLOCK_COUNTERS].boolean;
    own->stall_oldest = values->values[IPAWS_STALL_OLDEST].boolean;
    own->stall_tolerance = (uint64_t)values->values[IPAWS_STALL_TOLERANCE].integer;
    own->min_instructions = (uint64_t)values->values[IPAWS_MIN_INSTRUCTIONS].integer;
    own->min_percent = (uint64_t)values->values[IPAWS_MIN_PERCENT].integer;
    own->shared = values->values[IPAWS_SHARED].boolean;
}

/* ---- words ----------------------------------------------------------------------------------- */

enum { CYCLE_BITS = 39, FAIR_BIT = CYCLE_BITS, LAUNCH_SHIFT };

static const uint64_t CYCLE_MASK = (UINT64_C(1) << CYCLE_BITS) - 1;

/* The launch's lower 24 bits, the decision, the cycle's lower ones. */
static uint64_t word_of(uint32_t launch, bool fair, uint64_t cycle)
{
    return (uint64_t)launch << LAUNCH_SHIFT | (uint64_t)fair << FAIR_BIT | (cycle & CYCLE_MASK);
}

/* ---- Recover --------------------------------------------------------------------------------- */

static void turn_fair(struct ipaws *own, const struct warp_view *view)
{
    own->phase = IPAWS_FAIR;
    own->recovering = 0;
    own->report.recovered_cycle = view->cycle;
}

/* The newest of those that are still there; at the end of the phase there is none to wait for. */
static void find_newest(struct ipaws *own)
{
    own->newest = warp_first(own->recovering);
    for (uint64_t rest = own->recovering; rest; rest &= rest - 1)
        if (own->counters[warp_first(rest)].age > own->counters[own->newest].age)
            own->newest = warp_first(rest);
}

void ipaws_recover_further(struct ipaws *own, const struct warp_view *view)
{
    if (own->recovering >> own->oldest & 1)
        own->target = own->counters[own->oldest].instructions;
    if (!own->recovering || own->counters[own->newest].instructions >= own->target)
        turn_fair(own, view);
}

void ipaws_counter_freed(struct ipaws *own, unsigned counter, const struct warp_view *view)
{
    if (!(own->recovering >> counter & 1))
        return;
    own->recovering &= ~warp_bit(counter);
    if (own->recovering)
        find_newest(own);
    ipaws_recover_further(own, view);
}

static void begin_recovery(struct ipaws *own, uint64_t there, const struct warp_view *view)
{
    own->phase = IPAWS_RECOVER;
    own->recovering = there;
    own->target = 0;
    if (there) {
        find_newest(own);
        own->oldest = warp_first(there);
        for (uint64_t rest = there; rest; rest &= rest - 1)
            if (own->counters[warp_first(rest)].age < own->counters[own->oldest].age)
                own->oldest = warp_first(rest);
    }
    ipaws_recover_further(own, view);
}

/* there: counters of the warps that are on the SM. */
static void turn(struct ipaws *own, bool fair, uint64_t there, const struct warp_view *view)
{
    own->report.decision = fair ? IPAWS_TURNS_FAIR : IPAWS_STAYS_GREEDY;
    own->report.decided_cycle = view->cycle;
    own->report.recovered_cycle = 0;
    if (!fair) {
        own->phase = IPAWS_GREEDY;
        own->recovering = 0;
    } else if (own->recovers) {
        begin_recovery(own, there, view);
    } else {
        turn_fair(own, view);
    }
}

/* ---- the decision ---------------------------------------------------------------------------- */

/* The counters in use, oldest first; returns how many. */
static unsigned by_age(const struct ipaws *own, uint8_t order[WARP_SLOTS])
{
    unsigned n = 0;
    for (uint64_t rest = own->used; rest; rest &= rest - 1) {
        unsigned counter = warp_first(rest), at = n++;
        for (; at > 0 && own->counters[order[at - 1]].age > own->counters[counter].age; at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)counter;
    }
    return n;
}

/* The points of those that wait at a barrier now are not in the counters yet. */
static void add_waiting(struct ipaws *own, const struct warp_view *view)
{
    uint64_t now = ipaws_barrier_clock(own, view);
    for (uint64_t slots = own->at_barrier; slots; slots &= slots - 1) {
        unsigned slot = warp_first(slots);
        own->counters[own->counter_of[slot]].barriers += now - own->barrier_from[slot];
        own->barrier_from[slot] = now;
    }
}

/* Up to the oldest one with the most stalls, or nearly so; all if none has any. */
static unsigned warps_of_interest(const struct ipaws_report *report, unsigned n, uint64_t tolerance)
{
    uint64_t most = 0;
    unsigned limit = 0;
    for (unsigned i = 0; i < n; i++)
        most = MAX(most, report->stalls[i]);
    if (most == 0)
        return n;
    while (report->stalls[limit] * 100 < most * (100 - tolerance))
        limit++;
    return limit + 1;
}

/* Algorithm 1: whether the pattern is convex. */
static bool judge(struct ipaws *own, const struct warp_view *view)
{
    uint8_t order[WARP_SLOTS];
    struct ipaws_report *report = &own->report;
    unsigned n = by_age(own, order);
    uint64_t most = 0, sum = 0;
    add_waiting(own, view);
    for (unsigned i = 0; i < n; i++) {
        const struct ipaws_counter *counter = &own->counters[order[i]];
        report->instructions[i] = counter->instructions;
        report->scores[i] = counter->instructions + counter->barriers;
        report->stalls[i] = counter->stalls;
    }
    unsigned of_interest = warps_of_interest(report, n, own->stall_tolerance);
    for (unsigned i = 0; i < of_interest; i++) {
        sum += report->scores[i];
        most = MAX(most, report->scores[i]);
    }
    report->counters = n;
    report->of_interest = of_interest;
    report->score_sum = sum;
    report->score_threshold = of_interest * most / 2;
    return 2 * sum >= of_interest * most;
}

/* Whether a warp of this counter that finishes has done what warps do. */
static bool is_typical(const struct ipaws *own, unsigned counter)
{
    uint64_t most = 0, mine = own->counters[counter].instructions;
    for (uint64_t rest = own->used; rest; rest &= rest - 1)
        most = MAX(most, own->counters[warp_first(rest)].instructions);
    return mine >= own->min_instructions && mine * 100 >= most * own->min_percent;
}

static void tell(struct ipaws *own, uint64_t word)
{
    const uint16_t *partners = own->programs.tells;
    uint16_t self = own->self;
    for (unsigned i = 0; own->shared && i < G_N_ELEMENTS(own->programs.tells); i++)
        if (partners[i] != self)
            policy_tell(own->outbox, partners[i], POLICY_TOPIC_IPAWS, word);
    if (!own->shared && own->tells)
        policy_tell(own->outbox, POLICY_TO_ALL, POLICY_TOPIC_IPAWS, word);
}

void ipaws_decide(struct ipaws *own, unsigned counter, const struct warp_view *view)
{
    if (!is_typical(own, counter))
        return;
    bool fair = judge(own, view);
    own->decided_at = view->cycle & CYCLE_MASK;
    own->report.decided_here = 1;
    uint64_t gone = own->counters[counter].warps == 1 ? warp_bit(counter) : 0;
    turn(own, fair, own->used & ~gone, view);
    tell(own, word_of(own->launch, fair, view->cycle));
}

/* Whether another SM's decision comes before the one that holds here. */
static bool is_earlier(const struct ipaws *own, uint64_t cycle, bool fair)
{
    bool holds_fair = own->report.decision == IPAWS_TURNS_FAIR;
    return cycle < own->decided_at || (cycle == own->decided_at && holds_fair && !fair);
}

/* The partner's decision: for a launch of the other program. */
static void hear_partner(struct ipaws *own, uint64_t word)
{
    uint64_t cycle = word & CYCLE_MASK;
    bool fair = word >> FAIR_BIT & 1;
    if (word_of(own->other_launch, fair, cycle) != word) {
        own->heard = word;
        return;
    }
    own->heard = IPAWS_NO_WORD;
    own->other_fair = fair;
    own->report.partner_decision = fair ? IPAWS_TURNS_FAIR : IPAWS_STAYS_GREEDY;
}

void ipaws_hear(struct ipaws *own, uint64_t word, const struct warp_view *view)
{
    uint64_t cycle = word & CYCLE_MASK;
    bool fair = word >> FAIR_BIT & 1;
    if (word != IPAWS_NO_WORD && own->shared) {
        hear_partner(own, word);
        return;
    }
    if (word == IPAWS_NO_WORD || !own->tells)
        return;
    if (word_of(own->launch, fair, cycle) != word) {
        own->heard = word;
        return;
    }
    own->heard = IPAWS_NO_WORD;
    if (own->phase != IPAWS_ADAPT && !is_earlier(own, cycle, fair))
        return;
    bool same = own->phase != IPAWS_ADAPT && fair == (own->report.decision == IPAWS_TURNS_FAIR);
    own->decided_at = cycle;
    if (!same)
        turn(own, fair, own->used, view);
}
