/* SPDX-License-Identifier: BSD-3-Clause */
/* atom and red of every operation and type, on global, shared and generic addresses.
 *
 * The lanes act one after the other in some order, which here is that of their numbers; with
 * that, old values and what memory holds at the end are known even where lanes collide.
 * Source: PTX ISA 8.6, section 9.7.13 "Parallel Synchronization and Communication Instructions:
 *   atom, red". Differs: atom.add.f32 on global memory keeps subnormals (PTX says that "current
 *   implementations" flush them).
 */
#include "tests/conformance/conformance.h"
#include "tests/conformance/exact.h"
#include "tests/conformance/values.h"
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

enum { LANES = 32, ROUNDS = 48 };
/* In device memory, cells of 8 bytes: what is acted on, its offset a lane, operands, old values.
 */
enum { AT_SLOTS, AT_OFFSETS = 0x400, AT_A = 0x800, AT_B = 0xc00, AT_OLD = 0x1000 };

enum operation { ADD, MIN, MAX, INC, DEC, AND, OR, XOR, EXCH, CAS };

struct atomic {
    enum operation operation;
    const char *word, *type, *modifiers; /* between the space and the operation: ".gpu" */
    const char *order;                   /* in front of the space: ".relaxed" */
    const char *space;                   /* ".global", ".shared", "" generic */
    bool shared, returns;
    struct operand_type parsed;
};

static char *form_of(const struct atomic *a)
{
    return g_strdup_printf("%s%s%s%s.%s.%s", a->returns ? "atom" : "red", a->order, a->modifiers,
                           a->space, a->word, a->type);
}

static char *text_of(const struct atomic *a)
{
    g_autofree char *form = form_of(a);
    unsigned bits = a->parsed.bits;
    char letter = bits == 64 ? 'l' : bits == 32 ? 'w' : 'h';
    GString *text = g_string_new(
        ".version 8.6\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 data)\n{\n.shared .align 16 .b64 slots[32];\n"
        ".reg .b16 %h<4>; .reg .b32 %w<4>, %lane; .reg .b64 %l<4>, %data, %t, %at, %mine;\n"
        "ld.param.u64 %data, [data]; mov.u32 %lane, %tid.x;\n"
        "mul.wide.u32 %t, %lane, 8; add.u64 %t, %data, %t;\n");
    g_string_append_printf(text,
                           "ld.global.b%u %%%c1, [%%t+%u]; ld.global.b%u %%%c2, [%%t+%u];\n"
                           "ld.global.u64 %%at, [%%t+%u]; mov.b%u %%%c0, 0;\n",
                           bits, letter, AT_A, bits, letter, AT_B, AT_OFFSETS, bits, letter);
    if (a->shared)
        g_string_append_printf(text,
                               "mov.u64 %%mine, slots; mul.wide.u32 %%l0, %%lane, 8;\n"
                               "add.u64 %%at, %%at, %%mine; add.u64 %%mine, %%mine, %%l0;\n"
                               "ld.global.u64 %%l0, [%%t]; st.shared.u64 [%%mine], %%l0;\n"
                               "bar.sync 0;\n%s mov.b%u %%%c0, 0;\n",
                               a->space[0] ? "" : "cvta.shared.u64 %at, %at;", bits, letter);
    else
        g_string_append(text, "add.u64 %at, %at, %data;\n");
    g_string_append_printf(text, "%s ", form);
    if (a->returns)
        g_string_append_printf(text, "%%%c0, ", letter);
    g_string_append_printf(text, "[%%at], %%%c1", letter);
    if (a->operation == CAS)
        g_string_append_printf(text, ", %%%c2", letter);
    g_string_append_printf(text, ";\nst.global.b%u [%%t+%u], %%%c0;\n", bits, AT_OLD, letter);
    if (a->shared)
        g_string_append(text, "bar.sync 0; ld.shared.u64 %l0, [%mine]; st.global.u64 [%t], %l0;\n");
    g_string_append(text, "ret;\n}\n");
    return g_string_free(text, FALSE);
}

static uint64_t *cell(struct harness *h, unsigned where, unsigned i)
{
    return (uint64_t *)(void *)(h->memory + where) + i;
}

static bool less(const struct operand_type *type, uint64_t a, uint64_t b)
{
    uint64_t flip = type->class == CLASS_SIGNED ? (uint64_t)1 << (type->bits - 1) : 0;
    return (a ^ flip) < (b ^ flip);
}

static uint64_t added(const struct operand_type *type, uint64_t a, uint64_t b)
{
    const struct float_format *f = type->format;
    if (type->class == CLASS_FLOAT)
        return exact_apply(f, EXACT_ADD, EXACT_RN, (uint64_t[]){a, b, 0});
    if (type->class != CLASS_FLOAT_PAIR)
        return (a + b) & bits_below(type->bits);
    uint64_t low = bits_below(f->bits);
    return exact_apply(f, EXACT_ADD, EXACT_RN, (uint64_t[]){a & low, b & low, 0}) |
           exact_apply(f, EXACT_ADD, EXACT_RN, (uint64_t[]){a >> f->bits, b >> f->bits, 0})
               << f->bits;
}

static uint64_t applied(const struct atomic *a, uint64_t old, uint64_t x, uint64_t y)
{
    switch (a->operation) {
    case ADD:
        return added(&a->parsed, old, x);
    case MIN:
        return less(&a->parsed, x, old) ? x : old;
    case MAX:
        return less(&a->parsed, old, x) ? x : old;
    case INC:
        return old >= x ? 0 : old + 1;
    case DEC:
        return old == 0 || old > x ? x : old - 1;
    case AND:
        return old & x;
    case OR:
        return old | x;
    case XOR:
        return old ^ x;
    case EXCH:
        return x;
    default:
        return old == x ? y : old;
    }
}

static bool same(const struct operand_type *type, uint64_t a, uint64_t b)
{
    if (a == b)
        return true;
    return type->class == CLASS_FLOAT && type->bits >= 32 && exact_is_nan(type->format, a) &&
           exact_is_nan(type->format, b);
}

static void fill_operands(struct harness *h, const struct atomic *a, struct value_generator *g,
                          const GArray *edges, unsigned round)
{
    unsigned collide = round % 3 == 0 ? 32 : round % 3 == 1 ? 5 : 1, bytes = a->parsed.bits / 8;
    for (unsigned i = 0; i < LANES; i++) {
        *cell(h, AT_SLOTS, i) = value_next(g) & ~bits_below(a->parsed.bits);
        *cell(h, AT_SLOTS, i) |= value_random(g, &a->parsed, edges);
        *cell(h, AT_OFFSETS, i) = (i * 7 + round) % collide * 8;
        *cell(h, AT_A, i) = g_array_index(edges, uint64_t, (round * LANES + i) % edges->len);
        *cell(h, AT_B, i) = value_random(g, &a->parsed, edges);
        if (round % 2)
            *cell(h, AT_A, i) = value_random(g, &a->parsed, edges);
        /* Half of the comparisons shall succeed. */
        if (a->operation == CAS && value_next(g) % 2)
            memcpy(cell(h, AT_A, i), cell(h, AT_SLOTS, (unsigned)*cell(h, AT_OFFSETS, i) / 8),
                   bytes);
    }
}

/* Lane by lane on a copy of the slots. */
static bool as_expected(struct harness *h, const struct atomic *a, uint64_t slots[LANES],
                        GString *wrong)
{
    uint64_t mask = bits_below(a->parsed.bits);
    for (unsigned i = 0; i < LANES; i++) {
        uint64_t *slot = &slots[*cell(h, AT_OFFSETS, i) / 8], old = *slot & mask;
        uint64_t x = *cell(h, AT_A, i) & mask, got = *cell(h, AT_OLD, i) & mask;
        *slot = (*slot & ~mask) | applied(a, old, x, *cell(h, AT_B, i) & mask);
        if (same(&a->parsed, got, a->returns ? old : 0))
            continue;
        g_string_printf(wrong, "lane %u: old value %#llx, expected %#llx", i,
                        (unsigned long long)got, (unsigned long long)old);
        return false;
    }
    for (unsigned i = 0; i < LANES; i++)
        if (!same(&a->parsed, *cell(h, AT_SLOTS, i) & mask, slots[i] & mask) ||
            (*cell(h, AT_SLOTS, i) & ~mask) != (slots[i] & ~mask)) {
            g_string_printf(wrong, "slot %u holds %#llx, expected %#llx", i,
                            (unsigned long long)*cell(h, AT_SLOTS, i),
                            (unsigned long long)slots[i]);
            return false;
        }
    return true;
}

static void check(struct conformance *c, struct atomic a)
{
    operand_type_parse(a.type, &a.parsed);
    g_autofree char *form = form_of(&a), *text = text_of(&a);
    g_autoptr(GArray) edges = value_edges(&a.parsed);
    g_autoptr(GString) wrong = g_string_new(NULL);
    struct value_generator g = {g_str_hash(form)};
    struct harness h;
    harness_init(&h, text, "k");
    harness_param_u64(&h, 0, DEVICE_BASE);
    bool good = true;
    for (unsigned round = 0; good && round < ROUNDS; round++) {
        uint64_t slots[LANES];
        fill_operands(&h, &a, &g, edges, round);
        memcpy(slots, h.memory + AT_SLOTS, sizeof slots);
        good = harness_run(&h);
        if (!good)
            g_string_assign(wrong, h.fault);
        good = good && as_expected(&h, &a, slots, wrong);
    }
    if (good)
        conformance_record(c, form, ROUNDS * LANES);
    else
        conformance_fail(c, "%s%s: %s", form, a.shared ? " (shared)" : "", wrong->str);
    harness_finish(&h);
}

/* In all spaces, as atom and (unless its result is the point) as red. */
static void check_spaces(struct conformance *c, struct atomic a)
{
    static const struct {
        const char *word;
        bool shared;
    } spaces[] = {{".global", false}, {".shared", true}, {"", false}, {"", true}};
    for (unsigned i = 0; i < G_N_ELEMENTS(spaces); i++)
        for (unsigned returns = 0; returns < 2; returns++) {
            a.space = spaces[i].word;
            a.shared = spaces[i].shared;
            a.returns = returns;
            if (returns || (a.operation != EXCH && a.operation != CAS))
                check(c, a);
        }
}

static void check_orders(struct conformance *c)
{
    static const char *const orders[] = {"", ".relaxed", ".acquire", ".release", ".acq_rel"};
    static const char *const scopes[] = {".cta", ".gpu", ".sys"};
    for (unsigned i = 0; i < G_N_ELEMENTS(orders); i++)
        for (unsigned k = 0; k < G_N_ELEMENTS(scopes); k++) {
            struct atomic a = {ADD,       "add", "u32", scopes[k],    orders[i],
                               ".global", false, true,  .parsed = {0}};
            check(c, a);
            a.returns = false;
            if (i == 0 || i == 1 || i == 3)
                check(c, a);
            a = (struct atomic){CAS,       "cas", "b32", scopes[k],    orders[i],
                                ".global", false, true,  .parsed = {0}};
            check(c, a);
        }
}

static void fill(struct conformance *c)
{
    static const struct {
        enum operation operation;
        const char *word, *types;
    } operations[] = {{ADD, "add", "u32 s32 u64 s64 f32 f64"},
                      {ADD, "add.noftz", "f16 bf16 f16x2 bf16x2"},
                      {MIN, "min", "u32 s32 u64 s64"},
                      {MAX, "max", "u32 s32 u64 s64"},
                      {INC, "inc", "u32"},
                      {DEC, "dec", "u32"},
                      {AND, "and", "b32 b64"},
                      {OR, "or", "b32 b64"},
                      {XOR, "xor", "b32 b64"},
                      {EXCH, "exch", "b32 b64"},
                      {CAS, "cas", "b16 b32 b64"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(operations); i++) {
        g_auto(GStrv) types = g_strsplit(operations[i].types, " ", -1);
        for (unsigned k = 0; types[k] != NULL; k++)
            check_spaces(c, (struct atomic){.operation = operations[i].operation,
                                            .word = operations[i].word,
                                            .type = types[k],
                                            .modifiers = "",
                                            .order = ""});
    }
    check_orders(c);
}

CONFORMANCE_MAIN("atomic", fill)
