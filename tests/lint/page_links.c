/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/lint/page_links.h"
#include <string.h>

static void clear_text(void *text)
{
    g_free(((struct page_text *)text)->text);
}

static GArray *texts_new(void)
{
    GArray *texts = g_array_new(FALSE, FALSE, sizeof(struct page_text));
    g_array_set_clear_func(texts, clear_text);
    return texts;
}

/* Appends the first group of each match in a line. */
static void add_matches(GArray *texts, const GRegex *regex, const char *line, unsigned number)
{
    g_autoptr(GMatchInfo) match = NULL;
    for (g_regex_match(regex, line, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        struct page_text text = {number, g_match_info_fetch(match, 1)};
        g_array_append_val(texts, text);
    }
}

static gboolean has_prose(const struct markdown_line *line)
{
    return line->kind == MARKDOWN_TEXT || line->kind == MARKDOWN_ITEM ||
           line->kind == MARKDOWN_TABLE || line->kind == MARKDOWN_HEADING;
}

GArray *page_links(const struct markdown *page)
{
    GArray *links = texts_new();
    g_autoptr(GRegex) code = g_regex_new("`[^`]*`", 0, 0, NULL);
    g_autoptr(GRegex) link =
        g_regex_new("\\]\\(<?([^()\\s>]+(\\([^()]*\\))?[^()\\s>]*)", 0, 0, NULL);
    for (unsigned i = 0; i < page->n; i++) {
        const struct markdown_line *line = &page->lines[i];
        if (!has_prose(line))
            continue;
        g_autofree char *plain = g_regex_replace_literal(code, line->text, -1, 0, "", 0, NULL);
        add_matches(links, link, plain, line->number);
    }
    return links;
}

GArray *page_code(const struct markdown *page)
{
    GArray *texts = texts_new();
    g_autoptr(GRegex) code = g_regex_new("`([^`]+)`", 0, 0, NULL);
    for (unsigned i = 0; i < page->n; i++)
        if (has_prose(&page->lines[i]))
            add_matches(texts, code, page->lines[i].text, page->lines[i].number);
    return texts;
}

/* Of a heading, without the number that makes it unlike others. */
static char *anchor(const char *heading)
{
    g_autoptr(GRegex) links = g_regex_new("\\[([^\\]]*)\\]\\([^)]*\\)", 0, 0, NULL);
    g_autofree char *plain = g_regex_replace(links, heading, -1, 0, "\\1", 0, NULL);
    GString *name = g_string_new(NULL);
    for (const char *at = g_strchomp(plain); *at; at = g_utf8_next_char(at)) {
        gunichar sign = g_utf8_get_char(at);
        if (sign == ' ')
            g_string_append_c(name, '-');
        else if (g_unichar_isalnum(sign) || sign == '-' || sign == '_')
            g_string_append_unichar(name, g_unichar_tolower(sign));
    }
    return g_string_free(name, FALSE);
}

GHashTable *page_anchors(const struct markdown *page)
{
    GHashTable *anchors = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (unsigned i = 0; i < page->n; i++) {
        if (page->lines[i].kind != MARKDOWN_HEADING)
            continue;
        g_autofree char *plain = anchor(page->lines[i].text);
        char *name = g_strdup(plain);
        for (unsigned n = 1; g_hash_table_contains(anchors, name); n++) {
            g_free(name);
            name = g_strdup_printf("%s-%u", plain, n);
        }
        g_hash_table_add(anchors, name);
    }
    return anchors;
}

char *page_target(const char *page, const char *target)
{
    g_autofree char *folder = g_path_get_dirname(page);
    g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *joined = g_build_filename(folder, target, NULL);
    g_auto(GStrv) names = g_strsplit(joined, "/", -1);
    for (char **name = names; *name; name++) {
        if (**name == '\0' || strcmp(*name, ".") == 0)
            continue;
        if (strcmp(*name, "..") != 0)
            g_ptr_array_add(parts, g_strdup(*name));
        else if (parts->len > 0)
            g_ptr_array_remove_index(parts, parts->len - 1);
        else
            return NULL;
    }
    g_ptr_array_add(parts, NULL);
    return g_strjoinv("/", (char **)parts->pdata);
}
