/* SPDX-License-Identifier: BSD-3-Clause */
/* The dispatcher and its policies: blocks in any order, held back, chosen wrongly; quotas; words
 * from and to SMs; samples. Every scenario runs at three window lengths (dispatcher_rig.h), also
 * what the policies have heard. */
#include "models/launch/launch_watch.h"
#include "policies/policy_values.h"
#include "policies/tables.h"
#include "tests/models/dispatch/scripted_scheduler.h"

/* ---- any order ---------------------------------------------------------------------------------
 */

START_TEST(last_block_first)
{
    struct scenario s = small;
    struct run *run = run_complete(&s, BACKWARDS);
    ck_assert_str_eq(run->sms[0].log->str, "#3@8571 #1@10000 end@120714 ");
    ck_assert_str_eq(run->sms[1].log->str, "#2@9285 #0@10714 end@120714 ");
    ck_assert_str_eq(run->heard->str,
                     "kernel 0 of 4@5 +0.3 0@5 +0.2 1@6 +0.1 0@7 +0.0 1@8 -0.3 0@159 -0.2 1@160 "
                     "-0.1 0@161 -0.0 1@162 over 0@162 ");
    run_free(run);
}
END_TEST

/* Every block is sent once, whatever the order, with blocks ahead, several kernels, few credits. */
START_TEST(each_block_once)
{
    struct scenario s = small;
    s.n_sms = 3;
    s.n_launches = 3;
    s.overlap = true;
    s.start[1] = 4000;
    s.start[2] = 90000;
    s.grid[0][0] = 131;
    s.grid[1][0] = s.grid[2][0] = 67;
    s.grid[1][1] = s.grid[1][2] = s.grid[2][1] = s.grid[2][2] = 1;
    s.threads_of[1] = 320;
    s.detailed[2] = 50;
    s.spread = 70000;
    for (s.width = 1; s.width <= 2; s.width++)
        for (s.ahead = 0; s.ahead <= 1; s.ahead++)
            for (s.credits = 1; s.credits <= 8; s.credits += 7) {
                struct run *run = run_complete(&s, s.ahead ? SCATTERED : BACKWARDS);
                ck_assert_uint_eq(run->dispatcher.counters.blocks, 131 + 67 + 50);
                ck_assert_uint_eq(record_of(run, 0)->warp_instructions, 131 * 132 / 2);
                ck_assert_uint_eq(record_of(run, 1)->warp_instructions, 67 * 68 / 2);
                ck_assert_uint_eq(record_of(run, 2)->warp_instructions, 50 * 51 / 2);
                run_free(run);
            }
}
END_TEST

/* ---- fewer blocks ------------------------------------------------------------------------------
 */

static uint64_t want_fifty(void *data, const struct launch_progress *progress)
{
    uint64_t *told = data;
    ck_assert_uint_le(progress->done, progress->sent);
    ck_assert_uint_le(progress->sent, progress->n_blocks);
    ++*told;
    return progress->done >= 10 ? 50 : UINT64_MAX;
}

/* A watch hears of each block, and lets the launch end after fewer. Not if blocks go in any order.
 */
START_TEST(a_watch_takes_blocks_away)
{
    for (unsigned any_order = 0; any_order <= 1; any_order++) {
        uint64_t told = 0;
        const struct launch_watch watch = {&told, want_fifty};
        const unsigned expected = any_order ? 131 : 50;
        struct scenario s = small;
        s.n_sms = 3;
        s.grid[0][0] = 131;
        s.spread = 70000;
        s.watch = &watch;
        struct run *run = any_order ? run_complete(&s, BACKWARDS) : run_all_windows(&s);
        expect_complete(run);
        ck_assert_uint_eq(run->dispatcher.counters.blocks, expected);
        ck_assert_uint_eq(run->dispatcher.all_blocks, expected);
        ck_assert_uint_eq(told % expected, 0); /* each run of it */
        ck_assert_uint_gt(told, 0);
        run_free(run);
    }
}
END_TEST

/* Blocks in the middle that somebody else has computed are not sent, in whatever order the others
 * go. */
START_TEST(some_blocks_are_left_out)
{
    struct scenario s = small;
    s.n_sms = 3;
    s.grid[0][0] = 131;
    s.spread = 70000;
    s.first_left_out = 20;
    s.left_out = 40;
    struct run *run = _i == 0 ? run_all_windows(&s) : run_complete(&s, BACKWARDS);
    expect_complete(run);
    ck_assert_uint_eq(run->dispatcher.counters.blocks, 131 - 40);
    ck_assert_uint_eq(record_of(run, 0)->warp_instructions,
                      131 * 132 / 2 - 60 * 61 / 2 + 20 * 21 / 2);
    run_free(run);
}
END_TEST

/* A watch takes blocks away when those that are left out are behind, and not before: 40 blocks of
 * 131 would be sent else, and some before those that are left out would be lost. */
START_TEST(blocks_are_taken_away_behind_those_left_out)
{
    uint64_t told = 0;
    const struct launch_watch watch = {&told, want_fifty};
    struct scenario s = small;
    s.n_sms = 3;
    s.grid[0][0] = 131;
    s.spread = 70000;
    s.watch = &watch;
    s.first_left_out = 20;
    s.left_out = 40;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    const uint64_t end = run->dispatcher.all_blocks;
    ck_assert_uint_ge(end, 60); /* those before, those that are left out */
    ck_assert_uint_le(end, 80); /* and those that have left till then */
    ck_assert_uint_eq(run->dispatcher.counters.blocks, end - 40);
    ck_assert_uint_eq(record_of(run, 0)->warp_instructions,
                      end * (end + 1) / 2 - 60 * 61 / 2 + 20 * 21 / 2);
    run_free(run);
}
END_TEST

/* ---- held back ---------------------------------------------------------------------------------
 */

START_TEST(one_block_at_a_time)
{
    struct scenario s = small;
    s.n_sms = 1;
    s.grid[0][0] = 3;
    struct run *run = run_complete(&s, ONE_BY_ONE);
    /* Sent in cycle 5 (3571), back at 113571, which is in cycle 159 (113571.4 rounded down). */
    ck_assert_str_eq(run->sms[0].log->str, "#0@8571 #1@118571 #2@228571 end@338571 ");
    run_free(run);
}
END_TEST

START_TEST(until_a_review)
{
    struct scenario s = small;
    s.n_sms = 1;
    s.grid[0][0] = 2;
    struct run *run = run_complete(&s, AT_CYCLE);
    ck_assert_str_eq(run->sms[0].log->str, "#0@40714 #1@41428 end@151428 ");
    ck_assert(strstr(run->heard->str, "kernel 0 of 2@5 review@50 +0.0 0@50 ") != NULL);
    run_free(run);
}
END_TEST

START_TEST(until_a_word)
{
    const struct scripted script = {20000, 1, message_policy_word(7, 300, 0, POLICY_TO_DISPATCHER)};
    struct scenario s = small;
    s.grid[0][0] = 1;
    s.script = &script;
    s.n_scripted = 1;
    struct run *run = run_complete(&s, AFTER_WORD);
    /* The word arrives at 25000, which is in cycle 35. */
    ck_assert_str_eq(run->heard->str, "kernel 0 of 1@5 word 300:7 of 1@35 +0.0 0@35 -0.0 0@189 "
                                      "over 0@189 ");
    run_free(run);
}
END_TEST

/* While the first kernel's blocks are held back, a later one is served if it has a quota. */
START_TEST(what_is_held_back_is_named)
{
    struct scenario s = small;
    struct policy_values *values = behaviour(NEVER);
    s.scheduler = values;
    struct run *run = run_all_windows(&s);
    ck_assert_int_eq(run->end, ENGINE_QUIET);
    g_autofree char *waits = engine_describe_waits(run->engine);
    ck_assert_str_eq(waits,
                     "dispatcher: kernel work (launch 0): 0 of 4 blocks are done, 4 have not "
                     "been sent; running:; block scheduler scripted holds blocks back\n");
    ended = 0;
    run_free(run);
    ck_assert_uint_eq(ended, 1);
    policy_values_free(values);
}
END_TEST

/* ---- wrong choices ------------------------------------------------------------------------------
 */

START_TEST(wrong_choices)
{
    struct scenario s = small;
    expect_failure(
        &s, BAD_SM,
        "block scheduler scripted: it chose SM 2 for block 0 of launch 0, but there are 2");
    expect_failure(&s, BAD_BLOCK,
                   "block scheduler scripted: it chose block 4 of launch 0, which has 4");
    expect_failure(&s, TWICE,
                   "block scheduler scripted: it chose block 0 of launch 0, which was sent before");
    s.grid[0][0] = 7;
    expect_failure(&s, FULL,
                   "block scheduler scripted: it chose SM 0 for block 6 of launch 0, which has no "
                   "room for it");
}
END_TEST

/* ---- partitions --------------------------------------------------------------------------------
 */

static struct policy_values *partition(const char *name, const char *const *sets)
{
    const struct policy_head *const *head = partition_table;
    while (!g_str_equal((*head)->name, name))
        head++;
    struct policy_values *values = policy_values_new(*head);
    for (; sets && *sets; sets += 2)
        ck_assert(policy_values_set(values, sets[0], sets[1], NULL));
    return values;
}

static const struct scenario two_kernels = {.n_sms = 2,
                                            .interval = 1,
                                            .credits = 8,
                                            .latency = 5000,
                                            .shortest = 100000,
                                            .n_launches = 2,
                                            .overlap = true,
                                            .start = {0, 2000},
                                            .grid = {{5, 1, 1}, {5, 1, 1}},
                                            .threads = 256};

static struct run *run_partition(struct scenario *s, const char *name, const char *const *sets)
{
    struct policy_values *values = partition(name, sets);
    s->partition = values;
    struct run *run = run_all_windows(s);
    policy_values_free(values);
    return run;
}

/* The first kernel may have one block on each SM, the second three: both run from the begin. */
START_TEST(fixed_quotas)
{
    struct scenario s = two_kernels;
    struct run *run = run_partition(&s, "fixed", (const char *const[]){"q0", "1", "q1", "3", NULL});
    expect_complete(run);
    ck_assert_str_eq(run->sms[0].log->str,
                     "0#0@8571 1#0@10000 1#2@11428 1#4@12857 0#2@118571 1end@122857 "
                     "0#4@228571 0end@338571 ");
    ck_assert_str_eq(run->sms[1].log->str,
                     "0#1@9285 1#1@10714 1#3@12142 0#3@119285 1end@122857 0end@338571 ");
    run_free(run);
}
END_TEST

/* The split begins when the second kernel comes, and ends when the first one is over: blocks that
 * are there stay. */
START_TEST(sms_are_split)
{
    struct scenario s = two_kernels;
    s.grid[0][0] = 4;
    s.grid[1][0] = 14;
    struct run *run = run_partition(&s, "even", NULL);
    expect_complete(run);
    /* Kernel 1 comes in cycle 7 (5000): kernel 0 has sent blocks 0 and 1. */
    ck_assert(g_str_has_prefix(run->sms[0].log->str,
                               "0#0@8571 0#2@10000 0#3@10714 0end@120714 1#6@120714 "));
    ck_assert(g_str_has_prefix(run->sms[1].log->str,
                               "0#1@9285 1#0@11428 1#1@12142 1#2@12857 1#3@13571 1#4@14285 "
                               "1#5@119285 0end@120714 1#7@121428 "));
    run_free(run);
    s.threads = 1024; /* one block an SM */
    s.grid[0][0] = s.grid[1][0] = 9;
    run = run_partition(&s, "even_within", NULL);
    expect_complete(run);
    ck_assert_uint_eq(run->dispatcher.counters.blocks, 18);
    run_free(run);
}
END_TEST

/* ---- the whole ---------------------------------------------------------------------------------
 */

int main(void)
{
    Suite *suite = suite_create("dispatcher_policies");
    TCase *tcase = tcase_create("policies");
    tcase_add_test(tcase, last_block_first);
    tcase_add_test(tcase, each_block_once);
    tcase_add_test(tcase, a_watch_takes_blocks_away);
    tcase_add_loop_test(tcase, some_blocks_are_left_out, 0, 2);
    tcase_add_test(tcase, blocks_are_taken_away_behind_those_left_out);
    tcase_add_test(tcase, one_block_at_a_time);
    tcase_add_test(tcase, until_a_review);
    tcase_add_test(tcase, until_a_word);
    tcase_add_test(tcase, what_is_held_back_is_named);
    tcase_add_test(tcase, wrong_choices);
    tcase_add_test(tcase, fixed_quotas);
    tcase_add_test(tcase, sms_are_split);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
