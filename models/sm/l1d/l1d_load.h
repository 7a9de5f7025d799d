/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads at L1D: some look it up, others go around it. A hit is inlined into the loop over an
 * access's transactions. */
#ifndef SIMGPU_SM_L1D_LOAD_H
#define SIMGPU_SM_L1D_LOAD_H

#include "models/sm/l1d/l1d_mshrs.h"
#include "models/sm/l1d/l1d_tell.h"

/* Delivers the sectors that are there in that cycle. */
static inline void l1d_hit(struct l1d *l1d, const struct ldst_entry *entry, int index,
                           const struct line_transaction *line, uint8_t sectors, uint64_t cycle)
{
    const struct payload *data = entry->values ? l1d->data[index] : NULL;
    if (data)
        sm_access_deliver(l1d->accesses, entry->access,
                          l1d_lanes_in(l1d, entry->access, line, sectors), data->bytes);
    sm_access_ready(l1d->accesses, entry->access, cycle + l1d->config->l1d_latency);
}

/* In that cycle all sectors that the load wants are there. */
static inline void l1d_load_there(struct l1d *l1d, const struct ldst_entry *entry, int index,
                                  const struct line_transaction *line, uint8_t wanted,
                                  uint64_t cycle)
{
    tag_array_touch(&l1d->tags, index);
    l1d_hit(l1d, entry, index, line, wanted, cycle);
    l1d->core->counters.l1.loads++;
    l1d->core->counters.l1.hits++;
    l1d->core->counters.l1.sector_hits += l1d_units(l1d, wanted);
}

/* Loads that don't hit. The line at `index`, or -1, has only the sectors `there`. */
enum ldst_wait l1d_load_missing(struct l1d *l1d, const struct ldst_entry *entry,
                                const struct line_transaction *line, int index, uint8_t wanted,
                                uint8_t there);
enum ldst_wait l1d_load_uncached(struct l1d *l1d, const struct ldst_entry *entry,
                                 const struct line_transaction *line);

/* The same if L1D has nothing of the line, and nothing is on its way. */
enum ldst_wait l1d_load_absent(struct l1d *l1d, const struct ldst_entry *entry,
                               const struct line_transaction *line);

/* Sends the request of an MSHR that the load has taken. */
void l1d_request(struct l1d *l1d, const struct mshr *mshr, const struct ldst_entry *entry);

/* A load that takes a line if it misses. */
static inline enum ldst_wait l1d_load_cached(struct l1d *l1d, const struct ldst_entry *entry,
                                             const struct line_transaction *line)
{
    uint8_t wanted = l1d_whole(l1d, line->sectors);
    int index = tag_array_find(&l1d->tags, line->line);
    uint8_t there = index < 0 ? 0 : l1d->lines[index].valid & wanted;
    if (there != wanted)
        return l1d_load_missing(l1d, entry, line, index, wanted, there);
    l1d_load_there(l1d, entry, index, line, wanted, l1d->core->cycle);
    if (G_UNLIKELY(l1d->told))
        l1d_tell_load(l1d, entry, line, index, WARP_ACCESS_HIT,
                      &(struct l1_lookup){wanted, wanted, 0, 0, false});
    return LDST_WAITS_NOT;
}

/* Loads that don't simply look L1D up, or may not. */
enum ldst_wait l1d_load_otherwise(struct l1d *l1d, const struct ldst_entry *entry,
                                  const struct line_transaction *line);

/* Whether the load doesn't simply look L1D up, or may not. */
static inline bool l1d_goes_otherwise(const struct ldst_entry *entry)
{
    return entry->flags & (INSTRUCTION_STRONG | INSTRUCTION_UNCACHED | LDST_MAY_BYPASS);
}

/* Makes one transaction. If it must wait nothing has changed. Inlined into the loop over an
 * access's transactions, for most of them hit. */
static inline enum ldst_wait l1d_load(struct l1d *l1d, const struct ldst_entry *entry,
                                      const struct line_transaction *line)
{
    if (G_UNLIKELY(l1d_goes_otherwise(entry)))
        return l1d_load_otherwise(l1d, entry, line);
    return l1d_load_cached(l1d, entry, line);
}

#endif
