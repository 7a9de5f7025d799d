/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of calls, returns of functions, accesses to parameters in frames, and alloca. */
#include "workloads/ptx/analysis/link.h"
#include "workloads/ptx/exec/actions/builtin.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/child_ops.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/exec/lanes/convert.h"
#include "workloads/ptx/exec/lanes/warp_ops.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

/* One value that is passed, or the place for one that comes back. */
static bool lower_passed(struct lowering *l, const struct ptx_operand *operand,
                         const struct ptx_variable *formal, struct exec_slot *slot)
{
    uint64_t offset;
    slot->bytes = (uint32_t)formal->bytes;
    if (operand->kind == PTX_OPERAND_VARIABLE && operand->variable->space == SPACE_PARAM &&
        lowering_frame_offset(l, operand->variable, &offset)) {
        slot->in_memory = true;
        slot->offset = (uint32_t)offset;
        if (operand->variable->bytes < formal->bytes)
            return lowering_problem(l, "%s is smaller than the parameter it is passed as",
                                    operand->variable->name);
        return true;
    }
    enum lane_type lane;
    if (formal->is_array || !lane_type_of(formal->type, &lane))
        return lowering_problem(l, "a value can't be passed as an array");
    if (operand->kind == PTX_OPERAND_REGISTER && formal->type == PTX_PRED)
        return lower_register(l, operand->index, &slot->operand);
    if (!lower_source_any(l, operand, lane))
        return false;
    slot->operand = l->op->source[--l->op->n_sources];
    return true;
}

static struct exec_slot *lower_list(struct lowering *l, const struct ptx_operand *list,
                                    struct ptx_variable *const *formals, unsigned n)
{
    unsigned given = list != NULL ? list->n_elements : 0;
    struct exec_slot *slots = g_new0(struct exec_slot, n);
    if (given != n)
        lowering_problem(l, "%u values in a list where the function has %u", given, n);
    for (unsigned i = 0; i < n && l->problem == NULL; i++)
        lower_passed(l, &list->elements[i], formals[i], &slots[i]);
    return slots;
}

/* What the call passes, by the header of what it calls. False with the problem set. */
static bool lower_lists(struct lowering *l, const struct ptx_call *call,
                        const struct ptx_function *header, uint32_t function)
{
    struct exec_call *lowered = g_new0(struct exec_call, 1);
    lowered->function = function;
    lowered->n_arguments = header->n_params;
    lowered->n_results = header->n_returns;
    lowered->arguments = lower_list(l, call->arguments, header->params, header->n_params);
    lowered->results = lower_list(l, call->returns, header->returns, header->n_returns);
    l->op->target = l->calls->len;
    g_ptr_array_add(l->calls, lowered);
    return l->problem == NULL;
}

/* The header that says what a call through a pointer passes. */
static const struct ptx_function *header_of(const struct lowering *l,
                                            const struct ptx_operand *operand)
{
    if (!operand)
        return NULL;
    const struct ptx_table *table = &l->function->tables[operand->index];
    if (table->kind == PTX_CALL_PROTOTYPE)
        return table->prototype;
    return table->kind == PTX_CALL_TARGETS && table->n_targets > 0 ? table->targets[0].function
                                                                   : NULL;
}

static bool lower_indirect_call(struct lowering *l, const struct ptx_call *call)
{
    const struct ptx_function *header = header_of(l, call->table);
    if (!header)
        return lowering_problem(l, "a call through a pointer without a prototype");
    if (!lower_lists(l, call, header, EXEC_INDIRECT))
        return false;
    l->op->kind = EXEC_CONTROL;
    l->op->action = exec_call_function;
    return lower_source_any(l, call->target, LANE_u64);
}

/* clang's launch of a kernel by a kernel, whose configuration has been said before. */
static bool lower_launch(struct lowering *l, const struct ptx_call *call,
                         const struct ptx_function *kernel)
{
    l->op->kind = EXEC_ACTION;
    l->op->action = child_call;
    l->op->immediate = (int64_t)exec_layout_function(l->layout, kernel);
    l->launches = true;
    if (!lower_lists(l, call, kernel, EXEC_INDIRECT))
        return false;
    ((struct exec_call *)g_ptr_array_index(l->calls, l->op->target))->entry = kernel;
    return true;
}

static bool lower_call_to(struct lowering *l, const struct ptx_call *call,
                          const struct ptx_function *function)
{
    if (function->is_entry)
        return lower_launch(l, call, function);
    uint32_t place = link_place(l->graph, function);
    if (place != UINT32_MAX) {
        l->op->kind = EXEC_CONTROL;
        l->op->action = exec_call_function;
        return lower_lists(l, call, function, place);
    }
    l->op->kind = EXEC_ACTION;
    l->op->action = child_action_of(function->name);
    l->launches |= l->op->action != NULL;
    if (!l->op->action)
        l->op->action = builtin_of(function->name);
    l->allocates |= l->op->action == builtin_malloc || l->op->action == builtin_free;
    if (l->op->action)
        return lower_lists(l, call, function, EXEC_INDIRECT);
    l->op->action = exec_fault;
    l->op->text = builtin_refusal(function->name);
    return true;
}

/* A .b128 is two .b64. */
static enum ptx_type element_type(const struct lowering *l)
{
    enum ptx_type type = ptx_modifier_type(l->instruction, 0);
    return type == PTX_B128 ? PTX_B64 : type;
}

static bool lower_access_type(struct lowering *l, const struct ptx_operand *values)
{
    enum ptx_type type = element_type(l);
    enum value_type value;
    unsigned elements = values->kind == PTX_OPERAND_VECTOR ? values->n_elements : 1;
    static const uint8_t of_bits[] = {
        [1] = VALUE_U8, [2] = VALUE_U16, [4] = VALUE_U32, [8] = VALUE_U64};
    unsigned bytes = ptx_type_bytes(type);
    if (bytes == 0 || bytes > 8 || elements > EXEC_DESTINATIONS)
        return lowering_problem(l, "the type is unsupported");
    bool is_integer = value_type_of(type, &value) && value <= VALUE_S64;
    l->op->source_type = is_integer ? (uint8_t)value : of_bits[bytes];
    l->op->element_bytes = (uint8_t)bytes;
    l->op->elements = (uint8_t)elements;
    return true;
}

static bool lower_frame_load(struct lowering *l, const struct ptx_operand *to)
{
    l->op->action = exec_load_frame;
    for (unsigned k = 0; k < l->op->elements; k++) {
        if (!lower_destination_any(l, to->kind == PTX_OPERAND_VECTOR ? &to->elements[k] : to))
            return false;
        unsigned bits = l->op->destination[k].bits;
        if (bits != 0 && bits < 8u * l->op->element_bytes)
            return lowering_problem(l, "a destination is too narrow");
    }
    return true;
}

static bool lower_frame_store(struct lowering *l, const struct ptx_operand *from)
{
    enum ptx_type type = element_type(l);
    enum lane_type lane;
    l->op->action = exec_store_frame;
    if (!lane_type_of(type, &lane))
        return lowering_problem(l, "the type is unsupported");
    for (unsigned k = 0; k < l->op->elements; k++)
        if (!lower_source_any(l, from->kind == PTX_OPERAND_VECTOR ? &from->elements[k] : from,
                              lane))
            return false;
    return true;
}

/* ld and st of a parameter that lies in the frame, at a place known now. */
static bool lower_frame_access(struct lowering *l, bool is_load)
{
    const struct ptx_instruction *in = l->instruction;
    if (in->n_operands != 2)
        return false;
    const struct ptx_operand *address = &in->operands[is_load ? 1 : 0];
    const struct ptx_operand *values = &in->operands[is_load ? 0 : 1];
    uint64_t offset;
    if (address->kind != PTX_OPERAND_ADDRESS || address->variable == NULL ||
        address->variable->space != SPACE_PARAM ||
        !lowering_frame_offset(l, address->variable, &offset))
        return false;
    l->op->kind = EXEC_ACTION;
    if (!lower_access_type(l, values))
        return false;
    uint64_t end = (uint64_t)address->value + (uint64_t)l->op->element_bytes * l->op->elements;
    if (address->value < 0 || end > address->variable->bytes)
        return lowering_problem(l, "beyond the %u bytes of %s", (unsigned)address->variable->bytes,
                                address->variable->name);
    l->op->immediate = (int64_t)offset + address->value;
    return is_load ? lower_frame_load(l, values) : lower_frame_store(l, values);
}

/* Differs: an alignment of 0, which clang 19 writes and ptxas refuses, is the default. */
enum { DEFAULT_ALIGNMENT = 8, MOST_ALIGNMENT = 1 << 16 };

/* The function's lane array of tops; made when the first instruction asks. */
static struct exec_operand tops(struct lowering *l)
{
    if (l->tops == 0)
        l->tops = lowering_reserve_registers(l, 8 * WARP_LANES) + 1;
    return (struct exec_operand){
        .offset = l->tops - 1, .base = BASE_REGISTERS, .bytes = 8, .bits = 64};
}

static bool lower_alloca(struct lowering *l, enum lane_type lane)
{
    const struct ptx_instruction *in = l->instruction;
    int64_t alignment = DEFAULT_ALIGNMENT;
    if (in->n_operands < 2 || in->n_operands > 3)
        return false;
    if (in->n_operands == 3) {
        if (in->operands[2].kind != PTX_OPERAND_INTEGER)
            return lowering_problem(l, "the alignment is no constant");
        if (in->operands[2].value != 0)
            alignment = in->operands[2].value;
    }
    if (alignment <= 0 || alignment > MOST_ALIGNMENT || (alignment & (alignment - 1)) != 0)
        return lowering_problem(l, "the alignment is no power of two up to %d", MOST_ALIGNMENT);
    l->op->kind = EXEC_ACTION;
    l->op->action = exec_alloca;
    l->op->immediate = alignment;
    if (!lower_destination(l, &in->operands[0], lane) || !lower_source(l, &in->operands[1], lane))
        return false;
    l->op->source[l->op->n_sources++] = tops(l);
    return true;
}

static bool lower_stack(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    const bool saves = strcmp(in->opcode, "stacksave") == 0;
    const bool restores = strcmp(in->opcode, "stackrestore") == 0;
    const enum ptx_type type = ptx_modifier_type(in, 0);
    const enum lane_type lane = type == PTX_U64 ? LANE_u64 : LANE_u32;
    if (in->n_modifiers != 1 || (type != PTX_U32 && type != PTX_U64))
        return false;
    if (strcmp(in->opcode, "alloca") == 0)
        return lower_alloca(l, lane);
    if ((!saves && !restores) || in->n_operands != 1)
        return false;
    l->op->alu = exec_move_each;
    if (saves) {
        l->op->source[l->op->n_sources++] = tops(l);
        return lower_destination(l, &in->operands[0], lane);
    }
    l->op->destination[l->op->n_destinations++] = tops(l);
    return lower_source(l, &in->operands[0], lane);
}

bool lower_call(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    if (strcmp(in->opcode, "ld") == 0 || strcmp(in->opcode, "st") == 0)
        return lower_frame_access(l, in->opcode[0] == 'l');
    if (strcmp(in->opcode, "ret") == 0 && !l->function->is_entry) {
        l->op->kind = EXEC_CONTROL;
        l->op->action = exec_return;
        return true;
    }
    if (strcmp(in->opcode, "call") != 0)
        return lower_stack(l);
    struct ptx_call call = ptx_call_of(in);
    if (!call.target)
        return false;
    if (call.target->kind == PTX_OPERAND_FUNCTION)
        return lower_call_to(l, &call, call.target->function);
    return lower_indirect_call(l, &call);
}
