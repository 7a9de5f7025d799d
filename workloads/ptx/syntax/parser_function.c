/* SPDX-License-Identifier: BSD-3-Clause */
/* Headers of kernels and functions. Source: PTX ISA, sections 11.2 to 11.4. */
#include "workloads/ptx/syntax/parser.h"
#include <string.h>

/* Directives between header and body whose numbers the simulator uses, or not. */
struct limit_directive {
    const char *name;
    unsigned max_values;
    bool is_kept;
    size_t offset; /* in struct ptx_limits; of the first of max_values words */
};

static const struct limit_directive limit_directives[] = {
    {"maxntid", 3, true, offsetof(struct ptx_limits, max_threads)},
    {"reqntid", 3, true, offsetof(struct ptx_limits, required_threads)},
    {"minnctapersm", 1, true, offsetof(struct ptx_limits, min_blocks_per_sm)},
    {"maxnreg", 1, true, offsetof(struct ptx_limits, max_registers)},
    {"maxnctapersm", 1, false, 0},
    {"maxclusterrank", 1, true, offsetof(struct ptx_limits, max_cluster)},
    {"reqnctapercluster", 3, true, offsetof(struct ptx_limits, cluster)},
    {"blocksareclusters", 0, false, 0},
    {"abi_preserve", 1, false, 0},
    {"abi_preserve_control", 1, false, 0},
};

static bool parse_limit(struct ptx_parser *p, const struct limit_directive *directive,
                        struct ptx_limits *limits)
{
    uint32_t values[3] = {1, 1, 1};
    unsigned n = 0;
    ptx_advance(p);
    while (n < directive->max_values) {
        if (!ptx_take_u32(p, "a number after this directive", &values[n++]))
            return false;
        if (!ptx_accept(p, ','))
            break;
    }
    if (directive->is_kept)
        memcpy((char *)limits + directive->offset, values, directive->max_values * sizeof *values);
    return true;
}

static bool parse_limits(struct ptx_parser *p, struct ptx_limits *limits)
{
    while (p->lexer.token.kind == TOKEN_DOT) {
        size_t i = 0;
        while (i < G_N_ELEMENTS(limit_directives) && !ptx_at_dot(p, limit_directives[i].name))
            i++;
        if (i < G_N_ELEMENTS(limit_directives)) {
            if (!parse_limit(p, &limit_directives[i], limits))
                return false;
        } else if (ptx_accept_dot(p, "noreturn")) {
            limits->no_return = true;
        } else if (ptx_accept_dot(p, "explicitcluster")) {
            limits->explicit_cluster = true;
        } else if (ptx_at_dot(p, "pragma")) {
            if (!ptx_parse_pragma(p))
                return false;
        } else {
            return ptx_fail_expected(p, "'{', ';' or a directive such as .maxntid");
        }
    }
    return true;
}

/* Parameters into *params, which belongs to the arena. */
static bool parse_signature(struct ptx_parser *p, struct ptx_variable *const **params, unsigned *n,
                            uint32_t *bytes)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    if (!ptx_parse_params(p, list, bytes))
        return false;
    *params = ptx_arena_copy(p->arena, list->pdata, list->len, sizeof(struct ptx_variable *));
    *n = list->len;
    return true;
}

/* "(returns) name (params) directives" into *f. */
static bool parse_header(struct ptx_parser *p, struct ptx_function *f)
{
    if (ptx_accept_dot(p, "attribute") &&
        !(ptx_at(p, '(') ? ptx_skip_brackets(p, '(', ')')
                         : ptx_fail_expected(p, "'(' after .attribute")))
        return false;
    if (!f->is_entry && ptx_at(p, '(') &&
        !parse_signature(p, &f->returns, &f->n_returns, &f->return_bytes))
        return false;
    f->line = ptx_line(p);
    f->name = ptx_take_word(p, f->is_entry ? "the name of a kernel" : "the name of a function");
    if (!f->name)
        return false;
    if (ptx_at(p, '(') && !parse_signature(p, &f->params, &f->n_params, &f->param_bytes))
        return false;
    return parse_limits(p, &f->limits);
}

/* The function of this name: a new one, or the one an earlier prototype declared. */
static struct ptx_function *declare(struct ptx_parser *p, const struct ptx_function *header)
{
    unsigned earlier;
    if (header->linkage == PTX_LINKAGE_NONE)
        ptx_unit_hide(p, header->name);
    struct ptx_symbol *symbol = ptx_symbols_find_here(p->symbols, header->name);
    if (symbol && symbol->function) {
        struct ptx_function *first = symbol->function;
        if (!first->has_body || !header->has_body)
            return first;
        switch (ptx_unit_second(p, symbol, header->linkage)) {
        case PTX_SECOND_IS_UNUSED:
            return ptx_arena_alloc(p->arena, sizeof *first);
        case PTX_SECOND_REPLACES:
            first->has_body = false;
            return first;
        default:
            ptx_fail_duplicate(p, header->line, header->name, first->line);
            return NULL;
        }
    }
    symbol =
        ptx_symbols_declare(p->symbols, header->name, PTX_SYMBOL_FUNCTION, header->line, &earlier);
    if (!symbol) {
        ptx_fail_duplicate(p, header->line, header->name, earlier);
        return NULL;
    }
    symbol->function = ptx_arena_alloc(p->arena, sizeof *symbol->function);
    g_ptr_array_add(p->functions, symbol->function);
    return symbol->function;
}

bool ptx_parse_function(struct ptx_parser *p, enum ptx_linkage linkage)
{
    struct ptx_function header = {
        .module = p->module, .is_entry = ptx_at_dot(p, "entry"), .linkage = linkage};
    ptx_advance(p);
    if (!parse_header(p, &header))
        return false;
    header.has_body = ptx_at(p, '{');
    struct ptx_function *f = declare(p, &header);
    if (!f)
        return false;
    if (!f->has_body) /* a prototype behind the definition adds nothing */
        *f = header;
    if (header.has_body)
        return ptx_parse_body(p, f);
    return ptx_expect(p, ';', "'{' or ';' after the header of a function");
}

bool ptx_parse_prototype(struct ptx_parser *p, const char *name, const struct ptx_function **out)
{
    struct ptx_function *f = ptx_arena_alloc(p->arena, sizeof *f);
    f->module = p->module;
    *out = f;
    if (!parse_header(p, f))
        return false;
    f->name = name; /* the one in the header is "_" */
    return true;
}
