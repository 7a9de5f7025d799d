/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of matrices, and what wmma instructions need: pointers to fragments. All lanes of the
 * warp must run a product; execute() says so where they don't. */
#include "workloads/ptx/compile/emit/emitter.h"
#include "workloads/ptx/exec/lanes/warp_ops.h"
#include "workloads/ptx/exec/tensor/matrix_ops.h"
#include "workloads/ptx/exec/tensor/tensor_ops.h"

static void put_sources(struct emitter *e, char name, const struct tensor_matrix *matrix)
{
    const char *registers[TENSOR_REGISTERS];
    for (unsigned r = 0; r < matrix->n; r++)
        registers[r] = emit_source(e, &matrix->registers[r]);
    g_string_append_printf(e->text, "const void *const p%c%u[] = {", name, e->pc);
    for (unsigned r = 0; r < matrix->n; r++)
        g_string_append_printf(e->text, "%s, ", registers[r]);
    emit_line(e, "};");
}

static void put_destinations(struct emitter *e, const struct tensor_matrix *matrix)
{
    const char *registers[TENSOR_REGISTERS];
    for (unsigned r = 0; r < matrix->n; r++)
        registers[r] = matrix->registers[r].bits == 0 ? "(void *)0"
                                                      : emit_destination(e, &matrix->registers[r]);
    g_string_append_printf(e->text, "void *const pd%u[] = {", e->pc);
    for (unsigned r = 0; r < matrix->n; r++)
        g_string_append_printf(e->text, "%s, ", registers[r]);
    emit_line(e, "};");
}

static bool emit_product(struct emitter *e, const struct exec_op *op)
{
    const struct exec_tensor *tensor = exec_tensor_of(op, e->kernel->constants);
    const uint32_t form = exec_product_form(tensor);
    if (!e->whole || !e->always || form == 0 || op->rounding != ROUND_NEAREST)
        return false;
    const char *kind = tensor->a.type == TENSOR_F64   ? "doubles"
                       : tensor->d.type == TENSOR_S32 ? "integers"
                                                      : "floats";
    g_autofree char *prototype =
        g_strdup_printf("void product_%s(void *const *, const void *const *, const void *const *, "
                        "const void *const *, uint32_t);",
                        kind);
    emit_use(e, prototype);
    put_sources(e, 'a', &tensor->a);
    put_sources(e, 'b', &tensor->b);
    put_sources(e, 'c', &tensor->c);
    put_destinations(e, &tensor->d);
    emit_line(e, "product_%s(pd%u, pa%u, pb%u, pc%u, 0x%xu);", kind, e->pc, e->pc, e->pc, e->pc,
              form);
    return true;
}

static bool emit_fragment_address(struct emitter *e, const struct exec_op *op)
{
    const unsigned bits = op->source[0].bytes * 8u;
    if (op->source[1].bytes != 4 || op->destination[0].bits != 64 || bits == 0 || !e->always)
        return false;
    g_autofree char *prototype = g_strdup_printf(
        "void fragment_%u(void *, struct lane_tile *, const void *, const void *, uint64_t, "
        "uint32_t);",
        bits);
    emit_use(e, prototype);
    const char *base = emit_source(e, &op->source[0]), *stride = emit_source(e, &op->source[1]);
    const char *to = emit_destination(e, &op->destination[0]);
    const char *tile = emit_tile_new(e, &op->destination[0]);
    emit_line(e, "struct lane_tile %s;", tile);
    emit_line(e, "fragment_%u(%s, &%s, %s, %s, 0x%" G_GINT64_MODIFIER "xu, 0x%xu);", bits, to, tile,
              base, stride, (uint64_t)op->immediate, op->target);
    return true;
}

void emit_note_fragments(struct emitter *e)
{
    for (uint32_t pc = 0; pc < e->code->n_instructions; pc++) {
        const struct exec_op *op = &e->kernel->ops[pc];
        if (op->kind == EXEC_ALU && op->alu == exec_fragment_address)
            g_hash_table_add(e->fragments, GUINT_TO_POINTER(op->destination[0].offset + 1));
    }
}

bool emit_is_fragment(const struct emitter *e, const struct exec_operand *operand)
{
    return operand->base == BASE_REGISTERS && operand->bits == 64 &&
           g_hash_table_contains(e->fragments, GUINT_TO_POINTER(operand->offset + 1));
}

/* ldmatrix and stmatrix count the lanes that have addresses. */
static bool emit_matrices(struct emitter *e, const struct exec_op *op)
{
    const unsigned n = op->action == exec_load_matrix ? op->n_destinations : op->n_sources - 1u;
    emit_execute(e, op, true);
    if (n < WARP_LANES / MATRIX_ROWS)
        emit_line(e, "T -= %u;", WARP_LANES - n * MATRIX_ROWS);
    return true;
}

bool emit_tensor(struct emitter *e, const struct exec_op *op)
{
    if (op->kind == EXEC_ACTION &&
        (op->action == exec_load_matrix || op->action == exec_store_matrix))
        return emit_matrices(e, op);
    if (op->kind == EXEC_ACTION && op->action == exec_mma)
        return emit_product(e, op);
    return op->kind == EXEC_ALU && op->alu == exec_fragment_address && emit_fragment_address(e, op);
}
