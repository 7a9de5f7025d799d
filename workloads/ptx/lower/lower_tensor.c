/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of mma.sync, and of what wmma instructions become (analysis/wmma.h).
 * Source: PTX ISA 8.6, section 9.7.14.5.14, "mma": shapes by type. */
#include "workloads/ptx/analysis/wmma.h"
#include "workloads/ptx/exec/lanes/warp_ops.h"
#include "workloads/ptx/exec/tensor/tensor_ops.h"
#include "workloads/ptx/exec/tensor/tensor_values.h"
#include "workloads/ptx/lower/lowering.h"
#include "workloads/tensor_form.h"

#include <string.h>

enum { TYPES = 4 /* d a b c */ };

static const char *const type_names[] = {
    [TENSOR_F16] = "f16",   [TENSOR_BF16] = "bf16", [TENSOR_TF32] = "tf32", [TENSOR_E4M3] = "e4m3",
    [TENSOR_E5M2] = "e5m2", [TENSOR_F32] = "f32",   [TENSOR_F64] = "f64",   [TENSOR_S8] = "s8",
    [TENSOR_U8] = "u8",     [TENSOR_S4] = "s4",     [TENSOR_U4] = "u4",     [TENSOR_B1] = "b1",
    [TENSOR_S32] = "s32"};

/* Types of a and b that mix, and what shapes they have. */
enum family { HALF, BRAIN, TENSOR_FLOAT, BYTE_FLOAT, DOUBLE, BYTES, NIBBLES, BITS, NO_FAMILY };

static enum family family_of(uint8_t type)
{
    static const uint8_t families[] = {
        [TENSOR_F16] = HALF,        [TENSOR_BF16] = BRAIN,      [TENSOR_TF32] = TENSOR_FLOAT,
        [TENSOR_E4M3] = BYTE_FLOAT, [TENSOR_E5M2] = BYTE_FLOAT, [TENSOR_F32] = NO_FAMILY,
        [TENSOR_F64] = DOUBLE,      [TENSOR_S8] = BYTES,        [TENSOR_U8] = BYTES,
        [TENSOR_S4] = NIBBLES,      [TENSOR_U4] = NIBBLES,      [TENSOR_B1] = BITS,
        [TENSOR_S32] = NO_FAMILY};
    return families[type];
}

struct shape {
    const char *name;
    uint8_t family, rows;
    uint16_t depth;
};

static const struct shape shapes[] = {
    {"m8n8k4", HALF, 8, 4},           {"m16n8k8", HALF, 16, 8},
    {"m16n8k16", HALF, 16, 16},       {"m16n8k8", BRAIN, 16, 8},
    {"m16n8k16", BRAIN, 16, 16},      {"m16n8k4", TENSOR_FLOAT, 16, 4},
    {"m16n8k8", TENSOR_FLOAT, 16, 8}, {"m16n8k16", BYTE_FLOAT, 16, 16},
    {"m16n8k32", BYTE_FLOAT, 16, 32}, {"m8n8k4", DOUBLE, 8, 4},
    {"m16n8k4", DOUBLE, 16, 4},       {"m16n8k8", DOUBLE, 16, 8},
    {"m16n8k16", DOUBLE, 16, 16},     {"m8n8k16", BYTES, 8, 16},
    {"m16n8k16", BYTES, 16, 16},      {"m16n8k32", BYTES, 16, 32},
    {"m8n8k32", NIBBLES, 8, 32},      {"m16n8k32", NIBBLES, 16, 32},
    {"m16n8k64", NIBBLES, 16, 64},    {"m8n8k128", BITS, 8, 128},
    {"m16n8k128", BITS, 16, 128},     {"m16n8k256", BITS, 16, 256}};

static const struct shape *shape_of(const struct ptx_instruction *in, enum family family)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(shapes); i++)
        if (shapes[i].family == family && ptx_has_modifier(in, shapes[i].name))
            return &shapes[i];
    return NULL;
}

/* The types among the modifiers, in order; false unless there are four. */
static bool types_of(const struct ptx_instruction *in, uint8_t types[TYPES])
{
    unsigned n = 0;
    for (unsigned i = 0; i < in->n_modifiers; i++)
        for (unsigned type = 0; type < G_N_ELEMENTS(type_names); type++)
            if (strcmp(in->modifiers[i], type_names[type]) == 0) {
                if (n == TYPES)
                    return false;
                types[n++] = (uint8_t)type;
            }
    return n == TYPES;
}

/* Whether PTX has sums of these types. mixes: those of wmma, which need not be the same. */
static bool sums_fit(enum family family, const struct shape *shape, bool mixes, uint8_t d,
                     uint8_t c)
{
    const bool halves =
        (d == TENSOR_F16 || d == TENSOR_F32) && (c == TENSOR_F16 || c == TENSOR_F32);
    switch (family) {
    case HALF:
        return halves && (c == d || mixes || (shape->rows == 8 && d == TENSOR_F32));
    case BYTE_FLOAT:
        return halves && c == d;
    case BRAIN:
    case TENSOR_FLOAT:
        return d == TENSOR_F32 && c == TENSOR_F32;
    case DOUBLE:
        return d == TENSOR_F64 && c == TENSOR_F64;
    default:
        return d == TENSOR_S32 && c == TENSOR_S32;
    }
}

static unsigned registers_of(const struct exec_tensor *tensor, uint8_t type, unsigned elements)
{
    const unsigned lanes = tensor->is_quads ? WARP_LANES / 4 : WARP_LANES;
    return elements / tensor_elements(type) / lanes;
}

static bool lower_fragment(struct lowering *l, const struct ptx_operand *vector, unsigned n,
                           bool is_written, struct tensor_matrix *matrix)
{
    const bool wide = matrix->type == TENSOR_F64;
    const bool one = n == 1 && vector->kind != PTX_OPERAND_VECTOR;
    if (!one && (vector->kind != PTX_OPERAND_VECTOR || vector->n_elements != n))
        return lowering_problem(l, "a matrix of this shape has %u registers", n);
    matrix->n = (uint8_t)n;
    for (unsigned r = 0; r < n; r++) {
        const struct ptx_operand *element = one ? vector : &vector->elements[r];
        struct exec_operand *place = &matrix->registers[r];
        if (is_written && element->kind == PTX_OPERAND_SINK)
            continue;
        if (is_written && element->kind != PTX_OPERAND_REGISTER)
            return lowering_problem(l, "the destination is no plain register");
        if (!lower_operand(l, element, wide ? LANE_f64 : LANE_f32, place))
            return false;
    }
    return true;
}

static bool lower_fragments(struct lowering *l, struct exec_tensor *tensor)
{
    const struct ptx_operand *operands = l->instruction->operands;
    const unsigned rows = tensor->rows, depth = tensor->depth;
    const unsigned a = registers_of(tensor, tensor->a.type, rows * depth);
    const unsigned b = registers_of(tensor, tensor->b.type, TENSOR_COLUMNS * depth);
    const unsigned c = registers_of(tensor, tensor->c.type, rows * TENSOR_COLUMNS);
    const unsigned d = registers_of(tensor, tensor->d.type, rows * TENSOR_COLUMNS);
    return lower_fragment(l, &operands[0], d, true, &tensor->d) &&
           lower_fragment(l, &operands[1], a, false, &tensor->a) &&
           lower_fragment(l, &operands[2], b, false, &tensor->b) &&
           lower_fragment(l, &operands[3], c, false, &tensor->c);
}

/* The layouts, of which only m8n8k4 of .f16 has others than row.col. */
static bool read_layouts(struct lowering *l, struct exec_tensor *tensor)
{
    const struct ptx_instruction *in = l->instruction;
    const char *layouts[2] = {NULL, NULL};
    unsigned n = 0;
    for (unsigned i = 0; i < in->n_modifiers; i++)
        if (exec_word_in("row col", in->modifiers[i]) && n++ < 2)
            layouts[n - 1] = in->modifiers[i];
    if (n != 2)
        return lowering_problem(l, "expected the layouts of two matrices");
    tensor->a.is_column = strcmp(layouts[0], "col") == 0;
    tensor->b.is_column = strcmp(layouts[1], "col") == 0;
    if (!tensor->is_quads && (tensor->a.is_column || !tensor->b.is_column))
        return lowering_problem(l, "this shape has the layouts .row.col only");
    return true;
}

static bool read_form(struct lowering *l, struct exec_tensor *tensor)
{
    const struct ptx_instruction *in = l->instruction;
    uint8_t types[TYPES];
    if (ptx_has_modifier(in, "sp") || ptx_has_modifier(in, "sp::ordered_metadata"))
        return lowering_problem(l, "sparse matrices are unsupported");
    if (!types_of(in, types))
        return lowering_problem(l, "expected four supported types");
    const enum family family = family_of(types[1]);
    const struct shape *shape = shape_of(in, family);
    const bool mixes = strcmp(in->opcode, "wmma.mma") == 0;
    if (family != family_of(types[2]) || !shape ||
        !sums_fit(family, shape, mixes, types[0], types[3]))
        return lowering_problem(l, "PTX has no such shape of these types");
    const bool bits = family == BITS;
    *tensor = (struct exec_tensor){.d.type = types[0],
                                   .a.type = types[1],
                                   .b.type = types[2],
                                   .c.type = types[3],
                                   .rows = shape->rows,
                                   .depth = shape->depth,
                                   .is_quads = family == HALF && shape->rows == 8,
                                   .saturates = ptx_has_modifier(in, "satfinite"),
                                   .is_and = ptx_has_modifier(in, "and")};
    if (bits != ptx_has_modifier(in, "popc") ||
        (bits && tensor->is_and == ptx_has_modifier(in, "xor")))
        return lowering_problem(l, "expected .xor.popc or .and.popc of single bits, else neither");
    lower_modifiers(l);
    if (l->op->rounding != ROUND_NEAREST && types[1] != TENSOR_F64)
        return lowering_problem(l, "only products of .f64 have a rounding");
    if (tensor->saturates && family != BYTES && family != NIBBLES)
        return lowering_problem(l, "only integers have .satfinite");
    return lower_only_modifiers(
               in, "sync aligned row col rn rz rm rp satfinite xor and popc s4 u4 b1 e4m3 "
                   "e5m2 m8n8k4 m16n8k4 m16n8k8 m16n8k16 m8n8k16 m16n8k32 "
                   "m8n8k32 m16n8k64 m8n8k128 m16n8k128 m16n8k256") &&
           read_layouts(l, tensor);
}

static bool lower_fragment_address(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    const struct ptx_variable *variable;
    l->op->alu = exec_fragment_address;
    l->op->target = (uint32_t)in->operands[3].value;
    return lower_destination(l, &in->operands[0], LANE_u64) &&
           lower_address(l, &in->operands[1], &variable) &&
           lower_source(l, &in->operands[2], LANE_u32);
}

/* What the platform's costs and exported traces go by. */
static uint8_t form_of(const struct exec_tensor *tensor)
{
    static const uint8_t values[] = {
        [HALF] = TENSOR_VALUES_F16,          [BRAIN] = TENSOR_VALUES_BF16,
        [TENSOR_FLOAT] = TENSOR_VALUES_TF32, [BYTE_FLOAT] = TENSOR_VALUES_F8,
        [DOUBLE] = TENSOR_VALUES_F64,        [BYTES] = TENSOR_VALUES_I8,
        [NIBBLES] = TENSOR_VALUES_I4,        [BITS] = TENSOR_VALUES_B1};
    const struct tensor_shape shape = {.rows = tensor->rows,
                                       .depth = tensor->depth,
                                       .values = values[family_of(tensor->a.type)],
                                       .half_sums = tensor->d.type == TENSOR_F16};
    return tensor_form_of(&shape);
}

bool lower_tensor(struct lowering *l)
{
    if (strcmp(l->instruction->opcode, "wmma.address") == 0)
        return lower_fragment_address(l);
    const struct ptx_instruction *in = l->instruction;
    struct exec_tensor tensor;
    if (!exec_word_in("mma wmma.mma", in->opcode) || !ptx_has_modifier(in, "sync") ||
        in->n_operands < 4)
        return false;
    if (!read_form(l, &tensor) || !lower_fragments(l, &tensor))
        return false;
    l->op->kind = EXEC_ACTION;
    l->op->action = exec_mma;
    l->op->variant = form_of(&tensor);
    l->op->target = lowering_pool(l, &tensor, sizeof tensor);
    return true;
}
