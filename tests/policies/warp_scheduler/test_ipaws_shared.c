/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs that share SMs (iPAWS, section 4.3): whose warps go first on the SMs of a pair, what is
 * counted of whom, and what partners tell each other. */
#include "tests/policies/warp_scheduler/ipaws_rig.h"

extern const struct warp_scheduler_ops warp_scheduler_by_program;

enum { FIRST = 7, SECOND = 9 }; /* launches, of programs 0 and 1 */
static const uint64_t of_first = 0xf, of_second = 0xf0;

static const char *const shared[] = {"shared=true", NULL};

static const unsigned convex[] = {40, 38, 36, 34, 0};

static void start_kernel(struct fake_sm *sm, uint32_t launch, uint32_t program)
{
    const struct warp_kernel kernel = {
        .launch = launch, .program = program, .name = "kernel", .block_warps = 4};
    FAKE_SM_TELL(sm, kernel_started, &kernel, &sm->view);
}

static void start_block(struct fake_sm *sm, uint32_t launch, uint32_t program, uint64_t warps)
{
    const struct warp_block block = {.launch = launch, .program = program, .warps = warps};
    FAKE_SM_TELL(sm, block_started, &block, &sm->view);
    for (; warps; warps &= warps - 1)
        fake_sm_start_warp(sm, warp_first(warps));
}

/* One of five SMs with a block of four warps of each program; the second program's is older. */
static void begin(struct fake_sm *sm, const struct warp_scheduler_ops *ops, unsigned index,
                  const char *const *parameters)
{
    const struct sm_policy_site site = {
        .sm = index, .n_sms = 5, .schedulers = 1, .warp_slots = 16, .l1_lines = 128};
    fake_sm_init_at(sm, ops, &site, parameters);
    start_kernel(sm, SECOND, 1);
    start_kernel(sm, FIRST, 0);
    start_block(sm, SECOND, 1, of_second);
    start_block(sm, FIRST, 0, of_first);
}

static void hear(struct fake_sm *sm, uint64_t word)
{
    const struct policy_word what = {.value = word, .topic = POLICY_TOPIC_IPAWS};
    FAKE_SM_TELL(sm, word, &what, &sm->view);
}

START_TEST(one_program_goes_first_on_each_of_a_pair)
{
    static const unsigned expected[] = {0, 4, 0, 4, 0};
    for (unsigned index = 0; index < 5; index++) {
        struct fake_sm sm;
        begin(&sm, &warp_scheduler_ipaws, index, shared);
        ck_assert_uint_eq(fake_sm_issue(&sm, 0, of_first | of_second), expected[index]);
        ck_assert_uint_eq(fake_sm_issue(&sm, 0, of_second), 4);
        rig_end(&sm);
    }
}
END_TEST

/* The other program's warps have issued much, were held up and end: that decides nothing. */
static void decide(struct fake_sm *sm)
{
    for (unsigned slot = 4; slot < 8; slot++)
        rig_issue(sm, slot, 500);
    rig_block(sm, of_second, 100);
    fake_sm_finish_warp(sm, 4);
    ck_assert_uint_eq(rig_report(sm).decision, IPAWS_UNDECIDED);
    rig_issue_all(sm, convex);
    fake_sm_finish_warp(sm, 0);
    struct ipaws_report report = rig_report(sm);
    ck_assert_uint_eq(report.decision, IPAWS_TURNS_FAIR);
    ck_assert_uint_eq(report.about, FIRST);
    ck_assert_uint_eq(report.counters, 4);
    ck_assert_uint_eq(report.of_interest, 4); /* none of them was held up */
    ck_assert_uint_eq(report.score_sum, 40 + 38 + 36 + 34);
}

START_TEST(an_sm_judges_its_own_program)
{
    struct fake_sm sm;
    begin(&sm, &warp_scheduler_ipaws, 2, shared);
    decide(&sm);
    ck_assert_uint_eq(fake_sm_outbox(&sm)->n, 1);
    ck_assert_uint_eq(fake_sm_outbox(&sm)->words[0].to, 3);
    ck_assert_uint_eq(rig_report(&sm).partner_decision, IPAWS_UNDECIDED);
    /* Those of the other program are greedy, until the partner says something else. */
    uint64_t left = of_second & ~warp_bit(4);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, left), 5);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, left), 5);
    uint64_t word = fake_sm_outbox(&sm)->words[0].value; /* of launch FIRST */
    hear(&sm, word);
    ck_assert_uint_eq(rig_report(&sm).partner_decision, IPAWS_UNDECIDED);
    start_kernel(&sm, SECOND + 1, 1);
    ck_assert_uint_eq(rig_report(&sm).decision, IPAWS_TURNS_FAIR); /* still */
    rig_end(&sm);
}
END_TEST

/* SM 3 is of the second program, for which SM 2 is told the word about FIRST here: its own. */
START_TEST(the_partners_word_is_for_the_other_program)
{
    struct fake_sm sm, other;
    begin(&sm, &warp_scheduler_ipaws, 2, shared);
    begin(&other, &warp_scheduler_ipaws, 3, shared);
    decide(&sm);
    ck_assert_uint_eq(fake_sm_issue(&other, 0, of_first), 0);
    ck_assert_uint_eq(fake_sm_issue(&other, 0, of_first), 0);
    hear(&other, fake_sm_outbox(&sm)->words[0].value);
    ck_assert_uint_eq(rig_report(&other).partner, FIRST);
    ck_assert_uint_eq(rig_report(&other).partner_decision, IPAWS_TURNS_FAIR);
    ck_assert_uint_eq(rig_report(&other).decision, IPAWS_UNDECIDED);
    unsigned first = fake_sm_issue(&other, 0, of_first);
    ck_assert_uint_ne(fake_sm_issue(&other, 0, of_first), first); /* in turns now */
    ck_assert_uint_eq(fake_sm_issue(&other, 0, of_second), 4);
    ck_assert_uint_eq(fake_sm_issue(&other, 0, of_second), 4);
    rig_end(&sm);
    rig_end(&other);
}
END_TEST

START_TEST(the_last_of_an_odd_number_listens_to_sm_1)
{
    struct fake_sm sm;
    begin(&sm, &warp_scheduler_ipaws, 1, shared);
    rig_issue(&sm, 4, 40);
    fake_sm_finish_warp(&sm, 4);
    ck_assert_uint_eq(fake_sm_outbox(&sm)->n, 2);
    ck_assert_uint_eq(fake_sm_outbox(&sm)->words[0].to, 0);
    ck_assert_uint_eq(fake_sm_outbox(&sm)->words[1].to, 4);
    rig_end(&sm);
    begin(&sm, &warp_scheduler_ipaws, 4, shared);
    decide(&sm);
    ck_assert_uint_eq(fake_sm_outbox(&sm)->n, 0);
    rig_end(&sm);
}
END_TEST

START_TEST(each_program_has_its_scheduler)
{
    for (unsigned index = 0; index < 2; index++) {
        struct fake_sm sm;
        begin(&sm, &warp_scheduler_by_program, index, NULL);
        ck_assert_uint_eq(fake_sm_issue(&sm, 0, of_first | of_second), index == 0 ? 0 : 4);
        rig_issue(&sm, 2, 1);
        ck_assert_uint_eq(fake_sm_issue(&sm, 0, of_first), 2); /* greedy */
        rig_issue(&sm, 5, 1);
        ck_assert_uint_eq(fake_sm_issue(&sm, 0, of_second), 6); /* in turns */
        ck_assert_uint_eq(fake_sm_issue(&sm, 0, of_second), 7);
        rig_end(&sm);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("iPAWS, programs that share SMs");
    TCase *tests = tcase_create("shared");
    tcase_add_test(tests, one_program_goes_first_on_each_of_a_pair);
    tcase_add_test(tests, an_sm_judges_its_own_program);
    tcase_add_test(tests, the_partners_word_is_for_the_other_program);
    tcase_add_test(tests, the_last_of_an_odd_number_listens_to_sm_1);
    tcase_add_test(tests, each_program_has_its_scheduler);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
