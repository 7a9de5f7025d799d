/* SPDX-License-Identifier: BSD-3-Clause */
/* The texture cache: texels' lines, without values, since tex reads those at issue.
 *
 * Unlike the constant cache it goes on past a miss: a fetch waits for its lines while later ones
 * are served. An access that finds its line under way waits with it, up to texture.mshr_merges
 * accesses a line; one more stops the load/store queue until the fill.
 *
 * Source: CUDA C Programming Guide 4.2, table F-2 ("cache working set per multiprocessor for
 *   texture memory", 12 KB) and 5.3.2.5 (on-chip, cached, latency as of a global load when it
 * misses). ASSUMED: allocation on miss, LRU, as many lines a cycle as L1; emptied at the end of a
 * kernel, for the programming guide (3.2.11) makes stores visible to texture fetches of later
 * kernels only.
 */
#include "models/sm/caches/texture_cache.h"
#include "models/sm/access/l1_access.h"
#include "models/sm/access/sm_access.h"

void texture_cache_init(struct texture_cache *cache, struct sm_core *core,
                        struct sm_accesses *accesses, struct sm_port *port)
{
    const struct sm_config *config = core->config;
    struct arena *arena = core->unit.engine->arena;
    cache->core = core;
    cache->accesses = accesses;
    cache->port = port;
    if (config->texture.size_bytes == 0)
        return;
    tag_array_init(&cache->tags, arena, config->texture.size_bytes, config->texture.ways,
                   LINE_BYTES);
    uint32_t lines = tag_array_lines(&cache->tags);
    cache->n_waiters = arena_new0(arena, uint32_t, lines);
    cache->waiters = arena_new0(arena, uint32_t, (gsize)lines * config->texture_merges);
}

void texture_cache_finish(struct texture_cache *cache)
{
    if (cache->core->config->texture.size_bytes == 0)
        return;
    tag_array_finish(&cache->tags);
}

/* Makes the access wait for the fill of a reserved line. */
static bool wait_for(struct texture_cache *cache, const struct ldst_entry *entry, uint32_t line)
{
    uint32_t *n = &cache->n_waiters[line];
    if (*n == cache->core->config->texture_merges)
        return false;
    cache->waiters[line * cache->core->config->texture_merges + (*n)++] = entry->access;
    sm_access_await(cache->accesses, entry->access);
    return true;
}

static inline void tell(struct texture_cache *cache, const struct ldst_entry *entry,
                        const struct line_transaction *line, const struct l1_lookup *found)
{
    if (G_UNLIKELY(cache->core->site.observers != NULL))
        l1_access_tell(cache->core, entry, line, false, found);
}

enum ldst_wait texture_cache_load(struct texture_cache *cache, const struct ldst_entry *entry,
                                  const struct line_transaction *line)
{
    struct tag_array *tags = &cache->tags;
    int index = tag_array_find(tags, line->line);
    if (index >= 0 && tag_array_state(tags, index) == TAG_VALID) {
        tag_array_touch(tags, index);
        cache->core->counters.texture.loads++;
        cache->core->counters.texture.hits++;
        sm_access_ready(cache->accesses, entry->access,
                        cache->core->cycle + cache->core->config->texture_latency);
        tell(cache, entry, line, &(struct l1_lookup){WHOLE_LINE, WHOLE_LINE, 0, 0, false});
        return LDST_WAITS_NOT;
    }
    bool merges = index >= 0;
    if (index < 0) {
        index = tag_array_choose_victim(tags, line->line);
        if (index < 0)
            return LDST_WAITS_FILL;
        if (!sm_port_has_room(cache->port))
            return LDST_WAITS_PORT;
        tag_array_reserve(tags, index, line->line);
        cache->n_waiters[index] = 0;
        sm_port_push(cache->port, MESSAGE_FETCH, line->line,
                     message_transaction(MESSAGE_TEXTURE, (uint32_t)index, 0), entry->launch,
                     cache->core->config->header_bytes, WHOLE_LINE, NULL);
    }
    if (!wait_for(cache, entry, (uint32_t)index))
        return LDST_WAITS_FILL;
    cache->core->counters.texture.loads++;
    tell(cache, entry, line,
         &(struct l1_lookup){WHOLE_LINE, 0, merges ? WHOLE_LINE : 0, merges ? 0 : WHOLE_LINE,
                             false});
    return LDST_WAITS_NOT;
}

const uint32_t *texture_cache_fill(struct texture_cache *cache, uint32_t line)
{
    tag_array_fill(&cache->tags, (int)line);
    return &cache->waiters[line * cache->core->config->texture_merges];
}

void texture_cache_invalidate(struct texture_cache *cache)
{
    if (cache->core->config->texture.size_bytes > 0)
        tag_array_invalidate_valid(&cache->tags);
}
