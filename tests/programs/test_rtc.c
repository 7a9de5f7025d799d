/* SPDX-License-Identifier: BSD-3-Clause */
/* NVRTC: kernels that a program compiles while it runs. */
#include "tests/programs/run.h"

START_TEST(a_template_is_compiled_and_runs)
{
    static const char *const lines[] = {"early NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                        "name _ZN3own5scaleIfLi2EEEvPT_S1_ extra",
                                        "module 0",
                                        "kernel 0",
                                        "variable 0",
                                        "static 0",
                                        "value 1860.75"};
    auto_run run;
    run_well(&run, NULL, "rtc compiles");
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++)
        assert_line(&run, lines[i]);
}
END_TEST

START_TEST(parts_are_linked)
{
    auto_run run;
    run_well(&run, NULL, "rtc links");
    assert_line(&run, "state 0");
    assert_line(&run, "added 0");
    assert_line(&run, "complete 0");
    assert_line(&run, "module 0");
    assert_line(&run, "kernel 0");
    assert_line(&run, "value 42");
}
END_TEST

START_TEST(errors_name_the_line)
{
    static const char *const lines[] = {"version 12, 1", "compiled NVRTC_ERROR_COMPILATION",
                                        "line 1", "own NVRTC_SUCCESS", "device NVRTC_SUCCESS"};
    auto_run run;
    run_program(&run, NULL, "rtc refuses");
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++)
        assert_line(&run, lines[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rtc");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_test(tests, a_template_is_compiled_and_runs);
    tcase_add_test(tests, parts_are_linked);
    tcase_add_test(tests, errors_name_the_line);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
