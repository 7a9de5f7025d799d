/* SPDX-License-Identifier: BSD-3-Clause */
/* Stream-ordered memory, managed and mapped memory, and managed variables of real programs. */
#include "tests/programs/run.h"

static const struct {
    const char *words;
    const char *lines[12];
} cases[] = {
    /* used, the most used, reserved, the most reserved */
    {"pools reuse",
     {"first 1005", "same 1", "other 0", "two 2048 2048 2048 2048", "too_early 0",
      "given_back 0 2048 3072 3072", "synchronized 0 2048 0 3072"}},
    {"pools threshold",
     {"three 3145728 3145728 3145728 3145728", "kept 0 3145728 2097152 3145728",
      "trimmed 0 0 0 3145728", "current 1", "device_has_less 1 1"}},
    {"pools endless", {"result 5250"}},
    {"pools mistakes",
     {"host_pool cudaErrorNotSupported", "shared_pool cudaErrorNotSupported",
      "too_much cudaErrorMemoryAllocation", "more_than_there_is cudaErrorMemoryAllocation",
      "inside cudaErrorInvalidValue", "host cudaErrorInvalidValue", "twice cudaErrorInvalidValue",
      "read_only cudaErrorInvalidValue", "default cudaErrorInvalidValue",
      "device cudaErrorInvalidDevice"}},
    {"pools one_device",
     {"peer cudaErrorInvalidDevice", "no_peer cudaErrorInvalidDevice",
      "memory_handle cudaErrorNotSupported", "event_handle cudaErrorNotSupported", "can 0",
      "different 1", "device 0", "policy 1 3 1", "filled 37", "called fc"}},
    {"managed variables",
     {"number 13", "row 2 1000", "both 6 1.25", "zero 1.5", "sum 33", "copied 11 33", "address 1",
      "type 1"}},
    {"managed advice",
     {"nothing 0 -2 -2", "read_mostly 1 0 0", "preferred -1", "prefetched -2 -1 -2",
      "accessors 0 -2 -2", "unset -2", "plain cudaErrorInvalidValue",
      "beyond cudaErrorInvalidValue", "device_7 cudaErrorInvalidDevice"}},
    {"managed mapped",
     {"same 1", "pinned -5", "registered 5 7", "copied -6", "type 1 1", "after 105 7", "again 3",
      "plain cudaErrorInvalidValue"}},
    {"managed unified", {"text in pinned memory", "unified 5001 6 0", "copies 1010101 6 7 8"}},
    {"managed_header", {"counter 42"}},
};

START_TEST(memory_is_where_the_program_expects_it)
{
    auto_run run;
    run_program(&run, NULL, cases[_i].words);
    ck_assert_msg(run.exit_code == 0, "%s%s", run.out, run.err);
    assert_lines(&run, cases[_i].lines, G_N_ELEMENTS(cases[_i].lines));
}
END_TEST

/* Compiled kernels reach pinned memory by themselves. */
START_TEST(compiled_kernels_reach_the_hosts_memory)
{
    static const char *const lines[] = {"same 1",   "pinned -5",   "registered 5 7", "copied -6",
                                        "type 1 1", "after 105 7", "again 3"};
    auto_run run;
    run_well(&run, "--functional --compile-kernels=first", "managed mapped");
    assert_lines(&run, lines, G_N_ELEMENTS(lines));
}
END_TEST

START_TEST(what_is_refused_is_named)
{
    auto_run run;
    run_program(&run, NULL, "pools mistakes");
    assert_complains(&run, "a memory pool of other than device memory is not supported");
    assert_complains(&run, "a memory pool that other processes can open is not supported");
    run_clear(&run);
    run_program(&run, NULL, "pools one_device");
    assert_complains(&run, "cudaIpcGetMemHandle is not supported");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pools and managed memory of programs");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, memory_is_where_the_program_expects_it, 0, G_N_ELEMENTS(cases));
    tcase_add_test(tests, compiled_kernels_reach_the_hosts_memory);
    tcase_add_test(tests, what_is_refused_is_named);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
