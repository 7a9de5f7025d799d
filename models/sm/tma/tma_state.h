/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of an SM's TMA engine, and of warps that wait at mbarriers. Nothing is allocated before
 * a kernel uses either. */
#ifndef SIMGPU_SM_TMA_STATE_H
#define SIMGPU_SM_TMA_STATE_H

#include "models/sm/core/sm_port.h"
#include "models/sm/front/sm_warps.h"
#include "workloads/bulk.h"

/* A warp that has suspended itself in try_wait, or whose mbarriers get an arrival when its copies
 * have come. */
struct mbarrier_wait {
    bool waits;
    uint8_t failures; /* time-outs in a row, at mbarriers that did not change */
    uint32_t pc;
    lane_mask lanes, parity;
    uint64_t since, deadline; /* cycles; CYCLE_NEVER: no limit */
    lane_mask tracked;        /* lanes whose mbarrier in track[] gets an arrival */
    uint32_t at[WARP_LANES], track[WARP_LANES]; /* offsets in shared memory */
};

/* A copy that a warp has handed over. */
struct tma_job {
    struct bulk_job *what;
    uint8_t *shared;  /* its block's */
    uint64_t start;   /* cycle from which its requests may go */
    uint32_t row, at; /* how far its requests are: a row, bytes of it */
    uint32_t out;     /* requests without a reply */
    uint32_t launch;
    uint32_t group; /* of stores: the warp's bulk group */
    uint8_t warp, block;
    bool sent;       /* all requests have been made */
    bool ended;      /* its own part: parts for other blocks may be on their way */
    uint32_t abroad; /* parts for other blocks that wait or are on their way */
};

/* A part of a copy that waits to be sent to another block: bytes of a line, or the count of all
 * bytes for its mbarrier. */
struct tma_part {
    struct tma_job *job;
    struct payload *payload;
    uint32_t offset; /* of the line */
    uint8_t rank, sectors;
    bool counts;
};

/* A request on its way: part of a row in one line. */
struct tma_request {
    struct tma_job *job; /* NULL: free */
    uint64_t global;
    uint32_t shared, bytes, next_free;
};

/* A copy whose last byte has come, and that says so in that cycle. */
struct tma_end {
    struct tma_job *job;
    uint64_t cycle;
};

/* A warp's bulk groups. */
struct tma_groups {
    uint32_t group, needed; /* as in async_copies */
    bool waits, read;
};

struct sm_tma {
    struct sm_core *core;
    struct sm_warps *warps;
    struct sm_port *port;
    uint64_t next;                /* cycle of the next thing to do; CYCLE_NEVER */
    struct mbarrier_wait *waits;  /* by warp slot; NULL: none yet */
    GPtrArray *jobs;              /* struct tma_job: all, oldest first; NULL: none yet */
    GArray *ends;                 /* struct tma_end, in order */
    GQueue abroad;                /* struct tma_part, in order */
    GPtrArray *lasting;           /* struct tma_job: ended but for parts for other blocks; NULL */
    uint32_t head;                /* of jobs: the first one that is not sent */
    uint64_t accepts;             /* cycle from which it takes another copy */
    uint64_t sends;               /* cycle from which it makes another request */
    bool blocked;                 /* the port had no room */
    struct tma_request *requests; /* config->tma.requests */
    uint32_t free, n_out;
    struct tma_groups *groups; /* by warp slot */
};

#endif
