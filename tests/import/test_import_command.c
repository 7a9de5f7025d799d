/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu import-config` as a user runs it: files, standard error, exit codes. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include <stdlib.h>
#include <string.h>

static void run_import(const char *const *words, struct outcome *outcome)
{
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "import-config");
    for (; *words; words++)
        command_add(command, "%s", *words);
    command_run(command, outcome);
}

/* The word alone gives QV100's calibration platform. */
static void import_qv100(const char *word, struct outcome *outcome)
{
    g_autofree char *platform = source_path("platforms/calibration/accelsim-qv100.xml");
    g_autofree char *wanted = NULL;
    ck_assert(g_file_get_contents(platform, &wanted, NULL, NULL));
    run_import((const char *const[]){word, NULL}, outcome);
    ck_assert_int_eq(outcome->exit_code, EXIT_DONE);
    ck_assert_str_eq(outcome->out, wanted);
}

/* One file alone brings the trace.config beside it. */
START_TEST(prints_the_platform)
{
    g_autofree char *config = source_path("tests/import/SM7_QV100/gpgpusim.config");
    auto_outcome outcome;
    import_qv100(config, &outcome);
    g_autofree char *loss =
        g_strconcat("simgpu: dropped: ", config, ":17: -gpgpu_registers_per_block 65536: ", NULL);
    ck_assert_msg(g_str_has_prefix(outcome.err, loss), "%s", outcome.err);
}
END_TEST

/* A folder is its gpgpusim.config; without one, the message names the file that isn't there. */
START_TEST(takes_a_folder)
{
    g_autofree char *config = source_path("tests/import/SM7_QV100");
    auto_outcome outcome, refused;
    import_qv100(config, &outcome);
    g_autofree char *empty = source_path("tests/import");
    run_import((const char *const[]){empty, NULL}, &refused);
    ck_assert_int_eq(refused.exit_code, EXIT_BAD_INPUT);
    ck_assert_msg(strstr(refused.err, "tests/import/gpgpusim.config") != NULL, "%s", refused.err);
}
END_TEST

START_TEST(writes_a_file)
{
    g_autofree char *config = source_path("tests/import/SM2_GTX480/gpgpusim.config");
    char *folder = folder_new();
    g_autofree char *output = g_build_filename(folder, "mine.xml", NULL);
    auto_outcome outcome;
    run_import((const char *const[]){config, "-o", output, "--name", "mine", NULL}, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert_str_eq(outcome.out, "");
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(output, &text, NULL, NULL));
    ck_assert_ptr_nonnull(strstr(text, "<prop id=\"name\" value=\"mine\"/>"));
    folder_remove(folder);
}
END_TEST

START_TEST(refuses_a_malformed_value)
{
    static const char text[] = "# mine\n-gpgpu_n_clusters six\n";
    char *folder = folder_new();
    g_autofree char *config = folder_write(folder, "gpgpusim.config", text, strlen(text));
    auto_outcome outcome;
    run_import((const char *const[]){config, NULL}, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    ck_assert_str_eq(outcome.out, "");
    g_autofree char *message = g_strconcat(
        "simgpu: ", config,
        ":2: -gpgpu_n_clusters: expected a whole number from 1 to 1024, found \"six\"\n", NULL);
    ck_assert_str_eq(outcome.err, message);
    folder_remove(folder);
}
END_TEST

START_TEST(wants_a_file)
{
    auto_outcome outcome;
    run_import((const char *const[]){NULL}, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_USAGE);
    ck_assert_str_eq(outcome.err, "simgpu: expected a configuration file such as gpgpusim.config\n"
                                  "Try import-config --help.\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("import_command");
    TCase *tcase = tcase_create("import_command");
    suite_add_tcase(suite, tcase);
    tcase_add_test(tcase, prints_the_platform);
    tcase_add_test(tcase, takes_a_folder);
    tcase_add_test(tcase, writes_a_file);
    tcase_add_test(tcase, refuses_a_malformed_value);
    tcase_add_test(tcase, wants_a_file);
    return run_suite(suite);
}
