/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/blocks/holds.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/exec/exec.h"
#include "workloads/warp_runner.h"

/* What a way has done with shared memory since a barrier. */
enum done { DONE_LOADS, DONE_STORES, DONE_LOADS_BEHIND, DONES };

/* A way that has come to pc. */
struct step {
    uint32_t pc;
    enum done done;
};

/* The ways from one barrier, or the begin of the kernel or of a function, to the next barriers. */
struct walk {
    const struct kernel_code *code;
    const struct exec_kernel *kernel;
    uint8_t *ends;
    uint32_t *seen; /* by pc and what was done: the walk that has come there */
    uint32_t number;
    GArray *ahead;  /* struct step */
    GArray *stores; /* uint32_t pcs, of stores and atomics to which a way comes with DONE_LOADS */
    bool loads;     /* such a way does */
};

static void walk_to(struct walk *walk, uint32_t pc, enum done done)
{
    const struct step step = {pc, done};
    if (pc >= walk->code->n_instructions || walk->seen[DONES * pc + done] == walk->number)
        return;
    walk->seen[DONES * pc + done] = walk->number;
    g_array_append_val(walk->ahead, step);
}

/* To what follows in one way or another. A call goes on behind itself. */
static void walk_on(struct walk *walk, uint32_t pc, enum done done)
{
    const struct exec_op *op = &walk->kernel->ops[pc];
    const bool always = op->guard.base == BASE_CONSTANTS;
    if (op->kind == EXEC_CONTROL && op->action == exec_branch_table)
        for (int64_t k = 0; k < op->immediate; k++)
            walk_to(walk, walk->kernel->targets[op->target + k], done);
    const bool branches =
        op->kind == EXEC_CONTROL && (op->action == exec_branch || op->action == exec_branch_back);
    if (branches)
        walk_to(walk, op->target, done);
    if (!always || (!branches && walk->code->instructions[pc].op_class != OP_EXIT))
        walk_to(walk, pc + 1, done);
}

static void hold(struct walk *walk, uint32_t pc, enum turn_hold how)
{
    walk->ends[pc] = MAX(walk->ends[pc], TURN_LOOKED) | how;
    walk->ends[walk->code->n_instructions] |= how;
}

static void look_at(struct walk *walk, struct step at)
{
    const struct instruction *facts = &walk->code->instructions[at.pc];
    const uint8_t what = facts->space == SPACE_SHARED ? facts->op_class : OP_CLASSES;
    const bool loads = what == OP_LOAD || what == OP_ATOMIC;
    if (facts->op_class == OP_BARRIER)
        return;
    if (at.done == DONE_LOADS && (what == OP_STORE || what == OP_ATOMIC))
        g_array_append_val(walk->stores, at.pc);
    if (at.done == DONE_STORES && loads)
        hold(walk, at.pc, TURN_HOLDS_LOAD);
    if (at.done == DONE_LOADS_BEHIND && what == OP_STORE) {
        hold(walk, at.pc, TURN_HOLDS_STORE);
        return;
    }
    walk->loads |= at.done == DONE_LOADS && what == OP_LOAD;
    if (at.done == DONE_LOADS && what == OP_STORE)
        at.done = DONE_STORES;
    else if (at.done == DONE_STORES && loads)
        at.done = DONE_LOADS_BEHIND;
    walk_on(walk, at.pc, at.done);
}

static void walk_from(struct walk *walk, uint32_t pc)
{
    walk->number++;
    walk->loads = false;
    g_array_set_size(walk->stores, 0);
    walk_to(walk, pc, DONE_LOADS);
    while (walk->ahead->len > 0) {
        const struct step step = g_array_index(walk->ahead, struct step, walk->ahead->len - 1);
        g_array_set_size(walk->ahead, walk->ahead->len - 1);
        look_at(walk, step);
    }
}

static bool has_shared(const struct kernel_code *code)
{
    for (uint32_t pc = 0; pc < code->n_instructions; pc++)
        if (code->instructions[pc].space == SPACE_SHARED)
            return true;
    return false;
}

void block_hold_accesses(const struct kernel_code *code, uint8_t *ends)
{
    if (!has_shared(code))
        return;
    g_autofree uint32_t *seen = g_new0(uint32_t, DONES * ((size_t)code->n_instructions + 1));
    struct walk walk = {.code = code,
                        .kernel = code->impl,
                        .ends = ends,
                        .seen = seen,
                        .ahead = g_array_new(FALSE, FALSE, sizeof(struct step)),
                        .stores = g_array_new(FALSE, FALSE, sizeof(uint32_t))};
    for (uint32_t f = 0; f < walk.kernel->n_functions; f++)
        walk_from(&walk, walk.kernel->functions[f].entry);
    for (uint32_t pc = 0; pc < code->n_instructions; pc++) {
        if (code->instructions[pc].op_class != OP_BARRIER)
            continue;
        walk_from(&walk, pc + 1);
        for (guint i = 0; walk.loads && i < walk.stores->len; i++)
            hold(&walk, g_array_index(walk.stores, uint32_t, i), TURN_HOLDS_STORE);
    }
    g_array_free(walk.ahead, TRUE);
    g_array_free(walk.stores, TRUE);
}
