/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses of whole warps by rows, and by other steps: machine/rows.h, machine/steps.h. */
#include "workloads/ptx/compile/emit/emit_access.h"
#include "workloads/ptx/exec/actions/memory.h"

/* The same for the way by steps, which made that kernel of lud take clang a fifth longer. */
enum { MOST_WITH_STEPS = 24 };

void emit_access_halves(struct emitter *e, const struct exec_op *op, const char *shape)
{
    const char *cast = op->source[0].bytes == 8 ? "" : "(uint32_t)";
    emit_line(e, "{ const uint64_t p = %s(%s.first + 0x%" G_GINT64_MODIFIER "xu);", cast, shape,
              (uint64_t)op->immediate);
    emit_line(e, "const uint64_t q = %s(%s.second + 0x%" G_GINT64_MODIFIER "xu);", cast, shape,
              (uint64_t)op->immediate);
}

/* Opens a branch for an access by rows, in which p and q are where the halves' first elements lie.
 */
static void open_rows(struct emitter *e, const struct exec_op *op,
                      const struct emitted_space *space, const char *shape)
{
    emit_use(e, "bool rows(const void *, const void *, uint64_t, uint64_t, uint32_t, uint32_t);");
    emit_access_halves(e, op, shape);
    emit_line(e, "if (rows(%s, &%s, p, q, %s, %u)) {", space->window, shape, e->lanes,
              op->element_bytes * op->elements);
}

void emit_access_rows(struct emitter *e, const struct exec_op *op,
                      const struct emitted_space *space, const char *shape, const char *function,
                      const char *const *registers)
{
    const bool loads = op->action == exec_load;
    GString *types = g_string_new(NULL), *names = g_string_new(NULL);
    for (unsigned k = 0; k < op->elements; k++) {
        g_string_append(types, loads ? "void *, " : "const void *, ");
        g_string_append_printf(names, "%s, ", registers[k]);
    }
    const char *bytes = loads ? "const uint8_t *" : "uint8_t *";
    emit_use(e, emit_name(e, "void %s_%u(%s%s, %s, uint64_t);", function, op->elements, types->str,
                          bytes, bytes));
    emit_line(e, "%s_%u(%s%s + p, %s + q, %s.step);", function, op->elements, names->str,
              space->base, space->base, shape);
    g_string_free(types, TRUE);
    g_string_free(names, TRUE);
}

void emit_access_steps(struct emitter *e, const struct exec_op *op,
                       const struct emitted_space *space, const char *shape, const char *function,
                       const char *const *registers)
{
    const bool loads = op->action == exec_load;
    emit_use(e, emit_name(e, "void %s(%svoid *, %suint8_t *, %suint8_t *, uint64_t);", function,
                          loads ? "" : "const ", loads ? "const " : "", loads ? "const " : ""));
    for (unsigned k = 0; k < op->elements; k++)
        emit_line(e, "%s(%s, %s + p + %u, %s + q + %u, %s.step);", function, registers[k],
                  space->base, k * op->element_bytes, space->base, k * op->element_bytes, shape);
}

/* Opens a branch for elements that lie apart, behind that for rows, and moves them. */
static void by_steps(struct emitter *e, const struct exec_op *op, const struct emitted_space *space,
                     const char *shape, const char *function, const char *const *registers)
{
    if (e->accesses > MOST_WITH_STEPS) {
        emit_line(e, "} else {");
        return;
    }
    emit_use(e, "bool steps(const void *, const void *, uint64_t, uint64_t, uint32_t, uint32_t);");
    emit_line(e, "} else if (steps(%s, &%s, p, q, %s, %u)) {", space->window, shape, e->lanes,
              op->element_bytes * op->elements);
    emit_access_steps(e, op, space, shape, function, registers);
    emit_line(e, "} else {");
}

void emit_by_rows(struct emitter *e, const struct exec_op *op, const struct emitted_space *space,
                  const char *shape, const char *kind, const char *const *registers)
{
    const char *way = op->action == exec_load ? "load" : "store";
    open_rows(e, op, space, shape);
    emit_access_rows(e, op, space, shape, emit_name(e, "%s_rows_%s", way, kind), registers);
    by_steps(e, op, space, shape, emit_name(e, "%s_steps_%s", way, kind), registers);
}
