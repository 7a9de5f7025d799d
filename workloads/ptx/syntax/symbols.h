/* SPDX-License-Identifier: BSD-3-Clause */
/* Names in nested scopes: the module, a function, and each { } inside it.
 *
 * All names share one name space. A range `%r<100>` is one entry; its registers get entries of
 * their own, and an index, when they are first used.
 * Strings are interned in the arena, so that names compare by address.
 */
#ifndef SIMGPU_WORKLOADS_PTX_SYNTAX_SYMBOLS_H
#define SIMGPU_WORKLOADS_PTX_SYNTAX_SYMBOLS_H

#include "workloads/ptx/syntax/arena.h"
#include "workloads/ptx/syntax/ptx.h"

enum ptx_symbol_kind {
    PTX_SYMBOL_REGISTER,
    PTX_SYMBOL_VECTOR, /* a vector register: `count` registers from index on */
    PTX_SYMBOL_VARIABLE,
    PTX_SYMBOL_FUNCTION,
    PTX_SYMBOL_LABEL,
    PTX_SYMBOL_TABLE
};

struct ptx_symbol {
    enum ptx_symbol_kind kind;
    uint32_t index, count; /* register, pc or table */
    struct ptx_variable *variable;
    struct ptx_function *function;
    unsigned line;
    struct ptx_symbol *next_hidden; /* see ptx_unit_hide */
};

struct ptx_symbols;

struct ptx_symbols *ptx_symbols_new(struct ptx_arena *arena);
void ptx_symbols_free(struct ptx_symbols *symbols);

void ptx_symbols_open(struct ptx_symbols *symbols);
void ptx_symbols_close(struct ptx_symbols *symbols);
/* Open scopes; the module's is always open and not counted. */
unsigned ptx_symbols_depth(const struct ptx_symbols *symbols);

/* Takes names out of the innermost scope, ranges left out. */
void ptx_symbols_forget(struct ptx_symbols *symbols, bool (*goes)(const struct ptx_symbol *symbol));

/* Takes a name that is there out of the innermost scope, and gives it its meaning back. */
struct ptx_symbol *ptx_symbols_take(struct ptx_symbols *symbols, const char *name);
void ptx_symbols_put(struct ptx_symbols *symbols, const char *name, struct ptx_symbol *symbol);

/* Declares an interned name in the innermost scope. NULL if that scope has it already, and then
 * *earlier_line says where. The result may be changed until the scope is closed. */
struct ptx_symbol *ptx_symbols_declare(struct ptx_symbols *symbols, const char *name,
                                       enum ptx_symbol_kind kind, unsigned line,
                                       unsigned *earlier_line);
/* Declares prefix0 to prefix<count - 1>. Results as above. */
bool ptx_symbols_declare_range(struct ptx_symbols *symbols, const char *prefix, uint32_t count,
                               enum ptx_type type, unsigned line, unsigned *earlier_line);

/* The innermost meaning of an interned name, NULL if it has none. A register of a range that was
 * never used before becomes a symbol with the next index, and is appended to registers, an array
 * of struct ptx_register. */
struct ptx_symbol *ptx_symbols_find(struct ptx_symbols *symbols, const char *name,
                                    GArray *registers);
/* The same in the innermost scope only, ranges left out. */
struct ptx_symbol *ptx_symbols_find_here(const struct ptx_symbols *symbols, const char *name);

#endif
