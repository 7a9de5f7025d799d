/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of wgmma: products of four warps, and what a warp does about them.
 * Source: PTX ISA 8.6, "Asynchronous wgmma Instructions". */
#include "workloads/ptx/exec/actions/barrier_ops.h"
#include "workloads/ptx/exec/tensor/group_ops.h"
#include "workloads/ptx/exec/tensor/tensor_values.h"
#include "workloads/ptx/lower/lowering.h"
#include "workloads/tensor_form.h"

#include <stdio.h>
#include <string.h>

enum { TYPES = 3 /* d a b */, MOST_COLUMNS = 256 };

static const struct {
    const char *name;
    uint8_t type;
    uint8_t values; /* enum tensor_values */
    bool is_input;
} types[] = {{"f16", TENSOR_F16, TENSOR_VALUES_F16, true},
             {"bf16", TENSOR_BF16, TENSOR_VALUES_BF16, true},
             {"tf32", TENSOR_TF32, TENSOR_VALUES_TF32, true},
             {"e4m3", TENSOR_E4M3, TENSOR_VALUES_F8, true},
             {"e5m2", TENSOR_E5M2, TENSOR_VALUES_F8, true},
             {"s8", TENSOR_S8, TENSOR_VALUES_I8, true},
             {"u8", TENSOR_U8, TENSOR_VALUES_I8, true},
             {"b1", TENSOR_B1, TENSOR_VALUES_B1, true},
             {"f32", TENSOR_F32, 0, false},
             {"s32", TENSOR_S32, 0, false}};

static int type_of(const char *word)
{
    for (int i = 0; i < (int)G_N_ELEMENTS(types); i++)
        if (strcmp(types[i].name, word) == 0)
            return i;
    return -1;
}

/* The types among the modifiers, in order; false unless there are three. */
static bool types_of(const struct ptx_instruction *in, uint8_t found[TYPES])
{
    unsigned n = 0;
    for (unsigned i = 0; i < in->n_modifiers; i++) {
        const int type = type_of(in->modifiers[i]);
        if (type >= 0 && n == TYPES)
            return false;
        if (type >= 0)
            found[n++] = (uint8_t)type;
    }
    return n == TYPES && types[found[1]].is_input && types[found[2]].is_input;
}

static bool sums_fit(const uint8_t found[TYPES])
{
    const uint8_t d = types[found[0]].type;
    switch (types[found[1]].values) {
    case TENSOR_VALUES_F16:
    case TENSOR_VALUES_F8:
        return d == TENSOR_F32 || d == TENSOR_F16;
    case TENSOR_VALUES_I8:
    case TENSOR_VALUES_B1:
        return d == TENSOR_S32;
    default:
        return d == TENSOR_F32;
    }
}

/* Sums of integers are fewer in kind above 32 columns. */
static bool has_shape(const struct exec_group *group, unsigned rows)
{
    const bool whole = group->d_type == TENSOR_S32;
    const unsigned n = group->columns, bits = tensor_bits(group->a_type);
    return rows == TENSOR_GROUP_ROWS && n >= TENSOR_COLUMNS && n <= MOST_COLUMNS &&
           n % TENSOR_COLUMNS == 0 && (!whole || n <= 32 || n % 16 == 0) &&
           group->depth * bits == 256;
}

static bool read_form(struct lowering *l, struct exec_group *group)
{
    const struct ptx_instruction *in = l->instruction;
    uint8_t found[TYPES];
    unsigned rows = 0, columns = 0, depth = 0;
    if (ptx_has_modifier(in, "sp"))
        return lowering_problem(l, "sparse matrices are unsupported");
    if (!types_of(in, found))
        return lowering_problem(l, "expected three supported types");
    for (unsigned i = 0; i < in->n_modifiers && rows == 0; i++)
        if (sscanf(in->modifiers[i], "m%3un%3uk%3u", &rows, &columns, &depth) != 3)
            rows = 0;
    *group = (struct exec_group){.columns = (uint16_t)columns,
                                 .depth = (uint16_t)depth,
                                 .d_type = types[found[0]].type,
                                 .a_type = types[found[1]].type,
                                 .b_type = types[found[2]].type,
                                 .saturates = ptx_has_modifier(in, "satfinite")};
    if (types[found[1]].values != types[found[2]].values || !sums_fit(found) ||
        !has_shape(group, rows))
        return lowering_problem(l, "PTX has no such shape of these types");
    if ((group->a_type == TENSOR_B1) != ptx_has_modifier(in, "popc") ||
        (group->a_type == TENSOR_B1) != ptx_has_modifier(in, "and"))
        return lowering_problem(l, "expected .and.popc of single bits, else neither");
    if (group->saturates && types[found[1]].values != TENSOR_VALUES_I8)
        return lowering_problem(l, "only bytes have .satfinite");
    const struct tensor_shape shape = {.rows = TENSOR_GROUP_ROWS,
                                       .depth = group->depth,
                                       .values = types[found[1]].values,
                                       .half_sums = group->d_type == TENSOR_F16};
    l->op->variant = tensor_form_of(&shape);
    return true;
}

static bool lower_sums(struct lowering *l, struct exec_group *group)
{
    const struct ptx_operand *d = &l->instruction->operands[0];
    group->n_d = (uint16_t)(group->columns / (group->d_type == TENSOR_F16 ? 4 : 2));
    if (d->kind != PTX_OPERAND_VECTOR || d->n_elements != group->n_d)
        return lowering_problem(l, "a result of this shape has %u registers", group->n_d);
    for (unsigned r = 0; r < group->n_d; r++)
        if (d->elements[r].kind != PTX_OPERAND_REGISTER)
            return lowering_problem(l, "the destination is no plain register");
        else if (!lower_operand(l, &d->elements[r], LANE_f32, &group->d[r]))
            return false;
    return true;
}

static bool lower_a(struct lowering *l, struct exec_group *group)
{
    const struct ptx_operand *a = &l->instruction->operands[1];
    if (a->kind != PTX_OPERAND_VECTOR)
        return lower_operand(l, a, LANE_u64, &group->a_place);
    group->a.type = group->a_type;
    group->a.n = 4;
    if (a->n_elements != group->a.n)
        return lowering_problem(l, "a matrix in registers has %u of them", group->a.n);
    for (unsigned r = 0; r < group->a.n; r++)
        if (!lower_operand(l, &a->elements[r], LANE_f32, &group->a.registers[r]))
            return false;
    return true;
}

/* Operand `at`, if it is there, is one of two whole numbers. */
static bool read_choice(struct lowering *l, unsigned at, int64_t no, int64_t yes, bool *out)
{
    const struct ptx_instruction *in = l->instruction;
    if (at >= in->n_operands)
        return true;
    const struct ptx_operand *operand = &in->operands[at];
    const int64_t value = (int64_t)operand->value;
    if (operand->kind != PTX_OPERAND_INTEGER || (value != no && value != yes))
        return lowering_problem(l, "operand %u must be %d or %d", at + 1, (int)no, (int)yes);
    *out = value == yes;
    return true;
}

/* d, a, b, scale-d; of floats the signs of a and b; of 16 bits what of them in shared memory is
 * transposed. */
static bool lower_operands(struct lowering *l, struct exec_group *group)
{
    enum { SCALE_D = 3, SIGN_A, SIGN_B, TRANSPOSED };
    const struct ptx_instruction *in = l->instruction;
    const bool floats = group->d_type != TENSOR_S32, in_memory = group->a.n == 0;
    const bool pairs = tensor_bits(group->a_type) == 16;
    const unsigned n = !floats  ? SCALE_D + 1
                       : !pairs ? SIGN_B + 1
                                : TRANSPOSED + (in_memory ? 2 : 1);
    bool negates_a = false, negates_b = false;
    if (in->n_operands != n)
        return lowering_problem(l, "expected %u operands", n);
    if (!lower_operand(l, &in->operands[2], LANE_u64, &group->b_place) ||
        !lower_operand(l, &in->operands[SCALE_D], LANE_PREDICATE, &group->adds) ||
        !read_choice(l, SIGN_A, 1, -1, &negates_a) || !read_choice(l, SIGN_B, 1, -1, &negates_b))
        return false;
    group->negates = negates_a != negates_b;
    return !pairs || ((!in_memory || read_choice(l, TRANSPOSED, 0, 1, &group->a_transposed)) &&
                      read_choice(l, n - 1, 0, 1, &group->b_transposed));
}

static bool lower_product(struct lowering *l)
{
    struct exec_group group;
    if (l->instruction->n_operands < 4 || !read_form(l, &group) || !lower_sums(l, &group) ||
        !lower_a(l, &group) || !lower_operands(l, &group))
        return false;
    l->op->kind = EXEC_ACTION;
    l->op->action = exec_group_product;
    l->op->group = (uint8_t)(group.columns / TENSOR_COLUMNS);
    l->op->target = lowering_pool(l, &group, sizeof group);
    return true;
}

/* They take effect in the SM. */
static bool lower_step(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    const bool waits = ptx_has_modifier(in, "wait_group");
    if (!waits && !ptx_has_modifier(in, "fence") && !ptx_has_modifier(in, "commit_group"))
        return false;
    if (waits && (in->n_operands != 1 || in->operands[0].kind != PTX_OPERAND_INTEGER))
        return lowering_problem(l, "expected a number of groups");
    l->op->kind = EXEC_ACTION;
    l->op->action = exec_nothing;
    l->op->variant = waits                           ? GROUP_WAIT
                     : ptx_has_modifier(in, "fence") ? GROUP_FENCE
                                                     : GROUP_COMMIT;
    if (waits)
        l->op->group = (uint8_t)CLAMP((int64_t)in->operands[0].value, 0, UINT8_MAX);
    return true;
}

bool lower_group(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    if (strcmp(in->opcode, "wgmma") != 0 || !ptx_has_modifier(in, "sync") ||
        !ptx_has_modifier(in, "aligned"))
        return false;
    return ptx_has_modifier(in, "mma_async") ? lower_product(l) : lower_step(l);
}
