/* SPDX-License-Identifier: BSD-3-Clause */
/* Initialisers of variables: numbers, addresses, nested braces.
 *
 * Source: PTX ISA, section 5.4.4 "Initializers". Braces may be left out from the inside, as in C.
 * Differs: those of .texref, .samplerref and .surfref variables are skipped.
 */
#include "base/float_bits.h"
#include "workloads/ptx/syntax/parser.h"
#include <string.h>

struct initializer {
    struct ptx_variable *variable;
    GByteArray *bytes; /* up to the last element given */
    GArray *relocations;
    uint64_t sizes[PTX_MAX_DIMENSIONS + 2]; /* bytes of the whole, of a row, ..., of an element */
    unsigned n_levels;
    unsigned element_bytes;
};

/* The element's bytes; grows init->bytes up to its end. */
static uint8_t *element_at(struct ptx_parser *p, struct initializer *init, uint64_t offset)
{
    uint64_t end = offset + init->element_bytes;
    if (end > init->bytes->len) {
        if (end > PTX_MAX_INIT_BYTES - p->init_bytes) {
            ptx_fail(p, ptx_line(p), "the initialisers of this file take more than %d bytes",
                     PTX_MAX_INIT_BYTES);
            return NULL;
        }
        guint old = init->bytes->len;
        g_byte_array_set_size(init->bytes, (guint)end);
        memset(init->bytes->data + old, 0, end - old);
    }
    return init->bytes->data + offset;
}

static bool convert(struct ptx_parser *p, unsigned line, enum ptx_type type,
                    const struct ptx_constant *c, uint64_t *bits)
{
    double value = 0;
    *bits = c->bits;
    if (c->kind == PTX_CONSTANT_F64)
        value = double_of_bits(c->bits);
    if (c->kind == PTX_CONSTANT_INTEGER)
        value = (double)(int64_t)c->bits;
    if (c->kind == PTX_CONSTANT_F32)
        value = (double)float_of_bits((uint32_t)c->bits);
    if (type == PTX_F64) {
        *bits = double_bits(value);
    } else if (type == PTX_F32 && c->kind != PTX_CONSTANT_F32) {
        *bits = float_bits((float)value);
    } else if (c->kind != PTX_CONSTANT_INTEGER && type != PTX_F32 &&
               ptx_type_bytes(type) != (c->kind == PTX_CONSTANT_F32 ? 4 : 8)) {
        return ptx_fail(p, line,
                        "expected an integer for an element of type .%s, found a "
                        "floating-point constant",
                        ptx_type_name(type));
    }
    return true;
}

/* A name that stands for an address, here with its line. */
static bool find_target(struct ptx_parser *p, unsigned line, const char *name,
                        struct ptx_relocation *r)
{
    const struct ptx_symbol *symbol = ptx_symbols_find(p->symbols, name, p->body.registers);
    if (!symbol || !(symbol->variable || symbol->function))
        return ptx_fail(
            p, line,
            "expected a variable or function that is declared before this line, found '%s'", name);
    r->variable = symbol->variable;
    r->function = symbol->function;
    return ptx_parse_offset(p, &r->addend);
}

/* The name of a variable or function, maybe in generic(), maybe with an offset. */
static bool parse_symbol(struct ptx_parser *p, struct ptx_relocation *r)
{
    unsigned line = ptx_line(p);
    const char *name = ptx_take_word(p, "a constant or the name of a variable");
    if (!name)
        return false;
    r->generic = strcmp(name, "generic") == 0 && ptx_accept(p, '(');
    if (!r->generic)
        return find_target(p, line, name, r);
    line = ptx_line(p);
    name = ptx_take_word(p, "the name of a variable or function");
    return name && find_target(p, line, name, r) &&
           ptx_expect(p, ')', "')' after generic(symbol") && ptx_parse_offset(p, &r->addend);
}

/* mask(symbol): the byte of the address that the mask selects, 0xFF00 the second one. */
static bool parse_masked(struct ptx_parser *p, unsigned line, uint64_t mask,
                         struct ptx_relocation *r)
{
    while (r->shift < 64 && mask != UINT64_C(0xff) << r->shift)
        r->shift += 8;
    if (r->shift == 64)
        return ptx_fail(p, line,
                        "expected a mask of one byte before '(', such as 0xFF00, found "
                        "0x%" G_GINT64_MODIFIER "x",
                        mask);
    r->bytes = 1;
    ptx_advance(p);
    return parse_symbol(p, r) && ptx_expect(p, ')', "')' after a masked address");
}

static bool parse_element(struct ptx_parser *p, struct initializer *init, uint64_t offset)
{
    struct ptx_constant c;
    unsigned line = ptx_line(p);
    uint64_t bits = 0;
    struct ptx_relocation r = {.offset = offset, .bytes = (uint8_t)MIN(init->element_bytes, 8)};
    if (ptx_at_constant(p)) {
        if (!ptx_parse_constant(p, &c))
            return false;
        bool masked = ptx_at(p, '(') && c.kind == PTX_CONSTANT_INTEGER;
        if (masked ? !parse_masked(p, line, c.bits, &r)
                   : !convert(p, line, init->variable->type, &c, &bits))
            return false;
    } else if (!parse_symbol(p, &r)) {
        return false;
    }
    if (r.variable || r.function)
        g_array_append_val(init->relocations, r);
    uint8_t *element = element_at(p, init, offset);
    if (!element)
        return false;
    for (unsigned i = 0; i < MIN(init->element_bytes, 8); i++)
        element[i] = (uint8_t)(bits >> 8 * i);
    return true;
}

/* At '{', the level'th: fills [offset, offset + sizes[level]); an unsized whole takes what comes.
 */
static bool parse_braces(struct ptx_parser *p, struct initializer *init, unsigned level,
                         uint64_t offset)
{
    bool unlimited = level == 0 && init->variable->unsized;
    uint64_t end = offset + (unlimited ? PTX_MAX_VARIABLE_BYTES : init->sizes[level]);
    uint64_t cursor = offset;
    ptx_advance(p);
    while (!ptx_at(p, '}')) {
        unsigned line = ptx_line(p);
        bool nested = ptx_at(p, '{');
        uint64_t step = nested ? init->sizes[level + 1] : init->element_bytes;
        if (nested && level + 2 > init->n_levels)
            return ptx_fail(p, line, "expected a constant, found '{': '%s' has no more dimensions",
                            init->variable->name);
        if (cursor > end || step > end - cursor)
            return ptx_fail(p, line, "too many initialisers for '%s'", init->variable->name);
        if (nested ? !parse_braces(p, init, level + 1, cursor) : !parse_element(p, init, cursor))
            return false;
        cursor += step;
        if (!ptx_accept(p, ','))
            break;
    }
    return ptx_expect(p, '}', "',' or '}' after an initialiser");
}

/* sizes[i] is what the i-th nested brace fills; n_levels braces may be nested. */
static void init_levels(struct initializer *init, const uint64_t *dimensions, unsigned n)
{
    struct ptx_variable *v = init->variable;
    uint64_t size = init->element_bytes = ptx_type_bytes(v->type);
    init->n_levels = n + (v->vector > 1);
    unsigned level = init->n_levels;
    init->sizes[level] = size;
    if (v->vector > 1)
        init->sizes[--level] = size *= v->vector;
    while (level-- > 0)
        init->sizes[level] = size *= dimensions[level];
}

bool ptx_parse_initializer(struct ptx_parser *p, struct ptx_variable *variable,
                           const uint64_t *dimensions, unsigned n_dimensions)
{
    if (variable->type >= PTX_TEXREF && ptx_at(p, '{'))
        return ptx_skip_brackets(p, '{', '}');
    struct initializer init = {.variable = variable};
    init_levels(&init, dimensions, n_dimensions);
    init.bytes = g_byte_array_new();
    init.relocations = g_array_new(FALSE, FALSE, sizeof(struct ptx_relocation));
    unsigned line = ptx_line(p);
    bool ok;
    if (init.n_levels == 0)
        ok = parse_element(p, &init, 0);
    else if (!ptx_at(p, '{'))
        ok = ptx_fail_expected(p, "'{' before the initialisers of an array or vector");
    else
        ok = parse_braces(p, &init, 0, 0);
    if (ok && variable->unsized) {
        uint64_t row = init.sizes[1] ? init.sizes[1] : 1;
        variable->bytes = (init.bytes->len + row - 1) / row * row;
        variable->unsized = false;
    }
    if (ok && variable->space != SPACE_GLOBAL && variable->space != SPACE_CONST)
        ok = ptx_fail(p, line, "only .global and .const variables can have initialisers");
    if (ok) {
        p->init_bytes += init.bytes->len;
        variable->init = ptx_arena_copy(p->arena, init.bytes->data, init.bytes->len, 1);
        variable->init_bytes = init.bytes->len;
        variable->n_relocations = init.relocations->len;
        variable->relocations = ptx_arena_copy(
            p->arena, init.relocations->data, init.relocations->len, sizeof(struct ptx_relocation));
    }
    g_byte_array_free(init.bytes, TRUE);
    g_array_free(init.relocations, TRUE);
    return ok;
}
