/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads and atomics on their way: what sm_access.c and sm_async.c know of them.
 *
 * Accesses stand in a pool and are named by index, so that the pool can grow. An access allocates
 * nothing on its way. What only values need (struct access_values) lies apart: a trace never
 * touches it.
 */
#ifndef SIMGPU_SM_ACCESS_STATE_H
#define SIMGPU_SM_ACCESS_STATE_H

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

/* Where the access's bytes go. */
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
    uint64_t since; /* the cycle of its last wait's issue */
    uint64_t ready; /* from this cycle on the bytes of all copies that have arrived can be read */
};

struct sm_accesses {
    struct sm_warps *warps;
    struct access *list;
    struct access_values *values; /* by access */
    uint32_t n, free;
    struct async_copies copies[WARP_SLOTS];
};

#endif
