/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/lint/sentences.h"
#include <stdbool.h>
#include <string.h>

enum { SHOWN_WORDS = 8 };

/* A paragraph without its marks: its characters, and for each the line that it stands in. */
struct plain {
    GString *text;
    GArray *lines;
};

/* Behind these, with what they end in, a sentence goes on. */
static const char *const abbreviations[] = {
    "al.",   "approx.", "cf.",  "Ch.",  "Corp.", "Dr.", "e.g.", "Eq.",  "Eqs.",
    "Fig.",  "Figs.",   "i.e.", "Inc.", "No.",   "p.",  "pp.",  "Ref.", "Refs.",
    "resp.", "Sec.",    "St.",  "Tab.", "vol.",  "vs.", NULL,
};

static void clear_sentence(void *sentence)
{
    g_free(((struct sentence *)sentence)->begin);
}

static void add_character(struct plain *plain, char character, unsigned line)
{
    g_string_append_c(plain->text, character);
    g_array_append_val(plain->lines, line);
}

/* How many characters of a mark to pass over: an emphasis, a link's brackets and its target. */
static gsize mark_length(const char *at)
{
    const char *end = g_str_has_prefix(at, "](") ? strchr(at, ')') : NULL;
    if (end)
        return (gsize)(end - at) + 1;
    return *at == '*' || *at == '[' || *at == ']' ? 1 : 0;
}

/* Appends a line of a paragraph. in_code: it begins, and then ends, between backticks. */
static void add_line(struct plain *plain, const struct markdown_line *line, bool *in_code)
{
    for (const char *at = line->text; *at;) {
        gsize mark = *in_code ? 0 : mark_length(at);
        if (*at == '`') {
            *in_code = !*in_code;
            if (*in_code)
                add_character(plain, 'x', line->number);
            mark = 1;
        } else if (mark == 0 && !*in_code)
            add_character(plain, *at, line->number);
        at += MAX(mark, 1);
    }
    if (!*in_code)
        add_character(plain, ' ', line->number);
}

static bool has_word(const char *token)
{
    for (; *token; token++)
        if (g_ascii_isalnum(*token) || (guchar)*token >= 0x80)
            return true;
    return false;
}

/* next: the token behind it, or NULL. */
static bool ends_sentence(const char *token, const char *next)
{
    g_autofree char *bare = g_strdup(token + strspn(token, "(\"'"));
    gsize length = strlen(bare);
    while (length > 0 && strchr(")\"'_", bare[length - 1]))
        bare[--length] = '\0';
    if (length == 0 || !strchr(".?!", bare[length - 1]))
        return false;
    bool goes_on = next && !g_ascii_isupper(next[strspn(next, "(\"'")]);
    if (g_str_has_suffix(bare, "..") || strcmp(bare, "etc.") == 0)
        return !goes_on;
    bool initial = length == 2 && g_ascii_isupper(bare[0]);
    return !initial && !g_strv_contains(abbreviations, bare);
}

/* Adds a word to a sentence that begins with it if it has none. */
static void add_word(struct sentence *sentence, const char *token, unsigned line)
{
    if (sentence->n_words == 0)
        sentence->line = line;
    if (sentence->n_words < SHOWN_WORDS) {
        char *more =
            sentence->begin ? g_strconcat(sentence->begin, " ", token, NULL) : g_strdup(token);
        g_free(sentence->begin);
        sentence->begin = more;
    }
    sentence->n_words++;
}

static void end_sentence(struct sentence *sentence, GArray *sentences)
{
    if (sentence->n_words > 0)
        g_array_append_val(sentences, *sentence);
    *sentence = (struct sentence){0};
}

/* Cuts a paragraph, and empties it. */
static void end_paragraph(struct plain *plain, GArray *sentences)
{
    struct sentence sentence = {0};
    gsize at = 0;
    g_auto(GStrv) tokens = g_strsplit(plain->text->str, " ", -1);
    for (char **token = tokens; *token; token++) {
        char **next = token + 1;
        while (*next && **next == '\0')
            next++;
        if (has_word(*token))
            add_word(&sentence, *token, g_array_index(plain->lines, unsigned, at));
        if (ends_sentence(*token, *next))
            end_sentence(&sentence, sentences);
        at += strlen(*token) + 1;
    }
    end_sentence(&sentence, sentences);
    g_string_truncate(plain->text, 0);
    g_array_set_size(plain->lines, 0);
}

GArray *sentences_of(const struct markdown *page)
{
    bool in_code = false;
    GArray *sentences = g_array_new(FALSE, FALSE, sizeof(struct sentence));
    g_array_set_clear_func(sentences, clear_sentence);
    struct plain plain = {g_string_new(NULL), g_array_new(FALSE, FALSE, sizeof(unsigned))};
    for (unsigned i = 0; i < page->n; i++) {
        const struct markdown_line *line = &page->lines[i];
        if (line->kind != MARKDOWN_TEXT) {
            end_paragraph(&plain, sentences);
            in_code = false;
        }
        if (line->kind == MARKDOWN_TEXT || line->kind == MARKDOWN_ITEM)
            add_line(&plain, line, &in_code);
    }
    end_paragraph(&plain, sentences);
    g_string_free(plain.text, TRUE);
    g_array_unref(plain.lines);
    return sentences;
}
