/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of loads, stores and atomics. */
#include "workloads/atomic.h"
#include "workloads/ptx/exec/convert.h"
#include "workloads/ptx/exec/lowering.h"
#include "workloads/ptx/exec/memory.h"

#include <string.h>

static enum memory_space space_of(const struct ptx_instruction *in)
{
    static const struct {
        const char *word;
        uint8_t space;
    } known[] = {{"global", SPACE_GLOBAL},      {"shared", SPACE_SHARED},
                 {"shared::cta", SPACE_SHARED}, {"local", SPACE_LOCAL},
                 {"const", SPACE_CONST},        {"param", SPACE_PARAM},
                 {"param::entry", SPACE_PARAM}};
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (ptx_has_modifier(in, known[i].word))
            return known[i].space;
    return SPACE_GENERIC;
}

/* They would have to hold back the warp's other accesses, which a flag for the SM can't say yet:
 * better refused than silently relaxed. */
static bool unsupported_order(const struct ptx_instruction *in)
{
    return ptx_has_modifier(in, "acquire") || ptx_has_modifier(in, "release") ||
           ptx_has_modifier(in, "acq_rel");
}

static bool unsupported_space(const struct ptx_instruction *in)
{
    return ptx_has_modifier(in, "shared::cluster") || ptx_has_modifier(in, "param::func");
}

static unsigned vector_of(const struct ptx_instruction *in)
{
    return ptx_has_modifier(in, "v8")   ? 8
           : ptx_has_modifier(in, "v4") ? 4
           : ptx_has_modifier(in, "v2") ? 2
                                        : 1;
}

/* Space, element type and address; the values or destinations are the caller's. */
static bool lower_access(struct lowering *l, const struct ptx_operand *address, enum ptx_type type)
{
    const struct ptx_variable *variable;
    enum value_type value;
    if (!value_type_of(type, &value) && type != PTX_F16 && type != PTX_BF16)
        return lowering_problem(l, "the type is unsupported");
    l->op->source_type = type == PTX_F16 || type == PTX_BF16 ? VALUE_U16 : value;
    l->op->element_bytes = (uint8_t)ptx_type_bytes(type);
    l->op->elements = (uint8_t)vector_of(l->instruction);
    l->op->space = space_of(l->instruction);
    l->op->kind = EXEC_ACTION;
    if (unsupported_order(l->instruction))
        return lowering_problem(l,
                                "acquire and release are unsupported; fence and relaxed are not");
    if (unsupported_space(l->instruction))
        return lowering_problem(l, "the state space is unsupported");
    if (l->op->elements * l->op->element_bytes > 16 || l->op->elements > 4)
        return lowering_problem(l, "accesses of more than 16 bytes are unsupported");
    if (!lower_address(l, address, &variable))
        return false;
    if (l->op->space == SPACE_GENERIC && variable != NULL)
        l->op->space = (uint8_t)variable->space;
    return true;
}

/* The common way to read a parameter, which costs no address arithmetic. */
static void simplify_parameter_load(struct lowering *l, const struct ptx_operand *address)
{
    struct exec_op *op = l->op;
    if (op->space != SPACE_PARAM || op->elements != 1 || address->variable == NULL ||
        op->destination[0].bits == 0)
        return;
    uint64_t offset = address->variable->offset + (uint64_t)address->value;
    if (offset > l->function->param_bytes ||
        offset + op->element_bytes > l->function->param_bytes || offset % op->element_bytes != 0)
        return;
    op->immediate = (int64_t)offset;
    op->action = exec_load_parameter;
}

static bool lower_load(struct lowering *l, enum ptx_type type)
{
    const struct ptx_instruction *in = l->instruction;
    const struct ptx_operand *to = &in->operands[0];
    if (in->n_operands < 2 || !lower_access(l, &in->operands[1], type))
        return false;
    l->op->action = exec_load;
    unsigned n = l->op->elements;
    if ((n > 1) != (to->kind == PTX_OPERAND_VECTOR) || (n > 1 && to->n_elements != n))
        return lowering_problem(l, "destination and vector size differ");
    for (unsigned k = 0; k < n; k++) {
        if (!lower_destination_any(l, n > 1 ? &to->elements[k] : to))
            return false;
        unsigned bits = l->op->destination[k].bits;
        if (bits != 0 && bits < 8u * l->op->element_bytes)
            return lowering_problem(l, "a destination is too narrow");
    }
    simplify_parameter_load(l, &in->operands[1]);
    return true;
}

/* A value that is stored or combined: its low bytes count. */
static bool lower_value(struct lowering *l, const struct ptx_operand *operand, enum ptx_type type)
{
    enum lane_type lane;
    if (!lane_type_of(type, &lane) || !lower_source_any(l, operand, lane))
        return false;
    if (l->op->source[l->op->n_sources - 1].bits < 8 * ptx_type_bytes(type))
        return lowering_problem(l, "a value is too narrow");
    return true;
}

static bool lower_store(struct lowering *l, enum ptx_type type)
{
    const struct ptx_instruction *in = l->instruction;
    if (in->n_operands < 2 || !lower_access(l, &in->operands[0], type))
        return false;
    const struct ptx_operand *from = &in->operands[1];
    l->op->action = exec_store;
    unsigned n = l->op->elements;
    if ((n > 1) != (from->kind == PTX_OPERAND_VECTOR) || (n > 1 && from->n_elements != n))
        return lowering_problem(l, "value and vector size differ");
    for (unsigned k = 0; k < n; k++)
        if (!lower_value(l, n > 1 ? &from->elements[k] : from, type))
            return false;
    return true;
}

static bool atomic_op_of(const struct ptx_instruction *in, uint8_t *op)
{
    static const char *const words[ATOMIC_OPS] = {"add", "min",  "max", "and", "or",
                                                  "xor", "exch", "cas", "inc", "dec"};
    for (unsigned i = 0; i < ATOMIC_OPS; i++)
        if (ptx_has_modifier(in, words[i])) {
            *op = (uint8_t)i;
            return true;
        }
    return false;
}

static bool atomic_type_of(enum ptx_type type, uint8_t *result)
{
    static const uint8_t types[PTX_TYPES] = {
        [PTX_B32] = ATOMIC_U32 + 1, [PTX_U32] = ATOMIC_U32 + 1, [PTX_S32] = ATOMIC_S32 + 1,
        [PTX_B64] = ATOMIC_U64 + 1, [PTX_U64] = ATOMIC_U64 + 1, [PTX_S64] = ATOMIC_S64 + 1,
        [PTX_F32] = ATOMIC_F32 + 1, [PTX_F64] = ATOMIC_F64 + 1};
    *result = (uint8_t)(types[type] - 1);
    return types[type] != 0;
}

static bool lower_atomic(struct lowering *l, enum ptx_type type, bool returns)
{
    const struct ptx_instruction *in = l->instruction;
    unsigned at = returns ? 1 : 0;
    if (!atomic_op_of(in, &l->op->atomic_op) || !atomic_type_of(type, &l->op->atomic_type))
        return false;
    unsigned values = l->op->atomic_op == ATOMIC_CAS ? 2 : 1;
    if (in->n_operands < at + 1 + values || vector_of(in) != 1)
        return false;
    if (!lower_access(l, &in->operands[at], type))
        return false;
    l->op->action = exec_atomic;
    if (returns && !lower_destination_any(l, &in->operands[0]))
        return false;
    for (unsigned k = 0; k < values; k++)
        if (!lower_value(l, &in->operands[at + 1 + k], type))
            return false;
    return true;
}

bool lower_memory(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    enum ptx_type type = ptx_modifier_type(in, 0);
    if (strcmp(in->opcode, "ld") == 0 || strcmp(in->opcode, "ldu") == 0)
        return lower_load(l, type);
    if (strcmp(in->opcode, "st") == 0)
        return lower_store(l, type);
    if (strcmp(in->opcode, "atom") == 0)
        return lower_atomic(l, type, true);
    return strcmp(in->opcode, "red") == 0 && lower_atomic(l, type, false);
}
