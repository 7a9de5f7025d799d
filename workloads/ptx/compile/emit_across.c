/* SPDX-License-Identifier: BSD-3-Clause */
/* Shuffles and votes of all lanes that run. Those of fewer lanes are execute()'s. */
#include "workloads/ptx/compile/emitter.h"
#include "workloads/ptx/exec/lanes/warp_ops.h"

/* The membermask, source k: all lanes. */
static void open_if_all(struct emitter *e, const struct exec_op *op, unsigned k)
{
    if (op->n_sources <= k)
        return;
    emit_use(e, "_Bool all_are(const uint32_t *, uint32_t);");
    emit_line(e, "if (all_are(%s, ~0u))", emit_source(e, &op->source[k]));
}

static void put_predicate(struct emitter *e, const struct exec_operand *to, const char *value)
{
    if (e->always)
        emit_line(e, "r%u = %s;", to->offset, value);
    else
        emit_line(e, "r%u = (r%u & ~%s) | (%s & %s);", to->offset, to->offset, e->lanes, value,
                  e->lanes);
}

static void declare_destinations(struct emitter *e, const struct exec_op *op)
{
    for (unsigned k = 0; k < op->n_destinations; k++)
        if (op->destination[k].bits != 0)
            emit_declare(e, &op->destination[k]);
}

static bool emit_shuffle(struct emitter *e, const struct exec_op *op)
{
    static const char *const modes[] = {[SHUFFLE_UP] = "up",
                                        [SHUFFLE_DOWN] = "down",
                                        [SHUFFLE_BUTTERFLY] = "bfly",
                                        [SHUFFLE_INDEX] = "idx"};
    for (unsigned k = 0; k < 3; k++)
        if (op->source[k].bytes != 4)
            return false;
    const char *a = emit_source(e, &op->source[0]), *b = emit_source(e, &op->source[1]);
    const char *c = emit_source(e, &op->source[2]);
    g_autofree char *prototype = g_strdup_printf(
        "uint32_t shuffle_%s(uint32_t *, const uint32_t *, const uint32_t *, uint32_t);",
        modes[op->variant]);
    emit_use(e, prototype);
    emit_use(e, "_Bool all_are(const uint32_t *, uint32_t);");
    declare_destinations(e, op);
    open_if_all(e, op, 3);
    emit_line(e, "if (all_are(%s, %s[0])) {", c, c);
    emit_line(e, "words t; const uint32_t in_range = shuffle_%s(t, %s, %s, %s[0]);",
              modes[op->variant], a, b, c);
    emit_line(e, "(void)in_range;");
    if (op->destination[0].bits != 0)
        emit_take(e, &op->destination[0]);
    if (op->n_destinations > 1 && op->destination[1].bits != 0)
        put_predicate(e, &op->destination[1], "in_range");
    emit_line(e, "goto done%u; }", e->pc);
    emit_execute(e, op, false);
    emit_line(e, "done%u:;", e->pc);
    return true;
}

static bool emit_vote(struct emitter *e, const struct exec_op *op)
{
    const char *lanes = e->lanes;
    if (op->destination[0].bits == 0)
        return false;
    const char *yes = emit_source(e, &op->source[0]);
    declare_destinations(e, op);
    open_if_all(e, op, 1);
    emit_line(e, "{ const uint32_t y = %s%s & %s;", op->modifiers & MODIFIER_INVERT ? "~" : "", yes,
              lanes);
    const char *all = emit_name(e, "y == %s", lanes);
    if (op->variant == VOTE_BALLOT) {
        emit_use(e, "void splat_32(void *, uint32_t);");
        emit_line(e, "words t; splat_32(t, y);");
        emit_take(e, &op->destination[0]);
    } else {
        const char *value = op->variant == VOTE_ALL   ? all
                            : op->variant == VOTE_ANY ? "y != 0"
                                                      : emit_name(e, "%s || y == 0", all);
        put_predicate(e, &op->destination[0], emit_name(e, "(%s ? ~0u : 0)", value));
    }
    emit_line(e, "goto done%u; }", e->pc);
    emit_execute(e, op, false);
    emit_line(e, "done%u:;", e->pc);
    return true;
}

static bool emit_running(struct emitter *e, const struct exec_op *op)
{
    emit_use(e, "void splat_32(void *, uint32_t);");
    emit_declare(e, &op->destination[0]);
    emit_line(e, "{ words t; splat_32(t, %s);", e->lanes);
    emit_take(e, &op->destination[0]);
    emit_line(e, "}");
    emit_destination(e, &op->destination[0]);
    return true;
}

bool emit_across(struct emitter *e, const struct exec_op *op)
{
    if (op->kind != EXEC_ALU)
        return false;
    if (op->alu == exec_shuffle)
        return emit_shuffle(e, op);
    if (op->alu == exec_vote)
        return emit_vote(e, op);
    return op->alu == exec_active_mask && op->destination[0].bits == 32 && emit_running(e, op);
}
