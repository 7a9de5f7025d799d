/* SPDX-License-Identifier: BSD-3-Clause */
/* No circle among folders: if files of one include, over however many others, files of another one,
 * then no file of that one includes any of the first. And no arrow up: what a folder may include is
 * what ARCHITECTURE.md draws below it. Tests are left out: they may look everywhere.
 *
 * The parts of the SM, in models/sm: each file belongs to one, a part knows only those before it in
 * the list, no file writes to another part's fields, and no struct has too many.
 */
#include "tests/lint/tree.h"
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

/* Only includes of files that are in the tree count. */
static void read_file(const char *file)
{
    g_autofree char *folder = g_path_get_dirname(file), *text = tree_text(file);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_autofree char *name = tree_included(*line);
        g_autofree char *other = name ? g_path_get_dirname(name) : NULL;
        if (name && strcmp(other, folder) != 0 && tree_has(name))
            g_hash_table_insert(includes_of(folder), g_strdup(other),
                                g_strdup_printf("%s -> %s", file, name));
    }
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
    g_autoptr(GPtrArray) files = tree_files("", ".c .h");
    ck_assert_uint_gt(files->len, 300);
    folders =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_hash_table_unref);
    for (guint i = 0; i < files->len; i++)
        if (!tree_is_in(files->pdata[i], "tests"))
            read_file(files->pdata[i]);
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
    {"core/sm_config.h core/sm_counters.h core/sm_site.h core/sm_config.c core/sm_config_memory.h "
     "core/sm_config_memory.c core/issue_tally.c core/issue_tally.h",
     NULL, NULL},
    {"access/coalescer.c access/coalescer.h access/access_shape.c access/access_shape.h "
     "access/shared_conflicts.c access/shared_conflicts.h front/register_banks.c "
     "front/register_banks.h front/issue_facts.c front/issue_facts.h whole/output_log.c "
     "whole/output_log.h",
     NULL, NULL},
    /* All parts count. */
    {"core/sm_core.h core/sm_fault.c core/sm_meter.c core/sm_meter.h core/sm_policies.h "
     "core/sm_policy.c",
     NULL, "core(->|\\.)(?!counters\\.)"},
    {"front/sm_warps.c front/sm_warps.h front/sm_scoreboard.c front/sm_scoreboard.h "
     "front/sm_requests.c front/sm_requests.h",
     NULL, "warps?(->|\\.)(?!buffer|barrier)"},
    {"core/sm_port.h core/sm_port.c", NULL, "port(->|\\.)"},
    {"core/sm_mail.c core/sm_mail.h", NULL, "mail(->|\\.)"},
    {"access/sm_access.c access/sm_access.h access/sm_async.c", NULL, "accesses(->|\\.)"},
    {"front/sm_fetch.c front/sm_fetch.h", NULL, "(?<!config->)(fetch(->|\\.)|warp->buffer)"},
    {"access/sm_memory.c access/sm_memory.h", NULL, NULL},
    {"caches/constant_cache.c caches/constant_cache.h", NULL, "constants(->|\\.)"},
    {"caches/texture_cache.c caches/texture_cache.h", NULL, "(?<!config->)texture(->|\\.)"},
    {"l1d/l1d.c l1d/l1d.h l1d/l1d_bypass.c l1d/l1d_mshrs.c l1d/l1d_store.c l1d/l1d_tell.c", NULL,
     "(?<!config->)l1d(->|\\.)"},
    {"ldst/sm_ldst.c ldst/sm_ldst.h ldst/sm_ldst_enqueue.c ldst/sm_ldst_ahead.c "
     "ldst/sm_ldst_pass.c ldst/sm_ldst_places.c ldst/sm_ldst_retry.c ldst/sm_operands.c "
     "ldst/sm_local.c",
     NULL, "ldst(->|\\.)"},
    {"blocks/sm_blocks.c blocks/sm_blocks.h blocks/sm_carve_out.c blocks/sm_tell.c", NULL,
     "(blocks(->|\\.)|warp->barrier)"},
    {"front/sm_issue_state.h front/unit_pool.c front/unit_pool.h front/operand_collectors.c "
     "front/operand_collectors.h",
     "issue/sm_issue.c issue/sm_issue_warp.c policy/sm_orders.c issue/sm_account.c",
     "issue(->|\\.)"},
    {"whole/sm_parts.h whole/sm_asked.h whole/sm_complete.c whole/sm_fence.c whole/sm_stop.c "
     "whole/sm_output.c whole/sm_observe.c policy/sm_orders.c policy/sm_sample.c "
     "policy/sm_progress.c issue/sm_issue.c issue/sm_issue_warp.c issue/sm_account.c sm.c sm.h "
     "sm_report.c sm_view.c sm_view.h",
     "policy/sm_sample.c", "sampling(->|\\.)"}};

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

/* Calls for each file of models/sm and its folders, with its path from there and its text. Returns
 * how many there are. */
static unsigned each_file(void (*check)(const char *file, const char *text))
{
    g_autoptr(GPtrArray) files = tree_files("models/sm", ".c .h");
    for (guint i = 0; i < files->len; i++) {
        g_autofree char *text = tree_text(files->pdata[i]);
        check((const char *)files->pdata[i] + strlen("models/sm/"), text);
    }
    return files->len;
}

static void check_includes(const char *file, const char *text)
{
    static const char start[] = "models/sm/";
    int part = part_of(file);
    ck_assert_msg(part >= 0, "models/sm/%s is in no part", file);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_autofree char *other = tree_included(*line);
        if (other && g_str_has_prefix(other, start))
            ck_assert_msg(part_of(other + strlen(start)) <= part, "%s -> %s, of a part above it",
                          file, other);
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
    {"observers", {"base/", "models/", "policies/", "results", "workloads", NULL}},
    {"import", {"base/", NULL}},
    {"study",
     {"base/", "results", "policies", "models/core", "workloads/loader", "workloads/sass_trace",
      NULL}},
    {"offload", {"base/", NULL}},
    {"report", {"base/", "results", "study", NULL}},
    {"runtime", {"base/", "workloads", NULL}},
};

/* NULL: it may include everything, as cli/ does. */
static const struct layer *layer_of(const char *folder)
{
    const struct layer *layer = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(layers); i++)
        if (tree_is_in(folder, layers[i].folder) &&
            (!layer || strlen(layers[i].folder) > strlen(layer->folder)))
            layer = &layers[i];
    return layer;
}

static bool may_include(const struct layer *layer, const char *folder)
{
    bool may = tree_is_in(folder, layer->folder);
    for (const char *const *below = layer->below; *below && !may; below++) {
        g_autofree char *whole = g_strndup(*below, strcspn(*below, "/"));
        may = strcmp(folder, *below) == 0 ||
              (g_str_has_suffix(*below, "/") && tree_is_in(folder, whole));
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
        ck_assert_msg(layer || tree_is_in(folder, "cli"), "no layer has %s", (char *)folder);
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
    return run_suite(suite);
}
