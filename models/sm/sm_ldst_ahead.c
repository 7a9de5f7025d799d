/* SPDX-License-Identifier: BSD-3-Clause */
/* The load/store unit's head goes on by itself, in cycles in which nobody else in the SM does
 * anything.
 *
 * Where L1D serves a line a cycle, a load of many lines that are there, or on their way, takes as
 * many cycles, and in none of them it asks anybody for anything. So as long as nothing arrives and
 * no warp can issue, they are gone through at once. Its last line has a step of its own: with that,
 * its place in the queue is free.
 */
#include "models/sm/sm_ldst.h"

bool sm_ldst_may_go_on(const struct load_store *ldst)
{
    const struct sm_config *config = ldst->config;
    return !config->l1d_sectored && config->l1d_banks == 1 && config->ldst_pipeline == 0 &&
           !ldst->l1d->told && !ldst->retries.list;
}

/* The load's transaction, in that cycle, unless it needs a request of its own, or must wait for
 * something else: then nothing has changed. */
static inline bool load(struct load_store *ldst, const struct ldst_entry *entry,
                        const struct line_transaction *line, uint64_t cycle)
{
    struct l1d *l1d = ldst->l1d;
    const int index = tag_array_find(&l1d->tags, line->line);
    const uint8_t there = index < 0 ? 0 : l1d->lines[index].valid;
    bool full = false;
    if (there == WHOLE_LINE) {
        l1d_load_there(l1d, entry, index, line, WHOLE_LINE, cycle);
        return true;
    }
    const uint8_t under_way = l1d_under_way(l1d, line->line, WHOLE_LINE, &full);
    ldst->absent = index < 0 && !under_way;
    if (under_way != WHOLE_LINE || full)
        return false;
    l1d_load_missing(l1d, entry, line, index, WHOLE_LINE, 0);
    return true;
}

void sm_ldst_go_on(struct load_store *ldst, uint64_t before)
{
    struct ldst_entry *entry = &ldst->queue[ldst->first];
    const uint32_t last = entry->count - 1;
    uint64_t cycle = ldst->next;
    if (entry->op_class != OP_LOAD || l1d_goes_otherwise(entry) || ldst->core->meter.several ||
        ldst_is_for_texture_cache(ldst, entry))
        return;
    while (cycle < before && entry->position < last &&
           load(ldst, entry, &entry->lines[entry->position], cycle)) {
        entry->position++;
        entry->served++;
        cycle++;
    }
    ldst->core->counters.ldst_busy_cycles += cycle - ldst->next;
    entry->unserved = entry->lines[entry->position].sectors;
    ldst->free = ldst->next = cycle;
}
