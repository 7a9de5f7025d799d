/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of mbarrier.*, cp.async.mbarrier.arrive, and bulk copies. Operands go into a sync_form.
 * Source: PTX ISA 8.6, "mbarrier", "cp.async.mbarrier.arrive", "cp.async.bulk", "cp.reduce.async
 *   .bulk", "cp.async.bulk.prefetch", "cp.async.bulk.tensor".
 */
#include "workloads/atomic.h"
#include "workloads/ptx/exec/actions/bulk_ops.h"
#include "workloads/ptx/exec/actions/mbarrier_ops.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

static bool has(const struct lowering *l, const char *word)
{
    return ptx_has_modifier(l->instruction, word);
}

/* An address, whatever follows it in its brackets. */
static bool lower_place(struct lowering *l, unsigned operand, struct sync_place *place)
{
    const struct ptx_variable *variable;
    if (operand >= l->instruction->n_operands)
        return lowering_problem(l, "an operand is missing");
    struct ptx_operand address = l->instruction->operands[operand];
    address.n_elements = 0;
    if (!lower_address(l, &address, &variable))
        return false;
    l->op->n_sources--;
    *place = (struct sync_place){l->op->source[l->op->n_sources], l->op->immediate};
    l->op->immediate = 0;
    return true;
}

static bool finish(struct lowering *l, exec_action *action, const struct sync_form *form)
{
    l->op->kind = EXEC_ACTION;
    l->op->action = action;
    l->op->target = lowering_pool(l, form, sizeof *form);
    return true;
}

static bool value_at(struct lowering *l, unsigned operand, enum lane_type type,
                     struct sync_form *form)
{
    form->has_value = operand < l->instruction->n_operands;
    return !form->has_value ||
           lower_operand(l, &l->instruction->operands[operand], type, &form->value);
}

/* ---- mbarrier -------------------------------------------------------------------------------- */

static bool lower_arrival(struct lowering *l, struct sync_form *form)
{
    form->kind = MBARRIER_ARRIVE;
    form->drops = has(l, "arrive_drop");
    form->expects = has(l, "expect_tx");
    form->may_complete = !has(l, "noComplete");
    return lower_destination_any(l, &l->instruction->operands[0]) &&
           lower_place(l, 1, &form->barrier) && value_at(l, 2, LANE_u32, form);
}

static bool lower_test(struct lowering *l, struct sync_form *form)
{
    const struct ptx_instruction *in = l->instruction;
    form->kind = has(l, "try_wait") ? MBARRIER_TRY : MBARRIER_TEST;
    form->by_parity = has(l, "parity");
    form->has_limit = form->kind == MBARRIER_TRY && in->n_operands > 3;
    l->op->source_type = VALUE_U32; /* of the predicate, if it comes later */
    l->op->element_bytes = 4;
    l->op->elements = 1;
    return in->n_operands >= 3 && lower_destination(l, &in->operands[0], LANE_PREDICATE) &&
           lower_place(l, 1, &form->barrier) &&
           value_at(l, 2, form->by_parity ? LANE_u32 : LANE_u64, form) &&
           (!form->has_limit || lower_operand(l, &in->operands[3], LANE_u32, &form->limit));
}

static bool lower_mbarrier_form(struct lowering *l, struct sync_form *form)
{
    static const struct {
        const char *word;
        uint8_t kind;
    } plain[] = {{"init", MBARRIER_INIT},
                 {"inval", MBARRIER_INVAL},
                 {"expect_tx", MBARRIER_EXPECT},
                 {"complete_tx", MBARRIER_COMPLETE}};
    if (has(l, "arrive") || has(l, "arrive_drop"))
        return lower_arrival(l, form);
    if (has(l, "test_wait") || has(l, "try_wait"))
        return lower_test(l, form);
    for (unsigned i = 0; i < G_N_ELEMENTS(plain); i++)
        if (has(l, plain[i].word)) {
            form->kind = plain[i].kind;
            return lower_place(l, 0, &form->barrier) && value_at(l, 1, LANE_u32, form);
        }
    return false;
}

static bool lower_mbarrier(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    struct sync_form form = {0};
    if (lower_is_remote_arrival(in))
        return lower_remote_arrival(l);
    if (has(l, "pending_count")) {
        l->op->kind = EXEC_ACTION;
        l->op->action = exec_mbarrier_pending;
        return in->n_operands == 2 && lower_source(l, &in->operands[1], LANE_u64) &&
               lower_destination(l, &in->operands[0], LANE_u32);
    }
    return lower_mbarrier_form(l, &form) && finish(l, exec_mbarrier, &form);
}

/* cp.async.mbarrier.arrive{.noinc}.b64 [addr] */
static bool lower_tracking(struct lowering *l)
{
    struct sync_form form = {.kind = MBARRIER_TRACK, .increments = !has(l, "noinc")};
    return lower_place(l, 0, &form.barrier) && finish(l, exec_mbarrier, &form);
}

/* ---- bulk copies ----------------------------------------------------------------------------- */

static bool lower_bulk_group(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    struct sync_form form = {.reads = has(l, "read")};
    if (has(l, "commit_group"))
        return finish(l, exec_bulk_commit, &form);
    if (in->n_operands != 1 || in->operands[0].kind != PTX_OPERAND_INTEGER ||
        in->operands[0].value < 0 || in->operands[0].value >= UINT32_MAX)
        return lowering_problem(l, "expected a number of groups");
    l->op->immediate = in->operands[0].value;
    return finish(l, exec_bulk_wait, &form);
}

/* The operation and, except of a tensor, whose map has it, the type. */
static bool lower_reduction(struct lowering *l)
{
    static const struct {
        const char *word;
        uint8_t op;
    } ops[] = {{"add", ATOMIC_ADD}, {"min", ATOMIC_MIN}, {"max", ATOMIC_MAX}, {"inc", ATOMIC_INC},
               {"dec", ATOMIC_DEC}, {"and", ATOMIC_AND}, {"or", ATOMIC_OR},   {"xor", ATOMIC_XOR}};
    static const struct {
        enum ptx_type ptx;
        uint8_t type;
    } types[] = {{PTX_U32, ATOMIC_U32},    {PTX_B32, ATOMIC_U32}, {PTX_S32, ATOMIC_S32},
                 {PTX_U64, ATOMIC_U64},    {PTX_B64, ATOMIC_U64}, {PTX_S64, ATOMIC_S64},
                 {PTX_F32, ATOMIC_F32},    {PTX_F64, ATOMIC_F64}, {PTX_F16, ATOMIC_F16X2},
                 {PTX_BF16, ATOMIC_BF16X2}};
    unsigned i = 0, k = 0;
    while (i < G_N_ELEMENTS(ops) && !has(l, ops[i].word))
        i++;
    while (k < G_N_ELEMENTS(types) && ptx_modifier_type(l->instruction, 0) != types[k].ptx)
        k++;
    if (i == G_N_ELEMENTS(ops) || (k == G_N_ELEMENTS(types) && !has(l, "tensor")))
        return lowering_problem(l, "the operation or its type is unsupported");
    l->op->atomic_op = ops[i].op;
    l->op->atomic_type = k < G_N_ELEMENTS(types) ? types[k].type : ATOMIC_U32;
    const bool halves = l->op->atomic_type == ATOMIC_F16X2 || l->op->atomic_type == ATOMIC_BF16X2;
    if (halves && l->op->atomic_op != ATOMIC_ADD)
        return lowering_problem(l, "of .f16 and .bf16 only .add is supported");
    return true;
}

static bool lower_coordinates(struct lowering *l, const struct ptx_operand *map,
                              struct sync_form *form)
{
    static const char *const words[] = {"1d", "2d", "3d", "4d", "5d"};
    while (form->dimensions < G_N_ELEMENTS(words) && !has(l, words[form->dimensions]))
        form->dimensions++;
    const struct ptx_operand *list = map->n_elements > 0 ? &map->elements[0] : NULL;
    if (++form->dimensions > G_N_ELEMENTS(words) || !list)
        return lowering_problem(l, "expected .1d to .5d and coordinates");
    const bool one = list->kind != PTX_OPERAND_VECTOR;
    if (one ? form->dimensions != 1 : list->n_elements != form->dimensions)
        return lowering_problem(l, "as many coordinates as dimensions are needed");
    for (unsigned d = 0; d < form->dimensions; d++)
        if (!lower_operand(l, one ? list : &list->elements[d], LANE_u32, &form->coordinate[d]))
            return false;
    return true;
}

/* The mask of .multicast::cluster, of 16 bits. */
static bool blocks_at(struct lowering *l, unsigned operand, struct sync_form *form)
{
    return !form->multicasts ||
           (operand < l->instruction->n_operands &&
            lower_operand(l, &l->instruction->operands[operand], LANE_u16, &form->blocks));
}

/* [to], [map, {coordinates}], [mbarrier]; or [map, ...], [from]; a prefetch: [map, ...]. */
static bool lower_tensor_copy(struct lowering *l, struct sync_form *form)
{
    const bool loads = form->kind == BULK_LOAD;
    const unsigned map = loads ? 1 : 0;
    for (unsigned i = 0; i < l->instruction->n_modifiers; i++)
        if (g_str_has_prefix(l->instruction->modifiers[i], "im2col") ||
            g_str_has_prefix(l->instruction->modifiers[i], "tile::"))
            return lowering_problem(l, "only the mode .tile is supported");
    return lower_place(l, map, &form->from) &&
           lower_coordinates(l, &l->instruction->operands[map], form) &&
           (form->kind == BULK_PREFETCH || lower_place(l, loads ? 0 : 1, &form->to)) &&
           (!loads || lower_place(l, 2, &form->barrier)) && blocks_at(l, 3, form) &&
           finish(l, exec_bulk, form);
}

/* [to], [from], size, [mbarrier]; a prefetch: [from], size. */
static bool lower_plain_copy(struct lowering *l, struct sync_form *form)
{
    const struct ptx_instruction *in = l->instruction;
    const unsigned from = form->kind == BULK_PREFETCH ? 0 : 1;
    const bool to_barrier = form->kind == BULK_LOAD || form->kind == BULK_LOCAL;
    if (has(l, "cp_mask"))
        return lowering_problem(l, "a mask of bytes is unsupported");
    return in->n_operands > from + 1 && (from == 0 || lower_place(l, 0, &form->to)) &&
           lower_place(l, from, &form->from) && value_at(l, from + 1, LANE_u32, form) &&
           (!to_barrier || lower_place(l, 3, &form->barrier)) && blocks_at(l, 4, form) &&
           finish(l, exec_bulk, form);
}

/* Where to stands first among the spaces. */
static bool lower_bulk(struct lowering *l)
{
    const bool to_shared = has(l, "mbarrier::complete_tx::bytes");
    const bool reduces = strcmp(l->instruction->opcode, "cp") == 0 && has(l, "reduce");
    struct sync_form form = {.kind = has(l, "prefetch") ? BULK_PREFETCH
                                     : !to_shared       ? BULK_STORE
                                     : has(l, "global") ? BULK_LOAD
                                                        : BULK_LOCAL};
    if (has(l, "commit_group") || has(l, "wait_group"))
        return lower_bulk_group(l);
    form.multicasts = has(l, "multicast::cluster");
    if (form.multicasts && form.kind != BULK_LOAD)
        return lowering_problem(l, "multicast is for copies from global memory");
    if (reduces && form.kind != BULK_STORE)
        return lowering_problem(l, "reductions to shared memory are unsupported");
    if (reduces) {
        form.kind = BULK_REDUCE;
        if (!lower_reduction(l))
            return false;
    }
    return has(l, "tensor") ? lower_tensor_copy(l, &form) : lower_plain_copy(l, &form);
}

bool lower_engine(struct lowering *l)
{
    const bool copies = strcmp(l->instruction->opcode, "cp") == 0 && has(l, "async");
    if (strcmp(l->instruction->opcode, "mbarrier") == 0)
        return lower_mbarrier(l);
    if (copies && has(l, "bulk"))
        return lower_bulk(l);
    return copies && has(l, "mbarrier") && lower_tracking(l);
}
