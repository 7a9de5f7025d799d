/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/rigs/folder.h"
#include <check.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <stdbool.h>

char *folder_new(void)
{
    char *folder = g_dir_make_tmp("simgpu-system-XXXXXX", NULL);
    g_assert(folder != NULL);
    return folder;
}

static void remove_tree(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    g_assert(dir != NULL);
    for (const char *name = g_dir_read_name(dir); name != NULL; name = g_dir_read_name(dir)) {
        g_autofree char *child = g_build_filename(path, name, NULL);
        bool is_link = g_file_test(child, G_FILE_TEST_IS_SYMLINK); /* to what is not ours */
        if (!is_link && g_file_test(child, G_FILE_TEST_IS_DIR))
            remove_tree(child);
        else
            g_unlink(child);
    }
    g_dir_close(dir);
    g_rmdir(path);
}

void folder_remove(char *folder)
{
    remove_tree(folder);
    g_free(folder);
}

char *folder_write(const char *folder, const char *name, const char *text, size_t length)
{
    char *path = g_build_filename(folder, name, NULL);
    ck_assert(g_file_set_contents(path, text, (gssize)length, NULL));
    return path;
}
