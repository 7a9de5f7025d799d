/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomics. What they can't do is execute()'s. */
#include "workloads/atomic.h"
#include "workloads/ptx/compile/emit/emit_access.h"
#include "workloads/ptx/compile/machine/atomics.h"

/* "ADD_U32": the end of a function's name. NULL: not by a function. */
static const char *atomic_name(const struct exec_op *op)
{
#define NAME(of_op, of_type, ...)                                                                  \
    if (op->atomic_op == ATOMIC_##of_op && op->atomic_type == ATOMIC_##of_type)                    \
        return #of_op "_" #of_type;
    COMPILED_ATOMICS(NAME)
#undef NAME
    return NULL;
}

static bool commutes(const struct exec_op *op)
{
#define IS(of_op, of_type, ...)                                                                    \
    if (op->atomic_op == ATOMIC_##of_op && op->atomic_type == ATOMIC_##of_type)                    \
        return true;
    COMPILED_COMMUTING(IS)
#undef IS
    return false;
}

/* Calls `kind`_OP_TYPE for the lanes, into t. */
static void put_atomic(struct emitter *e, const char *kind, const char *name, const char *base)
{
    g_autofree char *prototype =
        g_strdup_printf("void %s_%s(void *, uint8_t *, const void *, uint32_t, const void *, "
                        "const void *);",
                        kind, name);
    emit_use(e, prototype);
    emit_line(e, "%s_%s(t, %s, a%u, %s, u, v);", kind, name, base, e->pc, e->lanes);
}

bool emit_atomic(struct emitter *e, const struct exec_op *op)
{
    struct emitted_space space;
    const char *value[2], *name = atomic_name(op);
    const bool returns = op->n_destinations > 0 && op->destination[0].bits != 0;
    const unsigned bytes = op->element_bytes == 8 ? 8 : 4;
    if (!name || (op->space == SPACE_CONST || op->space == SPACE_PARAM) ||
        op->space == SPACE_LOCAL || op->source[1].bytes != bytes ||
        (op->n_sources > 2 && op->source[2].bytes != bytes) ||
        (returns && op->destination[0].bits != 8 * bytes) || !emit_space(e, op, &space))
        return false;
    emit_access_addresses(e, op);
    value[0] = value[1] = emit_source(e, &op->source[1]);
    if (op->n_sources > 2)
        value[1] = emit_source(e, &op->source[2]);
    if (returns)
        emit_declare(e, &op->destination[0]);
    emit_access_reach(e, op, &space);
    emit_line(e, "%s t, u, v; memcpy(u, %s, sizeof u); memcpy(v, %s, sizeof v);",
              bytes == 8 ? "longs" : "words", value[0], value[1]);
    if (commutes(op) && op->space != SPACE_SHARED) {
        emit_line(e, "if (c->together)");
        put_atomic(e, "together", name, space.base);
        emit_line(e, "else");
    }
    put_atomic(e, "atomic", name, space.base);
    if (returns)
        emit_take(e, &op->destination[0]);
    emit_line(e, "} else {");
    emit_execute(e, op, false);
    emit_line(e, "}");
    return true;
}
