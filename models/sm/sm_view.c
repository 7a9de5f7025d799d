/* SPDX-License-Identifier: BSD-3-Clause */
/* Answers for observers, from the same times and masks by which warps issue. */
#include "models/sm/sm_view.h"
#include "models/sm/front/sm_scoreboard.h"
#include "models/sm/whole/sm_parts.h"

unsigned sm_view_index(const struct sm *sm)
{
    return sm->core.site.index;
}

uint64_t sm_view_cycle(const struct sm *sm)
{
    return sm->core.cycle;
}

uint64_t sm_view_scheduler_warps(const struct sm *sm, unsigned scheduler)
{
    return sm->warps.by_scheduler[scheduler];
}

struct sm_masks sm_view_masks(const struct sm *sm)
{
    return (struct sm_masks){.resident = sm->warps.resident,
                             .ready = sm->warps.ready,
                             .memory = sm->warps.wait_memory,
                             .timed = sm->warps.wait_data | sm->warps.wait_fetch,
                             .barrier = sm->warps.at_barrier,
                             .fence = sm->warps.at_fence,
                             .draining = sm->warps.draining,
                             .line = sm->fetch.missing};
}

uint64_t sm_view_unit_waiters(const struct sm *sm, uint64_t cycle)
{
    uint64_t waiting = 0;
    for (unsigned s = 0; s < sm->core.config->schedulers; s++) {
        const struct unit_pool *pool = sm->issue.schedulers[s].pool;
        uint64_t mine = sm->warps.ready & sm->warps.by_scheduler[s];
        for (uint32_t busy = mine ? pool->busy : 0; busy; busy &= busy - 1) {
            unsigned pipe = (unsigned)__builtin_ctz(busy);
            if (pool->pipes[pipe].room_at > cycle)
                waiting |= sm->warps.by_pipe[pipe] & mine;
        }
        if (sm_ldst_takes_from(sm, pool) > cycle)
            waiting |= sm->warps.by_pipe[PIPE_LDST] & mine;
    }
    return waiting;
}

uint64_t sm_view_mshr_waiters(const struct sm *sm, uint64_t cycle)
{
    uint64_t waiting = 0;
    for (unsigned s = 0; sm->ldst.wait == LDST_WAITS_FILL && s < sm->core.config->schedulers; s++)
        if (sm_ldst_room_from(sm, sm->issue.schedulers[s].pool) > cycle)
            waiting |= sm->warps.by_scheduler[s];
    return waiting & sm->warps.by_pipe[PIPE_LDST] & sm->warps.ready;
}

/* For its next instruction: the cycle from which all registers are there. CYCLE_NEVER while one is
 * on its way; *pending is then that one. */
static uint64_t operands_at(const struct sm_warp *warp, int *pending)
{
    const struct instruction *next = sm_next_instruction(warp);
    uint64_t at = 0;
    *pending = -1;
    for (unsigned i = 0; i < (unsigned)next->n_destinations + next->n_sources; i++) {
        uint64_t ready = warp->ready_at[next->registers[i]];
        if (ready == CYCLE_NEVER && *pending < 0)
            *pending = next->registers[i];
        at = MAX(at, ready);
    }
    return at;
}

/* The state of a warp that is in none of the masks whose name says it all. */
static struct warp_state timed_state(const struct sm_warp *warp, uint64_t cycle)
{
    int pending;
    uint64_t fetched = fetched_at(warp), operands = operands_at(warp, &pending);
    if (fetched > cycle)
        return (struct warp_state){WARP_WAITS_FETCH, fetched, -1};
    if (warp->not_before > cycle)
        return (struct warp_state){WARP_WAITS_CONTROL, warp->not_before, -1};
    if (operands == CYCLE_NEVER)
        return (struct warp_state){WARP_WAITS_MEMORY, CYCLE_NEVER, pending};
    if (operands > cycle)
        return (struct warp_state){WARP_WAITS_DATA, operands, -1};
    return (struct warp_state){WARP_READY, CYCLE_NEVER, -1};
}

struct warp_state sm_view_state(const struct sm *sm, unsigned warp, uint64_t cycle)
{
    uint64_t bit = UINT64_C(1) << warp;
    struct warp_state state = {WARP_READY, CYCLE_NEVER, -1};
    g_assert(sm->warps.resident & bit);
    if (sm->warps.draining & bit)
        state.wait = WARP_DRAINS;
    else if (sm->warps.at_barrier & bit)
        state.wait = WARP_WAITS_BARRIER;
    else if (sm->warps.at_fence & bit)
        state.wait = WARP_WAITS_FENCE;
    else if (!(sm->warps.ready & bit))
        state = timed_state(&sm->warps.list[warp], cycle);
    /* A call waits for all loads of its warp. */
    if (state.wait == WARP_READY && (sm->warps.wait_memory & bit))
        state.wait = WARP_WAITS_MEMORY;
    return state;
}

unsigned sm_view_awaited(const struct sm *sm, unsigned slot,
                         uint16_t registers[INSTRUCTION_MAX_REGISTERS])
{
    const struct sm_warp *warp = &sm->warps.list[slot];
    const struct instruction *next = sm_next_instruction(warp);
    unsigned n = 0;
    for (unsigned i = 0; i < (unsigned)next->n_destinations + next->n_sources; i++)
        if (warp->ready_at[next->registers[i]] == CYCLE_NEVER)
            registers[n++] = next->registers[i];
    return n;
}

uint64_t sm_view_visited(const struct sm *sm, unsigned scheduler, unsigned slot)
{
    const struct sm_policies *policies = &sm->core.policies;
    uint64_t warps = sm->warps.resident & sm->warps.by_scheduler[scheduler];
    if (!policies->scheduler->visited)
        return UINT64_C(1) << slot;
    return policies->scheduler->visited(policies->scheduler_state, scheduler, slot, warps,
                                        &policies->view);
}

struct warp_identity sm_view_warp(const struct sm *sm, unsigned slot)
{
    const struct sm_warp *warp = &sm->warps.list[slot];
    const struct sm_block *block = &sm->blocks.list[warp->block];
    return (struct warp_identity){.number = sm->warps.age[slot],
                                  .block = block->index,
                                  .started = block->start_cycle,
                                  .instructions = warp->instructions,
                                  .launch = block->context.launch->id,
                                  .in_block = warp->context.in_block,
                                  .pc = warp->context.pc,
                                  .block_slot = warp->block};
}

const struct kernel_code *sm_view_code(const struct sm *sm, unsigned warp)
{
    return sm->warps.list[warp].context.code;
}

const struct launch *sm_view_launch(const struct sm *sm, unsigned warp)
{
    return sm->blocks.list[sm->warps.list[warp].block].context.launch;
}
