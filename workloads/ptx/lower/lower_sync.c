/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of barriers, fences, asynchronous copies and hints. */
#include "workloads/ptx/exec/actions/async_ops.h"
#include "workloads/ptx/exec/actions/barrier_ops.h"
#include "workloads/ptx/exec/lanes/convert.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

static bool is_opcode(const struct lowering *l, const char *opcode)
{
    return strcmp(l->instruction->opcode, opcode) == 0;
}

static bool lower_nothing(struct lowering *l)
{
    l->op->kind = EXEC_ACTION;
    l->op->action = exec_nothing;
    return true;
}

static bool kind_of(const struct ptx_instruction *in, uint8_t *kind)
{
    static const struct {
        const char *word;
        uint8_t kind;
    } reductions[] = {{"and", BARRIER_AND}, {"or", BARRIER_OR}, {"popc", BARRIER_COUNT}};
    *kind = ptx_has_modifier(in, "arrive") ? BARRIER_ARRIVE : BARRIER_SYNC;
    if (!ptx_has_modifier(in, "red"))
        return ptx_has_modifier(in, "sync") || *kind == BARRIER_ARRIVE;
    for (unsigned i = 0; i < G_N_ELEMENTS(reductions); i++)
        if (ptx_has_modifier(in, reductions[i].word)) {
            *kind = reductions[i].kind;
            return true;
        }
    return false;
}

/* barrier.cluster.arrive and .wait. What is ordered stands in the facts. */
static bool lower_cluster_barrier(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    const bool waits = ptx_has_modifier(in, "wait");
    if (in->n_operands != 0 || (!waits && !ptx_has_modifier(in, "arrive")))
        return false;
    l->op->variant = waits ? BARRIER_CLUSTER_WAIT : BARRIER_CLUSTER_ARRIVE;
    l->op->kind = EXEC_ACTION;
    l->op->action = exec_cluster_barrier;
    return true;
}

/* bar and barrier, of a block: [d,] a [, b] [, {!}c]. */
static bool lower_barrier(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    if (ptx_has_modifier(in, "cluster"))
        return lower_cluster_barrier(l);
    if (!kind_of(in, &l->op->variant))
        return false;
    bool reduces = l->op->variant >= BARRIER_AND;
    unsigned first = reduces ? 1 : 0, end = in->n_operands - first;
    if (in->n_operands < 1 + 2 * first || end - first < 1 || end - first > 2)
        return false;
    l->op->kind = EXEC_ACTION;
    l->op->action = exec_barrier;
    for (unsigned k = first; k < end; k++)
        if (!lower_source(l, &in->operands[k], LANE_u32))
            return false;
    if (!reduces)
        return true;
    l->op->source_type = VALUE_U32;
    l->op->element_bytes = 4;
    l->op->modifiers = in->operands[end].negated ? MODIFIER_INVERT : 0;
    return lower_source(l, &in->operands[end], LANE_PREDICATE) &&
           lower_destination(l, &in->operands[0],
                             l->op->variant == BARRIER_COUNT ? LANE_u32 : LANE_PREDICATE);
}

/* ---- cp.async ------------------------------------------------------------------------------- */

/* The size and, in old PTX, what limits it; a cache policy changes nothing. */
static bool lower_copy_size(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    const struct ptx_operand *size = &in->operands[2];
    if (size->kind != PTX_OPERAND_INTEGER ||
        (size->value != 4 && size->value != 8 && size->value != 16) ||
        (size->value != 16 && ptx_has_modifier(in, "cg")))
        return lowering_problem(l, "the size must be 4, 8 or 16 bytes, with .cg 16");
    l->op->element_bytes = 4;
    l->op->elements = (uint8_t)(size->value / 4);
    unsigned last = in->n_operands - (ptx_has_modifier(in, "L2::cache_hint") ? 1 : 0);
    if (last <= 3)
        return true;
    const struct ptx_operand *limit = &in->operands[3];
    if (limit->kind == PTX_OPERAND_INTEGER && limit->value >= size->value)
        return true;
    bool ignores = limit->kind == PTX_OPERAND_REGISTER &&
                   l->function->registers[limit->index].type == PTX_PRED;
    return lower_source(l, limit, ignores ? LANE_PREDICATE : LANE_u32);
}

static bool lower_copy(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    const struct ptx_variable *variable;
    if (in->n_operands < 3 || !ptx_has_modifier(in, "global") ||
        !(ptx_has_modifier(in, "shared") || ptx_has_modifier(in, "shared::cta")))
        return false;
    l->op->kind = EXEC_ACTION;
    l->op->action = exec_async_copy;
    l->op->space = SPACE_GLOBAL;
    if (!lower_address(l, &in->operands[1], &variable))
        return false;
    int64_t from = l->op->immediate;
    if (!lower_address(l, &in->operands[0], &variable) ||
        !lower_constant(l, LANE_u32, (uint32_t)l->op->immediate))
        return false;
    l->op->immediate = from;
    return lower_copy_size(l);
}

static bool lower_async(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    if (!ptx_has_modifier(in, "async") || ptx_has_modifier(in, "bulk") ||
        ptx_has_modifier(in, "mbarrier"))
        return false;
    l->op->kind = EXEC_ACTION;
    if (ptx_has_modifier(in, "commit_group") || ptx_has_modifier(in, "wait_all")) {
        bool commits = ptx_has_modifier(in, "commit_group");
        l->op->action = commits ? exec_async_commit : exec_async_wait;
        l->op->immediate = UINT32_MAX;
        return true;
    }
    if (!ptx_has_modifier(in, "wait_group"))
        return lower_copy(l);
    if (in->n_operands != 1 || in->operands[0].kind != PTX_OPERAND_INTEGER ||
        in->operands[0].value < 0 || in->operands[0].value >= UINT32_MAX)
        return lowering_problem(l, "expected a number of groups");
    l->op->action = exec_async_wait;
    l->op->immediate = in->operands[0].value;
    return true;
}

/* A cache policy is a number that nobody looks at. */
static bool lower_policy(struct lowering *l)
{
    l->op->alu = l->alus->alu[ALU_mov_64];
    return lower_constant(l, LANE_u64, 0) &&
           lower_destination(l, &l->instruction->operands[0], LANE_u64);
}

/* Registers move between the warp groups of a block: its own, so the SM holds as many blocks as
 * before. Differs: an increase does not wait until another group has given up as many.
 * Source: PTX ISA 8.6, "setmaxnreg". */
static bool lower_register_count(struct lowering *l)
{
    enum { LEAST = 24, MOST = 256, STEP = 8 };
    const struct ptx_instruction *in = l->instruction;
    if (ptx_has_modifier(in, "inc") == ptx_has_modifier(in, "dec") || in->n_operands != 1 ||
        !lower_only_modifiers(in, "inc dec sync aligned u32"))
        return false;
    const struct ptx_operand *count = &in->operands[0];
    if (count->kind != PTX_OPERAND_INTEGER || count->value < LEAST || count->value > MOST ||
        count->value % STEP != 0)
        return lowering_problem(l, "expected a multiple of 8 from 24 to 256");
    return lower_nothing(l);
}

/* A kernel of a stream begins when the one before it has ended and its stores are seen: there is
 * nothing to wait for, and nobody to start early. Source: PTX ISA 8.6, "griddepcontrol". */
static bool lower_grid_dependency(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    return in->n_operands == 0 &&
           ptx_has_modifier(in, "wait") != ptx_has_modifier(in, "launch_dependents") &&
           lower_only_modifiers(in, "wait launch_dependents") && lower_nothing(l);
}

bool lower_synchronization(struct lowering *l)
{
    /* Lanes of a warp run in step here, so a warp barrier has nothing to do. A nap may be as short
     * as one likes. Fences wait in the SM. */
    static const char *const without_effect[] = {
        "membar",    "fence",         "prefetch", "prefetchu", "pragma",
        "nanosleep", "applypriority", "discard",  "brkpt",     "pmevent"};
    const struct ptx_instruction *in = l->instruction;
    bool is_bar = is_opcode(l, "bar");
    if (is_bar && ptx_has_modifier(in, "warp"))
        return in->n_operands == 1 && lower_nothing(l) &&
               lower_source(l, &in->operands[0], LANE_u32);
    if (is_bar || is_opcode(l, "barrier"))
        return lower_barrier(l);
    if (is_opcode(l, "cp"))
        return lower_async(l);
    if (is_opcode(l, "setmaxnreg"))
        return lower_register_count(l);
    if (is_opcode(l, "griddepcontrol"))
        return lower_grid_dependency(l);
    if (is_opcode(l, "createpolicy") && in->n_operands > 1)
        return lower_policy(l);
    for (unsigned i = 0; i < G_N_ELEMENTS(without_effect); i++)
        if (is_opcode(l, without_effect[i]))
            return lower_nothing(l);
    return false;
}
