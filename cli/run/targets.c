/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/targets.h"
#include "base/input_error.h"
#include "base/write_text.h"
#include "models/dispatch/dispatcher_clients.h"
#include <string.h>

/* "kmeans 1024 16". g_free. */
static char *called(const struct run_setup *setup, uint32_t client)
{
    const char *const *words = setup_program(setup, client);
    g_autofree char *name = g_path_get_basename(words[0]);
    g_autofree char *arguments = g_strjoinv(" ", (char **)words + 1);
    return g_strconcat(name, *arguments ? " " : "", arguments, NULL);
}

/* What a line says, "2051048/100000 kmeans 1024 16"; instructions 0: it is a comment. */
struct line {
    uint64_t instructions, cycles; /* cycles 0: not said */
    const char *name;              /* in the line */
};

static bool number_at(const char *text, char **end, uint64_t *value)
{
    *value = g_ascii_isdigit(*text) ? g_ascii_strtoull(text, end, 10) : 0;
    return *value > 0 && *value < UINT64_MAX;
}

/* False: it is neither a line nor a comment. */
static bool read_line(const char *text, struct line *line)
{
    char *end;
    *line = (struct line){.name = ""};
    if (*text == '#' || *text == '\0')
        return true;
    if (!number_at(text, &end, &line->instructions) ||
        (*end == '/' && !number_at(end + 1, &end, &line->cycles)) || *end != ' ')
        return false;
    line->name = end + 1;
    return true;
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
        struct line line;
        if (read_line((*lines)[i], &line))
            continue;
        input_error_at(error, file, i + 1,
                       "expected a number of warp instructions, then \"/\" and cycles if they are "
                       "known, then a blank and a program, found \"%s\"",
                       (*lines)[i]);
        g_clear_pointer(lines, g_strfreev);
        return false;
    }
    return true;
}

/* The program's line; instructions 0: there is none. */
static struct line line_of(char *const *lines, const char *name)
{
    struct line line;
    for (; *lines; lines++)
        if (read_line(*lines, &line) && line.instructions > 0 && g_str_equal(line.name, name))
            return line;
    return (struct line){0};
}

static bool has_programs(const struct run_setup *setup, const char *option, GError **error)
{
    return setup_runs_programs(setup) ||
           input_error_at(error, option, 0, "expected a run of programs");
}

bool targets_read(const struct run_setup *setup, struct running *running, GError **error)
{
    const char *file = setup->options->targets;
    g_auto(GStrv) lines = NULL;
    if (setup->options->targets_out && !has_programs(setup, "--targets-out", error))
        return false;
    if (!file)
        return true;
    if (!has_programs(setup, "--targets", error) || !read_file(file, &lines, error))
        return false;
    for (uint32_t i = 0; i < running->n_clients; i++) {
        g_autofree char *name = called(setup, i);
        const struct line line = line_of(lines, name);
        if (line.instructions == 0)
            return input_error_at(error, file, 0, "there is no line for %s", name);
        gpu_set_target(running->gpu, i, line.instructions);
        running->clients[i].alone_cycles = line.cycles;
    }
    return true;
}

/* Of a program that is alone all that has been issued, also by blocks that are not done. */
static uint64_t done_by(const struct running *running, uint32_t client)
{
    struct gpu_totals totals;
    if (running->n_clients > 1)
        return gpu_client(running->gpu, client)->warp_instructions;
    gpu_totals(running->gpu, &totals);
    return totals.sm.warp_instructions;
}

/* Of a program that is alone: until its last kernel ended, or the run was cut off. */
static uint64_t cycles_of(const struct gpu *gpu, bool done)
{
    const struct dispatcher_client *client = gpu_client(gpu, 0);
    if (done)
        return MAX(client->last_cycle, 1);
    return clock_cycle_at_or_after(&gpu_config_of(gpu)->sm.clock, gpu_end_time(gpu));
}

static void add_line(GString *text, const struct running *running, uint32_t client,
                     const char *name, bool done_all)
{
    uint64_t done = done_by(running, client);
    if (done == 0)
        return;
    g_string_append_printf(text, "%" G_GUINT64_FORMAT, done);
    if (running->n_clients == 1)
        g_string_append_printf(text, "/%" G_GUINT64_FORMAT, cycles_of(running->gpu, done_all));
    g_string_append_printf(text, " %s\n", name);
}

static bool is_of_this_run(const struct run_setup *setup, const char *name)
{
    bool is = false;
    for (uint32_t i = 0; i < setup_n_clients(setup) && !is; i++) {
        g_autofree char *own = called(setup, i);
        is = g_str_equal(own, name);
    }
    return is;
}

bool targets_write(const struct run_setup *setup, const struct running *running, bool done,
                   GError **error)
{
    const char *file = setup->options->targets_out;
    g_auto(GStrv) lines = NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    if (!file)
        return true;
    if (g_file_test(file, G_FILE_TEST_EXISTS) && !read_file(file, &lines, error))
        return false;
    for (char **line = lines; line && *line; line++) {
        struct line known;
        if (**line && read_line(*line, &known) && !is_of_this_run(setup, known.name))
            g_string_append_printf(text, "%s\n", *line);
    }
    for (uint32_t i = 0; i < running->n_clients; i++) {
        g_autofree char *name = called(setup, i);
        add_line(text, running, i, name, done);
    }
    return write_text(file, text->str, error);
}
