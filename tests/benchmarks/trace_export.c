/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/benchmarks/trace_export.h"
#include "tests/benchmarks/simgpu_run.h"
#include "tests/benchmarks/trace_hash.h"

#include <glib/gstdio.h>
#include <string.h>

static bool is_workload(const char *const *words)
{
    return g_str_has_suffix(words[0], ".json");
}

bool trace_export_can(const char *const *words)
{
    if (is_workload(words))
        return true;
    const char *folder = g_getenv("SIMGPU_PROGRAMS");
    g_autofree char *path = folder ? g_build_filename(folder, words[0], NULL) : NULL;
    return path && g_file_test(path, G_FILE_TEST_IS_EXECUTABLE);
}

static void add(GPtrArray *line, const char *word)
{
    g_ptr_array_add(line, g_strdup(word));
}

static char **command_line(const char *platform, const char *const *words, const char *folder)
{
    GPtrArray *line = g_ptr_array_new();
    bool workload = is_workload(words);
    const char *simgpu = g_getenv("SIMGPU");
    add(line, simgpu ? simgpu : "simgpu");
    g_ptr_array_add(line, simgpu_run_source_file(platform));
    if (workload)
        g_ptr_array_add(line, simgpu_run_source_file(words[0]));
    add(line, "--functional");
    add(line, "--export-trace");
    add(line, folder);
    if (!workload) {
        add(line, "--");
        g_ptr_array_add(line, g_build_filename(g_getenv("SIMGPU_PROGRAMS"), words[0], NULL));
    }
    for (const char *const *word = words + 1; *word; word++)
        add(line, *word);
    g_ptr_array_add(line, NULL);
    return (char **)g_ptr_array_free(line, FALSE);
}

bool trace_export_make(struct trace_export *trace, const char *platform, const char *const *words,
                       GError **error)
{
    *trace = (struct trace_export){0};
    trace->path = g_dir_make_tmp("simgpu-benchmark-XXXXXX", error);
    if (!trace->path)
        return false;
    trace->list = g_build_filename(trace->path, "kernelslist.g", NULL);
    g_auto(GStrv) line = command_line(platform, words, trace->path);
    const GSpawnFlags flags = G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL;
    int status;
    bool good = g_spawn_sync(NULL, line, NULL, flags, NULL, NULL, NULL, NULL, &status, error) &&
                g_spawn_check_wait_status(status, error) &&
                (trace->hash = trace_hash(trace->path, error));
    if (!good) {
        g_prefix_error(error, "%s: ", words[0]);
        trace_export_clear(trace);
    }
    return good;
}

void trace_export_clear(struct trace_export *trace)
{
    GDir *folder = trace->path ? g_dir_open(trace->path, 0, NULL) : NULL;
    for (const char *name; folder && (name = g_dir_read_name(folder));) {
        g_autofree char *path = g_build_filename(trace->path, name, NULL);
        g_unlink(path);
    }
    if (folder)
        g_dir_close(folder);
    if (trace->path)
        g_rmdir(trace->path);
    g_free(trace->path);
    g_free(trace->list);
    g_free(trace->hash);
    *trace = (struct trace_export){0};
}
