/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/simgpucc/driver.h"
#include <glib/gstdio.h>
#include <string.h>

static char *folder;

void driver_set_up(void)
{
    folder = folder_new();
    g_autofree char *temporary = in_folder("tmp");
    g_mkdir(temporary, 0700);
    g_setenv("TMPDIR", temporary, TRUE);
    g_unsetenv("LD_LIBRARY_PATH"); /* Meson's: programs must find the library without it */
}

void driver_tear_down(void)
{
    g_unsetenv("TMPDIR");
    folder_remove(folder);
}

const char *driver_folder(void)
{
    return folder;
}

char *in_folder(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

void compile(struct outcome *outcome, const char *const *words)
{
    g_autoptr(GPtrArray) command = command_new();
    g_ptr_array_set_size(command, 0);
    command_add(command, "%s", test_environment("SIMGPUCC"));
    for (; *words; words++) {
        g_autofree char *relative = g_build_filename("tests/simgpucc/sources", *words, NULL);
        g_autofree char *path = source_path(relative);
        command_add(command, "%s", g_file_test(path, G_FILE_TEST_IS_REGULAR) ? path : *words);
    }
    command_run(command, outcome);
    g_autofree char *temporary = in_folder("tmp");
    GDir *left = g_dir_open(temporary, 0, NULL);
    const char *name = g_dir_read_name(left);
    ck_assert_msg(!name, "simgpucc left %s", name);
    g_dir_close(left);
}

void assert_compiles(const struct outcome *outcome)
{
    ck_assert_msg(outcome->exit_code == 0, "%s", outcome->err);
}

void run_program(const char *program, struct outcome *outcome)
{
    g_autoptr(GPtrArray) command = command_new();
    g_autofree char *platform = source_path(FERMI);
    command_add(command, "%s", platform);
    command_add(command, "--");
    command_add(command, "%s", program);
    command_run(command, outcome);
}

void assert_program_prints(const char *program, const char *text)
{
    auto_outcome outcome;
    run_program(program, &outcome);
    ck_assert_msg(outcome.exit_code == 0, "%s%s", outcome.out, outcome.err);
    ck_assert_msg(strstr(outcome.out, text) != NULL, "%s", outcome.out);
}

char *write_source(const char *name, const char *text)
{
    return folder_write(driver_folder(), name, text, strlen(text));
}

char *toolkit_path(const char *name)
{
    g_autofree char *runtime = g_path_get_dirname(test_environment("SIMGPUCC"));
    return g_build_filename(runtime, "..", "nvcc", name, NULL);
}

void run_words(const char *const *words)
{
    auto_outcome outcome;
    g_autoptr(GPtrArray) command = command_new();
    g_ptr_array_set_size(command, 0);
    for (; *words; words++)
        command_add(command, "%s", *words);
    command_run(command, &outcome);
    assert_compiles(&outcome);
}

void compile_well(const char *const *words)
{
    auto_outcome outcome;
    compile(&outcome, words);
    assert_compiles(&outcome);
}
