/* SPDX-License-Identifier: BSD-3-Clause */
/* iPAWS against M. Lee and others, HPCA 2016: algorithm 1, the warps of interest, barriers, and the
 * Recover phase, on hand-made patterns. */
#include "tests/policies/warp_scheduler/ipaws_rig.h"

static const char *const no_recovery[] = {"recover=false", NULL};

/* Figure 7a: few warps do nearly all. */
START_TEST(a_concave_pattern_stays_greedy)
{
    struct fake_sm sm;
    rig_begin(&sm, &warp_scheduler_ipaws, 4, 1, NULL);
    rig_issue_all(&sm, (const unsigned[]){40, 20, 14, 5, 0});
    ck_assert_uint_eq(rig_report(&sm).decision, IPAWS_UNDECIDED);
    ck_assert_uint_eq(rig_report(&sm).adapt_cycles, 0);
    fake_sm_finish_warp(&sm, 0);
    struct ipaws_report report = rig_report(&sm);
    ck_assert_uint_eq(report.decision, IPAWS_STAYS_GREEDY);
    ck_assert_uint_eq(report.decided_here, 1);
    ck_assert_uint_eq(report.decided_cycle, 79);
    ck_assert_uint_eq(report.adapt_cycles, 79);
    ck_assert_uint_eq(report.recover_cycles + report.execute_cycles, 0);
    ck_assert_uint_eq(report.counters, 4);
    ck_assert_uint_eq(report.of_interest, 4);
    ck_assert_uint_eq(report.score_sum, 79);
    ck_assert_uint_eq(report.score_threshold, 80); /* 4 x 40 / 2 */
    ck_assert_uint_eq(report.scores[0], 40);
    ck_assert_uint_eq(report.scores[3], 5);
    fake_sm_issue(&sm, 0, 0); /* the greedy warp's turn ends */
    ck_assert_uint_eq(rig_order(&sm, 4), 1111);
    rig_end(&sm);
}
END_TEST

/* Figure 7b; and the sum at the threshold is convex: concave is "<". */
START_TEST(a_convex_pattern_turns_fair)
{
    static const unsigned counts[][5] = {{40, 36, 30, 22, 0}, {40, 20, 14, 6, 0}};
    static const unsigned sums[] = {128, 80};
    for (unsigned i = 0; i < 2; i++) {
        struct fake_sm sm;
        rig_begin(&sm, &warp_scheduler_ipaws, 4, 1, no_recovery);
        rig_issue_all(&sm, counts[i]);
        fake_sm_finish_warp(&sm, 0);
        struct ipaws_report report = rig_report(&sm);
        ck_assert_uint_eq(report.score_sum, sums[i]);
        ck_assert_uint_eq(report.score_threshold, 80);
        ck_assert_uint_eq(report.decision, IPAWS_TURNS_FAIR);
        ck_assert_uint_eq(report.recovered_cycle, report.decided_cycle);
        ck_assert_uint_eq(rig_order(&sm, 5), 12312);
        rig_end(&sm);
    }
}
END_TEST

/* Figure 8: the warps without a chance would make the pattern concave. */
static void tail(const char *const *parameters, unsigned of_interest, unsigned sum)
{
    struct fake_sm sm;
    rig_begin(&sm, &warp_scheduler_ipaws, 8, 1, parameters);
    rig_block(&sm, 0x0f, 6); /* the older ones are stalled too */
    rig_block(&sm, 0xf0, 7); /* while the older ones wait for memory */
    rig_issue_all(&sm, (const unsigned[]){40, 36, 36, 34, 2, 2, 2, 2, 0});
    fake_sm_finish_warp(&sm, 0);
    struct ipaws_report report = rig_report(&sm);
    ck_assert_uint_eq(report.counters, 8);
    ck_assert_uint_eq(report.of_interest, of_interest);
    ck_assert_uint_eq(report.score_sum, sum);
    ck_assert_uint_eq(report.score_threshold, of_interest * 20);
    ck_assert_uint_eq(report.decision, IPAWS_TURNS_FAIR);
    rig_end(&sm);
}

START_TEST(the_tail_is_of_no_interest)
{
    tail(NULL, 5, 148); /* 4 to 7 have 7 stalls each: the oldest of them is the limit */
    tail((const char *const[]){"stall_oldest=true", NULL}, 5, 148);  /* 0 has 6, 4 has 7 */
    tail((const char *const[]){"stall_tolerance=14", NULL}, 5, 148); /* 6 of 7 are 85.7 % */
    tail((const char *const[]){"stall_tolerance=15", NULL}, 1, 40);  /* nearly the most */
    struct fake_sm sm;
    rig_begin(&sm, &warp_scheduler_ipaws, 8, 1, NULL);
    rig_issue_all(&sm, (const unsigned[]){40, 36, 36, 34, 2, 2, 2, 2, 0});
    fake_sm_finish_warp(&sm, 0);
    struct ipaws_report report = rig_report(&sm);
    ck_assert_uint_eq(report.of_interest, 8); /* nobody was stalled: 154 of 160 */
    ck_assert_uint_eq(report.decision, IPAWS_STAYS_GREEDY);
    rig_end(&sm);
}
END_TEST

START_TEST(only_the_oldest_is_stalled_if_that_is_asked)
{
    struct fake_sm sm;
    rig_begin(&sm, &warp_scheduler_ipaws, 4, 2, (const char *const[]){"stall_oldest=true", NULL});
    rig_block(&sm, 0xf, 3);
    rig_block(&sm, 0xc, 2);
    rig_issue_all(&sm, (const unsigned[]){40, 40, 40, 40, 0});
    fake_sm_finish_warp(&sm, 0);
    struct ipaws_report report = rig_report(&sm);
    static const uint64_t stalls[] = {3, 3, 2, 2}; /* one a scheduler */
    for (unsigned i = 0; i < 4; i++)
        ck_assert_uint_eq(report.stalls[i], stalls[i]);
    ck_assert_uint_eq(report.of_interest, 1); /* the oldest of equal ones */
    rig_end(&sm);
}
END_TEST

/* Figure 9: a block's warps have issued alike, because they wait for each other; the older ones
 * come first and wait longest. */
static struct ipaws_report barrier(const char *const *parameters)
{
    static const unsigned idle[] = {100, 80, 10};
    struct fake_sm sm;
    rig_begin(&sm, &warp_scheduler_ipaws, 4, 1, parameters);
    for (unsigned slot = 0; slot < 4; slot++) {
        rig_issue(&sm, slot, 40);
        if (slot < 3) {
            fake_sm_enter_barrier(&sm, slot);
            fake_sm_advance(&sm, sm.view.cycle + idle[slot]); /* everybody waits for memory */
        }
    }
    for (unsigned slot = 0; slot < 2; slot++)
        fake_sm_leave_barrier(&sm, slot);
    fake_sm_finish_warp(&sm, 0); /* slot 2 still waits: that counts as well */
    struct ipaws_report report = rig_report(&sm);
    rig_end(&sm);
    return report;
}

START_TEST(time_at_barriers_makes_a_pattern_concave)
{
    struct ipaws_report report = barrier(NULL);
    static const uint64_t by_cycle[] = {40 + 310, 40 + 170, 40 + 50, 40};
    static const uint64_t by_issue[] = {40 + 120, 40 + 80, 40 + 40, 40};
    for (unsigned i = 0; i < 4; i++) {
        ck_assert_uint_eq(report.instructions[i], 40);
        ck_assert_uint_eq(report.scores[i], by_cycle[i]);
    }
    ck_assert_uint_eq(report.score_sum, 690);
    ck_assert_uint_eq(report.score_threshold, 700);
    ck_assert_uint_eq(report.decision, IPAWS_STAYS_GREEDY);

    report = barrier((const char *const[]){"barrier_cycles=false", NULL});
    for (unsigned i = 0; i < 4; i++)
        ck_assert_uint_eq(report.scores[i], by_issue[i]);
    ck_assert_uint_eq(report.score_sum, 400);
    ck_assert_uint_eq(report.score_threshold, 320);
    ck_assert_uint_eq(report.decision, IPAWS_TURNS_FAIR); /* the definitions do differ */
}
END_TEST

/* Figure 10. */
START_TEST(recovery_brings_the_newest_up_to_the_oldest)
{
    struct fake_sm sm;
    rig_begin(&sm, &warp_scheduler_ipaws, 4, 1, NULL);
    rig_issue_all(&sm, (const unsigned[]){40, 38, 36, 34, 0});
    fake_sm_finish_warp(&sm, 0);
    ck_assert_uint_eq(rig_report(&sm).decision, IPAWS_TURNS_FAIR);
    fake_sm_start_warp(&sm, 0);                       /* the next block's: not among them */
    ck_assert_uint_eq(rig_order(&sm, 4), 3323);       /* 34, 35, 36 = 36 and older, 36 */
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x1), 0); /* when no other can */
    rig_issue(&sm, 1, 1);                             /* ... 39: the aim moves */
    ck_assert_uint_eq(rig_order(&sm, 3), 232);        /* 37 and 37, 37, 38 */
    ck_assert_uint_eq(rig_report(&sm).recovered_cycle, 0);
    ck_assert_uint_eq(rig_report(&sm).adapt_cycles, rig_report(&sm).decided_cycle);
    ck_assert_uint_eq(rig_report(&sm).recover_cycles, 0); /* no warp has ended since */
    ck_assert_uint_eq(sm.visited, 0x4);
    ck_assert_uint_eq(rig_order(&sm, 1), 3); /* 38: it is the only one below 39 */
    const struct ipaws_report recovered = rig_report(&sm);
    ck_assert_uint_eq(recovered.recovered_cycle, sm.view.cycle - 1);
    ck_assert_uint_eq(rig_order(&sm, 5), 1230); /* round robin, from slot 0 */
    fake_sm_finish_warp(&sm, 2);
    ck_assert_uint_eq(rig_report(&sm).adapt_cycles, recovered.decided_cycle);
    ck_assert_uint_eq(rig_report(&sm).recover_cycles,
                      recovered.recovered_cycle - recovered.decided_cycle);
    ck_assert_uint_eq(rig_report(&sm).execute_cycles, 6);
    rig_end(&sm);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("iPAWS");
    TCase *tests = tcase_create("patterns");
    tcase_add_test(tests, a_concave_pattern_stays_greedy);
    tcase_add_test(tests, a_convex_pattern_turns_fair);
    tcase_add_test(tests, the_tail_is_of_no_interest);
    tcase_add_test(tests, only_the_oldest_is_stalled_if_that_is_asked);
    tcase_add_test(tests, time_at_barriers_makes_a_pattern_concave);
    tcase_add_test(tests, recovery_brings_the_newest_up_to_the_oldest);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
