/* SPDX-License-Identifier: BSD-3-Clause */
/* Labels and tables, which may be named before they stand. See parser.h. */
#include "workloads/ptx/syntax/parser.h"

static struct ptx_reference *reference_at(const struct ptx_parser *p, uint32_t number)
{
    return &g_array_index(p->body.references, struct ptx_reference, number);
}

uint32_t ptx_reference_new(struct ptx_parser *p, const char *name, bool by_branch)
{
    struct ptx_reference r = {.name = name, .line = ptx_line(p), .by_branch = by_branch};
    unsigned number = p->body.references->len;
    g_array_append_val(p->body.references, r);
    g_array_append_val(p->body.unresolved, number);
    return number;
}

static void resolve(struct ptx_reference *r, const struct ptx_symbol *symbol)
{
    r->kind = symbol->kind == PTX_SYMBOL_LABEL ? PTX_OPERAND_LABEL : PTX_OPERAND_TABLE;
    r->index = symbol->index;
}

uint32_t ptx_reference_resolved(struct ptx_parser *p, const char *name,
                                const struct ptx_symbol *symbol)
{
    struct ptx_reference r = {.name = name, .line = ptx_line(p)};
    resolve(&r, symbol);
    g_array_append_val(p->body.references, r);
    return p->body.references->len - 1;
}

void ptx_references_close_scope(struct ptx_parser *p)
{
    GArray *unresolved = p->body.unresolved;
    unsigned n =
        g_array_index(p->body.scopes, struct ptx_open_scope, p->body.scopes->len - 1).n_unresolved;
    unsigned kept = n;
    for (; n < unresolved->len; n++) {
        unsigned number = g_array_index(unresolved, unsigned, n);
        struct ptx_reference *r = reference_at(p, number);
        const struct ptx_symbol *symbol = ptx_symbols_find_here(p->symbols, r->name);
        if (symbol && (symbol->kind == PTX_SYMBOL_LABEL || symbol->kind == PTX_SYMBOL_TABLE))
            resolve(r, symbol);
        else
            g_array_index(unresolved, unsigned, kept++) = number;
    }
    g_array_set_size(unresolved, kept);
}

bool ptx_references_check(struct ptx_parser *p)
{
    if (p->body.unresolved->len == 0)
        return true;
    const struct ptx_reference *r = reference_at(p, g_array_index(p->body.unresolved, unsigned, 0));
    if (r->by_branch)
        return ptx_fail(p, r->line, "branch to unknown label '%s'", r->name);
    return ptx_fail(p, r->line, "'%s' is not declared", r->name);
}

void ptx_references_replace(const struct ptx_parser *p, struct ptx_operand *operands, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        struct ptx_operand *operand = &operands[i];
        if (operand->kind == PTX_OPERAND_LABEL) {
            const struct ptx_reference *r = reference_at(p, operand->index);
            operand->kind = r->kind;
            operand->index = r->index;
        }
        ptx_references_replace(p, operand->elements, operand->n_elements);
    }
}
