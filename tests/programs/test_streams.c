/* SPDX-License-Identifier: BSD-3-Clause */
/* Streams, events and copies of real programs: expectations are sums of the platform's times. */
#include "tests/programs/run.h"
#include <math.h>

/* platforms/fermi-gtx480.xml, in ps. */
static const double CALL = 1e6;     /* host.call.time */
static const double LAUNCH = 4.4e6; /* host.launch.latency */
static const double COPY = 5e6;     /* host.copy.latency */
static const double LINK = 1e6;     /* the link pcie: its latency, and ps a byte */
static const double BYTE = 1e12 / 6.7e9;
static const double CYCLE = 1e6 / 700;     /* sm.clock */
enum { DISPATCH = 60, CALL_CYCLES = 700 }; /* host.dispatcher.latency, one way; a call */

/* cudaEventElapsedTime gives milliseconds as a float: 24 bits of them. */
static double elapsed_ps(const struct run *run)
{
    return run_number(run, "elapsed") * 1e9;
}

static void assert_ps(double actual, double expected)
{
    ck_assert_msg(fabs(actual - expected) <= 3 + expected * ldexp(1, -24), "%.1f ps, expected %.1f",
                  actual, expected);
}

/* From one record to the next: the launch call, its latency, the way to the dispatcher, the kernel,
 * and the way back. */
START_TEST(an_event_after_a_kernel_knows_its_time)
{
    auto_run run;
    run_well(&run, NULL, "streams kernel_time 2000");
    uint64_t cycles = kernel_end(&run, 1) - kernel_start(&run, 1);
    ck_assert_uint_gt(cycles, 10000); /* more than the rest of it */
    assert_ps(elapsed_ps(&run), CALL + LAUNCH + (double)(cycles + 2 * DISPATCH) * CYCLE);
}
END_TEST

/* A launch that takes no simulated time takes 10 ns a warp instruction by events alone
 * (models/host/host_state.h). Others' instructions are the same in both runs. */
START_TEST(an_event_after_a_computed_kernel_knows_its_work)
{
    auto_run few, many;
    run_well(&few, "--functional", "streams kernel_time 1000");
    run_well(&many, "--functional", "streams kernel_time 2000");
    const double more = (double)(result_number(many.result, "totals.functional.warp_instructions") -
                                 result_number(few.result, "totals.functional.warp_instructions"));
    ck_assert_double_ge(more, 1000); /* one or more a turn */
    assert_ps(elapsed_ps(&many), elapsed_ps(&few) + more * 1e4);
    ck_assert_uint_eq(result_number(many.result, "elapsed_ps"),
                      result_number(few.result, "elapsed_ps"));
}
END_TEST

/* Four kernels of one block, dealt to 1 to 4 streams. In one stream each waits for the one before;
 * in streams of their own they start a call apart. */
START_TEST(kernels_of_different_streams_overlap)
{
    unsigned streams = (unsigned)_i;
    g_autofree char *words = g_strdup_printf("streams overlap 4 %u", streams);
    auto_run run;
    run_well(&run, NULL, words);
    for (unsigned i = 2; i <= 4; i++) { /* kernel 0 is the warm-up; they run in turn */
        uint64_t after_call = kernel_start(&run, i - 1) + CALL_CYCLES;
        uint64_t after_kernel = i > streams ? kernel_end(&run, i - streams) + 2 * DISPATCH : 0;
        ck_assert_uint_eq(kernel_start(&run, i), MAX(after_call, after_kernel));
    }
    /* The event in the default stream comes after all four. */
    uint64_t whole = kernel_end(&run, 4) - kernel_start(&run, 1) + 2 * DISPATCH;
    assert_ps(elapsed_ps(&run), CALL + LAUNCH + (double)whole * CYCLE);
}
END_TEST

START_TEST(the_default_stream_waits_and_is_waited_for)
{
    auto_run run;
    run_well(&run, NULL, "streams default_stream 0");
    for (unsigned i = 2; i <= 3; i++)
        ck_assert_uint_eq(kernel_start(&run, i), kernel_end(&run, i - 1) + 2 * DISPATCH);
}
END_TEST

START_TEST(non_blocking_streams_dont_wait_for_the_default_stream)
{
    auto_run run;
    run_well(&run, NULL, "streams default_stream 1");
    for (unsigned i = 2; i <= 3; i++)
        ck_assert_uint_eq(kernel_start(&run, i), kernel_start(&run, i - 1) + CALL_CYCLES);
}
END_TEST

START_TEST(a_stream_waits_for_an_event_of_another)
{
    auto_run with, without;
    run_well(&with, NULL, "streams wait_event 1");
    assert_line(&with, "second 7");
    assert_line(&with, "third 7");
    ck_assert_uint_eq(kernel_start(&with, 1), kernel_end(&with, 0) + 2 * DISPATCH);
    run_well(&without, NULL, "streams wait_event 0");
    assert_line(&without, "second 7");
    assert_line(&without, "third 1"); /* it was earlier */
}
END_TEST

/* Each poll takes a call's time, so the loop ends: with the first poll that returns when the
 * kernel has ended, or later. The polls begin two calls after the first event. */
START_TEST(polling_ends)
{
    g_autofree char *words = g_strdup_printf("streams poll %d", _i);
    auto_run run;
    run_well(&run, NULL, words);
    double polls = ceil((elapsed_ps(&run) - 2 * CALL) / CALL);
    ck_assert_double_gt(polls, 20);
    ck_assert_double_eq(run_number(&run, "polls"), polls);
}
END_TEST

START_TEST(events_say_what_is_wrong_with_them)
{
    static const char *const lines[] = {
        "running cudaErrorNotReady", "unrecorded cudaErrorInvalidResourceHandle", "back 1",
        "destroyed cudaErrorInvalidResourceHandle", "no_stream cudaErrorInvalidResourceHandle"};
    auto_run run;
    run_well(&run, NULL, "streams query_events");
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++)
        assert_line(&run, lines[i]);
}
END_TEST

/* ---- copies --------------------------------------------------------------------------------- */

static double transfer_ps(double bytes)
{
    return COPY + LINK + bytes * BYTE;
}

static const struct {
    unsigned bytes;
    bool down, asynchronous, pinned;
    bool returns_early;
} copies[] = {
    {1, true, false, false, false},       {1, false, false, false, false},
    {1000000, true, false, false, false}, {1000000, false, false, true, false},
    {1000000, true, true, true, true},    {1000000, false, true, true, true},
    {1000000, true, true, false, true},  /* pageable memory is taken at once */
    {1000000, false, true, false, false} /* ... and written when the call returns */
};

START_TEST(a_copy_takes_latency_and_bandwidth)
{
    g_autofree char *words =
        g_strdup_printf("streams copy_time %u %d %d %d", copies[_i].bytes, copies[_i].down,
                        copies[_i].asynchronous, copies[_i].pinned);
    auto_run run;
    run_well(&run, NULL, words);
    bool early = copies[_i].returns_early;
    ck_assert_double_eq(run_number(&run, "returned_early"), early);
    /* A copy that has ended before its call returns is followed by the call that records. */
    assert_ps(elapsed_ps(&run), CALL + transfer_ps(copies[_i].bytes) + (early ? 0 : CALL));
    const char *counter = copies[_i].down ? "totals.host_commands.bytes_to_device"
                                          : "totals.host_commands.bytes_to_host";
    ck_assert_uint_eq(result_number(run.result, counter), copies[_i].bytes);
}
END_TEST

/* Copies of 1 MB, and what they take, from the first one's call on: in turn on each engine. */
static const struct {
    const char *numbers; /* down, up, kernels */
    const char *options;
    unsigned call;    /* of the first copy on the engine that ends last, counted from the event */
    unsigned in_turn; /* copies on that engine */
} overlaps[] = {
    {"1 0 0", NULL, 1, 1},
    {"2 0 0", NULL, 1, 2},
    {"1 1 0", NULL, 1, 2},
    {"1 1 0", "--set host.copy.engines=2", 2, 1},
    {"2 2 0", "--set host.copy.engines=2", 3, 2},
    {"2 0 0", "--set host.copy.engines=2", 1, 2},
    {"1 1 1", NULL, 2, 2}, /* the kernel, which takes less, beside them */
    {"1 1 1", "--set host.copy.engines=2", 3, 1},
};

START_TEST(copies_overlap_as_engines_allow)
{
    g_autofree char *words = g_strdup_printf("streams copies_overlap %s", overlaps[_i].numbers);
    auto_run run;
    run_well(&run, overlaps[_i].options, words);
    assert_ps(elapsed_ps(&run),
              overlaps[_i].call * CALL + overlaps[_i].in_turn * transfer_ps(1000000));
    assert_line(&run, "right0 1");
    if (result_number(run.result, "totals.host_commands.launches") > 1)
        ck_assert_uint_gt(kernel_end(&run, 1) - kernel_start(&run, 1), 10000);
}
END_TEST

START_TEST(a_copy_of_pinned_memory_takes_what_is_there_then)
{
    auto_run run;
    run_well(&run, NULL, "streams late_copy");
    assert_line(&run, "pinned 2");
    assert_line(&run, "pageable 1");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("streams of programs");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, an_event_after_a_kernel_knows_its_time);
    tcase_add_test(tests, an_event_after_a_computed_kernel_knows_its_work);
    tcase_add_loop_test(tests, kernels_of_different_streams_overlap, 1, 5);
    tcase_add_test(tests, the_default_stream_waits_and_is_waited_for);
    tcase_add_test(tests, non_blocking_streams_dont_wait_for_the_default_stream);
    tcase_add_test(tests, a_stream_waits_for_an_event_of_another);
    tcase_add_loop_test(tests, polling_ends, 0, 2);
    tcase_add_test(tests, events_say_what_is_wrong_with_them);
    tcase_add_loop_test(tests, a_copy_takes_latency_and_bandwidth, 0, (int)G_N_ELEMENTS(copies));
    tcase_add_loop_test(tests, copies_overlap_as_engines_allow, 0, (int)G_N_ELEMENTS(overlaps));
    tcase_add_test(tests, a_copy_of_pinned_memory_takes_what_is_there_then);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
