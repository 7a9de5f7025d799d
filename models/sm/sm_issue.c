/* SPDX-License-Identifier: BSD-3-Clause */
/* Schedulers: each cycle, each picks one of its ready warps whose unit is free.
 *
 * Candidates are masks: the ready warps without those whose next instruction needs a full pipe.
 */
#include "models/sm/register_banks.h"
#include "models/sm/sm_internal.h"
#include "models/sm/unit_pool.h"

static inline uint64_t bit_of(unsigned slot)
{
    return UINT64_C(1) << slot;
}

/* The load/store unit serves all schedulers. */
static inline struct unit_pool *pool_of(struct sm *sm, unsigned scheduler, unsigned pipe)
{
    return &sm->pools[sm->config->private_units && pipe != PIPE_LDST ? scheduler : 0];
}

/* Pipes that take nothing from this scheduler in a cycle. */
static inline uint32_t full_pipes(struct sm *sm, unsigned scheduler, uint64_t cycle)
{
    uint32_t full = unit_pool_busy(&sm->pools[0], cycle);
    if (sm->config->private_units && scheduler > 0)
        full = unit_pool_busy(&sm->pools[scheduler], cycle) | (full & 1u << PIPE_LDST);
    return sm_ldst_has_room(sm) ? full : full | 1u << PIPE_LDST;
}

static inline uint64_t without_pipes(const struct sm *sm, uint64_t warps, uint32_t pipes)
{
    for (; pipes; pipes &= pipes - 1)
        warps &= ~sm->pipe_warps[__builtin_ctz(pipes)];
    return warps;
}

/* When a scheduler's ready warps, none of which can issue in the next cycle, find a free unit. */
static uint64_t first_unit(struct sm *sm, unsigned scheduler, uint64_t warps, uint32_t full)
{
    uint64_t at = CYCLE_NEVER;
    for (; full; full &= full - 1) {
        unsigned pipe = (unsigned)__builtin_ctz(full);
        const struct unit_pool *pool = pool_of(sm, scheduler, pipe);
        if ((sm->pipe_warps[pipe] & warps) && (pool->busy >> pipe & 1) &&
            (pipe != PIPE_LDST || sm_ldst_has_room(sm)))
            at = MIN(at, pool->pipe_free_at[pipe]);
    }
    return at;
}

uint64_t sm_next_issue(struct sm *sm)
{
    uint64_t at = CYCLE_NEVER;
    for (unsigned s = 0; sm->ready && s < sm->config->schedulers; s++) {
        uint64_t mine = sm->ready & sm->scheduler_warps[s];
        if (!mine)
            continue;
        uint32_t full = full_pipes(sm, s, sm->cycle + 1);
        if (without_pipes(sm, mine, full))
            return sm->cycle + 1;
        at = MIN(at, first_unit(sm, s, mine, full));
    }
    return at;
}

static void count_branch(struct sm *sm)
{
    sm->counters.branches++;
    sm->counters.divergent_branches += sm->issued.diverged;
}

/* Whether the warp may go on to its next instruction; else it is in a mask of those that wait. */
static inline bool goes_on(struct sm *sm, unsigned slot, const struct instruction *instruction,
                           uint32_t pc)
{
    if (instruction->op_class == OP_BARRIER)
        return !sm->issued.active || sm_barrier_arrive(sm, slot, pc);
    if (instruction->op_class == OP_FENCE)
        return !sm->issued.active || sm_fence_enter(sm, slot, instruction);
    if (G_LIKELY(!(instruction->flags & (INSTRUCTION_RELEASE | INSTRUCTION_ACQUIRE))))
        return true;
    sm->warps[slot].release = RELEASE_NONE;
    if (!(instruction->flags & INSTRUCTION_ACQUIRE) || !sm->issued.active ||
        sm->issued.space != SPACE_GLOBAL)
        return true;
    sm_acquire_enter(sm, slot);
    return false;
}

/* Cycles by which register banks lengthen an instruction. */
static inline unsigned bank_cycles(const struct sm *sm, const struct sm_warp *warp,
                                   const struct instruction *instruction, uint32_t pc)
{
    if (G_LIKELY(warp->conflict_cycles != NULL))
        return warp->conflict_cycles[pc];
    return register_bank_extra_cycles(instruction, sm->config->register_banks);
}

/* What the rest of the SM does with an instruction that has just been executed. */
static void after_issue(struct sm *sm, unsigned scheduler, unsigned slot,
                        const struct instruction *instruction, uint32_t pc)
{
    struct sm_warp *warp = &sm->warps[slot];
    const struct op_timing *timing = &sm->config->ops[instruction->op_class];
    unsigned extra = bank_cycles(sm, warp, instruction, pc);
    if (timing->pipe != PIPE_NONE)
        unit_pool_take(pool_of(sm, scheduler, timing->pipe), timing->pipe,
                       sm->config->pipes[timing->pipe], sm->cycle,
                       sm->cycle + timing->interval + extra);
    sm->counters.bank_conflict_cycles += extra;
    if (instruction->op_class >= OP_LOAD) { /* or a store or an atomic */
        if (sm->issued.active && !sm_ldst_enqueue(sm, slot, instruction, pc))
            sm_fault(sm, slot, pc, sm->issued.fault);
    } else {
        for (unsigned i = 0; i < instruction->n_destinations; i++)
            warp->ready_at[instruction->registers[i]] = sm->cycle + timing->latency + extra;
    }
    if (warp->context.active == 0) {
        sm_warp_exited(sm, slot);
    } else if (goes_on(sm, slot, instruction, pc)) {
        bool control = instruction->op_class == OP_BRANCH || instruction->op_class == OP_FENCE;
        sm_settle(sm, slot, sm->cycle + (control ? timing->latency : 1));
    }
}

/* The instruction has left the warp's buffer, which may have room for a fetch. */
static inline void consume(struct sm *sm, unsigned slot, uint32_t pc)
{
    struct sm_warp *warp = &sm->warps[slot];
    warp->ibuffer--;
    if (warp->context.pc != pc + 1 && !sm->config->fetch_follows)
        sm_fetch_flush(sm, slot);
    if (warp->context.active)
        sm_fetch(sm, slot);
}

static void issue_warp(struct sm *sm, unsigned scheduler, unsigned slot)
{
    struct sm_warp *warp = &sm->warps[slot];
    uint32_t pc = warp->context.pc;
    const struct instruction *instruction = &warp->context.code->instructions[pc];
    sm->ready &= ~bit_of(slot);
    sm->pipe_warps[sm->next_pipe[slot]] &= ~bit_of(slot);
    if (!warp->context.code->ops->issue(&warp->context, sm->cycle, &sm->issued)) {
        sm_fault(sm, slot, pc, sm->issued.fault);
        return;
    }
    sm->counters.warp_instructions++;
    sm->blocks[warp->block].instructions++;
    sm->counters.thread_instructions += (unsigned)__builtin_popcount(sm->issued.active);
    if (instruction->op_class == OP_BRANCH)
        count_branch(sm);
    if (G_UNLIKELY(sm->issued.output != NULL))
        sm_note_output(sm, warp->context.block->launch->id);
    if (G_UNLIKELY(sm->site.observer != NULL) && sm->site.observer->issued)
        sm->site.observer->issued(sm->site.observer->data, sm->site.index, sm->cycle, slot, pc,
                                  &sm->issued);
    consume(sm, slot, pc);
    after_issue(sm, scheduler, slot, instruction, pc);
}

static void tell_stalled(struct sm *sm, unsigned scheduler)
{
    if (sm->stalled >> scheduler & 1)
        return;
    sm->stalled |= (uint8_t)(1u << scheduler);
    if (sm->site.scheduler->stalled)
        sm->site.scheduler->stalled(sm->policy, scheduler, &sm->view);
}

/* A further instruction of the warp that has just issued, to another kind of unit. */
static void issue_second(struct sm *sm, unsigned scheduler, unsigned slot, unsigned first_pipe)
{
    unsigned pipe = sm->next_pipe[slot];
    if (pipe == first_pipe || (full_pipes(sm, scheduler, sm->cycle) >> pipe & 1) ||
        !sm_take_back(sm, slot))
        return;
    sm->counters.second_issues++;
    issue_warp(sm, scheduler, slot);
}

/* What the scheduler does in this cycle. */
static inline enum slot_reason schedule(struct sm *sm, unsigned s)
{
    const struct warp_scheduler_ops *scheduler = sm->site.scheduler;
    uint64_t mine = sm->ready & sm->scheduler_warps[s];
    uint64_t candidates = mine ? without_pipes(sm, mine, full_pipes(sm, s, sm->cycle)) : 0;
    if (!candidates)
        return sm_stall_reason(sm, s);
    const struct warp_view *view = sm_fresh_view(sm);
    unsigned slot = scheduler->pick(sm->policy, s, candidates, view);
    if (slot == WARP_NONE)
        return SLOT_POLICY;
    g_assert(slot < WARP_SLOTS && (candidates >> slot & 1));
    sm->stalled &= (uint8_t) ~(1u << s);
    if (scheduler->issued)
        scheduler->issued(sm->policy, s, slot, view);
    unsigned pipe = sm->next_pipe[slot];
    issue_warp(sm, s, slot);
    if (G_UNLIKELY(sm->config->issue_width > 1) && (sm->wait_data >> slot & 1))
        issue_second(sm, s, slot, pipe);
    return SLOT_ISSUED;
}

void sm_issue(struct sm *sm)
{
    /* No warp can issue and the policy knows: the cycle is part of a gap (sm_account_gap). */
    if (!sm->ready && sm->stalled == (1u << sm->config->schedulers) - 1)
        return;
    bool active = sm->resident != 0;
    for (unsigned s = 0; s < sm->config->schedulers; s++) {
        enum slot_reason reason = schedule(sm, s);
        sm->counters.slots[reason]++;
        if (reason != SLOT_ISSUED) {
            sm_fresh_view(sm);
            tell_stalled(sm, s);
        }
    }
    sm->counters.active_cycles += active;
    sm->counters.ldst_stall_cycles += sm->ldst_stalled;
    sm->accounted = sm->cycle + 1;
}
