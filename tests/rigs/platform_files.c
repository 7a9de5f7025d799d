/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/rigs/platform_files.h"
#include <glib.h>
#include <string.h>

static void collect(GPtrArray *files, const char *folder, const char *prefix)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    if (!dir)
        g_error("cannot read %s", folder);
    for (const char *name = g_dir_read_name(dir); name != NULL; name = g_dir_read_name(dir)) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autofree char *relative = g_strconcat(prefix, name, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            g_autofree char *deeper = g_strconcat(relative, "/", NULL);
            collect(files, path, deeper);
        } else if (g_str_has_suffix(name, ".xml")) {
            g_ptr_array_add(files, g_steal_pointer(&relative));
        }
    }
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **platform_files(void)
{
    g_autoptr(GPtrArray) files = g_ptr_array_new();
    const char *root = g_getenv("SIMGPU_TEST_ROOT");
    if (!root)
        g_error("SIMGPU_TEST_ROOT is not set; use meson test");
    g_autofree char *folder = g_build_filename(root, "platforms", NULL);
    collect(files, folder, "");
    g_ptr_array_sort(files, by_name);
    g_ptr_array_add(files, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&files), FALSE);
}
