/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu-suite: its table, its verdicts, its exit codes.
 *
 * Environment, set by meson.build: SIMGPU_TEST_SUITE, the command.
 */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include <glib/gstdio.h>
#include <string.h>

enum { MAX_WORDS = 8 };

static void run_suite_command(struct outcome *outcome, const char *const *words)
{
    g_autoptr(GPtrArray) command = g_ptr_array_new_with_free_func(g_free);
    command_add(command, "%s", test_environment("SIMGPU_TEST_SUITE"));
    for (; *words; words++)
        command_add(command, "%s", *words);
    command_run(command, outcome);
}

/* Column `at` of the table's row that starts with this name. g_free. */
static char *cell(const char *table, const char *name, guint at)
{
    g_auto(GStrv) lines = g_strsplit(table, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_auto(GStrv) words = g_regex_split_simple(" +", *line, 0, 0);
        if (g_strcmp0(words[0], name) == 0 && g_strv_length(words) > at)
            return g_strdup(words[at]);
    }
    ck_abort_msg("no row of %s with column %u in\n%s", name, at, table);
    return NULL;
}

static void assert_cell(const char *table, const char *name, guint at, const char *expected)
{
    g_autofree char *found = cell(table, name, at);
    ck_assert_str_eq(found, expected);
}

START_TEST(names_and_abbreviations_choose)
{
    auto_outcome outcome;
    run_suite_command(&outcome,
                      (const char *[]){"--size=tiny", "--functional", "fft", "vadd", NULL});
    ck_assert_msg(outcome.exit_code == 0, "%s%s", outcome.out, outcome.err);
    ck_assert_ptr_nonnull(strstr(outcome.err, "2 points: 0 done before, 2 done, 0 failed"));
    assert_cell(outcome.out, "fft", 1, "FFT");
    assert_cell(outcome.out, "fft", 2, "passed");
    assert_cell(outcome.out, "vectoradd", 2, "passed");
    ck_assert(g_str_has_suffix(outcome.out, "\n2 passed, 0 failed\n"));
    /* In the order of the command line; one line for the head. */
    ck_assert(strstr(outcome.out, "\nfft ") < strstr(outcome.out, "\nvectoradd "));
    g_auto(GStrv) lines = g_strsplit(outcome.out, "\n", -1);
    ck_assert_uint_eq(g_strv_length(lines), 5);
}
END_TEST

/* Instructions, cycles, IPC, hit rate and bandwidth are the same however many run at a time. */
START_TEST(jobs_change_no_figure)
{
    static const char *const names[] = {"fft", "scan", "vectoradd"};
    auto_outcome one, three;
    run_suite_command(&one, (const char *[]){"--size=tiny", "fft", "scan", "vectoradd", NULL});
    run_suite_command(
        &three, (const char *[]){"--size=tiny", "--jobs=3", "fft", "scan", "vectoradd", NULL});
    ck_assert_int_eq(one.exit_code, 0);
    ck_assert_int_eq(three.exit_code, 0);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        for (guint column = 1; column < 9; column++) {
            g_autofree char *expected = cell(one.out, names[i], column);
            assert_cell(three.out, names[i], column, expected);
        }
}
END_TEST

START_TEST(options_reach_simgpu)
{
    auto_outcome plain, slow;
    run_suite_command(&plain, (const char *[]){"--size=tiny", "vectoradd", NULL});
    run_suite_command(&slow, (const char *[]){"--size=tiny", "--simgpu-option=--set",
                                              "--simgpu-option=sm.count=1", "vectoradd", NULL});
    ck_assert_int_eq(plain.exit_code, 0);
    ck_assert_msg(slow.exit_code == 0, "%s", slow.err);
    g_autofree char *cycles = cell(plain.out, "vectoradd", 4);
    g_autofree char *more_cycles = cell(slow.out, "vectoradd", 4);
    ck_assert_uint_gt(g_ascii_strtoull(more_cycles, NULL, 10),
                      2 * g_ascii_strtoull(cycles, NULL, 10));
    g_autofree char *instructions = cell(plain.out, "vectoradd", 3);
    assert_cell(slow.out, "vectoradd", 3, instructions);
}
END_TEST

START_TEST(one_failure_fails_the_call)
{
    auto_outcome outcome;
    run_suite_command(&outcome, (const char *[]){"--size=tiny", "--simgpu-option=--max-cycles=100",
                                                 "fft", "vectoradd", NULL});
    ck_assert_int_eq(outcome.exit_code, 1);
    assert_cell(outcome.out, "fft", 2, "FAILED");
    ck_assert(g_str_has_suffix(outcome.out, "\n0 passed, 2 failed\n"));
    ck_assert_msg(strstr(outcome.err, "simgpu-suite: fft: it was ended before its end") != NULL,
                  "%s", outcome.err);
}
END_TEST

/* A program that finds wrong results ends with code 1; this one has no kernels at all. */
START_TEST(the_program_s_own_verdict_counts)
{
    static const char script[] = "#!/bin/sh\necho 'fft: FAILED, 3 values are wrong'\nexit 1\n";
    char *folder = folder_new();
    g_autofree char *path = folder_write(folder, "fft", script, strlen(script));
    g_autofree char *programs = g_strdup_printf("--programs=%s", folder);
    ck_assert_int_eq(g_chmod(path, 0755), 0);
    auto_outcome outcome;
    run_suite_command(&outcome, (const char *[]){"--size=tiny", programs, "fft", NULL});
    ck_assert_int_eq(outcome.exit_code, 1);
    assert_cell(outcome.out, "fft", 2, "FAILED");
    /* The command repeats it, with all that the program prints. */
    g_autofree char *repeat = g_strdup_printf(" -- %s", path);
    const char *why = strstr(outcome.err, "/fft exited with code 1\n  /");
    ck_assert_msg(why && strstr(why, repeat), "%s", outcome.err);
    folder_remove(folder);
}
END_TEST

START_TEST(results_are_kept)
{
    char *folder = folder_new();
    g_autofree char *results = g_strdup_printf("--output=%s/kept.sqlite", folder);
    const char *const words[] = {"--size=tiny", results, "fft", "fft", "scan", NULL};
    auto_outcome first, second;
    run_suite_command(&first, words);
    run_suite_command(&second, words);
    ck_assert_msg(first.exit_code == 0, "%s", first.err);
    ck_assert_msg(strstr(second.err, "2 points: 2 done before, 0 done") != NULL, "%s", second.err);
    ck_assert_str_eq(first.out, second.out);
    folder_remove(folder);
}
END_TEST

static const struct {
    const char *words[MAX_WORDS], *message;
} wrong[] = {
    {{"--programs=/", "fft"},
     "/fft has not been compiled; in simgpu's top folder, ninja -C build "},
    {{"fft", "ftf"}, "there is no program \"ftf\"; there are backprop (BKP), betweenness (BC), "},
    {{"--size=huge"}, "there is no size \"huge\"; sizes are tiny, default and large"},
    {{"-j", "0"}, "--jobs wants a whole number of at least 1, not 0"},
    {{"--size=tiny", "--simgpu-option=--json=x", "fft"}, "the study takes the results itself"},
    {{"--sise=tiny"}, "Unknown option --sise=tiny"},
};

START_TEST(typing_errors_are_told)
{
    auto_outcome outcome;
    run_suite_command(&outcome, wrong[_i].words);
    ck_assert_int_eq(outcome.exit_code, 2);
    ck_assert_msg(strstr(outcome.err, wrong[_i].message) != NULL, "%s", outcome.err);
    ck_assert_str_eq(outcome.out, "");
}
END_TEST

/* Away from where it was built it has no list, and says what helps. */
START_TEST(a_moved_command_says_so)
{
    auto_outcome outcome;
    g_autofree char *folder = g_dir_make_tmp("suite-XXXXXX", NULL);
    ck_assert_ptr_nonnull(folder);
    g_autofree char *moved = g_build_filename(folder, "simgpu-suite", NULL), *bytes = NULL;
    gsize length;
    ck_assert(g_file_get_contents(test_environment("SIMGPU_TEST_SUITE"), &bytes, &length, NULL) &&
              g_file_set_contents_full(moved, bytes, (gssize)length, G_FILE_SET_CONTENTS_NONE, 0700,
                                       NULL));
    g_autoptr(GPtrArray) command = g_ptr_array_new_with_free_func(g_free);
    command_add(command, "%s", moved);
    command_run(command, &outcome);
    g_unlink(moved);
    g_rmdir(folder);
    ck_assert_int_eq(outcome.exit_code, 2);
    ck_assert_msg(strstr(outcome.err, "neither where it was built nor installed") != NULL, "%s",
                  outcome.err);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("suite_command");
    TCase *tests = tcase_create("simgpu-suite");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, names_and_abbreviations_choose);
    tcase_add_test(tests, jobs_change_no_figure);
    tcase_add_test(tests, options_reach_simgpu);
    tcase_add_test(tests, one_failure_fails_the_call);
    tcase_add_test(tests, the_program_s_own_verdict_counts);
    tcase_add_test(tests, results_are_kept);
    tcase_add_loop_test(tests, typing_errors_are_told, 0, (int)G_N_ELEMENTS(wrong));
    tcase_add_test(tests, a_moved_command_says_so);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
