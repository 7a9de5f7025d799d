/* SPDX-License-Identifier: BSD-3-Clause */
/* A loop is what lies between a branch back and its target: compilers lay out short loops so. */
#include "workloads/ptx/exec/run/waits.h"
#include "workloads/atomic.h"
#include "workloads/ptx/exec/actions/barrier_ops.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/static_facts.h"

#include <string.h>

/* Of all lanes' local memory. With more, a look at it would take too long: then no loop waits. */
enum { MOST_LOCAL_BYTES = 1 << 20 };

/* What a range of instructions has. */
struct contents {
    bool looks;  /* at memory, in a way that is for waiting */
    bool passes; /* L1 by, which may be for that */
    bool loads;  /* from memory that others write to, in any way */
    bool far;    /* some of these go beyond the block's shared memory */
    bool out;    /* a look does: what it waits for may come from outside the block */
    bool rests;  /* a fence or nanosleep, beside which plain loads are looks */
    bool calls;  /* a function of its own */
    bool clock;  /* is read */
    bool writes; /* or meets others: more than waits */
};

static bool is_branch(const struct exec_op *op)
{
    return op->kind == EXEC_CONTROL &&
           (op->action == exec_branch || op->action == exec_branch_back);
}

static bool is_of_others(const struct instruction *facts)
{
    return facts->space == SPACE_GLOBAL || facts->space == SPACE_GENERIC ||
           facts->space == SPACE_CLUSTER || facts->space == SPACE_SHARED;
}

/* Atomics that others may wait for: those that tell what was there. */
static bool tells(const struct instruction *facts)
{
    return !(facts->flags & INSTRUCTION_NO_RETURN) &&
           (facts->atomic_op == ATOMIC_CAS || facts->atomic_op == ATOMIC_EXCH ||
            facts->atomic_op == ATOMIC_ADD || facts->atomic_op == ATOMIC_OR ||
            facts->atomic_op == ATOMIC_AND || facts->atomic_op == ATOMIC_MAX);
}

static void note_access(struct contents *found, const struct instruction *facts)
{
    if (facts->op_class == OP_ATOMIC) {
        found->looks |= is_of_others(facts) && tells(facts);
        found->out |= is_of_others(facts) && tells(facts) && facts->space != SPACE_SHARED;
        found->writes |= facts->flags & INSTRUCTION_NO_RETURN;
    } else if (facts->op_class == OP_LOAD && is_of_others(facts)) {
        found->looks |= facts->flags & INSTRUCTION_STRONG;
        found->passes |= facts->flags & INSTRUCTION_UNCACHED;
        found->loads = true;
        found->far |= facts->space != SPACE_SHARED;
        found->out |= facts->space != SPACE_SHARED &&
                      facts->flags & (INSTRUCTION_STRONG | INSTRUCTION_UNCACHED);
    } else if (facts->op_class == OP_STORE && facts->space != SPACE_LOCAL) {
        found->writes = true;
    }
}

static void note(struct contents *found, const struct exec_op *op, const struct instruction *facts)
{
    const uint8_t class = facts->op_class;
    found->clock |= op->prepare & PREPARE_CLOCKS;
    if (op->kind == EXEC_ALU || is_branch(op))
        return;
    if (op->kind == EXEC_CONTROL) {
        found->calls |= class == OP_BRANCH;
        found->writes = true;
    } else if (class == OP_LOAD || class == OP_STORE || class == OP_ATOMIC) {
        note_access(found, facts);
    } else if (class == OP_FENCE || (op->text && g_str_has_prefix(op->text, "nanosleep"))) {
        found->rests = true;
    } else if (op->action != exec_nothing || class == OP_BARRIER || class == OP_SYNC) {
        found->writes = true;
    }
}

static struct contents look_at(const struct kernel_code *code, uint32_t first, uint32_t end)
{
    const struct exec_kernel *kernel = code->impl;
    struct contents found = {0};
    for (uint32_t pc = first; pc < end; pc++)
        note(&found, &kernel->ops[pc], &code->instructions[pc]);
    found.looks |= found.loads && found.rests;
    found.out |= found.far && found.rests;
    return found;
}

static uint8_t kind_of(const struct contents *loop)
{
    if (loop->looks && !loop->writes)
        return LOOP_WAITS;
    return loop->looks || loop->passes || loop->calls ? LOOP_MAY_WAIT : LOOP_WORKS;
}

static uint8_t *find_loops(const struct kernel_code *code)
{
    const struct exec_kernel *kernel = code->impl;
    const struct contents all = look_at(code, 0, code->n_instructions);
    uint8_t *loops = NULL, most = LOOP_WORKS;
    bool timed = false;
    if (!all.out || (uint64_t)kernel->local_stride * WARP_LANES > MOST_LOCAL_BYTES)
        return NULL;
    for (uint32_t pc = 0; pc < code->n_instructions; pc++) {
        const uint32_t first = kernel->ops[pc].target;
        if (!is_branch(&kernel->ops[pc]) || first > pc)
            continue;
        const struct contents found = look_at(code, first, pc + 1);
        const uint8_t kind = kind_of(&found);
        if (kind == LOOP_WORKS)
            continue;
        if (!loops)
            loops = g_new0(uint8_t, code->n_instructions + 1);
        for (uint32_t at = first; at <= pc; at++)
            loops[at] = MAX(loops[at], kind);
        most = MAX(most, kind);
        timed = timed || found.clock;
    }
    if (loops)
        loops[code->n_instructions] = most | (timed ? LOOP_TIMED : 0);
    return loops;
}

const uint8_t *exec_wait_loops(const struct kernel_code *code)
{
    struct exec_kernel *kernel = code->impl;
    if (!kernel->wait_loops_known)
        kernel->wait_loops = find_loops(code);
    kernel->wait_loops_known = true;
    return kernel->wait_loops;
}

struct content_digest exec_standstill(struct warp_context *w)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    struct exec_state *state = exec_state_of(w);
    const uint8_t *bytes = w->state;
    const struct simt_stack *stack = &state->stack;
    struct content_digest digest = {{0}};
    state->spin = (struct exec_spin){
        .apart = state->spin.apart, .strayed = state->spin.strayed, .unproven = true};
    const uint32_t head[] = {w->pc, w->active, state->carry, state->frame, stack->depth};
    digest = content_digest_add(digest, head, sizeof head);
    digest = content_digest_add(digest, stack->level, stack->depth * sizeof stack->level[0]);
    digest = content_digest_add(digest, bytes + kernel->registers_offset,
                                kernel->registers_end - kernel->registers_offset);
    return content_digest_add(digest, bytes + kernel->local_offset,
                              (size_t)kernel->local_stride * WARP_LANES);
}
