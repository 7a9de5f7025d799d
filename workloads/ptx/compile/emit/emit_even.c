/* SPDX-License-Identifier: BSD-3-Clause */
/* Instructions of whole warps whose result goes from lane to lane by a step: done for the first
 * lane of each half, or for one lane if all have the same. */
#include "workloads/ptx/compile/emit/emit_access.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/memory.h"
#include "workloads/ptx/exec/lanes/alu.h"
#include "workloads/ptx/exec/lanes/predicates.h"
#include "workloads/ptx/exec/lanes/warp_ops.h"
#include "workloads/ptx/exec/run/sources.h"

#include <string.h>

/* A source: the first lanes' values as places in memory, and the step as an expression. */
struct even_source {
    struct even_lanes lanes;
    const char *first, *second, *step;
};

static const char *literal(struct emitter *e, uint64_t value)
{
    return emit_name(e, "0x%" G_GINT64_MODIFIER "xu", value);
}

static struct even_source source_of(struct emitter *e, const struct exec_operand *operand)
{
    struct even_source s = {.lanes = emit_even_of(e, operand), .step = "0u"};
    const char *type = operand->bytes == 8 ? "uint64_t" : "uint32_t",
               *cell = operand->bytes == 8 ? "long_cell" : "word_cell";
    if (operand->bytes == 0) {
        s.first = s.second = operand->base == BASE_REGISTERS ? emit_name(e, "r%u", operand->offset)
                                                             : literal(e, (uint32_t)s.lanes.value);
        return s;
    }
    if (s.lanes.literal) {
        s.first = s.second = emit_name(e, "(%s){%s}", type, literal(e, s.lanes.value));
    } else if (operand->base == BASE_REGISTERS) {
        s.first = emit_name(e, "first%u", operand->offset);
        s.second = s.lanes.kind == EVEN_SAME ? s.first : emit_name(e, "second%u", operand->offset);
    } else {
        const char *base = operand->base == BASE_CONSTANTS ? "constants" : "specials";
        const char *at = emit_name(e, "((const %s *)(c->%s + %u))", cell, base, operand->offset);
        s.first = emit_name(e, "%s[0]", at);
        s.second = s.lanes.kind == EVEN_SAME ? s.first : emit_name(e, "%s[16]", at);
    }
    if (s.lanes.kind == EVEN_STEP)
        s.step = literal(e, s.lanes.step);
    else if (s.lanes.kind == EVEN_SOME)
        s.step = emit_name(e, "step%u", operand->offset);
    return s;
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

void emit_even_leave(struct emitter *e)
{
    GString *text = e->text;
    e->text = e->cold;
    emit_line(e, "W%u:", e->pc);
    emit_line(e, "left += %u; T -= %u; c->uneven++;", e->left,
              WARP_LANES * emit_count_always(e, e->pc, e->pc + e->left));
    emit_write_live(e);
    emit_line(e, "c->pc = %u; goto issue;", e->pc);
    e->text = text;
}

/* Where a word is to become a long one, the code looks whether the step stays what it is. */
static void put_checks(struct emitter *e, const struct even_op *known,
                       const struct even_source *source, unsigned n)
{
    bool any = false;
    for (unsigned k = 0; k < n; k++) {
        if (!even_may_wrap(known, &source[k].lanes, k))
            continue;
        const char *kind = known->widening == EVEN_WIDENS_SIGNED ? "s32" : "u32";
        emit_use(e, emit_name(e, "bool widens_%s(uint32_t, uint32_t, uint32_t);", kind));
        emit_line(e, "if (!widens_%s(%s, %s, %s)) goto W%u;", kind, source[k].first,
                  source[k].second, source[k].step, e->pc);
        any = true;
    }
    if (any)
        emit_even_leave(e);
}

/* A step or value of source k as wide as the result. */
static const char *wide(struct emitter *e, const struct even_op *known, const char *text,
                        bool is_step)
{
    if (known->widening == EVEN_KEEPS_WIDTH)
        return text;
    return emit_name(e, "(uint64_t)%s(%s)",
                     is_step || known->widening == EVEN_WIDENS_SIGNED ? "(int64_t)(int32_t)"
                                                                      : "(uint32_t)",
                     text);
}

/* Of a product: one of the sources has no step. */
static const char *product_step(struct emitter *e, const struct even_op *known,
                                const struct even_source *source)
{
    const unsigned k = even_is_flat(&source[0].lanes) ? 1 : 0;
    return emit_name(e, "(%s) * (%s)", wide(e, known, source[k].step, true),
                     wide(e, known, source[1 - k].first, false));
}

/* The step that only a run knows. */
static const char *step_of(struct emitter *e, const struct exec_op *op, const struct even_op *known,
                           const struct even_source *source)
{
    switch (known->rule) {
    case EVEN_RULE_SUM:
        return emit_name(e, "%s + %s", source[0].step, source[1].step);
    case EVEN_RULE_DIFFERENCE:
        return emit_name(e, "%s - %s", source[0].step, source[1].step);
    case EVEN_RULE_NEGATIVE:
        return emit_name(e, "0u - %s", source[0].step);
    case EVEN_RULE_PRODUCT:
        return product_step(e, known, source);
    case EVEN_RULE_PRODUCT_SUM:
        return emit_name(e, "%s + %s", product_step(e, known, source), source[2].step);
    case EVEN_RULE_SHIFT: /* as the instruction: all is shifted out by more than its width */
        return emit_name(e, "%s > %u ? 0 : (uint%u_t)%s << %s", source[1].first,
                         op->destination[0].bits - 1u, op->destination[0].bits, source[0].step,
                         source[1].first);
    case EVEN_RULE_CHOICE:
        return emit_name(e, "%s ? %s : %s", source[2].first, source[0].step, source[1].step);
    default:
        return wide(e, known, source[0].step, true);
    }
}

static void put_half(struct emitter *e, const struct exec_op *op, const char *to,
                     const char *const source[3])
{
    const char *name = exec_alu_name(op->alu);
    if (g_str_has_prefix(name, "select_")) {
        emit_line(e, "%s = %s ? %s : %s;", to, source[2], source[0], source[1]);
        return;
    }
    emit_use(e,
             emit_name(e, "void one_%s(void *, const void *, const void *, const void *);", name));
    emit_line(e, "one_%s(&%s, &%s, &%s, &%s);", name, to, source[0], source[1], source[2]);
}

static void put_listed(struct emitter *e, const struct exec_op *op,
                       const struct even_source *source, struct even_lanes result)
{
    const struct even_op known = even_op_of(exec_alu_name(op->alu));
    const unsigned bits = op->destination[0].bytes * 8u;
    const uint32_t to = op->destination[0].offset;
    const char *first[3] = {"c->constants", "c->constants", "c->constants"},
               *second[3] = {"c->constants", "c->constants", "c->constants"};
    put_checks(e, &known, source, op->n_sources);
    for (unsigned k = 0; k < op->n_sources; k++) {
        first[k] = source[k].first;
        second[k] = source[k].second;
    }
    emit_line(e, "{ uint%u_t a, b;", bits);
    put_half(e, op, "a", first);
    if (result.kind != EVEN_SAME)
        put_half(e, op, "b", second);
    if (result.kind == EVEN_SOME)
        emit_line(e, "step%u = %s;", to, step_of(e, op, &known, source));
    emit_line(e, result.kind == EVEN_SAME ? "first%u = a; }" : "first%u = a; second%u = b; }", to,
              to);
}

static void put_sum(struct emitter *e, const struct exec_op *op, const struct even_source *source,
                    struct even_lanes result)
{
    const uint32_t to = op->destination[0].offset;
    const char *more = literal(e, (uint64_t)op->immediate);
    emit_line(e, "first%u = %s + %s;", to, source[0].first, more);
    if (result.kind != EVEN_SAME)
        emit_line(e, "second%u = %s + %s;", to, source[0].second, more);
    if (result.kind == EVEN_SOME)
        emit_line(e, "step%u = %s;", to, source[0].step);
}

static void put_comparison(struct emitter *e, const struct exec_op *op,
                           const struct even_source *source)
{
    const char *name = exec_compare_name(op->compare);
    emit_use(e, emit_name(e, "uint32_t one_compare_%s(const void *, const void *);", name));
    emit_line(e, "r%u = %sone_compare_%s(&%s, &%s);", op->destination[0].offset,
              op->modifiers & MODIFIER_INVERT ? "~" : "", name, source[0].first, source[1].first);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void put_parameter(struct emitter *e, const struct exec_op *op)
{
    emit_line(e, "memcpy(&first%u, c->params + %" G_GINT64_FORMAT ", %u);",
              op->destination[0].offset, op->immediate, op->element_bytes);
}

static bool put_load(struct emitter *e, const struct exec_op *op, const struct even_source *source)
{
    struct emitted_space space;
    if (!emit_space(e, op, &space))
        return false;
    const char *cast = op->source[0].bytes == 8 ? "uint64_t" : "uint32_t";
    emit_line(e, "{ const uint64_t p = (%s)(%s + %s);", cast, source[0].first,
              literal(e, (uint64_t)op->immediate));
    emit_even_reach(e, op, &space, source[0].first, source[0].first, 0);
    for (unsigned k = 0; k < op->n_destinations; k++)
        emit_line(e, "memcpy(&first%u, %s + p + %u, %u);", op->destination[k].offset, space.base,
                  k * op->element_bytes, op->element_bytes);
    emit_line(e, "}");
    return true;
}

/* ---- all ------------------------------------------------------------------------------------- */

static void mark(struct emitter *e, const struct exec_op *op, struct even_lanes result)
{
    for (unsigned k = 0; k < op->n_destinations; k++) {
        emit_destination(e, &op->destination[k]);
        emit_local(e, &op->destination[k])->even = result;
    }
}

static bool put(struct emitter *e, const struct exec_op *op, const struct even_source *source,
                struct even_lanes result)
{
    if (op->kind == EXEC_ACTION && op->action == exec_load_parameter)
        put_parameter(e, op);
    else if (op->kind == EXEC_ACTION)
        return put_load(e, op, source);
    else if (op->alu == exec_setp)
        put_comparison(e, op, source);
    else if (op->alu == exec_predicate_logic)
        return emit_predicates(e, op);
    else if (op->alu == exec_add_immediate)
        put_sum(e, op, source, result);
    else
        put_listed(e, op, source, result);
    return true;
}

bool emit_even(struct emitter *e, const struct exec_op *op)
{
    struct even_source source[EXEC_SOURCES];
    const struct even_lanes result = emit_even_result(e, op, NULL);
    if (result.kind == EVEN_NOT)
        return false;
    for (unsigned k = 0; k < op->n_sources && k < EXEC_SOURCES; k++)
        source[k] = source_of(e, &op->source[k]);
    e->lanes = "A";
    e->always = true;
    if (!put(e, op, source, result))
        return false;
    mark(e, op, result);
    return true;
}

struct even_lanes emit_even_result(struct emitter *e, const struct exec_op *op, GHashTable *written)
{
    struct even_lanes lanes[EXEC_SOURCES] = {{0}};
    if (!e->whole || !e->even)
        return (struct even_lanes){.kind = EVEN_NOT};
    for (unsigned k = 0; k < op->n_sources && k < EXEC_SOURCES; k++) {
        const struct exec_operand *from = &op->source[k];
        lanes[k] = emit_even_of(e, from);
        if (written && from->base == BASE_REGISTERS &&
            g_hash_table_contains(written, GUINT_TO_POINTER(from->offset + 1)))
            lanes[k].kind = EVEN_NOT;
    }
    return block_even_result(op, lanes);
}

bool emit_even_at_once(struct emitter *e, const struct exec_op *op)
{
    const char *name = op->kind == EXEC_ALU ? exec_alu_name(op->alu) : NULL;
    if (op->kind != EXEC_ALU)
        return false;
    const struct even_op known = even_op_of(name ? name : "");
    for (unsigned k = 0; k < op->n_sources && k < EXEC_SOURCES; k++) {
        const struct even_lanes lanes = emit_even_of(e, &op->source[k]);
        if (even_may_wrap(&known, &lanes, k))
            return false;
    }
    return true;
}

void emit_even_lost(struct emitter *e, const struct exec_op *op)
{
    struct exec_operand_list list;
    exec_list_destinations(e->kernel, op, &list);
    for (unsigned k = 0; e->whole && k < list.n; k++)
        emit_lose(emit_local(e, list.at[k]));
}
