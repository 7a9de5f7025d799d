/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls, names and attributes that are younger than CUDA 12.0: newer_calls.cu,
 * kernel_attributes.cu. */
#include "tests/programs/run.h"

START_TEST(younger_calls_work)
{
    static const struct {
        const char *words;
        const char *lines[8];
    } cases[] = {
        {"newer_calls libraries",
         {"kernels 1", "same 1", "word 5", "bytes 4", "stored 7", "missing 500", "own 9"}},
        {"newer_calls batches", {"back 213", "failed 1", "default stream 1"}},
        {"newer_calls events", {"query 0", "sum 992"}},
        {"newer_calls device",
         {"device 0", "count 1", "sms 1", "warp 32", "refused 801", "ieee 1"}},
        {"newer_calls names",
         {"sum 10", "bits 16 16", "one 1", "largest 3.38953e+38", "type outer::inner",
          "const float const*", "allocated 1"}},
    };
    for (int timed = 0; timed < 2; timed++) {
        auto_run run;
        run_well(&run,
                 timed ? "platforms/volta-qv100.xml" : "platforms/volta-qv100.xml --functional",
                 cases[_i].words);
        assert_lines(&run, cases[_i].lines, G_N_ELEMENTS(cases[_i].lines));
    }
}
END_TEST

START_TEST(what_is_not_there_says_its_name)
{
    auto_run run;
    run_program(&run, "platforms/volta-qv100.xml --functional", "newer_calls refusals");
    assert_line(&run, "green 801");
    assert_line(&run, "resource 801");
    assert_line(&run, "logs 801");
    assert_line(&run, "atomics 801");
    assert_complains(&run, "cuGreenCtxCreate is not supported");
    assert_complains(&run, "cuDeviceGetDevResource is not supported");
    assert_complains(&run, "cudaLogsRegisterCallback is not supported");
    assert_complains(&run, "cudaDeviceGetHostAtomicCapabilities is not supported");
}
END_TEST

/* Where there is a clang for compute capability 9.0. */
START_TEST(attributes_of_kernels)
{
    static const char *const ways[] = {"platforms/hopper-h100.xml",
                                       "platforms/hopper-h100.xml --functional"};
    g_autofree char *program =
        g_build_filename(g_getenv("SIMGPU_TEST_PROGRAMS"), "kernel_attributes", NULL);
    if (!g_file_test(program, G_FILE_TEST_EXISTS))
        return;
    auto_run run, registers;
    run_program(&run, ways[_i], "kernel_attributes clusters");
    assert_line(&run, "read 11 10 13 12");
    assert_line(&run, "ranks 0011");
    assert_line(&run, "count 2");
    assert_line(&run, "shape 21");
    assert_line(&run, "last 1");
    assert_line(&run, "size 4");
    assert_line(&run, "columns 2");
    assert_line(&run, "three 912");
    assert_complains(&run, "does not divide into clusters of 2 x 1 x 1");
    run_well(&registers, ways[_i], "kernel_attributes registers");
    assert_line(&registers, "most 1 1");
    assert_line(&registers, "wide 1");
    assert_line(&registers, "first 39");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("newer calls");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, younger_calls_work, 0, 5);
    tcase_add_test(tests, what_is_not_there_says_its_name);
    tcase_add_loop_test(tests, attributes_of_kernels, 0, 2);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
