/* SPDX-License-Identifier: BSD-3-Clause */
/* Registers of whole warps that go by steps (machine/even.h): where they are kept, and how they
 * become all lanes. See emitter.h. */
#include "workloads/ptx/compile/emit/emitter.h"

static const struct even_lanes uneven = {.kind = EVEN_NOT};

struct even_lanes emit_even_of(struct emitter *e, const struct exec_operand *operand)
{
    if (!e->whole || !e->even)
        return uneven;
    return operand->base == BASE_REGISTERS ? emit_local(e, operand)->even
                                           : block_even_fixed(e->even, operand);
}

void emit_even_begin(struct emitter *e, uint32_t leader)
{
    for (guint i = 0; i < e->in_order->len; i++) {
        struct emitted_local *local = e->in_order->pdata[i];
        local->even = e->even ? block_even_at(e->even, leader, local->offset) : uneven;
        local->spread = false;
    }
}

static unsigned bits_of(const struct emitted_local *local)
{
    return local->bytes * 8u;
}

/* The step: a number, or the variable that has it. */
static const char *step_of(struct emitter *e, const struct emitted_local *local)
{
    if (local->even.kind == EVEN_SOME)
        return emit_name(e, "step%u", local->offset);
    return emit_name(e, "0x%" G_GINT64_MODIFIER "xu",
                     local->even.kind == EVEN_STEP ? local->even.step : 0);
}

static const char *second_of(struct emitter *e, const struct emitted_local *local)
{
    return emit_name(e, "%s%u", local->even.kind == EVEN_SAME ? "first" : "second", local->offset);
}

void emit_even_spread(struct emitter *e, const struct emitted_local *local, const char *to,
                      bool far)
{
    const unsigned bits = bits_of(local);
    const char *name = far ? "called_spread" : "spread";
    if (local->even.kind == EVEN_SAME && !far) {
        emit_use(e, emit_name(e, "void splat_%u(void *, uint%u_t);", bits, bits));
        emit_line(e, "splat_%u(%s, first%u);", bits, to, local->offset);
        return;
    }
    emit_use(e, emit_name(e, "void %s_%u(void *, uint%u_t, uint%u_t, uint%u_t);", name, bits, bits,
                          bits, bits));
    emit_line(e, "%s_%u(%s, first%u, %s, %s);", name, bits, to, local->offset, second_of(e, local),
              step_of(e, local));
}

void emit_even_strip(struct emitter *e, const struct exec_operand *operand, const char *to)
{
    const struct emitted_local *local = emit_local(e, operand);
    const unsigned bits = bits_of(local);
    emit_use(e,
             emit_name(e, "void strip_spread_%u(void *, uint%u_t, uint%u_t, uint%u_t, unsigned);",
                       bits, bits, bits, bits));
    emit_line(e, "strip_spread_%u(%s, first%u, %s, %s, s);", bits, to, local->offset,
              second_of(e, local), step_of(e, local));
}

void emit_even_shape(struct emitter *e, const struct emitted_local *local, const char *name)
{
    const char *step = step_of(e, local);
    emit_line(e, "const struct lane_shape %s = {first%u, %s, %s, %s <= UINT32_MAX};", name,
              local->offset, second_of(e, local), step, step);
}

void emit_even_addresses(struct emitter *e, const struct exec_op *op)
{
    const struct emitted_local *local = emit_local(e, &op->source[0]);
    const unsigned bits = bits_of(local);
    const uint64_t offset = bits == 64 ? (uint64_t)op->immediate : (uint32_t)op->immediate;
    emit_use(e, emit_name(e,
                          "void spread_addresses_%u(void *, uint%u_t, uint%u_t, uint%u_t, "
                          "uint%u_t);",
                          bits, bits, bits, bits, bits));
    emit_line(e, "spread_addresses_%u(a%u, first%u, %s, %s, 0x%" G_GINT64_MODIFIER "xu);", bits,
              e->pc, local->offset, second_of(e, local), step_of(e, local), offset);
}

/* To lanes that are less even. */
static void put_edge(struct emitter *e, const struct emitted_local *local, struct even_lanes next)
{
    const uint32_t at = local->offset;
    g_assert(next.kind == EVEN_NOT || local->even.kind <= next.kind);
    if (next.kind == EVEN_NOT) {
        if (local->even.kind != EVEN_NOT && !local->spread)
            emit_even_spread(e, local, emit_name(e, "r%u", at), false);
        return;
    }
    if (local->even.kind == EVEN_SAME && next.kind != EVEN_SAME)
        emit_line(e, "second%u = first%u;", at, at);
    if (local->even.kind != EVEN_SOME && next.kind == EVEN_SOME)
        emit_line(e, "step%u = %s;", at, step_of(e, local));
}

void emit_even_edges(struct emitter *e, uint32_t leader)
{
    for (guint i = 0; e->even && i < e->in_order->len; i++) {
        const struct emitted_local *local = e->in_order->pdata[i];
        if (local->bytes != 0 && block_is_live(e->liveness, leader, local->offset))
            put_edge(e, local, block_even_at(e->even, leader, local->offset));
    }
}

static void prove(struct emitter *e, const struct emitted_local *local)
{
    const unsigned bits = bits_of(local);
    emit_use(e, emit_name(e, "void goes_%u(struct lane_shape *, const void *);", bits));
    emit_line(e, "{ struct lane_shape h; goes_%u(&h, R + %u);", bits, local->offset);
    g_string_append(e->text, "if (!h.regular");
    if (local->even.kind != EVEN_SOME)
        g_string_append_printf(e->text, " || h.step != %s", step_of(e, local));
    emit_line(e, ") { c->uneven++; return COMPILED_ELSEWHERE; } }");
}

void emit_even_prove(struct emitter *e, uint32_t leader)
{
    for (guint i = 0; e->even && i < e->in_order->len; i++) {
        const struct emitted_local *local = e->in_order->pdata[i];
        if (local->even.kind != EVEN_NOT && local->even.unsure &&
            block_is_live(e->liveness, leader, local->offset))
            prove(e, local);
    }
}

void emit_even_read(struct emitter *e, const struct emitted_local *local)
{
    const uint32_t at = local->offset;
    const unsigned bits = bits_of(local);
    if (local->bytes == 0) {
        emit_line(e, "memcpy(&r%u, R + %u, 4);", at, at);
        return;
    }
    const char *lane =
        emit_name(e, "((const %s_cell *)(R + %u))", bits == 64 ? "long" : "word", at);
    emit_line(e, "first%u = %s[0];", at, lane);
    if (local->even.kind != EVEN_SAME)
        emit_line(e, "second%u = %s[16];", at, lane);
    if (local->even.kind == EVEN_SOME)
        emit_line(e, "step%u = %s[1] - first%u;", at, lane, at);
}
