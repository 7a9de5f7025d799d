/* SPDX-License-Identifier: BSD-3-Clause */
/* The nodes that clocks are made of: a tree by the bits of warps' numbers, with a leaf a warp.
 *
 * Each node is there once (it is interned): nodes with the same contents are the same node. It has
 * a number that no other node ever gets. A table remembers what the last joins gave.
 * Source: Okasaki and Gill, "Fast Mergeable Integer Maps" (ML workshop 1998), for the tree;
 * Filliatre and Conchon, "Type-Safe Modular Hash-Consing" (ML workshop 2006).
 */
#ifndef SIMGPU_SANITIZE_RACE_CLOCK_NODES_H
#define SIMGPU_SANITIZE_RACE_CLOCK_NODES_H

#include "sanitize/race/clock.h"
#include "workloads/instruction.h"

enum { CLOCK_FAN_BITS = 4, CLOCK_FAN = 1 << CLOCK_FAN_BITS };

/* What is known of a warp. lane[] is 0 where it is not above `warp`: then equal knowledge looks
 * the same. */
struct clock_leaf {
    uint32_t block; /* of all threads of the block whose first warp this is */
    uint32_t warp;  /* of all its threads */
    uint32_t lane[WARP_LANES];
};

struct clock {
    uint32_t references;
    uint32_t prefix; /* its warps' numbers, without the last `bits` bits */
    uint32_t newest; /* the largest stamp below it */
    uint32_t hash;
    uint64_t number;
    struct clocks *clocks;
    struct clock *next; /* in the table */
    uint8_t bits;       /* 0: a leaf. Others have two children or more */
    union {
        struct clock *child[CLOCK_FAN]; /* owned; NULL: nothing is known of these */
        struct clock_leaf leaf;
    };
};

/* The node that looks like this one, of which prefix, bits, and children or leaf count. Takes over
 * the children. To be unref'd. */
struct clock *clock_intern(struct clocks *clocks, struct clock *like);
/* What a join of two nodes has given lately; NULL: not known. Borrowed. */
struct clock *clock_joined(const struct clock *a, const struct clock *b);
void clock_keep_joined(const struct clock *a, const struct clock *b, struct clock *both);

#endif
