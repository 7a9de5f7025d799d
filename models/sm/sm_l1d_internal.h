/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of L1D share. */
#ifndef SIMGPU_SM_L1D_INTERNAL_H
#define SIMGPU_SM_L1D_INTERNAL_H

#include "models/sm/sm_events.h"

/* sm_l1d_mshrs.c: requests on their way. */
void l1d_mshrs_init(struct sm *sm);
void l1d_mshrs_finish(struct sm *sm);
/* Whether there is an entry for each of so many sectors. */
bool l1d_mshrs_have_room(const struct sm *sm, unsigned sectors);
/* One for sectors that go into L1D, or for none: nobody else can wait for it then. */
struct mshr *l1d_mshr_take(struct sm *sm, uint64_t line, uint8_t sectors, uint8_t keep);
void l1d_mshr_free(struct sm *sm, struct mshr *mshr);
/* Of the sectors that are wanted, those that are on their way into L1D. *full becomes true if one
 * more access can't wait for them. */
uint8_t l1d_under_way(const struct sm *sm, uint64_t line, uint8_t wanted, bool *full);
/* The access waits for those of the line's sectors. */
void l1d_wait_for(struct sm *sm, const struct ldst_entry *entry,
                  const struct line_transaction *line, uint8_t sectors);
static inline struct mshr_waiter *l1d_waiter(struct sm *sm, struct mshr *mshr, unsigned i)
{
    size_t first = (size_t)(mshr - sm->l1d.mshrs) * sm->core.config->l1d_merges;
    return i == 0 ? &mshr->waiter : &sm->l1d.waiters[first + i];
}
void l1d_add_waiter(struct sm *sm, struct mshr *mshr, uint32_t access, lane_mask lanes);
/* The access's lanes, of the transaction's, that touch the sectors. */
lane_mask l1d_lanes_in(const struct sm *sm, uint32_t access, const struct line_transaction *line,
                       uint8_t sectors);

/* What is on its way of these sectors serves those who wait for it, but is not kept. */
void l1d_cut_off(struct sm *sm, uint64_t line, uint8_t sectors);
void l1d_cut_off_all(struct sm *sm, uint64_t from_address);

/* For policies, a load joins what is on its way of the line, which it does not look up. */
void l1d_note_merge(struct sm *sm, uint64_t line);

/* sm_l1d.c: lines. */
void l1d_drop_line(struct sm *sm, int index);
/* A line for the access of the warp: tag_array_choose_victim. */
int l1d_victim(struct sm *sm, uint64_t address, unsigned slot, uint32_t pc, bool is_write);
/* The line, which is not reserved, gets the address, with nothing in it, for the warp. It is
 * reserved now. */
void l1d_claim_line(struct sm *sm, int index, uint64_t address, unsigned slot, uint32_t pc);
/* Nothing of a reserved line is on its way any more. */
void l1d_settle_line(struct sm *sm, int index);

/* sm_l1d_store.c: takes the line out of the cache, or what is on its way to it. */
void l1d_drop_address(struct sm *sm, uint64_t address);

/* The unit of requests, of MSHR entries and of the sector counters: sectors, or whole lines. */
static inline uint8_t l1d_whole(const struct sm *sm, uint8_t sectors)
{
    return sm->core.config->l1d_sectored ? sectors : WHOLE_LINE;
}

static inline unsigned l1d_units(const struct sm *sm, uint8_t sectors)
{
    return sm->core.config->l1d_sectored ? sector_count(sectors) : sectors != 0;
}

/* All of it is there, or delivered at once: what a hit does. */
static inline void l1d_hit(struct sm *sm, const struct ldst_entry *entry, int index,
                           const struct line_transaction *line, uint8_t sectors)
{
    const struct payload *data = entry->values ? sm->l1d.data[index] : NULL;
    if (data)
        sm_access_deliver(&sm->accesses, entry->access,
                          l1d_lanes_in(sm, entry->access, line, sectors), data->bytes);
    sm_access_ready(&sm->accesses, entry->access, sm->core.cycle + sm->core.config->l1d_latency);
}

/* sm_l1d.c: loads that don't hit. The line at `index`, or -1, has only the sectors `there`. */
enum ldst_wait l1d_load_missing(struct sm *sm, const struct ldst_entry *entry,
                                const struct line_transaction *line, int index, uint8_t wanted,
                                uint8_t there);
enum ldst_wait l1d_load_uncached(struct sm *sm, const struct ldst_entry *entry,
                                 const struct line_transaction *line);

/* The request of an MSHR that the load has taken. */
void l1d_request(struct sm *sm, const struct mshr *mshr, const struct ldst_entry *entry);

/* sm_l1d_bypass.c: loads that don't simply look L1D up, or may not. */
enum ldst_wait l1d_load_otherwise(struct sm *sm, const struct ldst_entry *entry,
                                  const struct line_transaction *line);

/* A load that takes a line if it misses. */
static inline enum ldst_wait l1d_load_cached(struct sm *sm, const struct ldst_entry *entry,
                                             const struct line_transaction *line)
{
    uint8_t wanted = l1d_whole(sm, line->sectors);
    int index = tag_array_find(&sm->l1d.tags, line->line);
    uint8_t there = index < 0 ? 0 : sm->l1d.lines[index].valid & wanted;
    if (there != wanted)
        return l1d_load_missing(sm, entry, line, index, wanted, there);
    tag_array_touch(&sm->l1d.tags, index);
    l1d_hit(sm, entry, index, line, wanted);
    sm->core.counters.l1d_loads++;
    sm->core.counters.l1d_hits++;
    sm->core.counters.l1d_sector_hits += l1d_units(sm, wanted);
    if (G_UNLIKELY(sm->core.policies.l1_told))
        sm_tell_load(sm, entry, line, index, WARP_ACCESS_HIT,
                     &(struct l1_lookup){wanted, wanted, 0, 0, false});
    return LDST_WAITS_NOT;
}

/* Makes one transaction, unless it must wait: then nothing has changed. Inlined into the loop over
 * an access's transactions, for most of them hit. */
static inline enum ldst_wait l1d_load(struct sm *sm, const struct ldst_entry *entry,
                                      const struct line_transaction *line)
{
    if (G_UNLIKELY(entry->flags & (INSTRUCTION_STRONG | INSTRUCTION_UNCACHED | LDST_MAY_BYPASS)))
        return l1d_load_otherwise(sm, entry, line);
    return l1d_load_cached(sm, entry, line);
}

#endif
