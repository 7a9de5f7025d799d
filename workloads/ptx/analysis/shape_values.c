/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/analysis/shape_values.h"
#include <string.h>

static const struct ptx_shape none = {.kind = PTX_SHAPE_NONE};
static const struct ptx_shape uniform = {.kind = PTX_SHAPE_UNIFORM};
static const struct ptx_shape varying = {.kind = PTX_SHAPE_VARYING};
static const struct ptx_shape some_stride = {.kind = PTX_SHAPE_AFFINE};

static struct ptx_shape affine(int64_t stride)
{
    return (struct ptx_shape){.kind = PTX_SHAPE_AFFINE, .known = true, .stride = stride};
}

/* A uniform value is one of stride 0. */
static bool has_stride(struct ptx_shape shape, int64_t *stride)
{
    *stride = shape.stride;
    return shape.kind == PTX_SHAPE_UNIFORM || (shape.kind == PTX_SHAPE_AFFINE && shape.known);
}

struct ptx_shape ptx_shape_join(struct ptx_shape a, struct ptx_shape b)
{
    int64_t one, other;
    if (a.kind == PTX_SHAPE_NONE || b.kind == PTX_SHAPE_NONE)
        return a.kind == PTX_SHAPE_NONE ? b : a;
    if (a.kind == PTX_SHAPE_VARYING || b.kind == PTX_SHAPE_VARYING)
        return varying;
    if (a.kind == PTX_SHAPE_UNIFORM && b.kind == PTX_SHAPE_UNIFORM)
        return uniform;
    const bool known = has_stride(a, &one) && has_stride(b, &other);
    return known && one == other ? affine(one) : some_stride;
}

struct ptx_shape ptx_shape_of_special(const struct ptx_operand *operand)
{
    static const uint8_t same[] = {
        PTX_NTID_X,  PTX_NTID_Y,   PTX_NTID_Z,   PTX_CTAID_X,           PTX_CTAID_Y,
        PTX_CTAID_Z, PTX_NCTAID_X, PTX_NCTAID_Y, PTX_NCTAID_Z,          PTX_NWARPID,
        PTX_SMID,    PTX_NSMID,    PTX_GRIDID,   PTX_DYNAMIC_SMEM_SIZE, PTX_TOTAL_SMEM_SIZE};
    const bool of_cluster =
        operand->index >= PTX_CLUSTERID_X && operand->index <= PTX_IS_EXPLICIT_CLUSTER;
    if (of_cluster)
        return uniform;
    if (operand->index == PTX_TID_X)
        return affine(1);
    if (operand->index == PTX_TID_Y || operand->index == PTX_TID_Z)
        return affine(0);
    for (size_t i = 0; i < G_N_ELEMENTS(same); i++)
        if (operand->index == same[i])
            return uniform;
    return varying;
}

static struct ptx_shape sum(struct ptx_shape a, struct ptx_shape b, int64_t sign)
{
    int64_t one, other, result;
    if (a.kind == PTX_SHAPE_UNIFORM && b.kind == PTX_SHAPE_UNIFORM)
        return uniform;
    if (!has_stride(a, &one) || !has_stride(b, &other) ||
        __builtin_mul_overflow(other, sign, &other) || __builtin_add_overflow(one, other, &result))
        return some_stride;
    return affine(result);
}

static struct ptx_shape scaled(struct ptx_shape shape, int64_t factor)
{
    int64_t stride;
    if (shape.kind == PTX_SHAPE_UNIFORM)
        return uniform;
    if (!shape.known || __builtin_mul_overflow(shape.stride, factor, &stride))
        return some_stride;
    return affine(stride);
}

static bool is_number(const struct ptx_instruction *in, unsigned operand, int64_t *value)
{
    if (operand >= in->n_operands || in->operands[operand].kind != PTX_OPERAND_INTEGER)
        return false;
    *value = in->operands[operand].value;
    return true;
}

/* Of operands 1 and 2, of which one is uniform. */
static struct ptx_shape product(const struct ptx_instruction *in, const struct ptx_shape *operands)
{
    const unsigned other = operands[0].kind == PTX_SHAPE_UNIFORM ? 1 : 0;
    int64_t value, stride;
    if (operands[1 - other].kind != PTX_SHAPE_UNIFORM)
        return varying;
    if (is_number(in, 2 - other, &value))
        return scaled(operands[other], value);
    if (has_stride(operands[other], &stride) && stride == 0)
        return operands[other];
    return some_stride;
}

static struct ptx_shape shifted(const struct ptx_instruction *in, const struct ptx_shape *operands)
{
    int64_t value;
    if (operands[1].kind != PTX_SHAPE_UNIFORM)
        return varying;
    if (is_number(in, 2, &value))
        return value >= 0 && value < 63 ? scaled(operands[0], INT64_C(1) << value) : varying;
    return some_stride;
}

static bool is_integer(enum ptx_type type)
{
    return type >= PTX_U8 && type <= PTX_S64;
}

static bool widens(const struct ptx_instruction *in)
{
    const enum ptx_type to = ptx_modifier_type(in, 1), from = ptx_modifier_type(in, 0);
    return is_integer(to) && is_integer(from) && ptx_type_bytes(to) >= 4 &&
           ptx_type_bytes(from) >= 4;
}

/* At least one operand is affine, none varies. */
static struct ptx_shape of_affine(const struct ptx_instruction *in,
                                  const struct ptx_shape *operands, unsigned n)
{
    const enum ptx_type type = ptx_modifier_type(in, 0);
    const char *opcode = in->opcode;
    int64_t stride;
    bool rows = true; /* the same along x */
    for (unsigned i = 0; i < n; i++)
        rows &= has_stride(operands[i], &stride) && stride == 0;
    if (rows)
        return affine(0);
    if (strcmp(opcode, "setp") == 0 || type == PTX_PRED)
        return some_stride;
    if ((strcmp(opcode, "mov") == 0 || strcmp(opcode, "cvta") == 0) && n == 1)
        return operands[0];
    if (strcmp(opcode, "cvt") == 0)
        return widens(in) ? operands[0] : varying;
    if (ptx_has_modifier(in, "hi") || (!is_integer(type) && (type < PTX_B8 || type > PTX_B64)))
        return varying;
    if ((strcmp(opcode, "add") == 0 || strcmp(opcode, "or") == 0) && n == 2)
        return sum(operands[0], operands[1], 1);
    if (strcmp(opcode, "sub") == 0 && n == 2)
        return sum(operands[0], operands[1], -1);
    if (strcmp(opcode, "neg") == 0 && n == 1)
        return scaled(operands[0], -1);
    if (strcmp(opcode, "mul") == 0 && n == 2)
        return product(in, operands);
    if (strcmp(opcode, "mad") == 0 && n == 3) {
        const struct ptx_shape made = product(in, operands);
        return made.kind == PTX_SHAPE_VARYING ? varying : sum(made, operands[2], 1);
    }
    return strcmp(opcode, "shl") == 0 && n == 2 ? shifted(in, operands) : varying;
}

struct ptx_shape ptx_shape_of_result(const struct ptx_instruction *in,
                                     const struct ptx_shape *operands, unsigned n)
{
    bool any = false;
    for (unsigned i = 0; i < n; i++)
        if (operands[i].kind == PTX_SHAPE_NONE)
            return none;
    for (unsigned i = 0; i < n; i++)
        if (operands[i].kind == PTX_SHAPE_VARYING)
            return varying;
    for (unsigned i = 0; i < n; i++)
        any |= operands[i].kind == PTX_SHAPE_AFFINE;
    return any ? of_affine(in, operands, n) : uniform;
}
