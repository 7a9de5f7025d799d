/* SPDX-License-Identifier: BSD-3-Clause */
/* The dispatcher's state, for its parts. Everybody else includes dispatcher.h. */
#ifndef SIMGPU_DISPATCH_DISPATCHER_STATE_H
#define SIMGPU_DISPATCH_DISPATCHER_STATE_H

#include "models/core/engine.h"
#include "models/dispatch/dispatcher_config.h"
#include "models/dispatch/dispatcher_counters.h"
#include "models/dispatch/kernel_folds.h"
#include "models/launch/cluster_limits.h"
#include "models/launch/occupancy.h"
#include "policies/block_scheduler/block_scheduler.h"
#include "policies/dispatcher_members.h"
#include "policies/partition/partition.h"
#include "policies/told.h"
#include "workloads/instruction.h"

struct cluster_place;

/* A word that a policy tells policies of SMs: a MESSAGE_POLICY_WORD on its way. */
struct forwarded_word {
    uint64_t value;
    uint16_t topic, from, to; /* as in struct policy_word */
};

/* What the dispatcher knows of an SM. */
struct dispatcher_sm {
    struct wire *wire;
    struct occupancy_footprint used; /* by the blocks there */
    uint32_t running;                /* blocks sent and not reported done, of all kernels */
    uint32_t words_told;             /* of dispatcher.words, no longer needed */
    uint32_t ended, ended_before;    /* blocks, in this round trip's time and in the one before */
    uint64_t period;                 /* number of this round trip's time */
};

enum { RECORD_FOLDED = UINT32_MAX };

/* A kernel under way. */
struct dispatcher_kernel {
    const struct launch *launch; /* borrowed from the host until KERNEL_DONE */
    guint record;                /* its index; RECORD_FOLDED: the kernel has a fold instead */
    guint fold;                  /* its index */
    uint64_t start_cycle;        /* in which it arrived: without the way to the SMs */
    uint64_t warp_instructions;  /* of its finished blocks */
    uint64_t arrival;            /* how many kernels came before it */
    uint64_t n_blocks, blocks_sent, blocks_done;
    uint64_t next_block;  /* the first block that has not been sent */
    uint64_t *sent;       /* later blocks that have been sent, as bits; NULL: none */
    bool out_of_turn;     /* one was sent before its turn */
    uint64_t ready_cycle; /* the first block may be sent from this cycle on */
    struct occupancy_footprint footprint; /* of a block */
    uint32_t capacity;                    /* blocks on an SM that has no others */
    uint32_t cluster_blocks;              /* of each cluster; 0: it has none, or of one block */
    GPtrArray *places;                    /* struct cluster_place, of the clusters so far */
    uint32_t *running;                    /* by SM: blocks sent and not reported done */
    uint32_t *ending;                     /* by SM: running blocks whose warps have all exited */
    bool *used;                           /* by SM: had a block, gets KERNEL_END */
    uint32_t *quota;                      /* by SM: the partition's answer */
    uint32_t *room;                       /* by SM: what the block scheduler sees */
    uint64_t total_room;
    bool often; /* its blocks end often enough to send some ahead; asked if more than one may be */
    bool held;  /* the block scheduler holds its blocks back; nothing has changed since */
    void *own;  /* the block scheduler's own data; NULL when the kernel is over */
    bool allocates; /* its code can allocate memory: the engine's units take turns meanwhile */
    struct block_lines *reads; /* if a policy needs it */
    GError *fault; /* of the first block that failed; goes with the message of the kernel's end */
    bool cut;      /* it ends early: no further block of it is chosen */
    bool *stop;    /* by SM: must be told to stop */
};

struct dispatcher {
    struct unit unit;
    struct dispatcher_config config;
    struct occupancy_limits limits;
    struct dispatcher_counters counters;
    GArray *records;           /* struct kernel_record, in the order of KERNEL_START */
    struct kernel_folds folds; /* of launches that came when all records were taken */
    uint64_t n_kernels;        /* that have begun */
    GArray *clients;           /* struct dispatcher_client, by number */

    GPtrArray *kernels;              /* struct dispatcher_kernel: those under way, in that order */
    uint32_t n_running;              /* kernels that are not over */
    uint64_t busy_since;             /* since this cycle a kernel has been running */
    uint64_t all_blocks, all_done;   /* of kernels so far: for progress */
    bool failed;                     /* reported to the engine */
    uint64_t next_dispatch;          /* cycle before which no block may be sent */
    bool blocked;                    /* a credit is missing */
    uint64_t blocked_since;          /* since this cycle */
    uint64_t last_try;               /* and it still was in this one */
    struct dispatcher_kernel *dealt; /* its next block is chosen; NULL: none is */
    struct block_choice chosen;
    struct dispatcher_kernel *placing; /* its last cluster has blocks that have not left; or NULL */
    const struct cluster_place *place; /* of that cluster, */
    uint32_t place_sent;               /* of which so many blocks have left */
    struct cluster_limits clusters;
    struct dispatcher_sm *sms;
    GArray *words;       /* struct forwarded_word, in the order in which they came */
    uint32_t stops_owed; /* stop messages still to send, of all kernels */
    uint32_t n_sms;
    struct wire *to_host;
    GArray *children; /* struct message: CHILDREN on their way to the host */

    struct dispatcher_members members;
    const struct block_scheduler_ops *scheduler;
    void *scheduler_state;
    const struct partition_ops *partition;
    const void *partition_state;
    bool quotas_stale;
    uint64_t reviewed; /* the last cycle in which a policy had its review */
    GArray *told;      /* struct policy_told, by policies of the dispatcher */
};

static inline uint64_t dispatcher_blocks_left(const struct dispatcher_kernel *kernel)
{
    return kernel->n_blocks - kernel->blocks_sent;
}

static inline bool dispatcher_is_over(const struct dispatcher_kernel *kernel)
{
    return kernel->blocks_done == kernel->n_blocks;
}

static inline bool dispatcher_has_credit(const struct dispatcher *d, struct wire *wire,
                                         uint64_t cycle)
{
    sim_time when;
    return wire_has_credit(wire, clock_edge(&d->config.clock, cycle), &when);
}

#define DISPATCHER_TELL(dispatcher_, event, ...)                                                   \
    DISPATCHER_MEMBERS_TELL(&(dispatcher_)->members, event, __VA_ARGS__)

/* The run cannot go on: takes the error. */
static inline void dispatcher_fail(struct dispatcher *d, uint64_t cycle, GError *error)
{
    d->failed = true;
    engine_fail(&d->unit, clock_edge(&d->config.clock, cycle), error);
}

#endif
