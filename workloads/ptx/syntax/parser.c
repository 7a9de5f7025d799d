/* SPDX-License-Identifier: BSD-3-Clause */
/* Modules: what stands outside functions. Source: PTX ISA, section 11. */
#include "workloads/ptx/syntax/parser.h"
#include <string.h>

/* .extern .visible .weak .common, in front of a function or variable. */
static enum ptx_linkage parse_linkage(struct ptx_parser *p)
{
    enum ptx_linkage linkage = PTX_LINKAGE_NONE;
    for (;;) {
        if (ptx_accept_dot(p, "extern"))
            linkage = PTX_EXTERN;
        else if (ptx_accept_dot(p, "visible"))
            linkage = PTX_VISIBLE;
        else if (ptx_accept_dot(p, "weak"))
            linkage = PTX_WEAK;
        else if (ptx_accept_dot(p, "common"))
            linkage = PTX_COMMON;
        else
            return linkage;
    }
}

/* .alias name, other; */
static bool parse_alias(struct ptx_parser *p)
{
    unsigned earlier, line = ptx_line(p);
    ptx_advance(p);
    const char *name = ptx_take_word(p, "the name of a function");
    if (!name || !ptx_expect(p, ',', "',' after the name of an alias"))
        return false;
    const char *other = ptx_take_word(p, "the name of a function");
    if (!other)
        return false;
    const struct ptx_symbol *target = ptx_symbols_find_here(p->symbols, other);
    if (!target || !target->function)
        return ptx_fail(p, line,
                        "expected a function declared before as target of an alias, "
                        "found '%s'",
                        other);
    /* The alias has a prototype before it, or is new. */
    struct ptx_symbol *symbol = ptx_symbols_find_here(p->symbols, name);
    if (!symbol)
        symbol = ptx_symbols_declare(p->symbols, name, PTX_SYMBOL_FUNCTION, line, &earlier);
    if (!symbol || symbol->kind != PTX_SYMBOL_FUNCTION)
        return ptx_fail(p, line, "'%s' is no function and can't be an alias", name);
    if (symbol->function && symbol->function != target->function) {
        const char *kept = symbol->function->name; /* calls before this line point to it */
        *symbol->function = *target->function;
        symbol->function->name = kept;
    } else {
        symbol->function = target->function;
    }
    return ptx_expect(p, ';', "';' after .alias");
}

static bool parse_declaration(struct ptx_parser *p)
{
    enum ptx_linkage linkage = parse_linkage(p);
    if (ptx_at_dot(p, "func") || ptx_at_dot(p, "entry"))
        return ptx_parse_function(p, linkage);
    if (ptx_space_at_dot(p) != SPACE_NONE)
        return ptx_parse_variables(p, linkage);
    if (linkage != PTX_LINKAGE_NONE)
        return ptx_fail_expected(p, "a function or variable");
    if (ptx_at_dot(p, "reg"))
        return ptx_fail(p, ptx_line(p), "registers outside of functions are not supported");
    return ptx_fail_expected(p, "a directive such as .entry, .func or .global");
}

static bool parse_item(struct ptx_parser *p)
{
    static const struct {
        const char *word;
        bool (*parse)(struct ptx_parser *p);
    } directives[] = {
        {"version", ptx_parse_version}, {"target", ptx_parse_target}, {"file", ptx_parse_file},
        {"section", ptx_parse_section}, {"pragma", ptx_parse_pragma}, {"loc", ptx_parse_loc},
        {"alias", parse_alias},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(directives); i++)
        if (ptx_at_dot(p, directives[i].word))
            return directives[i].parse(p);
    if (ptx_accept_dot(p, "address_size")) {
        uint32_t size = p->lexer.token.value == 32 ? 32 : 64;
        p->module->address_size = size;
        return ptx_take_u32(p, "32 or 64", &size) &&
               (size == p->module->address_size ||
                ptx_fail(p, ptx_line(p), "expected .address_size 32 or 64, found %u", size));
    }
    return parse_declaration(p);
}

static void parser_init(struct ptx_parser *p, const char *file, const char *text, size_t length)
{
    *p = (struct ptx_parser){0};
    p->arena = ptx_arena_new();
    p->symbols = ptx_symbols_new(p->arena);
    p->module = ptx_arena_alloc(p->arena, sizeof *p->module);
    p->module->arena = p->arena;
    p->module->file_name = ptx_arena_intern(p->arena, file, strlen(file));
    p->module->target = ptx_arena_intern(p->arena, "", 0);
    p->module->address_size = 64;
    p->variables = g_ptr_array_new();
    p->functions = g_ptr_array_new();
    p->source_files = g_array_new(FALSE, FALSE, sizeof(struct ptx_source_file));
    p->text = g_string_new(NULL);
    p->body.registers = g_array_new(FALSE, FALSE, sizeof(struct ptx_register));
    p->body.variables = g_ptr_array_new();
    p->body.instructions = g_array_new(FALSE, FALSE, sizeof(struct ptx_instruction));
    p->body.tables = g_array_new(FALSE, FALSE, sizeof(struct ptx_table));
    p->body.references = g_array_new(FALSE, FALSE, sizeof(struct ptx_reference));
    p->body.unresolved = g_array_new(FALSE, FALSE, sizeof(unsigned));
    p->body.scopes = g_array_new(FALSE, FALSE, sizeof(struct ptx_open_scope));
    ptx_lexer_init(&p->lexer, p->module->file_name, text, length, &p->error);
}

/* Leaves module and error to the caller. */
static void parser_finish(struct ptx_parser *p)
{
    ptx_symbols_free(p->symbols);
    g_ptr_array_free(p->variables, TRUE);
    g_ptr_array_free(p->functions, TRUE);
    g_array_free(p->source_files, TRUE);
    g_string_free(p->text, TRUE);
    g_array_free(p->body.registers, TRUE);
    g_ptr_array_free(p->body.variables, TRUE);
    g_array_free(p->body.instructions, TRUE);
    g_array_free(p->body.tables, TRUE);
    g_array_free(p->body.references, TRUE);
    g_array_free(p->body.unresolved, TRUE);
    g_array_free(p->body.scopes, TRUE);
}

static void fill_module(struct ptx_parser *p)
{
    struct ptx_module *m = p->module;
    m->n_variables = p->variables->len;
    m->variables = ptx_arena_copy(p->arena, p->variables->pdata, p->variables->len,
                                  sizeof(struct ptx_variable *));
    m->n_functions = p->functions->len;
    m->functions = ptx_arena_copy(p->arena, p->functions->pdata, p->functions->len,
                                  sizeof(struct ptx_function *));
    m->n_source_files = p->source_files->len;
    m->source_files = ptx_arena_copy(p->arena, p->source_files->data, p->source_files->len,
                                     sizeof(struct ptx_source_file));
}

struct ptx_module *ptx_module_parse(const char *file_name, const char *text, size_t length,
                                    GError **error)
{
    struct ptx_parser p;
    parser_init(&p, file_name, text, length);
    bool ok = true;
    while (ok && p.lexer.token.kind != TOKEN_END)
        ok = parse_item(&p);
    fill_module(&p);
    parser_finish(&p);
    struct ptx_module *module = p.module;
    module->digest = content_digest_add((struct content_digest){{0}}, text, length);
    if (!ok) {
        g_propagate_error(error, p.error);
        g_clear_pointer(&module, ptx_module_free);
    }
    return module;
}
