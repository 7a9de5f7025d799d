/* SPDX-License-Identifier: BSD-3-Clause */
/* Races: two accesses to a byte, at least one of them a write, that nothing orders.
 *
 * Each cell of shadow memory keeps its last write, and of the accesses that are not ordered before
 * it a few witnesses: the youngest, one of another lane of its warp, one of another warp of its
 * block, one of another block. Where only barriers order, a later access races with one of all that
 * were there if and only if it races with one of these. Where fences order, more are kept.
 *
 * Strong accesses whose scopes reach each other do not race. Differs from PTX: a volatile store is
 * data unless the other side waits for it in a loop or swaps, since programs that are older than
 * PTX's memory model mark shared data so; then their order is what counts.
 * Source: PTX ISA, "Data races", "Morally strong operations"; Jacobson, Burtscher and
 *   Gopalakrishnan, "HiRace" (SC 2024), for witnesses by level; Kamath and Basu, "iGUARD" (SOSP
 *   2021).
 */
#ifndef SIMGPU_SANITIZE_RACE_RACE_H
#define SIMGPU_SANITIZE_RACE_RACE_H

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
    struct shadow *shadow;
};

struct race_found {
    const struct race_access *access;
    struct mark earlier, now;
    uint64_t offset; /* of the cell's first byte that the access has */
    unsigned lane;
    enum race_missing missing;
};

struct race {
    struct order *order;
    const struct sites *sites;
    bool keeps_many;    /* marks of a cell: something else than barriers may order blocks */
    GHashTable *sloppy; /* threads that hold locks without fences -> the lock; see order_sync.h */
    bool full;          /* no stamps are left: nothing is checked any more */
    void *data;
    void (*report)(void *data, const struct race_found *found);
};

void race_init(struct race *race, struct order *order, const struct sites *sites);
void race_finish(struct race *race);

/* Checks the access and remembers it. It is one instruction: order.now goes up. */
void race_access(struct race *race, const struct race_access *access);
/* A finished asynchronous copy of the thread to [offset, offset + bytes). */
void race_copy_ends(struct race *race, struct shadow *shadow, uint64_t offset, unsigned bytes,
                    uint32_t warp, unsigned lane);

#endif
