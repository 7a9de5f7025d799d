/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/run/flows.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/exec/lanes/warp_ops.h"
#include "workloads/ptx/exec/tensor/group_ops.h"
#include "workloads/ptx/exec/tensor/tensor.h"
#include "workloads/ptx/exec/tensor/tensor_ops.h"
#include "workloads/shuffle_lane.h"
#include <string.h>

struct making {
    const struct exec_kernel *kernel;
    const struct exec_op *op;
    const struct instruction *facts;
};

/* ---- slots ---------------------------------------------------------------------------------- */

/* Among those that the instruction names. */
static uint16_t slot_at(const struct making *m, uint32_t offset)
{
    const unsigned n = m->facts->n_destinations + m->facts->n_sources;
    for (unsigned i = 0; i < n; i++)
        if (m->facts->registers[i] != 0 &&
            m->kernel->slot_offsets[m->facts->registers[i]] == offset)
            return m->facts->registers[i];
    return 0;
}

static uint16_t slot_of(const struct making *m, const struct exec_operand *operand)
{
    return operand->base == BASE_REGISTERS && (operand->bits != 0 || operand->bytes != 0)
               ? slot_at(m, operand->offset)
               : 0;
}

static bool is_constant(const struct exec_operand *operand)
{
    return operand->base == BASE_CONSTANTS;
}

/* Of all lanes: lane 0's. */
static uint64_t constant(const struct making *m, const struct exec_operand *operand)
{
    const uint8_t *lanes = m->kernel->constants + operand->offset;
    uint32_t word;
    uint64_t value;
    if (operand->bytes == 8) {
        memcpy(&value, lanes, sizeof value);
        return value;
    }
    memcpy(&word, lanes, sizeof word);
    return word;
}

/* ---- kinds ---------------------------------------------------------------------------------- */

static bool is(const struct making *m, const char *prefix)
{
    return g_str_has_prefix(m->op->text, prefix);
}

static bool has(const struct making *m, const char *part)
{
    return strstr(m->op->text, part) != NULL;
}

/* Floats mix all their bits. */
static bool is_integer(const struct making *m)
{
    const char *type = strrchr(m->op->text, '.');
    return type && (type[1] == 'u' || type[1] == 's' || type[1] == 'b') && type[2] != 'f';
}

static void logic(const struct making *m, struct value_flow *flow)
{
    flow->kind = FLOW_BITS;
    for (unsigned k = 0; k < m->op->n_sources; k++)
        if (is_constant(&m->op->source[k]) && (is(m, "and.") || is(m, "or.")))
            flow->mask =
                is(m, "and.") ? constant(m, &m->op->source[k]) : ~constant(m, &m->op->source[k]);
}

static void move(const struct making *m, struct value_flow *flow)
{
    const struct exec_op *op = m->op;
    flow->kind = FLOW_BITS;
    if (op->n_sources > 1 && op->n_destinations == 1) {
        flow->kind = FLOW_JOIN;
        flow->bits = (uint8_t)(flow->width / op->n_sources);
    } else if (op->n_destinations > 1) {
        flow->kind = op->n_sources == 1 ? FLOW_SPLIT : FLOW_MIX;
        flow->bits = (uint8_t)(op->source[0].bits / op->n_destinations);
    }
}

static void shift(const struct making *m, struct value_flow *flow)
{
    flow->kind = FLOW_MIX;
    if (!is_constant(&m->op->source[1]))
        return;
    const uint64_t by = MIN(constant(m, &m->op->source[1]), flow->width);
    flow->kind = is(m, "shl.") ? FLOW_SHIFT : FLOW_EXTRACT;
    flow->first = (uint8_t)MIN(by, 63);
    flow->bits = (uint8_t)(flow->width - by);
    flow->is_signed = has(m, ".s");
    if (by >= flow->width && !flow->is_signed)
        flow->kind = FLOW_NONE;
    else if (by >= flow->width)
        flow->kind = FLOW_MIX;
}

static void field(const struct making *m, struct value_flow *flow)
{
    flow->kind = FLOW_MIX;
    if (!is_constant(&m->op->source[1]) || !is_constant(&m->op->source[2]))
        return;
    const uint64_t first = constant(m, &m->op->source[1]) & 255;
    const uint64_t bits = constant(m, &m->op->source[2]) & 255;
    if (bits == 0 || first + bits > flow->width)
        return;
    flow->kind = FLOW_EXTRACT;
    flow->first = (uint8_t)first;
    flow->bits = (uint8_t)bits;
    flow->is_signed = has(m, ".s");
}

static void permute(const struct making *m, struct value_flow *flow)
{
    flow->kind = FLOW_MIX;
    if (strcmp(m->op->text, "prmt.b32") != 0 || !is_constant(&m->op->source[2]) ||
        constant(m, &m->op->source[2]) & 0x8888)
        return;
    flow->kind = FLOW_BYTES;
    flow->mask = constant(m, &m->op->source[2]);
}

static void convert(const struct making *m, struct value_flow *flow)
{
    static const uint8_t bits[] = {8, 16, 32, 64, 8, 16, 32, 64};
    flow->kind = FLOW_MIX;
    if (m->op->source_type > VALUE_S64 || m->op->destination_type > VALUE_S64 || has(m, ".sat"))
        return;
    flow->kind = FLOW_EXTRACT;
    flow->bits = MIN(bits[m->op->source_type], bits[m->op->destination_type]);
    flow->is_signed = m->op->source_type >= VALUE_S8;
}

static void shuffle(const struct making *m, struct value_flow *flow)
{
    flow->kind = FLOW_SHUFFLE;
    flow->first = has(m, ".up")     ? SHUFFLE_UP
                  : has(m, ".down") ? SHUFFLE_DOWN
                  : has(m, ".bfly") ? SHUFFLE_BUTTERFLY
                                    : SHUFFLE_INDEX;
}

/* A load of a fragment (wmma.h) puts two halves into a register. */
static bool packs(const struct making *m)
{
    return is(m, "wmma.") && m->op->kind == EXEC_ALU && m->op->alu != exec_fragment_address;
}

static void kind_of_arithmetic(const struct making *m, struct value_flow *flow)
{
    flow->mask = UINT64_MAX;
    if (is(m, "mov.") || is(m, "cvta") || packs(m))
        move(m, flow);
    else if (is(m, "and.") || is(m, "or.") || is(m, "xor.") || is(m, "not."))
        logic(m, flow);
    else if (is(m, "shl.") || is(m, "shr."))
        shift(m, flow);
    else if (is(m, "bfe."))
        field(m, flow);
    else if (is(m, "prmt."))
        permute(m, flow);
    else if (is(m, "cvt."))
        convert(m, flow);
    else if (is(m, "selp."))
        flow->kind = FLOW_SELECT;
    else if (is(m, "shfl."))
        shuffle(m, flow);
    else if (is(m, "vote") && has(m, ".ballot"))
        flow->kind = FLOW_BALLOT;
    else if (is(m, "vote") || is(m, "match") || is(m, "redux"))
        flow->kind = FLOW_TOGETHER;
    else if ((is(m, "add.") || is(m, "sub.") || is(m, "mul.") || is(m, "mad.")) && is_integer(m) &&
             !has(m, ".hi") && !has(m, ".sat"))
        flow->kind = FLOW_UP;
    else
        flow->kind = m->facts->op_class == OP_TENSOR || is(m, "activemask") || is(m, "elect")
                         ? FLOW_NONE
                         : FLOW_MIX;
}

static void slots_of(const struct making *m, const struct tensor_matrix *matrix, uint8_t *n,
                     uint16_t slots[PRODUCT_REGISTERS])
{
    *n = matrix->n;
    for (unsigned r = 0; r < matrix->n; r++)
        slots[r] = slot_of(m, &matrix->registers[r]);
}

static void make_product(const struct making *m, struct value_flow *flow,
                         struct value_product *product)
{
    const struct exec_tensor *tensor = exec_tensor_of(m->op, m->kernel->constants);
    flow->kind = FLOW_PRODUCT;
    flow->product = product;
    slots_of(m, &tensor->a, &product->n_a, product->a);
    slots_of(m, &tensor->b, &product->n_b, product->b);
    slots_of(m, &tensor->c, &product->n_c, product->c);
    slots_of(m, &tensor->d, &product->n_d, product->d);
    product->rows = tensor->rows;
    product->pairs_c = tensor->c.type == TENSOR_F16;
    product->pairs_d = tensor->d.type == TENSOR_F16;
    product->is_quads = tensor->is_quads;
    product->column_a = tensor->a.is_column;
    product->column_b = tensor->b.is_column;
}

/* The sums of a warp group are too many for struct instruction. */
static uint16_t slot_of_any(const struct kernel_code *code, const struct exec_operand *operand)
{
    const struct exec_kernel *kernel = code->impl;
    for (uint32_t slot = 1; slot < code->n_register_slots && operand->base == BASE_REGISTERS;
         slot++)
        if (kernel->slot_offsets[slot] == operand->offset)
            return (uint16_t)slot;
    return 0;
}

static void make_group(const struct kernel_code *code, const struct exec_op *op,
                       struct value_flow *flow, struct value_group *group)
{
    const struct exec_kernel *kernel = code->impl;
    const struct exec_group *from = exec_group_of(op, kernel->constants);
    flow->kind = FLOW_GROUP;
    flow->group = group;
    group->n_d = from->n_d;
    group->n_a = from->a.n;
    group->columns = from->columns;
    group->pairs = from->d_type == TENSOR_F16;
    for (unsigned r = 0; r < from->n_d; r++)
        group->d[r] = slot_of_any(code, &from->d[r]);
    for (unsigned r = 0; r < from->a.n; r++)
        group->a[r] = slot_of_any(code, &from->a.registers[r]);
    group->guard = slot_of_any(code, &from->adds);
    group->adds = exec_group_adds;
    group->places = exec_group_places;
}

static bool is_group(const struct exec_op *op)
{
    return op->kind == EXEC_ACTION && op->action == exec_group_product;
}

static bool is_product(const struct exec_op *op)
{
    return op->kind == EXEC_ACTION && op->action == exec_mma;
}

static bool is_access(const struct making *m)
{
    return is(m, "ld.") || is(m, "ldu.") || is(m, "st.") || is(m, "atom.") || is(m, "red.") ||
           is(m, "cp.async.c") || is(m, "wmma.load") || is(m, "wmma.store");
}

static void kind_of(const struct making *m, struct value_flow *flow)
{
    const struct exec_op *op = m->op;
    const uint8_t class = m->facts->op_class;
    const bool calls = op->kind == EXEC_CONTROL && op->action != exec_branch &&
                       op->action != exec_branch_back && op->action != exec_branch_table &&
                       op->action != exec_exit;
    if (calls || (op->text && is(m, "call")))
        flow->kind = FLOW_CALL;
    else if (op->kind == EXEC_CONTROL || !op->text)
        flow->kind = FLOW_NONE;
    else if (op->kind == EXEC_ALU)
        kind_of_arithmetic(m, flow);
    else if (is(m, "ldmatrix"))
        flow->kind = FLOW_MATRIX;
    else if (class == OP_LOAD && (is(m, "tex.") || is(m, "tld4.") || is(m, "suld.")))
        flow->kind = FLOW_TEXEL;
    else if (class >= OP_LOAD && class <= OP_ATOMIC && is_access(m))
        flow->kind = FLOW_ACCESS;
}

static void make(const struct making *m, struct value_flow *flow)
{
    const struct exec_op *op = m->op;
    flow->guard = slot_of(m, &op->guard);
    for (unsigned k = 0; k < op->n_sources && k < FLOW_SOURCES; k++)
        flow->source[k] = slot_of(m, &op->source[k]);
    for (unsigned k = 0; k < op->n_destinations && k < FLOW_DESTINATIONS; k++)
        flow->destination[k] = op->destination[k].bits ? slot_at(m, op->destination[k].offset) : 0;
    flow->width = op->n_destinations > 0 ? op->destination[0].bits : 0;
    flow->bits = (uint8_t)(8 * op->element_bytes);
    flow->is_signed = op->source_type >= VALUE_S8 && op->source_type <= VALUE_S64;
    if (op->text && is(m, "ldmatrix"))
        flow->is_signed = has(m, ".trans");
    kind_of(m, flow);
}

struct value_flow *exec_value_flows(const struct kernel_code *code)
{
    const struct exec_kernel *kernel = code->impl;
    uint32_t n_products = 0, n_groups = 0;
    for (uint32_t pc = 0; pc < code->n_instructions; pc++) {
        n_products += is_product(&kernel->ops[pc]);
        n_groups += is_group(&kernel->ops[pc]);
    }
    /* in one piece: groups and products stand behind the flows */
    struct value_flow *flows = g_malloc0((gsize)code->n_instructions * sizeof(struct value_flow) +
                                         (gsize)n_groups * sizeof(struct value_group) +
                                         (gsize)n_products * sizeof(struct value_product));
    struct value_group *group = (struct value_group *)(void *)(flows + code->n_instructions);
    struct value_product *product = (struct value_product *)(void *)(group + n_groups);
    for (uint32_t pc = 0; pc < code->n_instructions; pc++) {
        const struct making m = {
            .kernel = kernel, .op = &kernel->ops[pc], .facts = &code->instructions[pc]};
        make(&m, &flows[pc]);
        if (is_product(m.op))
            make_product(&m, &flows[pc], product++);
        else if (is_group(m.op))
            make_group(code, m.op, &flows[pc], group++);
    }
    return flows;
}
