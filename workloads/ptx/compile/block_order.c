/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks of one launch may talk to each other by atomics, by volatile and other strong accesses,
 * and by what is in the order of time: clocks, output, allocations. A kernel without these has
 * blocks that commute, unless they race. Integer atomics commute, too, if all are of one kind and
 * nobody reads what was there before. Blocks that have none, and never ask for their index or
 * anything else that differs between them, are all alike. */
#include "workloads/ptx/compile/block_order.h"
#include "workloads/atomic.h"
#include "workloads/ptx/compile/blocks/liveness.h"
#include "workloads/ptx/compile/compiled.h"
#include "workloads/ptx/exec/actions/builtin.h"
#include "workloads/ptx/exec/actions/memory.h"

/* The order of such atomics doesn't matter, as long as nobody reads their results. */
static bool is_sum(const struct exec_op *op)
{
    const bool integer = op->atomic_type == ATOMIC_U32 || op->atomic_type == ATOMIC_S32 ||
                         op->atomic_type == ATOMIC_U64 || op->atomic_type == ATOMIC_S64;
    return op->action == exec_atomic && integer && op->atomic_op <= ATOMIC_XOR;
}

static bool returns(const struct exec_op *op)
{
    return op->n_destinations > 0 && op->destination[0].bits != 0;
}

static bool is_shared_by_blocks(const struct instruction *facts)
{
    return facts->access_bytes > 0 &&
           (facts->space == SPACE_GLOBAL || facts->space == SPACE_GENERIC ||
            facts->space == SPACE_CLUSTER);
}

/* What an instruction says of the order. *atomic: the one that came before, or NULL. */
static bool is_in_no_order(const struct kernel_code *code, uint32_t pc,
                           const struct exec_op **atomic)
{
    const struct instruction *facts = &code->instructions[pc];
    const struct exec_op *op = &((const struct exec_kernel *)code->impl)->ops[pc];
    if (op->prepare & PREPARE_CLOCKS || (op->kind != EXEC_ALU && op->action == builtin_vprintf))
        return false;
    if (!is_shared_by_blocks(facts))
        return true;
    if (facts->op_class != OP_ATOMIC)
        return !(facts->flags & INSTRUCTION_STRONG);
    const struct exec_op *last = *atomic ? *atomic : op;
    *atomic = op;
    return is_sum(op) && op->atomic_op == last->atomic_op && op->atomic_type == last->atomic_type;
}

static bool nobody_reads_results(const struct kernel_code *code)
{
    const struct exec_kernel *kernel = code->impl;
    struct block_liveness *liveness = block_liveness_new(code, compiled_turn_ends(code));
    bool good = true;
    for (uint32_t pc = 0; pc < code->n_instructions && good; pc++)
        if (code->instructions[pc].op_class == OP_ATOMIC &&
            is_shared_by_blocks(&code->instructions[pc]) && returns(&kernel->ops[pc]))
            good = !block_is_live_behind(liveness, code, compiled_turn_ends(code), pc,
                                         kernel->ops[pc].destination[0].offset);
    block_liveness_free(liveness);
    return good;
}

static bool ask_who_they_are(const struct exec_kernel *kernel)
{
    for (uint32_t i = 0; i < kernel->n_specials; i++)
        if (kernel->specials[i].differs)
            return true;
    return false;
}

static enum exec_order find_out(const struct kernel_code *code)
{
    const struct exec_kernel *kernel = code->impl;
    const struct exec_op *atomic = NULL;
    if (kernel->reads_more || kernel->child_bytes > 0)
        return BLOCKS_IN_ORDER;
    for (uint32_t pc = 0; pc < code->n_instructions; pc++)
        if (!is_in_no_order(code, pc, &atomic))
            return BLOCKS_IN_ORDER;
    if (atomic)
        return nobody_reads_results(code) ? BLOCKS_COMMUTE : BLOCKS_IN_ORDER;
    return ask_who_they_are(kernel) ? BLOCKS_COMMUTE : BLOCKS_ALIKE;
}

static enum exec_order order_of(const struct kernel_code *code)
{
    struct exec_kernel *kernel = code->impl;
    if (kernel->order == BLOCKS_UNKNOWN)
        kernel->order = find_out(code);
    return kernel->order;
}

bool exec_blocks_commute(const struct kernel_code *code)
{
    return order_of(code) >= BLOCKS_COMMUTE;
}

bool exec_blocks_alike(const struct kernel_code *code)
{
    return order_of(code) == BLOCKS_ALIKE;
}
