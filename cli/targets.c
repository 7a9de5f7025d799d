/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/targets.h"
#include "base/input_error.h"
#include "base/write_text.h"
#include "models/dispatch/dispatcher_clients.h"
#include <string.h>

/* "kmeans 1024 16". g_free. */
static char *called(const struct session *session, uint32_t client)
{
    const char *const *words = session_program(session, client);
    g_autofree char *name = g_path_get_basename(words[0]);
    g_autofree char *arguments = g_strjoinv(" ", (char **)words + 1);
    return g_strconcat(name, *arguments ? " " : "", arguments, NULL);
}

/* The name behind a line's number, 0 for a comment; NULL: the line is neither. */
static const char *read_line(const char *line, uint64_t *target)
{
    char *end;
    *target = 0;
    if (*line == '#' || *line == '\0')
        return "";
    if (!g_ascii_isdigit(*line))
        return NULL;
    *target = g_ascii_strtoull(line, &end, 10);
    return *end == ' ' && *target > 0 && *target < UINT64_MAX ? end + 1 : NULL;
}

static bool read_file(const char *file, char ***lines, GError **error)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) problem = NULL;
    gsize length;
    if (!g_file_get_contents(file, &text, &length, &problem))
        return input_error_at(error, file, 0, "%s", problem->message);
    if (strlen(text) != length)
        return input_error_at(error, file, 0, "expected text, found a byte of 0");
    *lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 0; (*lines)[i]; i++) {
        uint64_t target;
        if (read_line((*lines)[i], &target))
            continue;
        input_error_at(error, file, i + 1,
                       "expected a number of warp instructions, a blank and a program, found "
                       "\"%s\"",
                       (*lines)[i]);
        g_clear_pointer(lines, g_strfreev);
        return false;
    }
    return true;
}

static uint64_t target_of(char *const *lines, const char *name)
{
    for (; *lines; lines++) {
        uint64_t target;
        if (g_str_equal(read_line(*lines, &target), name) && target > 0)
            return target;
    }
    return 0;
}

static bool has_programs(const struct session *session, const char *option, GError **error)
{
    return session->runs_programs || input_error_at(error, option, 0, "expected a run of programs");
}

bool targets_read(struct session *session, GError **error)
{
    const char *file = session->options->targets;
    g_auto(GStrv) lines = NULL;
    if (session->options->targets_out && !has_programs(session, "--targets-out", error))
        return false;
    if (!file)
        return true;
    if (!has_programs(session, "--targets", error) || !read_file(file, &lines, error))
        return false;
    for (uint32_t i = 0; i < session->n_clients; i++) {
        g_autofree char *name = called(session, i);
        uint64_t target = target_of(lines, name);
        if (target == 0)
            return input_error_at(error, file, 0, "there is no line for %s", name);
        gpu_set_target(session->gpu, i, target);
    }
    return true;
}

/* Of a program that is alone all that has been issued, also by blocks that are not done. */
static uint64_t done_by(const struct session *session, uint32_t client)
{
    struct gpu_totals totals;
    if (session->n_clients > 1)
        return dispatcher_client(&session->gpu->dispatcher, client)->warp_instructions;
    gpu_totals(session->gpu, &totals);
    return totals.sm.warp_instructions;
}

static void add_line(GString *text, const struct session *session, uint32_t client)
{
    g_autofree char *name = called(session, client);
    uint64_t done = done_by(session, client);
    if (done > 0)
        g_string_append_printf(text, "%" G_GUINT64_FORMAT " %s\n", done, name);
}

static bool is_of_this_run(const struct session *session, const char *name)
{
    bool is = false;
    for (uint32_t i = 0; i < session->n_clients && !is; i++) {
        g_autofree char *own = called(session, i);
        is = g_str_equal(own, name);
    }
    return is;
}

bool targets_write(const struct session *session, GError **error)
{
    const char *file = session->options->targets_out;
    g_auto(GStrv) lines = NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    if (!file)
        return true;
    if (g_file_test(file, G_FILE_TEST_EXISTS) && !read_file(file, &lines, error))
        return false;
    for (char **line = lines; line && *line; line++) {
        uint64_t target;
        if (**line && !is_of_this_run(session, read_line(*line, &target)))
            g_string_append_printf(text, "%s\n", *line);
    }
    for (uint32_t i = 0; i < session->n_clients; i++)
        add_line(text, session, i);
    return write_text(file, text->str, error);
}
