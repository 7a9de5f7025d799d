/* SPDX-License-Identifier: BSD-3-Clause */
/* The constant cache: one address a cycle, broadcast to all lanes that ask for it.
 *
 * Source: CUDA C Programming Guide 4.2, section 5.3.2.4: a request is split into as many as there
 * are different addresses. ASSUMED: a miss blocks the load/store queue until the line is there.
 * With constant.size=0B everything hits. Differs: the constants of all modules begin at one
 * address, so that two modules' first lines may be taken for each other; it concerns timing only.
 */
#include "models/sm/caches/constant_cache.h"

/* Code and parameters have addresses of their own, outside device memory: they take room in
 * instruction and constant caches and in L2, but carry no values. */
#define CONSTANT_BASE UINT64_C(0x700000000)
#define PARAM_BASE    UINT64_C(0x780000000)

void constant_cache_init(struct constant_cache *cache, struct sm_core *core, struct sm_port *port)
{
    const struct cache_shape *shape = &core->config->constant_cache;
    cache->core = core;
    cache->port = port;
    if (shape->size_bytes > 0)
        tag_array_init(&cache->tags, core->unit.engine->arena, shape->size_bytes, shape->ways,
                       LINE_BYTES);
}

void constant_cache_finish(struct constant_cache *cache)
{
    if (cache->core->config->constant_cache.size_bytes > 0)
        tag_array_finish(&cache->tags);
}

/* Asks for a line that is not there. */
static enum ldst_wait miss(struct constant_cache *cache, const struct ldst_entry *entry,
                           uint64_t line)
{
    struct tag_array *tags = &cache->tags;
    int victim = tag_array_choose_victim(tags, line);
    if (victim < 0)
        return LDST_WAITS_FILL;
    if (!sm_port_has_room(cache->port))
        return LDST_WAITS_PORT;
    tag_array_reserve(tags, victim, line);
    cache->core->counters.constant_misses++;
    sm_port_push(cache->port, MESSAGE_FETCH, line,
                 message_transaction(MESSAGE_CONSTANT, (uint32_t)victim, 0), entry->launch,
                 cache->core->config->header_bytes, WHOLE_LINE, NULL);
    return LDST_WAITS_FILL;
}

enum ldst_wait constant_cache_access(struct constant_cache *cache, struct ldst_entry *entry)
{
    struct tag_array *tags = &cache->tags;
    bool cached = cache->core->config->constant_cache.size_bytes > 0;
    for (; entry->position < entry->count; entry->position++) {
        uint64_t line = entry->lines[entry->position].line;
        int index = cached ? tag_array_find(tags, line) : -1;
        if (cached && index < 0)
            return miss(cache, entry, line);
        if (cached && tag_array_state(tags, index) == TAG_RESERVED)
            return LDST_WAITS_FILL;
        if (cached)
            tag_array_touch(tags, index);
        cache->core->counters.constant_accesses++;
    }
    return LDST_WAITS_NOT;
}

void constant_cache_fill(struct constant_cache *cache, uint32_t line)
{
    tag_array_fill(&cache->tags, (int)line);
}

unsigned constant_cache_lines(const struct issued *issued, struct line_transaction *lines)
{
    unsigned count = 0;
    uint64_t base = issued->space == SPACE_PARAM ? PARAM_BASE : CONSTANT_BASE;
    uint64_t seen[WARP_LANES];
    for (lane_mask left = issued->active; left; left &= left - 1) {
        uint64_t address = issued->address[__builtin_ctz(left)];
        unsigned i = 0;
        while (i < count && seen[i] != address)
            i++;
        if (i < count)
            continue;
        seen[count] = address;
        lines[count++] =
            (struct line_transaction){.line = (base + address) & ~(uint64_t)(LINE_BYTES - 1)};
    }
    return count;
}

bool constant_is_indexed(const struct kernel_code *code, const struct instruction *load)
{
    const uint16_t *sources = &load->registers[load->n_destinations];
    if (code->traced)
        return true;
    for (unsigned i = 0; i < load->n_sources; i++)
        if (!code->predicate_slots || !code->predicate_slots[sources[i]])
            return true;
    return false;
}
