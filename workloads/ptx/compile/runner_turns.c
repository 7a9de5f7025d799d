/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/runner_turns.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/spin.h"
#include "workloads/ptx/exec/run/issue.h"
#include "workloads/ptx/exec/special.h"

_Static_assert(COMPILED_LONG_TURN == TURN_INSTRUCTIONS - TURN_LONG_INSTRUCTIONS,
               "compiled code ends long turns where the interpreter does");

_Static_assert((int)COMPILED_WINDOW_SHIFT == (int)WINDOW_SHIFT &&
                   (int)COMPILED_SHARED == (int)WINDOW_SHARED &&
                   (int)COMPILED_LOCAL == (int)WINDOW_LOCAL,
               "generic addresses are those of the interpreter");

enum { ASK_EVERY = 1 << 14 }; /* instructions of parted lanes */

static struct compiled_runner *runner_of(struct compiled_warp *c)
{
    return (struct compiled_runner *)(void *)((char *)c - offsetof(struct compiled_runner, warp));
}

/* Counts the rounds that compiled code has let pass. */
static void count_rounds(struct compiled_runner *r)
{
    if (r->may_loop > 0)
        exec_state_of(r->w)->spin.rounds += (uint32_t)(r->may_loop - MAX(r->warp.loop_left, 0));
    r->may_loop = r->warp.loop_left = 0;
}

/* Where the running lanes stand, from the SIMT stack. */
static void take_stand(struct compiled_runner *r)
{
    struct compiled_warp *c = &r->warp;
    struct exec_state *state = exec_state_of(r->w);
    const struct simt_stack *stack = &state->stack;
    r->stands_whole = false;
    c->registers = (uint8_t *)state->base[BASE_REGISTERS];
    c->frame = c->local + (r->calls ? exec_frames(r->w)[state->frame].local : 0);
    c->pc = simt_pc(stack);
    c->active = simt_lanes(stack);
    c->reconverge = stack->depth > 0 ? stack->level[stack->depth - 1].reconverge : SIMT_NEVER;
    c->depth = stack->depth;
    c->apart = state->spin.apart;
    c->strayed = state->spin.strayed;
    c->loop_lanes = c->active;
    c->loop_left = r->may_loop = c->depth > 1 ? (int32_t)exec_spin_free_rounds(r->w) : 0;
}

static bool find(struct compiled_warp *c, uint32_t site, uint64_t low, uint64_t high)
{
    const struct compiled_runner *r = runner_of(c);
    uint64_t range[2];
    if (!r->host.find(r->host.data, low, high, site % 4, range))
        return false;
    c->windows[site / 4] = (struct compiled_window){range[0], range[1]};
    return true;
}

/* Sets up what a whole warp has done without so far. */
static void need_state(struct compiled_runner *r)
{
    if (exec_state_of(r->w)->fresh)
        exec_warp_start_state(r->w);
}

static bool execute(struct compiled_warp *c, uint32_t pc, uint32_t lanes, int64_t left)
{
    struct compiled_runner *r = runner_of(c);
    struct warp_context *w = r->w;
    need_state(r);
    w->pc = c->pc = pc;
    w->active = c->active;
    if (!exec_perform(w, lanes, r->end - (uint64_t)left, r->out))
        return false;
    return w->code->instructions[pc].access_bytes == 0 ||
           r->host.access(r->host.data, w, pc, r->out);
}

static bool branch(struct compiled_warp *c, uint32_t pc, uint32_t taken)
{
    struct compiled_runner *r = runner_of(c);
    struct warp_context *w = r->w;
    const struct exec_op *op = &exec_kernel_of(w)->ops[pc];
    need_state(r);
    count_rounds(r);
    w->pc = c->pc = pc;
    w->active = c->active;
    exec_state_of(w)->stack.level[exec_state_of(w)->stack.depth - 1].pc = pc;
    r->out->spins = false;
    if (!op->action(op, w, taken, r->out))
        return false;
    if (r->calls)
        exec_frame_restore(w);
    c->spins = r->out->spins;
    take_stand(r);
    return true;
}

static void settle(struct compiled_warp *c)
{
    struct compiled_runner *r = runner_of(c);
    count_rounds(r);
    if (simt_go(&exec_state_of(r->w)->stack, c->pc) && r->calls)
        exec_frame_restore(r->w);
    take_stand(r);
}

/* What a warp has that its neighbours have not. */
static inline void enter(struct compiled_runner *r)
{
    struct compiled_warp *c = &r->warp;
    uint8_t *state = r->w->state;
    c->specials = state;
    c->shared = r->w->block->shared;
    c->local = state + r->local_offset;
    c->spins = 0;
}

/* The same for a whole warp, which is in no function. */
static inline void enter_whole(struct compiled_runner *r, uint32_t pc)
{
    struct compiled_warp *c = &r->warp;
    enter(r);
    c->registers = (uint8_t *)r->w->state + r->registers_offset;
    c->frame = c->local;
    c->pc = pc;
    if (G_LIKELY(r->stands_whole))
        return;
    c->active = c->loop_lanes = ALL_LANES;
    c->reconverge = SIMT_NEVER;
    c->depth = 1;
    c->apart = c->strayed = 0;
    c->loop_left = r->may_loop = 0;
    r->stands_whole = true;
}

/* Whether the function for whole warps can go on with it. */
static inline bool enter_warp(struct compiled_runner *r)
{
    const struct exec_state *state = exec_state_of(r->w);
    const struct simt_level *level = state->stack.level;
    const bool whole =
        r->whole && (state->fresh || (state->stack.depth == 1 && level->lanes == ALL_LANES &&
                                      level->reconverge == SIMT_NEVER && !state->spin.strayed));
    if (whole) {
        enter_whole(r, state->fresh ? 0 : level->pc);
        return true;
    }
    enter(r);
    take_stand(r);
    return false;
}

/* A whole warp begins in the function for such. Where its lanes part, the other one goes on. */
static enum compiled_end run_whole(struct compiled_runner *r)
{
    struct compiled_warp *c = &r->warp;
    const enum compiled_end end = r->whole(c);
    if (end == COMPILED_OVER)
        return end;
    need_state(r);
    if (end == COMPILED_MOVED && c->spins)
        return COMPILED_TURN;
    return end == COMPILED_MOVED || end == COMPILED_ELSEWHERE ? r->function(c) : end;
}

/* Special registers of a warp whose state a warp of another block has left. */
static inline void fill_specials(const struct compiled_runner *r, const struct warp_context *w)
{
    for (uint32_t i = 0; i < r->n_indices; i++) {
        const uint32_t index = w->block->index[r->index[i].dimension];
        uint32_t *lanes = (uint32_t *)(void *)((uint8_t *)w->state + r->index[i].offset);
        if (lanes[0] != index)
            r->fill_32(lanes, index);
    }
    for (uint32_t i = 0; i < r->n_differing; i++)
        exec_special_fill(&r->differing[i], w);
}

static inline void start_whole(const struct compiled_runner *r, struct warp_context *w)
{
    if (w->again) {
        if (r->clears)
            exec_frame_clear(w);
        fill_specials(r, w);
    } else {
        exec_warp_start_registers(w);
    }
    exec_state_of(w)->fresh = true;
}

static void start(struct warp_runner *base, struct warp_context *w)
{
    const struct compiled_runner *r = (const struct compiled_runner *)base;
    if (w->in_block >= r->whole_warps) {
        exec_warp_start(w);
        return;
    }
    start_whole(r, w);
    w->pc = 0;
    w->active = ALL_LANES;
}

void runner_take_parted(struct compiled_runner *r)
{
    compiled_kernel *function = compiled_parted(r->code, r->host.at_once);
    if (!function)
        return;
    r->function = function;
    r->lacks_parted = false;
}

/* The front end hears from one thread at a time, so nobody asks while there are others. */
static void note_issued(struct compiled_runner *r)
{
    if (++r->issued < ASK_EVERY || r->host.together)
        return;
    compiled_note_parted(r->code, r->issued);
    r->issued = 0;
    runner_take_parted(r);
}

static inline void take_turn(struct compiled_runner *r, struct warp_context *w,
                             const struct runner_turn *turn, struct issued *out)
{
    struct compiled_warp *c = &r->warp;
    r->w = w;
    r->out = out;
    r->end = turn->end;
    c->left = turn->left;
    c->holds = turn->holds;
    c->threads = 0;
}

static inline enum runner_end end_turn(struct compiled_runner *r, struct warp_context *w,
                                       struct runner_turn *turn, enum compiled_end end)
{
    static const enum runner_end ends[] = {[COMPILED_TURN] = RUNNER_TURN,
                                           [COMPILED_ISSUE] = RUNNER_ISSUE,
                                           [COMPILED_FAULT] = RUNNER_FAULT,
                                           [COMPILED_OVER] = RUNNER_OVER,
                                           [COMPILED_MEETS] = RUNNER_MEETS};
    struct compiled_warp *c = &r->warp;
    count_rounds(r);
    if (end == COMPILED_FAULT)
        return RUNNER_FAULT;
    if (r->lacks_parted && end == COMPILED_ISSUE)
        note_issued(r);
    struct simt_stack *stack = &exec_state_of(w)->stack;
    if (end != COMPILED_OVER)
        stack->level[stack->depth - 1].pc = c->pc;
    exec_state_of(w)->spin.unproven = c->unproven;
    w->pc = c->pc;
    w->active = end == COMPILED_OVER ? 0 : c->active;
    turn->left = c->left;
    turn->threads += c->threads;
    turn->spins = c->spins;
    turn->barrier = c->barrier;
    return ends[end];
}

static enum runner_end run(struct warp_runner *base, struct warp_context *w,
                           struct runner_turn *turn, struct issued *out)
{
    struct compiled_runner *r = (struct compiled_runner *)base;
    take_turn(r, w, turn, out);
    const struct exec_state *state = exec_state_of(w);
    r->warp.unproven = !state->fresh && state->spin.unproven;
    const bool whole = enter_warp(r);
    return end_turn(r, w, turn, whole ? run_whole(r) : r->function(&r->warp));
}

static enum runner_end begin(struct warp_runner *base, struct warp_context *w,
                             struct runner_turn *turn, struct issued *out)
{
    struct compiled_runner *r = (struct compiled_runner *)base;
    struct compiled_warp *c = &r->warp;
    if (w->in_block >= r->whole_warps) {
        exec_warp_start(w);
        return run(base, w, turn, out);
    }
    start_whole(r, w);
    take_turn(r, w, turn, out);
    enter_whole(r, 0);
    c->unproven = 0;
    const enum compiled_end end = run_whole(r);
    if (end != COMPILED_OVER)
        return end_turn(r, w, turn, end);
    w->active = 0;
    turn->left = c->left;
    turn->threads += c->threads;
    turn->spins = false;
    return RUNNER_OVER;
}

void runner_set_functions(struct compiled_runner *r)
{
    r->base.start = start;
    r->base.begin = begin;
    r->base.run = run;
    r->warp.find = find;
    r->warp.execute = execute;
    r->warp.branch = branch;
    r->warp.settle = settle;
}
