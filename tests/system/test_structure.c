/* SPDX-License-Identifier: BSD-3-Clause */
/* No circle among folders: if files of one include, over however many others, files of another one,
 * then no file of that one includes any of the first. And no arrow up: what a folder may include is
 * what ARCHITECTURE.md draws below it. Tests are left out: they may look everywhere.
 */
#include "tests/system/command.h"
#include <check.h>
#include <string.h>

/* Folders by name, and for each the folders that its files include from: name -> "file -> file". */
static GHashTable *folders;

static GHashTable *includes_of(const char *folder)
{
    GHashTable *found = g_hash_table_lookup(folders, folder);
    if (!found) {
        found = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
        g_hash_table_insert(folders, g_strdup(folder), found);
    }
    return found;
}

/* "#include "a/b.h"" in a file of `folder`: only what is in the source tree counts. */
static void read_line(const char *root, const char *folder, const char *file, const char *line)
{
    static const char start[] = "#include \"";
    const char *end = g_str_has_prefix(line, start) ? strchr(line + strlen(start), '"') : NULL;
    if (!end)
        return;
    g_autofree char *name = g_strndup(line + strlen(start), (gsize)(end - line) - strlen(start));
    g_autofree char *path = g_build_filename(root, name, NULL);
    g_autofree char *other = g_path_get_dirname(name);
    if (strcmp(other, folder) != 0 && g_file_test(path, G_FILE_TEST_IS_REGULAR))
        g_hash_table_insert(includes_of(folder), g_strdup(other),
                            g_strdup_printf("%s -> %s", file, name));
}

static unsigned read_file(const char *root, const char *folder, const char *file)
{
    g_autofree char *path = g_build_filename(root, file, NULL), *text = NULL;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++)
        read_line(root, folder, file, *line);
    return 1;
}

/* Returns how many files it has read. folder "": the top. */
static unsigned read_folder(const char *root, const char *folder)
{
    unsigned n = 0;
    g_autofree char *path = g_build_filename(root, folder, NULL);
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    ck_assert_ptr_nonnull(dir);
    for (const char *name = g_dir_read_name(dir); name; name = g_dir_read_name(dir)) {
        g_autofree char *inner = *folder ? g_build_filename(folder, name, NULL) : g_strdup(name);
        g_autofree char *whole = g_build_filename(root, inner, NULL);
        bool source = g_str_has_suffix(name, ".c") || g_str_has_suffix(name, ".h");
        bool left_out =
            *folder == '\0' && (strcmp(name, "tests") == 0 || g_str_has_prefix(name, "build"));
        if (g_file_test(whole, G_FILE_TEST_IS_DIR) && *name != '.' && !left_out)
            n += read_folder(root, inner);
        else if (source && *folder)
            n += read_file(root, folder, inner);
    }
    return n;
}

/* Follows includes from `at`; way: the folders on the way there, which ends with `at`. */
static void follow(const char *at, GPtrArray *way, GHashTable *done)
{
    GHashTableIter iter;
    gpointer next, why;
    GHashTable *includes = g_hash_table_lookup(folders, at);
    if (!includes || g_hash_table_contains(done, at))
        return;
    g_ptr_array_add(way, (void *)at);
    g_hash_table_iter_init(&iter, includes);
    while (g_hash_table_iter_next(&iter, &next, &why)) {
        for (guint i = 0; i < way->len; i++)
            ck_assert_msg(strcmp(way->pdata[i], next) != 0, "a circle back to %s: %s",
                          (const char *)next, (const char *)why);
        follow(next, way, done);
    }
    g_ptr_array_set_size(way, (int)way->len - 1);
    g_hash_table_add(done, (void *)at);
}

/* Fills `folders`. */
static void read_tree(void)
{
    const char *root = g_getenv("SIMGPU_TEST_ROOT");
    ck_assert_ptr_nonnull(root);
    folders =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_hash_table_unref);
    ck_assert_uint_gt(read_folder(root, ""), 300);
}

START_TEST(folders_have_no_circles)
{
    read_tree();
    g_autoptr(GHashTable) done = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GList) names = g_hash_table_get_keys(folders);
    for (GList *name = names; name; name = name->next) {
        g_autoptr(GPtrArray) way = g_ptr_array_new();
        follow(name->data, way, done);
    }
    g_hash_table_unref(folders);
}
END_TEST

/* What files of a folder, and of those in it, may include besides each other. The longest name that
 * fits counts. "x/": x and all in it; "x": x alone. */
static const struct layer {
    const char *folder, *below[8];
} layers[] = {
    {"base", {NULL}},
    {"results", {"base/", NULL}},
    {"policies", {"base/", NULL}},
    {"workloads", {"base/", "policies", NULL}},
    {"workloads/cuda_process", {"base/", "workloads/", "runtime", NULL}},
    {"workloads/suite", {"base/", "results", NULL}},
    {"models", {"base/", "policies/", "workloads", NULL}},
    {"models/core", {"base/", "policies", "workloads", NULL}},
    {"metrics", {"models/", NULL}},
    {"observers", {"base/", "models/", "policies/", "results", NULL}},
    {"import", {"base/", NULL}},
    {"study",
     {"base/", "results", "policies", "models/core", "workloads/loader", "workloads/sass_trace",
      NULL}},
    {"report", {"base/", "results", "study", NULL}},
    {"runtime", {"base/", "workloads", NULL}},
};

static bool is_in(const char *folder, const char *whole)
{
    size_t length = strlen(whole);
    return strncmp(folder, whole, length) == 0 && (folder[length] == '\0' || folder[length] == '/');
}

/* NULL: it may include everything, as cli/ does. */
static const struct layer *layer_of(const char *folder)
{
    const struct layer *layer = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(layers); i++)
        if (is_in(folder, layers[i].folder) &&
            (!layer || strlen(layers[i].folder) > strlen(layer->folder)))
            layer = &layers[i];
    return layer;
}

static bool may_include(const struct layer *layer, const char *folder)
{
    bool may = is_in(folder, layer->folder);
    for (const char *const *below = layer->below; *below && !may; below++) {
        g_autofree char *whole = g_strndup(*below, strcspn(*below, "/"));
        may =
            strcmp(folder, *below) == 0 || (g_str_has_suffix(*below, "/") && is_in(folder, whole));
    }
    return may;
}

START_TEST(no_arrow_leads_up)
{
    GHashTableIter all, iter;
    gpointer folder, includes, other, why;
    read_tree();
    g_hash_table_iter_init(&all, folders);
    while (g_hash_table_iter_next(&all, &folder, &includes)) {
        const struct layer *layer = layer_of(folder);
        ck_assert_msg(layer || is_in(folder, "cli"), "no layer has %s", (char *)folder);
        g_hash_table_iter_init(&iter, includes);
        while (layer && g_hash_table_iter_next(&iter, &other, &why))
            ck_assert_msg(may_include(layer, other), "%s is not below %s: %s", (char *)other,
                          (char *)folder, (char *)why);
    }
    g_hash_table_unref(folders);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("structure");
    TCase *tests = tcase_create("structure");
    tcase_add_test(tests, folders_have_no_circles);
    tcase_add_test(tests, no_arrow_leads_up);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
