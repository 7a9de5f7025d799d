/* SPDX-License-Identifier: BSD-3-Clause */
/* Instruction fetch: one warp a cycle, in turn, gets up to fetch_width instructions of one line.
 *
 * What is fetched in a cycle may issue in the next. A taken branch empties the warp's buffer.
 * Source: GPGPU-Sim 3.x manual, "SIMT front end" (two-entry instruction buffers, a fetch a cycle).
 */
#include "models/sm/sm_internal.h"

void fetch_cache_init(struct fetch_cache *cache, const struct cache_shape *shape)
{
    tag_array_init(&cache->tags, shape->size_bytes, shape->ways, LINE_BYTES);
    cache->waiting = g_new0(uint64_t, tag_array_lines(&cache->tags));
}

void fetch_cache_finish(struct fetch_cache *cache)
{
    tag_array_finish(&cache->tags);
    g_free(cache->waiting);
}

/* A warp may only trust its last line while the cache still holds it. */
static void forget_line(struct sm *sm, uint64_t line)
{
    for (uint64_t warps = sm->resident; warps; warps &= warps - 1) {
        struct sm_warp *warp = &sm->warps[__builtin_ctzll(warps)];
        if (warp->icache_line == line)
            warp->icache_line = UINT64_MAX;
    }
}

static void miss(struct sm *sm, unsigned slot, uint64_t line)
{
    int victim = tag_array_choose_victim(&sm->icache.tags, line);
    if (victim < 0 || !sm_out_has_room(sm)) {
        sm->fetch_blocked = true;
        return;
    }
    if (tag_array_state(&sm->icache.tags, victim) == TAG_VALID)
        forget_line(sm, tag_array_address(&sm->icache.tags, victim));
    tag_array_reserve(&sm->icache.tags, victim, line);
    sm->icache.waiting[victim] = UINT64_C(1) << slot;
    sm->fetch_missing |= UINT64_C(1) << slot;
    sm->counters.icache_misses++;
    sm_out_push(sm, MESSAGE_FETCH, line, TAG_ICACHE | (uint32_t)victim,
                sm->warps[slot].context.block->launch->id, sm->config->header_bytes, WHOLE_LINE,
                NULL);
}

/* True if the line is in the cache; otherwise the warp waits for it. */
static bool line_present(struct sm *sm, unsigned slot, uint64_t line)
{
    struct sm_warp *warp = &sm->warps[slot];
    if (G_LIKELY(line == warp->icache_line))
        return true;
    int index = tag_array_find(&sm->icache.tags, line);
    if (index < 0) {
        miss(sm, slot, line);
        return false;
    }
    if (tag_array_state(&sm->icache.tags, index) == TAG_RESERVED) {
        sm->icache.waiting[index] |= UINT64_C(1) << slot;
        sm->fetch_missing |= UINT64_C(1) << slot;
        return false;
    }
    tag_array_touch(&sm->icache.tags, index);
    warp->icache_line = line;
    return true;
}

static unsigned next_warp(const struct sm *sm, uint64_t wanted)
{
    uint64_t later = wanted & ~((UINT64_C(2) << sm->fetch_last) - 1); /* slot 63: none */
    return (unsigned)__builtin_ctzll(later ? later : wanted);
}

/* The address of the next instruction to fetch for a warp. */
static uint64_t next_address(const struct sm *sm, const struct sm_warp *warp)
{
    uint64_t next = warp->context.pc + warp->ibuffer;
    return warp->context.block->launch->code_address + next * sm->config->instruction_bytes;
}

static uint64_t line_of(uint64_t address)
{
    return address & ~(uint64_t)(LINE_BYTES - 1);
}

/* Moves instructions of a line that is there into the warp's buffer. */
static void take_instructions(struct sm *sm, unsigned slot, uint64_t address)
{
    struct sm_warp *warp = &sm->warps[slot];
    const struct sm_config *config = sm->config;
    uint32_t left = warp->context.code->n_instructions - warp->context.pc - warp->ibuffer;
    uint32_t n = (uint32_t)(line_of(address) + LINE_BYTES - address) / config->instruction_bytes;
    n = MIN(n, MIN(left, config->fetch_width));
    n = MIN(n, config->ibuffer_entries - warp->ibuffer);
    warp->ibuffer = (uint8_t)(warp->ibuffer + n);
    sm->counters.fetches++;
    if (warp->ibuffer == config->ibuffer_entries)
        sm->fetch_wanted &= ~(UINT64_C(1) << slot);
    if (sm->wait_fetch >> slot & 1) {
        sm->wait_fetch &= ~(UINT64_C(1) << slot);
        sm_settle(sm, slot, sm->cycle + 1);
    }
}

void sm_fetch(struct sm *sm)
{
    uint64_t wanted = sm->fetch_wanted & ~sm->fetch_missing;
    if (!wanted || sm->fetch_blocked)
        return;
    unsigned slot = next_warp(sm, wanted);
    struct sm_warp *warp = &sm->warps[slot];
    sm->fetch_last = slot;
    if (warp->context.pc + warp->ibuffer >= warp->context.code->n_instructions) {
        sm->fetch_wanted &= ~(UINT64_C(1) << slot);
        return;
    }
    uint64_t address = next_address(sm, warp);
    if (line_present(sm, slot, line_of(address)))
        take_instructions(sm, slot, address);
}

uint64_t sm_next_fetch(const struct sm *sm)
{
    bool wanted = (sm->fetch_wanted & ~sm->fetch_missing) != 0;
    return wanted && !sm->fetch_blocked ? sm->cycle + 1 : CYCLE_NEVER;
}

void sm_fetch_flush(struct sm *sm, unsigned slot)
{
    sm->warps[slot].ibuffer = 0;
}

/* The warps that wait for a line get their instructions with the fill: if they had to ask again,
 * others could evict it first, and a cache smaller than the loop would never get on. */
void sm_icache_fill(struct sm *sm, uint32_t line)
{
    tag_array_fill(&sm->icache.tags, (int)line);
    uint64_t address = tag_array_address(&sm->icache.tags, (int)line);
    uint64_t waiting = sm->icache.waiting[line] & sm->fetch_missing;
    sm->icache.waiting[line] = 0;
    sm->fetch_missing &= ~waiting;
    sm->fetch_blocked = false;
    for (waiting &= sm->fetch_wanted; waiting; waiting &= waiting - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(waiting);
        uint64_t next = next_address(sm, &sm->warps[slot]);
        if (line_of(next) == address)
            take_instructions(sm, slot, next);
    }
}
