/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/docs/page_steps.h"
#include "tests/lint/markdown.h"
#include <stdbool.h>
#include <string.h>

static void clear_step(void *data)
{
    struct page_step *step = data;
    g_free(step->file);
    g_free(step->text);
    g_free(step->output);
    g_free(step->needs);
}

/* The lines of code behind a fence, up to the next one. *at is that one's number then. */
static char *block_text(const struct markdown *page, unsigned *at)
{
    GString *text = g_string_new(NULL);
    for (++*at; *at < page->n && page->lines[*at].kind == MARKDOWN_CODE; ++*at)
        g_string_append_printf(text, "%s\n", page->lines[*at].text);
    return g_string_free(text, FALSE);
}

/* The name behind "file=", or NULL. */
/* The rest of the first word that begins so; NULL: there is none. g_free. */
static char *word_with(char **words, const char *start)
{
    for (; *words; words++)
        if (g_str_has_prefix(*words, start))
            return g_strdup(*words + strlen(start));
    return NULL;
}

/* Takes a block of code. False: it is output of nothing. */
static bool add_block(GArray *steps, const char *info, unsigned line, char *block)
{
    g_auto(GStrv) words = g_strsplit(info, " ", -1);
    g_autofree char *text = block, *file = word_with(words, "file=");
    g_autofree char *needs = word_with(words, "needs=");
    if (file || strcmp(info, "sh run") == 0 || (needs && g_str_has_prefix(info, "sh run "))) {
        struct page_step step = {line, g_steal_pointer(&file), g_steal_pointer(&text), NULL,
                                 g_steal_pointer(&needs)};
        g_array_append_val(steps, step);
    } else if (strcmp(info, "text output") == 0) {
        struct page_step *last =
            steps->len > 0 ? &g_array_index(steps, struct page_step, steps->len - 1) : NULL;
        if (!last || last->file || last->output)
            return false;
        last->output = g_steal_pointer(&text);
    }
    return true;
}

GArray *page_steps(const char *page, char **problem)
{
    struct markdown markdown;
    g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(struct page_step));
    g_array_set_clear_func(steps, clear_step);
    markdown_init(&markdown, page);
    *problem = NULL;
    for (unsigned at = 0; at < markdown.n && !*problem; at++) {
        if (markdown.lines[at].kind != MARKDOWN_FENCE)
            continue;
        const struct markdown_line *fence = &markdown.lines[at];
        char *text = block_text(&markdown, &at);
        if (!add_block(steps, fence->text, fence->number, text))
            *problem = g_strdup_printf("line %u: output without commands before it", fence->number);
    }
    markdown_finish(&markdown);
    return *problem ? NULL : g_steal_pointer(&steps);
}

static bool matches(const char *expected, const char *line)
{
    g_auto(GStrv) parts = g_strsplit(expected, "...", -1);
    for (char **part = parts; *part; part++) {
        char *plain = *part;
        *part = g_regex_escape_string(plain, -1);
        g_free(plain);
    }
    g_autofree char *inner = g_strjoinv(".*", parts);
    g_autofree char *pattern = g_strdup_printf("^%s\\s*$", inner);
    return g_regex_match_simple(pattern, line, 0, 0);
}

static bool is_gap(const char *line)
{
    return strcmp(line, "...") == 0;
}

/* How many lines, from `expected` on, the lines from `printed` on have, up to the next gap. */
static unsigned n_matching(char **expected, char **printed)
{
    unsigned n = 0;
    while (expected[n] && !is_gap(expected[n]) && printed[n] && matches(expected[n], printed[n]))
        n++;
    return n;
}

char *page_missing_line(const char *expected, const char *printed)
{
    g_autofree char *wanted = g_strchomp(g_strdup(expected));
    g_auto(GStrv) want = g_strsplit(wanted, "\n", -1), have = g_strsplit(printed, "\n", -1);
    char **line = have;
    for (char **at = want; *at;) {
        unsigned length = 0, best = 0;
        if (is_gap(*at)) {
            at++;
            continue;
        }
        while (at[length] && !is_gap(at[length]))
            length++;
        for (; *line && n_matching(at, line) < length; line++)
            best = MAX(best, n_matching(at, line));
        if (!*line)
            return g_strdup(at[best]);
        line += length;
        at += length;
    }
    return NULL;
}
