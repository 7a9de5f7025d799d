/* SPDX-License-Identifier: BSD-3-Clause */
/* Pages are written in short sentences: at most 35 words, and most have fewer than 25.
 *
 * How many are longer today is counted here, and may only fall: when it has, lower the number.
 */
#include "tests/lint/sentences.h"
#include "tests/lint/tree.h"
#include "tests/rigs/command.h"
#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 35, KNOWN_LONG = 0, SHOWN = 10 };

/* Made by programs, of what the code says: short sentences are tests of theirs. */
static const char *const made[] = {
    "docs/reference/metrics.md", "docs/reference/options.md",    "docs/reference/policies.md",
    "docs/reference/ptx.md",     "docs/reference/properties.md", NULL,
};

struct found {
    unsigned n_words, line;
    const char *page;
    char *begin;
};

static void clear_found(void *found)
{
    g_free(((struct found *)found)->begin);
}

static int longest_first(gconstpointer a, gconstpointer b)
{
    const struct found *one = a, *other = b;
    return one->n_words != other->n_words ? (one->n_words < other->n_words ? 1 : -1)
                                          : strcmp(one->page, other->page);
}

static void look_at_page(const char *name, GArray *found)
{
    struct markdown page;
    g_autofree char *text = tree_text(name);
    markdown_init(&page, text);
    g_autoptr(GArray) sentences = sentences_of(&page);
    for (guint i = 0; i < sentences->len; i++) {
        const struct sentence *sentence = &g_array_index(sentences, struct sentence, i);
        struct found one = {sentence->n_words, sentence->line, name, NULL};
        if (sentence->n_words <= MOST_WORDS)
            continue;
        one.begin = g_strdup(sentence->begin);
        g_array_append_val(found, one);
    }
    markdown_finish(&page);
}

/* The longest ones, a line each. */
static char *worst(const GArray *found)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < MIN(found->len, SHOWN); i++) {
        const struct found *one = &g_array_index(found, struct found, i);
        g_string_append_printf(text, "  %s:%u: %u words: %s ...\n", one->page, one->line,
                               one->n_words, one->begin);
    }
    return g_string_free(text, FALSE);
}

START_TEST(sentences_of_pages_are_short)
{
    g_autoptr(GPtrArray) pages = markdown_pages();
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(struct found));
    g_array_set_clear_func(found, clear_found);
    ck_assert_uint_gt(pages->len, 50);
    for (guint i = 0; i < pages->len; i++)
        if (!g_strv_contains(made, pages->pdata[i]))
            look_at_page(pages->pdata[i], found);
    g_array_sort(found, longest_first);
    g_autofree char *shown = worst(found);
    printf("%u sentences have more than %d words; the longest:\n%s", found->len, MOST_WORDS, shown);
    ck_assert_msg((int)found->len <= KNOWN_LONG, "%u sentences have more than %d words, not %d\n%s",
                  found->len, MOST_WORDS, KNOWN_LONG, shown);
    if ((int)found->len < KNOWN_LONG)
        printf("no longer %d: lower the number in test_prose.c\n", KNOWN_LONG);
}
END_TEST

/* ---- sentences are found ------------------------------------------------------------------ */

/* A page, and how many words its sentences have. */
static const struct example {
    const char *page, *words;
} examples[] = {
    {"One two three. Four five.", "3 2"},
    {"A line\nand another one.\n\nA paragraph\n", "5 2"},
    {"# A heading\n\nText here.", "2"},
    {"- an item of five words\n- another item,\n  on two lines. Two sentences\n", "5 5 2"},
    {"1. first\n2. second one\n", "1 2"},
    {"As in Fig. 3 of Rogers et al. it grows, e.g. by two.", "13"},
    {"Is it so? Yes! \"It is.\" (Or not.) End", "3 1 2 2 1"},
    {"It takes 1.5 ns. Then 2 more, etc. and so on ... until it ends.", "4 10"},
    {"`simgpu a b c` is one word. So is [a link's text](to/a page.md).", "4 5"},
    {"Code `over\ntwo lines` ends. Here", "3 1"},
    {"Text:\n\n    code is. not read\n\n| a | row. Not |\n|---|---|\n\nMore text", "1 2"},
    {"```sh\nrun it. now\n```\nBehind it.", "2"},
    {"Some *more emphasis* than **usual.** Then - with a dash - five words.", "5 6"},
    {"<!-- a comment. Long -->\nText.", "1"},
    {"- item\n\n  its second paragraph.\n\n      its code\n\nBack again.", "1 3 2"},
    {"> A quotation of\n> six words.", "5"},
    {"D. Knuth wrote it. X", "4 1"},
};

START_TEST(sentences_are_found)
{
    struct markdown page;
    g_autoptr(GString) words = g_string_new(NULL);
    markdown_init(&page, examples[_i].page);
    g_autoptr(GArray) sentences = sentences_of(&page);
    for (guint i = 0; i < sentences->len; i++)
        g_string_append_printf(words, "%s%u", i > 0 ? " " : "",
                               g_array_index(sentences, struct sentence, i).n_words);
    ck_assert_msg(strcmp(words->str, examples[_i].words) == 0, "\"%s\": %s, not %s",
                  examples[_i].page, words->str, examples[_i].words);
    markdown_finish(&page);
}
END_TEST

START_TEST(a_sentence_has_the_line_where_it_begins)
{
    struct markdown page;
    markdown_init(&page, "One\n\nTwo three.\nFour\nfive. Six\n");
    g_autoptr(GArray) sentences = sentences_of(&page);
    ck_assert_uint_eq(sentences->len, 4);
    static const unsigned lines[] = {1, 3, 4, 5};
    for (guint i = 0; i < 4; i++)
        ck_assert_uint_eq(g_array_index(sentences, struct sentence, i).line, lines[i]);
    ck_assert_str_eq(g_array_index(sentences, struct sentence, 2).begin, "Four five.");
    markdown_finish(&page);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("prose");
    TCase *tests = tcase_create("prose");
    tcase_add_test(tests, sentences_of_pages_are_short);
    tcase_add_loop_test(tests, sentences_are_found, 0, (int)G_N_ELEMENTS(examples));
    tcase_add_test(tests, a_sentence_has_the_line_where_it_begins);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
