/* SPDX-License-Identifier: BSD-3-Clause */
/* When a warp is ready: scoreboard and instruction buffer as times.
 *
 * The scoreboard has a time for each register: the cycle from which a dependent instruction may
 * issue, or CYCLE_NEVER while a load is out. So write-back needs no event. A warp's next ready
 * cycle is a maximum over the registers of its next instruction and the time of its fetch. The warp
 * waits for it in a wheel of 64-bit masks, one a cycle.
 *
 * What runs at every issue is inline.
 */
#ifndef SIMGPU_SM_SCOREBOARD_H
#define SIMGPU_SM_SCOREBOARD_H

#include "models/sm/front/sm_warps.h"

/* Puts a warp that is in no mask into the mask that its next instruction needs. The warp may issue
 * in cycle `earliest` or later. */
void sm_settle(struct sm_warps *warps, unsigned slot, uint64_t earliest);
/* True if the warp was settled in this cycle and waits only for the next one. It is then in no mask
 * again. */
bool sm_take_back(struct sm_warps *warps, unsigned slot);
/* The next cycle in which a warp becomes ready by itself. stuck: warps that wait for a line. */
uint64_t sm_next_wheel(const struct sm_warps *warps, uint64_t stuck);
/* The warp's line of instructions, or its load, has come. If the warp waits for it, it is settled.
 */
void sm_warp_fetched(struct sm_warps *warps, unsigned slot);
void sm_warp_loaded(struct sm_warps *warps, unsigned slot);

/* Makes the record of the warp's next instruction. */
void sm_make_facts(struct sm_warps *warps, const struct sm_warp *warp);

/* The record of the warp's next instruction. */
static inline const struct issue_facts *sm_next_facts(struct sm_warps *warps,
                                                      const struct sm_warp *warp)
{
    const struct issue_facts *facts = &warp->of_code[warp->context.pc];
    if (G_UNLIKELY(!(facts->flags & FACT_MADE)))
        sm_make_facts(warps, warp);
    return facts;
}

/* The cycle at which the registers in the record are there; slot 0, of unused ones, always is. */
static inline uint64_t facts_operands_at(const struct sm_warp *warp,
                                         const struct issue_facts *facts)
{
    const uint64_t *ready_at = warp->ready_at;
    uint64_t a = MAX(ready_at[facts->registers[0]], ready_at[facts->registers[1]]);
    uint64_t b = MAX(ready_at[facts->registers[2]], ready_at[facts->registers[3]]);
    return MAX(MAX(a, b), ready_at[facts->registers[4]]);
}

/* The cycle from which the instruction buffer has the next instruction. */
static inline uint64_t fetched_at(const struct sm_warp *warp)
{
    return warp->buffer.n > warp->buffer.last ? 0 : warp->buffer.at;
}

static inline void sm_into_wheel(struct sm_warps *warps, unsigned slot, uint64_t cycle)
{
    const unsigned index = cycle % WHEEL_SLOTS;
    warps->wheel[index] |= UINT64_C(1) << slot;
    warps->wheel_occupied[index / 64] |= UINT64_C(1) << (index % 64);
}

/* The warp goes into the wheel, or straight into `ready` if the cycle has come. */
static inline void sm_ready_at(struct sm_warps *warps, unsigned slot, uint64_t now, uint64_t cycle,
                               uint64_t *waiting)
{
    uint64_t bit = UINT64_C(1) << slot;
    if (cycle <= now) {
        warps->ready |= bit;
        return;
    }
    if (G_UNLIKELY(cycle - now >= WHEEL_SLOTS)) {
        g_assert(cycle >= WARP_HELD);
        warps->held |= bit;
        return;
    }
    sm_into_wheel(warps, slot, cycle);
    *waiting |= bit;
}

/* The same for an instruction that has a short way. */
static inline uint64_t facts_short_operands_at(const struct sm_warp *warp,
                                               const struct issue_facts *facts)
{
    _Static_assert(SHORT_REGISTERS == 4, "these are all");
    const uint64_t *ready_at = warp->ready_at;
    uint64_t a = MAX(ready_at[facts->registers[0]], ready_at[facts->registers[1]]);
    uint64_t b = MAX(ready_at[facts->registers[2]], ready_at[facts->registers[3]]);
    return MAX(a, b);
}

/* For a warp that has issued: it may issue its next instruction in cycle `at`, which is after now,
 * or when it is fetched. The operands are there at `at`. False: nobody knows yet when. */
static inline bool sm_settle_known(struct sm_warps *warps, struct sm_warp *warp, unsigned slot,
                                   const struct issue_facts *next, uint64_t now, uint64_t at)
{
    const uint64_t fetched = fetched_at(warp), ready = MAX(at, fetched);
    if (G_UNLIKELY(ready - now >= WHEEL_SLOTS)) /* CYCLE_NEVER, too */
        return false;
    warp->next = next;
    warps->by_pipe[next->pipe] |= UINT64_C(1) << slot;
    sm_into_wheel(warps, slot, ready);
    if (fetched > at)
        warps->wait_fetch |= UINT64_C(1) << slot;
    else
        warps->wait_data |= UINT64_C(1) << slot;
    return true;
}

/* sm_settle for nearly all instructions, at every issue. `earliest` is after now. The warp has
 * issued and need not wait for not_before. */
static inline void sm_settle_quickly(struct sm_warps *warps, struct sm_warp *warp, unsigned slot,
                                     uint64_t now, uint64_t earliest)
{
    const struct issue_facts *next = &warp->of_code[warp->context.pc];
    const uint64_t at = MAX(facts_operands_at(warp, next), earliest);
    const bool known = (next->flags & (FACT_MADE | FACT_WAITS | FACT_MANY)) == FACT_MADE;
    if (G_UNLIKELY(!known || !sm_settle_known(warps, warp, slot, next, now, at)))
        sm_settle(warps, slot, earliest);
}

/* The destinations of its instruction, in `registers`, can be read from that cycle on. */
static inline void sm_set_destinations(struct sm_warp *warp, const struct issue_facts *facts,
                                       const uint16_t *registers, uint64_t ready)
{
    uint64_t *ready_at = warp->ready_at;
    if (G_LIKELY(facts->n_destinations == 1)) {
        ready_at[registers[0]] = ready;
        return;
    }
    for (unsigned i = 0; i < facts->n_destinations; i++)
        ready_at[registers[i]] = ready;
}

/* The same for an instruction that has a short way. */
static inline void sm_set_destination(struct sm_warp *warp, const struct issue_facts *facts,
                                      uint64_t ready)
{
    warp->ready_at[facts->destination] = ready;
}

/* The warp has issued one more instruction. */
static inline void sm_warp_issued(struct sm_warp *warp)
{
    warp->instructions++;
}

/* A ready warp issues: now it is in no mask. */
static inline void sm_warps_take(struct sm_warps *warps, unsigned slot, unsigned pipe)
{
    warps->ready &= ~bit_of(slot);
    warps->by_pipe[pipe] &= ~bit_of(slot);
}

static inline void sm_wake_operands(struct sm_warps *warps, uint64_t cycle)
{
    unsigned index = cycle % WHEEL_SLOTS;
    uint64_t woken = warps->wheel[index];
    if (!woken)
        return;
    warps->wheel[index] = 0;
    warps->wheel_occupied[index / 64] &= ~(UINT64_C(1) << (index % 64));
    warps->changes++;
    warps->wait_data &= ~woken;
    warps->wait_fetch &= ~woken;
    warps->ready |= woken;
}

#endif
