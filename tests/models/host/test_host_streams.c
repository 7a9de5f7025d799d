/* SPDX-License-Identifier: BSD-3-Clause */
/* The host with kernels of several streams and clients: what overlaps, what takes turns, what takes
 * no time. Every scenario runs at three window lengths; _i is the window. */
#include "tests/models/host/host_rig.h"

/* ---- kernels ----------------------------------------------------------------------------- */

static const struct script_step two_launches[] = {
    {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 2},
    {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 2}};

START_TEST(test_kernels_overlap)
{
    struct scenario s = SCENARIO(two_launches);
    s.host = default_host;
    s.host.concurrent_kernels = 2;
    struct run *run = run_new(&s, windows[_i]);
    /* The second START arrives at 10000, when the first kernel's second block leaves: its own
     * leave at 11000 and 12000, and are back at 30000. */
    expect_log(run, "a1@31000(0) a2@33000(1) ");
    expect_launch(run, 0, 1000, 6000, 31000);
    expect_launch(run, 1, 2000, 7000, 33000);
    expect_done(run, 33000);
    ck_assert_uint_eq(run->host.instructions, 400);
    ck_assert_uint_eq(run->host.counters.calls, 2);
    run_free(run);
}
END_TEST

START_TEST(test_one_kernel_at_a_time)
{
    struct scenario s = SCENARIO(two_launches);
    struct run *run = run_new(&s, windows[_i]);
    expect_log(run, "a1@31000(0) a2@56000(1) ");
    expect_launch(run, 1, 2000, 31000, 56000);
    expect_done(run, 56000);
    run_free(run);
}
END_TEST

START_TEST(test_kernels_of_a_stream)
{
    static const struct script_step steps[] = {
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 2},
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 2, .after = {1}}};
    struct scenario s = SCENARIO(steps);
    s.host = default_host;
    s.host.concurrent_kernels = 2;
    struct run *run = run_new(&s, windows[_i]);
    expect_log(run, "a1@31000(0) a2@56000(1) ");
    expect_launch(run, 1, 2000, 31000, 56000);
    expect_done(run, 56000);
    run_free(run);
}
END_TEST

/* Launches are numbered as they are issued, not as they begin, and so lie their kernels. */
START_TEST(test_numbers_are_in_order_of_issue)
{
    static const struct script_step steps[] = {
        {.kind = COMMAND_COPY, .host_time = 1000, .bytes = 10},
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 1, .after = {1}},
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 1, .code = 1}};
    struct scenario s = SCENARIO(steps);
    s.host = default_host;
    s.host.concurrent_kernels = 2;
    struct run *run = run_new(&s, windows[_i]);
    /* The copy ends at 21000; launch 1 leaves at 3000 + 5000. */
    expect_log(run, "a1@21000 a3@32000(1) a2@45000(0) ");
    expect_launch(run, 0, 2000, 21000, 45000);
    expect_launch(run, 1, 3000, 8000, 32000);
    ck_assert_uint_eq(run->host.codes->len, 2);
    const struct placed_code *placed = &g_array_index(run->host.codes, struct placed_code, 0);
    ck_assert_str_eq(placed[0].code->name, "work");
    ck_assert_uint_eq(placed[0].address, HOST_CODE_BASE);
    ck_assert_str_eq(placed[1].code->name, "play");
    ck_assert_uint_eq(placed[1].address, HOST_CODE_BASE + 512); /* 17 * 16 = 272, rounded up */
    ck_assert_uint_eq(g_array_index(run->gpu.dispatcher.records, struct kernel_record, 0).launch,
                      1);
    expect_done(run, 45000);
    run_free(run);
}
END_TEST

/* A credit that comes at 303000 is not there for a launch that becomes ready at 250000, though one
 * that can't leave before 350000 has been looking at it. */
START_TEST(test_a_credit_is_not_spent_before_it_comes)
{
    static const struct script_step steps[] = {
        {.kind = COMMAND_COPY, .bytes = 10},
        {.kind = COMMAND_LAUNCH, .blocks = 2},
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 2, .after = {1}},
        {.kind = COMMAND_LAUNCH, .host_time = 149000, .blocks = 2}};
    struct scenario s = SCENARIO(steps);
    s.host = default_host;
    s.host.copy_latency = 250000;
    s.host.launch_latency = 200000;
    s.host.concurrent_kernels = 3;
    s.credits = 1;
    s.credit_latency = 100000;
    struct run *run = run_new(&s, windows[_i]);
    /* START is taken 3,000 after it left, and its credit is back 100,000 later. */
    expect_launch(run, 0, 0, 200000, 225000);
    expect_launch(run, 1, 1000, 303000, 328000);
    expect_launch(run, 2, 150000, 406000, 431000);
    expect_done(run, 431000);
    run_free(run);
}
END_TEST

START_TEST(test_waits_are_described)
{
    struct scenario s = SCENARIO(two_launches);
    s.stuck = true;
    struct run *run = run_new(&s, windows[_i]);
    ck_assert_int_eq(run->end, ENGINE_QUIET);
    ck_assert(!run->host.done);
    g_autofree char *waits = engine_describe_waits(run->engine);
    ck_assert_str_eq(waits,
                     "host: waits for the end of kernel work (launch 0)\n"
                     "host: waits to send kernel work to dispatcher\n"
                     "dispatcher: kernel work (launch 0): 0 of 2 blocks are done, 0 have not "
                     "been sent; running: sm0 (2)\n");
    expect_launch(run, 1, 2000, SIM_TIME_NEVER, SIM_TIME_NEVER);
    run_free(run);
}
END_TEST

/* ---- what is not simulated in detail
 * ------------------------------------------------------------- */

START_TEST(test_functional_launches_take_no_time)
{
    static const struct script_step steps[] = {
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 2, .functional = true},
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 2},
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 9, .functional = true},
        {.kind = COMMAND_LAUNCH, .blocks = 3, .functional = true, .after = {2}}};
    struct scenario s = SCENARIO(steps);
    struct run *run = run_new(&s, windows[_i]);
    expect_log(run, "a1@1000[launch 0 from block 0] a3@3000[launch 2 from block 0] a2@32000(1) "
                    "a4@32000[launch 3 from block 0] ");
    expect_launch(run, 0, 1000, 1000, 1000);
    expect_launch(run, 1, 2000, 7000, 32000);
    expect_launch(run, 3, 3000, 32000, 32000);
    expect_done(run, 32000);
    ck_assert_uint_eq(run->host.counters.launches, 4);
    ck_assert_uint_eq(run->host.counters.functional_launches, 3);
    ck_assert_uint_eq(run->gpu.dispatcher.records->len, 1);
    ck_assert_uint_eq(run->host.instructions, 200);
    run_free(run);
}
END_TEST

/* The first block of four is simulated; the others run functionally when it has ended. */
START_TEST(test_max_blocks)
{
    static const struct script_step steps[] = {
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 4, .blocking = true},
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 1, .blocking = true}};
    struct scenario s = SCENARIO(steps);
    s.host = default_host;
    s.host.max_blocks = 1;
    struct run *run = run_new(&s, windows[_i]);
    expect_log(run, "a1@30000(0)[launch 0 from block 1] a2@60000(1) ");
    expect_done(run, 60000);
    ck_assert_uint_eq(run->gpu.dispatcher.counters.blocks, 2);
    ck_assert_uint_eq(run->host.counters.functional_launches, 0);
    run_free(run);
}
END_TEST

START_TEST(test_a_functional_fault_ends_the_run)
{
    static const struct script_step steps[] = {
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 4, .functional = true}};
    struct scenario s = SCENARIO(steps);
    s.functional_fails = true;
    struct run *run = run_new(&s, windows[_i]);
    expect_log(run, "");
    ck_assert_int_eq(run->end, ENGINE_FAILED);
    ck_assert_str_eq(run->engine->error->message, "a functional fault");
    ck_assert_uint_eq(run->engine->error_time, 1000);
    ck_assert(!run->host.done);
    run_free(run);
}
END_TEST

/* ---- clients -------------------------------------------------------------------------------- */

START_TEST(test_polling_ends)
{
    struct script_step steps[41] = {{.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 1}};
    for (unsigned i = 1; i < 41; i++)
        steps[i] = (struct script_step){.kind = COMMAND_JOIN, .host_time = 1000, .blocking = true};
    struct scenario s = SCENARIO(steps);
    struct run *run = run_new(&s, windows[_i]);
    /* At the same time the message comes first: the 30th call sees the kernel's end. */
    ck_assert_ptr_nonnull(strstr(run->log->str, "a29@29000 a1@30000(0) a30@30000 a31@31000 "));
    expect_done(run, 41000);
    ck_assert_uint_eq(run->host.counters.calls, 41);
    run_free(run);
}
END_TEST

/* Two clients, each with its own numbering; at the same time the first one's come first. */
START_TEST(test_two_clients)
{
    static const struct script_step a[] = {
        {.kind = COMMAND_COPY, .host_time = 1000, .bytes = 10},
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 1, .after = {1}, .blocking = true}};
    static const struct script_step b[] = {
        {.kind = COMMAND_COPY, .host_time = 1000, .bytes = 10, .blocking = true},
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 1, .after = {1}}};
    struct scenario s = {.steps = {a, b}, .n = {2, 2}, .n_clients = 2};
    struct run *run = run_new(&s, windows[_i]);
    /* The copies share the engine. b's launch is issued at 42000 and leaves at 47000. */
    expect_log(run, "a1@21000 b1@41000 a2@45000(0) b2@71000(1) ");
    expect_launch(run, 0, 2000, 21000, 45000);
    expect_launch(run, 1, 42000, 47000, 71000);
    ck_assert_uint_eq(g_array_index(run->host.launches, struct host_launch, 0).client, 0);
    ck_assert_uint_eq(g_array_index(run->host.launches, struct host_launch, 1).client, 1);
    expect_done(run, 71000);
    run_free(run);
}
END_TEST

/* b's first launch is ready at 22000 + 5000; a's, which could have left at 6000, waits for it.
 * Later ones wait for nobody. A client that ends without any is not waited for. */
START_TEST(test_first_launches_leave_together)
{
    static const struct script_step a[] = {
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 1, .blocking = true},
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 1}};
    static const struct script_step b[] = {
        {.kind = COMMAND_COPY, .host_time = 1000, .bytes = 10, .blocking = true},
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 1}};
    struct scenario s = {
        .steps = {a, b}, .n = {2, 2}, .n_clients = 2, .host = default_host, .credits = 2};
    s.host.concurrent_kernels = 2;
    s.host.starts_together = true;
    struct run *run = run_new(&s, windows[_i]);
    expect_launch(run, 0, 1000, 27000, 51000);
    expect_launch(run, 1, 22000, 27000, 52000);
    expect_launch(run, 2, 52000, 57000, 81000);
    expect_done(run, 81000);
    run_free(run);
    s.n[1] = 1;
    run = run_new(&s, windows[_i]);
    expect_launch(run, 0, 1000, 21000, 45000);
    expect_launch(run, 1, 46000, 51000, 75000);
    run_free(run);
    s.host.starts_together = false;
    run = run_new(&s, windows[_i]);
    expect_launch(run, 0, 1000, 6000, 30000);
    run_free(run);
}
END_TEST

START_TEST(test_a_bad_end_ends_the_run)
{
    struct scenario s = SCENARIO(two_launches);
    s.fails_at = 1;
    struct run *run = run_new(&s, windows[_i]);
    ck_assert_int_eq(run->end, ENGINE_FAILED);
    ck_assert_str_eq(run->engine->error->message, "bad end of 1");
    ck_assert_uint_eq(run->engine->error_time, 31000);
    ck_assert(!run->host.done);
    run_free(run);
}
END_TEST

/* ---- a client dies -------------------------------------------------------------------------- */

/* The kernel would be over at 31000. The client dies at `dies`; the others come up to 3,000 later,
 * the time that a message to the dispatcher takes. */
static struct run *die(sim_time dies, sim_time window, unsigned n_clients)
{
    const struct script_step first[] = {{.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 2},
                                        {.kind = COMMAND_JOIN, .host_time = dies - 1000},
                                        {.kind = COMMAND_ABORT}};
    static const struct script_step second[] = {
        {.kind = COMMAND_COPY, .host_time = 4000, .bytes = 10, .blocking = true},
        {.kind = COMMAND_JOIN, .host_time = 5000, .blocking = true}};
    const struct scenario s = {.steps = {first, second}, .n = {3, 2}, .n_clients = n_clients};
    struct run *run = run_new(&s, window);
    ck_assert_int_eq(run->end, ENGINE_LIMIT);
    ck_assert(run->host.aborted);
    ck_assert(!run->host.done);
    ck_assert_uint_eq(run->engine->options.limit, dies + 3000);
    return run;
}

START_TEST(test_abort)
{
    struct run *run = die(28000, windows[_i], 1);
    expect_log(run, "a2@28000 ");
    expect_launch(run, 0, 1000, 6000, SIM_TIME_NEVER);
    /* The dispatcher has seen the last block's end, at 28000. */
    ck_assert_uint_eq(g_array_index(run->gpu.dispatcher.records, struct kernel_record, 0).end_cycle,
                      28);
    run_free(run);
    run = die(28001, windows[_i], 1);
    expect_log(run, "a2@28001 a1@31000(0) ");
    run_free(run);
    run = die(24999, windows[_i], 1);
    expect_log(run, "a2@24999 ");
    ck_assert_uint_eq(g_array_index(run->gpu.dispatcher.records, struct kernel_record, 0).end_cycle,
                      CYCLE_NEVER);
    run_free(run);
}
END_TEST

/* Other clients go on up to the end: at 29000, before 30000. */
START_TEST(test_abort_of_one_of_two)
{
    struct run *run = die(26001, windows[_i], 2);
    expect_log(run, "b1@24000 a2@26001 b2@29000 ");
    run_free(run);
    run = die(26000, windows[_i], 2);
    expect_log(run, "b1@24000 a2@26000 ");
    run_free(run);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("host_streams");
    TCase *tcase = tcase_create("host_streams");
    int n = G_N_ELEMENTS(windows);
    tcase_add_loop_test(tcase, test_kernels_overlap, 0, n);
    tcase_add_loop_test(tcase, test_one_kernel_at_a_time, 0, n);
    tcase_add_loop_test(tcase, test_kernels_of_a_stream, 0, n);
    tcase_add_loop_test(tcase, test_numbers_are_in_order_of_issue, 0, n);
    tcase_add_loop_test(tcase, test_a_credit_is_not_spent_before_it_comes, 0, n);
    tcase_add_loop_test(tcase, test_waits_are_described, 0, n);
    tcase_add_loop_test(tcase, test_functional_launches_take_no_time, 0, n);
    tcase_add_loop_test(tcase, test_max_blocks, 0, n);
    tcase_add_loop_test(tcase, test_a_functional_fault_ends_the_run, 0, n);
    tcase_add_loop_test(tcase, test_polling_ends, 0, n);
    tcase_add_loop_test(tcase, test_two_clients, 0, n);
    tcase_add_loop_test(tcase, test_first_launches_leave_together, 0, n);
    tcase_add_loop_test(tcase, test_a_bad_end_ends_the_run, 0, n);
    tcase_add_loop_test(tcase, test_abort, 0, n);
    tcase_add_loop_test(tcase, test_abort_of_one_of_two, 0, n);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
