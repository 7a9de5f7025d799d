/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's blocks, how they and their warps come and go, and their barriers.
 *
 * A block that starts empties caches if it is its kernel's first one here, and takes its share of
 * unified memory (sm_carve_out.c); its warps are given to the parts that work for them.
 */
#ifndef SIMGPU_SM_SM_BLOCKS_H
#define SIMGPU_SM_SM_BLOCKS_H

#include "models/launch/barrier.h"
#include "models/launch/occupancy.h"
#include "models/sm/core/sm_mail.h"
#include "models/sm/front/sm_fetch.h"
#include "models/sm/ldst/sm_ldst.h"

enum { MAX_BLOCK_WARPS = 32 };

struct sm_block {
    struct block_context context;
    uint64_t index;                   /* linear block index */
    uint64_t instructions;            /* issued by its warps that have ended */
    uint64_t told;                    /* instructions that the dispatcher has been told of */
    struct code_facts *facts;         /* of its code */
    uint8_t slot_of[MAX_BLOCK_WARPS]; /* warp in block -> warp slot */
    unsigned warps_left;
    unsigned warps_working; /* of these, that have not exited */
    bool notice;            /* the dispatcher wants to hear when there are none */
    bool noticed;           /* it has been told */
    struct block_barriers barriers;
    uint8_t *shared;
    uint32_t shared_capacity;
    uint64_t start_cycle;
    struct occupancy_footprint holds; /* of the SM */
    GError *fault; /* the first of its warps'; goes with the message of its end */
};

struct sm_blocks {
    struct sm_core *core;
    struct sm_warps *warps;
    struct sm_accesses *accesses;
    struct sm_fetch *fetch;
    struct load_store *ldst;
    struct sm_mail *mail;
    struct sm_block *list; /* room for SM_MAX_BLOCKS, of which a few are used */
    uint64_t used;
    unsigned n_ever;                    /* of the list, how many have ever been used */
    struct message ahead[SM_MAX_AHEAD]; /* BLOCK_STARTs that wait for a block of theirs to end */
    unsigned n_ahead;
    uint32_t shared_bytes;  /* of the unified memory, when there is a carve-out */
    GHashTable *code_facts; /* kernel code -> struct code_facts */
};

void sm_blocks_init(struct sm_blocks *blocks, struct sm_core *core, struct sm_mail *mail,
                    struct sm_fetch *fetch, struct load_store *ldst);
void sm_blocks_finish(struct sm_blocks *blocks);
/* A trace's instructions belong to their launch: forgets those of one that has ended. */
void sm_forget_code(struct sm_blocks *blocks, uint32_t launch);
/* The meter looks at the blocks that are here. */
void sm_meter_refresh(struct sm_blocks *blocks);
void sm_block_start(struct sm_blocks *blocks, const struct message *message);
/* True if the warp goes on, else it is in at_barrier, or its block has a fault. */
bool sm_barrier_arrive(struct sm_blocks *blocks, unsigned slot, uint32_t pc,
                       const struct issued *issued);
void sm_warp_exited(struct sm_blocks *blocks, unsigned slot);
/* What the warp has done is wrong (as sm_fault). True: that ends its launch, and its block has a
 * fault, which the caller stops. */
bool sm_warp_fault(struct sm_blocks *blocks, unsigned slot, uint32_t pc, const struct issued *what,
                   char *text);
/* Counts what the block has held up to that cycle. */
void sm_block_account(const struct sm_block *block, uint64_t cycle, struct sm_counters *counters);
void sm_retire_warp(struct sm_blocks *blocks, unsigned slot);
/* Instructions of the block in that place that the dispatcher has not been told of; now it is. */
uint64_t sm_block_untold(struct sm_blocks *blocks, unsigned block_slot);
/* Blocks of the launch that were sent ahead are done before they have begun. */
void sm_blocks_drop_ahead(struct sm_blocks *blocks, uint32_t launch);
/* A kernel begins or ends here: L1 and the texture cache are emptied. */
void sm_drop_lines(struct sm_blocks *blocks);

/* sm_carve_out.c */
/* A block of the launch is about to start: divides unified memory between L1D and shared memory. */
void sm_carve_out(struct sm_blocks *blocks, const struct launch *launch);

/* sm_tell.c: events whose description must be made first. */
void sm_policy_kernel_started(struct sm_core *core, const struct launch *launch);
void sm_policy_block_started(struct sm_blocks *blocks, unsigned block_slot, unsigned n_warps);
void sm_policy_block_finished(struct sm_blocks *blocks, unsigned block_slot);
void sm_policy_executed(struct sm_core *core, const struct sm_warp *warp, uint32_t pc,
                        const struct issued *issued);
/* A warp is there. */
void sm_tell_warp_started(struct sm_core *core, unsigned slot);
void sm_policy_loaded(struct sm_core *core, const struct access *access);

#endif
