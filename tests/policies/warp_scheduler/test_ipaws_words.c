/* SPDX-License-Identifier: BSD-3-Clause */
/* iPAWS around its decision: who makes it, who hears of it, and when it begins anew. */
#include "tests/policies/warp_scheduler/ipaws_rig.h"
#include "tests/policies/warp_scheduler/warp_scheduler_contract.h"

static const char *const with_ccws[] = {"greedy=ccws", NULL};
static const char *const with_mascar[] = {"greedy=mascar", NULL};

static const unsigned convex[] = {40, 38, 36, 34, 0};
static const unsigned concave[] = {40, 20, 14, 5, 0};

/* The word of an SM that has decided in that cycle. */
static uint64_t word_of(const unsigned *counts, uint64_t cycle, uint32_t launch)
{
    struct fake_sm sm;
    rig_begin(&sm, &warp_scheduler_ipaws, 4, 1, NULL);
    fake_sm_start_kernel(&sm, launch, 1);
    rig_issue_all(&sm, counts);
    fake_sm_advance(&sm, cycle);
    ck_assert_uint_eq(fake_sm_outbox(&sm)->n, 0);
    fake_sm_finish_warp(&sm, 0);
    ck_assert_uint_eq(fake_sm_outbox(&sm)->n, 1);
    uint64_t word = fake_sm_outbox(&sm)->words[0].value;
    rig_end(&sm);
    return word;
}

static void hear(struct fake_sm *sm, uint64_t word)
{
    const struct policy_word what = {.value = word, .topic = POLICY_TOPIC_IPAWS};
    FAKE_SM_TELL(sm, word, &what, &sm->view);
}

START_TEST(the_first_decision_goes_to_the_other_sms)
{
    static const unsigned *const patterns[] = {concave, convex};
    for (unsigned i = 0; i < 2; i++) {
        struct fake_sm sm;
        rig_begin(&sm, &warp_scheduler_ipaws, 4, 1, NULL);
        fake_sm_advance(&sm, 500);
        hear(&sm, word_of(patterns[i], 400, LAUNCH));
        struct ipaws_report report = rig_report(&sm);
        ck_assert_uint_eq(report.decision, i == 1 ? IPAWS_TURNS_FAIR : IPAWS_STAYS_GREEDY);
        ck_assert_uint_eq(report.decided_here, 0);
        ck_assert_uint_eq(report.decided_cycle, 500);
        ck_assert_uint_eq(report.recovered_cycle, i == 1 ? 500 : 0); /* all have issued 0 */
        ck_assert_uint_eq(rig_order(&sm, 4), i == 1 ? 123 : 0);
        rig_issue(&sm, 0, 40);
        fake_sm_finish_warp(&sm, 0); /* decides no more, and tells nobody */
        ck_assert_uint_eq(fake_sm_outbox(&sm)->n, 0);
        ck_assert_uint_eq(rig_report(&sm).decided_here, 0);
        rig_end(&sm);
    }
}
END_TEST

START_TEST(of_two_decisions_the_earlier_one_holds)
{
    static const struct {
        uint64_t cycle;
        unsigned decision;
    } words[] = {{201, IPAWS_TURNS_FAIR}, {200, IPAWS_STAYS_GREEDY}, {199, IPAWS_STAYS_GREEDY}};
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        struct fake_sm sm;
        rig_begin(&sm, &warp_scheduler_ipaws, 4, 1, NULL);
        rig_issue_all(&sm, convex);
        fake_sm_advance(&sm, 200);
        fake_sm_finish_warp(&sm, 0);
        fake_sm_advance(&sm, 320);
        hear(&sm, word_of(concave, words[i].cycle, LAUNCH));
        ck_assert_uint_eq(rig_report(&sm).decision, words[i].decision);
        hear(&sm, word_of(convex, 200, LAUNCH)); /* as its own: changes nothing */
        ck_assert_uint_eq(rig_report(&sm).decision, words[i].decision);
        rig_end(&sm);
    }
}
END_TEST

START_TEST(a_word_about_a_launch_to_come_is_kept)
{
    struct fake_sm sm;
    rig_begin(&sm, &warp_scheduler_ipaws, 4, 1, NULL);
    hear(&sm, word_of(convex, 400, LAUNCH + 1));
    ck_assert_uint_eq(rig_report(&sm).decision, IPAWS_UNDECIDED);
    fake_sm_start_kernel(&sm, LAUNCH + 1, 1);
    ck_assert_uint_eq(rig_report(&sm).decision, IPAWS_TURNS_FAIR);
    fake_sm_start_kernel(&sm, LAUNCH + 2, 1);
    ck_assert_uint_eq(rig_report(&sm).decision, IPAWS_UNDECIDED);
    rig_end(&sm);
}
END_TEST

START_TEST(each_for_itself_neither_tells_nor_hears)
{
    struct fake_sm sm;
    rig_begin(&sm, &warp_scheduler_ipaws, 4, 1, (const char *const[]){"each_sm=true", NULL});
    hear(&sm, word_of(convex, 400, LAUNCH));
    ck_assert_uint_eq(rig_report(&sm).decision, IPAWS_UNDECIDED);
    rig_issue_all(&sm, concave);
    fake_sm_finish_warp(&sm, 0);
    ck_assert_uint_eq(rig_report(&sm).decision, IPAWS_STAYS_GREEDY);
    ck_assert_uint_eq(fake_sm_outbox(&sm)->n, 0);
    rig_end(&sm);
}
END_TEST

START_TEST(each_kernel_begins_greedy_with_cleared_counters)
{
    struct fake_sm sm;
    rig_begin(&sm, &warp_scheduler_ipaws, 4, 1, NULL);
    rig_block(&sm, 0x8, 3);
    rig_issue_all(&sm, convex);
    fake_sm_finish_warp(&sm, 0);
    ck_assert_uint_eq(rig_report(&sm).decision, IPAWS_TURNS_FAIR);
    fake_sm_start_kernel(&sm, LAUNCH + 1, 1);
    ck_assert_uint_eq(rig_report(&sm).decision, IPAWS_UNDECIDED);
    ck_assert_uint_eq(rig_report(&sm).started_cycle, sm.view.cycle);
    fake_sm_issue(&sm, 0, 0);
    ck_assert_uint_eq(rig_order(&sm, 3), 111); /* greedy, then oldest */
    rig_issue(&sm, 1, 37);
    rig_issue(&sm, 3, 7);
    fake_sm_finish_warp(&sm, 1);
    struct ipaws_report report = rig_report(&sm);
    ck_assert_uint_eq(report.counters, 3);
    ck_assert_uint_eq(report.of_interest, 3); /* the stalls of the first kernel are gone */
    ck_assert_uint_eq(report.score_sum, 47);
    ck_assert_uint_eq(report.score_threshold, 60);
    ck_assert_uint_eq(fake_sm_outbox(&sm)->n, 2);
    rig_end(&sm);
}
END_TEST

/* Warp 0 leaves at once, warp 1 does half of what warp 2 has done but for one instruction. */
START_TEST(a_warp_that_leaves_at_a_bounds_check_does_not_decide)
{
    struct fake_sm sm;
    rig_begin(&sm, &warp_scheduler_ipaws, 4, 1, NULL);
    rig_issue(&sm, 0, 31);
    fake_sm_finish_warp(&sm, 0);
    ck_assert_uint_eq(rig_report(&sm).decision, IPAWS_UNDECIDED);
    rig_issue(&sm, 1, 39);
    rig_issue(&sm, 2, 80);
    fake_sm_finish_warp(&sm, 1);
    ck_assert_uint_eq(rig_report(&sm).decision, IPAWS_UNDECIDED);
    rig_issue(&sm, 3, 40);
    fake_sm_finish_warp(&sm, 3);
    struct ipaws_report report = rig_report(&sm);
    ck_assert_uint_eq(report.decision, IPAWS_TURNS_FAIR);
    ck_assert_uint_eq(report.counters, 2); /* those that have left count no more */
    ck_assert_uint_eq(report.score_sum, 120);
    rig_end(&sm);
}
END_TEST

START_TEST(recovery_waits_for_no_warp_that_is_gone)
{
    struct fake_sm sm;
    rig_begin(&sm, &warp_scheduler_ipaws, 4, 1, NULL);
    rig_issue_all(&sm, convex);
    fake_sm_finish_warp(&sm, 0);
    fake_sm_finish_warp(&sm, 3);
    ck_assert_uint_eq(rig_report(&sm).recovered_cycle, 0);
    ck_assert_uint_eq(rig_order(&sm, 1), 2); /* 37 */
    fake_sm_finish_warp(&sm, 1);             /* the aim stays at its 38 */
    ck_assert_uint_eq(rig_report(&sm).recovered_cycle, 0);
    ck_assert_uint_eq(rig_order(&sm, 1), 2);
    ck_assert_uint_eq(rig_report(&sm).recovered_cycle, sm.view.cycle - 1);
    rig_end(&sm);

    rig_begin(&sm, &warp_scheduler_ipaws, 2, 1, NULL);
    rig_issue(&sm, 0, 40);
    rig_issue(&sm, 1, 30);
    fake_sm_finish_warp(&sm, 0); /* 1 is the oldest and the newest */
    ck_assert_uint_eq(rig_report(&sm).decision, IPAWS_TURNS_FAIR);
    ck_assert_uint_eq(rig_report(&sm).recovered_cycle, 70);
    rig_end(&sm);
}
END_TEST

/* 3.5: blocks of two warps. */
START_TEST(a_block_shares_a_counter)
{
    struct fake_sm sm;
    fake_sm_init_with(&sm, &warp_scheduler_ipaws, 16, 1,
                      (const char *const[]){"block_counters=true", NULL});
    fake_sm_start_kernel(&sm, LAUNCH, 2);
    for (unsigned slot = 0; slot < 6; slot++)
        fake_sm_start_warp(&sm, slot);
    rig_block(&sm, 0x3c, 2); /* two warps of a block for two cycles: 4 */
    rig_issue_all(&sm, (const unsigned[]){40, 32, 30, 20, 12, 10, 0});
    fake_sm_finish_warp(&sm, 0);
    struct ipaws_report report = rig_report(&sm);
    static const uint64_t instructions[] = {72, 50, 22}, stalls[] = {0, 4, 4};
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_uint_eq(report.instructions[i], instructions[i]);
        ck_assert_uint_eq(report.stalls[i], stalls[i]);
    }
    ck_assert_uint_eq(report.counters, 3);
    ck_assert_uint_eq(report.of_interest, 2);
    ck_assert_uint_eq(report.score_sum, 122);
    ck_assert_uint_eq(report.score_threshold, 72);
    ck_assert_uint_eq(report.decision, IPAWS_TURNS_FAIR);
    ck_assert_uint_eq(rig_order(&sm, 2), 44); /* the block that has issued least, its older warp */
    rig_end(&sm);
}
END_TEST

/* Warp 1 misses a line that it had and lost: CCWS lets only warps with high scores load. */
static void lose_locality(struct fake_sm *sm)
{
    const struct warp_line lost = {.line = 0x8000, .owner = {.age = sm->ages[1], .slot = 1}};
    const struct warp_access miss = {.line = 0x8000, .slot = 1, .outcome = WARP_ACCESS_MISS};
    FAKE_SM_TELL(sm, evicted, &lost, &sm->view);
    FAKE_SM_TELL(sm, accessed, &miss, &sm->view);
}

START_TEST(the_orders_are_those_of_the_scheduler_whose_turn_it_is)
{
    struct fake_sm sm;
    rig_begin(&sm, &warp_scheduler_ipaws, 4, 1, with_ccws);
    lose_locality(&sm);
    ck_assert_uint_eq(fake_sm_orders(&sm)->no_loads, 0xd); /* all but warp 1 */
    uint64_t review = fake_sm_orders(&sm)->review;
    ck_assert_uint_ne(review, UINT64_MAX);
    fake_sm_advance(&sm, review); /* scores fall: some may load again, another review */
    ck_assert_uint_ne(fake_sm_orders(&sm)->no_loads, 0xd);
    rig_issue_all(&sm, convex);
    fake_sm_advance(&sm, review + 1000);
    for (unsigned i = 0; i < 12; i++) /* 13 lost lines, 148 instructions */
        lose_locality(&sm);
    ck_assert_uint_ne(fake_sm_orders(&sm)->no_loads, 0);
    fake_sm_finish_warp(&sm, 0);
    ck_assert_uint_eq(rig_report(&sm).decision, IPAWS_TURNS_FAIR);
    ck_assert_uint_eq(fake_sm_orders(&sm)->no_loads, 0);
    ck_assert_uint_eq(fake_sm_orders(&sm)->review, UINT64_MAX);
    fake_sm_start_kernel(&sm, LAUNCH + 1, 1); /* cache-conscious again, with what it knows */
    lose_locality(&sm);
    ck_assert_uint_eq(fake_sm_orders(&sm)->no_loads, 0xc);
    rig_end(&sm);
}
END_TEST

START_TEST(mascars_orders_hold_while_it_is_greedy)
{
    const struct warp_pressure full = {.ldst_stalls = true};
    struct fake_sm sm;
    rig_begin(&sm, &warp_scheduler_ipaws, 4, 1, with_mascar);
    ck_assert_uint_eq(fake_sm_orders(&sm)->retries, 32);
    sm.loads = 0xf;
    fake_sm_press(&sm, &full);
    ck_assert_int_eq(__builtin_popcountll(fake_sm_orders(&sm)->no_memory & 0xf),
                     3); /* not the owner */
    sm.loads = 0;
    rig_issue_all(&sm, convex);
    fake_sm_finish_warp(&sm, 0);
    ck_assert_uint_eq(rig_report(&sm).decision, IPAWS_TURNS_FAIR);
    ck_assert_uint_eq(fake_sm_orders(&sm)->no_memory, 0);
    ck_assert_uint_eq(fake_sm_orders(&sm)->retries, 0);
    fake_sm_start_kernel(&sm, LAUNCH + 1, 1);
    ck_assert_uint_eq(fake_sm_orders(&sm)->retries, 32);
    sm.loads = 0xe;
    fake_sm_press(&sm, &full);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xe), 3); /* the first to load owns memory */
    ck_assert_uint_eq(fake_sm_orders(&sm)->no_memory & 0xe, 0x6);
    rig_end(&sm);
}
END_TEST

/* One whose every end of a warp decides, so that all phases are reached. */
static void init_eager(void *state, const struct sm_policy_site *site,
                       const struct policy_values *values)
{
    struct ipaws *own = state;
    warp_scheduler_ipaws.policy.init(state, site, values);
    own->min_instructions = own->min_percent = 0;
}

START_TEST(keeps_the_contract_in_all_phases)
{
    struct warp_scheduler_ops eager = warp_scheduler_ipaws;
    eager.policy.init = init_eager;
    g_autofree char *problem = contract_problem(&eager);
    ck_assert_msg(problem == NULL, "%s", problem);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("iPAWS, decisions");
    TCase *tests = tcase_create("decisions");
    tcase_add_test(tests, the_first_decision_goes_to_the_other_sms);
    tcase_add_test(tests, of_two_decisions_the_earlier_one_holds);
    tcase_add_test(tests, a_word_about_a_launch_to_come_is_kept);
    tcase_add_test(tests, each_for_itself_neither_tells_nor_hears);
    tcase_add_test(tests, each_kernel_begins_greedy_with_cleared_counters);
    tcase_add_test(tests, a_warp_that_leaves_at_a_bounds_check_does_not_decide);
    tcase_add_test(tests, recovery_waits_for_no_warp_that_is_gone);
    tcase_add_test(tests, a_block_shares_a_counter);
    tcase_add_test(tests, the_orders_are_those_of_the_scheduler_whose_turn_it_is);
    tcase_add_test(tests, mascars_orders_hold_while_it_is_greedy);
    tcase_add_test(tests, keeps_the_contract_in_all_phases);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
