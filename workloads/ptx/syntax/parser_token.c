/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/input_error.h"
#include "workloads/ptx/syntax/parser.h"
#include <string.h>

bool ptx_fail(struct ptx_parser *p, unsigned line, const char *format, ...)
{
    if (p->error) /* a TOKEN_ERROR: the lexer said why */
        return false;
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    return input_error_at(&p->error, p->lexer.file, line, "%s", message);
}

bool ptx_fail_expected(struct ptx_parser *p, const char *what)
{
    if (p->error) /* there is no token to describe */
        return false;
    g_autofree char *found = ptx_token_describe(&p->lexer.token);
    return ptx_fail(p, ptx_line(p), "expected %s, found %s", what, found);
}

bool ptx_fail_duplicate(struct ptx_parser *p, unsigned line, const char *name, unsigned earlier)
{
    return ptx_fail(p, line, "'%s' is declared twice; the first time in line %u", name, earlier);
}

unsigned ptx_line(const struct ptx_parser *p)
{
    return p->lexer.token.line;
}

static bool at_text(const struct ptx_parser *p, enum ptx_token_kind kind, const char *text)
{
    const struct ptx_token *t = &p->lexer.token;
    return t->kind == kind && strlen(text) == t->length && memcmp(t->text, text, t->length) == 0;
}

bool ptx_at(const struct ptx_parser *p, char punctuation)
{
    const struct ptx_token *t = &p->lexer.token;
    return t->kind == TOKEN_PUNCTUATION && *t->text == punctuation;
}

bool ptx_at_dot(const struct ptx_parser *p, const char *word)
{
    return at_text(p, TOKEN_DOT, word);
}

bool ptx_at_word(const struct ptx_parser *p, const char *word)
{
    return at_text(p, TOKEN_WORD, word);
}

void ptx_advance(struct ptx_parser *p)
{
    ptx_lexer_next(&p->lexer);
}

bool ptx_accept(struct ptx_parser *p, char punctuation)
{
    if (!ptx_at(p, punctuation))
        return false;
    ptx_advance(p);
    return true;
}

bool ptx_accept_dot(struct ptx_parser *p, const char *word)
{
    if (!ptx_at_dot(p, word))
        return false;
    ptx_advance(p);
    return true;
}

bool ptx_expect(struct ptx_parser *p, char punctuation, const char *what)
{
    return ptx_accept(p, punctuation) || ptx_fail_expected(p, what);
}

const char *ptx_intern_token(struct ptx_parser *p)
{
    return ptx_arena_intern(p->arena, p->lexer.token.text, p->lexer.token.length);
}

const char *ptx_take_word(struct ptx_parser *p, const char *what)
{
    if (p->lexer.token.kind != TOKEN_WORD) {
        ptx_fail_expected(p, what);
        return NULL;
    }
    const char *word = ptx_intern_token(p);
    ptx_advance(p);
    return word;
}

bool ptx_take_u32(struct ptx_parser *p, const char *what, uint32_t *out)
{
    if (p->lexer.token.kind != TOKEN_INTEGER)
        return ptx_fail_expected(p, what);
    if (p->lexer.token.value > INT32_MAX)
        return ptx_fail(p, ptx_line(p), "expected %s up to %d, found %" G_GUINT64_FORMAT, what,
                        INT32_MAX, p->lexer.token.value);
    *out = (uint32_t)p->lexer.token.value;
    ptx_advance(p);
    return true;
}

bool ptx_take_alignment(struct ptx_parser *p, unsigned *out)
{
    unsigned line = ptx_line(p);
    uint32_t align = 0;
    if (!ptx_take_u32(p, "an alignment in bytes", &align))
        return false;
    if (align == 0 || (align & (align - 1)) != 0)
        return ptx_fail(p, line, "expected a power of two as alignment, found %u", align);
    *out = align;
    return true;
}

bool ptx_skip_brackets(struct ptx_parser *p, char open, char close)
{
    unsigned line = ptx_line(p);
    unsigned depth = 0;
    do {
        if (ptx_at(p, open))
            depth++;
        else if (ptx_at(p, close))
            depth--;
        else if (p->lexer.token.kind == TOKEN_END || p->lexer.token.kind == TOKEN_ERROR)
            return ptx_fail(p, line,
                            "this '%c' is never closed: expected '%c' before the end of "
                            "file",
                            open, close);
        ptx_advance(p);
    } while (depth > 0);
    return true;
}

enum memory_space ptx_space_at_dot(const struct ptx_parser *p)
{
    static const struct {
        const char *name;
        enum memory_space space;
    } spaces[] = {
        {"global", SPACE_GLOBAL}, {"shared", SPACE_SHARED}, {"local", SPACE_LOCAL},
        {"const", SPACE_CONST},   {"param", SPACE_PARAM},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(spaces); i++)
        if (ptx_at_dot(p, spaces[i].name))
            return spaces[i].space;
    return SPACE_NONE;
}
