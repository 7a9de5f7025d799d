/* SPDX-License-Identifier: BSD-3-Clause */
/* No circle among folders: if files of one include, over however many others, files of another one,
 * then no file of that one includes any of the first. And no arrow up: what a folder may include is
 * what ARCHITECTURE.md draws below it. Tests are left out: they may look everywhere.
 *
 * The parts of the SM, in models/sm: each file belongs to one, a part knows only those before it in
 * the list, no file writes to another part's fields, and no struct has too many.
 */
#include "tests/rigs/command.h"
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

/* A part of the SM, the lowest one first: its files; who writes to its state, if not they; and how
 * that begins, as a regular expression. */
static const struct part {
    const char *files, *writers, *state;
} parts[] = {
    {"coalescer.c coalescer.h access_shape.c access_shape.h shared_conflicts.c shared_conflicts.h "
     "register_banks.c register_banks.h output_log.c output_log.h",
     NULL, NULL},
    {"sm.h sm_config.c sm_config_internal.h sm_config_memory.c issue_facts.c issue_facts.h "
     "issue_tally.c "
     "issue_tally.h",
     NULL, NULL},
    /* All parts count. */
    {"sm_core.h sm_fault.c sm_meter.c sm_meter.h sm_policies.h sm_policy.c", NULL,
     "core(->|\\.)(?!counters\\.)"},
    {"sm_warps.c sm_warps.h sm_scoreboard.c sm_scoreboard.h sm_requests.c sm_requests.h", NULL,
     "warps?(->|\\.)(?!buffer|barrier)"},
    {"sm_port.h sm_inject.c", NULL, "port(->|\\.)"},
    {"sm_mail.c sm_mail.h", NULL, "mail(->|\\.)"},
    {"sm_access.c sm_access.h sm_async.c", NULL, "accesses(->|\\.)"},
    {"sm_fetch.c sm_fetch.h", NULL, "(?<!config->)(fetch(->|\\.)|warp->buffer)"},
    {"sm_memory.c sm_memory.h", NULL, NULL},
    {"sm_constant.c sm_constant.h", NULL, "constants(->|\\.)"},
    {"sm_texture.c sm_texture.h", NULL, "(?<!config->)texture(->|\\.)"},
    {"sm_l1d.c sm_l1d.h sm_l1d_bypass.c sm_l1d_mshrs.c sm_l1d_store.c sm_l1d_tell.c", NULL,
     "(?<!config->)l1d(->|\\.)"},
    {"sm_ldst.c sm_ldst.h sm_enqueue.c sm_ldst_ahead.c sm_ldst_pass.c sm_ldst_places.c sm_retry.c "
     "sm_operands.c sm_local.c",
     NULL, "ldst(->|\\.)"},
    {"sm_blocks.c sm_blocks.h sm_carve_out.c sm_tell.c", NULL, "(blocks(->|\\.)|warp->barrier)"},
    {"sm_issue.h unit_pool.c unit_pool.h operand_collectors.c operand_collectors.h",
     "sm_issue.c sm_issue_warp.c sm_orders.c sm_account.c", "issue(->|\\.)"},
    {"sm.c sm_internal.h sm_events.h sm_issue.c sm_issue_warp.c sm_orders.c sm_account.c "
     "sm_complete.c sm_fence.c sm_stop.c sm_sample.c sm_progress.c sm_output.c sm_observe.c "
     "sm_report.c sm_view.c sm_view.h",
     "sm_sample.c", "sampling(->|\\.)"}};

static bool lists(const char *files, const char *file)
{
    g_auto(GStrv) names = g_strsplit(files, " ", -1);
    return g_strv_contains((const char *const *)names, file);
}

/* -1: of none. */
static int part_of(const char *file)
{
    int found = -1;
    for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++)
        if (lists(parts[i].files, file)) {
            ck_assert_msg(found < 0, "%s is in two parts", file);
            found = (int)i;
        }
    return found;
}

/* Calls for each file of models/sm, with its text. Returns how many there are. */
static unsigned each_file(void (*check)(const char *file, const char *text))
{
    unsigned n = 0;
    const char *root = g_getenv("SIMGPU_TEST_ROOT");
    ck_assert_ptr_nonnull(root);
    g_autofree char *folder = g_build_filename(root, "models/sm", NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    ck_assert_ptr_nonnull(dir);
    for (const char *name = g_dir_read_name(dir); name; name = g_dir_read_name(dir)) {
        g_autofree char *path = g_build_filename(folder, name, NULL), *text = NULL;
        if (!g_str_has_suffix(name, ".c") && !g_str_has_suffix(name, ".h"))
            continue;
        ck_assert(g_file_get_contents(path, &text, NULL, NULL));
        check(name, text);
        n++;
    }
    return n;
}

static void check_includes(const char *file, const char *text)
{
    static const char start[] = "#include \"models/sm/";
    int part = part_of(file);
    ck_assert_msg(part >= 0, "models/sm/%s is in no part", file);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        if (!g_str_has_prefix(*line, start))
            continue;
        g_autofree char *other = g_strdup(*line + strlen(start));
        *strchr(other, '"') = '\0';
        ck_assert_msg(part_of(other) <= part, "%s -> %s, of a part above it", file, other);
    }
}

START_TEST(parts_of_the_sm_know_those_below)
{
    unsigned named = 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_auto(GStrv) names = g_strsplit(parts[i].files, " ", -1);
        named += g_strv_length(names);
    }
    ck_assert_uint_eq(each_file(check_includes), named);
}
END_TEST

static void check_writes(const char *file, const char *text)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++) {
        const char *writers = parts[i].writers ? parts[i].writers : parts[i].files;
        if (!parts[i].state || lists(writers, file))
            continue;
        g_autofree char *pattern = g_strdup_printf(
            "\\b%s([\\w.>-]|\\[[^]]*\\])*\\s*([-+|&^*]?=(?!=)|\\+\\+|--)", parts[i].state);
        g_autoptr(GRegex) regex = g_regex_new(pattern, 0, 0, NULL);
        ck_assert_ptr_nonnull(regex);
        g_autoptr(GMatchInfo) match = NULL;
        if (!g_regex_match(regex, text, 0, &match))
            continue;
        g_autofree char *found = g_match_info_fetch(match, 0);
        ck_abort_msg("%s writes to another part: %s", file, found);
    }
}

START_TEST(parts_of_the_sm_write_to_their_own)
{
    each_file(check_writes);
}
END_TEST

/* The fields in the text between a struct's braces; inner structs' are theirs. */
static unsigned n_fields(const char *body)
{
    g_autoptr(GRegex) comments = g_regex_new("/\\*.*?\\*/|\\([^()]*\\)", G_REGEX_DOTALL, 0, NULL);
    g_autofree char *plain = g_regex_replace(comments, body, -1, 0, "", 0, NULL);
    unsigned n = 0;
    for (const char *at = plain; *at; at++)
        n += *at == ';' || *at == ',';
    return n;
}

static void check_fields(const char *file, const char *text)
{
    enum { MOST = 40 };
    g_autoptr(GRegex) structs =
        g_regex_new("^struct (\\w+) \\{\n(.*?)^\\}", G_REGEX_DOTALL | G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    for (g_regex_match(structs, text, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        g_autofree char *name = g_match_info_fetch(match, 1), *body = g_match_info_fetch(match, 2);
        ck_assert_msg(n_fields(body) <= MOST, "%s: struct %s has %u fields", file, name,
                      n_fields(body));
    }
}

START_TEST(structs_of_the_sm_are_small)
{
    each_file(check_fields);
}
END_TEST

/* What files of a folder, and of those in it, may include besides each other. The longest name that
 * fits counts. "x/": x and all in it; "x": x alone. */
static const struct layer {
    const char *folder, *below[8];
} layers[] = {
    {"base", {NULL}},
    {"results", {"base/", NULL}},
    {"policies", {"base/", "offload", NULL}},
    {"workloads", {"base/", "policies", NULL}},
    {"workloads/ptx/syntax", {"base/", "workloads", NULL}},
    {"workloads/ptx/analysis", {"base/", "workloads/ptx/syntax", NULL}},
    {"workloads/ptx/exec",
     {"base/", "policies", "workloads", "workloads/ptx/syntax", "workloads/ptx/analysis", NULL}},
    {"workloads/ptx/lower",
     {"base/", "workloads", "workloads/ptx/syntax", "workloads/ptx/analysis", "workloads/ptx/exec/",
      NULL}},
    {"workloads/cuda_process", {"base/", "workloads/", "runtime", NULL}},
    {"workloads/suite", {"base/", "results", "study", NULL}},
    {"models", {"base/", "policies/", "workloads", NULL}},
    {"models/core", {"base/", "policies", "workloads", NULL}},
    {"metrics", {"base/", "models/", NULL}},
    {"observers", {"base/", "models/", "policies/", "results", NULL}},
    {"import", {"base/", NULL}},
    {"study",
     {"base/", "results", "policies", "models/core", "workloads/loader", "workloads/sass_trace",
      NULL}},
    {"offload", {"base/", NULL}},
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
    tcase_add_test(tests, parts_of_the_sm_know_those_below);
    tcase_add_test(tests, parts_of_the_sm_write_to_their_own);
    tcase_add_test(tests, structs_of_the_sm_are_small);
    tcase_add_test(tests, no_arrow_leads_up);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
