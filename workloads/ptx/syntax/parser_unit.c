/* SPDX-License-Identifier: BSD-3-Clause */
/* Texts that are linked: one behind the other, each from its .version on a unit of its own.
 *
 * A unit sees its own names, and those of the others that have a linkage: an .extern one is what
 * another unit defines, before it or after it. Of .weak and .common definitions the first one
 * counts, unless another unit has one that is neither. Source: PTX ISA, section 5.6, "Linking
 * Directives".
 */
#include "workloads/ptx/syntax/parser.h"

static enum ptx_linkage linkage_of(const struct ptx_symbol *symbol)
{
    if (symbol->variable)
        return symbol->variable->linkage;
    return symbol->function ? symbol->function->linkage : PTX_LINKAGE_NONE;
}

static bool is_local(const struct ptx_symbol *symbol)
{
    return linkage_of(symbol) == PTX_LINKAGE_NONE;
}

static const char *name_of(const struct ptx_symbol *symbol)
{
    return symbol->variable ? symbol->variable->name : symbol->function->name;
}

void ptx_unit_hide(struct ptx_parser *p, const char *name)
{
    struct ptx_symbol *symbol = ptx_symbols_find_here(p->symbols, name);
    if (!symbol || symbol->line >= p->unit_line)
        return;
    symbol = ptx_symbols_take(p->symbols, name);
    symbol->next_hidden = p->hidden;
    p->hidden = symbol;
}

void ptx_unit_begin(struct ptx_parser *p)
{
    if (p->variables->len + p->functions->len == 0)
        return;
    ptx_symbols_forget(p->symbols, is_local);
    for (; p->hidden; p->hidden = p->hidden->next_hidden)
        ptx_symbols_put(p->symbols, name_of(p->hidden), p->hidden);
    p->unit_line = ptx_line(p);
    for (guint i = 0; i < p->source_files->len; i++)
        p->first_file =
            MAX(p->first_file, g_array_index(p->source_files, struct ptx_source_file, i).number);
}

static bool may_be_several(enum ptx_linkage linkage)
{
    return linkage == PTX_WEAK || linkage == PTX_COMMON;
}

enum ptx_second ptx_unit_second(const struct ptx_parser *p, const struct ptx_symbol *first,
                                enum ptx_linkage second)
{
    if (second == PTX_EXTERN)
        return PTX_SECOND_IS_FIRST;
    if (first->line >= p->unit_line)
        return PTX_SECOND_IS_ERROR;
    if (may_be_several(second))
        return PTX_SECOND_IS_UNUSED;
    return may_be_several(linkage_of(first)) ? PTX_SECOND_REPLACES : PTX_SECOND_IS_ERROR;
}
