/* SPDX-License-Identifier: BSD-3-Clause */
/* Outputs that can't be written, at first or in the end: said, with an exit code, and nothing else
 * is lost for it. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char small_kernel[] = "tests/kernels/long_block.json";

/* The command, put behind these words of a shell: "$@" stands for it. */
static void run_in_shell(const char *script, GPtrArray *command, struct outcome *outcome)
{
    const char *const words[] = {"/bin/sh", "-c", script, "sh"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++)
        g_ptr_array_insert(command, (gint)i, g_strdup(words[i]));
    command_run(command, outcome);
}

static GPtrArray *small_run(void)
{
    GPtrArray *command = command_for(small_kernel);
    command_set_all(command, (const char *const[]){"scalars.iterations=2", NULL});
    return command;
}

static unsigned files_in(const char *folder)
{
    unsigned n = 0;
    GDir *dir = g_dir_open(folder, 0, NULL);
    while (g_dir_read_name(dir) != NULL)
        n++;
    g_dir_close(dir);
    return n;
}

static void assert_says(const char *text, const char *fragment)
{
    ck_assert_msg(strstr(text, fragment) != NULL, "no \"%s\" in:\n%s", fragment, text);
}

/* ---- standard output ------------------------------------------------------------------------ */

static const char *const printed[][3] = {{"--help"},           {"--version"},
                                         {"--list-policies"},  {"--list-observers"},
                                         {"list-metrics"},     {"study", "--help"},
                                         {"traces", "--help"}, {"diff", "--help"},
                                         {"report", "--help"}, {"import-config", "--help"}};

START_TEST(what_a_full_disk_swallows_is_an_error)
{
    g_autoptr(GPtrArray) command = command_new();
    auto_outcome outcome;
    for (size_t i = 0; i < G_N_ELEMENTS(printed[_i]) && printed[_i][i]; i++)
        command_add(command, "%s", printed[_i][i]);
    run_in_shell("\"$@\" >/dev/full", command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    assert_says(outcome.err, "simgpu: standard output could not be written whole");
}
END_TEST

static const char *const results[] = {"--json", "--csv"};

START_TEST(the_summary_is_printed_when_results_are_lost)
{
    g_autoptr(GPtrArray) command = small_run();
    auto_outcome outcome;
    command_add(command, "%s", results[_i]);
    command_add(command, "-");
    run_in_shell("\"$@\" >/dev/full", command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    assert_says(outcome.err, "results       correct");
    assert_says(outcome.err, "simgpu: standard output could not be written whole");
}
END_TEST

/* Device memory must not become standard output. */
START_TEST(closed_standard_output_is_an_error)
{
    g_autoptr(GPtrArray) command = small_run();
    auto_outcome outcome;
    run_in_shell("\"$@\" >&-", command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    assert_says(outcome.err,
                "simgpu: standard output could not be written whole: Bad file descriptor");
}
END_TEST

/* ---- files ---------------------------------------------------------------------------------- */

static const char *const options[][3] = {
    {"--json"}, {"--csv"}, {"--timeline"}, {"--sample-csv", "--sample", "1"}};

static void add_output(GPtrArray *command, const char *const words[3], const char *file)
{
    command_add(command, "%s", words[0]);
    command_add(command, "%s", file);
    for (int i = 1; i < 3 && words[i]; i++)
        command_add(command, "%s", words[i]);
}

START_TEST(a_file_that_can_not_be_written_is_refused_before_the_run)
{
    g_autoptr(GPtrArray) command = command_for("tests/kernels/alu_loop.json");
    auto_outcome outcome;
    command_set_all(command, (const char *const[]){"scalars.iterations=1000000", NULL});
    add_output(command, options[_i], "/nowhere/at/all");
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    assert_says(outcome.err, "/nowhere/at/all: can't be written: No such file or directory");
    ck_assert_str_eq(outcome.out, "");
}
END_TEST

/* A limit on the size of files stands for the disk that is full at the end. */
START_TEST(a_file_that_is_not_whole_is_none)
{
    char *folder = folder_new();
    g_autofree char *path = folder_write(folder, "out", "before", 6);
    g_autoptr(GPtrArray) command = small_run();
    auto_outcome outcome;
    add_output(command, options[_i], path);
    run_in_shell("trap '' XFSZ; ulimit -f 40; \"$@\"", command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_BAD_INPUT, "exit code %d: %s", outcome.exit_code,
                  outcome.err);
    assert_says(outcome.err, "out: could not be written: File too large");
    assert_says(outcome.out, "results       correct");
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    ck_assert_str_eq(text, "before");
    ck_assert_uint_eq(files_in(folder), 1);
    folder_remove(folder);
}
END_TEST

/* ... and an output that is lost costs no other one. */
START_TEST(a_lost_file_costs_no_other)
{
    char *folder = folder_new();
    g_autofree char *json = g_build_filename(folder, "json", NULL), *text = NULL;
    g_autofree char *full = g_build_filename(folder, "full", NULL);
    ck_assert_int_eq(symlink("/dev/full", full), 0); /* two names, or it would be refused */
    g_autoptr(GPtrArray) command = small_run();
    auto_outcome outcome;
    add_output(command, options[2], "/dev/full");
    add_output(command, options[1], full);
    add_output(command, options[0], json);
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    ck_assert(g_file_get_contents(json, &text, NULL, NULL));
    folder_remove(folder);
    g_autoptr(JsonNode) result = result_parse(text);
    ck_assert_str_eq(result_text(result, "end"), "done");
}
END_TEST

START_TEST(a_killed_run_leaves_no_file)
{
    char *folder = folder_new();
    g_autofree char *path = g_build_filename(folder, "timeline", NULL);
    g_autoptr(GPtrArray) command = command_for("tests/kernels/alu_loop.json");
    command_set_all(command, (const char *const[]){"scalars.iterations=1000000", NULL});
    add_output(command, options[2], path);
    g_ptr_array_add(command, NULL);
    GPid pid;
    ck_assert(g_spawn_async(NULL, (char **)command->pdata, NULL,
                            G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL |
                                G_SPAWN_STDERR_TO_DEV_NULL,
                            NULL, NULL, &pid, NULL));
    g_usleep(1000000);
    ck_assert_int_eq(waitpid(pid, NULL, WNOHANG), 0);
    ck_assert_int_eq(kill(pid, SIGKILL), 0);
    ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
    ck_assert_uint_eq(files_in(folder), 0);
    folder_remove(folder);
}
END_TEST

/* ---- names ---------------------------------------------------------------------------------- */

/* A run of the small kernel under this name, which JSON has to take. */
static void run_named(const char *name, const char *script, struct outcome *outcome)
{
    char *folder = folder_new();
    g_autofree char *from = source_path("tests/kernels/long_block.json");
    g_autofree char *ptx = source_path("tests/kernels/long_block.ptx");
    g_autofree char *text = NULL, *kernel = NULL;
    g_autofree char *named = g_strdup_printf("\"name\": \"%s\"", name);
    ck_assert(g_file_get_contents(from, &text, NULL, NULL));
    ck_assert(g_file_get_contents(ptx, &kernel, NULL, NULL));
    g_autoptr(GString) workload = g_string_new(text);
    ck_assert_uint_eq(g_string_replace(workload, "\"name\": \"long_block\"", named, 1), 1);
    g_autofree char *path = folder_write(folder, "w.json", workload->str, workload->len);
    g_free(folder_write(folder, "long_block.ptx", kernel, strlen(kernel)));
    g_autoptr(GPtrArray) command = command_for(path);
    command_set_all(command, (const char *const[]){"scalars.iterations=2", NULL});
    run_in_shell(script, command, outcome);
    folder_remove(folder);
}

START_TEST(names_do_not_steer_a_terminal)
{
    auto_outcome outcome, error;
    run_named("red \\u001b[31m and \\u009b31m", "\"$@\"", &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    assert_says(outcome.out, "red \\x1b[31m and \\xc2\\x9b31m on GeForce GTX 480");
    ck_assert_ptr_null(strchr(outcome.out, '\x1b'));
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "no\x1b[31m.xml");
    command_add(command, "none.json");
    command_run(command, &error);
    assert_says(error.err, "no\\x1b[31m.xml");
}
END_TEST

START_TEST(names_are_no_formulas)
{
    auto_outcome outcome, plain;
    run_named("=cmd()", "\"$@\" --csv -", &outcome);
    assert_says(outcome.out, "\nrun,0,'=cmd(),");
    run_named("a-1", "\"$@\" --csv -", &plain);
    assert_says(plain.out, "\nrun,0,a-1,");
}
END_TEST

START_TEST(arguments_are_utf_8_in_every_locale)
{
    auto_outcome outcome;
    run_named("x", "LC_ALL=C \"$@\" --kernels gr\303\266\303\237e", &outcome);
    assert_says(outcome.err, "found \"gr\303\266\303\237e\"");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("outputs");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, what_a_full_disk_swallows_is_an_error, 0,
                        (int)G_N_ELEMENTS(printed));
    tcase_add_loop_test(tests, the_summary_is_printed_when_results_are_lost, 0,
                        (int)G_N_ELEMENTS(results));
    tcase_add_test(tests, closed_standard_output_is_an_error);
    tcase_add_loop_test(tests, a_file_that_can_not_be_written_is_refused_before_the_run, 0,
                        (int)G_N_ELEMENTS(options));
    tcase_add_loop_test(tests, a_file_that_is_not_whole_is_none, 0, (int)G_N_ELEMENTS(options));
    tcase_add_test(tests, a_lost_file_costs_no_other);
    tcase_add_test(tests, a_killed_run_leaves_no_file);
    tcase_add_test(tests, names_do_not_steer_a_terminal);
    tcase_add_test(tests, names_are_no_formulas);
    tcase_add_test(tests, arguments_are_utf_8_in_every_locale);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
