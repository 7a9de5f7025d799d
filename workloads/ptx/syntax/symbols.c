/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/syntax/symbols.h"
#include <string.h>

enum { MAX_NUMBER_DIGITS = 7 }; /* of a register in a range: counts are at most 1,000,000 */

struct range {
    enum ptx_type type;
    uint32_t count;
    unsigned line;
};

/* Tables are made when the first name comes: most scopes of call sequences hold few names, and
 * hostile input many empty scopes. */
struct scope {
    GHashTable *names;  /* interned name -> struct ptx_symbol */
    GHashTable *ranges; /* interned prefix -> struct range */
};

struct ptx_symbols {
    struct ptx_arena *arena;
    GArray *scopes; /* of struct scope, the module's first */
};

static void scope_finish(void *scope)
{
    struct scope *s = scope;
    g_clear_pointer(&s->names, g_hash_table_destroy);
    g_clear_pointer(&s->ranges, g_hash_table_destroy);
}

struct ptx_symbols *ptx_symbols_new(struct ptx_arena *arena)
{
    struct ptx_symbols *symbols = g_new0(struct ptx_symbols, 1);
    symbols->arena = arena;
    symbols->scopes = g_array_new(FALSE, TRUE, sizeof(struct scope));
    g_array_set_clear_func(symbols->scopes, scope_finish);
    g_array_set_size(symbols->scopes, 1);
    return symbols;
}

void ptx_symbols_free(struct ptx_symbols *symbols)
{
    if (!symbols)
        return;
    g_array_free(symbols->scopes, TRUE);
    g_free(symbols);
}

void ptx_symbols_open(struct ptx_symbols *symbols)
{
    g_array_set_size(symbols->scopes, symbols->scopes->len + 1);
}

void ptx_symbols_close(struct ptx_symbols *symbols)
{
    g_assert(symbols->scopes->len > 1);
    g_array_set_size(symbols->scopes, symbols->scopes->len - 1);
}

static gboolean name_goes(gpointer name, gpointer symbol, gpointer goes)
{
    (void)name;
    return (*(bool (**)(const struct ptx_symbol *))goes)(symbol);
}

void ptx_symbols_forget(struct ptx_symbols *symbols, bool (*goes)(const struct ptx_symbol *symbol))
{
    struct scope *scope = &g_array_index(symbols->scopes, struct scope, symbols->scopes->len - 1);
    if (scope->names)
        g_hash_table_foreach_remove(scope->names, name_goes, &goes);
}

unsigned ptx_symbols_depth(const struct ptx_symbols *symbols)
{
    return symbols->scopes->len - 1;
}

static struct scope *scope_at(const struct ptx_symbols *symbols, unsigned depth)
{
    return &g_array_index(symbols->scopes, struct scope, depth);
}

struct ptx_symbol *ptx_symbols_take(struct ptx_symbols *symbols, const char *name)
{
    struct ptx_symbol *symbol = ptx_symbols_find_here(symbols, name);
    g_hash_table_remove(scope_at(symbols, ptx_symbols_depth(symbols))->names, name);
    return symbol;
}

void ptx_symbols_put(struct ptx_symbols *symbols, const char *name, struct ptx_symbol *symbol)
{
    g_hash_table_insert(scope_at(symbols, ptx_symbols_depth(symbols))->names, (char *)name, symbol);
}

static struct ptx_symbol *add(struct ptx_symbols *symbols, struct scope *scope, const char *name,
                              enum ptx_symbol_kind kind, unsigned line)
{
    struct ptx_symbol *symbol = ptx_arena_alloc(symbols->arena, sizeof *symbol);
    symbol->kind = kind;
    symbol->line = line;
    if (!scope->names)
        scope->names = g_hash_table_new(g_direct_hash, g_direct_equal);
    g_hash_table_insert(scope->names, (char *)name, symbol);
    return symbol;
}

/* The range of this scope that holds name. Every split into prefix and number is tried, the
 * longest prefix first: a1<5> holds a12? No, a<20> does. */
static const struct range *find_range(const struct ptx_symbols *symbols, const struct scope *scope,
                                      const char *name)
{
    if (!scope->ranges)
        return NULL;
    size_t length = strlen(name);
    uint32_t number = 0, unit = 1;
    for (size_t digits = 1; digits < length && digits <= MAX_NUMBER_DIGITS; digits++, unit *= 10) {
        char c = name[length - digits];
        if (!g_ascii_isdigit(c))
            break;
        number += unit * (uint32_t)(c - '0');
        if (c == '0' && digits > 1)
            continue; /* a leading zero: not how ranges write their numbers */
        const char *prefix = ptx_arena_lookup(symbols->arena, name, length - digits);
        const struct range *range = prefix ? g_hash_table_lookup(scope->ranges, prefix) : NULL;
        if (range && number < range->count)
            return range;
    }
    return NULL;
}

struct ptx_symbol *ptx_symbols_declare(struct ptx_symbols *symbols, const char *name,
                                       enum ptx_symbol_kind kind, unsigned line,
                                       unsigned *earlier_line)
{
    struct scope *scope = scope_at(symbols, ptx_symbols_depth(symbols));
    const struct ptx_symbol *earlier = ptx_symbols_find_here(symbols, name);
    const struct range *range = earlier ? NULL : find_range(symbols, scope, name);
    if (earlier || range) {
        *earlier_line = earlier ? earlier->line : range->line;
        return NULL;
    }
    return add(symbols, scope, name, kind, line);
}

bool ptx_symbols_declare_range(struct ptx_symbols *symbols, const char *prefix, uint32_t count,
                               enum ptx_type type, unsigned line, unsigned *earlier_line)
{
    struct scope *scope = scope_at(symbols, ptx_symbols_depth(symbols));
    if (!scope->ranges)
        scope->ranges = g_hash_table_new(g_direct_hash, g_direct_equal);
    const struct range *earlier = g_hash_table_lookup(scope->ranges, prefix);
    if (earlier) {
        *earlier_line = earlier->line;
        return false;
    }
    struct range *range = ptx_arena_alloc(symbols->arena, sizeof *range);
    *range = (struct range){.type = type, .count = count, .line = line};
    g_hash_table_insert(scope->ranges, (char *)prefix, range);
    return true;
}

struct ptx_symbol *ptx_symbols_find_here(const struct ptx_symbols *symbols, const char *name)
{
    const struct scope *scope = scope_at(symbols, ptx_symbols_depth(symbols));
    return scope->names ? g_hash_table_lookup(scope->names, name) : NULL;
}

struct ptx_symbol *ptx_symbols_find(struct ptx_symbols *symbols, const char *name,
                                    GArray *registers)
{
    for (unsigned depth = symbols->scopes->len; depth-- > 0;) {
        struct scope *scope = scope_at(symbols, depth);
        struct ptx_symbol *symbol = scope->names ? g_hash_table_lookup(scope->names, name) : NULL;
        if (symbol)
            return symbol;
        const struct range *range = find_range(symbols, scope, name);
        if (range) {
            symbol = add(symbols, scope, name, PTX_SYMBOL_REGISTER, range->line);
            symbol->index = registers->len;
            symbol->count = 1;
            struct ptx_register entry = {.name = name, .type = range->type};
            g_array_append_val(registers, entry);
            return symbol;
        }
    }
    return NULL;
}
