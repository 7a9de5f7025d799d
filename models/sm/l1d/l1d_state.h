/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of L1D: its lines and its MSHRs.
 *
 * The files of this folder share this struct. Each of them changes its own fields: lines
 * (l1d_lines.h), MSHRs (l1d_mshrs.c), bytes that stores leave (l1d_store.c).
 */
#ifndef SIMGPU_SM_L1D_STATE_H
#define SIMGPU_SM_L1D_STATE_H

#include "models/cache/tag_array.h"
#include "models/core/payload.h"
#include "models/sm/access/ldst_entry.h"
#include "models/sm/access/sm_access.h"

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
    uint16_t merged; /* loads that have joined it without a line yet and must be told of */
    uint8_t sectors; /* that it asks for */
    uint8_t keep;    /* of these, sectors that go into L1D */
    bool listed;     /* in a bucket */
    bool uncached;   /* l1d.mshrs_uncached counts it */
    bool in_parts;   /* some of its sectors have come before the others */
    uint16_t wanted; /* sectors that are still to be passed on, for each access that waits */
};

/* What L1D knows of a line beside its tag, as masks of sectors. */
struct l1d_line {
    uint8_t valid, pending;
    uint8_t stored;  /* write-allocate: sectors of which bytes have been stored */
    uint8_t in_part; /* of these, sectors stored in part: see l1d.stored */
    uint8_t dirty;   /* local memory: sectors that only this cache has */
};

/* An access waits at most so many cycles behind others: the wheel of warps must hold them. */
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
    uint32_t free; /* the MSHR that came back last */
    uint32_t n_free;
    uint32_t n_ever; /* MSHRs that have ever been taken: the first ones */
    uint32_t n_mshrs;
    uint32_t room;          /* MSHR entries left: one for each sector, or line, that is asked for */
    uint32_t room_uncached; /* how many of l1d.mshrs_uncached are left */
    uint32_t kept;          /* local stores of this step that stay here: no acknowledgement comes */
    uint32_t kept_number;   /* as in an acknowledgement's message_number() */
    uint64_t answered;      /* with l1d.mshr_replies: the cycle in which the next can be answered */
    bool told;              /* policies or observers hear of its accesses */
    struct warp_line *history; /* by line; NULL: nobody needs it */
};

/* The unit of requests, of MSHR entries and of the sector counters: sectors, or whole lines. */
static inline uint8_t l1d_whole(const struct l1d *l1d, uint8_t sectors)
{
    return l1d->config->l1d_sectored ? sectors : WHOLE_LINE;
}

static inline unsigned l1d_units(const struct l1d *l1d, uint8_t sectors)
{
    return l1d->config->l1d_sectored ? sector_count(sectors) : sectors != 0;
}

/* Entries for so many sectors. A cache with fewer entries than a line has sectors uses what it has.
 */
static inline uint32_t l1d_mshr_entries(const struct l1d *l1d, unsigned sectors)
{
    return MIN(sectors, l1d->config->l1d_mshrs);
}
/* Whether there is an entry for each of so many sectors. */
static inline bool l1d_mshrs_have_room(const struct l1d *l1d, unsigned sectors)
{
    return l1d->room >= l1d_mshr_entries(l1d, sectors);
}
static inline struct mshr_waiter *l1d_waiter(struct l1d *l1d, struct mshr *mshr, unsigned i)
{
    if (G_LIKELY(i == 0))
        return &mshr->waiter;
    return &l1d->waiters[(size_t)(mshr - l1d->mshrs) * l1d->config->l1d_merges + i];
}

#endif
