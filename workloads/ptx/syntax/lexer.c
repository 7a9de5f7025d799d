/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/syntax/lexer.h"
#include "base/input_error.h"
#include "workloads/ptx/syntax/number.h"
#include <string.h>

enum { SHOWN_CHARACTERS = 40 };

static void fail(struct ptx_lexer *l, unsigned line, const char *message)
{
    input_error_at(l->error, l->file, line, "%s", message);
    l->token.kind = TOKEN_ERROR;
}

static bool is_word_start(char c)
{
    return g_ascii_isalpha(c) || c == '_' || c == '$' || c == '%';
}

static bool is_word_rest(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '$';
}

static bool at(const struct ptx_lexer *l, const char *two)
{
    return l->end - l->next >= 2 && l->next[0] == two[0] && l->next[1] == two[1];
}

static void skip_line(struct ptx_lexer *l)
{
    while (l->next < l->end && *l->next != '\n')
        l->next++;
}

static bool skip_block_comment(struct ptx_lexer *l)
{
    unsigned opened = l->line;
    for (l->next += 2; !at(l, "*/"); l->next++) {
        if (l->next >= l->end) {
            fail(l, opened, "this comment is never closed: expected '*/' before the end of file");
            return false;
        }
        if (*l->next == '\n')
            l->line++;
    }
    l->next += 2;
    return true;
}

/* Moves to the next character of a token; false after an error. */
static bool skip_blanks(struct ptx_lexer *l)
{
    while (l->next < l->end) {
        if (at(l, "//") || at(l, "@@")) {
            skip_line(l);
        } else if (at(l, "/*")) {
            if (!skip_block_comment(l))
                return false;
        } else if (g_ascii_isspace(*l->next) || *l->next == '\v') {
            if (*l->next == '\n')
                l->line++;
            l->next++;
        } else {
            break;
        }
    }
    return true;
}

static void read_string(struct ptx_lexer *l)
{
    const char *start = ++l->next;
    while (l->next < l->end && *l->next != '"' && *l->next != '\n')
        l->next += *l->next == '\\' && l->end - l->next > 1 && l->next[1] != '\n' ? 2 : 1;
    if (l->next >= l->end || *l->next != '"') {
        fail(l, l->token.line, "this string is never closed: expected '\"' before the line ends");
        return;
    }
    l->token.kind = TOKEN_STRING;
    l->token.text = start;
    l->token.length = (size_t)(l->next - start);
    l->next++;
}

/* A dot that no word follows is punctuation. */
static void read_dot(struct ptx_lexer *l)
{
    const char *c = l->next + 1;
    while (c < l->end && is_word_rest(*c)) {
        while (c < l->end && is_word_rest(*c))
            c++;
        if (l->end - c >= 3 && c[0] == ':' && c[1] == ':' && is_word_rest(c[2]))
            c += 2;
    }
    l->token.kind = c == l->next + 1 ? TOKEN_PUNCTUATION : TOKEN_DOT;
    if (l->token.kind == TOKEN_PUNCTUATION)
        c = l->next++;
    else
        l->token.text++;
    l->token.length = l->token.kind == TOKEN_DOT ? (size_t)(c - l->token.text) : 1;
    l->next = l->token.text + l->token.length;
}

static void read_number(struct ptx_lexer *l)
{
    struct ptx_number number;
    const char *problem = ptx_number_read(&number, l->next, l->end);
    if (problem) {
        fail(l, l->token.line, problem);
        return;
    }
    l->token.kind = number.kind == PTX_NUMBER_INTEGER ? TOKEN_INTEGER
                    : number.kind == PTX_NUMBER_F32   ? TOKEN_F32
                                                      : TOKEN_F64;
    l->token.value = number.bits;
    l->token.length = number.length;
    l->next += number.length;
}

void ptx_lexer_next(struct ptx_lexer *l)
{
    if (l->token.kind == TOKEN_ERROR || !skip_blanks(l))
        return;
    l->token = (struct ptx_token){.text = l->next, .line = l->line};
    if (l->next >= l->end)
        return; /* TOKEN_END */
    char c = *l->next;
    if (is_word_start(c)) {
        const char *start = l->next++;
        while (l->next < l->end && is_word_rest(*l->next))
            l->next++;
        l->token.length = (size_t)(l->next - start);
        l->token.kind = c == '%' && l->token.length == 1 ? TOKEN_PUNCTUATION : TOKEN_WORD;
    } else if (g_ascii_isdigit(c)) {
        read_number(l);
    } else if (c == '.') {
        read_dot(l);
    } else if (c == '"') {
        read_string(l);
    } else {
        l->token.kind = TOKEN_PUNCTUATION;
        l->token.length = 1;
        l->next++;
    }
}

void ptx_lexer_init(struct ptx_lexer *l, const char *file, const char *text, size_t length,
                    GError **error)
{
    *l = (struct ptx_lexer){
        .file = file, .next = text, .end = text + length, .line = 1, .error = error};
    ptx_lexer_next(l);
}

char *ptx_token_describe(const struct ptx_token *token)
{
    if (token->kind == TOKEN_END)
        return g_strdup("end of file");
    if (token->kind == TOKEN_STRING)
        return g_strdup("a string");
    size_t shown = MIN(token->length, SHOWN_CHARACTERS);
    g_autofree char *text = g_strndup(token->text, shown);
    unsigned char first = (unsigned char)text[0];
    if (token->kind == TOKEN_PUNCTUATION && (first < 0x20 || first >= 0x7f))
        return g_strdup_printf("byte 0x%02x", first);
    return g_strdup_printf("'%s%s%s'", token->kind == TOKEN_DOT ? "." : "", text,
                           shown < token->length ? "..." : "");
}
