/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/places.h"
#include "base/input_error.h"
#include "base/json/strict.h"
#include "base/nearest_name.h"
#include "models/core/platform.h"
#include "workloads/loader/workload.h"
#include <string.h>

struct place_kind {
    const char *what, *folder, *suffix, *list;
};
static const struct place_kind platforms = {"platform", "platforms", ".xml", "--list-platforms"};
static const struct place_kind workloads = {"workload", "workloads/examples", ".json",
                                            "--list-workloads"};

/* For PREFIX/bin/simgpu or CLONE/build/cli/simgpu. NULL: there is no such folder. */
static char *folder_of(const struct place_kind *kind)
{
    static const char *const ways[] = {"../share/simgpu", "../.."};
    g_autofree char *executable = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *own = executable ? g_path_get_dirname(executable) : NULL;
    for (size_t i = 0; own && i < G_N_ELEMENTS(ways); i++) {
        g_autofree char *way = g_build_filename(ways[i], kind->folder, NULL);
        char *folder = g_canonicalize_filename(way, own);
        if (g_file_test(folder, G_FILE_TEST_IS_DIR))
            return folder;
        g_free(folder);
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
        if (g_str_has_suffix(name, platforms.suffix))
            g_ptr_array_add(names, g_strndup(whole, strlen(whole) - strlen(platforms.suffix)));
        else if (*prefix == '\0' && g_file_test(path, G_FILE_TEST_IS_DIR))
            add_platforms(names, path, inner);
    }
    if (dir)
        g_dir_close(dir);
}

/* A workload's file is named after its folder. */
static char *workload_path(const char *folder, const char *name)
{
    g_autofree char *file = g_strconcat(name, workloads.suffix, NULL);
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

static GPtrArray *names_of(const struct place_kind *kind, const char *folder)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    if (folder && kind == &platforms)
        add_platforms(names, folder, "");
    else if (folder)
        add_workloads(names, folder);
    g_ptr_array_sort(names, by_text);
    return names;
}

static char *path_of(const struct place_kind *kind, const char *folder, const char *name)
{
    if (kind == &workloads)
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

static bool resolve(const struct place_kind *kind, char **operand, GError **error)
{
    if (g_file_test(*operand, G_FILE_TEST_EXISTS))
        return true;
    g_autofree char *folder = folder_of(kind);
    g_autoptr(GPtrArray) names = names_of(kind, folder);
    const char *name = find_name(names, *operand);
    if (name) {
        char *path = path_of(kind, folder, name);
        g_free(*operand);
        *operand = path;
        return true;
    }
    if (strpbrk(*operand, "/.")) /* a path, whose reader says what is wrong */
        return true;
    g_autofree char *hint = nearest_hint(*operand, names);
    return input_error_at(error, *operand, 0,
                          "there is neither a file nor a %s of this name%s (%s)", kind->what, hint,
                          kind->list);
}

bool places_platform(char **operand, GError **error)
{
    return resolve(&platforms, operand, error);
}

bool places_workload(char **operand, GError **error)
{
    return resolve(&workloads, operand, error);
}

/* ---- lists ---------------------------------------------------------------------------------- */

static void take_gpu_name(void *data, const char *name, const char *value)
{
    char **gpu = data;
    if (strcmp(name, "gpu.name") == 0) {
        g_free(*gpu);
        *gpu = g_strdup(value);
    }
}

static char *gpu_of(const char *path)
{
    char *name = NULL;
    struct platform *platform = platform_load(path, NULL);
    if (platform)
        platform_each_value(platform, take_gpu_name, &name);
    platform_free(platform);
    return name;
}

static char *description_of(const char *path)
{
    g_autoptr(JsonNode) root = json_strict_load(path, NULL);
    if (!root || !JSON_NODE_HOLDS_OBJECT(root))
        return NULL;
    JsonObject *object = json_node_get_object(root);
    return g_strdup(json_object_get_string_member_with_default(object, "description", ""));
}

static char *list(const struct place_kind *kind, char *(*describe)(const char *path))
{
    GString *text = g_string_new(NULL);
    g_autofree char *folder = folder_of(kind);
    g_autoptr(GPtrArray) names = names_of(kind, folder);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *path = path_of(kind, folder, names->pdata[i]);
        g_autofree char *words = describe(path);
        g_string_append_printf(text, "%-30s %s\n", (const char *)names->pdata[i],
                               words ? words : "");
    }
    return g_string_free(text, FALSE);
}

char *places_list_platforms(void)
{
    return list(&platforms, gpu_of);
}

char *places_list_workloads(void)
{
    return list(&workloads, description_of);
}
