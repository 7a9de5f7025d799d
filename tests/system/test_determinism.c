/* SPDX-License-Identifier: BSD-3-Clause */
/* Same input, same bytes, whatever the machine is like at the time. The kernel lays every process
 * out differently in memory; the second run gets another folder and environment, too. And it is
 * observed, which changes nothing but adds what observers write, behind everything else. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include "tests/rigs/workloads.h"
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* The text without the lines of the object "host", which comes last, and of the command line; as
 * bytes, not as JSON. */
static char *bytes_without_host(const char *text)
{
    const char *line = strstr(text, "\n    \"command_line\" : [");
    ck_assert_msg(line != NULL, "no command line");
    const char *behind = strstr(line, "\n    ]");
    ck_assert_msg(behind != NULL, "the command line has no end");
    const char *host = strstr(text, "\n  \"host\" : {");
    ck_assert_msg(host != NULL, "no object host");
    const char *end = strstr(host, "\n  }");
    ck_assert_msg(end != NULL && strcmp(end, "\n  }\n}\n") == 0, "host is not the last object");
    g_autofree char *before = g_strndup(text, (gsize)(line - text));
    g_autofree char *after = g_strndup(behind, (gsize)(host - behind));
    return g_strconcat(before, after, NULL);
}

static char *run(GPtrArray *command)
{
    command_add(command, "--json");
    command_add(command, "-");
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    g_ptr_array_set_size(command, (int)command->len - 2);
    return bytes_without_host(outcome.out);
}

/* what: for a message. */
static void check_twice(GPtrArray *command, const char *what)
{
    g_autofree char *first = run(command);
    char *folder = folder_new();
    ck_assert_int_eq(g_chdir(folder), 0);
    g_autofree char *padding = g_strnfill(5000, 'x');
    g_setenv("SIMGPU_TEST_PADDING", padding, TRUE);
    command_add(command, "--observe");
    command_add(command, "all");
    g_autofree char *second = run(command);
    folder_remove(folder);
    ck_assert_uint_gt(strlen(second), strlen(first));
    second[strlen(first)] = '\0';
    assert_same_result(first, second, what);
}

/* One of three workloads and traces: the tests of lookahead and threads compare all of them, too,
 * if not byte by byte. */
enum { ONE_OF = 3 };

START_TEST(same_input_same_bytes)
{
    const int run = _i * ONE_OF * SCHEDULERS;
    g_autoptr(GPtrArray) command = command_of_run(run);
    check_twice(command, workload_of_run(run)->file);
}
END_TEST

START_TEST(same_trace_same_bytes)
{
    g_autoptr(GPtrArray) command = command_of_trace_run(_i * ONE_OF);
    g_autofree char *name = name_of_trace_run(_i * ONE_OF);
    check_twice(command, name);
}
END_TEST

/* Relative paths in the results are those of the command line, not of the machine. */
START_TEST(results_name_files_as_the_command_line_does)
{
    g_autofree char *root = source_path(".");
    ck_assert_int_eq(g_chdir(root), 0);
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, FERMI);
    command_add(command, "tests/kernels/alu_loop.json");
    command_set_all(command,
                    (const char *const[]){"scalars.blocks=1", "scalars.iterations=1", NULL});
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert_str_eq(result_text(result, "platform"), FERMI);
    ck_assert_str_eq(result_text(result, "workload"), "alu_loop");
}
END_TEST

int main(void)
{
    traces_start();
    Suite *suite = suite_create("determinism");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, same_input_same_bytes, 0, n_small_workloads / ONE_OF);
    tcase_add_loop_test(tests, same_trace_same_bytes, 0, trace_runs() / ONE_OF);
    tcase_add_test(tests, results_name_files_as_the_command_line_does);
    suite_add_tcase(suite, tests);
    int failed = run_suite(suite);
    traces_finish();
    return failed;
}
