/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/sm_leap.h"
#include "models/functional/functional_access.h"
#include "models/sm/blocks/sm_block_barriers.h"
#include "models/sm/blocks/sm_blocks.h"
#include "models/sm/front/sm_scoreboard.h"
#include "models/sm/issue/sm_account.h"
#include "models/sm/issue/sm_stop.h"
#include "models/sm/policy/sm_orders.h"
#include "models/sm/whole/sm_observe.h"
#include "models/sm/whole/sm_output.h"
#include "models/sm/whole/sm_parts.h"
#include "workloads/instruction_source.h"

/* Instructions that a warp runs before the next one of its block does. */
enum { TURN = 16 };

/* A block that leaps. */
struct runner {
    struct sm *sm;
    struct sm_leap *leap;
    unsigned block;
    uint64_t left[WARP_SLOTS]; /* by warp slot: instructions that it may still run */
    int32_t loop[WARP_SLOTS];  /* its outermost loop; -1: it stands in none */
};

bool sm_leap_in_any_order(const struct kernel_code *code)
{
    for (uint32_t i = 0; i < code->n_instructions; i++) {
        const struct instruction *instruction = &code->instructions[i];
        const bool atomic =
            instruction->op_class == OP_ATOMIC && instruction->space != SPACE_SHARED;
        const bool strong = instruction->access_bytes > 0 &&
                            (instruction->flags & (INSTRUCTION_STRONG | INSTRUCTION_ACQUIRE)) &&
                            instruction->space != SPACE_SHARED;
        if (atomic || strong || instruction->op_class == OP_SYNC ||
            (instruction->op_class == OP_TENSOR && (instruction->flags & INSTRUCTION_GROUP)))
            return false;
    }
    return !code->traced && !code->allocates;
}

bool sm_leap_fits(const struct kernel_code *code)
{
    return sm_leap_in_any_order(code) && code->n_loops > 0;
}

static int32_t outermost(const struct kernel_code *code, uint32_t pc)
{
    int32_t loop = code->instructions[pc].loop;
    while (loop >= 0 && code->loops[loop].parent >= 0)
        loop = code->loops[loop].parent;
    return loop;
}

void sm_stand(const struct sm *sm, struct sm_block_stand *out)
{
    for (unsigned i = 0; i < SM_MAX_BLOCKS; i++) {
        const struct sm_block *block = &sm->blocks.list[i];
        out[i] = (struct sm_block_stand){.is = sm->blocks.used >> i & 1};
        if (!out[i].is)
            continue;
        out[i].index = block->index;
        out[i].start_cycle = block->start_cycle;
        out[i].instructions = block->instructions;
    }
    for (uint64_t left = sm->warps.resident; left; left &= left - 1) {
        const struct sm_warp *warp = &sm->warps.list[__builtin_ctzll(left)];
        out[warp->block].instructions += warp->instructions;
    }
}

/* The gap that has begun ends here. Where the SM's last turn ended depends on the lookahead, so it
 * does not say where the gap ends. */
static void end_gap(struct sm *sm, sim_time time)
{
    const uint64_t cycle = clock_cycle_at_or_after(&sm->core.config->clock, time);
    if (cycle <= sm->issue.accounted)
        return;
    if (sm->core.policies.orders)
        sm_orders_gap(sm, cycle);
    sm_account_gap(sm, cycle);
    if (sm->core.site.observers)
        sm_observe_gap(sm, cycle);
}

void sm_hold(struct sm *sm, sim_time time)
{
    end_gap(sm, time);
    sm_warps_hold(&sm->warps);
}

static bool awaits_nothing(const struct sm *sm, unsigned slot)
{
    const struct sm_warp *warp = &sm->warps.list[slot];
    for (uint32_t i = 0; i < warp->facts->slots; i++)
        if (warp->ready_at[i] == CYCLE_NEVER)
            return false;
    return warp->outstanding == 0 && sm->accesses.copies[slot].out == 0;
}

bool sm_is_still(const struct sm *sm)
{
    if ((sm->warps.resident & ~(sm->warps.held | sm->warps.at_barrier)) || sm->fetch.missing ||
        sm->ldst.count > 0 || sm->ldst.retries.n > 0 || sm->port.out.count > 0 || sm->mail.n > 0)
        return false;
    for (uint64_t left = sm->warps.resident; left; left &= left - 1)
        if (!awaits_nothing(sm, (unsigned)__builtin_ctzll(left)))
            return false;
    return true;
}

static void blame(struct runner *run, unsigned slot, uint32_t pc, struct issued *what)
{
    if (sm_warp_fault(&run->sm->blocks, slot, pc, what, what->fault))
        sm_stop_block(run->sm, run->block);
    run->left[slot] = 0;
}

/* The effects of an instruction that was issued, beyond registers and shared memory. */
static void follow_up(struct runner *run, unsigned slot, uint32_t pc, struct issued *what)
{
    struct sm *sm = run->sm;
    struct sm_warp *warp = &sm->warps.list[slot];
    const struct instruction *instruction = &warp->context.code->instructions[pc];
    const struct functional_listener *listener = run->leap->listener;
    run->leap->thread_instructions += (unsigned)__builtin_popcount(issued_lanes(what));
    listener->issued(listener->data, instruction, what);
    if (what->output)
        sm_note_output(sm, warp->context.block->launch, g_steal_pointer(&what->output));
    if (instruction->access_bytes > 0 &&
        !functional_access(run->leap->memory, NULL, false, &warp->context, pc, instruction, what))
        blame(run, slot, pc, what);
    else if (instruction->op_class == OP_BARRIER && what->active)
        sm_barrier_arrive(&sm->blocks, slot, pc, what);
}

/* Whether the warp may run its next instruction. */
static bool may_run(const struct runner *run, unsigned slot)
{
    const struct warp_context *w = &run->sm->warps.list[slot].context;
    return run->left[slot] > 0 && !(run->sm->warps.at_barrier >> slot & 1) &&
           (run->leap->to_end || outermost(w->code, w->pc) == run->loop[slot]) &&
           w->code->instructions[w->pc].op_class != OP_EXIT;
}

/* How many instructions the warp has run. */
static unsigned run_turn(struct runner *run, unsigned slot)
{
    struct warp_context *w = &run->sm->warps.list[slot].context;
    struct issued *what = &run->sm->issue.what;
    unsigned n = 0;
    for (; n < TURN && may_run(run, slot); n++) {
        const uint32_t pc = w->pc;
        run->left[slot]--;
        if (w->code->ops->issue(w, run->sm->core.cycle, what))
            follow_up(run, slot, pc, what);
        else
            blame(run, slot, pc, what);
    }
    return n;
}

static void count_warps(struct runner *run, uint64_t warps)
{
    for (uint64_t left = warps; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctzll(left);
        const struct sm_warp *warp = &run->sm->warps.list[slot];
        if (warp->block != run->block || run->loop[slot] < 0)
            continue;
        run->leap->warps++;
        run->leap->at_ends += run->left[slot] > 0 &&
                              outermost(warp->context.code, warp->context.pc) != run->loop[slot];
    }
}

static bool has_barriers(const struct kernel_code *code)
{
    for (uint32_t i = 0; i < code->n_instructions; i++)
        if (code->instructions[i].op_class == OP_BARRIER)
            return true;
    return false;
}

/* Barriers keep a block's warps together. Without them, warps get shares of what the block leaps,
 * as they have had of what it has issued. */
static void share_out(struct runner *run, uint64_t warps)
{
    const uint64_t most = run->leap->most[run->block];
    const struct kernel_code *code = run->sm->blocks.list[run->block].context.launch->code;
    uint64_t issued = 0, n = 0;
    for (uint64_t left = warps; left; left &= left - 1) {
        const struct sm_warp *warp = &run->sm->warps.list[__builtin_ctzll(left)];
        issued += warp->block == run->block ? warp->instructions : 0;
        n += warp->block == run->block;
    }
    const bool together = run->leap->to_end || issued == 0 || has_barriers(code);
    for (uint64_t left = warps; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctzll(left);
        const struct sm_warp *warp = &run->sm->warps.list[slot];
        const double own = (double)warp->instructions;
        run->loop[slot] = outermost(warp->context.code, warp->context.pc);
        run->left[slot] = together ? most : (uint64_t)((double)(most * n) * own / (double)issued);
        if (run->loop[slot] < 0 && !run->leap->to_end)
            run->left[slot] = 0;
    }
}

static void leap_block(struct runner *run)
{
    struct sm *sm = run->sm;
    const uint64_t warps = sm->warps.resident;
    uint64_t before, *sum = &run->leap->leapt[run->block];
    share_out(run, warps);
    do {
        before = *sum;
        for (uint64_t left = warps; left; left &= left - 1) {
            const unsigned slot = (unsigned)__builtin_ctzll(left);
            if (sm->warps.list[slot].block == run->block)
                *sum += run_turn(run, slot);
        }
    } while (*sum > before);
    run->leap->warp_instructions += *sum;
    count_warps(run, warps);
}

void sm_leap(struct sm *sm, struct sm_leap *leap, sim_time time)
{
    struct sm_counters *counters = &sm->core.counters;
    end_gap(sm, time);
    const struct sm_counters before = *counters;
    struct runner run = {.sm = sm, .leap = leap};
    for (uint64_t used = sm->blocks.used; used; used &= used - 1) {
        run.block = (unsigned)__builtin_ctzll(used);
        if (leap->most[run.block] > 0)
            leap_block(&run);
    }
    *counters = before;
    sm_drop_device_lines(&sm->blocks);
}

void sm_go(struct sm *sm, sim_time time)
{
    const uint64_t cycle = clock_cycle_at_or_after(&sm->core.config->clock, time);
    end_gap(sm, time);
    sm_core_enter(&sm->core, cycle);
    for (uint64_t left = sm->warps.resident & ~sm->warps.draining; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctzll(left);
        const bool held = (sm->warps.held & ~sm->warps.at_barrier) >> slot & 1;
        sm_warps_let_go(&sm->warps, slot);
        if (!(sm->fetch.missing >> slot & 1)) { /* else it has not leapt */
            sm_fetch_start_warp(&sm->fetch, slot);
            sm_fetch_next(&sm->fetch, slot);
        }
        if (held)
            sm_settle(&sm->warps, slot, cycle + 1);
    }
}
