/* SPDX-License-Identifier: BSD-3-Clause */
/* Virtual memory of the driver interface. */
#include "tests/programs/run.h"

static const char *const ways[] = {NULL, "--functional"};

START_TEST(memory_grows_and_moves)
{
    static const char *const lines[] = {"taken 3", "edge 1",  "access 3 -1",
                                        "wrong 0", "still 1", "back 1"};
    auto_run run;
    run_well(&run, ways[_i], "virtual grow");
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++)
        assert_line(&run, lines[i]);
}
END_TEST

START_TEST(what_cannot_be_is_an_error)
{
    static const char *const lines[] = {"odd 1",      "outside 1", "again 1", "alias 801",
                                        "mapped 1",   "part 1",    "gone 1",  "shared 801",
                                        "export 801", "im2col 801"};
    auto_run run;
    run_program(&run, "--functional", "virtual limits");
    ck_assert_int_eq(run.exit_code, 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++)
        assert_line(&run, lines[i]);
    assert_complains(&run, "a second mapping of the same memory");
    assert_complains(&run, "cuMemExportToShareableHandle");
    assert_complains(&run, "cuTensorMapEncodeIm2col");
}
END_TEST

START_TEST(memory_without_access_is_a_fault)
{
    auto_run run;
    run_program(&run, ways[_i], "virtual closed");
    assert_complains(&run, "reserved addresses");
}
END_TEST

START_TEST(the_driver_knows_what_the_runtime_has)
{
    static const char *const lines[] = {"device 0", "range 1 1000", "pinned 1 8192", "nobody's 1"};
    auto_run run;
    run_well(&run, ways[_i], "virtual of_the_runtime");
    assert_lines(&run, lines, G_N_ELEMENTS(lines));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("virtual memory");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_loop_test(tests, memory_grows_and_moves, 0, G_N_ELEMENTS(ways));
    tcase_add_test(tests, what_cannot_be_is_an_error);
    tcase_add_loop_test(tests, memory_without_access_is_a_fault, 0, G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, the_driver_knows_what_the_runtime_has, 0, G_N_ELEMENTS(ways));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
