/* SPDX-License-Identifier: BSD-3-Clause */
/* No circle among folders: if files of one include, over however many others, files of another one,
 * then no file of that one includes any of the first. And no arrow up: what a folder may include is
 * what ARCHITECTURE.md draws below it. Tests are left out: they may look everywhere.
 *
 * The parts of the SM, in models/sm: each module belongs to one, a part knows only those before it
 * in the list, no file writes to another part's fields, and no struct has too many.
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

/* A part of the SM, the lowest one first: its modules (a .c, its .h, or both); who writes to its
 * state, if not they; and how that begins, as a regular expression. */
static const struct part {
    const char *modules, *writers, *state;
} parts[] = {
    {"core/sm_config core/sm_config_values core/sm_config_memory core/sm_config_tensor "
     "core/sm_config_clusters "
     "core/sm_config_read "
     "core/sm_counters core/sm_site core/issue_tally",
     NULL, NULL},
    {"access/coalescer access/access_shape access/shared_conflicts front/register_banks "
     "front/issue_facts whole/output_log",
     NULL, NULL},
    /* All parts count. */
    {"core/sm_core core/sm_fault core/sm_meter core/sm_policies_state core/sm_policies", NULL,
     "core(->|\\.)(?!counters\\.)"},
    {"front/sm_warps front/sm_scoreboard front/sm_requests", NULL,
     "warps?(->|\\.)(?!buffer|barrier)"},
    {"core/sm_port", NULL, "port(->|\\.)"},
    {"core/sm_mail core/sm_children", NULL, "mail(->|\\.)"},
    {"access/access_state access/sm_access access/sm_async", NULL, "accesses(->|\\.)"},
    {"front/sm_fetch_state front/sm_icache front/sm_fetch", NULL,
     "(?<!config->)(fetch(->|\\.)|warp->buffer)"},
    {"access/ldst_entry access/l1_access", NULL, NULL},
    {"caches/constant_cache", NULL, "constants(->|\\.)"},
    {"caches/texture_cache", NULL, "(?<!config->)texture(->|\\.)"},
    {"l1d/l1d_state l1d/l1d_lines l1d/l1d_mshrs l1d/l1d_tell l1d/l1d_claim l1d/l1d_store "
     "l1d/l1d_load l1d/l1d",
     NULL, "(?<!config->)l1d(->|\\.)"},
    {"cluster/sm_remote", NULL, "remote(->|\\.)"},
    {"tma/tma_state tma/tma_bytes tma/tma_cluster tma/sm_mbarrier tma/sm_tma", NULL,
     "(?<!config->)tma(->|\\.)"},
    {"ldst/ldst_state ldst/sm_local ldst/sm_operands ldst/sm_ldst_places ldst/sm_ldst_pass "
     "ldst/sm_ldst_ahead ldst/sm_ldst_retry ldst/sm_ldst_enqueue ldst/sm_ldst",
     NULL, "ldst(->|\\.)"},
    {"blocks/blocks_state blocks/sm_carve_out blocks/sm_tell blocks/sm_block_barriers "
     "blocks/sm_blocks",
     NULL, "(blocks(->|\\.)|warp->barrier)"},
    {"front/operand_collectors front/unit_pool front/sm_groups front/sm_issue_state",
     "issue/sm_issue issue/sm_issue_warp issue/sm_ldst_turns policy/sm_orders issue/sm_account",
     "issue(->|\\.)"},
    {"whole/sm_parts whole/sm_ahead whole/sm_complete whole/sm_fence whole/sm_output "
     "whole/sm_observe "
     "whole/sm_sync "
     "policy/sm_orders policy/sm_sample policy/sm_progress issue/sm_issue issue/sm_issue_warp "
     "issue/sm_ldst_turns issue/sm_account issue/sm_stop sm_report sm sm_cluster sm_view sm_warm "
     "sm_leap sm_ways",
     "policy/sm_sample", "sampling(->|\\.)"}};

/* Whether the file is of one of the modules. */
static bool lists(const char *modules, const char *file)
{
    g_auto(GStrv) names = g_strsplit(modules, " ", -1);
    g_autofree char *module = g_strndup(file, strlen(file) - strlen(".c"));
    return g_strv_contains((const char *const *)names, module);
}

/* -1: of none. */
static int part_of(const char *file)
{
    int found = -1;
    for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++)
        if (lists(parts[i].modules, file)) {
            ck_assert_msg(found < 0, "%s is in two parts", file);
            found = (int)i;
        }
    return found;
}

/* Calls for each file of models/sm and its folders, with its path from there and its text. */
static void each_file(void (*check)(const char *file, const char *text))
{
    g_autoptr(GPtrArray) files = tree_files("models/sm", ".c .h");
    for (guint i = 0; i < files->len; i++) {
        g_autofree char *text = tree_text(files->pdata[i]);
        check((const char *)files->pdata[i] + strlen("models/sm/"), text);
    }
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

/* Each module has a header; most have a .c beside it. */
static void check_module(const char *module)
{
    g_autofree char *header =
        g_strdup_printf("%s/models/sm/%s.h", g_getenv("SIMGPU_TEST_ROOT"), module);
    ck_assert_msg(g_file_test(header, G_FILE_TEST_IS_REGULAR), "%s has no header", module);
}

START_TEST(parts_of_the_sm_know_those_below)
{
    each_file(check_includes);
    for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_auto(GStrv) names = g_strsplit(parts[i].modules, " ", -1);
        for (char **name = names; *name; name++)
            check_module(*name);
    }
}
END_TEST

static void check_writes(const char *file, const char *text)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++) {
        const char *writers = parts[i].writers ? parts[i].writers : parts[i].modules;
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
    {"workloads/ptx/compile", {"base/", "workloads", "workloads/ptx/exec/", NULL}},
    {"workloads/ptx/lower",
     {"base/", "workloads", "workloads/ptx/syntax", "workloads/ptx/analysis", "workloads/ptx/exec/",
      "workloads/ptx/compile", NULL}},
    {"workloads/cuda_process", {"base/", "workloads/", "runtime", NULL}},
    {"workloads/cuda_process/pools", {NULL}},
    {"workloads/sass_trace/text", {"base/", NULL}},
    {"workloads/sass_trace/sync", {"base/", "workloads", NULL}},
    {"workloads/suite", {"base/", "results", "study", NULL}},
    {"models", {"base/", "policies/", "workloads", NULL}},
    {"models/core", {"base/", "policies", "workloads", NULL}},
    {"models/core/platform", {"base/", "models/core", NULL}},
    {"metrics", {"base/", "models/", NULL}},
    {"observers", {"base/", "models/", "policies/", "results", "workloads", NULL}},
    {"sanitize", {"base/", "models/", "workloads", NULL}},
    {"teaching/grade", {"base/", "policies", "results", NULL}},
    {"teaching/events", {"models/", "workloads", NULL}},
    {"teaching/messages", {"base/", "models/", "teaching/events", "workloads", NULL}},
    {"teaching/film", {"base/", "models/", "teaching/events", "workloads", NULL}},
    {"lessons", {"policies/", NULL}},
    {"import", {"base/", NULL}},
    {"study",
     {"base/", "results", "policies", "models/core/platform", "workloads/loader",
      "workloads/sass_trace", NULL}},
    {"offload", {"base/", NULL}},
    {"sampling", {"base/", NULL}},
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
