/* SPDX-License-Identifier: BSD-3-Clause */
/* When a warp is ready: scoreboard and instruction buffer as times.
 *
 * The scoreboard is a time for each register: the cycle from which a dependent instruction may
 * issue, or CYCLE_NEVER while a load is out. So write-back needs no event: a warp's next ready
 * cycle is a maximum over the registers of its next instruction and the time its fetch is done,
 * and the warp is put into a wheel of 64-bit masks, one a cycle.
 */
#include "models/sm/sm_internal.h"

static inline uint64_t bit_of(unsigned slot)
{
    return UINT64_C(1) << slot;
}

/* The cycle at which every register of the instruction is there. Most have at most four; the
 * entries that an instruction doesn't use name slot 0, which is always ready. */
static inline uint64_t operands_at(const struct sm_warp *warp, const struct instruction *next)
{
    const uint64_t *ready_at = warp->ready_at;
    const uint16_t *registers = next->registers;
    uint64_t at = MAX(MAX(ready_at[registers[0]], ready_at[registers[1]]),
                      MAX(ready_at[registers[2]], ready_at[registers[3]]));
    unsigned n = next->n_destinations + next->n_sources;
    for (unsigned i = 4; i < n; i++)
        at = MAX(at, ready_at[registers[i]]);
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
    const struct instruction *next = sm_next_instruction(warp);
    uint64_t operands = operands_at(warp, next);
    uint64_t fetched = warp->ibuffer > warp->last_fetched ? 0 : warp->fetched_at;
    warp->not_before = MAX(warp->not_before, earliest);
    if (G_UNLIKELY(next->flags & (INSTRUCTION_RELEASE | INSTRUCTION_DRAIN)) &&
        !waits_done(sm, slot, next, &operands))
        return;
    sm->next_pipe[slot] = sm->config->ops[next->op_class].pipe;
    if (operands == CYCLE_NEVER) {
        sm->wait_memory |= bit_of(slot);
        return;
    }
    uint64_t at = MAX(operands, warp->not_before);
    if (fetched > at) {
        sm->wait_fetch |= bit_of(slot);
        if (fetched == CYCLE_NEVER)
            return;
        at = fetched;
    } else if (at > sm->cycle) {
        sm->wait_data |= bit_of(slot);
    } else {
        sm->ready |= bit_of(slot);
        sm->pipe_warps[sm->next_pipe[slot]] |= bit_of(slot);
        return;
    }
    wheel_insert(sm, slot, at);
}

bool sm_take_back(struct sm *sm, unsigned slot)
{
    const struct sm_warp *warp = &sm->warps[slot];
    const struct instruction *next = sm_next_instruction(warp);
    uint64_t fetched = warp->ibuffer > warp->last_fetched ? 0 : warp->fetched_at;
    unsigned index = (sm->cycle + 1) % WHEEL_SLOTS;
    if (!(sm->wheel[index] >> slot & 1) || operands_at(warp, next) > sm->cycle ||
        fetched > sm->cycle)
        return false;
    sm->wait_data &= ~bit_of(slot);
    sm->wheel[index] &= ~bit_of(slot);
    if (sm->wheel[index] == 0)
        sm->wheel_occupied[index / 64] &= ~(UINT64_C(1) << (index % 64));
    return true;
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
    sm->wait_fetch &= ~woken;
    sm->ready |= woken;
    for (; woken; woken &= woken - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(woken);
        sm->pipe_warps[sm->next_pipe[slot]] |= bit_of(slot);
    }
}

uint64_t sm_next_wheel(const struct sm *sm)
{
    if (!(sm->wait_data | (sm->wait_fetch & ~sm->fetch_missing)))
        return CYCLE_NEVER;
    for (uint64_t cycle = sm->cycle + 1;;) {
        unsigned index = cycle % WHEEL_SLOTS;
        uint64_t bits = sm->wheel_occupied[index / 64] >> (index % 64);
        if (bits)
            return cycle + (unsigned)__builtin_ctzll(bits);
        cycle += 64 - index % 64;
    }
}
