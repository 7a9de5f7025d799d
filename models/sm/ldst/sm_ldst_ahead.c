/* SPDX-License-Identifier: BSD-3-Clause */
/* The load/store unit's head goes on by itself, in cycles in which no other part of the SM does
 * anything.
 *
 * A load of many lines may find all of them in L1D, or on their way there. It takes a cycle for
 * each, or for those few whose sectors lie in different banks. In none of these cycles it needs
 * another part. So while nothing arrives and no warp can issue, they are gone through at once. The
 * cycle of its last line has a step of its own: with it, its place in the queue becomes free. So
 * has a cycle in which a bank serves a line that is still to come to L1D beside others.
 */
#include "models/sm/ldst/sm_ldst_ahead.h"
#include "models/sm/l1d/l1d.h"
#include "models/sm/ldst/sm_ldst_places.h"

/* Whether L1D serves a line a cycle. */
static bool by_lines(const struct sm_config *config)
{
    return !config->l1d_sectored && config->l1d_banks == 1;
}

bool sm_ldst_may_go_on(const struct load_store *ldst)
{
    const struct sm_config *config = ldst->config;
    return (!by_lines(config) || config->ldst_pipeline == 0) && !ldst->l1d->told &&
           !ldst->retries.list && !ldst->own;
}

/* Makes the load's transaction in that cycle. If it needs a request of its own, or must wait for
 * something else, nothing has changed. */
G_ALWAYS_INLINE static inline bool load(struct load_store *ldst, const struct ldst_entry *entry,
                                        const struct line_transaction *line, uint64_t cycle,
                                        const bool whole)
{
    struct l1d *l1d = ldst->l1d;
    const uint8_t wanted = whole ? WHOLE_LINE : l1d_whole(l1d, line->sectors);
    const int index = tag_array_find(&l1d->tags, line->line);
    const uint8_t there = index < 0 ? 0 : l1d->lines[index].valid & wanted;
    bool full = false;
    if (there == wanted) {
        l1d_load_there(l1d, entry, index, line, wanted, cycle);
        return true;
    }
    if (!whole && there)
        return false;
    const uint8_t under_way = l1d_under_way(l1d, line->line, wanted, &full);
    if (whole)
        ldst->absent = index < 0 && !under_way;
    if (under_way != wanted || full)
        return false;
    l1d_load_missing(l1d, entry, line, index, wanted, 0);
    return true;
}

static uint64_t go_on_by_lines(struct load_store *ldst, struct ldst_entry *entry, uint64_t before)
{
    const uint32_t last = entry->count - 1;
    uint64_t cycle = ldst->next;
    while (cycle < before && entry->position < last &&
           load(ldst, entry, &entry->lines[entry->position], cycle, true)) {
        entry->position++;
        entry->served++;
        cycle++;
    }
    entry->unserved = entry->lines[entry->position].sectors;
    return cycle;
}

/* Whether L1D has all sectors that these want, and where. */
static bool are_there(const struct l1d *l1d, const struct line_transaction *lines, uint32_t n,
                      int *places)
{
    for (uint32_t i = 0; i < n; i++) {
        const uint8_t wanted = l1d_whole(l1d, lines[i].sectors);
        places[i] = tag_array_find(&l1d->tags, lines[i].line);
        if (places[i] < 0 || (wanted & ~l1d->lines[places[i]].valid))
            return false;
    }
    return true;
}

/* Makes the first n of the lines, in that cycle. False: nothing has changed. */
static bool make(struct load_store *ldst, const struct ldst_entry *entry,
                 const struct line_transaction *lines, uint32_t n, uint64_t cycle)
{
    struct l1d *l1d = ldst->l1d;
    int places[WARP_LANES];
    if (n == 1)
        return load(ldst, entry, lines, cycle, false);
    if (!are_there(l1d, lines, n, places))
        return false;
    for (uint32_t i = 0; i < n; i++)
        l1d_load_there(l1d, entry, places[i], &lines[i], l1d_whole(l1d, lines[i].sectors), cycle);
    return true;
}

/* Makes the lines that are through in that cycle, unless it is the last one's. False: nothing has
 * changed. */
static bool make_some(struct load_store *ldst, struct ldst_entry *entry, uint64_t cycle)
{
    const struct line_transaction *lines = &entry->lines[entry->position];
    const uint32_t more = entry->count - 1 - entry->position;
    uint32_t busy = 0, n = 0, served = 0;
    uint8_t left = entry->unserved;
    while (!(left = ldst_serve(ldst->config, &lines[n], left, &busy))) {
        if (n == more)
            return false;
        served += ldst_accesses_of(ldst->config, &lines[n]);
        left = lines[++n].sectors;
    }
    if (!make(ldst, entry, lines, n, cycle))
        return false;
    entry->served += served;
    entry->position += n;
    entry->unserved = left;
    return true;
}

static uint64_t go_on_by_sectors(struct load_store *ldst, struct ldst_entry *entry, uint64_t before)
{
    const uint64_t room = sm_ldst_served_with_room(ldst), most = ldst->config->l1d_banks + SECTORS;
    uint64_t cycle = ldst->next;
    while (cycle < before && entry->served + most <= room && make_some(ldst, entry, cycle))
        cycle++;
    return cycle;
}

void sm_ldst_go_on(struct load_store *ldst, uint64_t before)
{
    const struct sm_config *config = ldst->config;
    struct ldst_entry *entry = &ldst->queue[ldst->first];
    if (entry->op_class != OP_LOAD || l1d_goes_otherwise(entry) || ldst->core->meter.several ||
        ldst_is_for_texture_cache(ldst, entry) || entry->space == SPACE_CLUSTER)
        return;
    const uint64_t cycle = by_lines(config) ? go_on_by_lines(ldst, entry, before)
                                            : go_on_by_sectors(ldst, entry, before);
    ldst->core->counters.ldst_busy_cycles += cycle - ldst->next;
    ldst->free = ldst->next = cycle;
}
