/* SPDX-License-Identifier: BSD-3-Clause */
/* The host's copies and moves: copy engines, the network, what goes beside what. Every scenario
 * runs at three window lengths; _i is the window. */
#include "tests/models/host/host_rig.h"

static const struct script_step three_copies[] = {
    {.kind = COMMAND_COPY, .host_time = 1000, .bytes = 1000},
    {.kind = COMMAND_COPY, .host_time = 1000, .bytes = 2000},
    {.kind = COMMAND_COPY, .host_time = 1000, .bytes = 1000, .direction = COPY_DEVICE_TO_HOST}};

/* Without SimGrid, a copy takes copy_latency. */
START_TEST(test_one_copy_engine)
{
    struct scenario s = SCENARIO(three_copies);
    struct run *run = run_new(&s, windows[_i]);
    expect_log(run, "a1@21000 a2@41000 a3@61000 ");
    expect_done(run, 61000);
    const struct host_counters *counters = &run->host.counters;
    ck_assert_uint_eq(counters->copies_to_device, 2);
    ck_assert_uint_eq(counters->bytes_to_device, 3000);
    ck_assert_uint_eq(counters->copies_to_host, 1);
    ck_assert_uint_eq(counters->bytes_to_host, 1000);
    ck_assert_uint_eq(counters->copy_ps, 60000);
    ck_assert_uint_eq(counters->calls, 3);
    run_free(run);
}
END_TEST

START_TEST(test_two_copy_engines)
{
    struct scenario s = SCENARIO(three_copies);
    s.host = default_host;
    s.host.copy_engines = 2;
    struct run *run = run_new(&s, windows[_i]);
    expect_log(run, "a1@21000 a3@23000 a2@41000 ");
    expect_done(run, 41000);
    run_free(run);
}
END_TEST

/* With it, latency and bandwidth follow: 1,000 bytes take 1 us there, 2,000 take 2 us, each after
 * 1 us of latency; 1,000 bytes take 333,333 ps back, after 2 us. */
START_TEST(test_copies_cross_the_network)
{
    struct scenario s = SCENARIO(three_copies);
    s.simgrid = true;
    struct run *run = run_new(&s, windows[_i]);
    expect_log(run, "a1@2021000 a2@5041000 a3@7394333 ");
    expect_done(run, 7394333);
    ck_assert_uint_eq(run->host.counters.copy_ps, 7393333);
    run_free(run);
}
END_TEST

START_TEST(test_both_ways_at_a_time)
{
    struct scenario s = SCENARIO(three_copies);
    s.simgrid = true;
    s.host = default_host;
    s.host.copy_engines = 2;
    struct run *run = run_new(&s, windows[_i]);
    expect_log(run, "a1@2021000 a3@2356333 a2@5041000 ");
    expect_done(run, 5041000);
    run_free(run);
}
END_TEST

/* A copy that waits for a kernel doesn't hold up one that doesn't; of those that are ready when
 * the engine becomes free, the first issued goes first. */
START_TEST(test_copies_go_as_they_are_ready)
{
    static const struct script_step steps[] = {
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 2},
        {.kind = COMMAND_COPY, .host_time = 1000, .bytes = 10, .after = {1}},
        {.kind = COMMAND_COPY, .host_time = 10000, .bytes = 10},
        {.kind = COMMAND_COPY, .host_time = 1000, .bytes = 10}};
    struct scenario s = SCENARIO(steps);
    struct run *run = run_new(&s, windows[_i]);
    /* 3 from 12000 to 32000; the kernel ends at 31000; so 2 before 4. */
    expect_log(run, "a1@31000(0) a3@32000 a2@52000 a4@72000 ");
    expect_done(run, 72000);
    run_free(run);
}
END_TEST

/* A kernel and a copy at a time, and a join that waits for both. */
START_TEST(test_a_copy_beside_a_kernel)
{
    static const struct script_step steps[] = {
        {.kind = COMMAND_LAUNCH, .host_time = 1000, .blocks = 2},
        {.kind = COMMAND_COPY, .host_time = 1000, .bytes = 10},
        {.kind = COMMAND_JOIN, .host_time = 1000, .after = {1, 2}, .blocking = true},
        {.kind = COMMAND_JOIN, .host_time = 500, .blocking = true}};
    struct scenario s = SCENARIO(steps);
    struct run *run = run_new(&s, windows[_i]);
    expect_log(run, "a2@22000 a1@31000(0) a3@31000 a4@31500 ");
    expect_done(run, 31500);
    ck_assert_uint_eq(run->host.counters.calls, 4);
    run_free(run);
}
END_TEST

/* 7,000 and 2 ps a byte; moves have no resource, and end in the order of their ends. */
START_TEST(test_moves)
{
    static const struct script_step steps[] = {
        {.kind = COMMAND_MOVE, .host_time = 1000, .bytes = 1001},
        {.kind = COMMAND_MOVE, .host_time = 1000, .bytes = 100},
        {.kind = COMMAND_COPY, .host_time = 1000, .bytes = 10},
        {.kind = COMMAND_MOVE, .host_time = 1000, .bytes = 0, .after = {2}, .blocking = true},
        {.kind = COMMAND_JOIN, .host_time = 10}};
    struct scenario s = SCENARIO(steps);
    struct run *run = run_new(&s, windows[_i]);
    expect_log(run, "a2@9200 a1@10002 a4@16200 a5@16210 a3@23000 ");
    expect_done(run, 23000);
    ck_assert_uint_eq(run->host.counters.moves, 3);
    ck_assert_uint_eq(run->host.counters.moved_bytes, 1101);
    run_free(run);
}
END_TEST

/* Bytes that don't go into whole picoseconds take the next one. */
START_TEST(test_moves_round_up)
{
    static const struct script_step steps[] = {{.kind = COMMAND_MOVE, .bytes = 100}};
    struct scenario s = SCENARIO(steps);
    s.host = default_host;
    s.host.move_bytes_per_ps = 0.3;
    struct run *run = run_new(&s, windows[_i]);
    expect_log(run, "a1@7334 ");
    run_free(run);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("host_copies");
    TCase *tcase = tcase_create("host_copies");
    int n = G_N_ELEMENTS(windows);
    tcase_add_loop_test(tcase, test_one_copy_engine, 0, n);
    tcase_add_loop_test(tcase, test_two_copy_engines, 0, n);
    tcase_add_loop_test(tcase, test_copies_cross_the_network, 0, n);
    tcase_add_loop_test(tcase, test_both_ways_at_a_time, 0, n);
    tcase_add_loop_test(tcase, test_copies_go_as_they_are_ready, 0, n);
    tcase_add_loop_test(tcase, test_a_copy_beside_a_kernel, 0, n);
    tcase_add_loop_test(tcase, test_moves, 0, n);
    tcase_add_loop_test(tcase, test_moves_round_up, 0, n);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
