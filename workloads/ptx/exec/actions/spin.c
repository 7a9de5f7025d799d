/* SPDX-License-Identifier: BSD-3-Clause */
/* Spinning lanes; see spin.h. */
#include "workloads/ptx/exec/actions/spin.h"
#include "base/content_digest.h"
#include "workloads/ptx/exec/actions/call.h"

#include <glib.h>

enum {
    DEFAULT_LIMIT = 10000, /* see launch.spin_limit */
    EARLY_LOOKS = 2,       /* independent lanes: after each of the first rounds, */
    LOOK_EVERY = 64,       /* and always: now and then, for looking costs time */
    PATIENCE = 4096,       /* independent lanes: rounds after which others run whatever changes, */
    TIMED_PATIENCE = 64 /* and in a loop that reads a clock: what changes may be the time alone */
};

static uint64_t hash_registers(const struct warp_context *w)
{
    const struct exec_state *state = exec_state_of(w);
    uint32_t function = exec_frames(w)[state->frame].function;
    const struct content_digest digest =
        content_digest_add((struct content_digest){{0}}, state->base[BASE_REGISTERS],
                           exec_kernel_of(w)->functions[function].register_bytes);
    return digest.word[0] ^ simt_pc(&state->stack);
}

static bool must_look(const struct exec_spin *spin, bool independent)
{
    return spin->rounds % LOOK_EVERY == 0 || (independent && spin->rounds <= EARLY_LOOKS);
}

/* Counts a round; true if the lanes have been seen to repeat themselves. */
static bool repeats(struct warp_context *w, bool independent)
{
    struct exec_state *state = exec_state_of(w);
    struct exec_spin *spin = &state->spin;
    lane_mask lanes = simt_lanes(&state->stack);
    if (spin->lanes != lanes || spin->frame != state->frame) {
        spin->lanes = lanes;
        spin->frame = state->frame;
        spin->rounds = spin->unchanged = 0;
        spin->registers = 0;
    }
    spin->rounds++;
    if (!must_look(spin, independent))
        return false;
    uint64_t registers = hash_registers(w);
    bool same = registers == spin->registers;
    spin->registers = registers;
    spin->unchanged = same ? spin->unchanged + MIN(spin->rounds, LOOK_EVERY) : 0;
    return same;
}

static char *describe_place(const struct warp_context *w, uint32_t pc)
{
    const struct kernel_code *code = w->code;
    if (pc >= code->n_instructions)
        return g_strdup_printf("pc %u", pc);
    if (code->places != NULL && code->places[pc].file != NULL)
        return g_strdup_printf("pc %u (%s:%u)", pc, code->places[pc].file, code->places[pc].line);
    return g_strdup_printf("pc %u (%s:%u)", pc, code->file, code->instructions[pc].line);
}

static bool report(const struct warp_context *w, struct issued *out)
{
    const struct simt_stack *stack = &exec_state_of(w)->stack;
    lane_mask running = simt_lanes(stack);
    uint32_t waits = stack->depth - 1;
    do
        waits--;
    while (waits > 0 && simt_own(stack, waits) == 0);
    g_autofree char *loop = describe_place(w, simt_pc(stack));
    g_autofree char *place = describe_place(w, stack->level[waits].pc);
    out->fault_lane = (uint8_t)__builtin_ctz(running);
    out->fault =
        g_strdup_printf("lanes 0x%08x repeat the loop at %s without any change, while lanes 0x%08x "
                        "of their warp wait for them at %s. If the loop waits for those lanes (for "
                        "a lock that one of them holds), lanes in lock step can never release it",
                        running, loop, simt_live(stack) & ~running, place);
    return false;
}

/* Of lanes in a frame that stand at op: the others that their membermasks name, its last source. */
static lane_mask missing(const struct warp_context *w, const struct exec_op *op, lane_mask lanes,
                         uint32_t frame)
{
    struct exec_state *state = exec_state_of(w);
    const uint8_t *current = state->base[BASE_REGISTERS];
    lane_mask named = 0;
    const bool whole = op->prepare & PREPARE_WHOLE;
    if (op->n_sources == 0 && !whole) /* it will be refused */
        return 0;
    state->base[BASE_REGISTERS] = (const uint8_t *)state + exec_frames(w)[frame].registers;
    EACH_LANE (i, lanes & (exec_mask(&op->guard, state) ^ op->guard_invert))
        named |= whole ? ALL_LANES : (lane_mask)exec_lane(&op->source[op->n_sources - 1], state, i);
    state->base[BASE_REGISTERS] = current;
    return named & simt_live(&state->stack) & ~lanes;
}

/* Lets other lanes run, those that have waited longest, unless they are where they must wait for
 * more lanes. False if there are none. */
static bool let_others_run(struct warp_context *w)
{
    struct exec_state *state = exec_state_of(w);
    struct simt_stack *stack = &state->stack;
    for (uint32_t i = 0; i + 1 < stack->depth && simt_has_room(stack); i++) {
        const struct simt_level *l = &stack->level[i];
        const struct exec_op *op = &exec_kernel_of(w)->ops[l->pc];
        lane_mask own = simt_own(stack, i);
        if (own == 0 || op->prepare & PREPARE_BARRIER ||
            (op->prepare & PREPARE_TOGETHER && missing(w, op, own, l->frame) != 0))
            continue;
        state->spin.apart = true;
        state->spin.lanes = 0;
        simt_raise(stack, i);
        exec_frame_restore(w);
        return true;
    }
    return false;
}

uint32_t exec_spin_free_rounds(const struct warp_context *w)
{
    const struct exec_state *state = exec_state_of(w);
    const struct exec_spin *spin = &state->spin;
    if (state->stack.depth < 2 || spin->timed || spin->lanes != simt_lanes(&state->stack) ||
        spin->frame != state->frame || spin->rounds < EARLY_LOOKS || spin->rounds >= PATIENCE - 1)
        return 0;
    const uint32_t next_look = LOOK_EVERY - spin->rounds % LOOK_EVERY;
    return MIN(next_look, PATIENCE - spin->rounds) - 1;
}

bool exec_spin_round(struct warp_context *w, struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    const struct launch *launch = w->block->launch;
    if ((simt_live(&state->stack) & ~simt_lanes(&state->stack)) == 0)
        return true;
    bool same = repeats(w, launch->independent_lanes);
    const uint32_t patience = state->spin.timed ? TIMED_PATIENCE : PATIENCE;
    state->spin.timed = false;
    out->spins = out->spins || same;
    if (launch->independent_lanes) {
        if (!same && state->spin.rounds < patience)
            return true;
        simt_merge(&state->stack);
        let_others_run(w);
        return true;
    }
    uint32_t limit = launch->spin_limit != 0 ? launch->spin_limit : DEFAULT_LIMIT;
    if (limit == UINT32_MAX || state->spin.unchanged < limit)
        return true;
    return report(w, out);
}

/* Whether the running lanes, not all of the warp's, may execute the instruction: others can't come
 * here before. */
static bool alone(const struct warp_context *w, const struct exec_op *op, struct issued *out)
{
    if (!(op->prepare & PREPARE_BARRIER))
        return true;
    lane_mask others = simt_live(&exec_state_of(w)->stack) & ~w->active;
    out->fault_lane = (uint8_t)__builtin_ctz(w->active);
    out->fault = g_strdup_printf("lanes 0x%08x of a warp are at one barrier and lanes 0x%08x at "
                                 "another: unsupported for lanes that have waited for each other",
                                 w->active, others);
    return false;
}

bool exec_spin_gather(struct warp_context *w, const struct exec_op *op, bool *held,
                      struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    *held = false;
    if (!(op->prepare & (PREPARE_BARRIER | PREPARE_TOGETHER)))
        return true;
    if (simt_merge(&state->stack))
        w->active = simt_lanes(&state->stack);
    if (simt_live(&state->stack) == w->active) {
        state->spin.apart = false;
        return true;
    }
    if (!(op->prepare & PREPARE_BARRIER) && missing(w, op, w->active, state->frame) == 0)
        return true;
    *held = let_others_run(w);
    return *held || alone(w, op, out);
}
