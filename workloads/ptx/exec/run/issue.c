/* SPDX-License-Identifier: BSD-3-Clause */
/* Running lowered kernels; see issue.h. */
#include "workloads/ptx/exec/run/issue.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/child_ops.h"
#include "workloads/ptx/exec/actions/memory.h"
#include "workloads/ptx/exec/actions/spin.h"
#include "workloads/ptx/exec/special.h"

#include <glib.h>
#include <string.h>

static lane_mask lanes_of_warp(const struct warp_context *w)
{
    const uint32_t *block = w->block->launch->block;
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    uint64_t first = (uint64_t)w->in_block * WARP_LANES;
    uint64_t left = threads > first ? threads - first : 0;
    return left >= WARP_LANES ? ALL_LANES : ((lane_mask)1 << left) - 1;
}

/* Sets up all but the stacks' upper parts, which calls clear when they use them. */
void exec_warp_start_state(struct warp_context *w)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    struct exec_state *state = exec_state_of(w);
    uint8_t *bytes = w->state;
    /* Member by member: of the whole, the compiler makes a string instruction, which takes longer
     * than all the rest. */
    state->base[BASE_CONSTANTS] = kernel->constants;
    state->base[BASE_STATE] = bytes;
    state->cycle = 0;
    state->carry = 0;
    state->fresh = false;
    state->spin = (struct exec_spin){0};
    w->pc = 0;
    w->active = lanes_of_warp(w);
    simt_init(&state->stack, (struct simt_level *)(void *)(bytes + kernel->levels_offset),
              kernel->n_levels, w->pc, w->active);
    exec_frame_first(w);
}

void exec_warp_start_registers(struct warp_context *w)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    exec_frame_clear(w);
    if (kernel->child_bytes > 0)
        child_areas_clear(w);
    for (uint32_t i = 0; i < kernel->n_specials; i++)
        if (!w->again || kernel->specials[i].differs)
            exec_special_fill(&kernel->specials[i], w);
}

void exec_warp_start(struct warp_context *w)
{
    exec_warp_start_state(w);
    exec_warp_start_registers(w);
}

static void refresh_clocks(const struct warp_context *w, uint64_t cycle)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    exec_state_of(w)->cycle = cycle;
    for (uint32_t i = 0; i < kernel->n_specials; i++)
        if (exec_special_is_clock(kernel->specials[i].which))
            exec_special_fill(&kernel->specials[i], w);
}

static void report_nothing(struct issued *out, lane_mask lanes)
{
    out->active = lanes;
    out->space = SPACE_NONE;
    out->diverged = out->regular = false;
    out->taken = 0;
    out->barrier_id = out->barrier_threads = 0;
    out->async = ASYNC_NONE;
    out->fault_lane = WARP_LANES;
    out->fault = out->output = NULL;
    out->loaded = NULL;
}

/* By the first register slot of a load that is out: the frame it is for. The scoreboard sees to it
 * that no slot has two. */
static uint32_t *load_frames(const struct warp_context *w)
{
    return (uint32_t *)(void *)((uint8_t *)w->state + exec_kernel_of(w)->load_frames_offset);
}

/* Anything but arithmetic. */
static bool act(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                struct issued *out)
{
    if (!op->action(op, w, lanes, out))
        return false;
    const struct instruction *facts = &w->code->instructions[w->pc];
    if (op->kind == EXEC_CONTROL)
        exec_frame_restore(w);
    else if ((out->space == SPACE_GLOBAL || out->space == SPACE_CLUSTER) &&
             facts->n_destinations > 0)
        load_frames(w)[facts->registers[0]] = exec_state_of(w)->frame;
    return true;
}

static void go_where_stack_says(struct warp_context *w)
{
    const struct simt_stack *stack = &exec_state_of(w)->stack;
    w->pc = simt_pc(stack);
    w->active = simt_lanes(stack);
}

/* What exec_op.prepare asks for. *held: the instruction isn't to be executed now. */
static bool prepare(struct warp_context *w, const struct exec_op *op, uint64_t cycle, bool *held,
                    struct issued *out)
{
    *held = false;
    if (op->prepare & PREPARE_CLOCKS) {
        refresh_clocks(w, cycle);
        exec_state_of(w)->spin.timed = true;
    }
    report_nothing(out, 0);
    /* Where some lanes leave a loop by ending, the others have no place to meet but here. */
    bool strays = (op->prepare & (PREPARE_BARRIER | PREPARE_TOGETHER)) &&
                  simt_live(&exec_state_of(w)->stack) != w->active;
    if (!exec_state_of(w)->spin.apart && !strays)
        return true;
    if (!exec_spin_gather(w, op, held, out))
        return false;
    go_where_stack_says(w);
    return true;
}

/* What lanes name in their membermasks, the last source: all of them, and each its own. Tells of
 * lanes that are not in their own. */
static void note_members(const struct warp_context *w, const struct exec_op *op, lane_mask lanes,
                         struct issued *out)
{
    const struct launch_services *services = w->block->launch->services;
    if (!(op->prepare & PREPARE_TOGETHER) || op->prepare & PREPARE_WHOLE || op->n_sources == 0)
        return;
    const uint32_t *mask = exec_source(op, exec_state_of(w), op->n_sources - 1u);
    lane_mask members = 0, named = 0;
    for (unsigned i = 0; i < WARP_LANES; i++) {
        members |= mask[i] & (lane_mask)1 << i;
        named |= lanes >> i & 1 ? mask[i] : 0;
    }
    out->named = named;
    if (lanes & ~members && services && services->outsiders)
        services->outsiders(services->data, w->code, w->pc);
}

bool exec_perform(struct warp_context *w, lane_mask lanes, uint64_t cycle, struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    const struct exec_op *op = &exec_kernel_of(w)->ops[w->pc];
    state->cycle = cycle;
    if (G_UNLIKELY(op->prepare))
        note_members(w, op, lanes, out);
    report_nothing(out, lanes);
    if (op->kind != EXEC_ALU)
        return act(op, w, lanes, out);
    op->alu(op, state, lanes);
    return true;
}

static inline void run_plain(const struct exec_op *op, struct exec_state *state,
                             struct warp_context *w, lane_mask lanes)
{
    struct issued nothing;
    if (G_LIKELY(op->kind == EXEC_ALU))
        op->alu(op, state, lanes);
    else
        op->action(op, w, lanes, &nothing); /* it reads a parameter */
}

/* Runs what may run ahead from w->pc on. The warp still stands there. */
static void run_ahead(struct warp_context *w, const struct exec_kernel *kernel,
                      struct exec_state *state)
{
    const uint32_t pc = w->pc;
    struct simt_level *top = &state->stack.level[state->stack.depth - 1];
    unsigned n = kernel->ahead[pc].n;
    if (pc + n == top->reconverge) /* there, others may go on */
        n--;
    const struct exec_op *op = &kernel->ops[pc];
    w->step = &kernel->steps[pc];
    if (w->active == ALL_LANES && !kernel->ahead[pc].guarded) {
        for (unsigned i = 0; i < n; i++, op++)
            run_plain(op, state, w, ALL_LANES);
    } else {
        for (unsigned i = 0; i < n; i++, op++) {
            const lane_mask lanes = w->active & (exec_mask(&op->guard, state) ^ op->guard_invert);
            state->step[i] = (struct known_step){pc + i, lanes};
            run_plain(op, state, w, lanes);
        }
        state->step[n] = (struct known_step){pc + n, 0};
        w->step = state->step;
    }
    top->pc = pc + n;
    w->n_steps = n + 1;
}

uint32_t exec_run_plain(struct warp_context *w, uint64_t *threads)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    struct exec_state *state = exec_state_of(w);
    const uint32_t n = kernel->ahead[w->pc].plain;
    const struct exec_op *op = &kernel->ops[w->pc];
    for (uint32_t i = 0; i < n; i++, op++) {
        const lane_mask lanes = w->active & (exec_mask(&op->guard, state) ^ op->guard_invert);
        run_plain(op, state, w, lanes);
        *threads += lanes == ALL_LANES ? WARP_LANES : (unsigned)__builtin_popcount(lanes);
    }
    if (n == 0)
        return 0;
    state->spin.unproven = true;
    if (simt_go(&state->stack, w->pc + n))
        exec_frame_restore(w);
    go_where_stack_says(w);
    return n;
}

/* The warp's next instruction has run ahead. */
static bool issue_known(struct warp_context *w, struct issued *out)
{
    const struct exec_op *op = &exec_kernel_of(w)->ops[w->pc];
    report_nothing(out, warp_context_step(w));
    out->space = op->kind == EXEC_ALU ? SPACE_NONE : op->space;
    return true;
}

bool exec_issue(struct warp_context *w, uint64_t cycle, struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    const struct exec_kernel *kernel = exec_kernel_of(w);
    const struct exec_op *op = &kernel->ops[w->pc];
    bool held;
    if (w->n_steps > 1)
        return issue_known(w, out);
    state->spin.unproven = true;
    if (G_UNLIKELY(op->prepare) && (!prepare(w, op, cycle, &held, out) || held))
        return out->fault == NULL;
    lane_mask lanes = w->active & (exec_mask(&op->guard, state) ^ op->guard_invert);
    if (G_UNLIKELY(op->prepare))
        note_members(w, op, lanes, out);
    report_nothing(out, lanes);
    if (op->kind == EXEC_ALU)
        op->alu(op, state, lanes);
    else if (!act(op, w, lanes, out))
        return false;
    const bool opens = w->ahead && kernel->ahead[w->pc].opens;
    if (op->kind != EXEC_CONTROL && simt_go(&state->stack, w->pc + 1))
        exec_frame_restore(w);
    go_where_stack_says(w);
    if (opens && kernel->ahead[w->pc].n > 0)
        run_ahead(w, kernel, state);
    return true;
}

void exec_deliver(struct warp_context *w, uint32_t pc, lane_mask lanes, const uint8_t *data,
                  const uint16_t offset[WARP_LANES])
{
    uint32_t wide[WARP_LANES];
    for (unsigned i = 0; i < WARP_LANES; i++)
        wide[i] = offset[i];
    const struct exec_op *op = &exec_kernel_of(w)->ops[pc];
    struct exec_state *state = exec_state_of(w);
    const uint8_t *current = state->base[BASE_REGISTERS];
    const struct instruction *facts = &w->code->instructions[pc];
    if (op->space != SPACE_NONE && facts->n_destinations > 0) { /* else a barrier's result */
        uint32_t frame = load_frames(w)[facts->registers[0]];
        state->base[BASE_REGISTERS] = (const uint8_t *)state + exec_frames(w)[frame].registers;
    }
    exec_write_loaded(op, state, lanes, data, wide);
    state->base[BASE_REGISTERS] = current;
}

const void *exec_operand_lanes(const struct warp_context *w, uint32_t pc, unsigned k)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    const struct exec_op *op = &kernel->ops[pc];
    const struct exec_operand *operand = &op->source[k];
    if (k >= op->n_sources || kernel->n_functions > 1) /* it may be another frame's by now */
        return NULL;
    for (unsigned d = 0; operand->base == BASE_REGISTERS && d < op->n_destinations; d++)
        if (op->destination[d].offset == operand->offset)
            return NULL;
    return exec_source(op, exec_state_of(w), k);
}

void exec_describe(const struct kernel_code *code, uint32_t pc, struct instruction_text *out)
{
    const struct exec_op *op = &((const struct exec_kernel *)code->impl)->ops[pc];
    *out = (struct instruction_text){.opcode = op->text, .immediate = op->immediate};
}
