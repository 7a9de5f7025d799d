/* SPDX-License-Identifier: BSD-3-Clause */
/* The host reaches device variables that C++ gives to one file: hidden_variables.cu. */
#include "tests/programs/run.h"

START_TEST(the_host_reaches_hidden_variables)
{
    static const char *const lines[] = {"sum 28", "factor 0.25", "shape 67",  "types 8", "header 7",
                                        "own 1",  "written 8",   "of type 9", "bytes 16"};
    auto_run run;
    run_well(&run, "platforms/volta-qv100.xml --functional", "hidden_variables constants");
    assert_lines(&run, lines, G_N_ELEMENTS(lines));
}
END_TEST

START_TEST(managed_ones_too)
{
    static const char *const lines[] = {"counter 6", "state 7 8.5", "last 4"};
    run_in_mode(_i, "hidden_managed", (const char *const[]){lines[0], lines[1], lines[2], NULL});
}
END_TEST

START_TEST(linked_files_have_their_own)
{
    run_in_mode(_i, "hidden_linked",
                (const char *const[]){"first 10", "second 25", "after 11", NULL});
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hidden variables");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, the_host_reaches_hidden_variables);
    tcase_add_loop_test(tests, managed_ones_too, 0, RUN_MODES);
    tcase_add_loop_test(tests, linked_files_have_their_own, 0, RUN_MODES);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
