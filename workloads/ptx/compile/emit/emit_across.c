/* SPDX-License-Identifier: BSD-3-Clause */
/* Shuffles, votes, and barriers of whole warps. A lane that is not in its own membermask is
 * execute()'s, once: it complains.
 */
#include "workloads/ptx/compile/emit/emitter.h"
#include "workloads/ptx/exec/lanes/cluster_ops.h"
#include "workloads/ptx/exec/lanes/warp_ops.h"

/* The membermask, source k: all lanes. */
static const char *all_are_members(struct emitter *e, const char *mask)
{
    emit_use(e, "_Bool all_are(const uint32_t *, uint32_t);");
    return emit_name(e, "all_are(%s, ~0u)", mask);
}

/* ... or others, without a complaint. */
static const char *members_fit(struct emitter *e, const char *mask)
{
    emit_use(e, "_Bool members_fit(struct compiled_window *, const uint32_t *, uint32_t);");
    return emit_name(e, "members_fit(&c->windows[%u], %s, %s)", e->n_windows++, mask, e->lanes);
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
    const char *mask = op->n_sources > 3 ? emit_source(e, &op->source[3]) : NULL;
    if (mask)
        emit_line(e, "if (%s || %s)", all_are_members(e, mask), members_fit(e, mask));
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

/* One answer for all lanes, from y<pc>: those that say yes. */
static void put_common_vote(struct emitter *e, const struct exec_op *op)
{
    const char *y = emit_name(e, "y%u", e->pc), *all = emit_name(e, "%s == %s", y, e->lanes);
    emit_line(e, "{");
    if (op->variant == VOTE_BALLOT) {
        emit_use(e, "void splat_32(void *, uint32_t);");
        emit_line(e, "words t; splat_32(t, %s);", y);
        emit_take(e, &op->destination[0]);
    } else {
        const char *value = op->variant == VOTE_ALL   ? all
                            : op->variant == VOTE_ANY ? emit_name(e, "%s != 0", y)
                                                      : emit_name(e, "%s || %s == 0", all, y);
        put_predicate(e, &op->destination[0], emit_name(e, "(%s ? ~0u : 0)", value));
    }
    emit_line(e, "goto done%u; }", e->pc);
}

/* Each lane asks those that it names. */
static void put_own_votes(struct emitter *e, const struct exec_op *op, const char *mask)
{
    const char *y = emit_name(e, "y%u", e->pc);
    const char *any = emit_name(e, "any_of(%s, %s)", mask, y);
    const char *all = emit_name(e, "~any_of(%s, %s & ~%s)", mask, e->lanes, y);
    emit_line(e, "{");
    if (op->variant == VOTE_BALLOT) {
        emit_use(e, "void ballot_of(uint32_t *, const uint32_t *, uint32_t);");
        emit_line(e, "words t; ballot_of(t, %s, %s);", mask, y);
        emit_take(e, &op->destination[0]);
    } else {
        emit_use(e, "uint32_t any_of(const uint32_t *, uint32_t);");
        put_predicate(e, &op->destination[0],
                      op->variant == VOTE_ALL   ? all
                      : op->variant == VOTE_ANY ? any
                                                : emit_name(e, "(%s | ~%s)", all, any));
    }
    emit_line(e, "goto done%u; }", e->pc);
}

static bool emit_vote(struct emitter *e, const struct exec_op *op)
{
    const char *lanes = e->lanes;
    if (op->destination[0].bits == 0)
        return false;
    const char *yes = emit_source(e, &op->source[0]);
    const char *mask = op->n_sources > 1 ? emit_source(e, &op->source[1]) : NULL;
    declare_destinations(e, op);
    emit_line(e, "const uint32_t y%u = %s%s & %s;", e->pc,
              op->modifiers & MODIFIER_INVERT ? "~" : "", yes, lanes);
    if (mask)
        emit_line(e, "if (%s)", all_are_members(e, mask));
    put_common_vote(e, op);
    if (mask) {
        emit_line(e, "if (%s)", members_fit(e, mask));
        put_own_votes(e, op, mask);
    }
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

/* isspacep. */
static bool emit_window(struct emitter *e, const struct exec_op *op)
{
    if (op->source[0].bytes != 8 || op->destination[0].bits == 0)
        return false;
    const char *address = emit_source(e, &op->source[0]), *value;
    if (op->alu == exec_in_own_window) {
        emit_use(e, "uint32_t in_own_window(const void *, const void *);");
        value = emit_name(e, "in_own_window(%s, %s)", address, emit_source(e, &op->source[1]));
    } else {
        const uint64_t low =
            op->immediate == 0 ? GLOBAL_BASE : (uint64_t)op->immediate << WINDOW_SHIFT;
        const uint64_t last = op->immediate == 0 ? UINT64_MAX : low + UINT32_MAX;
        emit_use(e, "uint32_t in_window(const void *, uint64_t, uint64_t);");
        value =
            emit_name(e, "in_window(%s, 0x%" G_GINT64_MODIFIER "xu, 0x%" G_GINT64_MODIFIER "xu)",
                      address, low, last);
    }
    emit_line(e, "const uint32_t y%u = %s;", e->pc, value);
    emit_destination(e, &op->destination[0]);
    put_predicate(e, &op->destination[0], emit_name(e, "y%u", e->pc));
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
    if (op->alu == exec_in_window || op->alu == exec_in_own_window)
        return emit_window(e, op);
    return op->alu == exec_active_mask && op->destination[0].bits == 32 && emit_running(e, op);
}

bool emit_meeting(struct emitter *e, uint32_t leader)
{
    uint32_t id;
    if (!e->whole || !block_meets(e->kernel, leader, &id))
        return false;
    emit_line(e, "left -= 1; T += 32;");
    emit_write_back(e, leader + 1, UINT32_MAX, false);
    emit_line(e, "c->barrier = %u; c->pc = %u; goto meets; }", id, leader + 1);
    return true;
}
