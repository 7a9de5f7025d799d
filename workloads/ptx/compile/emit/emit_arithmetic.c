/* SPDX-License-Identifier: BSD-3-Clause */
/* Arithmetic of the lists, comparisons, predicates and moves. */
#include "workloads/ptx/compile/blocks/loop_reads.h"
#include "workloads/ptx/compile/emit/emitter.h"
#include "workloads/ptx/exec/actions/barrier_ops.h"
#include "workloads/ptx/exec/lanes/alu.h"
#include "workloads/ptx/exec/lanes/predicates.h"
#include "workloads/ptx/exec/lanes/warp_ops.h"
#include "workloads/ptx/exec/run/sources.h"

#include <string.h>

/* Sums and products whose NaN need not be the canonical one, since nobody sees it: whatever reads
 * the result, before it is written anew, makes the same of all NaN. Making a NaN canonical takes
 * two instructions, a comparison and a choice, and a sum itself takes one. */
enum { MOST_AHEAD = 256 }; /* instructions that are looked at: each costs time */

/* Functions raw_<name> of machine/arithmetic.h, which are also blind. */
static const char *const raw[] = {"add_f32", "sub_f32", "mul_f32", "fma_f32",
                                  "add_f64", "sub_f64", "mul_f64", "fma_f64"};
/* Others that make the same of all NaN. */
static const char *const blind[] = {"div_f32",     "rcp_f32",    "sqrt_f32", "min_f32",
                                    "max_f32",     "div_f64",    "sqrt_f64", "rcp_f64",
                                    "cvt_f64_f32", "cvt_f32_f64"};

static bool is_among(const char *name, const char *const *names, unsigned n)
{
    for (unsigned i = 0; name && i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool is_blind(const struct exec_op *op)
{
    if (op->kind != EXEC_ALU)
        return false;
    if (op->alu == exec_setp || op->alu == exec_setp_general)
        return true;
    const char *name = exec_alu_name(op->alu);
    return is_among(name, raw, G_N_ELEMENTS(raw)) || is_among(name, blind, G_N_ELEMENTS(blind));
}

static bool names(const struct exec_operand_list *list, uint32_t offset)
{
    for (unsigned k = 0; k < list->n; k++)
        if (list->at[k]->base == BASE_REGISTERS && list->at[k]->offset == offset)
            return true;
    return false;
}

bool emit_may_be_raw(const struct emitter *e, const struct exec_op *op)
{
    const uint32_t end = e->pc + e->left, offset = op->destination[0].offset;
    struct exec_operand_list list;
    if (!e->always || end - e->pc > MOST_AHEAD ||
        !is_among(exec_alu_name(op->alu), raw, G_N_ELEMENTS(raw)))
        return false;
    for (uint32_t pc = e->pc + 1; pc < end; pc++) {
        const struct exec_op *next = &e->kernel->ops[pc];
        exec_list_sources(e->kernel, next, &list);
        if (names(&list, offset) && !is_blind(next))
            return false;
        if (block_closes_loop(next) && block_is_seen(e->liveness, next->target, offset))
            return false;
        exec_list_destinations(e->kernel, next, &list);
        if (next->guard.base == BASE_CONSTANTS && names(&list, offset))
            return true;
    }
    return !block_is_live_behind(e->liveness, e->code, e->ends, end - 1, offset);
}

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

bool emit_divides_words(const char *name)
{
    static const char *const names[] = {"div_u32", "div_s32", "rem_u32", "rem_s32"};
    return is_among(name, names, G_N_ELEMENTS(names));
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
                  emit_divides_words(name) ? "common"
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

const char *emit_predicate_value(struct emitter *e, const struct exec_op *op, const char *first,
                                 const char *second)
{
    const char *value = emit_name(e, "%s%s", op->immediate & 1 ? "~" : "", first);
    if (second)
        value = emit_name(e, "(%s %s %s%s)", value, symbol_of(op->variant),
                          op->immediate & 2 ? "~" : "", second);
    return op->modifiers & MODIFIER_INVERT ? emit_name(e, "~(%s)", value) : value;
}

bool emit_predicates(struct emitter *e, const struct exec_op *op)
{
    if (op->kind != EXEC_ALU)
        return false;
    if (op->alu == exec_setp || op->alu == exec_setp_general)
        return emit_comparison(e, op);
    if (op->alu != exec_predicate_logic)
        return false;
    const char *first = emit_source(e, &op->source[0]), *second = NULL;
    if (op->n_sources > 1 && op->variant != LOGIC_FIRST)
        second = emit_source(e, &op->source[1]);
    set_mask(e, &op->destination[0], emit_predicate_value(e, op, first, second));
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
