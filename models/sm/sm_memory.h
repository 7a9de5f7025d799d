/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of the SM's memory side: the load/store queue, what is on its way, L1D.
 *
 * Pools of structs that are indices, not pointers, so that they can grow; no allocation on the
 * way of an access. What only values need (struct access_values) lies apart: a trace never
 * touches it.
 */
#ifndef SIMGPU_SM_MEMORY_H
#define SIMGPU_SM_MEMORY_H

#include "models/cache/tag_array.h"
#include "models/core/payload.h"
#include "models/sm/sm_access.h"
#include "models/sm/sm_port.h"

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
    uint32_t next;             /* in its bucket, + 1; 0: none */
    uint16_t n_waiters;
    uint16_t merged; /* loads that have joined it and are to be told of, without a line yet */
    uint8_t sectors; /* that it asks for */
    uint8_t keep;    /* ... that go into L1D */
    bool listed;     /* in its bucket */
};

/* What L1D knows of a line beside its tag, as masks of sectors. */
struct l1d_line {
    uint8_t valid, pending;
    uint8_t stored; /* write-allocate: sectors of which bytes have been stored */
};

struct l1d {
    struct tag_array tags;
    struct replacer *replacer;       /* owned; NULL: least recently used */
    struct l1d_line *lines;          /* by line of the tags */
    struct payload **data;           /* by line: bytes of valid and stored sectors; NULL: none are
                                        known */
    uint64_t (*stored)[SECTORS / 2]; /* by line, write-allocate: the bytes that have been stored */
    struct mshr *mshrs;
    struct mshr_waiter *waiters; /* config->l1d_merges of each MSHR; the first is not used */
    uint32_t *buckets;           /* MSHRs by line: the first + 1; 0: none */
    uint32_t bucket_shift;
    uint32_t *free; /* stack of free MSHRs */
    uint32_t n_free;
    uint32_t room;         /* MSHR entries left: one for each sector, or line, that is asked for */
    uint32_t shared_bytes; /* of the unified memory, when there is a carve-out */
};

/* Among an entry's flags, which are its instruction's: it is a load that may go around L1D, whose
 * transactions ask. */
enum { LDST_MAY_BYPASS = 128 };

/* A memory instruction in the load/store queue. */
struct ldst_entry {
    uint8_t op_class, space, flags;
    bool values; /* global memory's bytes move with it: not in a trace */
    uint8_t warp;
    uint8_t epoch;    /* of a store */
    uint8_t unserved; /* sectors of the current transaction that no bank has served yet */
    uint64_t at;      /* cycle from which it can be served */
    uint32_t access;  /* of a load or atomic; NO_ACCESS for a store */
    uint32_t launch, pc;
    uint32_t position, count; /* transactions done, in all */
    uint32_t cycles;          /* shared: how long it occupies the unit */
    uint64_t last;    /* L1D's pipeline: the number of its last access; UINT64_MAX: not for there */
    uint64_t entered; /* ... and the cycle in which that has gone in, if there was room */
    struct line_transaction lines[WARP_LANES];
    struct payload *payloads[WARP_LANES]; /* store: NULL if it writes whole sectors, and their bytes
                                             are not known; atomic */
};

/* A load's transaction that waits aside: sm_retry.c. */
struct ldst_retry {
    struct line_transaction line;
    uint32_t access, launch, pc;
    uint8_t warp, space;
    bool values;
    bool filled; /* something of its line has come, or was asked for, since it was last tried */
};

/* What the head of the load/store queue waits for. */
enum ldst_wait {
    LDST_WAITS_NOT,
    LDST_WAITS_PORT, /* room in the port's queue */
    LDST_WAITS_FILL, /* an MSHR, or a fill itself */
    LDST_WAITS_LINE, /* a line of its set in L1D that is not reserved */
    LDST_WAITS_RETRY /* a load that waits aside and wants the same line */
};

struct sm;

/* sm_fence.c */
/* A warp has issued an OP_FENCE: true if it may go on, else it is in at_fence. */
bool sm_fence_enter(struct sm *sm, unsigned slot, const struct instruction *instruction);
/* A warp has issued an access that acquires: it is in at_fence until sm_acquire_done. */
void sm_acquire_enter(struct sm *sm, unsigned slot);
void sm_acquire_done(struct sm *sm, unsigned slot, uint64_t ready);
/* After a request of the block in that place has been counted down. */
void sm_fence_progress(struct sm *sm, unsigned block);

#endif
