/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of loads, stores and atomics. */
#include "workloads/atomic.h"
#include "workloads/mbarrier.h"
#include "workloads/ptx/exec/actions/memory.h"
#include "workloads/ptx/exec/lanes/convert.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

static enum memory_space space_of(const struct ptx_instruction *in)
{
    static const struct {
        const char *word;
        uint8_t space;
    } known[] = {{"global", SPACE_GLOBAL},      {"shared", SPACE_SHARED},
                 {"shared::cta", SPACE_SHARED}, {"shared::cluster", SPACE_CLUSTER},
                 {"local", SPACE_LOCAL},        {"const", SPACE_CONST},
                 {"param", SPACE_PARAM},        {"param::entry", SPACE_PARAM},
                 {"param::func", SPACE_PARAM}};
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (ptx_has_modifier(in, known[i].word))
            return known[i].space;
    return SPACE_GENERIC;
}

/* st.async, red.async, cp.reduce.async.bulk and their kin: completed through mbarriers. */
static bool is_asynchronous(const struct ptx_instruction *in)
{
    return ptx_has_modifier(in, "async") || ptx_has_modifier(in, "bulk");
}

/* A .b128 is two .b64. */
static unsigned vector_of(const struct ptx_instruction *in)
{
    return (ptx_has_modifier(in, "v8")   ? 8
            : ptx_has_modifier(in, "v4") ? 4
            : ptx_has_modifier(in, "v2") ? 2
                                         : 1) *
           (ptx_modifier_type(in, 0) == PTX_B128 ? PTX_B128_PARTS : 1);
}

/* How an element lies in memory: what is no integer is its bits. */
static bool element_type_of(enum ptx_type type, uint8_t *element)
{
    enum value_type value;
    bool two_bytes = type == PTX_F16 || type == PTX_BF16;
    bool four_bytes = type == PTX_F16X2 || type == PTX_BF16X2;
    if (!two_bytes && !four_bytes && !value_type_of(type, &value))
        return false;
    *element = (uint8_t)(two_bytes ? VALUE_U16 : four_bytes ? VALUE_U32 : value);
    return true;
}

/* Space, element type and address; the values or destinations are the caller's. */
static bool lower_access(struct lowering *l, const struct ptx_operand *address, enum ptx_type type)
{
    const struct ptx_variable *variable;
    if (!element_type_of(type, &l->op->source_type))
        return lowering_problem(l, "the type is unsupported");
    l->op->element_bytes = (uint8_t)ptx_type_bytes(type);
    l->op->elements = (uint8_t)vector_of(l->instruction);
    l->op->space = space_of(l->instruction);
    l->op->kind = EXEC_ACTION;
    if (l->op->elements * l->op->element_bytes > 16 || l->op->elements > 4)
        return lowering_problem(l, "accesses of more than 16 bytes are unsupported");
    if (!lower_address(l, address, &variable))
        return false;
    if (l->op->space == SPACE_GENERIC && variable != NULL)
        l->op->space = (uint8_t)variable->space;
    if (l->op->space == SPACE_PARAM && !l->function->is_entry) /* see call.h */
        l->op->space = SPACE_LOCAL;
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

/* ---- atomics --------------------------------------------------------------------------------- */

enum { INTEGERS = 1, WORDS = 2, FLOATS = 4, HALVES = 8, SHORTS = 16 };

/* The kinds of types that an operation has. Source: PTX ISA, "atom", "red". Differs: what acts on
 * bits takes any integer type of the size. */
static bool atomic_op_of(const struct ptx_instruction *in, uint8_t *op, unsigned *types)
{
    static const struct {
        const char *word;
        uint8_t op, types;
    } known[] = {{"add", ATOMIC_ADD, INTEGERS | WORDS | FLOATS | HALVES},
                 {"min", ATOMIC_MIN, INTEGERS | WORDS},
                 {"max", ATOMIC_MAX, INTEGERS | WORDS},
                 {"and", ATOMIC_AND, INTEGERS | WORDS},
                 {"or", ATOMIC_OR, INTEGERS | WORDS},
                 {"xor", ATOMIC_XOR, INTEGERS | WORDS},
                 {"exch", ATOMIC_EXCH, INTEGERS | WORDS | FLOATS | SHORTS},
                 {"cas", ATOMIC_CAS, INTEGERS | WORDS | FLOATS | SHORTS},
                 {"inc", ATOMIC_INC, WORDS},
                 {"dec", ATOMIC_DEC, WORDS}};
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (ptx_has_modifier(in, known[i].word)) {
            *op = known[i].op;
            *types = known[i].types;
            return true;
        }
    return false;
}

static bool atomic_type_of(enum ptx_type type, uint8_t *result, unsigned *types)
{
    static const struct {
        uint8_t type, types;
    } known[PTX_TYPES] = {
        [PTX_B32] = {ATOMIC_U32, WORDS},    [PTX_U32] = {ATOMIC_U32, WORDS},
        [PTX_S32] = {ATOMIC_S32, INTEGERS}, [PTX_B64] = {ATOMIC_U64, INTEGERS},
        [PTX_U64] = {ATOMIC_U64, INTEGERS}, [PTX_S64] = {ATOMIC_S64, INTEGERS},
        [PTX_F32] = {ATOMIC_F32, FLOATS},   [PTX_F64] = {ATOMIC_F64, FLOATS},
        [PTX_F16] = {ATOMIC_F16, HALVES},   [PTX_F16X2] = {ATOMIC_F16X2, HALVES},
        [PTX_BF16] = {ATOMIC_BF16, HALVES}, [PTX_BF16X2] = {ATOMIC_BF16X2, HALVES},
        [PTX_B16] = {ATOMIC_U16, SHORTS},   [PTX_U16] = {ATOMIC_U16, SHORTS}};
    *result = known[type].type;
    *types = known[type].types;
    return *types != 0;
}

static bool lower_atomic(struct lowering *l, enum ptx_type type, bool returns)
{
    const struct ptx_instruction *in = l->instruction;
    unsigned at = returns ? 1 : 0, of_op, of_type;
    if (!atomic_op_of(in, &l->op->atomic_op, &of_op))
        return false;
    if (!atomic_type_of(type, &l->op->atomic_type, &of_type) || !(of_op & of_type))
        return lowering_problem(l, "the operation doesn't have this type");
    unsigned values = l->op->atomic_op == ATOMIC_CAS ? 2 : 1;
    if (in->n_operands < at + 1 + values)
        return false;
    if (vector_of(in) != 1)
        return lowering_problem(l, "atomics on vectors are unsupported");
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

bool lower_is_remote_arrival(const struct ptx_instruction *in)
{
    const bool arrives = ptx_has_modifier(in, "arrive") || ptx_has_modifier(in, "arrive_drop");
    const bool counts = ptx_has_modifier(in, "expect_tx") || ptx_has_modifier(in, "complete_tx");
    return strcmp(in->opcode, "mbarrier") == 0 && ptx_has_modifier(in, "shared::cluster") &&
           (arrives ? in->n_operands > 0 && in->operands[0].kind == PTX_OPERAND_SINK : counts);
}

/* mbarrier.arrive...shared::cluster.b64 _, [address]{, value}; mbarrier.expect_tx... [address],
 * value. The value has 32 bits, so the place counts as two words. */
bool lower_remote_arrival(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    const bool drops = ptx_has_modifier(in, "arrive_drop");
    const bool arrives = drops || ptx_has_modifier(in, "arrive");
    const unsigned at = arrives ? 1 : 0;
    const uint32_t what = (arrives ? MBARRIER_REMOTE_ARRIVES : 0) |
                          (drops ? MBARRIER_REMOTE_DROPS : 0) |
                          (ptx_has_modifier(in, "expect_tx") ? MBARRIER_REMOTE_EXPECTS : 0) |
                          (ptx_has_modifier(in, "complete_tx") ? MBARRIER_REMOTE_COMPLETES : 0);
    const struct ptx_operand one = {.kind = PTX_OPERAND_INTEGER, .value = 1};
    const struct ptx_operand action = {.kind = PTX_OPERAND_INTEGER, .value = what};
    if (in->n_operands <= at || !lower_access(l, &in->operands[at], PTX_U64))
        return false;
    l->op->action = exec_atomic;
    l->op->atomic_op = ATOMIC_ARRIVE;
    l->op->atomic_type = ATOMIC_U64;
    l->op->elements = 2;
    l->op->element_bytes = sizeof(uint32_t);
    return lower_source(l, in->n_operands > at + 1 ? &in->operands[at + 1] : &one, LANE_u32) &&
           lower_source(l, &action, LANE_u32);
}

bool lower_memory(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    enum ptx_type type = ptx_modifier_type(in, 0);
    if (is_asynchronous(in))
        return false;
    enum ptx_type part = type == PTX_B128 ? PTX_B64 : type;
    if (strcmp(in->opcode, "ld") == 0 || strcmp(in->opcode, "ldu") == 0)
        return lower_load(l, part);
    if (strcmp(in->opcode, "st") == 0)
        return lower_store(l, part);
    if (strcmp(in->opcode, "atom") == 0)
        return lower_atomic(l, type, true);
    return strcmp(in->opcode, "red") == 0 && lower_atomic(l, type, false);
}
