/* SPDX-License-Identifier: BSD-3-Clause */
/* Operands of instructions. Source: PTX ISA, section 6 "Instruction Operands". */
#include "workloads/ptx/syntax/parser.h"
#include "workloads/ptx/syntax/special.h"
#include <string.h>

static bool is_opcode(const char *opcode, const char *name)
{
    return opcode && strcmp(opcode, name) == 0;
}

static void set_register(struct ptx_operand *out, uint32_t reg)
{
    out->kind = PTX_OPERAND_REGISTER;
    out->index = reg;
}

/* %v: a vector of its components; %v.x (or .r, as for colours): one of them. */
static bool parse_vector_register(struct ptx_parser *p, const struct ptx_symbol *symbol,
                                  struct ptx_operand *out)
{
    if (p->lexer.token.kind == TOKEN_DOT) {
        static const char components[] = "xyzwrgba";
        const char *c =
            p->lexer.token.length == 1 ? strchr(components, *p->lexer.token.text) : NULL;
        uint32_t number = c ? (uint32_t)(c - components) % 4 : UINT32_MAX;
        if (number >= symbol->count)
            return ptx_fail_expected(p, "a component of the vector register such as .x");
        ptx_advance(p);
        set_register(out, symbol->index + number);
        return true;
    }
    out->kind = PTX_OPERAND_VECTOR;
    out->n_elements = (uint16_t)symbol->count;
    out->elements = ptx_arena_alloc(p->arena, symbol->count * sizeof *out->elements);
    for (uint32_t i = 0; i < symbol->count; i++)
        set_register(&out->elements[i], symbol->index + i);
    return true;
}

/* variable, variable+4, variable[2] */
static bool parse_variable_operand(struct ptx_parser *p, const char *opcode,
                                   const struct ptx_variable *variable, struct ptx_operand *out)
{
    out->kind = PTX_OPERAND_VARIABLE;
    out->variable = variable;
    if (ptx_accept(p, '[')) {
        int64_t index;
        if (!ptx_parse_integer(p, "a constant index", &index) ||
            !ptx_expect(p, ']', "']' after an index"))
            return false;
        uint64_t element = (uint64_t)ptx_type_bytes(variable->type) * variable->vector;
        out->value = (int64_t)((uint64_t)index * element);
        if (!is_opcode(opcode, "mov")) {
            out->kind = PTX_OPERAND_ADDRESS;
            out->index = PTX_NO_REGISTER;
        }
    }
    return ptx_parse_offset(p, &out->value);
}

/* A %name that no declaration introduced. */
static bool parse_special(struct ptx_parser *p, const char *name, unsigned line,
                          struct ptx_operand *out)
{
    enum ptx_special special;
    if (ptx_special_is_vector(name)) {
        if (p->lexer.token.kind != TOKEN_DOT)
            return ptx_fail_expected(p, "a component of the special register, .x, .y or .z");
        if (ptx_accept_dot(p, "w")) {
            out->kind = PTX_OPERAND_INTEGER; /* always zero */
            return true;
        }
        g_string_printf(p->text, "%s.", name);
        g_string_append_len(p->text, p->lexer.token.text, (gssize)p->lexer.token.length);
        ptx_advance(p);
        name = ptx_arena_intern(p->arena, p->text->str, p->text->len);
    }
    if (!ptx_special_from_name(name, &special))
        return ptx_fail(p, line, "register '%s' is not declared", name);
    out->kind = PTX_OPERAND_SPECIAL;
    out->index = special;
    out->name = name;
    return true;
}

static bool parse_symbol_operand(struct ptx_parser *p, const char *opcode, const char *name,
                                 const struct ptx_symbol *symbol, struct ptx_operand *out)
{
    switch (symbol->kind) {
    case PTX_SYMBOL_REGISTER:
        out->name = NULL;
        set_register(out, symbol->index);
        if (p->lexer.token.kind == TOKEN_DOT) {
            out->selector = ptx_intern_token(p);
            ptx_advance(p);
        }
        return true;
    case PTX_SYMBOL_VECTOR:
        out->name = NULL;
        return parse_vector_register(p, symbol, out);
    case PTX_SYMBOL_VARIABLE:
        return parse_variable_operand(p, opcode, symbol->variable, out);
    case PTX_SYMBOL_FUNCTION:
        out->kind = PTX_OPERAND_FUNCTION;
        out->function = symbol->function;
        return true;
    default:
        out->kind = PTX_OPERAND_LABEL;
        out->index = ptx_reference_resolved(p, name, symbol);
        return true;
    }
}

static bool parse_name(struct ptx_parser *p, const char *opcode, struct ptx_operand *out)
{
    unsigned line = ptx_line(p);
    const char *name = ptx_intern_token(p);
    bool is_branch = is_opcode(opcode, "bra") || is_opcode(opcode, "brx");
    const struct ptx_symbol *symbol = ptx_symbols_find(p->symbols, name, p->body.registers);
    if (!symbol && name[0] != '%' && strcmp(name, "_") != 0) { /* a label that is yet to come */
        out->kind = PTX_OPERAND_LABEL;
        out->name = name;
        out->index = ptx_reference_new(p, name, is_branch);
        ptx_advance(p);
        return true;
    }
    ptx_advance(p);
    if (symbol) {
        out->name = name;
        return parse_symbol_operand(p, opcode, name, symbol, out);
    }
    if (name[0] == '%')
        return parse_special(p, name, line, out);
    out->kind = PTX_OPERAND_SINK;
    return true;
}

static bool parse_constant_operand(struct ptx_parser *p, struct ptx_operand *out)
{
    struct ptx_constant c;
    if (!ptx_parse_constant(p, &c))
        return false;
    out->kind = c.kind == PTX_CONSTANT_INTEGER ? PTX_OPERAND_INTEGER
                : c.kind == PTX_CONSTANT_F32   ? PTX_OPERAND_F32
                                               : PTX_OPERAND_F64;
    out->value = (int64_t)c.bits;
    return true;
}

/* The variable of an address, or an immediate, or a register. */
static bool parse_base(struct ptx_parser *p, struct ptx_operand *out)
{
    struct ptx_operand base = {0};
    unsigned line = ptx_line(p);
    if (ptx_at_constant(p))
        return ptx_parse_integer(p, "an address", &out->value);
    if (p->lexer.token.kind != TOKEN_WORD)
        return ptx_fail_expected(p, "a register, a variable or a constant as address");
    const char *name = ptx_intern_token(p);
    if (name[0] != '%' && !ptx_symbols_find(p->symbols, name, p->body.registers))
        return ptx_fail(p, line, "'%s' is not declared", name);
    if (!parse_name(p, NULL, &base))
        return false;
    if (base.kind == PTX_OPERAND_REGISTER)
        out->index = base.index;
    else if (base.kind == PTX_OPERAND_VARIABLE || base.kind == PTX_OPERAND_ADDRESS)
        out->variable = base.variable;
    else
        return ptx_fail(p, line,
                        "expected a register, a variable or a constant as address, "
                        "found '%s'",
                        name);
    out->name = base.variable ? name : NULL;
    out->value = base.value;
    return base.variable || ptx_parse_offset(p, &out->value);
}

/* Behind '['. */
static bool parse_address(struct ptx_parser *p, unsigned depth, struct ptx_operand *out)
{
    out->kind = PTX_OPERAND_ADDRESS;
    out->index = PTX_NO_REGISTER;
    if (!parse_base(p, out))
        return false;
    if (ptx_accept(p, ',') &&
        !ptx_parse_operands(p, NULL, ']', depth + 1, &out->elements, &out->n_elements))
        return false;
    return ptx_expect(p, ']', "']' at the end of an address");
}

static bool parse_negated(struct ptx_parser *p, struct ptx_operand *out)
{
    unsigned line = ptx_line(p);
    if (p->lexer.token.kind != TOKEN_WORD)
        return ptx_fail_expected(p, "a register after '!'");
    if (!parse_name(p, NULL, out))
        return false;
    if (out->kind != PTX_OPERAND_REGISTER)
        return ptx_fail(p, line, "expected a register after '!'");
    out->negated = true;
    return true;
}

/* The arguments or results of a call, in which vectors stand component by component. */
static bool parse_list(struct ptx_parser *p, unsigned depth, struct ptx_operand *out)
{
    struct ptx_operand *listed;
    uint16_t n;
    out->kind = PTX_OPERAND_LIST;
    if (!ptx_parse_operands(p, NULL, ')', depth + 1, &listed, &n))
        return false;
    g_autoptr(GArray) flat = g_array_new(FALSE, FALSE, sizeof(struct ptx_operand));
    for (unsigned i = 0; i < n; i++) {
        bool is_vector = listed[i].kind == PTX_OPERAND_VECTOR;
        g_array_append_vals(flat, is_vector ? listed[i].elements : &listed[i],
                            is_vector ? listed[i].n_elements : 1);
    }
    if (flat->len > PTX_MAX_ELEMENTS)
        return ptx_fail(p, ptx_line(p), "more than %d operands", PTX_MAX_ELEMENTS);
    out->elements = ptx_arena_copy(p->arena, flat->data, flat->len, sizeof(struct ptx_operand));
    out->n_elements = (uint16_t)flat->len;
    return ptx_expect(p, ')', "',' or ')' after an argument of call");
}

/* -a of vmad, the one instruction that negates its operands: a register or a constant. */
static bool parse_minus(struct ptx_parser *p, struct ptx_operand *out)
{
    if (ptx_at_constant(p)) {
        if (!parse_constant_operand(p, out))
            return false;
        out->value = (int64_t)(0 - (uint64_t)out->value);
        return true;
    }
    if (p->lexer.token.kind != TOKEN_WORD)
        return ptx_fail_expected(p, "a register or a constant after '-'");
    if (!parse_name(p, NULL, out))
        return false;
    out->negated = true;
    return true;
}

static bool parse_single(struct ptx_parser *p, const char *opcode, struct ptx_operand *out,
                         unsigned depth)
{
    *out = (struct ptx_operand){0};
    if (ptx_accept(p, '{')) {
        out->kind = PTX_OPERAND_VECTOR;
        return ptx_parse_operands(p, NULL, '}', depth + 1, &out->elements, &out->n_elements) &&
               ptx_expect(p, '}', "',' or '}' after an element of a vector");
    }
    if (ptx_accept(p, '['))
        return parse_address(p, depth, out);
    if (is_opcode(opcode, "call") && ptx_accept(p, '('))
        return parse_list(p, depth, out);
    if (is_opcode(opcode, "vmad") && ptx_accept(p, '-'))
        return parse_minus(p, out);
    if (ptx_accept(p, '!'))
        return parse_negated(p, out);
    if (ptx_at_constant(p))
        return parse_constant_operand(p, out);
    if (p->lexer.token.kind != TOKEN_WORD)
        return ptx_fail_expected(p, "an operand");
    return parse_name(p, opcode, out);
}

bool ptx_parse_operand(struct ptx_parser *p, const char *opcode, struct ptx_operand *out,
                       unsigned depth)
{
    if (depth > PTX_MAX_NESTING)
        return ptx_fail(p, ptx_line(p), "this operand is nested too deeply");
    if (!parse_single(p, opcode, out, depth))
        return false;
    bool can_pair = out->kind == PTX_OPERAND_REGISTER || out->kind == PTX_OPERAND_SINK ||
                    out->kind == PTX_OPERAND_VECTOR; /* of tex, with whether texels are there */
    if (!can_pair || !ptx_accept(p, '|'))
        return true;
    struct ptx_operand *pair = ptx_arena_alloc(p->arena, 2 * sizeof *pair);
    pair[0] = *out;
    *out = (struct ptx_operand){.kind = PTX_OPERAND_PAIR, .n_elements = 2, .elements = pair};
    return parse_single(p, opcode, &pair[1], depth);
}

bool ptx_parse_operands(struct ptx_parser *p, const char *opcode, char close, unsigned depth,
                        struct ptx_operand **out, uint16_t *n)
{
    g_autoptr(GArray) operands = g_array_new(FALSE, FALSE, sizeof(struct ptx_operand));
    if (!ptx_at(p, close)) {
        do {
            struct ptx_operand operand;
            if (operands->len == PTX_MAX_ELEMENTS)
                return ptx_fail(p, ptx_line(p), "more than %d operands", PTX_MAX_ELEMENTS);
            if (!ptx_parse_operand(p, opcode, &operand, depth))
                return false;
            g_array_append_val(operands, operand);
        } while (ptx_accept(p, ','));
    }
    *out = ptx_arena_copy(p->arena, operands->data, operands->len, sizeof(struct ptx_operand));
    *n = (uint16_t)operands->len;
    return true;
}
