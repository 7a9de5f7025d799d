/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/rigs/traces.h"
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include "tests/traces/synthetic.h"
#include <string.h>

static char *folder;
static GPtrArray *platforms;

static const struct {
    const char *kind;
    const char *settings[6];
} kernels[] = {
    {"vecadd", {"blocks=100", "warps=2", "iters=2"}},
    {"ffma", {"blocks=20", "warps=4", "iters=4"}},
    {"strided", {"blocks=90", "warps=1", "features=9", "clusters=2"}},
    {"gather", {"blocks=18", "warps=3", "iters=2", "footprint=0x200000"}},
    {"matmul", {"n=64"}},
};
enum { KERNELS = G_N_ELEMENTS(kernels) };

/* ---- platforms ------------------------------------------------------------------------------ */

/* Of one GPU: most of what traces are run for sees no more. */
static bool is_single(const char *directory, const char *name)
{
    g_autofree char *path = g_build_filename(directory, name, NULL), *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) && !strstr(text, "gpu.count");
}

static void find_platforms(const char *relative)
{
    /* No source_path: Check's assertions end a main. */
    g_autofree char *path = g_build_filename(g_getenv("SIMGPU_TEST_ROOT"), relative, NULL);
    GDir *dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir)) != NULL;)
        if (g_str_has_suffix(name, ".xml") && is_single(path, name))
            g_ptr_array_add(platforms, g_build_filename(relative, name, NULL));
    if (dir)
        g_dir_close(dir);
}

static int by_name(const void *a, const void *b)
{
    return g_strcmp0(*(char *const *)a, *(char *const *)b);
}

int n_platforms(void)
{
    return (int)platforms->len;
}

const char *platform_file(int index)
{
    return g_ptr_array_index(platforms, index);
}

/* ---- traces --------------------------------------------------------------------------------- */

void traces_start(void)
{
    folder = folder_new();
    platforms = g_ptr_array_new_with_free_func(g_free);
    find_platforms("platforms");
    find_platforms("platforms/calibration");
    g_ptr_array_sort(platforms, by_name);
}

void traces_finish(void)
{
    folder_remove(folder);
    g_ptr_array_unref(platforms);
}

char *trace_of(const char *kind, const char *const *settings)
{
    g_autofree char *joined = g_strjoinv(",", (char **)settings);
    g_autofree char *name = g_strconcat(kind, ",", joined, NULL);
    g_autofree char *path = g_build_filename(folder, name, NULL);
    char *list = g_build_filename(path, "kernelslist.g", NULL);
    g_autoptr(GError) error = NULL;
    struct synthetic trace;
    struct trace_counts counts;
    if (!g_file_test(list, G_FILE_TEST_EXISTS) &&
        (!synthetic_init(&trace, kind, settings, &error) ||
         !synthetic_write_folder(&trace, path, &counts, &error)))
        ck_abort_msg("%s", error->message);
    return list;
}

GPtrArray *command_on(const char *platform, const char *workload)
{
    GPtrArray *command = command_new();
    g_ptr_array_add(command, source_path(platform));
    g_ptr_array_add(command, g_strdup(workload));
    return command;
}

int trace_runs(void)
{
    return n_platforms() * KERNELS;
}

const char *platform_of_trace_run(int index)
{
    return platform_file(index / KERNELS);
}

GPtrArray *command_of_trace_run(int index)
{
    g_autofree char *list =
        trace_of(kernels[index % KERNELS].kind, kernels[index % KERNELS].settings);
    return command_on(platform_of_trace_run(index), list);
}

char *name_of_trace_run(int index)
{
    return g_strdup_printf("%s on %s", kernels[index % KERNELS].kind, platform_of_trace_run(index));
}
