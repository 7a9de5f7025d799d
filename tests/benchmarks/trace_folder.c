/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/benchmarks/trace_folder.h"

#include <glib/gstdio.h>

static const char *const files[] = {"kernelslist.g", "kernel-1.traceg", "stats.txt"};

bool trace_folder_make(struct trace_folder *folder, const char *kind, const char *const *settings,
                       unsigned version, GError **error)
{
    struct synthetic trace;
    *folder = (struct trace_folder){0};
    if (!synthetic_init(&trace, kind, settings, error))
        return false;
    trace.version = version;
    folder->path = g_dir_make_tmp("simgpu-benchmark-XXXXXX", error);
    if (!folder->path)
        return false;
    folder->list = g_build_filename(folder->path, files[0], NULL);
    if (synthetic_write_folder(&trace, folder->path, &folder->counts, error))
        return true;
    trace_folder_clear(folder);
    return false;
}

bool trace_folder_clear(struct trace_folder *folder)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(folder->path, files[i], NULL);
        g_unlink(path);
    }
    bool empty = g_rmdir(folder->path) == 0;
    if (!empty)
        fprintf(stderr, "%s: something is left in it\n", folder->path);
    g_free(folder->path);
    g_free(folder->list);
    *folder = (struct trace_folder){0};
    return empty;
}
