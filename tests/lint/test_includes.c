/* SPDX-License-Identifier: BSD-3-Clause */
/* Files include what they use of GLib and json-glib, themselves or by a header of theirs: builds
 * with precompiled headers (base/pch), as ./run's and ./test's are, would not tell.
 */
#include "tests/lint/tree.h"
#include "tests/rigs/command.h"
#include <check.h>
#include <string.h>

enum { GLIB = 1, JSON_GLIB = 2 };

/* What shows that a file uses one. */
static const struct library {
    unsigned bit;
    const char *name, *use;
} libraries[] = {
    {GLIB, "glib.h",
     "\\b(g_[a-z]\\w*\\s*\\(|G_[A-Z]\\w+|g(char|boolean|u?int|size|pointer)\\b|G[A-Z][a-z]+"
     "Array\\b|GError\\b)"},
    {JSON_GLIB, "json-glib/json-glib.h",
     "\\b(json_(node|object|array|parser|builder|generator|reader)_[a-z]\\w*\\s*\\(|Json[A-Z][a-z]+"
     "\\b)"},
};

static const char *root;
static GHashTable
    *known; /* file -> bits of the libraries that it includes, over however many headers */
static GRegex *comments; /* and texts */
static GRegex *uses[G_N_ELEMENTS(libraries)];

static char *text_of(const char *file)
{
    g_autofree char *path = g_build_filename(root, file, NULL);
    char *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) ? text : NULL;
}

static unsigned included_by(const char *file);

static unsigned included_in_line(const char *line)
{
    if (g_str_has_prefix(line, "#include <json-glib/"))
        return GLIB | JSON_GLIB;
    if (g_str_has_prefix(line, "#include <gl") || g_str_has_prefix(line, "#include <gio/") ||
        g_str_has_prefix(line, "#include <gmodule"))
        return GLIB;
    g_autofree char *name = tree_included(line);
    return name ? included_by(name) : 0;
}

static unsigned included_by(const char *file)
{
    gpointer bits;
    if (g_hash_table_lookup_extended(known, file, NULL, &bits))
        return GPOINTER_TO_UINT(bits);
    unsigned found = 0;
    g_hash_table_insert(known, g_strdup(file), GUINT_TO_POINTER(0)); /* until it is known */
    g_autofree char *text = text_of(file);
    g_auto(GStrv) lines = text ? g_strsplit(text, "\n", -1) : NULL;
    for (char **line = lines; line && *line; line++)
        found |= included_in_line(*line);
    g_hash_table_insert(known, g_strdup(file), GUINT_TO_POINTER(found));
    return found;
}

static void check_file(const char *file)
{
    g_autofree char *text = text_of(file);
    ck_assert_ptr_nonnull(text);
    g_autofree char *code = g_regex_replace_literal(comments, text, -1, 0, "", 0, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(libraries); i++) {
        g_autoptr(GMatchInfo) match = NULL;
        if (!g_regex_match(uses[i], code, 0, &match) || included_by(file) & libraries[i].bit)
            continue;
        g_autofree char *use = g_match_info_fetch(match, 0);
        ck_abort_msg("%s uses %s, and doesn't include <%s>", file, use, libraries[i].name);
    }
}

START_TEST(files_include_the_libraries_they_use)
{
    static const char *const folders[] = {
        "base",     "cli",    "import",  "metrics",  "models",   "observers", "offload",
        "policies", "report", "results", "sampling", "sanitize", "study",     "workloads"};
    unsigned n = 0;
    known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    comments = g_regex_new("/\\*.*?\\*/|\"(\\\\.|[^\"\\\\\n])*\"",
                           G_REGEX_DOTALL | G_REGEX_OPTIMIZE, 0, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(libraries); i++)
        uses[i] = g_regex_new(libraries[i].use, G_REGEX_OPTIMIZE, 0, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autoptr(GPtrArray) files = tree_files(folders[i], ".c .h");
        n += files->len;
        for (guint j = 0; j < files->len; j++)
            check_file(files->pdata[j]);
    }
    ck_assert_uint_gt(n, 500);
    for (unsigned i = 0; i < G_N_ELEMENTS(libraries); i++)
        g_regex_unref(uses[i]);
    g_regex_unref(comments);
    g_hash_table_unref(known);
}
END_TEST

int main(void)
{
    root = g_getenv("SIMGPU_TEST_ROOT");
    Suite *suite = suite_create("includes");
    TCase *tests = tcase_create("includes");
    tcase_add_test(tests, files_include_the_libraries_they_use);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
