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
#include "models/sm/sm_events.h"

void sm_texture_init(struct sm *sm)
{
    const struct sm_config *config = sm->core.config;
    if (config->texture.size_bytes == 0)
        return;
    tag_array_init(&sm->texture.tags, config->texture.size_bytes, config->texture.ways, LINE_BYTES);
    uint32_t lines = tag_array_lines(&sm->texture.tags);
    sm->texture.n_waiters = g_new0(uint32_t, lines);
    sm->texture.waiters = g_new0(uint32_t, (gsize)lines * config->texture_merges);
}

void sm_texture_finish(struct sm *sm)
{
    if (sm->core.config->texture.size_bytes == 0)
        return;
    tag_array_finish(&sm->texture.tags);
    g_free(sm->texture.n_waiters);
    g_free(sm->texture.waiters);
}

/* Makes the access wait for the fill of a reserved line. */
static bool wait_for(struct sm *sm, const struct ldst_entry *entry, uint32_t line)
{
    uint32_t *n = &sm->texture.n_waiters[line];
    if (*n == sm->core.config->texture_merges)
        return false;
    sm->texture.waiters[line * sm->core.config->texture_merges + (*n)++] = entry->access;
    sm_access_await(&sm->accesses, entry->access);
    return true;
}

static inline void tell(struct sm *sm, const struct ldst_entry *entry,
                        const struct line_transaction *line, const struct l1_lookup *found)
{
    if (G_UNLIKELY(sm->core.site.observers != NULL))
        sm_tell_l1_access(sm, entry, line, false, found);
}

enum ldst_wait sm_texture_load(struct sm *sm, const struct ldst_entry *entry,
                               const struct line_transaction *line)
{
    struct tag_array *tags = &sm->texture.tags;
    int index = tag_array_find(tags, line->line);
    if (index >= 0 && tag_array_state(tags, index) == TAG_VALID) {
        tag_array_touch(tags, index);
        sm->core.counters.texture_loads++;
        sm->core.counters.texture_hits++;
        sm_access_ready(&sm->accesses, entry->access,
                        sm->core.cycle + sm->core.config->texture_latency);
        tell(sm, entry, line, &(struct l1_lookup){WHOLE_LINE, WHOLE_LINE, 0, 0, false});
        return LDST_WAITS_NOT;
    }
    bool merges = index >= 0;
    if (index < 0) {
        index = tag_array_choose_victim(tags, line->line);
        if (index < 0)
            return LDST_WAITS_FILL;
        if (!sm_port_has_room(&sm->port))
            return LDST_WAITS_PORT;
        tag_array_reserve(tags, index, line->line);
        sm->texture.n_waiters[index] = 0;
        sm_port_push(&sm->port, MESSAGE_FETCH, line->line,
                     message_tag(MESSAGE_TEXTURE, (uint32_t)index, 0), entry->launch,
                     sm->core.config->header_bytes, WHOLE_LINE, NULL);
    }
    if (!wait_for(sm, entry, (uint32_t)index))
        return LDST_WAITS_FILL;
    sm->core.counters.texture_loads++;
    tell(sm, entry, line,
         &(struct l1_lookup){WHOLE_LINE, 0, merges ? WHOLE_LINE : 0, merges ? 0 : WHOLE_LINE,
                             false});
    return LDST_WAITS_NOT;
}

const uint32_t *sm_texture_fill(struct sm *sm, uint32_t line)
{
    tag_array_fill(&sm->texture.tags, (int)line);
    return &sm->texture.waiters[line * sm->core.config->texture_merges];
}

void sm_texture_invalidate(struct sm *sm)
{
    if (sm->core.config->texture.size_bytes > 0)
        tag_array_invalidate_valid(&sm->texture.tags);
}
