/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA's names: headers under the names that programs include, and lists of what headers declare.
 *
 * Environment: that of driver.h.
 */
#include "tests/simgpucc/driver.h"
#include <string.h>

/* The copies and barriers of these headers are instructions from compute capability 8.0 on. */
static const char *const architectures[] = {"-arch=sm_70", "-arch=sm_80"};

START_TEST(test_toolkit_headers)
{
    g_autofree char *program = in_folder("toolkit_headers");
    auto_outcome outcome;
    COMPILE(&outcome, architectures[_i], "toolkit_headers.cu", "-o", program);
    assert_compiles(&outcome);
    assert_program_prints(program, "copies wrong 0, sums wrong 0, depth 3, then 0\n");
}
END_TEST

START_TEST(test_special_functions)
{
    g_autofree char *program = in_folder("special_functions");
    auto_outcome outcome;
    COMPILE(&outcome, "-std=c++17", "special_functions.cu", "-o", program);
    assert_compiles(&outcome);
    assert_program_prints(program, "functions wrong 0, pairs 0\n");
}
END_TEST

START_TEST(test_rare_calls)
{
    g_autofree char *program = in_folder("rare_calls");
    auto_outcome outcome, run;
    COMPILE(&outcome, "rare_calls.cu", "-lcuda", "-o", program);
    assert_compiles(&outcome);
    run_program(program, &run);
    ck_assert_msg(strstr(run.out, "boxes wrong 0, arrays 0, objects 0, answers 0\n"), "%s",
                  run.out);
    ck_assert_msg(strstr(run.out, "refused: 801 801 801 801\n"), "%s", run.out);
    static const char *const names[] = {"cudaImportExternalMemory", "cuTexRefCreate",
                                        "cuImportExternalSemaphore", "cudaGraphicsMapResources"};
    for (unsigned int i = 0; i < G_N_ELEMENTS(names); i++)
        ck_assert_msg(strstr(run.err, names[i]), "%s says nothing: %s", names[i], run.err);
}
END_TEST

START_TEST(test_library_questions)
{
    g_autofree char *program = in_folder("library_questions");
    auto_outcome outcome, run;
    COMPILE(&outcome, "library_questions.cu", "-lcusparse", "-lcusolver", "-lcufft", "-lcublasLt",
            "-lcublas", "-o", program);
    assert_compiles(&outcome);
    run_program(program, &run);
    ck_assert_msg(strstr(run.out, "matrices wrong 0, vectors 0, sizes 1 0, logged 1\n"), "%s",
                  run.out);
    ck_assert_msg(strstr(run.out, "wide wrong 0\n"), "%s", run.out);
    ck_assert_msg(strstr(run.out, "refused: 10 9 10\n"), "%s", run.out);
    ck_assert_msg(strstr(run.err, "cusolverDnDsygvd: this call is not supported"), "%s", run.err);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simgpucc_names");
    TCase *tcase = tcase_create("names");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, driver_set_up, driver_tear_down);
    tcase_add_loop_test(tcase, test_toolkit_headers, 0, G_N_ELEMENTS(architectures));
    tcase_add_test(tcase, test_rare_calls);
    tcase_add_test(tcase, test_library_questions);
    tcase_add_test(tcase, test_special_functions);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
