/* SPDX-License-Identifier: BSD-3-Clause */
/* Schedulers: each cycle, each picks one of its ready warps whose unit is free.
 *
 * Candidates are masks: the ready warps without those whose next instruction needs a full pipe.
 */
#include "models/sm/sm_events.h"
#include "models/sm/sm_meter.h"
#include "models/sm/sm_scoreboard.h"
#include "models/sm/unit_pool.h"

void sm_issue_init(struct sm *sm, struct arena *arena)
{
    const struct sm_config *config = sm->core.config;
    sm->issue.stalled = sm->issue.all = (uint8_t)((1u << config->schedulers) - 1);
    sm->issue.told =
        sm->core.site.observers || config->issue_width > 1 || SM_WANTS(&sm->core, stalled);
    for (unsigned s = 0; s < config->schedulers; s++) {
        sm->issue.pool[s] = &sm->issue.pools[config->private_units ? s : 0];
        if (s == 0 || config->private_units)
            unit_pool_init(&sm->issue.pools[s], config, arena);
    }
}

/* The cycle from which the load/store unit takes an instruction. */
static inline uint64_t ldst_room_at(const struct sm *sm)
{
    return MAX(sm->issue.ldst_issue_free, sm->ldst.room_at);
}

/* Ready warps that the scheduler's orders, if it has any, do not hold back. */
static inline uint64_t not_held(const struct sm *sm, uint64_t ready, const bool ordered)
{
    return ordered ? ready & ~sm_held(sm, ready) : ready;
}

/* Of a scheduler's warps, those whose pipe takes an instruction in this cycle. */
static inline uint64_t with_room(const struct sm *sm, struct unit_pool *pool, uint64_t warps,
                                 uint64_t cycle)
{
    const uint64_t *by_pipe = sm->warps.by_pipe;
    for (uint32_t full = unit_pool_busy(pool, cycle); full; full &= full - 1)
        warps &= ~by_pipe[__builtin_ctz(full)];
    if ((warps & by_pipe[PIPE_LDST]) && ldst_room_at(sm) > cycle)
        warps &= ~by_pipe[PIPE_LDST];
    return warps;
}

/* When a scheduler's ready warps, none of which can issue in the next cycle, find a free unit. A
 * load/store queue that must make progress first is not waited for: it has a time of its own. */
static uint64_t first_unit(struct sm *sm, unsigned scheduler, uint64_t warps)
{
    const struct unit_pool *pool = sm->issue.pool[scheduler];
    uint64_t at = CYCLE_NEVER;
    for (uint32_t full = pool->busy; full; full &= full - 1) {
        unsigned pipe = (unsigned)__builtin_ctz(full);
        if (sm->warps.by_pipe[pipe] & warps)
            at = MIN(at, pool->pipes[pipe].room_at);
    }
    if (sm->warps.by_pipe[PIPE_LDST] & warps)
        at = MIN(at, ldst_room_at(sm));
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
        if (with_room(sm, sm->issue.pool[s], mine, sm->core.cycle + 1))
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

/* True if the warp has gone on to its next instruction. */
static bool issue_warp(struct sm *sm, struct unit_pool *pool, unsigned slot)
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

/* The warp's next instruction writes registers and nothing more, the front end knows what follows
 * it, and nobody wants to hear of it. */
static inline bool is_plain(const struct sm *sm, const struct sm_warp *warp)
{
    return warp->context.n_steps > 1 && warp->next->flags == FACT_MADE && !sm->core.meter.watched;
}

/* As issue_warp, of a plain instruction. */
G_NO_INLINE static void issue_plain(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp,
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

/* The scheduler issues nothing. With policies that want to hear of it, who hear it once. */
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
    struct unit_pool *pool = sm->issue.pool[scheduler];
    if (pipe == first_pipe || !with_room(sm, pool, bit_of(slot), sm->core.cycle) ||
        (sm->core.policies.orders && sm_held(sm, bit_of(slot))) || !sm_take_back(&sm->warps, slot))
        return;
    if (sm->core.policies.orders)
        sm->issue.next_access->known &= ~bit_of(slot);
    sm->core.counters.second_issues++;
    issue_warp(sm, pool, slot);
}

/* The warp's instruction, and the one behind it if that can issue in the same cycle. */
G_NO_INLINE static void issue_pair(struct sm *sm, unsigned scheduler, unsigned slot)
{
    const struct issue_facts *first = sm->warps.list[slot].next;
    if (issue_warp(sm, sm->issue.pool[scheduler], slot) &&
        !(first->flags & FACT_CONTROL)) /* where a branch goes is not known in its cycle */
        issue_second(sm, scheduler, slot, first->pipe);
}

/* What there may be beside a scheduler that picks one warp: orders that hold warps back; or,
 * `told`, observers, policies that hear of stalls, warps that issue two instructions in a cycle.
 * Constants, so that a loop without has no trace of them. */
struct extras {
    bool ordered, told;
};

/* Issues the warp's next instruction. */
G_ALWAYS_INLINE static inline void issue_next(struct sm *sm, unsigned s, unsigned slot,
                                              const struct extras extras)
{
    struct sm_warp *warp = &sm->warps.list[slot];
    struct unit_pool *pool = sm->issue.pool[s];
    if (extras.told && sm->core.config->issue_width > 1)
        issue_pair(sm, s, slot);
    else if (is_plain(sm, warp))
        issue_plain(sm, pool, warp, slot);
    else
        issue_warp(sm, pool, slot);
}

/* The scheduler takes one of its candidates. Inlined into the loops, as schedule() is: this is most
 * of what a cycle costs. */
G_ALWAYS_INLINE static inline enum slot_reason pick(struct sm *sm, unsigned s, uint64_t candidates,
                                                    const struct extras extras)
{
    struct sm_policies *policies = &sm->core.policies;
    const struct warp_view *view =
        sm_view_with(&sm->core, sm->warps.resident, sm->warps.at_barrier);
    unsigned slot = policies->pick(policies->scheduler_state, s, candidates, view);
    if (extras.told && sm->core.site.observers)
        sm_tell_picked(sm, s, candidates, slot);
    if (G_UNLIKELY(slot >= WARP_NONE || !(candidates >> slot & 1))) {
        if (slot != WARP_NONE)
            sm_fault_of_scheduler(&sm->core, s, candidates, slot);
        return SLOT_POLICY;
    }
    if (extras.told)
        sm->issue.stalled &= (uint8_t) ~(1u << s);
    SM_MEMBERS_TELL(&policies->members, issued, s, slot, view);
    if (extras.ordered)
        sm->issue.next_access->known &= ~bit_of(slot);
    issue_next(sm, s, slot, extras);
    return SLOT_ISSUED;
}

/* What the scheduler does in this cycle. */
G_ALWAYS_INLINE static inline enum slot_reason schedule(struct sm *sm, unsigned s,
                                                        const struct extras extras)
{
    uint64_t mine = not_held(sm, sm->warps.ready & sm->warps.by_scheduler[s], extras.ordered);
    uint64_t candidates = mine ? with_room(sm, sm->issue.pool[s], mine, sm->core.cycle) : 0;
    if (candidates)
        return pick(sm, s, candidates, extras);
    return mine && !extras.ordered ? SLOT_STRUCTURAL : sm_stall_reason(sm, s);
}

G_ALWAYS_INLINE static inline void issue(struct sm *sm, const struct extras extras)
{
    if (G_UNLIKELY(sm->core.meter.stale))
        sm_meter_refresh(&sm->blocks);
    bool active = sm->warps.resident != 0;
    unsigned n = sm->core.config->schedulers;
    unsigned s = sm->core.config->issue_rotates ? (unsigned)(sm->core.cycle % n) : 0;
    const uint64_t issued = sm->core.counters.slots[SLOT_ISSUED];
    for (unsigned i = 0; i < n; i++, s = s + 1 == n ? 0 : s + 1) {
        enum slot_reason reason = schedule(sm, s, extras);
        sm->core.counters.slots[reason]++;
        if (extras.told && reason != SLOT_ISSUED)
            tell_stalled(sm, s);
        if (extras.ordered && reason != SLOT_ISSUED)
            sm_policy_blocked(sm, s, 1);
    }
    if (!extras.told) /* all stall, or not all: nobody asks for more (sm_is_quiet) */
        sm->issue.stalled = sm->core.counters.slots[SLOT_ISSUED] == issued ? sm->issue.all : 0;
    sm->core.counters.active_cycles += active;
    sm->core.counters.ldst_stall_cycles += sm_ldst_waits(&sm->ldst);
    sm->issue.accounted = sm->core.cycle + 1;
    sm->issue.reasons.known = false;
}

void sm_issue(struct sm *sm)
{
    issue(sm, (struct extras){0});
}

void sm_issue_told(struct sm *sm)
{
    issue(sm, (struct extras){.told = true});
}

void sm_issue_ordered(struct sm *sm)
{
    issue(sm, (struct extras){.ordered = true, .told = true});
}
