/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/functional_warp.h"
#include "models/functional/functional_access.h"
#include "models/functional/functional_sync.h"
#include "models/functional/memory_undo.h"
#include "models/launch/kernel_fault.h"
#include "workloads/instruction_source.h"

bool functional_only_waits(const struct functional *f)
{
    const uint32_t n = f->launch->code->n_instructions;
    return f->wait_loops && (f->wait_loops[n] & ~(unsigned)LOOP_TIMED) == LOOP_WAITS;
}

/* Keeps the youngest output: drops the oldest if there is more than twice the limit. */
static void take_output(struct functional *f, uint64_t limit)
{
    g_string_append(f->output, f->issued.output);
    g_clear_pointer(&f->issued.output, g_free);
    if (limit > 0 && f->output->len / 2 > limit)
        g_string_erase(f->output, 0, (gssize)(f->output->len - limit - 1));
}

bool functional_blame(struct functional *f, const struct warp_context *w, uint32_t pc)
{
    if (f->options->watch)
        f->options->watch->faulted(f->options->watch->data, w, pc, &f->issued);
    g_propagate_error(f->error, kernel_fault(w, pc, &f->issued, f->issued.fault));
    return false;
}

static bool synchronise(struct functional *f, struct warp_context *w, uint32_t pc)
{
    if (f->issued.async == ASYNC_LAUNCH) {
        functional_children_add(&f->children, f->issued.children);
        return true;
    }
    f->issued.fault = functional_sync(f->memory, w->block->shared, &f->issued);
    if (!f->issued.fault)
        return true;
    f->issued.fault_kind = FAULT_SYNC;
    return functional_blame(f, w, pc);
}

static void tell_issued(struct functional *f, const struct warp_context *w, uint32_t pc,
                        const struct instruction *instruction)
{
    const struct functional_listener *listener = f->options->listener;
    if (listener)
        listener->issued(listener->data, instruction, &f->issued);
    if (f->options->watch)
        f->options->watch->issued(f->options->watch->data, w, pc, &f->issued);
    if (f->options->undo)
        memory_undo_keep(f->options->undo, instruction, &f->issued);
}

void functional_tell_turn(const struct functional *f, const struct warp_context *w)
{
    const struct functional_listener *listener = f->options->listener;
    if (listener && listener->turn)
        listener->turn(listener->data, w);
}

static inline void end_warp(struct functional_block *block, struct functional_warp *warp)
{
    warp->state = WARP_OVER;
    block->warps_left--;
    if (functional_is_unmet(block))
        block->barriers.live &= ~(UINT64_C(1) << warp->context.in_block);
    else
        functional_warp_exits(warp, block);
}

/* What an instruction that was issued wants of others. */
static bool follow_up(struct functional *f, struct functional_block *block,
                      struct functional_warp *warp, uint32_t pc)
{
    struct warp_context *w = &warp->context;
    const struct instruction *instruction = &w->code->instructions[pc];
    if (G_UNLIKELY(f->heard))
        tell_issued(f, w, pc, instruction);
    if (G_UNLIKELY(f->issued.output != NULL))
        take_output(f, w->block->launch->output_limit);
    if (instruction->access_bytes > 0 &&
        !functional_access(f->memory, f->footprint, f->pool != NULL, w, pc, instruction,
                           &f->issued))
        return functional_blame(f, w, pc);
    if (instruction->op_class == OP_SYNC && f->issued.active && !synchronise(f, w, pc))
        return false;
    if (w->active == 0) {
        end_warp(block, warp);
        return true;
    }
    return instruction->op_class != OP_BARRIER || !f->issued.active ||
           functional_arrive(warp, block, pc, &f->issued, f->error);
}

bool functional_follow_up(struct functional *f, struct functional_block *block,
                          struct functional_warp *warp, uint32_t pc)
{
    return follow_up(f, block, warp, pc);
}

/* The runner has come as far as that. */
static bool heed(struct functional *f, struct functional_block *block, struct functional_warp *warp,
                 const struct runner_turn *turn, enum runner_end end)
{
    f->issued.spins = turn->spins;
    if (end == RUNNER_OVER)
        end_warp(block, warp);
    if (end == RUNNER_MEETS)
        return functional_meet(warp, block, turn->barrier, f->error);
    return end != RUNNER_FAULT || functional_blame(f, &warp->context, warp->context.pc);
}

/* What must be left of the turn for it to go on at pc. */
static int64_t least_left(const struct functional *f, uint32_t pc)
{
    static const int64_t least[] = {[TURN_GOES_ON] = INT64_MIN,
                                    [TURN_LOOKED] = INT64_MIN,
                                    [TURN_LONG] = TURN_INSTRUCTIONS - TURN_LONG_INSTRUCTIONS,
                                    [TURN_SHORT] = 0};
    if (!f->turn_ends)
        return 0;
    return f->heard && f->turn_ends[pc] != TURN_GOES_ON ? 0 : least[turn_kind(f->turn_ends[pc])];
}

/* Whether the warp's turn ends here so that the block's others come as far. */
static bool is_held(const struct functional *f, struct functional_block *block,
                    struct functional_warp *warp)
{
    const uint8_t here = warp->holds ? warp->holds & f->turn_ends[warp->context.pc] : 0;
    if (G_LIKELY(here == 0))
        return false;
    warp->holds &= (uint8_t)~here;
    if (here & TURN_HOLDS_LOAD)
        warp->holds |= block->holds & TURN_HOLDS_STORE;
    block->held++;
    return true;
}

static bool turn_is_over(const struct functional *f, const struct runner_turn *turn, uint32_t pc)
{
    return turn->left <= 0 && turn->left <= least_left(f, pc);
}

/* The time of the warp's next instruction, when so many of its turn are left. */
static uint64_t time_of(const struct functional *f, struct functional_warp *warp,
                        const struct runner_turn *turn)
{
    const uint64_t counted = turn->end - (uint64_t)turn->left;
    const uint64_t n = (uint64_t)(TURN_INSTRUCTIONS - turn->left);
    if (G_LIKELY(!f->clock_polls))
        return counted;
    return functional_clock_read(&warp->clock, counted, warp->clock.instructions + n,
                                 f->clock_polls[warp->context.pc]);
}

static inline void count(struct functional *f, struct functional_block *block,
                         struct functional_warp *warp, const struct runner_turn *turn)
{
    const uint64_t n = (uint64_t)(TURN_INSTRUCTIONS - turn->left);
    f->instructions += n;
    if (block->has_clocks)
        warp->clock.instructions += n;
    block->instructions += n;
    block->counts->warp_instructions += n;
    block->counts->thread_instructions += turn->threads;
}

static bool issue(struct functional *f, struct functional_block *block,
                  struct functional_warp *warp, struct runner_turn *turn)
{
    struct warp_context *w = &warp->context;
    const uint32_t pc = w->pc;
    if (!w->code->ops->issue(w, time_of(f, warp, turn), &f->issued))
        return functional_blame(f, w, pc);
    const lane_mask active = issued_lanes(&f->issued);
    turn->threads += active == ~(lane_mask)0 ? WARP_LANES : (unsigned)__builtin_popcount(active);
    if (!follow_up(f, block, warp, pc))
        return false;
    turn->left--;
    return true;
}

/* Arithmetic, many instructions at a time. False: the next one is to be issued. */
static inline bool compute(const struct functional *f, struct functional_warp *warp,
                           struct runner_turn *turn)
{
    struct warp_context *w = &warp->context;
    const uint32_t n = f->computes ? w->code->ops->run_plain(w, &turn->threads) : 0;
    turn->left -= n;
    return n > 0;
}

/* The rest of a turn. end: where the runner has stopped; RUNNER_MEETS also for one that begins. */
static bool go_on(struct functional *f, struct functional_block *block,
                  struct functional_warp *warp, struct runner_turn *turn, enum runner_end end)
{
    struct warp_context *w = &warp->context;
    bool runs = end != RUNNER_MEETS;
    while (warp->state == WARP_RUNS && !f->issued.spins) {
        if (is_held(f, block, warp) || turn_is_over(f, turn, w->pc))
            break;
        if (!runs && f->runner && (!f->turn_ends || f->turn_ends[w->pc] != TURN_GOES_ON)) {
            turn->holds = warp->holds;
            end = f->runner->run(f->runner, w, turn, &f->issued);
            if (!heed(f, block, warp, turn, end))
                return false;
            runs = end != RUNNER_MEETS;
            continue;
        }
        runs = false;
        if (!compute(f, warp, turn) && !issue(f, block, warp, turn))
            return false;
    }
    count(f, block, warp, turn);
    return true;
}

/* The runner has had the turn first. */
static inline bool end_turn(struct functional *f, struct functional_block *block,
                            struct functional_warp *warp, struct runner_turn *turn,
                            enum runner_end end)
{
    if (!heed(f, block, warp, turn, end))
        return false;
    if (warp->state == WARP_RUNS && !f->issued.spins)
        return go_on(f, block, warp, turn, end);
    count(f, block, warp, turn);
    return true;
}

bool functional_run_warp(struct functional *f, struct functional_block *block,
                         struct functional_warp *warp)
{
    struct runner_turn turn = {.end = f->instructions + TURN_INSTRUCTIONS,
                               .left = TURN_INSTRUCTIONS,
                               .holds = warp->holds};
    const uint8_t here = f->turn_ends ? f->turn_ends[warp->context.pc] : TURN_SHORT;
    if (f->runner && here != TURN_GOES_ON && !(here & warp->holds))
        return end_turn(f, block, warp, &turn,
                        f->runner->run(f->runner, &warp->context, &turn, &f->issued));
    f->issued.spins = false;
    if (G_UNLIKELY(f->heard))
        functional_tell_turn(f, &warp->context);
    return go_on(f, block, warp, &turn, RUNNER_MEETS);
}

bool functional_begin_warp(struct functional *f, struct functional_block *block,
                           struct functional_warp *warp)
{
    struct warp_context *w = functional_new_warp(block, warp);
    struct runner_turn turn = {.end = f->instructions + TURN_INSTRUCTIONS,
                               .left = TURN_INSTRUCTIONS,
                               .holds = warp->holds};
    return end_turn(f, block, warp, &turn, f->runner->begin(f->runner, w, &turn, &f->issued));
}
