/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses to each lane's own memory at a place that is known: variables of functions, and what
 * registers were spilled to. */
#include "workloads/ptx/compile/emit/emit_access.h"
#include "workloads/ptx/exec/actions/memory.h"

#include <string.h>

/* The address, if all lanes have the same, and may access it. */
static bool is_known(const struct emitter *e, const struct exec_op *op, uint64_t *at)
{
    const struct exec_operand *base = &op->source[0];
    const uint32_t bytes = (uint32_t)op->element_bytes * op->elements;
    uint64_t address = 0;
    if (op->space != SPACE_LOCAL || base->base != BASE_CONSTANTS || base->bytes == 0)
        return false;
    const uint8_t *lanes = e->kernel->constants + base->offset;
    for (unsigned i = 1; i < WARP_LANES; i++)
        if (memcmp(lanes, lanes + i * base->bytes, base->bytes) != 0)
            return false;
    memcpy(&address, lanes, base->bytes);
    address += (uint64_t)op->immediate;
    *at = base->bytes == 4 ? (uint32_t)address : address;
    const uint64_t room = e->code->local_bytes_per_thread;
    return *at % bytes == 0 && bytes <= room && *at <= room - bytes;
}

static bool put_load(struct emitter *e, const struct exec_op *op, uint64_t at)
{
    for (unsigned k = 0; k < op->n_destinations; k++)
        if (op->destination[k].bits == 0 || !emit_gather(op, &op->destination[k]))
            return false;
    for (unsigned k = 0; k < op->n_destinations; k++) {
        const char *kind = emit_gather(op, &op->destination[k]);
        g_autofree char *prototype =
            g_strdup_printf("void gather_own_%s(void *, const uint8_t *, uint64_t);", kind);
        emit_use(e, prototype);
        emit_line(e, "gather_own_%s(%s, c->local + %" G_GUINT64_FORMAT ", c->local_stride);", kind,
                  emit_destination(e, &op->destination[k]), at + k * op->element_bytes);
    }
    return true;
}

static bool put_store(struct emitter *e, const struct exec_op *op, uint64_t at)
{
    const char *value[EXEC_SOURCES];
    const unsigned bits = op->element_bytes * 8u;
    for (unsigned k = 0; k < op->elements; k++)
        if (!(value[k] = emit_value(e, op, k)))
            return false;
    g_autofree char *prototype =
        g_strdup_printf("void scatter_own_%u(const void *, uint8_t *, uint64_t);", bits);
    emit_use(e, prototype);
    for (unsigned k = 0; k < op->elements; k++)
        emit_line(e, "scatter_own_%u(%s, c->local + %" G_GUINT64_FORMAT ", c->local_stride);", bits,
                  value[k], at + k * op->element_bytes);
    return true;
}

bool emit_own(struct emitter *e, const struct exec_op *op)
{
    uint64_t at;
    if (!e->whole || !e->always || !is_known(e, op, &at))
        return false;
    return op->action == exec_load ? put_load(e, op, at) : put_store(e, op, at);
}
