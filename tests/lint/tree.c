/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/lint/tree.h"
#include "tests/rigs/command.h"
#include <string.h>

static bool ends_with_one(const char *name, char **endings)
{
    for (; *endings; endings++)
        if (g_str_has_suffix(name, *endings))
            return true;
    return false;
}

/* Meson keeps its own files in each build folder. */
static bool is_left_out(const char *path, const char *name)
{
    g_autofree char *mark = g_build_filename(path, "meson-private", NULL);
    return *name == '.' || g_file_test(mark, G_FILE_TEST_IS_DIR);
}

static void add_files(const char *folder, char **endings, GPtrArray *files)
{
    g_autofree char *whole = source_path(folder);
    g_autoptr(GDir) dir = g_dir_open(whole, 0, NULL);
    if (!dir)
        g_error("there is no folder %s", whole); /* mains call this, too, outside of tests */
    for (const char *name = g_dir_read_name(dir); name; name = g_dir_read_name(dir)) {
        g_autofree char *path = *folder ? g_build_filename(folder, name, NULL) : g_strdup(name);
        g_autofree char *there = g_build_filename(whole, name, NULL);
        bool is_link = g_file_test(there, G_FILE_TEST_IS_SYMLINK);
        if (is_left_out(there, name) || is_link)
            continue;
        if (g_file_test(there, G_FILE_TEST_IS_DIR))
            add_files(path, endings, files);
        else if (ends_with_one(name, endings))
            g_ptr_array_add(files, g_steal_pointer(&path));
    }
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *tree_files(const char *folder, const char *endings)
{
    GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) each = g_strsplit(endings, " ", -1);
    add_files(folder, each, files);
    g_ptr_array_sort(files, by_name);
    return files;
}

char *tree_text(const char *file)
{
    g_autofree char *path = source_path(file);
    char *text = NULL;
    ck_assert_msg(g_file_get_contents(path, &text, NULL, NULL), "cannot read %s", path);
    return text;
}

bool tree_has(const char *path)
{
    g_autofree char *whole = source_path(path);
    return g_file_test(whole, G_FILE_TEST_EXISTS);
}

bool tree_is_in(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return length == 0 ||
           (strncmp(path, folder, length) == 0 && (path[length] == '\0' || path[length] == '/'));
}

char *tree_included(const char *line)
{
    static const char start[] = "#include \"";
    const char *end = g_str_has_prefix(line, start) ? strchr(line + strlen(start), '"') : NULL;
    return end ? g_strndup(line + strlen(start), (gsize)(end - line) - strlen(start)) : NULL;
}
