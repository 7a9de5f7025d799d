/* SPDX-License-Identifier: BSD-3-Clause */
/* A warp's next instruction issues: the effects on the warp, its unit, its fetch and counters.
 *
 * Most instructions only write registers, in a run that the front end knows ahead. They take the
 * short ways: sm_issue_short, sm_issue_several and sm_issue_collected.
 */
#include "models/sm/issue/sm_issue_warp.h"
#include "models/sm/blocks/sm_block_barriers.h"
#include "models/sm/blocks/sm_blocks.h"
#include "models/sm/blocks/sm_tell.h"
#include "models/sm/core/sm_meter.h"
#include "models/sm/front/sm_requests.h"
#include "models/sm/front/sm_scoreboard.h"
#include "models/sm/front/unit_pool.h"
#include "models/sm/issue/sm_stop.h"
#include "models/sm/ldst/sm_ldst_enqueue.h"
#include "models/sm/tma/sm_mbarrier.h"
#include "models/sm/whole/sm_fence.h"
#include "models/sm/whole/sm_output.h"
#include "models/sm/whole/sm_sync.h"
#include "workloads/atomic.h"
#include "workloads/instruction_source.h"

/* occupy_unit for units with operand collectors. */
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
    else if (facts->pipe == PIPE_LDST) {
        *sm_ldst_way(sm, pool) = cycle + facts->busy;
        sm->issue.ldst_turns = (struct ldst_turns){.last = slot, .kept = CYCLE_NEVER};
    }
    if (G_UNLIKELY(pool->collectors != NULL) && facts->pipe != PIPE_NONE &&
        facts->pipe != PIPE_GROUP)
        return collect(pool, &warp->facts->collected[pc], slot, cycle);
    return facts->unit_class < UNIT_CLASSES ? unit_pool_take(pool, facts->pipe, cycle, facts->busy)
                                            : cycle;
}

/* The warp has made an error: takes the text. If other launches go on, its block ends here. */
G_NO_INLINE static void fail_warp(struct sm *sm, unsigned slot, uint32_t pc, char *text)
{
    if (sm_warp_fault(&sm->blocks, slot, pc, &sm->issue.what, text))
        sm_stop_block(sm, sm->warps.list[slot].block);
    sm->issue.what.fault_kind = FAULT_OTHER; /* the next fault has a kind of its own */
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

/* An instruction on mbarriers or of bulk copies. */
G_NO_INLINE static bool syncs(struct sm *sm, unsigned slot, uint32_t pc)
{
    char *fault;
    const bool goes_on = sm_sync_enter(sm, slot, pc, &fault);
    if (G_LIKELY(!fault))
        return goes_on;
    fail_warp(sm, slot, pc, fault);
    return false;
}

/* A product of a warp group, or what the warp does about them: settles the warp. */
static void issue_group(struct sm *sm, unsigned slot, const struct instruction *instruction)
{
    const struct scheduler *own = sm->issue.schedulers;
    while (!(own->warps >> slot & 1))
        own++;
    sm_settle(&sm->warps, slot,
              warp_groups_issue(&sm->issue.groups[slot], sm->warps.age[slot], own->pool,
                                sm->core.config, instruction, sm->warps.list[slot].next,
                                sm->core.cycle, &sm->core.counters.units[UNITS_TENSOR]));
}

/* After a barrier, a fence, a release or an acquire: whether the warp may go on to its next
 * instruction. If not, it is in a mask of those that wait, or settled. */
static bool goes_on(struct sm *sm, unsigned slot, const struct instruction *instruction,
                    uint32_t pc)
{
    if (instruction->flags & INSTRUCTION_GROUP) {
        issue_group(sm, slot, instruction);
        return false;
    }
    if ((instruction->op_class == OP_BARRIER || instruction->op_class == OP_SYNC) &&
        (instruction->flags & INSTRUCTION_RELEASE))
        sm_release_done(&sm->warps, slot);
    if (instruction->op_class == OP_BARRIER)
        return !sm->issue.what.active || meets_at_barrier(sm, slot, pc);
    if (instruction->op_class == OP_FENCE && sm->issue.what.async != ASYNC_BULK_WAIT)
        return !sm->issue.what.active || sm_fence_enter(sm, slot, instruction, &sm->issue.what);
    if (instruction->op_class == OP_SYNC || instruction->op_class == OP_FENCE)
        return !sm->issue.what.active || syncs(sm, slot, pc);
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

/* Rare work: device printf, schedulers that ask, observers, blocks of several launches. */
G_NO_INLINE static void tell_issued(struct sm *sm, struct sm_warp *warp, unsigned slot, uint32_t pc)
{
    sm_meter_note(&sm->core, warp->context.block->launch->id);
    if (sm->issue.what.output)
        sm_note_output(sm, warp->context.block->launch, g_steal_pointer(&sm->issue.what.output));
    if (SM_WANTS(&sm->core, executed))
        sm_tell_executed(&sm->core, warp, pc, &sm->issue.what);
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
    const unsigned lanes = issue_tally_lanes(active);
    sm_warp_issued(warp);
    counters->warp_instructions++;
    counters->thread_instructions += lanes;
    counters->lanes[facts->lane_class] += lanes;
    counters->operands += lanes * facts->operands;
    counters->bank_conflict_cycles += facts->bank_cycles;
}

/* The front end runs the warp's next instruction. False if it can't; the fault has been told. */
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
G_ALWAYS_INLINE static inline bool finish_issue(struct sm *sm, struct sm_warp *warp, unsigned slot,
                                                const struct issue_facts *facts, uint32_t pc,
                                                uint64_t start)
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
    } else if (G_UNLIKELY(instruction->atomic_op == ATOMIC_ARRIVE)) { /* the block's own, perhaps */
        sm_mbarrier_changed(&sm->tma, warp->block);
    }
    if (warp->context.active == 0) {
        sm_warp_exited(&sm->blocks, slot);
        return false;
    }
    if ((facts->flags & FACT_HOLDS) && !goes_on(sm, slot, instruction, pc))
        return false;
    const uint64_t cycle = sm->core.cycle;
    const uint64_t earliest = cycle + (facts->flags & FACT_CONTROL ? facts->latency : 1);
    if (facts->flags & FACT_MEMORY) { /* its next instruction mostly waits for memory */
        sm_settle(&sm->warps, slot, earliest);
        return true;
    }
    sm_warp_not_before(&sm->warps, slot, earliest);
    sm_settle_quickly(&sm->warps, warp, slot, cycle, earliest);
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
    count_issue(sm, warp, facts, issued_lanes(&sm->issue.what));
    const uint64_t start = occupy_unit(sm, pool, warp, slot, facts, pc, cycle);
    sm_fetch_consumed(&sm->fetch, warp, slot, pc);
    if (facts->flags != FACT_MADE || G_UNLIKELY(warp->context.active == 0))
        return finish_issue(sm, warp, slot, facts, pc, start);
    sm_set_destinations(warp, facts, facts->registers, start + facts->latency);
    sm_settle_quickly(&sm->warps, warp, slot, cycle, cycle + 1);
    return true;
}

bool sm_issue_known(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp, unsigned slot)
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
    return warp->buffer.at != CYCLE_NEVER;
}

/* Ends a short way if the warp's next instruction has no short way, or is not known yet. */
G_NO_INLINE static bool settle_any(struct sm *sm, struct sm_warp *warp, unsigned slot)
{
    const uint64_t cycle = sm->core.cycle;
    sm_settle_quickly(&sm->warps, warp, slot, cycle, cycle + 1);
    return warp->buffer.at != CYCLE_NEVER;
}

/* When the warp, which has issued in this cycle, is ready for its next instruction. */
static inline bool settle_shortly(struct sm *sm, struct sm_warp *warp, unsigned slot,
                                  uint64_t cycle)
{
    const struct issue_facts *next = &warp->of_code[warp->context.pc];
    if (G_UNLIKELY(next->way == ISSUE_LONG))
        return settle_any(sm, warp, slot);
    const uint64_t at = MAX(facts_short_operands_at(warp, next), cycle + 1);
    if (G_LIKELY(sm_settle_known(&sm->warps, warp, slot, next, cycle, at)))
        return true;
    return settle_any(sm, warp, slot);
}

/* The same for a warp that fetches from another line. False: the fetch has missed. */
G_NO_INLINE static bool fetch_and_settle(struct sm *sm, struct sm_warp *warp, unsigned slot,
                                         uint32_t pc)
{
    sm_fetch_on(&sm->fetch, warp, slot, pc);
    return settle_shortly(sm, warp, slot, sm->core.cycle) && warp->buffer.at != CYCLE_NEVER;
}

/* The rest of a short way, which ends with the only call: so everything stays in registers. */
G_ALWAYS_INLINE static inline bool started(struct sm *sm, struct sm_warp *warp, unsigned slot,
                                           const struct issue_facts *facts, uint64_t cycle,
                                           uint64_t start)
{
    const uint32_t pc = warp->context.pc;
    sm_set_destination(warp, facts, start + facts->latency);
    sm_warps_take(&sm->warps, slot, facts->pipe);
    issue_tally_count(&sm->core.tally, facts->kind, warp_context_step(&warp->context));
    sm->core.counters.warp_instructions++;
    sm_warp_issued(warp);
    if (G_UNLIKELY(!sm_fetch_went_on(&sm->fetch, warp, pc)))
        return fetch_and_settle(sm, warp, slot, pc);
    return settle_shortly(sm, warp, slot, cycle);
}

bool sm_issue_short(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp, unsigned slot,
                    uint64_t cycle)
{
    const struct issue_facts *facts = warp->next;
    return started(sm, warp, slot, facts, cycle,
                   unit_pool_take_one(pool, facts->pipe, cycle, facts->busy));
}

bool sm_issue_collected(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp, unsigned slot,
                        uint64_t cycle)
{
    const struct collected *what = &warp->facts->collected[warp->context.pc];
    return started(sm, warp, slot, warp->next, cycle,
                   unit_pool_collect_quickly(pool, what, slot, cycle));
}

bool sm_issue_several(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp, unsigned slot,
                      uint64_t cycle)
{
    const struct issue_facts *facts = warp->next;
    return started(sm, warp, slot, facts, cycle,
                   unit_pool_take(pool, facts->pipe, cycle, facts->busy));
}
