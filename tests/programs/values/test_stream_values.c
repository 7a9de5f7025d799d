/* SPDX-License-Identifier: BSD-3-Clause */
/* stream_values.cu: values that streams write and wait for, boxes between peers, memory of
 * graphs, and what is refused by name. */
#include "tests/programs/run.h"

static const char *const ways[] = {NULL, "--functional"};

START_TEST(a_stream_writes_values_and_waits_for_them)
{
    static const char *const lines[] = {"words 42 7 6 5", "more 801", "no bit 801",
                                        "odd 1",          "flags 1",  "captured 801"};
    auto_run run;
    run_program(&run, ways[_i], "stream_values values");
    ck_assert_int_eq(run.exit_code, 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++)
        assert_line(&run, lines[i]);
    assert_complains(&run, "a value that only later work writes");
    assert_complains(&run, "cuStreamWriteValue32 in a graph");
}
END_TEST

START_TEST(peers_copy_boxes_and_streams_have_attributes)
{
    static const char *const lines[] = {"box 2 0 4 0", "again 2 2 4 4", "priority 0",
                                        "cooperative 1", "name add(unsigned int*) 0"};
    auto_run run;
    run_well(&run, ways[_i], "stream_values peers");
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++)
        assert_line(&run, lines[i]);
}
END_TEST

START_TEST(a_graph_has_memory)
{
    auto_run run;
    run_well(&run, ways[_i], "stream_values graph_memory");
    assert_line(&run, "allocated 4096 1 1");
    assert_line(&run, "high 1");
}
END_TEST

START_TEST(the_runtimes_context_stays_below)
{
    auto_run run;
    run_well(&run, "--functional", "stream_values contexts");
    assert_line(&run, "context 1 1 1");
    assert_line(&run, "none 1");
}
END_TEST

START_TEST(what_makes_no_sense_is_refused)
{
    static const char *const names[] = {"cuGraphMemcpyNodeGetParams", "cuMemPoolExportPointer",
                                        "cuImportExternalMemory"};
    auto_run run;
    run_program(&run, "--functional", "stream_values refused");
    assert_line(&run, "access 1");
    assert_line(&run, "copy 801");
    assert_line(&run, "export 801");
    assert_line(&run, "external 801");
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
        assert_complains(&run, names[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("values that streams write");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_loop_test(tests, a_stream_writes_values_and_waits_for_them, 0, G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, peers_copy_boxes_and_streams_have_attributes, 0, G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, a_graph_has_memory, 0, G_N_ELEMENTS(ways));
    tcase_add_test(tests, the_runtimes_context_stays_below);
    tcase_add_test(tests, what_makes_no_sense_is_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
