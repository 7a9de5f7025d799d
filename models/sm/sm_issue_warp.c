/* SPDX-License-Identifier: BSD-3-Clause */
/* A warp's next instruction issues: what that does to the warp, its unit, its fetch and counters.
 *
 * Most instructions only write registers, in a run that the front end knows ahead. They take the
 * short way, sm_issue_plain.
 */
#include "models/sm/sm_events.h"
#include "models/sm/sm_meter.h"
#include "models/sm/sm_scoreboard.h"
#include "models/sm/unit_pool.h"

/* As occupy_unit, where operands are collected. */
G_NO_INLINE static uint64_t collect(struct unit_pool *pool, const struct collected *what,
                                    unsigned slot, uint64_t cycle)
{
    if (what->pipe == PIPE_LDST)
        return operand_collectors_read(pool->collectors, what, slot, cycle);
    return unit_pool_collect(pool, what, slot, cycle);
}

/* Keeps the instruction's unit busy; returns the cycle in which it starts. */
static inline uint64_t occupy_unit(struct sm *sm, struct unit_pool *pool,
                                   const struct sm_warp *warp, unsigned slot,
                                   const struct issue_facts *facts, uint32_t pc, uint64_t cycle)
{
    if (facts->unit_class < UNIT_CLASSES)
        sm->core.counters.units[facts->unit_class] += facts->busy;
    else if (facts->pipe == PIPE_LDST)
        sm->issue.ldst_issue_free = cycle + facts->busy;
    if (G_UNLIKELY(pool->collectors != NULL) && facts->pipe != PIPE_NONE)
        return collect(pool, &warp->facts->collected[pc], slot, cycle);
    return facts->unit_class < UNIT_CLASSES ? unit_pool_take(pool, facts->pipe, cycle, facts->busy)
                                            : cycle;
}

/* Lanes of a mask; mostly all of them, and baseline x86-64 counts bits by a library call. */
static inline unsigned lanes_in(lane_mask mask)
{
    return G_LIKELY(mask == UINT32_MAX) ? WARP_LANES : (unsigned)__builtin_popcount(mask);
}

/* The warp has done what is wrong: takes the text. If others go on, its block ends here. */
G_NO_INLINE static void fail_warp(struct sm *sm, unsigned slot, uint32_t pc, char *text)
{
    if (sm_warp_fault(&sm->blocks, slot, pc, &sm->issue.what, text))
        sm_stop_block(sm, sm->warps.list[slot].block);
}

static bool meets_at_barrier(struct sm *sm, unsigned slot, uint32_t pc)
{
    unsigned block = sm->warps.list[slot].block;
    bool goes_on = sm_barrier_arrive(&sm->blocks, slot, pc, &sm->issue.what);
    if (G_LIKELY(!sm->blocks.list[block].fault))
        return goes_on;
    sm_stop_block(sm, block);
    return false;
}

/* After a barrier, a fence, a release or an acquire: whether the warp may go on to its next
 * instruction; else it is in a mask of those that wait. */
static bool goes_on(struct sm *sm, unsigned slot, const struct instruction *instruction,
                    uint32_t pc)
{
    if (instruction->op_class == OP_BARRIER)
        return !sm->issue.what.active || meets_at_barrier(sm, slot, pc);
    if (instruction->op_class == OP_FENCE)
        return !sm->issue.what.active || sm_fence_enter(sm, slot, instruction, &sm->issue.what);
    sm_release_done(&sm->warps, slot);
    if (instruction->op_class == OP_ATOMIC && sm->core.config->access.atomic_waits &&
        sm->issue.what.active) {
        sm_acquire_enter(sm, slot);
        return false;
    }
    if (!(instruction->flags & INSTRUCTION_ACQUIRE) || !sm->issue.what.active ||
        sm->issue.what.space != SPACE_GLOBAL)
        return true;
    sm_acquire_enter(sm, slot);
    return false;
}

/* What is seldom: device printf, schedulers that ask, observers, blocks of several launches. */
G_NO_INLINE static void tell_issued(struct sm *sm, struct sm_warp *warp, unsigned slot, uint32_t pc)
{
    sm_meter_note(&sm->core, warp->context.block->launch->id);
    if (sm->issue.what.output)
        sm_note_output(sm, warp->context.block->launch, g_steal_pointer(&sm->issue.what.output));
    if (SM_WANTS(&sm->core, executed))
        sm_policy_executed(&sm->core, warp, pc, &sm->issue.what);
    if (!sm->core.site.observers)
        return;
    issued_expand(&sm->issue.what);
    OBSERVERS_TELL(sm->core.site.observers, issued, sm->core.site.index, sm->core.cycle, slot, pc,
                   &sm->issue.what);
}

static inline void count_issue(struct sm *sm, struct sm_warp *warp, const struct issue_facts *facts,
                               lane_mask active)
{
    struct sm_counters *counters = &sm->core.counters;
    const unsigned lanes = lanes_in(active);
    sm_warp_issued(warp);
    counters->warp_instructions++;
    counters->thread_instructions += lanes;
    counters->lanes[facts->lane_class] += lanes;
    counters->operands += lanes * facts->operands;
    counters->bank_conflict_cycles += facts->bank_cycles;
}

/* The front end runs the warp's next instruction; false, with a fault told, if it can't. */
static inline bool execute(struct sm *sm, struct sm_warp *warp, unsigned slot)
{
    const uint32_t pc = warp->context.pc;
    if (G_UNLIKELY(
            !warp->context.code->ops->issue(&warp->context, sm->core.cycle, &sm->issue.what))) {
        fail_warp(sm, slot, pc, sm->issue.what.fault);
        return false;
    }
    if (G_UNLIKELY(sm->issue.what.output != NULL || sm->core.meter.watched))
        tell_issued(sm, warp, slot, pc);
    return true;
}

/* The rest of an issue for instructions that do more than write registers; true if the warp goes on
 * to its next instruction. */
G_NO_INLINE static bool finish_issue(struct sm *sm, struct sm_warp *warp, unsigned slot,
                                     const struct issue_facts *facts, uint32_t pc, uint64_t start)
{
    const struct instruction *instruction = &warp->context.code->instructions[pc];
    if (facts->flags & FACT_BRANCH) {
        sm->core.counters.branches++;
        sm->core.counters.divergent_branches += sm->issue.what.diverged;
    }
    if (!(facts->flags & FACT_MEMORY))
        sm_set_destinations(warp, facts, instruction->registers, start + facts->latency);
    else if (sm->issue.what.active &&
             !sm_ldst_enqueue(&sm->ldst, slot, instruction, pc, start, &sm->issue.what)) {
        fail_warp(sm, slot, pc, sm->issue.what.fault);
        return false;
    }
    if (warp->context.active == 0) {
        sm_warp_exited(&sm->blocks, slot);
        return false;
    }
    if ((facts->flags & FACT_HOLDS) && !goes_on(sm, slot, instruction, pc))
        return false;
    sm_settle(&sm->warps, slot,
              sm->core.cycle + (facts->flags & FACT_CONTROL ? facts->latency : 1));
    return true;
}

bool sm_issue_warp(struct sm *sm, struct unit_pool *pool, unsigned slot)
{
    struct sm_warp *warp = &sm->warps.list[slot];
    const struct issue_facts *facts = warp->next;
    const uint64_t cycle = sm->core.cycle;
    const uint32_t pc = warp->context.pc;
    sm_warps_take(&sm->warps, slot, facts->pipe);
    if (!execute(sm, warp, slot))
        return false;
    count_issue(sm, warp, facts, sm->issue.what.active);
    const uint64_t start = occupy_unit(sm, pool, warp, slot, facts, pc, cycle);
    sm_fetch_consumed(&sm->fetch, warp, slot, pc);
    if (facts->flags != FACT_MADE || G_UNLIKELY(warp->context.active == 0))
        return finish_issue(sm, warp, slot, facts, pc, start);
    sm_set_destinations(warp, facts, facts->registers, start + facts->latency);
    sm_settle_quickly(&sm->warps, warp, slot, cycle, cycle + 1);
    return true;
}

/* sm_issue_plain where no short way leads. */
G_NO_INLINE static void issue_long(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp,
                                   unsigned slot)
{
    const struct issue_facts *facts = warp->next;
    const uint64_t cycle = sm->core.cycle;
    const uint32_t pc = warp->context.pc;
    sm_warps_take(&sm->warps, slot, facts->pipe);
    count_issue(sm, warp, facts, warp_context_step(&warp->context));
    const uint64_t start = occupy_unit(sm, pool, warp, slot, facts, pc, cycle);
    sm_fetch_consumed(&sm->fetch, warp, slot, pc);
    sm_set_destinations(warp, facts, facts->registers, start + facts->latency);
    sm_settle_quickly(&sm->warps, warp, slot, cycle, cycle + 1);
}

/* The end of a short way whose warp fetches from another line. */
G_NO_INLINE static void fetch_and_settle(struct sm *sm, struct sm_warp *warp, unsigned slot,
                                         uint32_t pc)
{
    const uint64_t cycle = sm->core.cycle;
    sm_fetch_on(&sm->fetch, warp, slot, pc);
    sm_settle_quickly(&sm->warps, warp, slot, cycle, cycle + 1);
}

/* The rest of a short way, which ends with the only call: so everything stays in registers. */
G_ALWAYS_INLINE static inline void started(struct sm *sm, struct sm_warp *warp, unsigned slot,
                                           const struct issue_facts *facts, uint64_t start)
{
    const uint64_t cycle = sm->core.cycle;
    const uint32_t pc = warp->context.pc;
    sm_set_destinations(warp, facts, facts->registers, start + facts->latency);
    sm_warps_take(&sm->warps, slot, facts->pipe);
    issue_tally_count(&sm->core.tally, facts);
    sm->core.counters.warp_instructions++;
    sm_warp_issued(warp);
    warp_context_step(&warp->context);
    if (G_LIKELY(sm_fetch_went_on(&sm->fetch, warp, pc)))
        sm_settle_quickly(&sm->warps, warp, slot, cycle, cycle + 1);
    else
        fetch_and_settle(sm, warp, slot, pc);
}

G_NO_INLINE static void issue_collected(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp,
                                        unsigned slot)
{
    const struct collected *what = &warp->facts->collected[warp->context.pc];
    started(sm, warp, slot, warp->next,
            unit_pool_collect_quickly(pool, what, slot, sm->core.cycle));
}

void sm_issue_plain(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp, unsigned slot)
{
    const struct issue_facts *facts = warp->next;
    const struct known_step *step = warp->context.step;
    const bool straight = sm->fetch.follows || step[1].pc == step[0].pc + 1;
    if (G_UNLIKELY(step->lanes != UINT32_MAX || !straight || facts->way == ISSUE_LONG))
        issue_long(sm, pool, warp, slot);
    else if (facts->way == ISSUE_COLLECTED)
        issue_collected(sm, pool, warp, slot);
    else
        started(sm, warp, slot, facts,
                unit_pool_take_one(pool, facts->pipe, sm->core.cycle, facts->busy));
}
