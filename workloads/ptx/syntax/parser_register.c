/* SPDX-License-Identifier: BSD-3-Clause */
/* .reg declarations. Source: PTX ISA, sections 5.1.1, 5.4.2 and 5.4.7. */
#include "workloads/ptx/syntax/parser.h"
#include <string.h>

static bool count_registers(struct ptx_parser *p, unsigned line, const char *name, uint32_t count)
{
    if (count > PTX_MAX_REGISTERS - p->body.declared_registers)
        return ptx_fail(p, line, "'%s': a function can declare at most %d registers, found %u",
                        name, PTX_MAX_REGISTERS, p->body.declared_registers + count);
    p->body.declared_registers += count;
    return true;
}

void ptx_add_components(struct ptx_parser *p, const struct ptx_symbol *symbol, const char *name,
                        enum ptx_type type)
{
    for (uint32_t i = 0; i < symbol->count; i++) {
        g_string_assign(p->text, name);
        if (symbol->kind == PTX_SYMBOL_VECTOR) {
            g_string_append_c(p->text, '.');
            g_string_append_c(p->text, "xyzw"[i]);
        }
        struct ptx_register entry = {.name = ptx_arena_intern(p->arena, p->text->str, p->text->len),
                                     .type = type};
        g_array_append_val(p->body.registers, entry);
    }
}

static bool declare_one(struct ptx_parser *p, const char *name, unsigned line, unsigned vector,
                        enum ptx_type type)
{
    unsigned earlier;
    struct ptx_symbol *symbol = ptx_symbols_declare(
        p->symbols, name, vector > 1 ? PTX_SYMBOL_VECTOR : PTX_SYMBOL_REGISTER, line, &earlier);
    if (!symbol)
        return ptx_fail_duplicate(p, line, name, earlier);
    symbol->index = p->body.registers->len;
    symbol->count = vector;
    ptx_add_components(p, symbol, name, type);
    return count_registers(p, line, name, vector);
}

/* Unlike other ranges each is declared: there are few. */
static bool declare_vectors(struct ptx_parser *p, const char *prefix, unsigned line,
                            unsigned vector, uint32_t count, enum ptx_type type)
{
    if (count > PTX_MAX_ELEMENTS)
        return ptx_fail(p, line, "'%s': at most %d vector registers are supported, found %u",
                        prefix, PTX_MAX_ELEMENTS, count);
    for (uint32_t i = 0; i < count; i++) {
        g_autofree char *name = g_strdup_printf("%s%u", prefix, i);
        if (!declare_one(p, ptx_arena_intern(p->arena, name, strlen(name)), line, vector, type))
            return false;
    }
    return true;
}

static bool parse_one(struct ptx_parser *p, unsigned vector, enum ptx_type type)
{
    unsigned earlier, line = ptx_line(p);
    const char *name = ptx_take_word(p, "the name of a register");
    if (!name)
        return false;
    if (ptx_accept(p, '<')) {
        uint32_t count;
        if (!ptx_take_u32(p, "a number of registers", &count) ||
            !ptx_expect(p, '>', "'>' after the number of registers"))
            return false;
        if (vector > 1)
            return declare_vectors(p, name, line, vector, count, type);
        if (!count_registers(p, line, name, count))
            return false;
        return ptx_symbols_declare_range(p->symbols, name, count, type, line, &earlier) ||
               ptx_fail_duplicate(p, line, name, earlier);
    }
    return declare_one(p, name, line, vector, type);
}

bool ptx_parse_registers(struct ptx_parser *p)
{
    enum ptx_type type = PTX_TYPE_NONE;
    unsigned vector = 1;
    ptx_advance(p);
    while (p->lexer.token.kind == TOKEN_DOT && type == PTX_TYPE_NONE) {
        if (ptx_at_dot(p, "v2") || ptx_at_dot(p, "v4"))
            vector = ptx_at_dot(p, "v2") ? 2 : 4;
        else if ((type = ptx_type_from_name(ptx_intern_token(p))) == PTX_TYPE_NONE)
            return ptx_fail_expected(p, "the type of a register such as .b32");
        ptx_advance(p);
    }
    if (type == PTX_TYPE_NONE)
        return ptx_fail_expected(p, "the type of a register such as .b32");
    if (type == PTX_B128) {
        if (vector > 1)
            return ptx_fail(p, ptx_line(p), "vectors of .b128 registers are unsupported");
        vector = PTX_B128_PARTS;
        type = PTX_B64;
    }
    do {
        if (!parse_one(p, vector, type))
            return false;
    } while (ptx_accept(p, ','));
    return ptx_expect(p, ';', "',' or ';' after the declaration of a register");
}
