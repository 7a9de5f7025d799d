/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads and stores of parts of fragments. There are hundreds in a kernel, so each is no more than a
 * call, and what the function needs to know lies in a table. */
#include "workloads/ptx/compile/emit/emit_access.h"

#include <string.h>

/* The offset of a register in memory, for the table. */
static const char *place_of(struct emitter *e, const struct exec_operand *operand)
{
    return operand->base == BASE_REGISTERS ? emit_name(e, "%u", operand->offset) : "~0u";
}

static void put_site(struct emitter *e, const struct exec_op *op, const struct emitted_space *space,
                     const struct exec_operand *registers)
{
    const bool shared = op->space == SPACE_SHARED;
    emit_line(e,
              "static const struct fragment_site site%u = {0x%" G_GINT64_MODIFIER
              "xu, %u, %s, %u, %s, {%s, %s}, %u, %u, %u};",
              e->pc, (uint64_t)op->immediate, shared ? 0 : e->n_windows - 1, space->site, e->pc,
              place_of(e, &op->source[0]), place_of(e, &registers[0]),
              op->elements > 1 ? place_of(e, &registers[1]) : "~0u", op->elements, shared,
              op->space == SPACE_GENERIC);
}

bool emit_fragment(struct emitter *e, const struct exec_op *op, bool loads)
{
    const struct exec_operand *registers = loads ? op->destination : &op->source[1];
    const unsigned bits = op->element_bytes * 8u;
    const char *names[2] = {NULL, "(void *)0"};
    struct emitted_space space;
    if (!e->whole || !e->always || op->elements > G_N_ELEMENTS(names) || op->space == SPACE_LOCAL ||
        emit_is_read_only(op))
        return false;
    for (unsigned k = 0; k < op->elements; k++)
        if (registers[k].bits != MAX(bits, 16))
            return false;
    if (!emit_space(e, op, &space))
        return false;
    const char *pointer = emit_source(e, &op->source[0]), *tile = emit_tile(e, &op->source[0]);
    for (unsigned k = 0; k < op->elements; k++)
        names[k] = loads ? emit_destination(e, &registers[k]) : emit_source(e, &registers[k]);
    g_autofree char *function = g_strdup_printf("fragment_%s_%u", loads ? "load" : "store", bits);
    g_autofree char *prototype = g_strdup_printf(
        "bool %s(struct compiled_warp *, const struct fragment_site *, const struct lane_tile *, "
        "const void *, %svoid *, %svoid *, int64_t);",
        function, loads ? "" : "const ", loads ? "" : "const ");
    emit_use(e, prototype);
    emit_line(e, "{");
    put_site(e, op, &space, registers);
    emit_line(e, "if (!%s(c, &site%u, %s%s, %s, %s, %s, left + %u)) return COMPILED_FAULT; }",
              function, e->pc, tile ? "&" : "", tile ? tile : "(void *)0", pointer, names[0],
              names[1], e->left);
    return true;
}
