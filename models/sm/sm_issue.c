/* SPDX-License-Identifier: BSD-3-Clause */
/* Schedulers: each cycle, each picks one of its ready warps whose unit is free.
 *
 * Candidates are masks: the ready warps without those whose next instruction needs a full pipe.
 */
#include "models/sm/sm_events.h"
#include "models/sm/sm_meter.h"
#include "models/sm/sm_scoreboard.h"
#include "models/sm/unit_pool.h"

/* Units other than load/store ones, which serve all schedulers. */
static inline struct unit_pool *pool_of(struct sm *sm, unsigned scheduler)
{
    return &sm->issue.pools[sm->core.config->private_units ? scheduler : 0];
}

/* Pipes that take nothing from this scheduler in a cycle. */
static inline uint32_t full_pipes(struct sm *sm, unsigned scheduler, uint64_t cycle)
{
    uint32_t full = unit_pool_busy(pool_of(sm, scheduler), cycle);
    bool ldst_full =
        sm->issue.ldst_issue_free > cycle || sm_ldst_room_at(&sm->ldst, sm->core.config) > cycle;
    return full | (uint32_t)ldst_full << PIPE_LDST;
}

/* Ready warps that the scheduler's orders, if it has any, do not hold back. */
static inline uint64_t not_held(const struct sm *sm, uint64_t ready, const bool ordered)
{
    return ordered ? ready & ~sm_held(sm, ready) : ready;
}

static inline uint64_t without_pipes(const struct sm *sm, uint64_t warps, uint32_t pipes)
{
    for (; pipes; pipes &= pipes - 1)
        warps &= ~sm->warps.by_pipe[__builtin_ctz(pipes)];
    return warps;
}

/* When a scheduler's ready warps, none of which can issue in the next cycle, find a free unit. A
 * load/store queue that must make progress first is not waited for: it has a time of its own. */
static uint64_t first_unit(struct sm *sm, unsigned scheduler, uint64_t warps)
{
    const struct unit_pool *pool = pool_of(sm, scheduler);
    uint64_t at = CYCLE_NEVER;
    for (uint32_t full = pool->busy; full; full &= full - 1) {
        unsigned pipe = (unsigned)__builtin_ctz(full);
        if (sm->warps.by_pipe[pipe] & warps)
            at = MIN(at, pool->pipes[pipe].room_at);
    }
    if (sm->warps.by_pipe[PIPE_LDST] & warps)
        at = MIN(at, MAX(sm->issue.ldst_issue_free, sm_ldst_room_at(&sm->ldst, sm->core.config)));
    return at;
}

static inline uint64_t next_issue(struct sm *sm, const bool ordered)
{
    uint64_t at =
        ordered ? MAX((*sm->core.policies.orders)->review, sm->core.cycle + 1) : CYCLE_NEVER;
    for (unsigned s = 0; sm->warps.ready && s < sm->core.config->schedulers; s++) {
        uint64_t mine = not_held(sm, sm->warps.ready & sm->warps.by_scheduler[s], ordered);
        if (!mine)
            continue;
        if (without_pipes(sm, mine, full_pipes(sm, s, sm->core.cycle + 1)))
            return sm->core.cycle + 1;
        at = MIN(at, first_unit(sm, s, mine));
    }
    return at;
}

uint64_t sm_next_issue(struct sm *sm)
{
    return next_issue(sm, false);
}

uint64_t sm_next_issue_ordered(struct sm *sm)
{
    return next_issue(sm, true);
}

/* Keeps the instruction's unit busy; returns the cycle in which it starts. */
static inline uint64_t occupy_unit(struct sm *sm, unsigned scheduler,
                                   const struct issue_facts *facts, uint64_t cycle)
{
    unsigned pipe = facts->pipe;
    if (pipe == PIPE_LDST)
        sm->issue.ldst_issue_free = cycle + facts->busy;
    else if (pipe != PIPE_NONE)
        return unit_pool_take(pool_of(sm, scheduler), pipe, sm->core.config->pipes[pipe],
                              sm->core.config->unit_queue, sm->core.config->unit_wait, cycle,
                              facts->busy);
    return cycle;
}

/* Lanes of a mask; mostly all of them, and baseline x86-64 counts bits by a library call. */
static inline unsigned lanes_in(lane_mask mask)
{
    return G_LIKELY(mask == UINT32_MAX) ? WARP_LANES : (unsigned)__builtin_popcount(mask);
}

/* After a barrier, a fence, a release or an acquire: whether the warp may go on to its next
 * instruction; else it is in a mask of those that wait. */
static bool goes_on(struct sm *sm, unsigned slot, const struct instruction *instruction,
                    uint32_t pc)
{
    if (instruction->op_class == OP_BARRIER)
        return !sm->issue.what.active || sm_barrier_arrive(&sm->blocks, slot, pc, &sm->issue.what);
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
        sm_note_output(sm, warp->context.block->launch->id,
                       g_steal_pointer(&sm->issue.what.output));
    if (SM_WANTS(&sm->core, executed))
        sm_policy_executed(&sm->core, warp, pc, &sm->issue.what);
    if (!sm->core.site.observers)
        return;
    issued_expand(&sm->issue.what);
    OBSERVERS_TELL(sm->core.site.observers, issued, sm->core.site.index, sm->core.cycle, slot, pc,
                   &sm->issue.what);
}

static inline void count_issue(struct sm *sm, struct sm_warp *warp, const struct issue_facts *facts,
                               unsigned slot, uint32_t pc)
{
    if (G_UNLIKELY(sm->issue.what.output != NULL || sm->core.meter.watched))
        tell_issued(sm, warp, slot, pc);
    sm_warp_issued(warp);
    sm->core.counters.warp_instructions++;
    unsigned lanes = lanes_in(sm->issue.what.active);
    sm->core.counters.thread_instructions += lanes;
    sm->core.counters.lanes[facts->lane_class] += lanes;
    sm->core.counters.operands += lanes * facts->operands;
    sm->core.counters.bank_conflict_cycles += facts->bank_cycles;
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
             !sm_ldst_enqueue(&sm->ldst, slot, instruction, pc, &sm->issue.what))
        sm_warp_fault(&sm->blocks, slot, pc, &sm->issue.what, sm->issue.what.fault);
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

/* True if the warp has gone on to its next instruction. */
static inline bool issue_warp(struct sm *sm, unsigned scheduler, unsigned slot)
{
    struct sm_warp *warp = &sm->warps.list[slot];
    const struct issue_facts *facts = warp->next;
    uint64_t cycle = sm->core.cycle;
    uint32_t pc = warp->context.pc;
    sm_warps_take(&sm->warps, slot, facts->pipe);
    if (G_UNLIKELY(!warp->context.code->ops->issue(&warp->context, cycle, &sm->issue.what))) {
        if (sm_warp_fault(&sm->blocks, slot, pc, &sm->issue.what, sm->issue.what.fault))
            sm_warp_exited(&sm->blocks, slot);
        return false;
    }
    count_issue(sm, warp, facts, slot, pc);
    uint64_t start = occupy_unit(sm, scheduler, facts, cycle);
    sm_fetch_consumed(&sm->fetch, warp, slot, pc, sm->core.config);
    if (facts->flags != FACT_MADE || G_UNLIKELY(warp->context.active == 0))
        return finish_issue(sm, warp, slot, facts, pc, start);
    sm_set_destinations(warp, facts, facts->registers, start + facts->latency);
    sm_settle_quickly(&sm->warps, warp, slot, cycle, cycle + 1);
    return true;
}

static void tell_stalled(struct sm *sm, unsigned scheduler)
{
    if (sm->issue.stalled >> scheduler & 1)
        return;
    sm->issue.stalled |= (uint8_t)(1u << scheduler);
    SM_TELL(&sm->core, stalled, scheduler, sm_fresh_view(&sm->core));
}

/* A further instruction of the warp that has just issued, to another kind of unit. */
G_NO_INLINE static void issue_second(struct sm *sm, unsigned scheduler, unsigned slot,
                                     unsigned first_pipe)
{
    unsigned pipe = sm->warps.list[slot].next->pipe;
    if (pipe == first_pipe || (full_pipes(sm, scheduler, sm->core.cycle) >> pipe & 1) ||
        (sm->core.policies.orders && sm_held(sm, bit_of(slot))) || !sm_take_back(&sm->warps, slot))
        return;
    if (sm->core.policies.orders)
        sm->issue.next_access->known &= ~bit_of(slot);
    sm->core.counters.second_issues++;
    issue_warp(sm, scheduler, slot);
}

/* What the scheduler does in this cycle. Inlined into both loops: it is most of what an idle cycle
 * costs. */
G_ALWAYS_INLINE static inline enum slot_reason schedule(struct sm *sm, unsigned s,
                                                        const bool ordered)
{
    struct sm_policies *policies = &sm->core.policies;
    uint64_t mine = not_held(sm, sm->warps.ready & sm->warps.by_scheduler[s], ordered);
    uint64_t candidates = mine ? without_pipes(sm, mine, full_pipes(sm, s, sm->core.cycle)) : 0;
    if (!candidates)
        return sm_stall_reason(sm, s);
    const struct warp_view *view =
        sm_view_with(&sm->core, sm->warps.resident, sm->warps.at_barrier);
    unsigned slot = policies->pick(policies->scheduler_state, s, candidates, view);
    if (G_UNLIKELY(sm->core.site.observers != NULL))
        sm_tell_picked(sm, s, candidates, slot);
    if (slot == WARP_NONE)
        return SLOT_POLICY;
    if (G_UNLIKELY(slot > WARP_NONE || !(candidates >> slot & 1))) {
        sm_fault_of_scheduler(&sm->core, s, candidates, slot);
        return SLOT_POLICY;
    }
    sm->issue.stalled &= (uint8_t) ~(1u << s);
    SM_MEMBERS_TELL(&policies->members, issued, s, slot, view);
    const struct issue_facts *first = sm->warps.list[slot].next;
    if (ordered)
        sm->issue.next_access->known &= ~bit_of(slot);
    if (issue_warp(sm, s, slot) && G_UNLIKELY(sm->core.config->issue_width > 1) &&
        !(first->flags & FACT_CONTROL)) /* where a branch goes is not known in its cycle */
        issue_second(sm, s, slot, first->pipe);
    return SLOT_ISSUED;
}

G_ALWAYS_INLINE static inline void issue(struct sm *sm, const bool ordered)
{
    /* No warp can issue and the policy knows: the cycle is part of a gap (sm_account_gap). */
    if (!sm->warps.ready && sm->issue.stalled == (1u << sm->core.config->schedulers) - 1)
        return;
    if (G_UNLIKELY(sm->core.meter.stale))
        sm_meter_refresh(&sm->blocks);
    bool active = sm->warps.resident != 0;
    unsigned n = sm->core.config->schedulers;
    unsigned s = sm->core.config->issue_rotates ? (unsigned)(sm->core.cycle % n) : 0;
    for (unsigned i = 0; i < n; i++, s = s + 1 == n ? 0 : s + 1) {
        enum slot_reason reason = schedule(sm, s, ordered);
        sm->core.counters.slots[reason]++;
        if (reason != SLOT_ISSUED) {
            tell_stalled(sm, s);
            if (ordered)
                sm_policy_blocked(sm, s, 1);
        }
    }
    sm->core.counters.active_cycles += active;
    sm->core.counters.ldst_stall_cycles += sm_ldst_waits(&sm->ldst);
    sm->issue.accounted = sm->core.cycle + 1;
}

void sm_issue(struct sm *sm)
{
    issue(sm, false);
}

void sm_issue_ordered(struct sm *sm)
{
    issue(sm, true);
}
