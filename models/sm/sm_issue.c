/* SPDX-License-Identifier: BSD-3-Clause */
/* Schedulers, scoreboard, pipelines.
 *
 * The scoreboard is a time for each register: the cycle from which a dependent instruction may
 * issue, or CYCLE_NEVER while a load is out. So write-back needs no event: a warp's next ready
 * cycle is a maximum over the registers of its next instruction, and the warp is put into a wheel
 * of 64-bit masks, one a cycle.
 */
#include "models/sm/register_banks.h"
#include "models/sm/sm_internal.h"

static inline uint64_t bit_of(unsigned slot)
{
    return UINT64_C(1) << slot;
}

/* The cycle at which every register of the instruction is there. */
static inline uint64_t operands_at(const struct sm_warp *warp, const struct instruction *next)
{
    uint64_t at = 0;
    unsigned n = next->n_destinations + next->n_sources;
    for (unsigned i = 0; i < n; i++) {
        uint64_t ready = warp->ready_at[next->registers[i]];
        at = ready > at ? ready : at;
    }
    return at;
}

static inline void wheel_insert(struct sm *sm, unsigned slot, uint64_t cycle)
{
    g_assert(cycle - sm->cycle < WHEEL_SLOTS);
    unsigned index = cycle % WHEEL_SLOTS;
    sm->wheel[index] |= bit_of(slot);
    sm->wheel_occupied[index / 64] |= UINT64_C(1) << (index % 64);
}

/* Whether a value is still to be delivered to the warp's registers. */
static bool awaits_values(const struct sm_warp *warp)
{
    for (uint32_t i = 0; i < warp->context.code->n_register_slots; i++)
        if (warp->ready_at[i] == CYCLE_NEVER)
            return true;
    return false;
}

/* Seldom: releases wait for requests of the block, calls and returns for the warp's loads. False if
 * the warp now waits like at a fence. */
G_NO_INLINE static bool waits_done(struct sm *sm, unsigned slot, const struct instruction *next,
                                   uint64_t *at)
{
    if ((next->flags & INSTRUCTION_RELEASE) && next->op_class != OP_FENCE &&
        !sm_release_enter(sm, slot))
        return false;
    if ((next->flags & INSTRUCTION_DRAIN) && awaits_values(&sm->warps[slot]))
        *at = CYCLE_NEVER;
    return true;
}

void sm_settle(struct sm *sm, unsigned slot, uint64_t earliest)
{
    struct sm_warp *warp = &sm->warps[slot];
    earliest = warp->not_before = MAX(warp->not_before, earliest);
    if (warp->ibuffer == 0) {
        sm->wait_fetch |= bit_of(slot);
        return;
    }
    const struct instruction *next = sm_next_instruction(warp);
    uint64_t at = operands_at(warp, next);
    if (G_UNLIKELY(next->flags & (INSTRUCTION_RELEASE | INSTRUCTION_DRAIN)) &&
        !waits_done(sm, slot, next, &at))
        return;
    if (at == CYCLE_NEVER) {
        sm->wait_memory |= bit_of(slot);
        return;
    }
    at = MAX(at, earliest);
    if (at <= sm->cycle) {
        sm->ready |= bit_of(slot);
        sm->pipe_warps[sm->config->ops[next->op_class].pipe] |= bit_of(slot);
        return;
    }
    sm->wait_data |= bit_of(slot);
    wheel_insert(sm, slot, at);
}

void sm_wake_operands(struct sm *sm)
{
    unsigned index = sm->cycle % WHEEL_SLOTS;
    uint64_t woken = sm->wheel[index];
    if (!woken)
        return;
    sm->wheel[index] = 0;
    sm->wheel_occupied[index / 64] &= ~(UINT64_C(1) << (index % 64));
    sm->wait_data &= ~woken;
    sm->ready |= woken;
    for (; woken; woken &= woken - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(woken);
        const struct instruction *next = sm_next_instruction(&sm->warps[slot]);
        sm->pipe_warps[sm->config->ops[next->op_class].pipe] |= bit_of(slot);
    }
}

uint64_t sm_next_wheel(const struct sm *sm)
{
    if (!sm->wait_data)
        return CYCLE_NEVER;
    for (uint64_t cycle = sm->cycle + 1;;) {
        unsigned index = cycle % WHEEL_SLOTS;
        uint64_t bits = sm->wheel_occupied[index / 64] >> (index % 64);
        if (bits)
            return cycle + (unsigned)__builtin_ctzll(bits);
        cycle += 64 - index % 64;
    }
}

/* The first free instance of a pipe at a cycle, or -1. */
static inline int free_instance(const struct sm *sm, unsigned pipe, uint64_t cycle)
{
    for (unsigned i = 0; i < sm->config->pipes[pipe]; i++)
        if (sm->pipe_free[pipe][i] <= cycle)
            return (int)i;
    return -1;
}

static inline uint64_t pipe_free_at(const struct sm *sm, unsigned pipe)
{
    uint64_t at = sm->pipe_free[pipe][0];
    for (unsigned i = 1; i < sm->config->pipes[pipe]; i++)
        at = MIN(at, sm->pipe_free[pipe][i]);
    return at;
}

static inline bool pipe_available(const struct sm *sm, unsigned pipe)
{
    if (pipe == PIPE_LDST && !sm_ldst_has_room(sm))
        return false;
    return free_instance(sm, pipe, sm->cycle) >= 0;
}

uint64_t sm_next_issue(const struct sm *sm)
{
    uint64_t at = CYCLE_NEVER;
    for (unsigned pipe = 0; sm->ready && pipe < PIPES; pipe++) {
        if (!sm->pipe_warps[pipe] || (pipe == PIPE_LDST && !sm_ldst_has_room(sm)))
            continue;
        at = MIN(at, MAX(sm->cycle + 1, pipe_free_at(sm, pipe)));
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

/* What the rest of the SM does with an instruction that has just been executed. */
static void after_issue(struct sm *sm, unsigned slot, const struct instruction *instruction,
                        uint32_t pc)
{
    struct sm_warp *warp = &sm->warps[slot];
    const struct op_timing *timing = &sm->config->ops[instruction->op_class];
    unsigned extra = warp->conflict_cycles
                         ? warp->conflict_cycles[pc]
                         : register_bank_extra_cycles(instruction, sm->config->register_banks);
    if (timing->pipe != PIPE_NONE)
        sm->pipe_free[timing->pipe][free_instance(sm, timing->pipe, sm->cycle)] =
            sm->cycle + timing->interval + extra;
    sm->counters.bank_conflict_cycles += extra;
    switch (instruction->op_class) {
    case OP_LOAD:
    case OP_STORE:
    case OP_ATOMIC:
        if (sm->issued.active && !sm_ldst_enqueue(sm, slot, instruction, pc))
            sm_fault(sm, slot, pc, sm->issued.fault);
        break;
    default:
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

static void issue_warp(struct sm *sm, unsigned slot)
{
    struct sm_warp *warp = &sm->warps[slot];
    uint32_t pc = warp->context.pc;
    const struct instruction *instruction = &warp->context.code->instructions[pc];
    unsigned pipe = sm->config->ops[instruction->op_class].pipe;
    sm->ready &= ~bit_of(slot);
    sm->pipe_warps[pipe] &= ~bit_of(slot);
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
    warp->ibuffer--;
    if (warp->context.pc != pc + 1)
        sm_fetch_flush(sm, slot);
    sm->fetch_wanted |= bit_of(slot);
    after_issue(sm, slot, instruction, pc);
}

/* Why a scheduler that issues nothing does so, from the masks: the first that applies. */
static inline enum slot_reason stall_reason(const struct sm *sm, uint64_t mine)
{
    if (!(sm->resident & mine))
        return SLOT_IDLE;
    if (sm->ready & mine)
        return SLOT_STRUCTURAL;
    if (sm->wait_memory & mine)
        return SLOT_MEMORY;
    if (sm->wait_data & mine)
        return SLOT_DATA;
    if (sm->wait_fetch & mine)
        return SLOT_FETCH;
    if (sm->at_barrier & mine)
        return SLOT_BARRIER;
    return sm->at_fence & mine ? SLOT_FENCE : SLOT_DRAIN;
}

void sm_account_gap(struct sm *sm, uint64_t cycle)
{
    uint64_t span = cycle - sm->accounted;
    if (span == 0)
        return;
    sm->accounted = cycle;
    for (unsigned s = 0; s < sm->config->schedulers; s++)
        sm->counters.slots[stall_reason(sm, sm->scheduler_warps[s])] += span;
    if (sm->resident)
        sm->counters.active_cycles += span;
    if (sm->ldst_stalled)
        sm->counters.ldst_stall_cycles += span;
}

static inline uint64_t candidates_of(const struct sm *sm, unsigned scheduler)
{
    uint64_t mine = sm->ready & sm->scheduler_warps[scheduler];
    uint64_t candidates = 0;
    for (unsigned pipe = 0; mine && pipe < PIPES; pipe++)
        if ((sm->pipe_warps[pipe] & mine) && pipe_available(sm, pipe))
            candidates |= sm->pipe_warps[pipe] & mine;
    return candidates;
}

static void tell_stalled(struct sm *sm, unsigned scheduler)
{
    if (sm->stalled >> scheduler & 1)
        return;
    sm->stalled |= (uint8_t)(1u << scheduler);
    if (sm->site.scheduler->stalled)
        sm->site.scheduler->stalled(sm->policy, scheduler, &sm->view);
}

void sm_issue(struct sm *sm)
{
    const struct warp_scheduler_ops *scheduler = sm->site.scheduler;
    bool active = sm->resident != 0;
    for (unsigned s = 0; s < sm->config->schedulers; s++) {
        uint64_t candidates = candidates_of(sm, s);
        const struct warp_view *view = sm_fresh_view(sm);
        if (!candidates) {
            sm->counters.slots[stall_reason(sm, sm->scheduler_warps[s])]++;
            tell_stalled(sm, s);
            continue;
        }
        unsigned slot = scheduler->pick(sm->policy, s, candidates, view);
        if (slot == WARP_NONE) {
            sm->counters.slots[SLOT_POLICY]++;
            tell_stalled(sm, s);
            continue;
        }
        g_assert(slot < WARP_SLOTS && (candidates >> slot & 1));
        sm->stalled &= (uint8_t) ~(1u << s);
        sm->counters.slots[SLOT_ISSUED]++;
        if (scheduler->issued)
            scheduler->issued(sm->policy, s, slot, view);
        issue_warp(sm, slot);
    }
    sm->counters.active_cycles += active;
    sm->counters.ldst_stall_cycles += sm->ldst_stalled;
    sm->accounted = sm->cycle + 1;
}
