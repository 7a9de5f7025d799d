/* SPDX-License-Identifier: BSD-3-Clause */
/* Bodies of functions: statements, nested scopes, labels. Source: PTX ISA, sections 4.3, 11.2. */
#include "workloads/ptx/syntax/parser.h"

static bool open_scope(struct ptx_parser *p, unsigned line)
{
    if (p->body.scopes->len == PTX_MAX_SCOPES)
        return ptx_fail(p, line, "more than %d nested '{'", PTX_MAX_SCOPES);
    struct ptx_open_scope scope = {.line = line, .n_unresolved = p->body.unresolved->len};
    g_array_append_val(p->body.scopes, scope);
    ptx_symbols_open(p->symbols);
    return true;
}

static void close_scope(struct ptx_parser *p)
{
    ptx_references_close_scope(p);
    ptx_symbols_close(p->symbols);
    g_array_set_size(p->body.scopes, p->body.scopes->len - 1);
}

/* Parameters are names of the body's outermost scope. */
static bool declare_params(struct ptx_parser *p, struct ptx_variable *const *params, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        struct ptx_variable *v = params[i];
        bool is_register = v->space == SPACE_NONE;
        unsigned earlier;
        v->function = p->body.function;
        if (v->component > 0) { /* declared with the first */
            v->reg = params[i - v->component]->reg + v->component;
            continue;
        }
        struct ptx_symbol *symbol = ptx_symbols_declare(p->symbols, v->name,
                                                        !is_register          ? PTX_SYMBOL_VARIABLE
                                                        : v->n_components > 1 ? PTX_SYMBOL_VECTOR
                                                                              : PTX_SYMBOL_REGISTER,
                                                        v->line, &earlier);
        if (!symbol)
            return ptx_fail_duplicate(p, v->line, v->name, earlier);
        if (is_register) {
            v->reg = symbol->index = p->body.registers->len;
            symbol->count = v->n_components;
            ptx_add_components(p, symbol, v->name, v->type);
        } else {
            symbol->variable = v;
        }
    }
    return true;
}

/* The names behind .branchtargets or .calltargets. */
static bool parse_targets(struct ptx_parser *p, struct ptx_table *table)
{
    unsigned line = ptx_line(p);
    struct ptx_operand *targets;
    uint16_t n;
    if (!ptx_parse_operands(p, "bra", ';', 0, &targets, &n))
        return false;
    for (unsigned i = 0; i < n; i++) {
        bool is_call = table->kind == PTX_CALL_TARGETS;
        if (targets[i].kind != (is_call ? PTX_OPERAND_FUNCTION : PTX_OPERAND_LABEL))
            return ptx_fail(p, line, "expected the names of %s in the list '%s'",
                            is_call ? "functions declared before" : "labels", table->name);
    }
    table->targets = targets;
    table->n_targets = n;
    return true;
}

/* Behind "name:", at one of the directives that make a table. */
static bool parse_table(struct ptx_parser *p, const char *name, unsigned line)
{
    struct ptx_table table = {.name = name, .line = line};
    unsigned earlier;
    struct ptx_symbol *symbol =
        ptx_symbols_declare(p->symbols, name, PTX_SYMBOL_TABLE, line, &earlier);
    if (!symbol)
        return ptx_fail_duplicate(p, line, name, earlier);
    table.kind = ptx_at_dot(p, "branchtargets") ? PTX_BRANCH_TARGETS
                 : ptx_at_dot(p, "calltargets") ? PTX_CALL_TARGETS
                                                : PTX_CALL_PROTOTYPE;
    ptx_advance(p);
    if (table.kind == PTX_CALL_PROTOTYPE ? !ptx_parse_prototype(p, name, &table.prototype)
                                         : !parse_targets(p, &table))
        return false;
    symbol->index = p->body.tables->len;
    g_array_append_val(p->body.tables, table);
    return ptx_expect(p, ';', "';' at the end of a list of targets or prototype");
}

/* At a word: "label:", or the opcode of an instruction. */
static bool parse_word(struct ptx_parser *p)
{
    unsigned earlier, line = ptx_line(p);
    const char *word = ptx_intern_token(p);
    ptx_advance(p);
    if (!ptx_accept(p, ':'))
        return ptx_parse_instruction(p, word, line);
    if (ptx_at_dot(p, "branchtargets") || ptx_at_dot(p, "calltargets") ||
        ptx_at_dot(p, "callprototype"))
        return parse_table(p, word, line);
    struct ptx_symbol *symbol =
        ptx_symbols_declare(p->symbols, word, PTX_SYMBOL_LABEL, line, &earlier);
    if (!symbol)
        return ptx_fail_duplicate(p, line, word, earlier);
    symbol->index = p->body.instructions->len;
    return true;
}

static bool parse_statement(struct ptx_parser *p)
{
    if (ptx_at(p, '@'))
        return ptx_parse_instruction(p, NULL, ptx_line(p));
    if (p->lexer.token.kind == TOKEN_WORD)
        return parse_word(p);
    if (ptx_at_dot(p, "reg"))
        return ptx_parse_registers(p);
    if (ptx_at_dot(p, "loc"))
        return ptx_parse_loc(p);
    if (ptx_at_dot(p, "pragma"))
        return ptx_parse_pragma(p);
    if (ptx_space_at_dot(p) != SPACE_NONE)
        return ptx_parse_variables(p, PTX_LINKAGE_NONE);
    if (ptx_accept(p, ';'))
        return true;
    unsigned opened =
        g_array_index(p->body.scopes, struct ptx_open_scope, p->body.scopes->len - 1).line;
    g_autofree char *what = g_strdup_printf(
        "an instruction, a label, a declaration or the '}' that closes line %u", opened);
    return ptx_fail_expected(p, what);
}

static void start(struct ptx_body *body, struct ptx_function *function)
{
    body->function = function;
    g_array_set_size(body->registers, 0);
    g_ptr_array_set_size(body->variables, 0);
    g_array_set_size(body->instructions, 0);
    g_array_set_size(body->tables, 0);
    g_array_set_size(body->references, 0);
    g_array_set_size(body->unresolved, 0);
    body->declared_registers = 0;
    body->local_bytes = body->call_param_bytes = 0;
    body->source_file = body->source_line = 0;
}

/* Moves what was collected into the function. */
static void finish(struct ptx_parser *p)
{
    struct ptx_body *b = &p->body;
    struct ptx_function *f = b->function;
    for (unsigned i = 0; i < b->instructions->len; i++) {
        struct ptx_instruction *in = &g_array_index(b->instructions, struct ptx_instruction, i);
        ptx_references_replace(p, in->operands, in->n_operands);
    }
    for (unsigned i = 0; i < b->tables->len; i++) {
        struct ptx_table *t = &g_array_index(b->tables, struct ptx_table, i);
        ptx_references_replace(p, (struct ptx_operand *)t->targets, t->n_targets);
    }
    f->n_registers = b->registers->len;
    f->registers = ptx_arena_copy(p->arena, b->registers->data, b->registers->len,
                                  sizeof(struct ptx_register));
    f->n_variables = b->variables->len;
    f->variables = ptx_arena_copy(p->arena, b->variables->pdata, b->variables->len,
                                  sizeof(struct ptx_variable *));
    f->n_instructions = b->instructions->len;
    f->instructions = ptx_arena_copy(p->arena, b->instructions->data, b->instructions->len,
                                     sizeof(struct ptx_instruction));
    f->n_tables = b->tables->len;
    f->tables = ptx_arena_copy(p->arena, b->tables->data, b->tables->len, sizeof(struct ptx_table));
    f->local_bytes = (uint32_t)b->local_bytes;
    f->call_param_bytes = (uint32_t)b->call_param_bytes;
}

bool ptx_parse_body(struct ptx_parser *p, struct ptx_function *function)
{
    start(&p->body, function);
    if (!open_scope(p, ptx_line(p)) || !declare_params(p, function->returns, function->n_returns) ||
        !declare_params(p, function->params, function->n_params))
        return false;
    ptx_advance(p);
    while (p->body.scopes->len > 0) {
        unsigned line = ptx_line(p);
        if (ptx_at(p, '}'))
            close_scope(p);
        if (p->body.scopes->len == 0)
            break;
        if (ptx_accept(p, '}'))
            continue;
        if (ptx_accept(p, '{') ? !open_scope(p, line) : !parse_statement(p))
            return false;
    }
    if (!ptx_references_check(p))
        return false;
    function->end_line = ptx_line(p);
    finish(p);
    ptx_advance(p);
    return true;
}
