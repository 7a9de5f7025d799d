/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/named_files.h"
#include "base/input_error.h"
#include "base/nearest_name.h"
#include <string.h>

const struct named_kind named_platforms = {"platform", "platforms", ".xml", "--list-platforms"};
const struct named_kind named_workloads = {"workload", "workloads/examples", ".json",
                                           "--list-workloads"};

/* For PREFIX/bin/simgpu, BUILD/cli/simgpu with the link BUILD/source, which a build folder
 * elsewhere than CLONE/NAME has, and CLONE/build/cli/simgpu. */
char *named_folder(const char *folder)
{
    static const char *const ways[] = {"../share/simgpu", "../source", "../.."};
    g_autofree char *executable = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *own = executable ? g_path_get_dirname(executable) : NULL;
    for (size_t i = 0; own && i < G_N_ELEMENTS(ways); i++) {
        g_autofree char *way = g_build_filename(ways[i], folder, NULL);
        char *path = g_canonicalize_filename(way, own);
        if (g_file_test(path, G_FILE_TEST_IS_DIR))
            return path;
        g_free(path);
    }
    return NULL;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names of the files in a folder of folders: "fermi-gtx480", "papers/cawa". */
static void add_platforms(GPtrArray *names, const char *folder, const char *prefix)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autofree char *whole = g_strconcat(prefix, name, NULL);
        g_autofree char *inner = g_strconcat(name, "/", NULL);
        if (g_str_has_suffix(name, named_platforms.suffix))
            g_ptr_array_add(names,
                            g_strndup(whole, strlen(whole) - strlen(named_platforms.suffix)));
        else if (*prefix == '\0' && g_file_test(path, G_FILE_TEST_IS_DIR))
            add_platforms(names, path, inner);
    }
    if (dir)
        g_dir_close(dir);
}

/* A workload's file is named after its folder. */
static char *workload_path(const char *folder, const char *name)
{
    g_autofree char *file = g_strconcat(name, named_workloads.suffix, NULL);
    return g_build_filename(folder, name, file, NULL);
}

static void add_workloads(GPtrArray *names, const char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = workload_path(folder, name);
        if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
            g_ptr_array_add(names, g_strdup(name));
    }
    if (dir)
        g_dir_close(dir);
}

static GPtrArray *names_in(const struct named_kind *kind, const char *folder)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    if (folder && kind == &named_platforms)
        add_platforms(names, folder, "");
    else if (folder)
        add_workloads(names, folder);
    g_ptr_array_sort(names, by_text);
    return names;
}

static char *path_of(const struct named_kind *kind, const char *folder, const char *name)
{
    if (kind == &named_workloads)
        return workload_path(folder, name);
    g_autofree char *file = g_strconcat(name, kind->suffix, NULL);
    return g_build_filename(folder, file, NULL);
}

/* The name that is meant: all of it, or what stands behind the folder, "cawa". */
static const char *find_name(const GPtrArray *names, const char *operand)
{
    for (guint i = 0; i < names->len; i++) {
        const char *name = names->pdata[i], *slash = strrchr(name, '/');
        if (strcmp(name, operand) == 0 || (slash && strcmp(slash + 1, operand) == 0))
            return name;
    }
    return NULL;
}

gboolean named_file_find(const struct named_kind *kind, char **operand, GError **error)
{
    if (g_file_test(*operand, G_FILE_TEST_EXISTS))
        return TRUE;
    g_autofree char *folder = named_folder(kind->folder);
    g_autoptr(GPtrArray) names = names_in(kind, folder);
    const char *name = find_name(names, *operand);
    if (name) {
        char *path = path_of(kind, folder, name);
        g_free(*operand);
        *operand = path;
        return TRUE;
    }
    if (strpbrk(*operand, "/.")) /* a path, whose reader says what is wrong */
        return TRUE;
    g_autofree char *hint = nearest_hint(*operand, names);
    return input_error_at(error, *operand, 0, "no file and no %s has this name%s (%s)", kind->what,
                          hint, kind->list);
}

GPtrArray *named_files(const struct named_kind *kind)
{
    g_autofree char *folder = named_folder(kind->folder);
    return names_in(kind, folder);
}

char *named_file_path(const struct named_kind *kind, const char *name)
{
    g_autofree char *folder = named_folder(kind->folder);
    return path_of(kind, folder, name);
}
