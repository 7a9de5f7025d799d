/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/programs/background.h"
#include "tests/rigs/folder.h"
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

static char *file_of(const struct background *background, const char *name)
{
    return g_build_filename(background->folder, name, NULL);
}

/* The number in the line "pid N", once it is there. */
static GPid wait_for_pid(const char *path)
{
    for (;;) {
        g_autofree char *text = NULL;
        const char *line = NULL;
        if (g_file_get_contents(path, &text, NULL, NULL))
            line = strstr(text, "pid ");
        if (line != NULL && strchr(line, '\n') != NULL)
            return (GPid)g_ascii_strtoll(line + 4, NULL, 10);
        g_usleep(10000);
    }
}

void background_start(struct background *background, const char *options, const char *words)
{
    background->folder = folder_new();
    g_autofree char *out = file_of(background, "out"), *err = file_of(background, "err");
    g_autofree char *redirected = g_strdup_printf("exec \"$@\" >%s 2>%s", out, err);
    g_autoptr(GPtrArray) inner = program_command(options, background->folder, words);
    g_autoptr(GPtrArray) command = g_ptr_array_new();
    char *shell[] = {(char *)"/bin/sh", (char *)"-c", redirected, (char *)"sh"};
    for (size_t i = 0; i < G_N_ELEMENTS(shell); i++)
        g_ptr_array_add(command, shell[i]);
    for (guint i = 0; i < inner->len; i++)
        g_ptr_array_add(command, inner->pdata[i]);
    g_ptr_array_add(command, NULL);
    g_autoptr(GError) error = NULL;
    gboolean started = g_spawn_async(NULL, (char **)command->pdata, NULL, G_SPAWN_DO_NOT_REAP_CHILD,
                                     NULL, NULL, &background->simgpu, &error);
    ck_assert_msg(started, "%s", started ? "" : error->message);
    background->program = wait_for_pid(err);
}

static int wait_for_end(GPid pid, double seconds)
{
    int status;
    gint64 end = g_get_monotonic_time() + (gint64)(seconds * G_USEC_PER_SEC);
    while (waitpid(pid, &status, WNOHANG) == 0) {
        if (g_get_monotonic_time() > end) {
            kill(pid, SIGKILL);
            waitpid(pid, &status, 0);
            ck_abort_msg("simgpu still ran after %g s", seconds);
        }
        g_usleep(10000);
    }
    return exit_code_of_status(status);
}

void background_end(struct background *background, double seconds, struct run *run)
{
    *run = (struct run){.exit_code = wait_for_end(background->simgpu, seconds)};
    g_autofree char *out = file_of(background, "out"), *err = file_of(background, "err");
    g_autofree char *json = file_of(background, "result.json"), *text = NULL;
    g_file_get_contents(out, &run->out, NULL, NULL);
    g_file_get_contents(err, &run->err, NULL, NULL);
    if (g_file_get_contents(json, &text, NULL, NULL) && *text != '\0')
        run->result = result_parse(text);
    folder_remove(background->folder);
}
