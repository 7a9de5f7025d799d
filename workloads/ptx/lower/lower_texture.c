/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of tex. */
#include "workloads/ptx/exec/actions/texture_ops.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

/* tex.GEOMETRY.v4.DTYPE.CTYPE, one- and two-dimensional, of 32-bit types. */
static bool check_form(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    enum ptx_type to = ptx_modifier_type(in, 1), from = ptx_modifier_type(in, 0);
    bool integer = from == PTX_S32;
    if (!ptx_has_modifier(in, "1d") && !ptx_has_modifier(in, "2d"))
        return lowering_problem(l, "only one- and two-dimensional textures are supported");
    if (!ptx_has_modifier(in, "v4") || in->n_operands != 2)
        return lowering_problem(l, "only the form with exactly four channels is supported");
    if ((to != PTX_F32 && to != PTX_S32 && to != PTX_U32) || (from != PTX_F32 && !integer))
        return lowering_problem(l, "only channels and coordinates of 32 bits are supported");
    if (integer && !ptx_has_modifier(in, "1d"))
        return lowering_problem(l, "integer coordinates are supported in one dimension only");
    return true;
}

static bool lower_coordinates(struct lowering *l, const struct ptx_operand *coordinates)
{
    unsigned dimensions = ptx_has_modifier(l->instruction, "2d") ? 2 : 1;
    enum lane_type type = ptx_modifier_type(l->instruction, 0) == PTX_F32 ? LANE_f32 : LANE_u32;
    bool vector = coordinates->kind == PTX_OPERAND_VECTOR;
    if (vector ? coordinates->n_elements < dimensions : dimensions != 1)
        return lowering_problem(l, "there are too few coordinates");
    for (unsigned k = 0; k < dimensions; k++)
        if (!lower_source(l, vector ? &coordinates->elements[k] : coordinates, type))
            return false;
    return true;
}

bool lower_texture(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    const struct ptx_variable *variable;
    if (strcmp(in->opcode, "tex") != 0)
        return false;
    if (!check_form(l))
        return false;
    /* [texture, coordinates] or [texture, sampler, coordinates]: samplers are part of textures. */
    struct ptx_operand name = in->operands[1];
    if (name.kind != PTX_OPERAND_ADDRESS || name.n_elements == 0)
        return lowering_problem(l, "the operand is no texture with coordinates");
    const struct ptx_operand *coordinates = &name.elements[name.n_elements - 1];
    name.n_elements = 0;
    bool integer = ptx_modifier_type(in, 0) == PTX_S32;
    l->op->kind = EXEC_ACTION;
    l->op->action = integer ? exec_texture_fetch : exec_texture_sample;
    l->op->space = SPACE_TEXTURE;
    l->op->element_bytes = 4;
    l->op->elements = 1;
    if (!lower_address(l, &name, &variable) || !lower_coordinates(l, coordinates))
        return false;
    const struct ptx_operand *channels = &in->operands[0];
    if (channels->kind != PTX_OPERAND_VECTOR || channels->n_elements > EXEC_DESTINATIONS)
        return lowering_problem(l, "the destination is no vector of four registers");
    for (unsigned k = 0; k < channels->n_elements; k++) {
        const struct ptx_operand *channel = &channels->elements[k];
        if (channel->kind == PTX_OPERAND_SINK ? !lower_destination_any(l, channel)
                                              : !lower_destination(l, channel, LANE_u32))
            return false;
    }
    return true;
}
