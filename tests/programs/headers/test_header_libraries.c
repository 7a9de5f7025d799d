/* SPDX-License-Identifier: BSD-3-Clause */
/* What header libraries of today ask of CUDA's headers: header_libraries.cu. */
#include "tests/programs/run.h"

START_TEST(spaces_and_named_barriers)
{
    run_in_mode(_i, "header_libraries device", (const char *const[]){"wrong 0", NULL});
}
END_TEST

START_TEST(the_driver_has_todays_calls)
{
    static const struct {
        const char *words;
        const char *lines[5];
    } cases[] = {
        {"header_libraries libraries", {"threads 1024", "shared 8192", "bytes 4", "node 0"}},
        {"header_libraries streams", {"ids differ 1", "entry 1"}},
        {"header_libraries pointers", {"begin 1", "bytes 1000", "mapped 1", "shareable 0"}},
        {"header_libraries graph_attributes", {"cooperative 1"}},
    };
    auto_run run;
    run_well(&run, "platforms/volta-qv100.xml --functional", cases[_i].words);
    assert_lines(&run, cases[_i].lines, G_N_ELEMENTS(cases[_i].lines));
    ck_assert_ptr_null(strstr(run.out, "failed"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("header libraries");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, spaces_and_named_barriers, 0, RUN_MODES);
    tcase_add_loop_test(tests, the_driver_has_todays_calls, 0, 4);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
