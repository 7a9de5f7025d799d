/* SPDX-License-Identifier: BSD-3-Clause */
/* Spinning lanes; see spin.h. */
#include "workloads/ptx/exec/actions/spin.h"
#include "base/content_digest.h"
#include "workloads/ptx/exec/actions/call.h"

#include <glib.h>
#include <string.h>

#define SKETCH_FACTOR UINT64_C(0x9e3779b97f4a7c15) /* odd, with bits all over */

enum {
    DEFAULT_LIMIT = 10000, /* see launch.spin_limit */
    EARLY_LOOKS = 2,       /* independent lanes: after each of the first rounds, */
    LOOK_EVERY = 64,       /* and always: now and then, for looking costs time */
    PATIENCE = 4096,       /* independent lanes: rounds after which others run whatever changes, */
    TIMED_PATIENCE = 64, /* and in a loop that reads a clock: what changes may be the time alone */
    MOST_TOGETHER = 4096 /* bytes of registers that a digest is made of at once */
};

/* Of these registers, side by side. */
static struct content_digest digest_of(const uint8_t *registers, const struct exec_registers *some)
{
    struct content_digest digest = {{0}};
    uint8_t together[MOST_TOGETHER];
    size_t n = 0;
    for (uint32_t i = 0; i < some->n; i++) {
        const struct exec_range *range = &some->range[i];
        if (n + range->bytes > sizeof together) {
            digest = content_digest_add(digest, together, n);
            n = 0;
        }
        memcpy(together + n, registers + range->offset, range->bytes);
        n += range->bytes;
    }
    return content_digest_add(digest, together, n);
}

/* What the running lanes may still read. */
static uint64_t hash_registers(const struct warp_context *w)
{
    const struct exec_state *state = exec_state_of(w);
    const struct exec_kernel *kernel = exec_kernel_of(w);
    const uint8_t *registers = state->base[BASE_REGISTERS];
    const uint32_t pc = simt_pc(&state->stack), function = exec_frames(w)[state->frame].function;
    const struct exec_registers *live = kernel->live_at(w->code, pc);
    const struct content_digest digest =
        live ? digest_of(registers, live)
             : content_digest_add((struct content_digest){{0}}, registers,
                                  kernel->functions[function].register_bytes);
    return digest.word[0] ^ pc;
}

/* What the first of the running lanes may still read: that it changes is cheap to see. */
static uint64_t sketch_of(const struct warp_context *w, lane_mask lanes)
{
    const struct exec_state *state = exec_state_of(w);
    const uint8_t *registers = state->base[BASE_REGISTERS];
    const uint32_t lane = (uint32_t)__builtin_ctz(lanes);
    const struct exec_registers *live = exec_kernel_of(w)->live_at(w->code, simt_pc(&state->stack));
    uint64_t sketch = simt_pc(&state->stack);
    for (uint32_t i = 0; live && i < live->n; i++) {
        const struct exec_range *range = &live->range[i];
        const uint32_t bytes = range->bytes / WARP_LANES; /* 0: a predicate */
        uint64_t value = 0;
        memcpy(&value, registers + range->offset + (size_t)lane * bytes, bytes == 8 ? 8 : 4);
        value = bytes == 0 ? value >> lane & 1 : value;
        sketch = (sketch << 7 | sketch >> 57) ^ value * SKETCH_FACTOR;
    }
    return sketch;
}

/* One look more, if the first lane was seen to repeat itself early. */
static uint32_t early_looks(const struct exec_spin *spin)
{
    return EARLY_LOOKS + (spin->registers != 0);
}

static bool must_look(const struct exec_spin *spin, bool independent)
{
    return spin->rounds % LOOK_EVERY == 0 || (independent && spin->rounds <= early_looks(spin));
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
        spin->registers = spin->sketch = 0;
    }
    spin->rounds++;
    if (!must_look(spin, independent))
        return false;
    const uint64_t sketch = sketch_of(w, lanes), before = spin->sketch;
    const uint64_t registers = sketch == before ? hash_registers(w) : 0;
    const bool same = registers == spin->registers && registers != 0;
    spin->sketch = sketch;
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
        state->spin.apart = state->spin.strayed = true;
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
        spin->frame != state->frame || spin->rounds < early_looks(spin) ||
        spin->rounds >= PATIENCE - 1)
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
        state->spin.strayed = simt_merge(&state->stack) || state->spin.strayed;
        let_others_run(w);
        return true;
    }
    uint32_t limit = launch->spin_limit != 0 ? launch->spin_limit : DEFAULT_LIMIT;
    if (limit == UINT32_MAX || state->spin.unchanged < limit)
        return true;
    return report(w, out);
}

/* Whether lanes in a frame, all of them, are about to wait at a barrier. Which one. */
static bool stand_at(const struct warp_context *w, const struct exec_op *op, lane_mask lanes,
                     uint32_t frame, uint32_t which[2])
{
    if (!(op->prepare & PREPARE_BARRIER) || op->variant != BARRIER_SYNC || op->n_sources == 0)
        return false;
    struct exec_state *state = exec_state_of(w);
    const uint8_t *current = state->base[BASE_REGISTERS];
    const unsigned first = (unsigned)__builtin_ctz(lanes);
    state->base[BASE_REGISTERS] = (const uint8_t *)state + exec_frames(w)[frame].registers;
    const bool all = (lanes & ~(exec_mask(&op->guard, state) ^ op->guard_invert)) == 0;
    which[0] = (uint32_t)exec_lane(&op->source[0], state, first);
    which[1] = op->n_sources > 1 ? (uint32_t)exec_lane(&op->source[1], state, first) : 0;
    state->base[BASE_REGISTERS] = current;
    return all;
}

/* Whether all of the warp's lanes stand at the barrier of op, at whatever instruction. */
static bool all_at(const struct warp_context *w, const struct exec_op *op)
{
    struct exec_state *state = exec_state_of(w);
    const struct simt_stack *stack = &state->stack;
    uint32_t here[2], there[2];
    if (!stand_at(w, op, w->active, state->frame, here))
        return false;
    for (uint32_t i = 0; i + 1 < stack->depth; i++) {
        const struct simt_level *l = &stack->level[i];
        lane_mask own = simt_own(stack, i);
        if (own != 0 && (!stand_at(w, &exec_kernel_of(w)->ops[l->pc], own, l->frame, there) ||
                         memcmp(here, there, sizeof here) != 0))
            return false;
    }
    return true;
}

/* Moves the lanes that a level has for itself, some of these, on top. Returns which. */
static lane_mask raise_one_of(struct simt_stack *stack, lane_mask lanes)
{
    for (uint32_t i = 0; i + 1 < stack->depth; i++) {
        lane_mask own = simt_own(stack, i);
        if ((own & lanes) == 0)
            continue;
        simt_raise(stack, i);
        return own;
    }
    return lanes; /* they are there */
}

/* The waiting lanes go behind the barriers at which they stand: the running ones wait for all. */
static void pass_barriers(struct warp_context *w)
{
    struct exec_state *state = exec_state_of(w);
    struct simt_stack *stack = &state->stack;
    lane_mask running = simt_lanes(stack);
    for (lane_mask left = simt_live(stack) & ~running; left != 0;) {
        left &= ~raise_one_of(stack, left);
        simt_go(stack, simt_pc(stack) + 1);
    }
    raise_one_of(stack, running);
    state->spin.apart = state->spin.strayed = true;
    exec_frame_restore(w);
}

/* Whether the running lanes, not all of the warp's, may execute the instruction: others can't come
 * here before. */
static bool alone(struct warp_context *w, const struct exec_op *op, struct issued *out)
{
    if (!(op->prepare & PREPARE_BARRIER))
        return true;
    struct simt_stack *stack = &exec_state_of(w)->stack;
    lane_mask others = simt_live(stack) & ~w->active;
    if (w->block->launch->independent_lanes && simt_has_room(stack) && all_at(w, op)) {
        pass_barriers(w);
        return true;
    }
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
    if (simt_merge(&state->stack)) {
        state->spin.strayed = true;
        w->active = simt_lanes(&state->stack);
    }
    if (simt_live(&state->stack) == w->active) {
        state->spin.apart = false;
        return true;
    }
    if (!(op->prepare & PREPARE_BARRIER) && missing(w, op, w->active, state->frame) == 0)
        return true;
    *held = let_others_run(w);
    return *held || alone(w, op, out);
}
