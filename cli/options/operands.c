/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/options/operands.h"
#include "base/input_error.h"
#include <stdio.h>
#include <string.h>

static const char list_name[] = "kernelslist.g";

/* The first bytes, without white space in front of them. */
struct start {
    char text[256];
};

static struct start start_of(const char *path)
{
    struct start start = {{0}};
    FILE *file = g_file_test(path, G_FILE_TEST_IS_REGULAR) ? fopen(path, "rb") : NULL;
    if (!file)
        return start;
    size_t n = fread(start.text, 1, sizeof start.text - 1, file);
    fclose(file);
    size_t white = strspn(start.text, " \t\r\n");
    memmove(start.text, start.text + white, n - MIN(white, n) + 1);
    return start;
}

static bool has_suffix(const char *path, const char *const *suffixes)
{
    for (; *suffixes; suffixes++)
        if (g_str_has_suffix(path, *suffixes))
            return true;
    return false;
}

static bool is_cuda(const char *path)
{
    static const char *const suffixes[] = {".cu", ".cuh", NULL};
    return has_suffix(path, suffixes) && g_file_test(path, G_FILE_TEST_EXISTS);
}

/* "DIR/kernelslist.g" or "DIR/NAME.json", where NAME is the folder's, if it is there. g_free. */
static char *file_in(const char *folder)
{
    g_autofree char *absolute = g_canonicalize_filename(folder, NULL);
    g_autofree char *name = g_path_get_basename(absolute);
    g_autofree char *json = g_strconcat(name, ".json", NULL);
    const char *const names[] = {list_name, json};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        char *path = g_build_filename(folder, names[i], NULL);
        if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
            return path;
        g_free(path);
    }
    return NULL;
}

static bool refuse_folder(const char *folder, GError **error)
{
    g_autofree char *inside = file_in(folder);
    if (inside)
        return input_error_at(error, folder, 0, "this is a folder; did you mean %s?", inside);
    return input_error_at(
        error, folder, 0,
        "this folder has neither a %s of traces nor a workload file of the folder's name; expected "
        "one of these (simgpu traces runs all lists below a folder)",
        list_name);
}

static bool refuse_trace(const char *trace, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(trace);
    g_autofree char *list = g_build_filename(folder, list_name, NULL);
    if (g_file_test(list, G_FILE_TEST_IS_REGULAR))
        return input_error_at(error, trace, 0,
                              "this is the trace of one kernel; run the list that names it, %s "
                              "(--kernels chooses from it)",
                              list);
    return input_error_at(error, trace, 0,
                          "this is the trace of one kernel; simgpu runs a list of traces: write a "
                          "file %s with the trace's name as a line",
                          list);
}

static bool refuse_cuda(const struct options *options, const char *source, GError **error)
{
    return input_error_at(error, source, 0,
                          "this is CUDA source; compile it and run the program: simgpucc %s -o "
                          "prog && simgpu %s -- ./prog",
                          source, options->platform);
}

static bool check_workload(const struct options *options, GError **error)
{
    static const char *const traces[] = {".traceg", ".traceg.xz", ".traceg.zst", ".tracez", NULL};
    const char *path = options->workload;
    const struct start start = start_of(path);
    if (g_file_test(path, G_FILE_TEST_IS_DIR))
        return refuse_folder(path, error);
    if (is_cuda(path))
        return refuse_cuda(options, path, error);
    if (g_str_has_prefix(start.text, "\177ELF"))
        return input_error_at(error, path, 0,
                              "this is a program; programs come after --: simgpu %s -- %s%s",
                              options->platform, strchr(path, '/') ? "" : "./", path);
    if (has_suffix(path, traces) || g_str_has_prefix(start.text, "-kernel name"))
        return refuse_trace(path, error);
    if (g_str_has_suffix(path, ".ptx") && start.text[0] != '\0')
        return input_error_at(error, path, 0,
                              "this is PTX; name it in the modules of a workload file: see "
                              "workloads/workload.schema.json");
    if (start.text[0] == '<')
        return input_error_at(error, path, 1,
                              "expected a workload, but this looks like a platform");
    return true;
}

bool operands_check(const struct options *options, GError **error)
{
    const struct start start = start_of(options->platform);
    if (start.text[0] == '{' && options->workload && start_of(options->workload).text[0] == '<')
        return input_error_at(
            error, options->platform, 0,
            "this is a workload and %s is a platform; the platform comes first: simgpu %s %s",
            options->workload, options->workload, options->platform);
    if (start.text[0] == '{')
        return input_error_at(error, options->platform, 1,
                              "expected a platform in XML, but this looks like a workload");
    for (guint i = 0; options->programs && i < options->programs->len; i++) {
        char **program = options->programs->pdata[i];
        if (is_cuda(program[0]))
            return refuse_cuda(options, program[0], error);
    }
    return !options->workload || check_workload(options, error);
}
