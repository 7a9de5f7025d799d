/* SPDX-License-Identifier: BSD-3-Clause */
/* A folder of traces, run with one command. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include <string.h>

static char *folder;
static char *inner; /* a program two folders below */

static void put(const char *where, const char *of)
{
    static const char *const names[] = {"kernelslist.g", "kernel-1.traceg"};
    g_autofree char *from = g_path_get_dirname(of);
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(from, names[i], NULL);
        g_autofree char *text = NULL;
        gsize length;
        ck_assert(g_file_get_contents(path, &text, &length, NULL));
        g_free(folder_write(where, names[i], text, length));
    }
}

static void set_up(void)
{
    folder = folder_new();
    inner = g_build_filename(folder, "sum", "100", NULL);
    ck_assert_int_eq(g_mkdir_with_parents(inner, 0777), 0);
    g_autofree char *sums = trace_of("vecadd", (const char *const[]){"blocks=4", "iters=2", NULL});
    g_autofree char *products =
        trace_of("ffma", (const char *const[]){"blocks=4", "iters=2", NULL});
    put(inner, sums);
    put(folder, products);
}

static void tear_down(void)
{
    g_free(inner);
    folder_remove(folder);
}

static GPtrArray *command_of(const char *const *options)
{
    GPtrArray *command = command_new();
    g_autofree char *platform = source_path(FERMI);
    command_add(command, "traces");
    command_add(command, "%s", platform);
    command_add(command, "%s", folder);
    for (; *options; options++)
        command_add(command, "%s", *options);
    return command;
}

static void assert_says(const char *text, const char *fragment)
{
    ck_assert_msg(strstr(text, fragment) != NULL, "no \"%s\" in:\n%s", fragment, text);
}

static uint64_t counter(const char *csv, const char *row)
{
    g_autofree char *start = g_strconcat("\n", row, ",", NULL);
    const char *at = strstr(csv, start);
    ck_assert_msg(at != NULL, "no %s in:\n%s", row, csv);
    return g_ascii_strtoull(at + strlen(start), NULL, 10);
}

/* The same numbers as of a run of its own, whose options are those behind "--". */
START_TEST(programs_run_as_they_do_alone)
{
    g_autofree char *list = g_build_filename(inner, "kernelslist.g", NULL);
    g_autoptr(GPtrArray) alone = command_for(list);
    command_set_all(alone, (const char *const[]){"sm.count=2", NULL});
    g_autoptr(JsonNode) result = run_for_result(alone, EXIT_DONE);
    g_autoptr(GPtrArray) all =
        command_of((const char *const[]){"--csv", "-", "-j2", "--", "--set", "sm.count=2", NULL});
    auto_outcome outcome;
    command_run(all, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert_uint_eq(counter(outcome.out, "sum/100,gpu_tot_sim_cycle,cycles,cycles"),
                      result_number(result, "totals.dispatcher.kernel_cycles"));
    ck_assert_uint_eq(
        counter(outcome.out, "sum/100,gpu_tot_sim_insn,sm.thread_instructions,instructions"),
        result_number(result, "totals.sm.thread_instructions"));
    ck_assert_uint_eq(counter(outcome.out, "sum/100,L2_total_cache_accesses,l2.accesses,sectors"),
                      result_number(result, "totals.l2.accesses"));
    ck_assert_uint_eq(counter(outcome.out, "sum/100,total dram reads,dram_read_sectors,sectors") *
                          32,
                      result_number(result, "totals.dram.read_bytes"));
    ck_assert_uint_gt(counter(outcome.out, ".,gpu_tot_sim_cycle,cycles,cycles"), 0);
}
END_TEST

/* A folder beside it has the same kernel as a .tracez. */
START_TEST(packed_and_text_side_by_side)
{
    g_autofree char *list = g_build_filename(inner, "kernelslist.g", NULL);
    g_autoptr(GPtrArray) pack = command_for(list);
    command_add(pack, "--export-trace=%s/packed", folder);
    command_add(pack, "--export-format=tracez");
    json_node_unref(run_for_result(pack, EXIT_DONE));
    g_autoptr(GPtrArray) all = command_of((const char *const[]){"--csv", "-", NULL});
    auto_outcome outcome;
    command_run(all, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert_uint_eq(counter(outcome.out, "packed,gpu_tot_sim_cycle,cycles,cycles"),
                      counter(outcome.out, "sum/100,gpu_tot_sim_cycle,cycles,cycles"));
    ck_assert_uint_eq(
        counter(outcome.out, "packed,gpu_tot_sim_insn,sm.thread_instructions,instructions"),
        counter(outcome.out, "sum/100,gpu_tot_sim_insn,sm.thread_instructions,instructions"));
}
END_TEST

START_TEST(text_and_json_name_both)
{
    g_autofree char *file = g_build_filename(folder, "all.json", NULL);
    g_autoptr(GPtrArray) command = command_of((const char *const[]){"--json", file, NULL});
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert(g_str_has_prefix(outcome.out, ".\n  gpu_tot_sim_cycle "));
    assert_says(outcome.out, "\nsum/100\n");
    assert_says(outcome.out, " cycles [cycles]\n");
    g_autoptr(JsonParser) parser = json_parser_new();
    ck_assert(json_parser_load_from_file(parser, file, NULL));
    JsonNode *root = json_parser_get_root(parser);
    ck_assert_str_eq(result_text(root, "1.program"), "sum/100");
    ck_assert_uint_gt(result_number(root, "1.counters.gpu_tot_sim_cycle"), 0);
}
END_TEST

START_TEST(a_broken_one_costs_no_other)
{
    static const char bad[] = "-grid dim = 1\n";
    g_free(folder_write(inner, "kernel-1.traceg", bad, strlen(bad)));
    g_autoptr(GPtrArray) command = command_of((const char *const[]){NULL});
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_CHECK_FAILED);
    assert_says(outcome.out, ".\n  gpu_tot_sim_cycle ");
    assert_says(outcome.out, "\nsum/100: ");
    assert_says(outcome.err, "kernel-1.traceg:1: -grid dim: expected");
}
END_TEST

static const struct {
    const char *words[4];
    int code;
    const char *message;
} refused[] = {
    {{"traces", FERMI}, EXIT_USAGE, "expected a platform file and a folder, found 1 argument"},
    {{"traces", FERMI, "tests/traces"}, EXIT_BAD_INPUT, "expected a folder with a kernelslist.g"},
    {{"traces", FERMI, "x", "--jobs=0"}, EXIT_USAGE, "--jobs wants a number from 1"},
    {{"traces", "nothing", "x"}, EXIT_BAD_INPUT, "no file and no platform has this name"},
};

START_TEST(what_is_wrong_is_said)
{
    g_autoptr(GPtrArray) command = command_new();
    for (unsigned i = 0; i < G_N_ELEMENTS(refused[_i].words) && refused[_i].words[i]; i++)
        command_add(command, "%s", refused[_i].words[i]);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, refused[_i].code);
    assert_says(outcome.err, refused[_i].message);
}
END_TEST

int main(void)
{
    traces_start();
    Suite *suite = suite_create("traces");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, programs_run_as_they_do_alone);
    tcase_add_test(tests, packed_and_text_side_by_side);
    tcase_add_test(tests, text_and_json_name_both);
    tcase_add_test(tests, a_broken_one_costs_no_other);
    tcase_add_loop_test(tests, what_is_wrong_is_said, 0, G_N_ELEMENTS(refused));
    suite_add_tcase(suite, tests);
    int failed = run_suite(suite);
    traces_finish();
    return failed;
}
