/* SPDX-License-Identifier: BSD-3-Clause */
/* Words between policies of SMs and of the dispatcher, and samples. Every scenario runs at three
 * window lengths (dispatcher_rig.h), also what the policies have heard. */
#include "tests/models/dispatch/scripted_scheduler.h"

/* ---- words -------------------------------------------------------------------------------------
 */

#define WORD(time_, sm_, to_, value_)                                                              \
    {                                                                                              \
        (time_), (sm_), message_policy_word((value_), 300, 0, (to_))                               \
    }

/* To one SM, to itself, to all others; several under way, in order. */
START_TEST(words_between_sms)
{
    const struct scripted script[] = {WORD(1000, 0, 2, 10), WORD(1000, 0, POLICY_TO_ALL, 11),
                                      WORD(1000, 1, 1, 12), WORD(1200, 2, 0, 13),
                                      WORD(1300, 2, 0, 14)};
    struct scenario s = small;
    s.n_sms = 3;
    s.grid[0][0] = 1;
    s.script = script;
    s.n_scripted = G_N_ELEMENTS(script);
    struct run *run = run_complete(&s, BACKWARDS);
    /* They arrive at 6000 (cycle 9, 6428) and at 6200 and 6300, in the same cycle. */
    ck_assert_str_eq(run->sms[0].log->str, "#0@8571 300:13 of 2@11428 300:14 of 2@11428 "
                                           "end@118571 ");
    ck_assert_str_eq(run->sms[1].log->str, "300:11 of 0@11428 300:12 of 1@11428 ");
    ck_assert_str_eq(run->sms[2].log->str, "300:10 of 0@11428 300:11 of 0@11428 ");
    ck_assert(strstr(run->heard->str, "word") == NULL);
    run_free(run);
}
END_TEST

/* Over one credit they come one after the other, and none is lost. */
START_TEST(words_wait_for_credits)
{
    const struct scripted script[] = {WORD(1000, 0, POLICY_TO_ALL, 1), WORD(20000, 1, 0, 2),
                                      WORD(30000, 0, 1, 3), WORD(45000, 0, POLICY_TO_ALL, 4)};
    struct scenario s = small;
    s.credits = 1;
    s.credit_after = 40000;
    s.grid[0][0] = 1;
    s.script = script;
    s.n_scripted = G_N_ELEMENTS(script);
    struct run *run = run_complete(&s, BACKWARDS);
    ck_assert_str_eq(run->sms[0].log->str, "#0@8571 300:2 of 1@58571 end@118571 ");
    ck_assert_str_eq(run->sms[1].log->str, "300:1 of 0@11428 300:3 of 0@61428 300:4 of 0@111428 ");
    ck_assert_uint_gt(run->dispatcher.counters.credit_wait_cycles, 0);
    run_free(run);
}
END_TEST

START_TEST(words_to_the_dispatcher_and_back)
{
    const struct scripted script[] = {WORD(1000, 1, POLICY_TO_DISPATCHER, 5),
                                      WORD(1000, 1, POLICY_TO_DISPATCHER, 8)};
    struct scenario s = small;
    s.grid[0][0] = 1;
    s.script = script;
    s.n_scripted = G_N_ELEMENTS(script);
    struct run *run = run_complete(&s, ANSWERS);
    ck_assert(strstr(run->heard->str, "word 300:5 of 1@9 word 300:8 of 1@9 ") != NULL);
    ck_assert_str_eq(run->sms[0].log->str, "#0@8571 300:7 of 65534@11428 300:10 of 65534@11428 "
                                           "end@118571 ");
    ck_assert_str_eq(run->sms[1].log->str, "300:6 of 65534@11428 300:7 of 65534@11428 "
                                           "300:9 of 65534@11428 300:10 of 65534@11428 ");
    run_free(run);
}
END_TEST

START_TEST(words_to_nobody)
{
    struct scripted script = WORD(1000, 1, 2, 5);
    struct scenario s = small;
    s.script = &script;
    s.n_scripted = 1;
    expect_failure(&s, ANSWERS,
                   "a policy of SM 1: it tells SM 2 a word of topic 300, but there are SMs 0 to 1");
    script.message = message_policy_word(5, 300, 0, POLICY_TO_DISPATCHER);
    expect_failure(&s, TELLS_DISPATCHER,
                   "a policy of the dispatcher: it tells the dispatcher a word of topic 300, but "
                   "there are SMs 0 to 1");
}
END_TEST

/* ---- samples -----------------------------------------------------------------------------------
 */

START_TEST(samples_are_heard)
{
    const struct scripted script[] = {{40000, 1, message_sample(0, 30, 20, 100, 0)},
                                      {40001, 0, message_sample(DISPATCHER_NO_LAUNCH, 3, 0, 1, 0)}};
    struct scenario s = small;
    s.grid[0][0] = 1;
    s.script = script;
    s.n_scripted = G_N_ELEMENTS(script);
    struct run *run = run_complete(&s, BACKWARDS);
    /* They arrive at 45000, the edge of cycle 63, and behind it. */
    ck_assert(strstr(run->heard->str, "sample 1 of 0: 100 30 20@63 "
                                      "sample 0 of 4294967295: 1 3 0@64 ") != NULL);
    run_free(run);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("dispatcher_words");
    TCase *tcase = tcase_create("words");
    tcase_add_test(tcase, words_between_sms);
    tcase_add_test(tcase, words_wait_for_credits);
    tcase_add_test(tcase, words_to_the_dispatcher_and_back);
    tcase_add_test(tcase, words_to_nobody);
    tcase_add_test(tcase, samples_are_heard);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
