/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads and atomics on their way, from issue to the last value, as a part of the SM.
 *
 * Structs in a pool are indices, not pointers, so that it can grow; no allocation on the way of an
 * access. What only values need (struct access_values) lies apart: a trace never touches it. Who
 * takes part in an access (the load/store unit, L1D, the texture cache) tells it what is out and
 * what has come; what follows when it is complete is sm_complete.c's.
 */
#ifndef SIMGPU_SM_SM_ACCESS_H
#define SIMGPU_SM_SM_ACCESS_H

#include "models/sm/front/sm_warps.h"

enum { NO_ACCESS = UINT32_MAX };

/* One load or atomic between issue and its last value. */
struct access {
    uint64_t ready; /* cycle of the latest value so far */
    uint32_t pc;
    uint32_t next_free;
    uint32_t group;     /* of an asynchronous copy */
    uint16_t remaining; /* requests without reply */
    uint8_t warp;
    uint8_t epoch;
    bool sent;    /* all its transactions have been made */
    bool values;  /* deliver() wants the bytes */
    bool acquire; /* the warp waits for it, then L1 is dropped */
    bool holds;   /* the warp waits for it: an atomic, with op.atomic.waits */
    bool async;   /* its bytes go to shared memory, as `copy` says */
};

/* ... and where its bytes are to go. */
struct access_values {
    uint8_t *to; /* as issued.loaded; NULL: deliver() knows */
    uint8_t bytes;
    uint16_t offset[WARP_LANES]; /* in the line */
    struct async_copy copy;
};

/* A warp's asynchronous copies: sm_async.c. */
struct async_copies {
    uint32_t group;  /* number of the group that is being collected: 0, 1, 2, ... */
    uint32_t out;    /* accesses on their way */
    uint32_t needed; /* while it waits: groups below this one must be there */
    bool waits;
    uint64_t ready; /* cycle from which the bytes of all that have arrived can be read */
};

struct sm_accesses {
    struct sm_warps *warps;
    struct access *list;
    struct access_values *values; /* by access */
    uint32_t n, free;
    struct async_copies copies[WARP_SLOTS];
};

void sm_accesses_init(struct sm_accesses *accesses, struct sm_warps *warps);
void sm_accesses_finish(struct sm_accesses *accesses);
/* A warp comes to the slot. */
void sm_accesses_start_warp(struct sm_accesses *accesses, unsigned slot);
/* A new access of the instruction at pc, which has issued; may move the list. */
uint32_t sm_access_take(struct sm_accesses *accesses, unsigned slot, uint32_t pc,
                        const struct instruction *instruction, const struct issued *issued);
/* The values of what has issued are wanted; returns where their places in the line are to be
 * written. */
uint16_t *sm_access_want_values(struct sm_accesses *accesses, uint32_t access,
                                const struct issued *issued);
/* One thing more must come before it is complete. */
static inline void sm_access_await(struct sm_accesses *accesses, uint32_t access)
{
    accesses->list[access].remaining++;
}
/* Something of it is ready in that cycle. */
static inline void sm_access_ready(struct sm_accesses *accesses, uint32_t index, uint64_t ready)
{
    struct access *access = &accesses->list[index];
    access->ready = MAX(access->ready, ready);
}
/* All its transactions have been made; what needed no reply is ready in that cycle. Like the next
 * one, true if it is complete: then sm_access_complete must follow. */
static inline bool sm_access_sent(struct sm_accesses *accesses, uint32_t index, uint64_t ready)
{
    struct access *access = &accesses->list[index];
    access->sent = true;
    access->ready = MAX(access->ready, ready);
    return access->remaining == 0;
}
/* One thing that it awaited has come. */
static inline bool sm_access_reply(struct sm_accesses *accesses, uint32_t index, uint64_t ready)
{
    struct access *access = &accesses->list[index];
    g_assert(access->remaining > 0);
    access->remaining--;
    access->ready = MAX(access->ready, ready);
    return access->remaining == 0 && access->sent;
}
void sm_access_deliver(struct sm_accesses *accesses, uint32_t access, lane_mask lanes,
                       const uint8_t *data);
/* Old values of an atomic: lane i's is at the start of its record in the payload. */
void sm_access_deliver_atomic(struct sm_accesses *accesses, uint32_t access, lane_mask lanes,
                              const struct payload *payload);
/* It is complete, and its place may be taken. */
void sm_access_free(struct sm_accesses *accesses, uint32_t access);

/* sm_async.c */
/* The warp has issued a load that is an asynchronous copy. */
void sm_async_begin(struct sm_accesses *accesses, struct access *access,
                    const struct async_copy *copy);
/* One has its last byte. */
void sm_async_done(struct sm_accesses *accesses, struct access *access);
/* A commit or a wait: true if the warp may go on, else it is in at_fence. */
bool sm_async_step(struct sm_accesses *accesses, unsigned slot, const struct issued *issued);
/* The warp waits for its copies no longer. */
void sm_async_forget(struct sm_accesses *accesses, unsigned slot);

#endif
