/* SPDX-License-Identifier: BSD-3-Clause */
/* Links of pages lead somewhere: to a file or folder that is there and, behind "#", to a heading
 * of that page. What stands in backticks and is a file's path is the path of a file that is there.
 *
 * A path begins with a folder of the tree's top, with one beside the page, or with one of those
 * that pages speak of, as "sm/sm.c" of models/. Others are files of the reader's, or of other
 * projects. One with a "*", with braces, or with a NAME in capitals
 * stands for several, and is passed over. Comments in sources are held to the same.
 */
#include "tests/lint/page_links.h"
#include "tests/lint/tree.h"
#include "tests/rigs/command.h"
#include <string.h>

enum { LONGEST_MESSAGE = 3000 }; /* Check ends the test at a longer one */

static bool has_anchor(const char *page_name, const char *name)
{
    struct markdown page;
    g_autofree char *text = tree_text(page_name);
    markdown_init(&page, text);
    g_autoptr(GHashTable) anchors = page_anchors(&page);
    markdown_finish(&page);
    return g_hash_table_contains(anchors, name);
}

/* What is wrong with a link of a page; NULL: nothing. g_free. */
static char *link_problem(const char *page, const char *link)
{
    if (strstr(link, "://") || g_str_has_prefix(link, "mailto:"))
        return NULL;
    g_auto(GStrv) parts = g_strsplit(link, "#", 2);
    g_autofree char *file = *parts[0] ? page_target(page, parts[0]) : g_strdup(page);
    if (!file || !tree_has(file))
        return g_strdup_printf("there is no %s", file ? file : link);
    if (parts[1] && g_str_has_suffix(file, ".md") && !has_anchor(file, parts[1]))
        return g_strdup_printf("%s has no heading #%s", file, parts[1]);
    return NULL;
}

static bool is_path(const char *text)
{
    return g_regex_match_simple("^[\\w.-]+(/[\\w.-]+)+\\.(c|h|cu|md|xml|json|sh|py)$", text, 0,
                                0) &&
           !g_regex_match_simple("(^|/)[A-Z]+\\.\\w+$|[^A-Za-z][A-Z]{2,}[^A-Za-z]", text, 0, 0);
}

/* Folders from which pages name files, besides the top and their own. */
static const char *const speaks_of[] = {"models", "platforms", "workloads", "workloads/ptx",
                                        "workloads/suite"};

/* `path` is there, as seen from the top, from the page's folder or from one of those. */
static bool is_somewhere(const char *page, const char *path)
{
    g_autofree char *beside = page_target(page, path);
    bool is = tree_has(path) || (beside && tree_has(beside));
    for (unsigned i = 0; i < G_N_ELEMENTS(speaks_of) && !is; i++) {
        g_autofree char *inside = g_build_filename(speaks_of[i], path, NULL);
        is = tree_has(inside);
    }
    return is;
}

static char *path_problem(const char *page, const char *text)
{
    g_autofree char *first = g_strndup(text, strcspn(text, "/"));
    if (!is_path(text) || !is_somewhere(page, first) || is_somewhere(page, text))
        return NULL;
    return g_strdup_printf("there is no %s", text);
}

static void add_problems(const char *page, const GArray *texts,
                         char *problem_of(const char *page, const char *text), GString *problems)
{
    for (guint i = 0; i < texts->len; i++) {
        const struct page_text *text = &g_array_index(texts, struct page_text, i);
        g_autofree char *problem = problem_of(page, text->text);
        if (problem)
            g_string_append_printf(problems, "\n  %s:%u: %s", page, text->line, problem);
    }
}

static void look_at_page(const char *name, GString *problems)
{
    struct markdown page;
    g_autofree char *text = tree_text(name);
    markdown_init(&page, text);
    g_autoptr(GArray) links = page_links(&page), code = page_code(&page);
    add_problems(name, links, link_problem, problems);
    add_problems(name, code, path_problem, problems);
    markdown_finish(&page);
}

START_TEST(links_and_paths_lead_somewhere)
{
    g_autoptr(GPtrArray) pages = tree_files("", ".md");
    g_autoptr(GString) problems = g_string_new(NULL);
    ck_assert_uint_gt(pages->len, 50);
    for (guint i = 0; i < pages->len; i++)
        look_at_page(pages->pdata[i], problems);
    ck_assert_msg(problems->len == 0, "%.*s", LONGEST_MESSAGE, problems->str);
}
END_TEST

/* Paths in a source file's comments. */
static void look_at_comments(const char *file, const GRegex *comment, const GRegex *path,
                             GString *problems)
{
    g_autofree char *text = tree_text(file);
    g_autoptr(GMatchInfo) in_text = NULL;
    for (g_regex_match(comment, text, 0, &in_text); g_match_info_matches(in_text);
         g_match_info_next(in_text, NULL)) {
        g_autofree char *words = g_match_info_fetch(in_text, 0);
        g_autoptr(GMatchInfo) in_words = NULL;
        for (g_regex_match(path, words, 0, &in_words); g_match_info_matches(in_words);
             g_match_info_next(in_words, NULL)) {
            g_autofree char *name = g_match_info_fetch(in_words, 0);
            g_autofree char *problem = path_problem(file, name);
            if (problem)
                g_string_append_printf(problems, "\n  %s: a comment: %s", file, problem);
        }
    }
}

START_TEST(paths_in_comments_lead_somewhere)
{
    g_autoptr(GPtrArray) files = tree_files("", ".c .h .cu");
    g_autoptr(GString) problems = g_string_new(NULL);
    g_autoptr(GRegex) comment = g_regex_new("/\\*.*?\\*/", G_REGEX_DOTALL, 0, NULL);
    g_autoptr(GRegex) path = g_regex_new(
        "(?<![\\w./-])(\\w[\\w-]*/)+[\\w.-]+\\.(c|h|cu|md|xml|json|sh|py)(?![\\w*-])", 0, 0, NULL);
    for (guint i = 0; i < files->len; i++)
        look_at_comments(files->pdata[i], comment, path, problems);
    ck_assert_msg(problems->len == 0, "%.*s", LONGEST_MESSAGE, problems->str);
}
END_TEST

/* ---- what is wrong is found --------------------------------------------------------------- */

START_TEST(links_are_found)
{
    struct markdown page;
    markdown_init(&page,
                  "See [one](a.md) and [two](b/c.md#d), `[not](this)`.\n\n"
                  "    [nor](that)\n\n| [a row](x_(y).md) |\n- ![picture](p.svg \"title\")\n");
    g_autoptr(GArray) links = page_links(&page);
    static const struct page_text expected[] = {
        {1, "a.md"}, {1, "b/c.md#d"}, {5, "x_(y).md"}, {6, "p.svg"}};
    ck_assert_uint_eq(links->len, G_N_ELEMENTS(expected));
    for (guint i = 0; i < links->len; i++) {
        ck_assert_str_eq(g_array_index(links, struct page_text, i).text, expected[i].text);
        ck_assert_uint_eq(g_array_index(links, struct page_text, i).line, expected[i].line);
    }
    markdown_finish(&page);
}
END_TEST

START_TEST(anchors_are_as_github_makes_them)
{
    static const char *const expected[] = {"a-heading", "whats-new-in-12", "code_name-of-x",
                                           "to-add-",   "a-heading-1",     "größe-a--b"};
    struct markdown page;
    markdown_init(&page, "# A heading\n## What's new in 1.2?\n### `code_name` of [x](y.md)\n"
                         "## To add ...\n#no heading\n# A heading\n# Größe: a + b\n");
    g_autoptr(GHashTable) anchors = page_anchors(&page);
    for (unsigned i = 0; i < G_N_ELEMENTS(expected); i++)
        ck_assert_msg(g_hash_table_contains(anchors, expected[i]), "no %s", expected[i]);
    ck_assert_uint_eq(g_hash_table_size(anchors), G_N_ELEMENTS(expected));
    markdown_finish(&page);
}
END_TEST

static const struct fault {
    const char *link, *problem;
} faults[] = {
    {"../README.md", NULL},
    {"../tests/lint", NULL},
    {"https://example.org/x.md", NULL},
    {"nothing.md", "there is no docs/nothing.md"},
    {"../../README.md", "there is no ../../README.md"},
    {"../README.md#no-such-heading", "README.md has no heading #no-such-heading"},
};

START_TEST(a_false_link_is_found)
{
    g_autofree char *problem = link_problem("docs/page.md", faults[_i].link);
    ck_assert_pstr_eq(problem, faults[_i].problem);
}
END_TEST

static const struct fault paths[] = {
    {"tests/lint/test_links.c", NULL},
    {"lint/test_links.c", NULL}, /* beside the page */
    {"policies/warp_scheduler/NAME.c", NULL},
    {"models/*/*_config.c", NULL},
    {"my/own.json", NULL},
    {"l2/bank.c", NULL},
    {"l2/banks.c", "there is no l2/banks.c"},
    {"tests/lint/test_link.c", "there is no tests/lint/test_link.c"},
    {"lint/test_link.c", "there is no lint/test_link.c"},
};

START_TEST(a_false_path_is_found)
{
    g_autofree char *problem = path_problem("tests/README.md", paths[_i].link);
    ck_assert_pstr_eq(problem, paths[_i].problem);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("links");
    TCase *tests = tcase_create("links");
    tcase_add_test(tests, links_and_paths_lead_somewhere);
    tcase_add_test(tests, paths_in_comments_lead_somewhere);
    tcase_add_test(tests, links_are_found);
    tcase_add_test(tests, anchors_are_as_github_makes_them);
    tcase_add_loop_test(tests, a_false_link_is_found, 0, (int)G_N_ELEMENTS(faults));
    tcase_add_loop_test(tests, a_false_path_is_found, 0, (int)G_N_ELEMENTS(paths));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
