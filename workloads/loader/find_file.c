/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/loader/find_file.h"

#include <glib.h>

/* The path if there is a file; else NULL, and the path is added to the list. */
static char *try_path(char *path, GString *looked)
{
    if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return path;
    g_string_append_printf(looked, "%s%s", looked->len > 0 ? ", " : "", path);
    g_free(path);
    return NULL;
}

char *find_built_file(const char *directory, const char *const *search, const char *file,
                      char **looked)
{
    g_autofree char *last = g_path_get_basename(directory);
    GString *list = g_string_new(NULL);
    char *found;
    if (g_path_is_absolute(file)) {
        found = try_path(g_strdup(file), list);
    } else {
        found = try_path(g_build_filename(directory, file, NULL), list);
        for (unsigned i = 0; !found && search && search[i]; i++)
            found = try_path(g_build_filename(search[i], last, file, NULL), list);
        for (unsigned i = 0; !found && search && search[i]; i++)
            found = try_path(g_build_filename(search[i], file, NULL), list);
    }
    if (found)
        g_string_free(list, TRUE);
    else
        *looked = g_string_free(list, FALSE);
    return found;
}
