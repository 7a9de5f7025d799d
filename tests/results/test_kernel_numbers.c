/* SPDX-License-Identifier: BSD-3-Clause */
/* Metrics of kernels, which results have in arrays. */
#include "base/kernel_name.h"
#include "results/numbers.h"

#include <check.h>
#include <stdlib.h>

static const struct {
    const char *mangled, *plain;
} names[] = {
    {"_Z12compute_costiii", "compute_cost"},
    {"_Z6kernelILi3EfEvPT0_", "kernel"},
    {"_ZL6invertPKf", "invert"},
    {"_ZN3foo3barEv", "bar"},
    {"_ZN12_GLOBAL__N_1L3barEv", "bar"},
    {"_ZN3foo3barIfEEvv", "bar"},
    {"compute_cost", "compute_cost"},
    {"_Zeta", "_Zeta"},
    {"_Z9short", "_Z9short"},
    {"_Z", "_Z"},
    {"_Z99999999999999999999999x", "_Z99999999999999999999999x"},
};

START_TEST(test_names)
{
    g_autofree char *plain = kernel_plain_name(names[_i].mangled);
    ck_assert_str_eq(plain, names[_i].plain);
}
END_TEST

static bool append(void *data, const char *name, double value)
{
    g_string_append_printf(data, "%s=%g\n", name, value);
    return true;
}

static void expect(const char *json, const char *expected)
{
    g_autoptr(GString) text = g_string_new(NULL);
    ck_assert(result_numbers_each(json, append, text));
    ck_assert_str_eq(text->str, expected);
}

#define KERNEL(launch, name, cycles, hits)                                                         \
    "{\"launch\": " launch ", \"kernel\": \"" name "\", \"cycles\": " cycles                       \
    ", \"warp_instructions\": 10, \"start_cycle\": 9, \"counters\": {\"sm\": {\"l1d_hits\": " hits \
    "}}, \"metrics\": {\"ipc\": 2}}"

START_TEST(test_sums)
{
    expect("{\"kernels\": [" KERNEL("0", "_Z1fv", "100", "1") ", " KERNEL(
               "1", "g", "250", "0") ", " KERNEL("2", "_Z1fi", "200", "5") "]}",
           "kernel.f.launches=2\n"
           "kernel.f.cycles=300\n"
           "kernel.f.warp_instructions=20\n"
           "kernel.f.sm.l1d_hits=6\n"
           "kernel.g.launches=1\n"
           "kernel.g.cycles=250\n"
           "kernel.g.warp_instructions=10\n"
           "kernel.g.sm.l1d_hits=0\n"
           "longest_kernel.cycles=300\n"
           "longest_kernel.launches=2\n"
           "longest_kernel.warp_instructions=20\n");
}
END_TEST

START_TEST(test_programs)
{
    expect("{\"programs\": [{\"target\": 7, \"program\": \"a\", \"counters\": {\"sm\": "
           "{\"l1d_hits\": 3}}, \"metrics\": {\"ipc\": 0.5}}, {\"halted\": true}], \"sharing\": "
           "{\"antt\": 2}}",
           "sharing.antt=2\n"
           "program.0.target=7\n"
           "program.0.sm.l1d_hits=3\n"
           "program.0.ipc=0.5\n"
           "program.1.halted=1\n");
}
END_TEST

/* Of f the second launch is the longest; its first SM has no lists. */
START_TEST(test_policy)
{
    expect(
        "{\"kernels\": [{\"launch\": 0, \"kernel\": \"f\", \"cycles\": 5},"
        " {\"launch\": 1, \"kernel\": \"f\", \"cycles\": 6}], \"policy\": ["
        "{\"launch\": 0, \"sms\": [{\"sm\": 0, \"w\": {\"d\": 9, \"scores\": [7]}}]},"
        "{\"launch\": 1, \"sms\": [{\"sm\": 0, \"w\": {\"d\": 1, \"scores\": [], \"stalls\": []}},"
        " {\"sm\": 1, \"w\": {\"d\": 3, \"scores\": [4, 5, 6], \"stalls\": [8]}},"
        " {\"sm\": 2, \"w\": {\"d\": 2, \"scores\": [1], \"stalls\": [1]}}]}]}",
        "policy.w.d=15\n"
        "kernel.f.launches=2\n"
        "kernel.f.cycles=11\n"
        "kernel.f.warp_instructions=0\n"
        "kernel.f.policy.w.d=3\n"
        "kernel.f.policy.one_sm.sm=1\n"
        "kernel.f.policy.one_sm.w.d=3\n"
        "kernel.f.policy.w.scores.0=4\n"
        "kernel.f.policy.w.scores.1=5\n"
        "kernel.f.policy.w.scores.2=6\n"
        "kernel.f.policy.w.stalls.0=8\n"
        "kernel.f.policy.w.stalls.1=0\n"
        "kernel.f.policy.w.stalls.2=0\n"
        "longest_kernel.cycles=11\n"
        "longest_kernel.launches=2\n"
        "longest_kernel.warp_instructions=0\n"
        "longest_kernel.policy.w.d=3\n"
        "longest_kernel.policy.one_sm.sm=1\n"
        "longest_kernel.policy.one_sm.w.d=3\n"
        "longest_kernel.policy.w.scores.0=4\n"
        "longest_kernel.policy.w.scores.1=5\n"
        "longest_kernel.policy.w.scores.2=6\n"
        "longest_kernel.policy.w.stalls.0=8\n"
        "longest_kernel.policy.w.stalls.1=0\n"
        "longest_kernel.policy.w.stalls.2=0\n");
}
END_TEST

START_TEST(test_locality)
{
    expect("{\"locality\": {\"kernels\": ["
           "{\"name\": \"_Z1fv\", \"launches\": 4, \"l1d\": {\"hits\": {\"intra_warp\": 3}}},"
           "{\"name\": \"g\", \"launches\": 1, \"l1d\": {\"hits\": {\"intra_warp\": 4}},"
           " \"load_instructions\": [{\"accesses\": 9}]}]}}",
           "locality.l1d.hits.intra_warp=7\n"
           "kernel.f.locality.l1d.hits.intra_warp=3\n"
           "kernel.g.locality.l1d.hits.intra_warp=4\n");
}
END_TEST

/* Who shares lines; and programs side by side tell of themselves under the same word. */
START_TEST(test_sharing)
{
    expect("{\"sharing\": {\"matrix_blocks\": 64, \"kernels\": ["
           "{\"name\": \"_Z1fv\", \"reads\": {\"inter_block\": 3}, \"block_matrix\": [[1]]},"
           "{\"name\": \"g\", \"reads\": {\"inter_block\": 4}}]}}",
           "sharing.matrix_blocks=64\n"
           "sharing.reads.inter_block=7\n"
           "kernel.f.sharing.reads.inter_block=3\n"
           "kernel.g.sharing.reads.inter_block=4\n");
    expect("{\"sharing\": {\"stp\": 2}}", "sharing.stp=2\n");
}
END_TEST

START_TEST(test_lanes)
{
    expect("{\"pattern\": {\"kernels\": [{\"name\": \"_Z1fv\", \"lane_buckets\": [1, 2]},"
           "{\"name\": \"g\", \"lane_buckets\": [10, 20, 30]}, {\"name\": \"h\"}, 7]}}",
           "pattern.lane_buckets.0=11\n"
           "pattern.lane_buckets.1=22\n"
           "pattern.lane_buckets.2=30\n"
           "kernel.f.pattern.lane_buckets.0=1\n"
           "kernel.f.pattern.lane_buckets.1=2\n"
           "kernel.g.pattern.lane_buckets.0=10\n"
           "kernel.g.pattern.lane_buckets.1=20\n"
           "kernel.g.pattern.lane_buckets.2=30\n");
}
END_TEST

/* Results are what a child process wrote: of any form. */
START_TEST(test_other_forms)
{
    expect("{\"kernels\": [1, {}, {\"kernel\": 3}], \"policy\": [{\"launch\": 0}, 2],"
           " \"locality\": {\"kernels\": [[], {\"name\": \"f\", \"l1d\": 1}]}}",
           "");
    expect("{\"kernels\": {\"a\": 1}, \"policy\": {}, \"locality\": [1]}", "kernels.a=1\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("study kernels");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, test_names, 0, G_N_ELEMENTS(names));
    tcase_add_test(tests, test_sums);
    tcase_add_test(tests, test_programs);
    tcase_add_test(tests, test_policy);
    tcase_add_test(tests, test_locality);
    tcase_add_test(tests, test_sharing);
    tcase_add_test(tests, test_lanes);
    tcase_add_test(tests, test_other_forms);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
