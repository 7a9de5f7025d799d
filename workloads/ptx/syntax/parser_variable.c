/* SPDX-License-Identifier: BSD-3-Clause */
/* Declarations of variables and parameters. Source: PTX ISA, sections 5.1 to 5.4. */
#include "workloads/ptx/syntax/parser.h"

static bool parse_pointer(struct ptx_parser *p, struct ptx_variable *v)
{
    v->is_pointer = true;
    v->pointer_align = 4; /* PTX ISA, 5.1.6, ".ptr": if .align is missing */
    v->pointer_space = ptx_space_at_dot(p);
    if (v->pointer_space == SPACE_NONE)
        v->pointer_space = SPACE_GENERIC;
    else
        ptx_advance(p);
    return !ptx_accept_dot(p, "align") || ptx_take_alignment(p, &v->pointer_align);
}

/* The .words between the space and the name. */
static bool parse_variable_type(struct ptx_parser *p, struct ptx_variable *v)
{
    v->vector = 1;
    v->reg = PTX_NO_REGISTER;
    while (p->lexer.token.kind == TOKEN_DOT) {
        enum ptx_type type = ptx_type_from_name(ptx_intern_token(p));
        if (type != PTX_TYPE_NONE && v->type == PTX_TYPE_NONE) {
            v->type = type;
            ptx_advance(p);
        } else if (ptx_at_dot(p, "v2") || ptx_at_dot(p, "v4")) {
            v->vector = ptx_at_dot(p, "v2") ? 2 : 4;
            ptx_advance(p);
        } else if (ptx_accept_dot(p, "align")) {
            if (!ptx_take_alignment(p, &v->align))
                return false;
        } else if (ptx_accept_dot(p, "ptr")) {
            if (!parse_pointer(p, v))
                return false;
        } else if (ptx_accept_dot(p, "attribute")) {
            if (!ptx_at(p, '('))
                return ptx_fail_expected(p, "'(' after .attribute");
            if (!ptx_skip_brackets(p, '(', ')'))
                return false;
            v->managed = true; /* .managed and .unified are all that there is */
        } else {
            return ptx_fail_expected(p, "a type such as .u32, .align or a name");
        }
    }
    if (v->type == PTX_TYPE_NONE)
        return ptx_fail_expected(p, "a type such as .u32");
    if (v->align == 0)
        v->align = ptx_type_bytes(v->type) * v->vector;
    return true;
}

/* "[4][8]" behind a name; [] is dimension 0, only as the outermost. */
static bool parse_dimensions(struct ptx_parser *p, struct ptx_variable *v,
                             uint64_t dimensions[PTX_MAX_DIMENSIONS], unsigned *n)
{
    uint64_t bytes = ptx_type_bytes(v->type) * v->vector;
    bool is_empty = false; /* then `bytes` goes on without the zero, as a check of the others */
    unsigned line = ptx_line(p);
    for (*n = 0; ptx_accept(p, '['); ++*n) {
        int64_t size = 0;
        if (*n == PTX_MAX_DIMENSIONS)
            return ptx_fail(p, line, "'%s' has more than %d dimensions", v->name,
                            PTX_MAX_DIMENSIONS);
        if (*n == 0 && ptx_at(p, ']'))
            v->unsized = true;
        else if (!ptx_parse_integer(p, "the size of the array", &size))
            return false;
        else if (size < 0 || (size > 0 && (uint64_t)size > PTX_MAX_VARIABLE_BYTES / bytes))
            return ptx_fail(p, line,
                            "expected an array size of at most %" G_GUINT64_FORMAT
                            " bytes for '%s', found %" G_GINT64_FORMAT " elements",
                            PTX_MAX_VARIABLE_BYTES, v->name, size);
        dimensions[*n] = (uint64_t)size;
        is_empty = is_empty || size == 0;
        bytes *= (uint64_t)MAX(size, 1);
        if (!ptx_expect(p, ']', "']' after the size of an array"))
            return false;
    }
    v->is_array = *n > 0;
    v->bytes = is_empty ? 0 : bytes;
    return true;
}

/* Places a variable behind what *frame holds already. */
static bool place(struct ptx_parser *p, uint64_t *frame, struct ptx_variable *v)
{
    uint64_t offset = (*frame + v->align - 1) / v->align * v->align;
    if (v->bytes > PTX_MAX_FRAME_BYTES || offset + v->bytes > PTX_MAX_FRAME_BYTES)
        return ptx_fail(p, v->line, "'%s' and the declarations before it take more than %d bytes",
                        v->name, PTX_MAX_FRAME_BYTES);
    v->offset = offset;
    *frame = offset + v->bytes;
    return true;
}

/* Adds v to its scope, its list and its frame. An .extern may be declared again; the second
 * declaration then completes the first one. */
static bool declare(struct ptx_parser *p, struct ptx_variable *v, struct ptx_variable **out)
{
    unsigned earlier;
    bool in_function = ptx_symbols_depth(p->symbols) > 0;
    if (!in_function && v->linkage == PTX_LINKAGE_NONE)
        ptx_unit_hide(p, v->name);
    struct ptx_symbol *symbol = ptx_symbols_find_here(p->symbols, v->name);
    *out = v;
    if (symbol && !in_function && symbol->variable && symbol->variable->linkage == PTX_EXTERN) {
        *symbol->variable = *v;
        *out = symbol->variable;
        return true;
    }
    if (symbol && !in_function && symbol->variable)
        switch (ptx_unit_second(p, symbol, v->linkage)) {
        case PTX_SECOND_REPLACES:
            *symbol->variable = *v;
            G_GNUC_FALLTHROUGH;
        case PTX_SECOND_IS_FIRST:
            *out = symbol->variable;
            G_GNUC_FALLTHROUGH;
        case PTX_SECOND_IS_UNUSED:
            if (v->linkage == PTX_COMMON && symbol->variable->linkage == PTX_COMMON &&
                v->bytes > symbol->variable->bytes) /* there is room for the largest */
                *symbol->variable = *v;
            return true;
        case PTX_SECOND_IS_ERROR:
            break;
        }
    symbol = ptx_symbols_declare(p->symbols, v->name, PTX_SYMBOL_VARIABLE, v->line, &earlier);
    if (!symbol)
        return ptx_fail_duplicate(p, v->line, v->name, earlier);
    symbol->variable = v;
    g_ptr_array_add(in_function ? p->body.variables : p->variables, v);
    if (!in_function)
        return true;
    v->function = p->body.function;
    p->body.function->local_align =
        MAX(p->body.function->local_align, v->space == SPACE_LOCAL ? v->align : 1);
    if (v->space == SPACE_LOCAL)
        return place(p, &p->body.local_bytes, v);
    return v->space != SPACE_PARAM || place(p, &p->body.call_param_bytes, v);
}

static bool parse_declarator(struct ptx_parser *p, const struct ptx_variable *pattern)
{
    uint64_t dimensions[PTX_MAX_DIMENSIONS];
    unsigned n_dimensions;
    struct ptx_variable *v = ptx_arena_copy(p->arena, pattern, 1, sizeof *pattern);
    v->line = ptx_line(p);
    v->name = ptx_take_word(p, "the name of a variable");
    if (!v->name || !parse_dimensions(p, v, dimensions, &n_dimensions) || !declare(p, v, &v))
        return false;
    return !ptx_accept(p, '=') || ptx_parse_initializer(p, v, dimensions, n_dimensions);
}

bool ptx_parse_variables(struct ptx_parser *p, enum ptx_linkage linkage)
{
    struct ptx_variable pattern = {.space = ptx_space_at_dot(p), .linkage = linkage};
    ptx_advance(p);
    if (!parse_variable_type(p, &pattern))
        return false;
    do {
        if (!parse_declarator(p, &pattern))
            return false;
    } while (ptx_accept(p, ','));
    return ptx_expect(p, ';', "',' or ';' after the declaration of a variable");
}

/* A .reg parameter: one variable a component. */
static bool add_components(struct ptx_parser *p, GPtrArray *params, struct ptx_variable *v)
{
    unsigned n = v->vector;
    if (v->is_array)
        return ptx_fail(p, v->line, "the register '%s' can't be an array", v->name);
    if (v->type == PTX_B128) {
        n *= PTX_B128_PARTS;
        v->type = PTX_B64;
    }
    v->vector = 1;
    v->bytes = v->align = ptx_type_bytes(v->type);
    v->n_components = (uint8_t)n;
    for (unsigned i = 0; i < n; i++) {
        struct ptx_variable *one = ptx_arena_copy(p->arena, v, 1, sizeof *v);
        one->component = (uint8_t)i;
        g_ptr_array_add(params, one);
    }
    return true;
}

static bool parse_param(struct ptx_parser *p, GPtrArray *params, uint64_t *frame)
{
    struct ptx_variable *v = ptx_arena_alloc(p->arena, sizeof *v);
    uint64_t dimensions[PTX_MAX_DIMENSIONS];
    unsigned n_dimensions;
    if (ptx_accept_dot(p, "param"))
        v->space = SPACE_PARAM;
    else if (!ptx_accept_dot(p, "reg"))
        return ptx_fail_expected(p, "a parameter, .param or .reg");
    if (!parse_variable_type(p, v))
        return false;
    v->line = ptx_line(p);
    v->name = ptx_take_word(p, "the name of a parameter");
    if (!v->name || !parse_dimensions(p, v, dimensions, &n_dimensions))
        return false;
    v->n_components = 1;
    if (v->space == SPACE_NONE)
        return add_components(p, params, v);
    g_ptr_array_add(params, v);
    return place(p, frame, v);
}

bool ptx_parse_params(struct ptx_parser *p, GPtrArray *params, uint32_t *bytes)
{
    uint64_t frame = 0;
    if (!ptx_expect(p, '(', "'(' before the parameters"))
        return false;
    if (!ptx_at(p, ')')) {
        do {
            if (!parse_param(p, params, &frame))
                return false;
        } while (ptx_accept(p, ','));
    }
    *bytes = (uint32_t)frame;
    return ptx_expect(p, ')', "',' or ')' after a parameter");
}
