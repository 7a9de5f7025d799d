/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads and stores of whole warps whose addresses go by a step that is known. They are rows, or lie
 * apart by it, or are the interpreter's: there is one way only that code goes on, so that what is
 * loaded stays in vector registers. */
#include "workloads/ptx/compile/emit/emit_access.h"
#include "workloads/ptx/exec/actions/memory.h"
#include "workloads/ptx/exec/run/sources.h"

/* Accesses that lie further apart are of other parts of memory. ASSUMED. */
enum { MOST_APART = 1 << 16 };

static bool fits(struct emitter *e, const struct exec_op *op)
{
    const struct even_lanes address = emit_even_of(e, &op->source[0]);
    /* Lanes that go backwards do not: their steps are large, also those of words. */
    const uint64_t most = op->source[0].bytes == 8 ? UINT32_MAX : INT32_MAX;
    if (!e->whole || !e->always || op->source[0].base != BASE_REGISTERS ||
        address.kind > EVEN_STEP ||
        (address.kind == EVEN_STEP &&
         (address.step > most || address.step % (op->element_bytes * op->elements) != 0)))
        return false;
    if (op->space != SPACE_GLOBAL && op->space != SPACE_SHARED && op->space != SPACE_CONST &&
        op->space != SPACE_PARAM)
        return false;
    return op->elements == 1 || op->elements == 2 || op->elements == 4;
}

/* ---- what is there -------------------------------------------------------------------------- */

static uint32_t bytes_of(const struct exec_op *op)
{
    return (uint32_t)op->element_bytes * op->elements;
}

/* Whether an access behind the first one counts from the same register, and may be looked at
 * together with it. */
static bool is_another(const struct exec_op *first, const struct exec_op *op)
{
    const uint64_t apart = (uint64_t)op->immediate - (uint64_t)first->immediate;
    return op->kind == EXEC_ACTION && op->action == first->action && op->space == first->space &&
           op->guard.base == BASE_CONSTANTS && op->source[0].base == BASE_REGISTERS &&
           op->source[0].offset == first->source[0].offset && bytes_of(op) == bytes_of(first) &&
           apart % bytes_of(first) == 0;
}

static bool writes(const struct emitter *e, const struct exec_op *op, uint32_t offset)
{
    struct exec_operand_list list;
    exec_list_destinations(e->kernel, op, &list);
    for (unsigned k = 0; k < list.n; k++)
        if (list.at[k]->offset == offset)
            return true;
    return false;
}

/* All that the block accesses behind the register as it is. */
static struct emitted_reach all_of(const struct emitter *e, const struct exec_op *first)
{
    int64_t low = first->immediate, high = low + bytes_of(first);
    for (uint32_t pc = e->pc; pc < e->pc + e->left; pc++) {
        const struct exec_op *op = &e->kernel->ops[pc];
        if (is_another(first, op) && ABS(op->immediate - first->immediate) < MOST_APART) {
            low = MIN(low, op->immediate);
            high = MAX(high, op->immediate + bytes_of(op));
        }
        if (writes(e, op, first->source[0].offset))
            break;
    }
    return (struct emitted_reach){(uint64_t)low, (uint64_t)(high - low), bytes_of(first),
                                  first->space};
}

static bool is_there(const struct exec_op *op, const struct emitted_local *local)
{
    const struct emitted_reach *reach = &local->reach[op->action == exec_store];
    const uint64_t at = (uint64_t)op->immediate - reach->from;
    return reach->aligned >= bytes_of(op) && reach->space == op->space && at % bytes_of(op) == 0 &&
           bytes_of(op) <= reach->bytes && at <= reach->bytes - bytes_of(op);
}

void emit_even_reach(struct emitter *e, const struct exec_op *op, const struct emitted_space *space,
                     const char *first, const char *second, uint64_t span)
{
    struct emitted_reach all = {(uint64_t)op->immediate, bytes_of(op), bytes_of(op), op->space};
    if (op->source[0].base == BASE_REGISTERS) {
        struct emitted_local *local = emit_local(e, &op->source[0]);
        if (is_there(op, local))
            return;
        all = all_of(e, op);
        local->reach[op->action == exec_store] = all;
    }
    const char *cast = op->source[0].bytes == 8 ? "" : "(uint32_t)";
    emit_use(e, "bool halves_fit(const void *, uint64_t, uint64_t, uint64_t, uint32_t);");
    emit_use(e, "bool halves_elsewhere(struct compiled_warp *, void *, uint32_t, uint64_t, "
                "uint64_t, uint64_t, uint32_t);");
    emit_line(e,
              "{ const uint64_t a = %s(%s + 0x%" G_GINT64_MODIFIER "xu), b = %s(%s + "
              "0x%" G_GINT64_MODIFIER "xu);",
              cast, first, all.from, cast, second, all.from);
    emit_line(e,
              "if (!halves_fit(%s, a, b, %" G_GUINT64_FORMAT ", %u) && !halves_elsewhere(c, %s, "
              "%s, a, b, %" G_GUINT64_FORMAT ", %u)) goto W%u; }",
              space->window, span + all.bytes, all.aligned, space->window, space->site,
              span + all.bytes, all.aligned, e->pc);
    emit_even_leave(e);
}

/* ---- accesses ------------------------------------------------------------------------------- */

/* The variables that are moved, and how; NULL: not by rows. */
static const char *registers_of(struct emitter *e, const struct exec_op *op,
                                const char *registers[EXEC_DESTINATIONS])
{
    const char *kind = NULL;
    if (op->action == exec_store) {
        for (unsigned k = 0; k < op->elements; k++)
            if (!(registers[k] = emit_value(e, op, k)))
                return NULL;
        return emit_name(e, "%u", op->element_bytes * 8u);
    }
    for (unsigned k = 0; k < op->n_destinations; k++) {
        if (op->destination[k].bits == 0 || op->destination[k].bits != op->destination[0].bits ||
            !(kind = emit_gather(op, &op->destination[k])))
            return NULL;
        registers[k] = emit_name(e, "r%u", op->destination[k].offset);
    }
    return kind;
}

bool emit_even_access(struct emitter *e, const struct exec_op *op)
{
    const char *registers[EXEC_DESTINATIONS], *kind;
    const unsigned bytes = op->element_bytes * op->elements;
    struct emitted_space space;
    const bool loads = op->action == exec_load;
    if ((!loads && (op->action != exec_store || emit_is_read_only(op))) || !fits(e, op) ||
        emit_is_fragment(e, &op->source[0]) || !(kind = registers_of(e, op, registers)) ||
        !emit_space(e, op, &space))
        return false;
    const struct even_lanes address = emit_even_of(e, &op->source[0]);
    const uint64_t step = address.kind == EVEN_STEP ? address.step : 0;
    const bool rows = step == 0 || step == bytes;
    const char *shape = emit_shape(e, &op->source[0]), *way = rows ? "rows" : "steps";
    const char *function = emit_name(e, "%s_%s_%s", loads ? "load" : "store", way, kind);
    emit_access_halves(e, op, shape);
    emit_even_reach(e, op, &space, emit_name(e, "%s.first", shape),
                    emit_name(e, "%s.second", shape), (WARP_LANES / 2 - 1) * step);
    for (unsigned k = 0; loads && k < op->n_destinations; k++)
        emit_destination(e, &op->destination[k]);
    if (rows)
        emit_access_rows(e, op, &space, shape, function, registers);
    else
        emit_access_steps(e, op, &space, shape, function, registers);
    emit_line(e, "}");
    return true;
}
