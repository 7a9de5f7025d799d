/* SPDX-License-Identifier: BSD-3-Clause */
/* Cuts PTX text into tokens.
 *
 * A dot and the word behind it are one token, so that `tex.1d.v4` needs no special rules: WORD
 * tex, DOT 1d, DOT v4. A DOT may hold colons (`.shared::cta`). Comments and `@@DWARF` lines
 * (PTX 1.x) are skipped.
 * Source: PTX ISA, section 4 "Syntax".
 */
#ifndef SIMGPU_WORKLOADS_PTX_SYNTAX_LEXER_H
#define SIMGPU_WORKLOADS_PTX_SYNTAX_LEXER_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum ptx_token_kind {
    TOKEN_END,
    TOKEN_ERROR,   /* the lexer's error is set; no token follows */
    TOKEN_WORD,    /* an identifier, %name and _ included */
    TOKEN_DOT,     /* .word; text is without the dot */
    TOKEN_INTEGER, /* value */
    TOKEN_F32,     /* 0f...: value holds the bits */
    TOKEN_F64,     /* 0d... or a decimal number with point or exponent: value holds the bits */
    TOKEN_STRING,  /* text is without the quotes, escapes as written */
    TOKEN_PUNCTUATION
};

struct ptx_token {
    enum ptx_token_kind kind;
    const char *text; /* not terminated */
    size_t length;
    uint64_t value;
    unsigned line;
};

struct ptx_lexer {
    const char *file; /* for messages; borrowed */
    const char *next, *end;
    unsigned line; /* of next */
    struct ptx_token token;
    GError **error; /* where a TOKEN_ERROR leaves its message */
};

/* Reads the first token. error must not be NULL. */
void ptx_lexer_init(struct ptx_lexer *lexer, const char *file, const char *text, size_t length,
                    GError **error);
/* Moves lexer->token on. Stays at TOKEN_END and TOKEN_ERROR. */
void ptx_lexer_next(struct ptx_lexer *lexer);

/* What a token other than TOKEN_ERROR looks like in a message: "'ld'", "end of file", ... g_free.
 */
char *ptx_token_describe(const struct ptx_token *token);

#endif
