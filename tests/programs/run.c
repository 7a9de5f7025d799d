/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/programs/run.h"
#include "tests/rigs/folder.h"
#include <string.h>

char *program_path(const char *name)
{
    return g_build_filename(test_environment("SIMGPU_TEST_PROGRAMS"), name, NULL);
}

static void add_words(GPtrArray *command, const char *words)
{
    g_auto(GStrv) all = g_strsplit(words, " ", -1);
    for (char **word = all; *word != NULL; word++)
        command_add(command, "%s", *word);
}

/* The command without its end, and with --json. */
static GPtrArray *begin_command(const char *options, const char *folder)
{
    GPtrArray *command = command_new();
    g_auto(GStrv) parts = g_strsplit(options ? options : "", " ", 2);
    const bool names = parts[0] && g_str_has_suffix(parts[0], ".xml");
    g_ptr_array_add(command, source_path(names ? parts[0] : FERMI));
    if (names ? parts[1] : options)
        add_words(command, names ? parts[1] : options);
    command_add(command, "--json");
    command_add(command, "%s/result.json", folder);
    return command;
}

static void finish(struct run *run, GPtrArray *command, char *folder)
{
    struct outcome outcome;
    g_autofree char *path = g_build_filename(folder, "result.json", NULL);
    g_autofree char *text = NULL;
    command_run(command, &outcome);
    *run = (struct run){.exit_code = outcome.exit_code, .out = outcome.out, .err = outcome.err};
    if (g_file_get_contents(path, &text, NULL, NULL))
        run->result = result_parse(text);
    folder_remove(folder);
}

GPtrArray *program_command(const char *options, const char *folder, const char *words)
{
    GPtrArray *command = begin_command(options, folder);
    command_add(command, "--");
    guint program = command->len;
    add_words(command, words);
    char **name = (char **)&command->pdata[program];
    char *path = program_path(*name);
    g_free(*name);
    *name = path;
    return command;
}

void run_program(struct run *run, const char *options, const char *words)
{
    char *folder = folder_new();
    g_autoptr(GPtrArray) command = program_command(options, folder, words);
    finish(run, command, folder);
}

void run_well(struct run *run, const char *options, const char *words)
{
    run_program(run, options, words);
    ck_assert_msg(run->exit_code == EXIT_DONE && *run->err == '\0', "%s: exit code %d: %s%s", words,
                  run->exit_code, run->err, run->out);
}

void run_programs(struct run *run, const char *options, const char *const *programs)
{
    char *folder = folder_new();
    g_autoptr(GPtrArray) command = begin_command(options, folder);
    GString *json = g_string_new("{\"name\": \"programs\", \"description\": \"a test\",\n"
                                 " \"programs\": [");
    for (const char *const *words = programs; *words != NULL; words++) {
        g_auto(GStrv) all = g_strsplit(*words, " ", -1);
        g_autofree char *path = program_path(all[0]);
        g_string_append_printf(json, "%s[\"%s\"", words == programs ? "" : ", ", path);
        for (char **word = all + 1; *word != NULL; word++)
            g_string_append_printf(json, ", \"%s\"", *word);
        g_string_append_c(json, ']');
    }
    g_string_append(json, "]}\n");
    g_ptr_array_add(command, folder_write(folder, "programs.json", json->str, json->len));
    g_string_free(json, TRUE);
    finish(run, command, folder);
}

void run_clear(struct run *run)
{
    g_clear_pointer(&run->out, g_free);
    g_clear_pointer(&run->err, g_free);
    g_clear_pointer(&run->result, json_node_unref);
}

/* Where the text is as the begin of a line; NULL if nowhere. */
static const char *find_line(const char *text, const char *begin)
{
    size_t length = strlen(begin);
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, begin, length) == 0)
            return line;
        if (*line == '\0')
            break;
    }
    return NULL;
}

char *run_value(const struct run *run, const char *name)
{
    g_autofree char *begin = g_strdup_printf("%s ", name);
    const char *line = find_line(run->out, begin);
    ck_assert_msg(line != NULL, "no line \"%s...\" in:\n%s%s", begin, run->out, run->err);
    line += strlen(begin);
    return g_strndup(line, strcspn(line, "\n"));
}

double run_number(const struct run *run, const char *name)
{
    g_autofree char *text = run_value(run, name);
    char *end;
    double value = g_ascii_strtod(text, &end);
    ck_assert_msg(end != text && *end == '\0', "%s is no number but \"%s\"", name, text);
    return value;
}

void assert_line(const struct run *run, const char *line)
{
    g_autofree char *whole = g_strdup_printf("%s\n", line);
    ck_assert_msg(find_line(run->out, whole) != NULL, "no line \"%s\" in:\n%s%s", line, run->out,
                  run->err);
}

void assert_lines(const struct run *run, const char *const *lines, size_t most)
{
    for (size_t i = 0; i < most && lines[i]; i++)
        assert_line(run, lines[i]);
}

const char *run_mode(int mode)
{
    return mode == 0 ? NULL : "--functional";
}

void run_in_mode(int mode, const char *words, const char *const *lines)
{
    auto_run run;
    run_well(&run, run_mode(mode), words);
    assert_lines(&run, lines, SIZE_MAX);
}

void assert_complains(const struct run *run, const char *text)
{
    ck_assert_msg(strstr(run->err, text) != NULL, "no \"%s\" in:\n%s", text, run->err);
}

static uint64_t kernel_number(const struct run *run, unsigned index, const char *member)
{
    g_autofree char *path = g_strdup_printf("kernels.%u.%s", index, member);
    return result_number(run->result, path);
}

uint64_t kernel_start(const struct run *run, unsigned index)
{
    return kernel_number(run, index, "start_cycle");
}

uint64_t kernel_end(const struct run *run, unsigned index)
{
    return kernel_start(run, index) + kernel_number(run, index, "cycles");
}
