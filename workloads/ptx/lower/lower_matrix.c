/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of ldmatrix, stmatrix and movmatrix. */
#include "workloads/ptx/exec/tensor/matrix_ops.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

static bool is_opcode(const struct lowering *l, const char *opcode)
{
    return strcmp(l->instruction->opcode, opcode) == 0;
}

static bool lower_transpose(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    l->op->kind = EXEC_ACTION;
    l->op->action = exec_move_matrix;
    return in->n_operands == 2 && ptx_has_modifier(in, "m8n8") && ptx_has_modifier(in, "trans") &&
           ptx_modifier_type(in, 0) == PTX_B16 &&
           lower_destination(l, &in->operands[0], LANE_u32) &&
           lower_source(l, &in->operands[1], LANE_u32);
}

/* The registers: of a load its destinations, of a store sources. */
static bool lower_registers(struct lowering *l, const struct ptx_operand *vector, unsigned n,
                            bool loads)
{
    const bool one = n == 1 && vector->kind != PTX_OPERAND_VECTOR;
    if (!one && (vector->kind != PTX_OPERAND_VECTOR || vector->n_elements != n))
        return lowering_problem(l, "so many matrices need %u registers", n);
    for (unsigned k = 0; k < n; k++) {
        const struct ptx_operand *element = one ? vector : &vector->elements[k];
        if (!loads                              ? !lower_source(l, element, LANE_u32)
            : element->kind == PTX_OPERAND_SINK ? !lower_destination_any(l, element)
                                                : !lower_destination(l, element, LANE_u32))
            return false;
    }
    return true;
}

static bool lower_access(struct lowering *l, bool loads)
{
    const struct ptx_instruction *in = l->instruction;
    const struct ptx_variable *variable;
    const unsigned n = ptx_has_modifier(in, "x4")   ? 4
                       : ptx_has_modifier(in, "x2") ? 2
                       : ptx_has_modifier(in, "x1") ? 1
                                                    : 0;
    if (!ptx_has_modifier(in, "m8n8") || n == 0 || ptx_modifier_type(in, 0) != PTX_B16 ||
        !lower_only_modifiers(in, "sync aligned m8n8 x1 x2 x4 trans shared shared::cta"))
        return lowering_problem(l, "only matrices of the shape .m8n8 of .b16 are supported");
    l->op->kind = EXEC_ACTION;
    l->op->action = loads ? exec_load_matrix : exec_store_matrix;
    l->op->variant = ptx_has_modifier(in, "trans");
    l->op->element_bytes = l->op->elements = 4;
    l->op->space = ptx_has_modifier(in, "shared") || ptx_has_modifier(in, "shared::cta")
                       ? SPACE_SHARED
                       : SPACE_GENERIC;
    if (!lower_address(l, &in->operands[loads ? 1 : 0], &variable) ||
        !lower_registers(l, &in->operands[loads ? 0 : 1], n, loads))
        return false;
    if (variable && l->op->space == SPACE_GENERIC)
        l->op->space = (uint8_t)variable->space;
    return true;
}

bool lower_matrix(struct lowering *l)
{
    if (is_opcode(l, "movmatrix"))
        return lower_transpose(l);
    const bool loads = is_opcode(l, "ldmatrix");
    return (loads || is_opcode(l, "stmatrix")) && l->instruction->n_operands == 2 &&
           lower_access(l, loads);
}
