/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs on several GPUs of one platform. */
#include "tests/programs/run.h"

#define TWO  "--set gpu.count=2 --set sm.count=4"
#define FOUR "--set gpu.count=4 --set sm.count=2"

/* Timed, computed, computed by compiled kernels. */
static const char *const all_ways[] = {TWO, TWO " --functional",
                                       TWO " --functional --compile-kernels=first"};

START_TEST(each_has_its_own)
{
    static const char *const lines[] = {"devices 2", "device0 0 first 1000 last 1999 of 0 bus 1",
                                        "device1 1 first 2000 last 2999 of 1 bus 2", "shared 7"};
    auto_run run;
    run_well(&run, all_ways[_i], "gpus apart");
    assert_lines(&run, lines, G_N_ELEMENTS(lines));
}
END_TEST

START_TEST(memory_is_copied_and_reached)
{
    static const char *const cases[] = {"gpus copies", "gpus direct", "gpus pools 0"};
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        auto_run run;
        run_well(&run, all_ways[_i], cases[i]);
        assert_line(&run, "wrong 0");
    }
}
END_TEST

START_TEST(errors_are_those_of_cuda)
{
    static const char *const lines[] = {"set 101 101",          "can 101",
                                        "itself 0 101",         "flags 1",
                                        "not yet 705",          "enabled 0 again 704",
                                        "disabled 0 again 705", "copy 101",
                                        "stream 400",           "event 400",
                                        "elapsed 400",          "prefetch 0 0 101"};
    auto_run run;
    run_well(&run, TWO, "gpus errors");
    assert_lines(&run, lines, G_N_ELEMENTS(lines));
}
END_TEST

START_TEST(a_peer_that_is_not_open_is_a_fault)
{
    auto_run run;
    run_program(&run, all_ways[_i], "gpus closed");
    ck_assert_int_ne(run.exit_code, 0);
    assert_complains(&run,
                     "which is memory of GPU 1: cudaDeviceEnablePeerAccess has not been called");
}
END_TEST

/* What let a device reach a pool of another one is taken back. */
START_TEST(a_pool_is_closed_again)
{
    auto_run run;
    run_program(&run, all_ways[_i], "gpus pools 1");
    assert_line(&run, "wrong 0");
    assert_line(&run, "own 1 none 101");
    ck_assert_int_ne(run.exit_code, 0);
    assert_complains(&run, "which is memory of GPU 0");
}
END_TEST

/* The links' bandwidth and latency decide how long a copy takes. PCIe: 5.9 GB/s, of both GPUs. */
START_TEST(copies_take_the_link_s_time)
{
    auto_run pcie, slow, fast;
    run_well(&pcie, TWO, "gpus link 1000000");
    run_well(&slow, TWO " --set gpu.nvlink.bandwidth=10GBps --set gpu.nvlink.latency=2us",
             "gpus link 1000000");
    run_well(&fast, TWO " --set gpu.nvlink.bandwidth=100GBps --set gpu.nvlink.latency=1us",
             "gpus link 1000000");
    /* 100 and 10 us of bytes, 2 and 1 us of way. */
    ck_assert_double_eq_tol(run_number(&slow, "ns") - run_number(&fast, "ns"), 91000, 100);
    ck_assert_double_gt(run_number(&pcie, "ns"), run_number(&slow, "ns"));
}
END_TEST

#define LINK(bandwidth, latency)                                                                   \
    TWO " --set gpu.nvlink.bandwidth=" bandwidth " --set gpu.nvlink.latency=" latency

/* Loads one after another: each takes the link's latency there and back. PCIe's is 2 us. */
START_TEST(a_peer_s_memory_is_as_far_as_the_link)
{
    enum { LOADS = 50, NEXT = 32 };
    auto_run near, far, pcie;
    run_well(&near, LINK("100GBps", "1us"), "gpus far 50");
    run_well(&far, LINK("100GBps", "2us"), "gpus far 50");
    run_well(&pcie, TWO, "gpus far 50");
    ck_assert_double_eq(run_number(&near, "end"), LOADS * NEXT);
    ck_assert_double_eq_tol(run_number(&far, "ns") - run_number(&near, "ns"), LOADS * 2000, 100);
    /* A line and a header take 144 bytes: 21.5 ns at PCIe's 6.7 GB/s, 1.4 at 100 GB/s. */
    ck_assert_double_eq_tol(run_number(&pcie, "ns") - run_number(&far, "ns"), LOADS * 20.1, 100);
    ck_assert_uint_eq(result_number(near.result, "requests_to_peers"), LOADS);
}
END_TEST

/* Many loads at once: the link's bandwidth is what holds them up. Half of them take so much less.
 */
START_TEST(a_peer_s_memory_is_read_at_the_link_s_rate)
{
    enum { BYTES = 65536, LINES = BYTES / 128, HEADER = 16 };
    auto_run all, half;
    run_well(&all, LINK("1GBps", "1us"), "gpus far -16384");
    run_well(&half, LINK("1GBps", "1us"), "gpus far -8192");
    ck_assert_double_eq(run_number(&all, "end"), 16384.0 * 16383 / 2);
    ck_assert_double_eq_tol(run_number(&all, "ns") - run_number(&half, "ns"), BYTES / 2.0, 10);
    ck_assert_uint_eq(result_number(all.result, "requests_to_peers"), LINES);
    ck_assert_uint_eq(result_number(all.result, "request_bytes_between_gpus"),
                      BYTES + LINES * HEADER);
}
END_TEST

/* Both GPUs have a kernel at the same time, and the results name them. */
START_TEST(kernels_run_beside_each_other)
{
    auto_run run;
    run_well(&run, TWO, "gpus stencil");
    ck_assert_int_eq((int)result_number(run.result, "gpus"), 2);
    ck_assert_int_eq((int)result_number(run.result, "kernels.0.device"), 0);
    ck_assert_int_eq((int)result_number(run.result, "kernels.1.device"), 1);
    ck_assert_int_eq((int)result_number(run.result, "copies_to_peers"), 2 * 4);
    ck_assert_uint_lt(kernel_start(&run, 1), kernel_end(&run, 0));
}
END_TEST

/* The same bytes, however late units run and whoever runs them. */
START_TEST(results_do_not_depend_on_the_engine)
{
    static const char *const options[] = {
        TWO,  TWO " --set engine.lookahead=1",  TWO " --threads 2",
        FOUR, FOUR " --set engine.lookahead=1", FOUR " --threads 3"};
    static const char *const cases[] = {"gpus stencil", "gpus direct", "gpus threads 3",
                                        "gpus turns", "gpus far -999"};
    g_autofree char *first = NULL;
    for (unsigned i = 0; i < G_N_ELEMENTS(options); i++) {
        auto_run run;
        run_well(&run, options[i], cases[_i]);
        char *result = result_without_host(run.result);
        if (i % 3 > 0)
            ck_assert_str_eq(first, result);
        g_free(first);
        first = result;
    }
}
END_TEST

/* One clear message. */
START_TEST(a_bad_count_is_bad_input)
{
    static const char *const counts[] = {"0", "17", "two"};
    for (unsigned i = 0; i < G_N_ELEMENTS(counts); i++) {
        g_autofree char *options = g_strdup_printf("--set gpu.count=%s", counts[i]);
        auto_run run;
        run_program(&run, options, "gpus apart");
        ck_assert_int_eq(run.exit_code, EXIT_BAD_INPUT);
        assert_complains(&run, "property count: expected");
        ck_assert_ptr_eq(strchr(run.err, '\n'), run.err + strlen(run.err) - 1);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("several GPUs");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_loop_test(tests, each_has_its_own, 0, G_N_ELEMENTS(all_ways));
    tcase_add_loop_test(tests, memory_is_copied_and_reached, 0, G_N_ELEMENTS(all_ways));
    tcase_add_test(tests, errors_are_those_of_cuda);
    tcase_add_loop_test(tests, a_peer_that_is_not_open_is_a_fault, 0, G_N_ELEMENTS(all_ways));
    tcase_add_loop_test(tests, a_pool_is_closed_again, 0, G_N_ELEMENTS(all_ways));
    tcase_add_test(tests, copies_take_the_link_s_time);
    tcase_add_test(tests, a_peer_s_memory_is_as_far_as_the_link);
    tcase_add_test(tests, a_peer_s_memory_is_read_at_the_link_s_rate);
    tcase_add_test(tests, kernels_run_beside_each_other);
    tcase_add_loop_test(tests, results_do_not_depend_on_the_engine, 0, 5);
    tcase_add_test(tests, a_bad_count_is_bad_input);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
