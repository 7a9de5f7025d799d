/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/lint/markdown.h"
#include "tests/lint/tree.h"
#include <string.h>

/* What the lines before have left open. */
struct state {
    bool fenced, commented;
    gsize item;                /* how far an item's text is indented; 0: outside of lists */
    enum markdown_kind before; /* the last line's */
};

/* Letters before the text of an item: "- ", "12. "; 0 if none begins here. */
static gsize item_mark(const char *text)
{
    gsize digits = strspn(text, "0123456789");
    gsize mark = digits > 0 && (text[digits] == '.' || text[digits] == ')') ? digits + 1
                 : strchr("-*+", *text) && *text                            ? 1
                                                                            : 0;
    return mark > 0 && text[mark] == ' ' ? mark + strspn(text + mark, " ") : 0;
}

static enum markdown_kind fenced_kind(struct state *state, const char *text)
{
    if (!g_str_has_prefix(text, "```"))
        return MARKDOWN_CODE;
    state->fenced = false;
    return MARKDOWN_FENCE;
}

static enum markdown_kind commented_kind(struct state *state, const char *text)
{
    state->commented = !strstr(text, "-->");
    return MARKDOWN_COMMENT;
}

/* Of a line that begins with `indent` blanks and text. */
static enum markdown_kind open_kind(struct state *state, const char *text, gsize indent)
{
    bool after_gap = state->before != MARKDOWN_TEXT && state->before != MARKDOWN_ITEM;
    if (indent < state->item && after_gap)
        state->item = 0;
    if (g_str_has_prefix(text, "```")) {
        state->fenced = true;
        return MARKDOWN_FENCE;
    }
    if (g_str_has_prefix(text, "<!--"))
        return commented_kind(state, text);
    if (indent >= state->item + 4 && after_gap)
        return MARKDOWN_CODE;
    if (*text == '|')
        return MARKDOWN_TABLE;
    if (*text == '#' && text[strspn(text, "#")] == ' ')
        return MARKDOWN_HEADING;
    return item_mark(text) > 0 ? MARKDOWN_ITEM : MARKDOWN_TEXT;
}

/* The text without what makes it of its kind. */
static const char *inner_text(enum markdown_kind kind, const char *line, const char *text)
{
    switch (kind) {
    case MARKDOWN_CODE:
    case MARKDOWN_COMMENT:
        return line;
    case MARKDOWN_ITEM:
        return text + item_mark(text);
    case MARKDOWN_HEADING:
        return text + strspn(text, "# ");
    case MARKDOWN_FENCE:
        return text + strspn(text, "`");
    case MARKDOWN_TEXT:
        return text + strspn(text, "> ");
    default:
        return text;
    }
}

static struct markdown_line read_line(struct state *state, const char *line, unsigned number)
{
    gsize indent = strspn(line, " ");
    const char *text = line + indent;
    enum markdown_kind kind = state->fenced      ? fenced_kind(state, text)
                              : state->commented ? commented_kind(state, text)
                              : *text == '\0'    ? MARKDOWN_BLANK
                                                 : open_kind(state, text, indent);
    if (kind == MARKDOWN_ITEM)
        state->item = indent + item_mark(text);
    if (kind == MARKDOWN_HEADING)
        state->item = 0;
    state->before = kind;
    return (struct markdown_line){kind, inner_text(kind, line, text), number};
}

void markdown_init(struct markdown *page, const char *text)
{
    struct state state = {.before = MARKDOWN_BLANK};
    page->texts = g_strsplit(text, "\n", -1);
    page->n = g_strv_length(page->texts);
    page->lines = g_new(struct markdown_line, page->n);
    for (unsigned i = 0; i < page->n; i++)
        page->lines[i] = read_line(&state, page->texts[i], i + 1);
}

void markdown_finish(struct markdown *page)
{
    g_free(page->lines);
    g_strfreev(page->texts);
}

GPtrArray *markdown_pages(void)
{
    static const char *const at_top[] = {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"};
    g_autoptr(GPtrArray) all = tree_files("", ".md");
    GPtrArray *pages = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < all->len; i++) {
        const char *page = all->pdata[i];
        bool top = false;
        for (unsigned j = 0; j < G_N_ELEMENTS(at_top); j++)
            top |= strcmp(page, at_top[j]) == 0;
        if (top || tree_is_in(page, "docs") || g_str_has_suffix(page, "/README.md"))
            g_ptr_array_add(pages, g_strdup(page));
    }
    return pages;
}
