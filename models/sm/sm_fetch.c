/* SPDX-License-Identifier: BSD-3-Clause */
/* Instruction fetch: warps whose buffers have room fetch first come, first served.
 *
 * A warp asks as soon as its buffer has room for a whole fetch (`fetch.width` instructions of one
 * line); `fetch.warps` of them are served in a cycle, and what they get may issue `fetch.latency`
 * cycles later. The time at which a request is served is known when it is made, so a fetch that
 * hits is a few additions at the issue that made room for it, and no event. A taken branch empties
 * the buffer, unless fetches follow the path that will be taken (a trace knows it); then a fetch
 * brings the next instructions of that path, wherever they lie.
 *
 * Source: GPGPU-Sim 3.x manual, "SIMT front end" (two-entry instruction buffers, a fetch a cycle).
 * Differs: requests of one cycle are served in the order in which they were made, not in turn.
 */
#include "models/sm/sm_internal.h"
#include "models/sm/sm_meter.h"

void fetch_cache_init(struct fetch_cache *cache, const struct cache_shape *shape)
{
    if (shape->size_bytes == 0)
        return;
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
    for (uint64_t warps = sm->warps.resident; warps; warps &= warps - 1) {
        struct sm_warp *warp = &sm->warps.list[__builtin_ctzll(warps)];
        if (warp->buffer.line == line)
            warp->buffer.line = UINT64_MAX;
    }
}

static void miss(struct sm *sm, unsigned slot, uint64_t line)
{
    int victim = tag_array_choose_victim(&sm->fetch.cache.tags, line);
    if (victim < 0 || sm->fetch.misses == sm->core.config->icache_mshrs ||
        !sm_port_has_room(&sm->port)) {
        sm->fetch.refused |= UINT64_C(1) << slot;
        sm->fetch.blocked = true;
        return;
    }
    if (tag_array_state(&sm->fetch.cache.tags, victim) == TAG_VALID)
        forget_line(sm, tag_array_address(&sm->fetch.cache.tags, victim));
    tag_array_reserve(&sm->fetch.cache.tags, victim, line);
    sm->fetch.cache.waiting[victim] = UINT64_C(1) << slot;
    sm->fetch.misses++;
    sm->core.counters.icache_misses++;
    sm_port_push(&sm->port, MESSAGE_FETCH, line, message_tag(MESSAGE_ICACHE, (uint32_t)victim, 0),
                 sm->warps.list[slot].context.block->launch->id, sm->core.config->header_bytes,
                 WHOLE_LINE, NULL);
}

/* True if the line is in the cache; otherwise the warp waits for it. */
static bool line_present(struct sm *sm, unsigned slot, uint64_t line)
{
    struct sm_warp *warp = &sm->warps.list[slot];
    if (G_LIKELY(line == warp->buffer.line || sm->core.config->icache.size_bytes == 0))
        return true;
    int index = tag_array_find(&sm->fetch.cache.tags, line);
    if (index < 0) {
        miss(sm, slot, line);
        return false;
    }
    if (tag_array_state(&sm->fetch.cache.tags, index) == TAG_RESERVED) {
        sm->fetch.cache.waiting[index] |= UINT64_C(1) << slot;
        return false;
    }
    tag_array_touch(&sm->fetch.cache.tags, index);
    warp->buffer.line = line;
    return true;
}

/* The address of the next instruction to fetch for a warp. */
static inline uint64_t next_address(const struct sm *sm, const struct sm_warp *warp)
{
    uint64_t next = warp->context.pc + warp->buffer.n;
    uint32_t bundle = warp->context.code->bundle;
    if (G_UNLIKELY(bundle))
        next += next / bundle + 1;
    return warp->context.block->launch->code_address + next * sm->core.config->instruction_bytes;
}

static inline uint64_t line_of(uint64_t address)
{
    return address & ~(uint64_t)(LINE_BYTES - 1);
}

/* Instructions of the kernel behind those that the warp has. */
static inline uint32_t not_fetched(const struct sm_warp *warp)
{
    uint32_t left = warp->context.code->n_instructions - warp->context.pc;
    return left > warp->buffer.n ? left - warp->buffer.n : 0;
}

/* The next fetch that is still free, in this cycle or later. */
static inline uint64_t fetch_turn(struct sm *sm)
{
    if (sm->fetch.cycle < sm->core.cycle) {
        sm->fetch.cycle = sm->core.cycle;
        sm->fetch.given = 0;
    } else if (sm->fetch.given == sm->core.config->fetch_warps) {
        sm->fetch.cycle++;
        sm->fetch.given = 0;
    }
    sm->fetch.given++;
    return sm->fetch.cycle;
}

/* Puts instructions of a line that is there into the warp's buffer. */
static inline void take_instructions(struct sm *sm, struct sm_warp *warp, uint64_t address)
{
    const struct sm_config *config = sm->core.config;
    uint32_t in_line =
        config->fetch_follows ? UINT32_MAX : (uint32_t)(line_of(address) + LINE_BYTES - address);
    uint32_t n = MIN(config->fetch_width, not_fetched(warp));
    if (n * config->instruction_bytes > in_line)
        n = in_line / config->instruction_bytes;
    warp->buffer.n = (uint8_t)(warp->buffer.n + n);
    warp->buffer.last = (uint8_t)n;
    warp->buffer.at = fetch_turn(sm) + config->fetch_latency;
    sm->core.counters.fetches++;
}

void sm_fetch(struct sm *sm, unsigned slot)
{
    struct sm_warp *warp = &sm->warps.list[slot];
    if (not_fetched(warp) == 0 || (sm->fetch.missing >> slot & 1))
        return;
    uint64_t address = next_address(sm, warp);
    if (line_present(sm, slot, line_of(address))) {
        take_instructions(sm, warp, address);
    } else {
        sm->fetch.missing |= UINT64_C(1) << slot;
        warp->buffer.last = 0; /* what the buffer still has is there */
        warp->buffer.at = CYCLE_NEVER;
    }
}

void sm_fetch_flush(struct sm *sm, unsigned slot)
{
    sm->warps.list[slot].buffer.n = 0;
    sm->fetch.missing &= ~(UINT64_C(1) << slot);
    sm->fetch.refused &= ~(UINT64_C(1) << slot);
}

/* The warp's line has come. */
static void resume(struct sm *sm, unsigned slot)
{
    sm->fetch.missing &= ~(UINT64_C(1) << slot);
    sm_warp_fetched(&sm->warps, slot);
}

void sm_fetch_retry(struct sm *sm)
{
    uint64_t again = sm->fetch.refused;
    sm->fetch.refused = 0;
    for (; again; again &= again - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(again);
        struct sm_warp *warp = &sm->warps.list[slot];
        uint64_t address = next_address(sm, warp);
        sm_meter_note(&sm->core, warp->context.block->launch->id);
        if (sm->fetch.blocked)
            sm->fetch.refused |= UINT64_C(1) << slot;
        else if (line_present(sm, slot, line_of(address))) {
            take_instructions(sm, warp, address);
            resume(sm, slot);
        }
    }
}

uint64_t sm_next_fetch(const struct sm *sm)
{
    return sm->fetch.refused && !sm->fetch.blocked ? sm->core.cycle + 1 : CYCLE_NEVER;
}

/* The warps that wait for a line get their instructions with the fill: if they had to ask again,
 * others could evict it first, and a cache smaller than the loop would never get on. */
void sm_icache_fill(struct sm *sm, uint32_t line)
{
    tag_array_fill(&sm->fetch.cache.tags, (int)line);
    sm->fetch.misses--;
    uint64_t address = tag_array_address(&sm->fetch.cache.tags, (int)line);
    uint64_t waiting = sm->fetch.cache.waiting[line] & sm->fetch.missing & ~sm->fetch.refused;
    sm->fetch.cache.waiting[line] = 0;
    sm->fetch.blocked = false;
    for (; waiting; waiting &= waiting - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(waiting);
        struct sm_warp *warp = &sm->warps.list[slot];
        uint64_t next = next_address(sm, warp);
        sm_meter_note(&sm->core, warp->context.block->launch->id);
        if (line_of(next) == address) {
            take_instructions(sm, warp, next);
            resume(sm, slot);
            continue;
        }
        /* Meanwhile its path has led elsewhere, with what the buffer still had. */
        sm->fetch.missing &= ~(UINT64_C(1) << slot);
        sm_fetch(sm, slot);
        if (!(sm->fetch.missing >> slot & 1))
            resume(sm, slot);
    }
}
