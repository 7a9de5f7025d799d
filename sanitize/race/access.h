/* SPDX-License-Identifier: BSD-3-Clause */
/* What the race checker (race.h) is given, what it has, and what it tells. */
#ifndef SIMGPU_SANITIZE_RACE_ACCESS_H
#define SIMGPU_SANITIZE_RACE_ACCESS_H

#include "sanitize/race/order.h"
#include "sanitize/race/shadow.h"
#include "sanitize/race/sites.h"

/* What would order the two. */
enum race_missing {
    MISSING_ATOMIC,       /* one instruction's lanes write to one place */
    MISSING_WARP_SYNC,    /* two lanes of a warp */
    MISSING_BARRIER,      /* two warps of a block */
    MISSING_BLOCK_ORDER,  /* two blocks */
    MISSING_SCOPE,        /* two strong accesses, whose scope is too small */
    MISSING_FENCE,        /* the younger has seen the other's release, but has no fence behind */
    MISSING_LOCK_FENCE,   /* the older took their lock without a fence: other ways round, a race */
    MISSING_LAUNCH_ORDER, /* two launches */
    MISSING_COPY_WAIT     /* an asynchronous copy */
};

struct race_access {
    struct order_block *block;
    unsigned warp;
    lane_mask lanes;
    const uint64_t *offset; /* by lane, in the shadow */
    const uint8_t *sizes;   /* by lane, in place of bytes; NULL mostly */
    unsigned bytes;         /* of a lane */
    uint32_t site;
    uint32_t floor; /* marks up to this stamp are of another life of this memory */
    uint32_t flags; /* MARK_WRITES, MARK_PENDING */
    uint8_t space;  /* enum memory_space: for whoever tells of it */
    struct shadow *shadow;
};

struct race_found {
    struct mark earlier, now;
    uint64_t offset; /* of the cell's first byte that the access has */
    unsigned lane;
    enum race_missing missing;
    uint8_t space; /* the access's */
    bool same;     /* both write the same value; set by whoever hears of it */
    uint64_t n;    /* how often */
};

struct race {
    struct order *order;
    const struct sites *sites;
    bool keeps_many;    /* marks of a cell: something else than barriers may order blocks */
    GHashTable *sloppy; /* threads that hold locks without fences -> the lock; see order_sync.h */
    bool full;          /* no stamps are left: nothing is checked any more */
    void *data;
    void (*report)(void *data, const struct race_access *access, struct race_found *found);
};

#endif
