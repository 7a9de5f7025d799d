/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads, stores and atomics of generated programs: in range, and never on what another thread
 * touches in the same phase.
 *
 * %ag, %as and %al are the addresses of what the thread owns in global, shared and local memory,
 * %as_word the same as %as in 32 bits, %in that of the input, %red that of the words of atomics.
 */
#include "tests/differential/writer.h"

#include <string.h>

/* A place: text that computes its address, and the operand that then stands in brackets. */
struct place {
    char *before, *address;
    const char *space; /* ".global"; "" for generic addresses */
};

static void place_finish(struct place *place)
{
    g_free(place->before);
    g_free(place->address);
}

/* An offset of `size` aligned bytes in [from, from + bytes), a number or computed by lanes. */
static void add_offset(struct gen *g, struct place *place, const char *base, unsigned from,
                       unsigned bytes, unsigned size)
{
    unsigned n = bytes / size;
    if (gen_percent(g, 60)) {
        place->address = g_strdup_printf("%s+%u", base, from + gen_below(g, n) * size);
        return;
    }
    g_autofree char *before = place->before;
    g_autofree char *mask = gen_expand(g, "and.b32 %t0, $r, ", NULL);
    bool narrow = strcmp(base, "%as_word") == 0;
    place->before = narrow ? g_strdup_printf("%s%s%u; mad.lo.u32 %%t0, %%t0, %u, %s; ", before,
                                             mask, n - 1, size, base)
                           : g_strdup_printf("%s%s%u; mad.wide.u32 %%u0, %%t0, %u, %s; ", before,
                                             mask, n - 1, size, base);
    place->address = g_strdup_printf("%s+%u", narrow ? "%t0" : "%u0", from);
}

/* A generic address in %u1: of one space, or of two by a predicate. */
static char *generic_base(struct gen *g)
{
    static const struct {
        const char *space, *base;
    } own[] = {{"global", "%ag"}, {"shared", "%as"}, {"local", "%al"}};
    unsigned one = gen_below(g, G_N_ELEMENTS(own)), two = gen_below(g, G_N_ELEMENTS(own));
    g_autofree char *select = gen_expand(g,
                                         "selp.b64 %u1, %u1, %u2, $p; <|isspacep.shared $p, %u1; "
                                         "|isspacep.local $p, %u1; |isspacep.global $p, %u1; >",
                                         NULL);
    return g_strdup_printf("cvta.%s.u64 %%u1, %s; cvta.%s.u64 %%u2, %s; %s", own[one].space,
                           own[one].base, own[two].space, own[two].base, select);
}

/* In what the thread owns, from `from` on. */
static struct place own_place(struct gen *g, unsigned from, unsigned bytes, unsigned size)
{
    static const char *const bases[] = {"%ag", "%as", "%as_word", "%al", "local"};
    static const char *const spaces[] = {".global", ".shared", ".shared", ".local", ".local"};
    struct place place = {.space = ""};
    unsigned which = gen_below(g, 7);
    if (which < 4) {
        place.space = spaces[which];
        place.before = g_strdup("");
        add_offset(g, &place, bases[which], from, bytes, size);
    } else if (which == 4) {
        place.space = spaces[which];
        place.before = g_strdup("");
        place.address = g_strdup_printf("local+%u", from + gen_below(g, bytes / size) * size);
    } else {
        place.before = generic_base(g);
        add_offset(g, &place, "%u1", from, bytes, size);
    }
    return place;
}

/* In memory that nobody writes. */
static struct place constant_place(struct gen *g, unsigned size)
{
    struct place place = {.before = g_strdup(""), .space = ".global"};
    unsigned which = gen_below(g, g->self < 0 ? 6 : 5);
    if (which < 2)
        add_offset(g, &place, "%in", 0, INPUT_BYTES, size);
    else if (which == 5) {
        place.space = ".param";
        place.address = g_strdup_printf("values+%u", gen_below(g, PARAM_VALUES / size) * size);
    } else if (which == 2) {
        place.space = "";
        g_free(place.before);
        place.before = g_strdup("cvta.const.u64 %u1, %ac; ");
        add_offset(g, &place, "%u1", 0, TABLE_BYTES, size);
    } else {
        place.space = which == 3 ? ".const" : ".global";
        add_offset(g, &place, which == 3 ? "%ac" : "%at", 0, TABLE_BYTES, size);
    }
    return place;
}

/* The kind of data: bits that may be any, or one of the float types. */
struct kind {
    const char *types;
    unsigned from, bytes;
};

static const struct kind kinds[] = {
    {"u8 s8 b8 u16 s16 b16 u32 s32 b32 b32 u64 s64 b64", PRIVATE_INTEGERS, 128},
    {"f32", PRIVATE_F32, 64},
    {"f64", PRIVATE_F64, 64},
};

/* A register class that may hold a type in memory: wider ones for integers too. */
static char holder(struct gen *g, const char *type)
{
    static const char classes[] = "hrd";
    unsigned bits = gen_bits(type), from = bits == 64 ? 2 : bits == 32 ? 1 : 0;
    if (type[0] == 'f')
        return gen_class(type);
    return classes[from + gen_below(g, 3 - from)];
}

/* `%r1` or `{%r1, %r2}`; a store may have a number, a load may drop elements. */
static char *value(struct gen *g, const char *type, unsigned elements, bool loads)
{
    char pattern[] = {'$', holder(g, type), 0};
    static const unsigned counts[] = {
        ['h'] = N_H, ['r'] = N_R, ['d'] = N_D, ['f'] = N_F, ['g'] = N_G};
    if (elements == 1) {
        pattern[1] = loads ? pattern[1] : g_ascii_toupper(pattern[1]);
        return gen_expand(g, pattern, NULL);
    }
    unsigned first = gen_below(g, counts[(int)pattern[1]] - elements + 1);
    GString *text = g_string_new("{");
    for (unsigned k = 0; k < elements; k++) {
        g_string_append(text, k > 0 ? ", " : "");
        if (loads && k > 0 && gen_percent(g, 10))
            g_string_append_c(text, '_');
        else
            g_string_append_printf(text, "%%%c%u", pattern[1], first + k);
    }
    return g_string_free(g_string_append_c(text, '}'), FALSE);
}

static const char *hint(struct gen *g, const char *space, bool loads)
{
    bool cached = strcmp(space, ".global") == 0;
    if (strcmp(space, ".param") == 0 || strcmp(space, ".const") == 0 || gen_percent(g, 70))
        return "";
    return gen_percent(g, 50) && strcmp(space, ".local") != 0 ? ".volatile"
           : cached && loads                                  ? ".ca"
           : cached                                           ? ".cg"
                                                              : "";
}

static void access_memory(struct gen *g, bool loads)
{
    const struct kind *kind = &kinds[gen_percent(g, 60) ? 0 : 1 + gen_below(g, 2)];
    g_autofree char *type = gen_word(g, kind->types);
    unsigned bytes = gen_bits(type) / 8, elements = 1u << gen_below(g, 3);
    while (elements * bytes > 16)
        elements /= 2;
    bool constant = loads && gen_percent(g, 35);
    struct place place = constant ? constant_place(g, bytes * elements)
                                  : own_place(g, kind->from, kind->bytes, bytes * elements);
    if (strcmp(place.space, ".param") == 0)
        elements = 1;
    g_autofree char *data = value(g, type, elements, loads);
    g_autofree char *guard = gen_percent(g, 15) ? gen_expand(g, "@$P ", NULL) : g_strdup("");
    bool is_volatile = false;
    const char *modifier = hint(g, place.space, loads);
    is_volatile = strcmp(modifier, ".volatile") == 0;
    gen_chunk(g, "%s%s%s%s%s%s%s.%s %s%s[%s]%s%s;", place.before, guard, loads ? "ld" : "st",
              is_volatile ? modifier : "", place.space, is_volatile ? "" : modifier,
              elements == 4   ? ".v4"
              : elements == 2 ? ".v2"
                              : "",
              type, loads ? data : "", loads ? ", " : "", place.address, loads ? "" : ", ",
              loads ? "" : data);
    place_finish(&place);
}

/* On a word of the thread's own: the old value is known. */
static void own_atomic(struct gen *g)
{
    static const char *const forms[] = {"add.<u32|s32|u64|f32|f64>", "<and|or|xor|exch>.<b32|b64>",
                                        "<min|max>.<u32|s32|u64|s64>", "<inc|dec>.u32",
                                        "cas.<b32|b64>"};
    g_autofree char *form = gen_expand(g, forms[gen_below(g, G_N_ELEMENTS(forms))], NULL);
    const char *type = strrchr(form, '.') + 1;
    const struct kind *kind = &kinds[type[0] != 'f' ? 0 : gen_bits(type) == 32 ? 1 : 2];
    struct place place;
    do {
        place = own_place(g, kind->from, kind->bytes, gen_bits(type) / 8);
        if (strcmp(place.space, ".local") != 0 && strstr(place.before, "local") == NULL)
            break;
        place_finish(&place);
    } while (true);
    bool returns = form[0] == 'e' || form[0] == 'c' || gen_percent(g, 70);
    g_autofree char *data = gen_expand(g, form[0] == 'c' ? "$t, $t" : "$t", type);
    g_autofree char *old = gen_expand(g, "$t, ", type);
    g_autofree char *guard = gen_percent(g, 15) ? gen_expand(g, "@$P ", NULL) : g_strdup("");
    g_autofree char *scope =
        gen_expand(g, "<||||.relaxed.cta|.relaxed.gpu|.relaxed.sys|.acq_rel.gpu>", NULL);
    gen_chunk(g, "%s%s%s%s%s.%s %s[%s], %s;", place.before, guard, returns ? "atom" : "red",
              scope[1] == 'a' && !returns ? "" : scope, place.space, form, returns ? old : "",
              place.address, data);
    place_finish(&place);
}

/* On a word that all threads may touch, always with the same operation. */
static void common_atomic(struct gen *g)
{
    static const char *const forms[ATOMIC_WORDS] = {
        "add.u32", "and.b32", "or.b32", "xor.b32", "min.u32", "max.u32", "min.s32", "max.s32",
        "add.u64", "and.b64", "or.b64", "xor.b64", "min.u64", "max.u64", "min.s64", "max.s64"};
    unsigned word = gen_below(g, ATOMIC_WORDS);
    const char *form = forms[word], *type = strrchr(form, '.') + 1;
    g_autofree char *data = gen_expand(g, "$T", type);
    g_autofree char *guard = gen_percent(g, 30) ? gen_expand(g, "@$P ", NULL) : g_strdup("");
    bool shared = gen_percent(g, 50), sinks = gen_percent(g, 30);
    gen_chunk(g, "%s%s.%s.%s %s[%s+%u], %s;", guard, sinks ? "atom" : "red",
              shared ? "shared" : "global", form, sinks ? "_, " : "", shared ? "shared" : "%red",
              (shared ? SHARED_ATOMICS : 0) + 8 * word, data);
}

void gen_memory(struct gen *g)
{
    unsigned which = gen_below(g, 11);
    if (which == 0)
        common_atomic(g);
    else if (which == 10)
        gen_pattern(g, "<membar.cta|membar.gl|fence.acq_rel.cta|fence.sc.gpu>;", NULL);
    else if (which < 3)
        own_atomic(g);
    else
        access_memory(g, which < 7);
}
