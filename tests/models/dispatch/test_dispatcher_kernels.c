/* SPDX-License-Identifier: BSD-3-Clause */
/* The dispatcher with several kernels at a time: who gets which room when, and who ends first.
 * Every scenario runs at three window lengths (dispatcher_rig.h). */
#include "tests/models/dispatch/dispatcher_rig.h"
#include <check.h>

/* 6 blocks fit on the SM: kernel 1 gets the 2 places that kernel 0 leaves. */
static const struct scenario two_kernels = {.n_sms = 1,
                                            .interval = 1,
                                            .credits = 8,
                                            .latency = 5000,
                                            .shortest = 100000,
                                            .n_launches = 2,
                                            .overlap = true,
                                            .start = {0, 10000},
                                            .grid = {{4, 1, 1}, {3, 1, 1}},
                                            .threads = 256};

static void expect_record(const struct run *run, unsigned launch, uint64_t start_cycle,
                          uint64_t end_cycle, sim_time done)
{
    ck_assert_uint_eq(record_of(run, launch)->launch, launch);
    ck_assert_uint_eq(record_of(run, launch)->start_cycle, start_cycle);
    ck_assert_uint_eq(record_of(run, launch)->end_cycle, end_cycle);
    ck_assert_uint_eq(run->host.done[launch], done);
}

START_TEST(test_later_kernel_gets_what_is_left)
{
    struct run *run = run_all_windows(&two_kernels);
    expect_complete(run);
    /* START of kernel 1 arrives at 13000: cycle 19 (13571). Its blocks 0 and 1 leave in cycles 19
     * and 20, block 2 when block 0 of kernel 0 is back: at 3571 + 5000 + 100000 + 5000 = 113571,
     * cycle 159. Kernel 0 ends with its block 3, in cycle 162, kernel 1 with block 2: back at
     * 223571, cycle 313. */
    ck_assert_str_eq(run->sms[0].log->str, "0#0@8571 0#1@9285 0#2@10000 0#3@10714 1#0@18571 "
                                           "1#1@19285 1#2@118571 0end@120714 1end@228571 ");
    expect_record(run, 0, 5, 162, 118714);
    expect_record(run, 1, 19, 313, 226571);
    ck_assert_uint_eq(record_of(run, 0)->warp_instructions, 1 + 2 + 3 + 4);
    ck_assert_uint_eq(record_of(run, 1)->warp_instructions, 1 + 2 + 3);
    ck_assert_uint_eq(run->dispatcher.counters.kernel_cycles, 313 - 5);
    ck_assert_uint_eq(run->dispatcher.counters.credit_wait_cycles, 0);
    run_free(run);
}
END_TEST

/* As long as the earlier kernel has blocks to send, the later one gets none. */
START_TEST(test_earlier_kernel_goes_first)
{
    struct scenario s = two_kernels;
    s.grid[0][0] = 10;
    s.grid[1][0] = 1;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    /* Blocks 0 to 5 leave in cycles 5 to 10 and are back in 159 to 164. 6 to 9 leave in 159 to 162,
     * kernel 1's in 163 (116428). */
    ck_assert_str_eq(run->sms[0].log->str,
                     "0#0@8571 0#1@9285 0#2@10000 0#3@10714 0#4@11428 0#5@12142 0#6@118571 "
                     "0#7@119285 0#8@120000 0#9@120714 1#0@121428 0end@230714 1end@231428 ");
    expect_record(run, 0, 5, 316, 228714);
    expect_record(run, 1, 19, 317, 229428);
    run_free(run);
}
END_TEST

/* Each kernel is dealt out from SM 0 on; kernel 0 takes two thirds of SM 0, so that kernel 1's big
 * blocks go elsewhere, and small ones of kernel 2 beside them. */
START_TEST(test_kernels_of_different_sizes)
{
    struct scenario s = two_kernels;
    s.n_sms = 2;
    s.n_launches = 3;
    s.start[2] = 20000;
    s.grid[0][0] = s.grid[1][0] = 1;
    s.grid[2][0] = s.grid[2][1] = 2;
    s.grid[2][2] = 1;
    s.threads_of[0] = s.threads_of[1] = 1024;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    /* START of kernel 2 arrives at 23000: cycle 33 (23571); a block a cycle. */
    ck_assert_str_eq(run->sms[0].log->str, "0#0@8571 2#0@28571 2#2@30000 0end@118571 2end@140714 ");
    ck_assert_str_eq(run->sms[1].log->str,
                     "1#0@18571 2#1@29285 2#3@30714 1end@128571 2end@140714 ");
    run_free(run);
}
END_TEST

/* A kernel that is over and waits for a credit of SM 0 doesn't hold up one that is over elsewhere.
 */
START_TEST(test_an_end_does_not_wait_for_another)
{
    struct scenario s = two_kernels;
    s.n_sms = 2;
    s.credits = 1;
    s.shortest = 1000;
    s.credit_after = 500000;
    s.first_is_late = true;
    s.start[1] = 3000;
    s.grid[0][0] = s.grid[1][0] = 1;
    s.threads = 1024;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    /* Kernel 0's block arrives at 8571 and is back at 14571, cycle 21; the credit comes at 513571,
     * cycle 719. Kernel 1's leaves in cycle 9 (6428) and is back at 17428, cycle 25 (17857). */
    ck_assert_str_eq(run->sms[0].log->str, "0#0@8571 0end@518571 ");
    ck_assert_str_eq(run->sms[1].log->str, "1#0@11428 1end@22857 ");
    expect_record(run, 0, 5, 21, 516571);
    expect_record(run, 1, 9, 25, 20857);
    ck_assert_uint_eq(run->dispatcher.counters.credit_wait_cycles, 719 - 21);
    ck_assert_uint_eq(run->dispatcher.counters.kernel_cycles, 25 - 5);
    run_free(run);
}
END_TEST

START_TEST(test_many_overlapping_kernels)
{
    struct scenario s = {.n_sms = 5,
                         .latency = 5000,
                         .shortest = 700,
                         .n_launches = 4,
                         .overlap = true,
                         .start = {0, 4000, 4000, 90000},
                         .grid = {{31, 1, 1}, {7, 3, 1}, {50, 1, 2}, {9, 1, 1}},
                         .threads_of = {512, 1024, 64, 320}};
    for (s.credits = 1; s.credits <= 3; s.credits += 2)
        for (s.interval = 1; s.interval <= 7; s.interval += 3)
            for (s.spread = 0; s.spread <= 60000; s.spread += 20000) {
                s.credit_after = s.spread / 3;
                struct run *run = run_all_windows(&s);
                expect_complete(run);
                ck_assert_uint_eq(run->dispatcher.counters.blocks, 31 + 21 + 100 + 9);
                ck_assert_uint_eq(record_of(run, 2)->warp_instructions, 100 * 101 / 2);
                run_free(run);
            }
}
END_TEST

START_TEST(test_deadlock_of_two)
{
    struct scenario s = two_kernels;
    s.stuck = true;
    struct run *run = run_all_windows(&s);
    ck_assert_int_eq(run->end, ENGINE_QUIET);
    char *waits = engine_describe_waits(run->engine);
    ck_assert_str_eq(waits,
                     "dispatcher: kernel work (launch 0): 0 of 4 blocks are done, 0 have not "
                     "been sent; running: sm0 (4)\n"
                     "dispatcher: kernel work (launch 1): 0 of 3 blocks are done, 1 have not "
                     "been sent; running: sm0 (2)\n");
    g_free(waits);
    run_free(run);
}
END_TEST

/* A launch that can't run ends the run while another one is under way. */
START_TEST(test_bad_launch_beside_a_good_one)
{
    struct scenario s = two_kernels;
    s.threads_of[1] = 1025;
    struct run *run = run_all_windows(&s);
    ck_assert_int_eq(run->end, ENGINE_FAILED);
    ck_assert_str_eq(
        run->engine->error->message,
        "work.ptx: launch 1 of kernel work: no block fits on an SM: a block needs 1025 "
        "threads, and there are 1024");
    ck_assert_uint_eq(run->engine->error_time, 13571);
    ck_assert_uint_eq(run->dispatcher.records->len, 1);
    run_free(run);
}
END_TEST

/* Blocks that end sooner than a message comes back: as many are ahead as the way needs, so that
 * SMs wait for none; the last ones still go to who has room. */
START_TEST(test_short_blocks_ahead)
{
    struct scenario s = small_scenario;
    s.grid[0][0] = 600;
    s.latency = 50000;
    s.shortest = 8000;
    s.credits = 64;
    s.width = s.n_sms;
    s.ahead = 1;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    uint64_t one = kernel_record_cycles(record_of(run, 0));
    run_free(run);
    s.ahead = 32;
    run = run_all_windows(&s);
    expect_complete(run);
    uint64_t many = kernel_record_cycles(record_of(run, 0));
    run_free(run);
    ck_assert_uint_lt(3 * many, one * 2);
}
END_TEST

/* What test_exact_times counts at the dispatcher, cycles 5 to 162, without the way of 7 cycles. */
START_TEST(test_counted_at_the_sms)
{
    struct scenario s = small_scenario;
    s.way = 7;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    ck_assert_uint_eq(record_of(run, 0)->start_cycle, 5 + 7);
    ck_assert_uint_eq(record_of(run, 0)->end_cycle, 162 - 7);
    run_free(run);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("dispatcher_kernels");
    TCase *tcase = tcase_create("dispatcher_kernels");
    tcase_add_test(tcase, test_later_kernel_gets_what_is_left);
    tcase_add_test(tcase, test_earlier_kernel_goes_first);
    tcase_add_test(tcase, test_kernels_of_different_sizes);
    tcase_add_test(tcase, test_an_end_does_not_wait_for_another);
    tcase_add_test(tcase, test_many_overlapping_kernels);
    tcase_add_test(tcase, test_deadlock_of_two);
    tcase_add_test(tcase, test_bad_launch_beside_a_good_one);
    tcase_add_test(tcase, test_short_blocks_ahead);
    tcase_add_test(tcase, test_counted_at_the_sms);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
