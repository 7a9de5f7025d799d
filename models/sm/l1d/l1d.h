/* SPDX-License-Identifier: BSD-3-Clause */
/* L1D as a part of the SM: its lines, its MSHRs, and loads, stores and atomics at it.
 *
 * It takes one transaction at a time from whoever has one (sm_ldst.c), sends requests by the port,
 * and says of each access what is out (sm_access.h). What follows from a reply is sm_complete.c's.
 */
#ifndef SIMGPU_SM_SM_L1D_H
#define SIMGPU_SM_SM_L1D_H

#include "models/cache/tag_array.h"
#include "models/core/payload.h"
#include "models/sm/access/sm_memory.h"

struct mshr_waiter {
    uint32_t access;
    lane_mask lanes;
};

/* A request for sectors of a line, or for an atomic, whose reply is on its way. Most have one
 * waiter. */
struct mshr {
    uint64_t line;
    struct mshr_waiter waiter; /* the first one */
    int32_t cache_line;        /* reserved L1 line; -1: none */
    uint32_t next;             /* in its bucket, + 1; 0: none. Of one that has been given back: the
                                  one given back before */
    uint32_t bucket;           /* if it is listed */
    uint16_t n_waiters;
    uint16_t merged; /* loads that have joined it and are to be told of, without a line yet */
    uint8_t sectors; /* that it asks for */
    uint8_t keep;    /* ... that go into L1D */
    bool listed;     /* in a bucket */
    bool uncached;   /* of those that l1d.mshrs_uncached counts */
    bool in_parts;   /* some of its sectors have come before the others */
    uint16_t wanted; /* sectors that are still to be passed on, for each access that waits */
};

/* What L1D knows of a line beside its tag, as masks of sectors. */
struct l1d_line {
    uint8_t valid, pending;
    uint8_t stored;  /* write-allocate: sectors of which bytes have been stored */
    uint8_t in_part; /* ... a part of the sector at a time: in l1d.stored */
    uint8_t dirty;   /* local memory: sectors that only this cache has */
};

/* An access waits so many cycles behind others at most, for the wheel of warps to hold them. */
enum { LONGEST_REPLY = 900 };

struct l1d {
    const struct sm_config *config;
    struct sm_core *core;
    struct sm_accesses *accesses;
    struct sm_port *port;
    struct tag_array tags;
    struct replacer *replacer;   /* owned; NULL: least recently used */
    struct l1d_line *lines;      /* by line of the tags */
    struct payload **data;       /* by line: bytes of valid and stored sectors; NULL: none are
                                    known */
    uint32_t (*stored)[SECTORS]; /* by line and sector, write-allocate: the bytes that have been
                                    stored, for sectors that are stored in parts */
    struct mshr *mshrs;
    struct mshr_waiter *waiters; /* config->l1d_merges of each MSHR; the first is not used */
    uint32_t *buckets;           /* MSHRs by line: the first + 1; 0: none */
    uint32_t bucket_shift;
    uint32_t free; /* the MSHR that was given back last */
    uint32_t n_free;
    uint32_t n_ever; /* MSHRs that have ever been taken: the first ones */
    uint32_t n_mshrs;
    uint32_t room;          /* MSHR entries left: one for each sector, or line, that is asked for */
    uint32_t room_uncached; /* l1d.mshrs_uncached that are left */
    uint32_t kept;          /* local stores of this step that stay here: no acknowledgement comes */
    uint32_t kept_number;   /* as in an acknowledgement's message.number */
    uint64_t answered;      /* with l1d.mshr_replies: the cycle in which the next can be answered */
    bool told;              /* policies or observers hear of its accesses */
    struct warp_line *history; /* by line; NULL: nobody needs it */
};

void l1d_init(struct l1d *l1d, struct sm_core *core, struct sm_accesses *accesses,
              struct sm_port *port);
void l1d_finish(struct l1d *l1d);
/* Each makes one transaction, unless it must wait: then nothing has changed. Loads: l1d_load. */
enum ldst_wait l1d_store(struct l1d *l1d, const struct ldst_entry *entry,
                         const struct line_transaction *line);
enum ldst_wait l1d_atomic(struct l1d *l1d, const struct ldst_entry *entry,
                          const struct line_transaction *line);
/* Takes what a reply has brought to those who wait for it and into its line; they have not been
 * counted down yet, and the MSHR not been given back. NULL: others of its sectors are to come. */
struct mshr *l1d_fill(struct l1d *l1d, const struct message *message);
/* With l1d.mshr_replies, before l1d_mshr_free: the cycle in which the last of those who wait for
 * the MSHR is answered, the others each a turn before. */
uint64_t l1d_answers(struct l1d *l1d, struct mshr *mshr);
/* Whether the reply, not taken yet, brings only a part of what its request asked for. */
bool l1d_is_part(const struct l1d *l1d, const struct message *message);
/* Drops all lines, and what is on its way. */
void l1d_invalidate(struct l1d *l1d);
/* ... but only what other SMs may have changed. */
void l1d_acquire(struct l1d *l1d);
/* So many ways of each set are in use from now on. */
void l1d_use_ways(struct l1d *l1d, uint32_t ways);

/* l1d_tell.c */
/* With a replacer of L1D. An access of the warp asks for a line, -1: none may go; or has found line
 * `index`. */
int sm_policy_victim(struct l1d *l1d, uint64_t address, unsigned slot, uint32_t pc, bool is_write);
void sm_policy_used(struct l1d *l1d, int index, unsigned slot, uint32_t pc, bool is_write);
/* A load's transaction goes through L1D: policies and observers hear of it. With l1d.told.
 * index: of the line, -1: none. */
void sm_tell_load(struct l1d *l1d, const struct ldst_entry *entry,
                  const struct line_transaction *line, int index, enum warp_access_outcome outcome,
                  const struct l1_lookup *found);
/* With l1d.told: line `index` is about to be given to another address by the warp. */
void sm_policy_claimed(struct l1d *l1d, int index, uint64_t address, unsigned slot, uint32_t pc);
/* merged: loads that had joined the fetch before the line was taken. */
void sm_policy_filled(struct l1d *l1d, int index, uint32_t merged);
/* A load's reply says what it found in L2. */
void sm_policy_l2_found(struct l1d *l1d, const struct message *reply);

/* l1d_mshrs.c: requests on their way. */
void l1d_mshrs_init(struct l1d *l1d, struct arena *arena);
/* Entries for so many sectors: a cache with fewer than a line has makes do with what it has. */
static inline uint32_t l1d_mshr_entries(const struct l1d *l1d, unsigned sectors)
{
    return MIN(sectors, l1d->config->l1d_mshrs);
}
/* Whether there is an entry for each of so many sectors. */
static inline bool l1d_mshrs_have_room(const struct l1d *l1d, unsigned sectors)
{
    return l1d->room >= l1d_mshr_entries(l1d, sectors);
}
/* One for sectors that go into L1D, or for none: nobody else can wait for it then. */
struct mshr *l1d_mshr_take(struct l1d *l1d, uint64_t line, uint8_t sectors, uint8_t keep);
/* For a request that L1D does not keep: l1d.mshrs_uncached, if there are such. */
bool l1d_uncached_has_room(const struct l1d *l1d, unsigned sectors);
struct mshr *l1d_mshr_take_uncached(struct l1d *l1d, uint64_t line, uint8_t sectors);
void l1d_mshr_free(struct l1d *l1d, struct mshr *mshr);
/* It no longer waits for these of its sectors, but for others. */
void l1d_mshr_shrink(struct l1d *l1d, struct mshr *mshr, uint8_t sectors);
/* Of the sectors that are wanted, those that are on their way into L1D. *full becomes true if one
 * more access can't wait for them. */
uint8_t l1d_under_way(const struct l1d *l1d, uint64_t line, uint8_t wanted, bool *full);
/* Whether a load's transaction finds no MSHR, as things are. *absent: nothing of the line is here,
 * or on its way. */
bool l1d_will_wait(const struct l1d *l1d, const struct line_transaction *line, bool *absent);
/* The access waits for those of the line's sectors. */
void l1d_wait_for(struct l1d *l1d, const struct ldst_entry *entry,
                  const struct line_transaction *line, uint8_t sectors);
static inline struct mshr_waiter *l1d_waiter(struct l1d *l1d, struct mshr *mshr, unsigned i)
{
    if (G_LIKELY(i == 0))
        return &mshr->waiter;
    return &l1d->waiters[(size_t)(mshr - l1d->mshrs) * l1d->config->l1d_merges + i];
}
void l1d_add_waiter(struct l1d *l1d, struct mshr *mshr, uint32_t access, lane_mask lanes);
/* The access's lanes, of the transaction's, that touch the sectors. */
lane_mask l1d_lanes_in(const struct l1d *l1d, uint32_t access, const struct line_transaction *line,
                       uint8_t sectors);

/* What is on its way of these sectors serves those who wait for it, but is not kept. */
void l1d_cut_off(struct l1d *l1d, uint64_t line, uint8_t sectors);
void l1d_cut_off_all(struct l1d *l1d, uint64_t from_address);

/* For policies, a load joins what is on its way of the line, which it does not look up. */
void l1d_note_merge(struct l1d *l1d, uint64_t line);

/* l1d.c: lines. */
void l1d_drop_line(struct l1d *l1d, int index);
/* A line for the access of the warp: tag_array_choose_victim. */
int l1d_victim(struct l1d *l1d, uint64_t address, unsigned slot, uint32_t pc, bool is_write);
/* The line, which is not reserved, gets the address, with nothing in it, for the warp. It is
 * reserved now. */
void l1d_claim_line(struct l1d *l1d, int index, uint64_t address, unsigned slot, uint32_t pc);
/* Nothing of a reserved line is on its way any more. */
void l1d_settle_line(struct l1d *l1d, int index);

/* l1d_store.c */
/* Forgets how many stores have stayed here, and says how many. */
uint32_t l1d_take_kept(struct l1d *l1d);
/* The line goes: what only L1D has of it is written to L2. There must be room for a message; false:
 * there is none for another one, behind it. */
bool l1d_write_back(struct l1d *l1d, int index, uint32_t launch);

/* l1d_store.c: takes the line out of the cache, or what is on its way to it. */
void l1d_drop_address(struct l1d *l1d, uint64_t address);

/* The unit of requests, of MSHR entries and of the sector counters: sectors, or whole lines. */
static inline uint8_t l1d_whole(const struct l1d *l1d, uint8_t sectors)
{
    return l1d->config->l1d_sectored ? sectors : WHOLE_LINE;
}

static inline unsigned l1d_units(const struct l1d *l1d, uint8_t sectors)
{
    return l1d->config->l1d_sectored ? sector_count(sectors) : sectors != 0;
}

/* What is there, in that cycle, is delivered. */
static inline void l1d_hit(struct l1d *l1d, const struct ldst_entry *entry, int index,
                           const struct line_transaction *line, uint8_t sectors, uint64_t cycle)
{
    const struct payload *data = entry->values ? l1d->data[index] : NULL;
    if (data)
        sm_access_deliver(l1d->accesses, entry->access,
                          l1d_lanes_in(l1d, entry->access, line, sectors), data->bytes);
    sm_access_ready(l1d->accesses, entry->access, cycle + l1d->config->l1d_latency);
}

/* All that the load wants is there, in that cycle. */
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

/* l1d.c: loads that don't hit. The line at `index`, or -1, has only the sectors `there`. */
enum ldst_wait l1d_load_missing(struct l1d *l1d, const struct ldst_entry *entry,
                                const struct line_transaction *line, int index, uint8_t wanted,
                                uint8_t there);
enum ldst_wait l1d_load_uncached(struct l1d *l1d, const struct ldst_entry *entry,
                                 const struct line_transaction *line);

/* ... of which L1D has nothing, and nothing is on its way. */
enum ldst_wait l1d_load_absent(struct l1d *l1d, const struct ldst_entry *entry,
                               const struct line_transaction *line);

/* The request of an MSHR that the load has taken. */
void l1d_request(struct l1d *l1d, const struct mshr *mshr, const struct ldst_entry *entry);

/* l1d_bypass.c: loads that don't simply look L1D up, or may not. */
enum ldst_wait l1d_load_otherwise(struct l1d *l1d, const struct ldst_entry *entry,
                                  const struct line_transaction *line);

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
        sm_tell_load(l1d, entry, line, index, WARP_ACCESS_HIT,
                     &(struct l1_lookup){wanted, wanted, 0, 0, false});
    return LDST_WAITS_NOT;
}

/* Whether it is a load that doesn't simply look L1D up, or may not. */
static inline bool l1d_goes_otherwise(const struct ldst_entry *entry)
{
    return entry->flags & (INSTRUCTION_STRONG | INSTRUCTION_UNCACHED | LDST_MAY_BYPASS);
}

/* Makes one transaction, unless it must wait: then nothing has changed. Inlined into the loop over
 * an access's transactions, for most of them hit. */
static inline enum ldst_wait l1d_load(struct l1d *l1d, const struct ldst_entry *entry,
                                      const struct line_transaction *line)
{
    if (G_UNLIKELY(l1d_goes_otherwise(entry)))
        return l1d_load_otherwise(l1d, entry, line);
    return l1d_load_cached(l1d, entry, line);
}

#endif
