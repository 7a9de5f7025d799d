/* SPDX-License-Identifier: BSD-3-Clause */
/* The dispatcher: exact times of small runs, credits, waves, errors, and its part of a platform
 * file. Every scenario runs at three window lengths (dispatcher_rig.h). */
#include "base/input_error.h"
#include "models/core/platform.h"
#include "models/dispatch/dispatcher.h"
#include "models/dispatch/grid.h"
#include "tests/models/dispatcher_rig.h"
#include <check.h>
#include <glib/gstdio.h>

/* ---- scenarios ----------------------------------------------------------------------------- */

/* 256 threads and 20 registers: 6 blocks an SM. */
static const struct scenario small = {.n_sms = 3,
                                      .interval = 1,
                                      .credits = 8,
                                      .latency = 5000,
                                      .shortest = 100000,
                                      .n_launches = 1,
                                      .grid = {{4, 1, 1}},
                                      .threads = 256};

START_TEST(test_exact_times)
{
    struct run *run = run_all_windows(&small);
    expect_complete(run);
    /* KERNEL_START arrives at 3000, which is in cycle 5 (3571 ps). Blocks 0 to 3 leave in
     * cycles 5 to 8 (3571, 4285, 5000, 5714) and run 100,000 ps; the last BLOCK_DONE arrives at
     * 5714 + 5000 + 100000 + 5000 = 115714: cycle 162 (115714.2 rounded down). KERNEL_END
     * leaves in that cycle. */
    ck_assert_str_eq(run->sms[0].log->str, "#0@8571 #3@10714 end@120714 ");
    ck_assert_str_eq(run->sms[1].log->str, "#1@9285 end@120714 ");
    ck_assert_str_eq(run->sms[2].log->str, "#2@10000 end@120714 ");
    const struct kernel_record *record = record_of(run, 0);
    ck_assert_uint_eq(record->start_cycle, 5);
    ck_assert_uint_eq(record->start, 3571);
    ck_assert_uint_eq(record->end_cycle, 162);
    ck_assert_uint_eq(record->end, 115714);
    ck_assert_uint_eq(kernel_record_cycles(record), 157);
    ck_assert_uint_eq(run->host.done[0], 118714);
    ck_assert_str_eq(record->name, "work");
    ck_assert_uint_eq(record->occupancy.capacity, 6);
    ck_assert_uint_eq(record->occupancy.blocks, 2);
    ck_assert_int_eq(record->occupancy.limit, OCCUPANCY_GRID);
    ck_assert_uint_eq(run->dispatcher.counters.kernel_cycles, 157);
    ck_assert_uint_eq(run->dispatcher.counters.credit_wait_cycles, 0);
    run_free(run);
}
END_TEST

START_TEST(test_dispatch_interval)
{
    struct scenario s = small;
    s.interval = 10;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    ck_assert_str_eq(run->sms[1].log->str, "#1@15714 end@140000 ");
    /* Block 3 leaves in cycle 35 (25000 ps); its BLOCK_DONE arrives at 135000, edge of 189. */
    ck_assert_uint_eq(record_of(run, 0)->end_cycle, 189);
    run_free(run);
}
END_TEST

START_TEST(test_waves)
{
    struct scenario s = small;
    s.grid[0][0] = 20;
    s.grid[0][1] = 5;
    s.grid[0][2] = 3;
    s.spread = 70000;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    ck_assert_uint_eq(run->dispatcher.counters.blocks, 300);
    for (uint32_t i = 0; i < s.n_sms; i++) {
        ck_assert_uint_eq(run->sms[i].most, 6);
        ck_assert_uint_eq(run->sms[i].ended, 1);
    }
    run_free(run);
}
END_TEST

/* The fewest credits a wire can have, and SMs that return them late: everything still ends, and
 * block 3 waits for the credit of block 0. */
START_TEST(test_one_credit)
{
    struct scenario s = small;
    s.credits = 1;
    s.credit_after = 20000;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    /* Block 0 arrives at 8571, its credit is back at 33571: cycle 47 (33571.4 rounded down).
     * Block 3 wanted to leave in cycle 8. */
    ck_assert_str_eq(run->sms[0].log->str, "#0@8571 #3@38571 end@148571 ");
    ck_assert_uint_eq(run->dispatcher.counters.credit_wait_cycles, 39);
    run_free(run);
    s.grid[0][0] = 200;
    s.spread = 3000;
    s.shortest = 1;
    run = run_all_windows(&s);
    expect_complete(run);
    ck_assert_uint_eq(run->dispatcher.counters.blocks, 200);
    run_free(run);
}
END_TEST

/* KERNEL_END, too, waits for a credit; KERNEL_DONE follows the last of them. */
START_TEST(test_end_waits_for_credit)
{
    struct scenario s = small;
    s.n_sms = 1;
    s.credits = 1;
    s.grid[0][0] = 1;
    s.shortest = 1000;
    s.credit_after = 500000;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    /* The block arrives at 8571 and ends at 9571: BLOCK_DONE at 14571, cycle 21. The credit is
     * back at 513571, in cycle 719 (513571.4). */
    ck_assert_uint_eq(record_of(run, 0)->end_cycle, 21);
    ck_assert_str_eq(run->sms[0].log->str, "#0@8571 end@518571 ");
    ck_assert_uint_eq(run->host.done[0], 516571);
    ck_assert_uint_eq(run->dispatcher.counters.credit_wait_cycles, 719 - 21);
    run_free(run);
}
END_TEST

START_TEST(test_kernels_in_turn)
{
    struct scenario s = small;
    s.n_launches = 3;
    s.grid[1][0] = 2; /* too few for SM 2 */
    s.grid[1][1] = s.grid[1][2] = 1;
    s.grid[2][0] = 7;
    s.grid[2][1] = 11;
    s.grid[2][2] = 1;
    s.spread = 12345;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    ck_assert_uint_eq(run->dispatcher.counters.blocks, 4 + 2 + 77);
    ck_assert_uint_eq(run->sms[0].ended, 3);
    ck_assert_uint_eq(run->sms[1].ended, 3);
    ck_assert_uint_eq(run->sms[2].ended, 2);
    for (unsigned i = 1; i < 3; i++)
        ck_assert_uint_gt(record_of(run, i)->start, record_of(run, i - 1)->end);
    run_free(run);
}
END_TEST

/* ---- several kernels at a time -------------------------------------------------------------- */

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
    /* START of kernel 1 arrives at 13000: cycle 19 (13571). Its blocks 0 and 1 leave in cycles 19 and
     * 20, block 2 when block 0 of kernel 0 is back: at 3571 + 5000 + 100000 + 5000 = 113571,
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
    ck_assert_str_eq(run->sms[0].log->str,
                     "0#0@8571 2#0@28571 2#2@30000 0end@118571 2end@140714 ");
    ck_assert_str_eq(run->sms[1].log->str,
                     "1#0@18571 2#1@29285 2#3@30714 1end@128571 2end@140714 ");
    run_free(run);
}
END_TEST

/* A kernel that is over and waits for a credit of SM 0 doesn't hold up one that is over elsewhere. */
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

/* Only the blocks that are to be simulated in detail are dealt out. */
START_TEST(test_detailed_blocks)
{
    struct scenario s = small;
    s.grid[0][0] = 1000;
    s.detailed[0] = 4;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    ck_assert_uint_eq(run->dispatcher.counters.blocks, 4);
    ck_assert_uint_eq(record_of(run, 0)->end_cycle, 162); /* as in test_exact_times */
    ck_assert_uint_eq(record_of(run, 0)->grid[0], 1000);
    ck_assert_uint_eq(record_of(run, 0)->occupancy.blocks, 6); /* the whole grid's */
    run_free(run);
}
END_TEST

START_TEST(test_deadlock_of_two)
{
    struct scenario s = two_kernels;
    s.stuck = true;
    struct run *run = run_all_windows(&s);
    ck_assert_int_eq(run->end, ENGINE_QUIET);
    char *waits = engine_describe_waits(run->engine);
    ck_assert_str_eq(waits, "dispatcher: kernel work (launch 0): 0 of 4 blocks are done, 0 have not "
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
    ck_assert_str_eq(run->engine->error->message,
                     "work.ptx: launch 1 of kernel work: no block fits on an SM: a block needs 1025 "
                     "threads, and there are 1024");
    ck_assert_uint_eq(run->engine->error_time, 13571);
    ck_assert_uint_eq(run->dispatcher.records->len, 1);
    run_free(run);
}
END_TEST

/* An SM without a block gets no message and never runs. */
START_TEST(test_one_block_on_many_sms)
{
    struct scenario s = small;
    s.n_sms = 80;
    s.grid[0][0] = 1;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    ck_assert_uint_eq(run->engine->figures.messages, 5);
    ck_assert_str_ne(run->sms[0].log->str, "");
    for (uint32_t i = 1; i < s.n_sms; i++)
        ck_assert_str_eq(run->sms[i].log->str, "");
    run_free(run);
}
END_TEST

START_TEST(test_deadlock_report)
{
    struct scenario s = small;
    s.stuck = true;
    s.grid[0][0] = 30;
    struct run *run = run_all_windows(&s);
    ck_assert_int_eq(run->end, ENGINE_QUIET);
    ck_assert_uint_eq(record_of(run, 0)->end_cycle, CYCLE_NEVER);
    char *waits = engine_describe_waits(run->engine);
    ck_assert_str_eq(waits, "dispatcher: kernel work (launch 0): 0 of 30 blocks are done, 12 have "
                            "not been sent; running: sm0 (6) sm1 (6) sm2 (6)\n");
    g_free(waits);
    engine_finish_units(run->engine, 1000000); /* cycle 1400 */
    ck_assert_uint_eq(run->dispatcher.counters.kernel_cycles, 1395);
    run_free(run);
}
END_TEST

START_TEST(test_no_credit_report)
{
    struct scenario s = small;
    s.n_sms = 1;
    s.credits = 1;
    struct run *run = run_new(&s, SIM_TIME_NEVER);
    expect_complete(run);
    struct dispatcher *d = &run->dispatcher; /* as if the SM kept its slot */
    d->dealt = dispatcher_kernel_new(d, &run->host.launches[0], 0, NULL);
    g_ptr_array_add(d->kernels, d->dealt);
    d->dealt->next_block = 1;
    d->dealt->running[0] = 1;
    d->blocked = true;
    d->chosen = 0;
    char *waits = engine_describe_waits(run->engine);
    ck_assert_str_eq(waits, "dispatcher: kernel work (launch 0): block 1 waits for a credit of the "
                            "wire to sm0; 0 of 4 blocks are done, 3 have not been sent; running: "
                            "sm0 (1)\n");
    g_free(waits);
    run_free(run);
}
END_TEST

/* ---- errors, numbering, platform file -------------------------------------------------------- */

static void expect_failure(const struct scenario *s, const char *text)
{
    struct run *run = run_all_windows(s);
    ck_assert_int_eq(run->end, ENGINE_FAILED);
    ck_assert(g_error_matches(run->engine->error, INPUT_ERROR, run->engine->error->code));
    ck_assert_str_eq(run->engine->error->message, text);
    ck_assert_uint_eq(run->dispatcher.records->len, 0);
    run_free(run);
}

START_TEST(test_block_too_large)
{
    struct scenario s = small;
    s.threads = 1025;
    expect_failure(&s, "work.ptx: launch 0 of kernel work: no block fits on an SM: a block needs "
                       "1025 threads, and there are 1024");
    code.max_threads = 512;
    s.threads = 513;
    expect_failure(&s, "work.ptx: launch 0 of kernel work: a block has 513 threads, and .maxntid "
                       "allows 512");
    code.max_threads = 0;
    s.threads = 256;
    code.static_shared_bytes = 65536;
    expect_failure(&s, "work.ptx: launch 0 of kernel work: no block fits on an SM: a block needs "
                       "65536 bytes of shared memory, and there are 49152");
    code.static_shared_bytes = 0;
    s.grid[0][1] = 0;
    expect_failure(&s, "work.ptx: launch 0 of kernel work: grid (4, 0, 1) of blocks (256, 1, 1) "
                       "has no threads");
}
END_TEST

START_TEST(test_grid_numbering)
{
    struct launch launch = {.grid = {5, 3, 2}, .block = {1, 1, 1}};
    uint64_t linear = 0;
    ck_assert_uint_eq(launch_blocks(&launch), 30);
    for (uint32_t z = 0; z < 2; z++)
        for (uint32_t y = 0; y < 3; y++)
            for (uint32_t x = 0; x < 5; x++) {
                uint32_t index[3];
                launch_block_index(&launch, linear++, index);
                ck_assert_uint_eq(index[0], x);
                ck_assert_uint_eq(index[1], y);
                ck_assert_uint_eq(index[2], z);
            }
}
END_TEST

static const char xml[] =
    "<?xml version='1.0'?>\n"
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
    "<platform version=\"4.1\">\n<zone id=\"gpu\" routing=\"Full\">\n"
    "<host id=\"dispatcher\" speed=\"1400Mf\">\n<prop id=\"model\" value=\"dispatcher\"/>\n"
    "<prop id=\"clock\" value=\"1400MHz\"/>\n<prop id=\"dispatch.interval\" value=\"2cycles\"/>\n"
    "<prop id=\"sm.latency\" value=\"7cycles\"/>\n<prop id=\"sm.slots\" value=\"8\"/>\n"
    "<prop id=\"block_scheduler\" value=\"round_robin\"/>\n</host>\n</zone>\n</platform>\n";

START_TEST(test_config_read)
{
    GError *error = NULL;
    char *path = NULL;
    struct dispatcher_config config;
    g_close(g_file_open_tmp("dispatcher-XXXXXX.xml", &path, NULL), NULL);
    ck_assert(g_file_set_contents(path, xml, -1, NULL));
    struct platform *platform = platform_load(path, &error);
    ck_assert_msg(platform != NULL, "%s", error ? error->message : "");
    bool good =
        dispatcher_config_read(platform_group(platform, "dispatcher", NULL), &config, &error);
    ck_assert_msg(good, "%s", error ? error->message : "");
    ck_assert_msg(platform_finish_reading(platform, &error), "%s", error ? error->message : "");
    ck_assert_uint_eq(config.clock.frequency_hz, CLOCK_HZ);
    ck_assert_uint_eq(config.dispatch_interval, 2);
    ck_assert_uint_eq(config.sm_wire.latency, 5000);
    ck_assert_uint_eq(config.sm_wire.credit_latency, 5000);
    ck_assert_uint_eq(config.sm_wire.credits, 8);
    ck_assert_ptr_eq(config.scheduler, &block_scheduler_round_robin);
    platform_free(platform);
    g_unlink(path);
    g_free(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("dispatcher");
    TCase *tcase = tcase_create("dispatcher");
    tcase_add_test(tcase, test_exact_times);
    tcase_add_test(tcase, test_dispatch_interval);
    tcase_add_test(tcase, test_waves);
    tcase_add_test(tcase, test_one_credit);
    tcase_add_test(tcase, test_end_waits_for_credit);
    tcase_add_test(tcase, test_kernels_in_turn);
    tcase_add_test(tcase, test_later_kernel_gets_what_is_left);
    tcase_add_test(tcase, test_earlier_kernel_goes_first);
    tcase_add_test(tcase, test_kernels_of_different_sizes);
    tcase_add_test(tcase, test_an_end_does_not_wait_for_another);
    tcase_add_test(tcase, test_many_overlapping_kernels);
    tcase_add_test(tcase, test_detailed_blocks);
    tcase_add_test(tcase, test_deadlock_of_two);
    tcase_add_test(tcase, test_bad_launch_beside_a_good_one);
    tcase_add_test(tcase, test_one_block_on_many_sms);
    tcase_add_test(tcase, test_deadlock_report);
    tcase_add_test(tcase, test_no_credit_report);
    tcase_add_test(tcase, test_block_too_large);
    tcase_add_test(tcase, test_grid_numbering);
    tcase_add_test(tcase, test_config_read);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
