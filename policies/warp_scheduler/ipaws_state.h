/* SPDX-License-Identifier: BSD-3-Clause */
/* Instruction-issue pattern-based adaptive warp scheduling (iPAWS). It starts greedy. When the
 * first warp finishes, it looks at how much each warp has issued, and then stays greedy or turns
 * fair.
 *
 * It goes through these phases once for each kernel and SM, over the warps of all schedulers (3.2,
 * 3.4):
 *
 * - Adapt (3.1, algorithm 1). The greedy scheduler picks. Each warp has a score: a point for an
 *   instruction that it issues, and points for its time at barriers. When the first warp finishes,
 *   iPAWS sums the scores of the warps of interest. It compares the sum with half of the sum that
 *   there were if each of them had the highest score.
 * - Greedy. The sum was less: a few warps were enough to keep the SM busy, and the curve of scores
 *   by age is concave. The greedy scheduler goes on until the kernel ends.
 * - Recover (3.4). The curve was convex. The warps that were there at the decision issue in the
 *   order of their instructions, fewest first, until the newest warp has come up with the oldest.
 * - Fair. The loose round-robin scheduler picks until the kernel ends.
 *
 * The warps of interest (3.2) are those up to the warp with the most issue stalls. That warp is one
 * of them (as table 3 counts all of BPT's). If several warps have nearly as many stalls, the oldest
 * of them counts as that warp. Younger ones had no chance to issue. If no warp was ever stalled,
 * all are of interest. A warp is stalled in a cycle if it has its operands and its scheduler issues
 * nothing.
 *
 * If programs have SMs of their own, each SM decides for itself (4.3, pCKE). If programs share SMs
 * (`shared`; 4.3, sCKE), each SM of a pair counts, judges and adapts to one of them. That program's
 * warps go first there (program_warps.h). The partner tells the decision for the other program's
 * warps. These are greedy until then.
 *
 * The first SM that decides tells the others (4.1, 5.4), or each decides for itself (each_sm).
 *
 * iPAWS holds two schedulers, and both hear everything all the time. The orders of one of them are
 * in force at a time. The greedy one is a parameter: greedy-then-oldest (RR-GTO, section 3),
 * cache-conscious scheduling (RR-CCWS) or MASCAR (RR-MASCAR, both section 4.2).
 *
 * Source: M. Lee and others, "iPAWS: Instruction-Issue Pattern-based Adaptive Warp Scheduling for
 * GPGPUs", HPCA 2016, sections 3, 4.1, 4.2, 5.4. ASSUMED, as the paper does not say it:
 * - The meaning of a stall. 3.2 has "the number of times each warp is stalled even though it is the
 *   oldest warp". But the oldest of all is always stalled most, and one warp of interest would be
 *   left. The oldest of those that have their operands (stall_oldest) leaves two to four in most
 *   programs, where table 3 has half of all or more. So by default each warp that could go counts.
 *   The tail of warps without a chance begins at the most stalled one.
 * - The meaning of nearly equal (stall_tolerance). Warps that never have a chance are all stalled
 *   almost from the first cycle to the last, so any of them may be the most stalled one. The place
 *   where they begin counts.
 * - A warp that leaves at once, at a bounds check, does not decide. It has issued less than
 *   min_instructions, or less than min_percent of another warp's instructions. It counts no more.
 * - Warps that come during Recover issue, fairly, when none of the others can.
 * - If SMs decide before they hear of each other, the earliest one is right. In the same cycle, one
 *   that stays greedy is right.
 * - An SM that has blocks of several kernels begins anew with each kernel that starts, for all its
 *   warps. With `shared`, only kernels of its own program count.
 * - With `shared`, the warps of the other program turn fair without Recover. The own program's
 *   scheduler gives the orders to hold warps back.
 * Differs: with block_counters the order in Recover is that of blocks, of a block's warps by age.
 * Units: warp instructions; cycles of the SM.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_IPAWS_STATE_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_IPAWS_STATE_H

#include "policies/warp_scheduler/program_warps.h"
#include "policies/warp_scheduler/warp_scheduler.h"

enum ipaws_phase { IPAWS_ADAPT, IPAWS_GREEDY, IPAWS_RECOVER, IPAWS_FAIR };

/* In the order of ipaws_results, which has their meanings. */
struct ipaws_report {
    uint64_t decision; /* enum ipaws_decision */
    uint64_t decided_here;
    uint64_t started_cycle, decided_cycle, recovered_cycle;
    uint64_t adapt_cycles, recover_cycles, execute_cycles; /* computed for the report */
    uint64_t counters, of_interest;
    uint64_t score_sum, score_threshold;
    uint64_t about, partner; /* launches */
    uint64_t partner_decision;
    uint64_t scores[WARP_SLOTS], instructions[WARP_SLOTS], stalls[WARP_SLOTS];
};

enum ipaws_decision { IPAWS_UNDECIDED, IPAWS_STAYS_GREEDY, IPAWS_TURNS_FAIR };

/* The counts of a warp or, with block_counters, of a block's warps together. */
struct ipaws_counter {
    uint64_t age;          /* age of its first warp */
    uint64_t instructions; /* issued */
    uint64_t barriers;     /* points for times at barriers that are over */
    uint64_t stalls;       /* cycles */
    uint8_t warps;         /* warps that it has now; 0: free */
};

struct ipaws {
    struct warp_orders none;
    const struct warp_orders *in_force;
    struct policy_outbox *outbox;
    /* parameters */
    bool recovers, tells, barrier_cycles, block_counters, stall_oldest, shared;
    uint64_t min_instructions, min_percent, stall_tolerance;

    enum ipaws_phase phase;
    uint32_t launch;
    uint16_t self;                 /* the SM's number */
    struct program_warps programs; /* shared */
    uint32_t other_launch;         /* the last one of the other program */
    bool other_fair;
    uint64_t heard; /* the last word that came, if it is about a launch that is not here yet */
    uint64_t finished_at; /* cycle in which the launch's last warp so far finished */
    uint64_t decided_at;  /* cycle of the decision, on whatever SM */
    uint64_t issued;      /* instructions of all warps */

    struct ipaws_counter counters[WARP_SLOTS];
    uint8_t counter_of[WARP_SLOTS]; /* by slot */
    uint64_t used;                  /* counters that have warps */
    unsigned filling;               /* counter of the block that is about to get more warps */
    unsigned missing;               /* the number of these warps */
    unsigned block_warps;
    uint64_t at_barrier;               /* slots */
    uint64_t barrier_from[WARP_SLOTS]; /* cycle, or value of `issued` */

    uint64_t recovering; /* counters of the warps to be brought up */
    unsigned oldest, newest;
    uint64_t target; /* instructions of the oldest */

    struct ipaws_report report;
    struct held_scheduler greedy, fair;
};

/* ipaws_decide.c has the parameters, in the order of enum ipaws_parameter, and the results. */
enum ipaws_parameter {
    IPAWS_GREEDY_SCHEDULER,
    IPAWS_RECOVER_FIRST,
    IPAWS_EACH_SM,
    IPAWS_BARRIER_CYCLES,
    IPAWS_BLOCK_COUNTERS,
    IPAWS_STALL_OLDEST,
    IPAWS_STALL_TOLERANCE,
    IPAWS_MIN_INSTRUCTIONS,
    IPAWS_MIN_PERCENT,
    IPAWS_SHARED
};
extern const struct policy_parameter ipaws_parameters[];
extern const struct policy_result ipaws_results[];

#endif
