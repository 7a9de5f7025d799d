/* SPDX-License-Identifier: BSD-3-Clause */
/* In which part the warps of an SM are, as masks, and how often.
 *
 * Masks of the SM tell nearly everything. Only what a warp waits for that is in none of the plain
 * ones (an instruction, a branch, a register) is looked up, when it begins to wait and when one
 * reason gives way to the next, which is known ahead: a wheel of 64 cycles holds those times.
 */
#include "observers/latency_internal.h"

static inline uint64_t bit_of(unsigned slot)
{
    return UINT64_C(1) << slot;
}

/* ---- what a warp waits for ------------------------------------------------------------------ */

static void look_again_at(struct latency_sm *own, unsigned slot, uint64_t now, uint64_t cycle)
{
    unsigned index = MIN(cycle, now + LATENCY_WHEEL - 1) % LATENCY_WHEEL;
    own->wheel[index] |= bit_of(slot);
    own->occupied |= UINT64_C(1) << index;
}

/* Whether one of the loads that it waits for has missed. */
static bool awaits_miss(const struct latency_sm *own, unsigned slot)
{
    uint16_t registers[INSTRUCTION_MAX_REGISTERS];
    unsigned n = sm_view_awaited(own->sm, slot, registers);
    for (unsigned i = 0; i < n; i++)
        if (latency_is_missed(&own->warps[slot], registers[i]))
            return true;
    return false;
}

/* was: the reason so far, or LATENCY_EXECUTION. */
static unsigned reason(struct latency_sm *own, unsigned slot, enum warp_wait wait, unsigned was)
{
    switch (wait) {
    case WARP_WAITS_FETCH:
        return LATENCY_FETCH;
    case WARP_WAITS_CONTROL:
        return own->after_sync >> slot & 1 ? LATENCY_SYNC : LATENCY_CONTROL;
    case WARP_WAITS_MEMORY:
        if (was == LATENCY_UNKNOWN || was == LATENCY_DATA_CACHE)
            return was;
        own->first |= bit_of(slot);
        return awaits_miss(own, slot) ? LATENCY_DATA_CACHE : LATENCY_UNKNOWN;
    default: /* a known time: of arithmetic, or of what the load has brought */
        return was == LATENCY_DATA_CACHE ? was : LATENCY_DATA;
    }
}

static void classify(struct latency_sm *own, unsigned slot, uint64_t cycle)
{
    static const uint8_t reasons[] = {LATENCY_SYNC, LATENCY_FETCH,      LATENCY_CONTROL,
                                      LATENCY_DATA, LATENCY_DATA_CACHE, LATENCY_UNKNOWN};
    const struct warp_state state = sm_view_state(own->sm, slot, cycle);
    uint64_t bit = bit_of(slot);
    unsigned was = LATENCY_EXECUTION;
    if (own->waiting & bit)
        for (unsigned i = 0; i < G_N_ELEMENTS(reasons); i++) {
            was = own->in[reasons[i]] & bit ? reasons[i] : was;
            own->in[reasons[i]] &= ~bit;
        }
    own->in[reason(own, slot, state.wait, was)] |= bit;
    if (state.until != CYCLE_NEVER)
        look_again_at(own, slot, cycle, state.until);
}

/* Loads that have ended without a miss were hits. */
static void found_hits(struct latency_sm *own, uint64_t warps)
{
    for (; warps; warps &= warps - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(warps);
        struct latency_running *warp = &own->warps[slot];
        warp->counted[LATENCY_DATA] +=
            warp->counted[LATENCY_UNKNOWN] + vertical_take(&own->counters[LATENCY_UNKNOWN], slot);
        warp->counted[LATENCY_UNKNOWN] = 0;
    }
}

void latency_found_miss(struct latency_sm *own, unsigned slot)
{
    struct latency_running *warp = &own->warps[slot];
    warp->counted[LATENCY_DATA_CACHE] +=
        warp->counted[LATENCY_UNKNOWN] + vertical_take(&own->counters[LATENCY_UNKNOWN], slot);
    warp->counted[LATENCY_UNKNOWN] = 0;
    own->in[LATENCY_UNKNOWN] &= ~bit_of(slot);
    own->in[LATENCY_DATA_CACHE] |= bit_of(slot);
}

static void forget(struct latency_sm *own, uint64_t memory, uint64_t waiting)
{
    uint64_t hits = own->in[LATENCY_UNKNOWN] & ~memory;
    if (hits) {
        found_hits(own, hits);
        own->in[LATENCY_UNKNOWN] &= ~hits;
        own->in[LATENCY_DATA] |= hits; /* until its latency is over */
    }
    own->first &= memory;
    if (!(own->waiting & ~waiting))
        return;
    own->in[LATENCY_SYNC] &= waiting;
    own->in[LATENCY_FETCH] &= waiting;
    own->in[LATENCY_CONTROL] &= waiting;
    own->in[LATENCY_DATA] &= waiting;
    own->in[LATENCY_DATA_CACHE] &= waiting;
    own->waiting &= waiting;
}

void latency_look(struct latency_sm *own, uint64_t cycle)
{
    const struct sm_masks now = sm_view_masks(own->sm);
    const struct sm_masks *then = &own->masks;
    uint64_t waiting = now.timed | now.memory;
    uint64_t changed =
        (now.timed & ~then->timed) | (now.memory & ~then->memory) | (then->line & ~now.line);
    unsigned index = cycle % LATENCY_WHEEL;
    if (own->occupied >> index & 1) {
        changed |= own->wheel[index];
        own->wheel[index] = 0;
        own->occupied &= ~(UINT64_C(1) << index);
    }
    forget(own, now.memory, waiting);
    own->after_sync |= now.barrier | now.fence;
    own->masks = now;
    for (changed &= waiting; changed; changed &= changed - 1)
        classify(own, (unsigned)__builtin_ctzll(changed), cycle);
    own->waiting = waiting;
}

uint64_t latency_next_look(const struct latency_sm *own, uint64_t cycle)
{
    unsigned from = (unsigned)((cycle + 1) % LATENCY_WHEEL);
    uint64_t ahead = own->occupied >> from | (own->occupied << (LATENCY_WHEEL - from) % 64);
    return ahead ? cycle + 1 + (unsigned)__builtin_ctzll(ahead) : CYCLE_NEVER;
}

/* ---- how often ------------------------------------------------------------------------------ */

void latency_collect(struct latency_sm *own, unsigned slot)
{
    for (unsigned i = 0; i < LATENCY_COUNTERS; i++)
        own->warps[slot].counted[i] += vertical_take(&own->counters[i], slot);
}

/* Room for at least one more cycle. */
static void make_room(struct latency_sm *own)
{
    for (uint64_t warps = own->masks.resident; warps; warps &= warps - 1)
        latency_collect(own, (unsigned)__builtin_ctzll(warps));
    own->filled = 0;
}

static inline void add(struct latency_sm *own, unsigned part, uint64_t mask, uint32_t n)
{
    if (!mask)
        return;
    own->touched[part] |= mask;
    vertical_add(&own->counters[part], mask, n);
}

static void add_all(struct latency_sm *own, uint64_t visited, uint32_t n)
{
    const struct sm_masks *masks = &own->masks;
    uint64_t first = own->first & visited, units = masks->ready & visited;
    add(own, LATENCY_SYNC, (masks->barrier | masks->fence | own->in[LATENCY_SYNC]) & visited, n);
    add(own, LATENCY_FETCH, own->in[LATENCY_FETCH] & visited, n);
    add(own, LATENCY_CONTROL, own->in[LATENCY_CONTROL] & visited, n);
    add(own, LATENCY_DATA, (own->in[LATENCY_DATA] & visited) | first, n);
    add(own, LATENCY_DATA_CACHE, own->in[LATENCY_DATA_CACHE] & visited & ~first, n);
    add(own, LATENCY_UNKNOWN, own->in[LATENCY_UNKNOWN] & visited & ~first, n);
    add(own, LATENCY_STRUCTURAL, units & ~own->mshr, n);
    add(own, LATENCY_MSHR, units & own->mshr, n);
    add(own, LATENCY_DRAIN, masks->draining & visited, n);
    own->first &= ~first;
    own->filled += n;
}

void latency_count(struct latency_sm *own, uint64_t visited, uint64_t n)
{
    while (n > 0) {
        if (own->filled == VERTICAL_MAX)
            make_room(own);
        uint32_t part =
            (own->first & visited) ? 1 : (uint32_t)MIN(n, (uint64_t)VERTICAL_MAX - own->filled);
        add_all(own, visited, part);
        n -= part;
    }
}
