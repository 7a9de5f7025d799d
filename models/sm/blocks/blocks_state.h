/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's blocks: the state of each, and blocks that wait to start. */
#ifndef SIMGPU_SM_BLOCKS_STATE_H
#define SIMGPU_SM_BLOCKS_STATE_H

#include "models/core/message_dispatch.h"
#include "models/launch/barrier.h"
#include "models/launch/cluster_barrier.h"
#include "models/launch/occupancy.h"
#include "models/sm/core/sm_mail.h"
#include "models/sm/front/sm_fetch.h"
#include "models/sm/ldst/ldst_state.h"

enum { MAX_BLOCK_WARPS = 32 };

struct sm_block {
    struct block_context context;
    uint64_t index;                   /* linear block index */
    uint64_t instructions;            /* issued by its warps that have ended */
    uint64_t told;                    /* instructions that the dispatcher has been told of */
    struct code_facts *facts;         /* of its code */
    uint8_t slot_of[MAX_BLOCK_WARPS]; /* warp in block -> warp slot */
    unsigned warps_left;
    unsigned warps_working; /* warps that have not exited */
    bool notice;            /* the dispatcher wants to hear when all have exited */
    bool noticed;           /* the dispatcher has heard it */
    struct block_barriers barriers;
    struct cluster_barrier *of_cluster; /* NULL: nobody has needed it yet */
    uint8_t *shared;
    uint32_t shared_capacity;
    uint64_t start_cycle;
    struct occupancy_footprint holds; /* of the SM */
    GError *fault; /* of its first warp that failed; goes with the message of its end */
};

struct sm_blocks {
    struct sm_core *core;
    struct sm_warps *warps;
    struct sm_accesses *accesses;
    struct sm_fetch *fetch;
    struct load_store *ldst;
    struct sm_remote *remote;
    struct sm_mail *mail;
    struct sm_block *list; /* room for SM_MAX_BLOCKS, of which a few are used */
    uint64_t used;
    unsigned n_ever; /* of the list, how many have ever been used */
    struct message
        ahead[MESSAGE_BLOCK_MOST_AHEAD]; /* BLOCK_STARTs that wait for a block of theirs to end */
    unsigned n_ahead;
    uint32_t shared_bytes;  /* of the unified memory, when there is a carve-out */
    GHashTable *code_facts; /* kernel code -> struct code_facts */
};

#endif
