/* SPDX-License-Identifier: BSD-3-Clause */
/* The dispatcher: exact times of small runs, credits, waves, errors, and its part of a platform
 * file. Every scenario runs at three window lengths (dispatcher_rig.h). */
#include "base/input_error.h"
#include "models/core/platform/platform.h"
#include "models/dispatch/dispatcher.h"
#include "models/dispatch/dispatcher_kernel.h"
#include "models/launch/grid.h"
#include "tests/models/dispatch/dispatcher_rig.h"
#include <check.h>
#include <glib/gstdio.h>

/* ---- scenarios ----------------------------------------------------------------------------- */

START_TEST(test_exact_times)
{
    struct run *run = run_all_windows(&small_scenario);
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
    struct scenario s = small_scenario;
    s.interval = 10;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    ck_assert_str_eq(run->sms[1].log->str, "#1@15714 end@140000 ");
    /* Block 3 leaves in cycle 35 (25000 ps); its BLOCK_DONE arrives at 135000, edge of 189. */
    ck_assert_uint_eq(record_of(run, 0)->end_cycle, 189);
    run_free(run);
}
END_TEST

/* The set-up of a kernel is part of its cycles: all of test_exact_times ten cycles later. */
START_TEST(test_kernel_setup)
{
    struct scenario s = small_scenario;
    s.setup = 10;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    ck_assert_str_eq(run->sms[1].log->str, "#1@16428 end@127857 ");
    ck_assert_uint_eq(record_of(run, 0)->start_cycle, 5);
    /* Block 3 leaves in cycle 18 (12857 ps); its BLOCK_DONE arrives at 122857, edge of 172. */
    ck_assert_uint_eq(record_of(run, 0)->end_cycle, 172);
    run_free(run);
}
END_TEST

/* The second block of a cycle has no credit, and when that comes the interval is not over: the
 * block is sent when it is, not only with the next message. */
START_TEST(test_credit_within_interval)
{
    struct scenario s = small_scenario;
    s.n_sms = 1;
    s.width = 2;
    s.interval = 1000;
    s.credits = 1;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    /* Cycles 5, 1005, 2005 and 3005. */
    ck_assert_str_eq(run->sms[0].log->str, "#0@8571 #1@722857 #2@1437142 #3@2151428 end@2261428 ");
    run_free(run);
}
END_TEST

/* Six blocks fit on an SM; one more is sent while more are left than there are SMs, three. */
START_TEST(test_blocks_sent_ahead)
{
    struct scenario s = small_scenario;
    s.ahead = 1;
    s.grid[0][0] = 24;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    ck_assert_uint_eq(run->sms[0].most, 7);
    ck_assert_uint_eq(run->dispatcher.counters.blocks, 24);
    run_free(run);
    s.grid[0][0] = 21; /* when all SMs are full three are left: they wait for room */
    run = run_all_windows(&s);
    expect_complete(run);
    for (uint32_t i = 0; i < s.n_sms; i++)
        ck_assert_uint_eq(run->sms[i].most, 6);
    run_free(run);
}
END_TEST

/* As many ahead as the pace asks for: none where blocks take far longer than the way to an SM and
 * back, so that all are left for who has room first; more than one where they are short. */
START_TEST(test_pace_of_blocks_ahead)
{
    struct scenario s = small_scenario;
    s.ahead = 64;
    s.grid[0][0] = 600;
    s.shortest = 2000000;
    struct run *run = run_all_windows(&s);
    expect_complete(run);
    for (uint32_t i = 0; i < s.n_sms; i++)
        ck_assert_uint_eq(run->sms[i].most, 6);
    run_free(run);
    s.shortest = 20000;
    run = run_all_windows(&s);
    expect_complete(run);
    ck_assert_uint_gt(run->sms[0].most, 7);
    run_free(run);
}
END_TEST

START_TEST(test_waves)
{
    struct scenario s = small_scenario;
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
    struct scenario s = small_scenario;
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
    struct scenario s = small_scenario;
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
    struct scenario s = small_scenario;
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

/* Only the blocks that are to be simulated in detail are dealt out. */
START_TEST(test_detailed_blocks)
{
    struct scenario s = small_scenario;
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

/* An SM without a block gets no message and never runs. */
START_TEST(test_one_block_on_many_sms)
{
    struct scenario s = small_scenario;
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
    struct scenario s = small_scenario;
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
    struct scenario s = small_scenario;
    s.n_sms = 1;
    s.credits = 1;
    struct run *run = run_new(&s, SIM_TIME_NEVER);
    expect_complete(run);
    struct dispatcher *d = &run->dispatcher; /* as if the SM kept its slot */
    struct dispatcher_kernel *kernel = dispatcher_kernel_new(d, &run->host.launches[0], 0, NULL);
    g_ptr_array_add(d->kernels, kernel);
    kernel->next_block = kernel->blocks_sent = 1;
    kernel->running[0] = 1;
    kernel->quota[0] = UINT32_MAX;
    d->dealt = kernel;
    d->blocked = true;
    d->chosen = (struct block_choice){.block = 1, .sm = 0};
    char *waits = engine_describe_waits(run->engine);
    ck_assert_str_eq(waits, "dispatcher: kernel work (launch 0): block 1 waits for a credit of the "
                            "wire to sm0; 0 of 4 blocks are done, 3 have not been sent; running: "
                            "sm0 (1)\n");
    g_free(waits);
    run_free(run);
}
END_TEST

/* ---- errors, numbering, platform file ------------------------------------------------------- */

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
    struct scenario s = small_scenario;
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
    "<prop id=\"dispatch.width\" value=\"3\"/>\n<prop id=\"dispatch.ahead\" value=\"1\"/>\n"
    "<prop id=\"dispatch.notice\" value=\"exits\"/>\n"
    "<prop id=\"kernel.counted\" value=\"sms\"/>\n<prop "
    "id=\"kernel.setup\" value=\"9cycles\"/>\n"
    "<prop id=\"sm.latency\" value=\"7cycles\"/>\n<prop id=\"sm.slots\" value=\"8\"/>\n"
    "<prop id=\"sm.start_latency\" value=\"14cycles\"/>\n"
    "</host>\n</zone>\n</platform>\n";

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
    ck_assert_uint_eq(config.ahead, 1);
    ck_assert(config.notices);
    ck_assert_uint_eq(config.way, 14);
    ck_assert_uint_eq(config.way_back, 7);
    ck_assert_uint_eq(config.dispatch_width, 3);
    ck_assert_uint_eq(config.kernel_setup, 9);
    ck_assert_uint_eq(config.sm_wire.latency, 10000);
    ck_assert_uint_eq(config.sm_wire.credit_latency, 5000);
    ck_assert_uint_eq(config.sm_wire.credits, 8);
    ck_assert_uint_eq(config.back_wire.latency, 5000);
    ck_assert_uint_eq(config.back_wire.credit_latency, 5000);
    ck_assert_uint_eq(config.back_wire.credits, 8);
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
    tcase_add_test(tcase, test_kernel_setup);
    tcase_add_test(tcase, test_credit_within_interval);
    tcase_add_test(tcase, test_blocks_sent_ahead);
    tcase_add_test(tcase, test_pace_of_blocks_ahead);
    tcase_add_test(tcase, test_waves);
    tcase_add_test(tcase, test_one_credit);
    tcase_add_test(tcase, test_end_waits_for_credit);
    tcase_add_test(tcase, test_kernels_in_turn);
    tcase_add_test(tcase, test_detailed_blocks);
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
