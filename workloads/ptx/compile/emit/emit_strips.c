/* SPDX-License-Identifier: BSD-3-Clause */
/* Instructions that follow each other and are done strip by strip (machine/strips.h): for some
 * lanes all of them, and then for the next ones. */
#include "workloads/ptx/compile/emit/emitter.h"
#include "workloads/ptx/exec/lanes/alu.h"
#include "workloads/ptx/exec/lanes/predicates.h"
#include "workloads/ptx/exec/lanes/warp_ops.h"
#include "workloads/ptx/exec/run/sources.h"

#include <string.h>

/* More take clang long to take apart. ASSUMED. */
enum { MOST_IN_STRIPS = 512 };

/* Masks of the strip at hand are in m<offset>, of the registers that the instructions before have
 * set, and lanes of registers that go by steps in v<offset>. */
struct strips {
    struct emitter *e;
    GHashTable *masks;  /* set: offset + 1 */
    GHashTable *spread; /* the same, of v<offset> that are valid */
    GHashTable *named;  /* the same, of those that are declared */
};

static bool has_lanes(const struct exec_operand *operand)
{
    return operand->bits != 0 && operand->bytes != 0;
}

static bool is_listed(const struct exec_op *op)
{
    const char *name = exec_alu_name(op->alu);
    return name && op->n_destinations == 1 && has_lanes(&op->destination[0]) &&
           op->n_sources <= 3 && !emit_divides_words(name);
}

/* A comparison of one result, of lanes as they are. */
static bool is_comparison(const struct exec_op *op)
{
    return op->alu == exec_setp && exec_compare_name(op->compare) &&
           !(op->modifiers & MODIFIER_FTZ) && op->source_type != VALUE_F16 &&
           op->source_type != VALUE_BF16;
}

static bool is_halves(const struct exec_op *op)
{
    if (op->alu == exec_pack)
        return op->n_sources == 2 && op->destination[0].bits == 64;
    if (op->alu != exec_unpack || op->n_destinations != 2 || op->source[0].bits != 64)
        return false;
    for (unsigned k = 0; k < 2; k++)
        if (op->destination[k].bits != 0 && op->destination[k].bits != 32)
            return false;
    return true;
}

static bool fits(const struct exec_op *op)
{
    if (op->kind != EXEC_ALU || op->guard.base != BASE_CONSTANTS)
        return false;
    if (op->alu == exec_add_immediate)
        return op->source[0].bits == 64 && op->destination[0].bits == 64;
    return is_listed(op) || is_comparison(op) || is_halves(op) || op->alu == exec_predicate_logic;
}

/* What is not a register is declared before the strips. */
static void declare_others(struct emitter *e, const struct exec_op *op)
{
    struct exec_operand_list list;
    exec_list_sources(e->kernel, op, &list);
    for (unsigned k = 0; k < list.n; k++)
        if (list.at[k]->base != BASE_REGISTERS && list.at[k]->bytes != 0)
            emit_source(e, list.at[k]);
}

static const char *lanes_of(struct strips *s, const struct exec_operand *operand)
{
    const struct emitted_local *local =
        operand->base == BASE_REGISTERS ? emit_local(s->e, operand) : NULL;
    if (local && local->even.kind != EVEN_NOT && !local->spread) {
        gpointer key = GUINT_TO_POINTER(operand->offset + 1);
        const char *name = emit_name(s->e, "v%u", operand->offset);
        if (g_hash_table_add(s->named, key))
            emit_line(s->e, "%s %s[COMPILED_STRIP];", operand->bytes == 8 ? "uint64_t" : "uint32_t",
                      name);
        if (g_hash_table_add(s->spread, key))
            emit_even_strip(s->e, operand, name);
        return name;
    }
    return emit_name(s->e, "%s + s", emit_source(s->e, operand));
}

static const char *mask_of(struct strips *s, const struct exec_operand *operand)
{
    if (operand->base == BASE_REGISTERS &&
        g_hash_table_contains(s->masks, GUINT_TO_POINTER(operand->offset + 1)))
        return emit_name(s->e, "m%u", operand->offset);
    return emit_name(s->e, "(%s >> s)", emit_source(s->e, operand));
}

static void set_mask(struct strips *s, const struct exec_operand *operand, const char *value)
{
    const bool again = !g_hash_table_add(s->masks, GUINT_TO_POINTER(operand->offset + 1));
    emit_destination(s->e, operand);
    emit_line(s->e, "%sm%u = %s;", again ? "" : "uint32_t ", operand->offset, value);
}

static const char *result_of(struct strips *s, const struct exec_operand *operand)
{
    return emit_name(s->e, "%s + s", emit_destination(s->e, operand));
}

static void put_listed(struct strips *s, const struct exec_op *op)
{
    struct emitter *e = s->e;
    const char *name = exec_alu_name(op->alu), *raw = emit_may_be_raw(e, op) ? "raw_" : "";
    const char *source[3] = {"c->constants", "c->constants", "c->constants"};
    if (g_str_has_prefix(name, "select_")) {
        const unsigned bits = op->destination[0].bytes * 8u;
        const char *yes = lanes_of(s, &op->source[0]), *no = lanes_of(s, &op->source[1]);
        const char *choice = mask_of(s, &op->source[2]);
        emit_use(e, emit_name(e,
                              "void strip_choose_%u(void *, const void *, const void *, "
                              "uint32_t);",
                              bits));
        emit_line(e, "strip_choose_%u(%s, %s, %s, %s);", bits, result_of(s, &op->destination[0]),
                  yes, no, choice);
        return;
    }
    for (unsigned k = 0; k < op->n_sources; k++)
        source[k] = lanes_of(s, &op->source[k]);
    emit_use(e, emit_name(e, "void strip_%s%s(void *, const void *, const void *, const void *);",
                          raw, name));
    emit_line(e, "strip_%s%s(%s, %s, %s, %s);", raw, name, result_of(s, &op->destination[0]),
              source[0], source[1], source[2]);
}

static void put_comparison(struct strips *s, const struct exec_op *op)
{
    struct emitter *e = s->e;
    const char *name = exec_compare_name(op->compare);
    emit_use(e, emit_name(e, "uint32_t strip_compare_%s(const void *, const void *);", name));
    set_mask(s, &op->destination[0],
             emit_name(e, "%sstrip_compare_%s(%s, %s)", op->modifiers & MODIFIER_INVERT ? "~" : "",
                       name, lanes_of(s, &op->source[0]), lanes_of(s, &op->source[1])));
}

static void put_predicates(struct strips *s, const struct exec_op *op)
{
    const char *first = mask_of(s, &op->source[0]);
    const char *second =
        op->n_sources > 1 && op->variant != LOGIC_FIRST ? mask_of(s, &op->source[1]) : NULL;
    set_mask(s, &op->destination[0], emit_predicate_value(s->e, op, first, second));
}

static void put_halves(struct strips *s, const struct exec_op *op)
{
    struct emitter *e = s->e;
    if (op->alu == exec_pack) {
        const char *low = lanes_of(s, &op->source[0]), *high = lanes_of(s, &op->source[1]);
        emit_use(e, "void strip_pack_64(void *, const void *, const void *);");
        emit_line(e, "strip_pack_64(%s, %s, %s);", result_of(s, &op->destination[0]), low, high);
        return;
    }
    const char *from = lanes_of(s, &op->source[0]);
    for (unsigned k = 0; k < 2; k++) {
        if (op->destination[k].bits == 0)
            continue;
        const char *part = k == 0 ? "low" : "high";
        emit_use(e, emit_name(e, "void strip_%s_32(void *, const void *);", part));
        emit_line(e, "strip_%s_32(%s, %s);", part, result_of(s, &op->destination[k]), from);
    }
}

static void put(struct strips *s, const struct exec_op *op)
{
    struct emitter *e = s->e;
    if (op->alu == exec_setp)
        put_comparison(s, op);
    else if (op->alu == exec_predicate_logic)
        put_predicates(s, op);
    else if (op->alu == exec_pack || op->alu == exec_unpack)
        put_halves(s, op);
    else if (op->alu == exec_add_immediate) {
        const char *from = lanes_of(s, &op->source[0]);
        emit_use(e, "void strip_sum_64(void *, const void *, uint64_t);");
        emit_line(e, "strip_sum_64(%s, %s, 0x%" G_GINT64_MODIFIER "xu);",
                  result_of(s, &op->destination[0]), from, (uint64_t)op->immediate);
    } else
        put_listed(s, op);
}

static gint compare_offsets(gconstpointer a, gconstpointer b)
{
    const guint first = GPOINTER_TO_UINT(a), second = GPOINTER_TO_UINT(b);
    return (first > second) - (first < second);
}

/* The strip's masks, into the registers. */
static void put_masks(struct strips *s)
{
    GList *all = g_list_sort(g_hash_table_get_keys(s->masks), compare_offsets);
    for (GList *at = all; at; at = at->next) {
        const unsigned offset = GPOINTER_TO_UINT(at->data) - 1;
        emit_line(s->e, "r%u = (r%u & ~(STRIP << s)) | (m%u & STRIP) << s;", offset, offset,
                  offset);
    }
    g_list_free(all);
}

/* The text since `from` becomes a macro, which is used for each strip. */
static void make_macro(struct emitter *e, gsize from)
{
    g_autofree char *lines = g_strdup(e->text->str + from);
    g_auto(GStrv) line = g_strsplit(lines, "\n", -1);
    g_autofree char *joined = g_strjoinv(" \\\n", line);
    g_string_truncate(e->text, from);
    emit_line(e, "#define S%u(s) { \\\n%s}", e->pc, joined);
    emit_line(e, "COMPILED_STRIPS(S%u)", e->pc);
}

/* What the strips read and write so far: sets of offset + 1. */
struct touched {
    GHashTable *read, *written;
};

static bool is_in(GHashTable *set, const struct exec_operand *operand)
{
    return operand->base == BASE_REGISTERS &&
           g_hash_table_contains(set, GUINT_TO_POINTER(operand->offset + 1));
}

static void touch(const struct emitter *e, const struct touched *touched, const struct exec_op *op)
{
    struct exec_operand_list list;
    exec_list_sources(e->kernel, op, &list);
    for (unsigned k = 0; k < list.n; k++)
        g_hash_table_add(touched->read, GUINT_TO_POINTER(list.at[k]->offset + 1));
    exec_list_destinations(e->kernel, op, &list);
    for (unsigned k = 0; k < list.n; k++)
        g_hash_table_add(touched->written, GUINT_TO_POINTER(list.at[k]->offset + 1));
}

/* Whether an even instruction may be done before the strips: it needs no look at its sources,
 * which these do not write, and writes nothing that they read or write. */
static bool goes_first(struct emitter *e, const struct touched *touched, const struct exec_op *op)
{
    struct exec_operand_list list;
    if (!emit_even_at_once(e, op))
        return false;
    exec_list_destinations(e->kernel, op, &list);
    for (unsigned k = 0; k < list.n; k++)
        if (is_in(touched->written, list.at[k]) || is_in(touched->read, list.at[k]))
            return false;
    return true;
}

/* Which instructions go in strips, from e->pc on. Even ones between them are done here. Leaves
 * e->pc behind the last one. */
static GArray *choose(struct emitter *e, uint32_t end)
{
    const struct touched touched = {g_hash_table_new(NULL, NULL), g_hash_table_new(NULL, NULL)};
    GArray *chosen = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (; e->pc < end && chosen->len < MOST_IN_STRIPS; e->pc++, e->left--) {
        const struct exec_op *op = &e->kernel->ops[e->pc];
        if (emit_even_result(e, op, touched.written).kind != EVEN_NOT) {
            if (!goes_first(e, &touched, op))
                break;
            emit_even(e, op);
            continue;
        }
        if (!fits(op))
            break;
        touch(e, &touched, op);
        g_array_append_val(chosen, e->pc);
    }
    g_hash_table_destroy(touched.read);
    g_hash_table_destroy(touched.written);
    return chosen;
}

uint32_t emit_strips(struct emitter *e, uint32_t end)
{
    const uint32_t first = e->pc, left = e->left;
    if (!e->whole || !fits(&e->kernel->ops[first]))
        return 0;
    struct strips s = {.e = e,
                       .masks = g_hash_table_new(NULL, NULL),
                       .spread = g_hash_table_new(NULL, NULL),
                       .named = g_hash_table_new(NULL, NULL)};
    e->lanes = "A";
    e->always = true;
    g_autoptr(GArray) chosen = choose(e, end);
    const uint32_t last = e->pc;
    for (guint i = 0; i < chosen->len; i++)
        declare_others(e, &e->kernel->ops[g_array_index(chosen, uint32_t, i)]);
    const gsize from = e->text->len;
    for (guint i = 0; i < chosen->len; i++) {
        e->pc = g_array_index(chosen, uint32_t, i);
        e->left = left - (e->pc - first);
        put(&s, &e->kernel->ops[e->pc]);
    }
    put_masks(&s);
    e->pc = first;
    e->left = left;
    make_macro(e, from);
    g_hash_table_destroy(s.masks);
    g_hash_table_destroy(s.spread);
    g_hash_table_destroy(s.named);
    return last - first;
}
