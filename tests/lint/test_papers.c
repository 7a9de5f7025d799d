/* SPDX-License-Identifier: BSD-3-Clause */
/* A publication's page has the same five sections, and is short: details, long tables and trials
 * are on pages beside it, whose names end as `beside` has them. */
#include "tests/lint/tree.h"
#include "tests/rigs/command.h"
#include <string.h>

enum { MOST_WORDS = 1500, SECTIONS = 5 };

static const char *const sections[SECTIONS] = {
    "## What it proposes", "## How to run it", "## Published beside ours",
    "## Why they differ",  "## What we chose",
};

static const char *const beside[] = {"README.md", "-experiments.md", "-models.md"};

static bool is_of_publication(const char *page)
{
    for (guint i = 0; i < G_N_ELEMENTS(beside); i++)
        if (g_str_has_suffix(page, beside[i]))
            return false;
    return true;
}

static void look_at_sections(const char *page, char **lines)
{
    unsigned n = 0;
    for (char **line = lines; *line; line++) {
        if (!g_str_has_prefix(*line, "## "))
            continue;
        ck_assert_msg(n < SECTIONS && strcmp(*line, sections[n]) == 0, "%s: \"%s\" stands where %s",
                      page, *line, n < SECTIONS ? sections[n] : "the page ends");
        n++;
    }
    ck_assert_msg(n == SECTIONS, "%s has no \"%s\"", page, n < SECTIONS ? sections[n] : "");
}

/* Marks of tables and lists are no words. */
static bool is_word(const char *text)
{
    for (; *text; text++)
        if (g_ascii_isalnum(*text))
            return true;
    return false;
}

static unsigned count_words(const char *text)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \n", -1);
    unsigned n = 0;
    for (char **word = words; *word; word++)
        n += is_word(*word);
    return n;
}

START_TEST(pages_of_publications_have_five_sections)
{
    g_autoptr(GPtrArray) pages = tree_files("docs/papers", ".md");
    unsigned n = 0;
    for (guint i = 0; i < pages->len; i++) {
        const char *page = pages->pdata[i];
        if (!is_of_publication(page))
            continue;
        g_autofree char *text = tree_text(page);
        g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
        const unsigned n_words = count_words(text);
        look_at_sections(page, lines);
        ck_assert_msg(n_words <= MOST_WORDS, "%s has %u words, more than %d", page, n_words,
                      MOST_WORDS);
        n++;
    }
    ck_assert_uint_ge(n, 9);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("papers");
    TCase *tests = tcase_create("papers");
    tcase_add_test(tests, pages_of_publications_have_five_sections);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
