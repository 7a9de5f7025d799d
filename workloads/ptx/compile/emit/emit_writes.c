/* SPDX-License-Identifier: BSD-3-Clause */
/* Registers of a block on their way to memory, and instructions that are done there; see emitter.h.
 */
#include "workloads/ptx/compile/emit/emitter.h"
#include "workloads/ptx/exec/run/sources.h"

static void put_whole(struct emitter *e, const struct emitted_local *local, bool far)
{
    if (local->even.kind != EVEN_NOT && !local->spread) {
        emit_even_spread(e, local, emit_name(e, "R + %u", local->offset), far);
        return;
    }
    emit_line(e, "memcpy(R + %u, r%u, %u);", local->offset, local->offset,
              local->bytes * WARP_LANES);
}

static void store_whole(struct emitter *e, const struct emitted_local *local)
{
    put_whole(e, local, false);
}

/* The same where a warp seldom comes. */
static void store_far(struct emitter *e, const struct emitted_local *local)
{
    put_whole(e, local, true);
}

void emit_keep(struct emitter *e, uint8_t bytes, const char *to, const char *from,
               const char *lanes)
{
    emit_use(e, bytes == 8 ? "void keep_64(void *, const void *, uint32_t);"
                           : "void keep_32(void *, const void *, uint32_t);");
    emit_line(e, "keep_%u(%s, %s, %s);", bytes * 8u, to, from, lanes);
}

void emit_take(struct emitter *e, const struct exec_operand *to)
{
    if (e->always)
        emit_line(e, "memcpy(r%u, t, %u);", to->offset, to->bytes * WARP_LANES);
    else
        emit_keep(e, to->bytes, emit_name(e, "r%u", to->offset), "t", e->lanes);
}

/* The lanes that run; the others keep what they have. */
static void store_running(struct emitter *e, const struct emitted_local *local)
{
    const uint32_t at = local->offset;
    if (local->bytes == 0) {
        emit_line(e, "*(mask *)(R + %u) = (*(mask *)(R + %u) & ~A) | (r%u & A);", at, at, at);
        return;
    }
    emit_keep(e, local->bytes, emit_name(e, "R + %u", at), emit_name(e, "r%u", at), "A");
}

static bool is_wanted(const struct emitter *e, const struct emitted_local *local, uint32_t leader,
                      uint32_t other, bool all)
{
    const bool changed = e->whole
                             ? block_has_changed(e->changes, e->leader, local->offset, e->at_end)
                             : local->dirty;
    return changed &&
           (all || (leader != UINT32_MAX && block_is_live(e->liveness, leader, local->offset)) ||
            (e->closes && block_is_seen(e->liveness, leader, local->offset)) ||
            (other != UINT32_MAX && block_is_live(e->liveness, other, local->offset)));
}

static void store_lanes(struct emitter *e, uint32_t leader, uint32_t other, bool all, bool whole)
{
    for (guint i = 0; i < e->in_order->len; i++) {
        const struct emitted_local *local = e->in_order->pdata[i];
        if (local->bytes != 0 && is_wanted(e, local, leader, other, all))
            (whole ? store_whole : store_running)(e, local);
    }
}

void emit_write_back(struct emitter *e, uint32_t leader, uint32_t other, bool all)
{
    bool any = false;
    for (guint i = 0; i < e->in_order->len; i++) {
        const struct emitted_local *local = e->in_order->pdata[i];
        if (!is_wanted(e, local, leader, other, all))
            continue;
        any |= local->bytes != 0;
        if (local->bytes == 0)
            store_running(e, local);
    }
    if (e->whole || e->has_whole) { /* all lanes run, or hardly ever */
        store_lanes(e, leader, other, all, e->whole);
        return;
    }
    if (!any)
        return;
    emit_line(e, "if (A == ~0u) {");
    store_lanes(e, leader, other, all, true);
    emit_line(e, "} else {");
    store_lanes(e, leader, other, all, false);
    emit_line(e, "}");
}

void emit_write_live(struct emitter *e)
{
    g_autofree uint64_t *live = block_live_before(e->liveness, e->code, e->ends, e->pc);
    for (guint i = 0; i < e->in_order->len; i++) {
        const struct emitted_local *local = e->in_order->pdata[i];
        if (is_wanted(e, local, UINT32_MAX, UINT32_MAX, true) &&
            block_is_in(e->liveness, live, local->offset))
            (local->bytes != 0 ? store_far : store_running)(e, local);
    }
}

/* What execute() reads must be in memory: a source, or lanes of a destination that it leaves. */
static void flush(struct emitter *e, const struct exec_operand *operand, bool alone)
{
    if (operand->base != BASE_REGISTERS)
        return;
    const struct emitted_local *local =
        g_hash_table_lookup(e->locals, GUINT_TO_POINTER(operand->offset + 1));
    if (local && e->whole && local->bytes != 0)
        (alone ? store_whole : store_far)(e, local);
    else if (local && (local->dirty || e->whole))
        store_running(e, local);
}

void emit_execute(struct emitter *e, const struct exec_op *op, bool alone)
{
    struct exec_operand_list list;
    exec_list_sources(e->kernel, op, &list);
    for (unsigned k = 0; k < list.n; k++)
        flush(e, list.at[k], alone);
    exec_list_destinations(e->kernel, op, &list);
    for (unsigned k = 0; k < list.n && !e->always; k++)
        flush(e, list.at[k], alone);
    emit_line(e, "if (!c->execute(c, %u, %s, left + %u)) return COMPILED_FAULT;", e->pc, e->lanes,
              e->left);
    for (unsigned k = 0; k < list.n; k++) {
        struct emitted_local *local = emit_local(e, list.at[k]);
        emit_fetch(e, emit_name(e, "r%u", local->offset), local->bytes, "R", local->offset);
        local->known = true;
        local->dirty = !alone;
        emit_lose(local);
    }
}
