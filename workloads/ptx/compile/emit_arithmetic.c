/* SPDX-License-Identifier: BSD-3-Clause */
/* Arithmetic of the lists, comparisons, predicates and moves. */
#include "workloads/ptx/compile/emitter.h"
#include "workloads/ptx/exec/actions/barrier_ops.h"
#include "workloads/ptx/exec/lanes/alu.h"
#include "workloads/ptx/exec/lanes/predicates.h"
#include "workloads/ptx/exec/lanes/warp_ops.h"

#include <string.h>

/* Where a result goes first: the register itself, or a variable whose lanes are then chosen. */
static const char *result_of(struct emitter *e, const struct exec_operand *operand,
                             const char *destination)
{
    if (e->always)
        return destination;
    emit_line(e, "%s t%u;", operand->bytes == 8 ? "longs" : "words", e->pc);
    return emit_name(e, "t%u", e->pc);
}

static void settle_result(struct emitter *e, const struct exec_operand *operand,
                          const char *destination, const char *result)
{
    if (!e->always)
        emit_keep(e, operand->bytes, destination, result, e->lanes);
}

static void set_mask(struct emitter *e, const struct exec_operand *operand, const char *value)
{
    if (e->always) {
        emit_line(e, "%s = %s;", emit_destination(e, operand), value);
        return;
    }
    const char *to = emit_destination(e, operand);
    emit_line(e, "{ uint32_t m = %s; %s = (%s & ~%s) | (m & %s); }", value, to, to, e->lanes,
              e->lanes);
}

static bool has_lanes(const struct exec_operand *operand)
{
    return operand->bytes != 0;
}

/* A function of machine/ with a destination and three or four sources. What the instruction has not
 * is any array: the function does not look at it. */
static void call_list(struct emitter *e, const struct exec_op *op, const char *prefix,
                      const char *name, unsigned parameters)
{
    const char *source[4] = {"c->constants", "c->constants", "c->constants", "c->constants"};
    g_autofree char *prototype =
        g_strdup_printf("void %s_%s(void *, const void *, const void *, const void *%s);", prefix,
                        name, parameters == 4 ? ", const void *" : "");
    emit_use(e, prototype);
    for (unsigned k = 0; k < op->n_sources; k++)
        source[k] = emit_source(e, &op->source[k]);
    const char *to = emit_destination(e, &op->destination[0]);
    const char *result = result_of(e, &op->destination[0], to);
    emit_line(e, "%s_%s(%s, %s, %s, %s%s%s);", prefix, name, result, source[0], source[1],
              source[2], parameters == 4 ? ", " : "", parameters == 4 ? source[3] : "");
    settle_result(e, &op->destination[0], to, result);
}

static void emit_choice(struct emitter *e, const struct exec_op *op)
{
    const unsigned bits = op->destination[0].bytes * 8u;
    const char *yes = emit_source(e, &op->source[0]), *no = emit_source(e, &op->source[1]);
    const char *choice = emit_source(e, &op->source[2]);
    const char *to = emit_destination(e, &op->destination[0]);
    const char *result = result_of(e, &op->destination[0], to);
    g_autofree char *prototype =
        g_strdup_printf("void choose_%u(void *, const void *, const void *, uint32_t);", bits);
    emit_use(e, prototype);
    emit_line(e, "choose_%u(%s, %s, %s, %s);", bits, result, yes, no, choice);
    settle_result(e, &op->destination[0], to, result);
}

/* Those that have a quicker way where all lanes divide by the same. */
static bool divides_words(const char *name)
{
    static const char *const names[] = {"div_u32", "div_s32", "rem_u32", "rem_s32"};
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

bool emit_arithmetic(struct emitter *e, const struct exec_op *op)
{
    if (op->kind != EXEC_ALU || op->n_destinations != 1 || op->destination[0].bits == 0 ||
        !has_lanes(&op->destination[0]))
        return false;
    const char *name = exec_alu_name(op->alu), *rare = exec_rare_name(op->alu);
    if (name && g_str_has_prefix(name, "select_"))
        emit_choice(e, op);
    else if (name && op->n_sources <= 3)
        call_list(e, op,
                  divides_words(name)      ? "common"
                  : emit_may_be_raw(e, op) ? "raw"
                                           : "op",
                  name, 3);
    else if (rare && op->n_sources <= 4)
        call_list(e, op, "rare", rare, 4);
    else
        return false;
    return true;
}

static const char *symbol_of(uint8_t logic)
{
    return logic == LOGIC_AND ? "&" : logic == LOGIC_OR ? "|" : "^";
}

/* The function that makes of a source what is compared; NULL: it is as it is. */
static const char *preparation(const struct exec_op *op)
{
    if (op->source_type == VALUE_F16 || op->source_type == VALUE_BF16)
        return op->source_type == VALUE_F16 ? "widen_f16" : "widen_bf16";
    return op->modifiers & MODIFIER_FTZ ? "flush_f32" : NULL;
}

/* Source k as it is compared. */
static const char *compared(struct emitter *e, const struct exec_op *op, unsigned k)
{
    const char *from = emit_source(e, &op->source[k]), *function = preparation(op);
    if (!function)
        return from;
    const char *name = emit_name(e, "z%u_%u", e->pc, k);
    g_autofree char *prototype = g_strdup_printf("void %s(void *, const void *);", function);
    emit_use(e, prototype);
    emit_line(e, "words %s; %s(%s, %s);", name, function, name, from);
    return name;
}

/* The comparison of sources 0 and 1 as an expression. NULL: not by functions. */
static const char *comparison(struct emitter *e, const struct exec_op *op)
{
    const char *name = exec_compare_name(op->compare);
    const bool halves = op->source_type == VALUE_F16 || op->source_type == VALUE_BF16;
    if (!name || (halves && op->modifiers & MODIFIER_FTZ) ||
        (!halves && op->source_type >= VALUE_F16))
        return NULL;
    g_autofree char *prototype =
        g_strdup_printf("uint32_t compare_%s(const void *, const void *);", name);
    emit_use(e, prototype);
    const char *a = compared(e, op, 0), *b = compared(e, op, 1);
    return emit_name(e, "%scompare_%s(%s, %s)", op->modifiers & MODIFIER_INVERT ? "~" : "", name, a,
                     b);
}

static bool emit_comparison(struct emitter *e, const struct exec_op *op)
{
    const char *value = comparison(e, op);
    if (!value)
        return false;
    if (op->alu == exec_setp) {
        set_mask(e, &op->destination[0], value);
        return true;
    }
    const char *result = emit_name(e, "u%u", e->pc);
    emit_line(e, "uint32_t %s = %s;", result, value);
    const char *other = emit_name(e, "v%u", e->pc); /* a destination may be the same register */
    if (op->variant != LOGIC_FIRST) {
        const char *from = emit_source(e, &op->source[2]);
        emit_line(e, "const uint32_t %s = %s%s;", other,
                  op->modifiers & MODIFIER_NEGATE_C ? "~" : "", from);
    }
    for (unsigned k = 0; k < op->n_destinations; k++) {
        const char *first = emit_name(e, "%s%s", k == 1 ? "~" : "", result);
        if (op->destination[k].bits != 0)
            set_mask(e, &op->destination[k],
                     op->variant == LOGIC_FIRST
                         ? first
                         : emit_name(e, "(%s %s %s)", first, symbol_of(op->variant), other));
    }
    return true;
}

bool emit_predicates(struct emitter *e, const struct exec_op *op)
{
    if (op->kind != EXEC_ALU)
        return false;
    if (op->alu == exec_setp || op->alu == exec_setp_general)
        return emit_comparison(e, op);
    if (op->alu != exec_predicate_logic)
        return false;
    const char *value =
        emit_name(e, "%s%s", op->immediate & 1 ? "~" : "", emit_source(e, &op->source[0]));
    if (op->n_sources > 1 && op->variant != LOGIC_FIRST)
        value = emit_name(e, "(%s %s %s%s)", value, symbol_of(op->variant),
                          op->immediate & 2 ? "~" : "", emit_source(e, &op->source[1]));
    if (op->modifiers & MODIFIER_INVERT)
        value = emit_name(e, "~(%s)", value);
    set_mask(e, &op->destination[0], value);
    return true;
}

/* Two words into a long one, and back. */
static bool emit_halves(struct emitter *e, const struct exec_op *op)
{
    if (op->alu == exec_pack) {
        if (op->n_sources != 2 || op->destination[0].bits != 64 || !e->always)
            return false;
        const char *low = emit_source(e, &op->source[0]), *high = emit_source(e, &op->source[1]);
        emit_use(e, "void pack_64(void *, const void *, const void *);");
        emit_line(e, "pack_64(%s, %s, %s);", emit_destination(e, &op->destination[0]), low, high);
        return true;
    }
    if (op->n_destinations != 2 || op->source[0].bits != 64 || !e->always)
        return false;
    for (unsigned k = 0; k < 2; k++)
        if (op->destination[k].bits != 0 && op->destination[k].bits != 32)
            return false;
    const char *from = emit_source(e, &op->source[0]);
    for (unsigned k = 0; k < 2; k++)
        if (op->destination[k].bits != 0) {
            emit_use(e, k == 0 ? "void low_32(void *, const void *);"
                               : "void high_32(void *, const void *);");
            emit_line(e, "%s_32(%s, %s);", k == 0 ? "low" : "high",
                      emit_destination(e, &op->destination[k]), from);
        }
    return true;
}

/* A conversion between generic addresses and those of a space. */
static bool emit_sum(struct emitter *e, const struct exec_op *op)
{
    if (op->source[0].bits != 64 || op->destination[0].bits != 64)
        return false;
    const char *from = emit_source(e, &op->source[0]);
    const char *to = emit_destination(e, &op->destination[0]);
    const char *result = result_of(e, &op->destination[0], to);
    emit_use(e, "void addresses_64(void *, const void *, uint64_t);");
    emit_line(e, "addresses_64(%s, %s, 0x%" G_GINT64_MODIFIER "xu);", result, from,
              (uint64_t)op->immediate);
    settle_result(e, &op->destination[0], to, result);
    return true;
}

bool emit_moves(struct emitter *e, const struct exec_op *op)
{
    if ((op->kind == EXEC_ACTION && op->action == exec_nothing) || block_waits_for_copies(op))
        return true;
    if (op->kind != EXEC_ALU)
        return false;
    if (op->alu == exec_add_immediate)
        return emit_sum(e, op);
    return (op->alu == exec_pack || op->alu == exec_unpack) && emit_halves(e, op);
}
