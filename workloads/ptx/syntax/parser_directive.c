/* SPDX-License-Identifier: BSD-3-Clause */
/* Directives that declare nothing: versions, debugging information, hints.
 * Source: PTX ISA, section 11 "Directives". */
#include "workloads/ptx/syntax/parser.h"
#include <stdio.h>

/* ".version 6.3": the lexer takes the version for a floating-point number. */
bool ptx_parse_version(struct ptx_parser *p)
{
    ptx_unit_begin(p);
    ptx_advance(p);
    g_autofree char *text = g_strndup(p->lexer.token.text, MIN(p->lexer.token.length, 16));
    int used = 0;
    bool ok = p->lexer.token.kind == TOKEN_F64 &&
              sscanf(text, "%4u.%4u%n", &p->module->version_major, &p->module->version_minor,
                     &used) == 2 &&
              text[used] == 0;
    if (!ok)
        return ptx_fail_expected(p, "a version such as 6.3");
    ptx_advance(p);
    return true;
}

bool ptx_parse_target(struct ptx_parser *p)
{
    ptx_advance(p);
    g_autoptr(GString) target = g_string_new(NULL);
    do {
        const char *word = ptx_take_word(p, "a target such as sm_70");
        if (!word)
            return false;
        g_string_append_printf(target, "%s%s", target->len ? ", " : "", word);
    } while (ptx_accept(p, ','));
    p->module->target = ptx_arena_intern(p->arena, target->str, target->len);
    return true;
}

/* .file 1 "path" [, timestamp, size] */
bool ptx_parse_file(struct ptx_parser *p)
{
    struct ptx_source_file file;
    ptx_advance(p);
    if (!ptx_take_u32(p, "the number of the file", &file.number))
        return false;
    if (p->lexer.token.kind != TOKEN_STRING)
        return ptx_fail_expected(p, "the path of the file as a string");
    file.number += p->first_file;
    file.path = ptx_intern_token(p);
    g_array_append_val(p->source_files, file);
    ptx_advance(p);
    while (ptx_accept(p, ',')) {
        if (p->lexer.token.kind != TOKEN_INTEGER)
            return ptx_fail_expected(p, "a time stamp or size of the file");
        ptx_advance(p);
    }
    return true;
}

static bool parse_position(struct ptx_parser *p, uint32_t *file, uint32_t *line)
{
    uint32_t column;
    if (!ptx_take_u32(p, "the number of a file", file) ||
        !ptx_take_u32(p, "the number of a line", line) ||
        !ptx_take_u32(p, "the number of a column", &column))
        return false;
    *file += p->first_file;
    return true;
}

/* .loc file line column [, function_name label [+ n], inlined_at file line column] */
bool ptx_parse_loc(struct ptx_parser *p)
{
    uint32_t file, line;
    int64_t offset = 0;
    ptx_advance(p);
    if (!parse_position(p, &p->body.source_file, &p->body.source_line))
        return false;
    while (ptx_accept(p, ',')) {
        if (ptx_at_word(p, "inlined_at")) {
            ptx_advance(p);
            if (!parse_position(p, &file, &line))
                return false;
        } else if (ptx_at_word(p, "function_name")) {
            ptx_advance(p);
            if (!ptx_take_word(p, "a label after function_name") || !ptx_parse_offset(p, &offset))
                return false;
        } else {
            return ptx_fail_expected(p, "function_name or inlined_at");
        }
    }
    return true;
}

/* .section .debug_str { data } : DWARF, which nothing here reads. */
bool ptx_parse_section(struct ptx_parser *p)
{
    ptx_advance(p);
    if (p->lexer.token.kind != TOKEN_DOT && p->lexer.token.kind != TOKEN_WORD &&
        p->lexer.token.kind != TOKEN_STRING)
        return ptx_fail_expected(p, "the name of a section");
    while (p->lexer.token.kind == TOKEN_DOT || p->lexer.token.kind == TOKEN_WORD ||
           p->lexer.token.kind == TOKEN_STRING || ptx_at(p, ','))
        ptx_advance(p);
    if (!ptx_at(p, '{'))
        return ptx_fail_expected(p, "'{' before the data of a section");
    return ptx_skip_brackets(p, '{', '}');
}

/* .pragma "nounroll"; */
bool ptx_parse_pragma(struct ptx_parser *p)
{
    do {
        ptx_advance(p);
        if (p->lexer.token.kind != TOKEN_STRING)
            return ptx_fail_expected(p, "a string after .pragma");
        ptx_advance(p);
    } while (ptx_at(p, ','));
    return ptx_expect(p, ';', "';' after .pragma");
}
