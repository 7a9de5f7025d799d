/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/rigs/command.h"
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

const char *test_environment(const char *name)
{
    const char *value = g_getenv(name);
    if (!value || *value == '\0')
        g_error("%s is not set; use meson test", name); /* mains ask, too, outside of tests */
    return value;
}

char *source_path(const char *relative)
{
    return g_build_filename(test_environment("SIMGPU_TEST_ROOT"), relative, NULL);
}

GPtrArray *command_new(void)
{
    GPtrArray *command = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(command, g_strdup(test_environment("SIMGPU_TEST_EXECUTABLE")));
    return command;
}

GPtrArray *command_for(const char *workload)
{
    GPtrArray *command = command_new();
    g_ptr_array_add(command, source_path(FERMI));
    g_ptr_array_add(command,
                    g_path_is_absolute(workload) ? g_strdup(workload) : source_path(workload));
    return command;
}

void command_add(GPtrArray *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_ptr_array_add(command, g_strdup_vprintf(format, args));
    va_end(args);
}

void command_set_all(GPtrArray *command, const char *const *sets)
{
    for (; *sets != NULL; sets++) {
        command_add(command, "--set");
        command_add(command, "%s", *sets);
    }
}

int exit_code_of_status(int status)
{
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void command_run(GPtrArray *command, struct outcome *outcome)
{
    int status;
    g_autoptr(GError) error = NULL;
    g_ptr_array_add(command, NULL);
    gboolean ran = g_spawn_sync(NULL, (char **)command->pdata, NULL, G_SPAWN_DEFAULT, NULL, NULL,
                                &outcome->out, &outcome->err, &status, &error);
    g_ptr_array_remove_index(command, command->len - 1);
    ck_assert_msg(ran, "cannot run the command: %s", ran ? "" : error->message);
    outcome->exit_code = exit_code_of_status(status);
    ck_assert_msg(!strstr(outcome->out, "clang refused"), "%s", outcome->out);
}

void outcome_clear(struct outcome *outcome)
{
    g_clear_pointer(&outcome->out, g_free);
    g_clear_pointer(&outcome->err, g_free);
}
