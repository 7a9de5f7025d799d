/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/ahead.h"
#include "workloads/ptx/compile/blocks/blocks.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/exec/actions/memory.h"

/* Where a register got its value for certain. */
enum { IN_DOUBT = -2, SINCE_EVER = -1 };

struct doubts {
    const struct kernel_code *code;
    bool *late; /* by register slot: it is the destination of an instruction that acts later */
    int64_t *settled; /* by register slot: the pc that named it first; IN_DOUBT */
    uint16_t *named;  /* late slots that are not in doubt, perhaps some twice */
    uint32_t n_named;
};

static bool is_private(uint8_t space)
{
    return space == SPACE_SHARED || space == SPACE_LOCAL || space == SPACE_CONST ||
           space == SPACE_PARAM;
}

/* It may write its destinations after its issue. */
static bool acts_later(const struct exec_op *op)
{
    if (op->kind == EXEC_ALU || op->action == exec_load_parameter)
        return false;
    return op->action != exec_load || !is_private(op->space);
}

/* It only writes registers, at any time and in one way. */
static bool is_plain(const struct exec_op *op, const struct instruction *facts)
{
    const unsigned ordered =
        INSTRUCTION_DRAIN | INSTRUCTION_RELEASE | INSTRUCTION_ACQUIRE | INSTRUCTION_GROUP;
    return (op->kind == EXEC_ALU || op->action == exec_load_parameter) && op->prepare == 0 &&
           !(facts->flags & ordered);
}

/* What it has reported at its issue does not point to registers that others may write. */
static bool lets_others_run(const struct exec_op *op)
{
    return op->kind == EXEC_ALU || op->action == exec_load_parameter || op->action == exec_load ||
           (op->action == exec_store && is_private(op->space)) || op->action == exec_branch ||
           op->action == exec_branch_back;
}

static void doubt_all(struct doubts *doubts)
{
    for (uint32_t i = 0; i < doubts->n_named; i++)
        doubts->settled[doubts->named[i]] = IN_DOUBT;
    doubts->n_named = 0;
}

/* The instruction may run once the one at the returned pc, and all before that, have issued. If it
 * is its own pc, not ahead. Then it issues. */
static int64_t pass(struct doubts *doubts, uint32_t pc)
{
    const struct instruction *facts = &doubts->code->instructions[pc];
    const struct exec_kernel *kernel = doubts->code->impl;
    int64_t after = SINCE_EVER;
    for (unsigned i = 0; i < (unsigned)facts->n_destinations + facts->n_sources; i++) {
        const uint16_t slot = facts->registers[i];
        if (!doubts->late[slot])
            continue;
        if (doubts->settled[slot] == IN_DOUBT) {
            doubts->settled[slot] = pc;
            doubts->named[doubts->n_named++] = slot;
        }
        after = MAX(after, doubts->settled[slot]);
    }
    for (unsigned i = 0; i < facts->n_destinations && acts_later(&kernel->ops[pc]); i++)
        doubts->settled[facts->registers[i]] = IN_DOUBT;
    return after;
}

/* By pc: pass(). */
static int64_t *find_after(const struct kernel_code *code, const uint8_t *leaders)
{
    const struct exec_kernel *kernel = code->impl;
    struct doubts doubts = {.code = code,
                            .late = g_new0(bool, code->n_register_slots + 1),
                            .settled = g_new(int64_t, code->n_register_slots + 1)};
    uint32_t most = 0;
    for (uint32_t i = 0; i <= code->n_register_slots; i++)
        doubts.settled[i] = IN_DOUBT;
    for (uint32_t pc = 0; pc < code->n_instructions; pc++) {
        const struct instruction *facts = &code->instructions[pc];
        most += (uint32_t)facts->n_destinations + facts->n_sources;
        for (unsigned i = 0; i < facts->n_destinations && acts_later(&kernel->ops[pc]); i++)
            doubts.late[facts->registers[i]] = true;
    }
    doubts.late[0] = false; /* no register */
    doubts.named = g_new(uint16_t, most + 1);
    int64_t *after = g_new(int64_t, code->n_instructions + 1);
    for (uint32_t pc = 0; pc < code->n_instructions; pc++) {
        if (leaders[pc])
            doubt_all(&doubts);
        after[pc] = pass(&doubts, pc);
    }
    g_free(doubts.late);
    g_free(doubts.settled);
    g_free(doubts.named);
    return after;
}

/* Whether a guard is among the n instructions from pc on. */
static bool any_guarded(const struct exec_kernel *kernel, uint32_t pc, uint32_t n)
{
    for (uint32_t i = pc; i < pc + n; i++)
        if (kernel->ops[i].guard.base != BASE_CONSTANTS)
            return true;
    return false;
}

/* By pc, of code whose exec_kernel.ahead is there. */
static void find_plain(struct kernel_code *code, const uint8_t *leaders)
{
    const struct exec_kernel *kernel = code->impl;
    for (uint32_t pc = code->n_instructions; pc-- > 0;) {
        const unsigned behind = leaders[pc + 1] ? 0 : kernel->ahead[pc + 1].plain;
        if (is_plain(&kernel->ops[pc], &code->instructions[pc]))
            kernel->ahead[pc].plain = (uint8_t)MIN(behind + 1, UINT8_MAX);
    }
}

void block_find_ahead(struct kernel_code *code)
{
    struct exec_kernel *kernel = code->impl;
    const uint32_t n = code->n_instructions;
    g_autofree uint8_t *leaders = block_leaders(code);
    g_autofree int64_t *after = find_after(code, leaders);
    kernel->ahead = g_new0(struct exec_ahead, n + 1);
    kernel->steps = g_new(struct known_step, n + 1);
    /* The end only grows: what may run ahead of an instruction may do so behind it. */
    for (uint32_t pc = 0, end = 0; pc < n; pc++) {
        for (end = MAX(end, pc); end < n && after[end] < pc && (end == pc || !leaders[end]) &&
                                 is_plain(&kernel->ops[end], &code->instructions[end]);)
            end++;
        const uint32_t most = MIN(end - pc, AHEAD_MOST);
        kernel->ahead[pc] = (struct exec_ahead){.n = (uint8_t)most,
                                                .guarded = any_guarded(kernel, pc, most),
                                                .opens = lets_others_run(&kernel->ops[pc])};
    }
    find_plain(code, leaders);
    for (uint32_t pc = 0; pc <= n; pc++)
        kernel->steps[pc] = (struct known_step){pc, ALL_LANES};
}
