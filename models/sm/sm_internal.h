/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's state, shared by its files and by nobody else. */
#ifndef SIMGPU_SM_INTERNAL_H
#define SIMGPU_SM_INTERNAL_H

#include "models/cache/tag_array.h"
#include "models/launch/barrier.h"
#include "models/sm/sm_constant.h"
#include "models/sm/sm_core.h"
#include "models/sm/sm_fetch.h"
#include "models/sm/sm_l1d.h"
#include "models/sm/sm_ldst.h"
#include "models/sm/sm_mail.h"
#include "models/sm/sm_port.h"
#include "models/sm/sm_requests.h"
#include "models/sm/sm_texture.h"
#include "models/sm/sm_warps.h"

enum { MAX_BLOCK_WARPS = 32 };

/* A kind of execution unit: see unit_pool.h. */
struct unit_pipe {
    uint64_t free_at[PIPE_MAX_INSTANCES]; /* cycle from which an instance is free */
    uint64_t starts[UNIT_MAX_QUEUE];      /* ring: when the last instructions started, or will */
    uint64_t room_at;                     /* cycle from which it takes one more; if in `busy` */
    uint32_t turn;                        /* the oldest in `starts` */
    uint32_t padding[5];
};
_Static_assert(sizeof(struct unit_pipe) == 128, "an index should be a shift");

/* Execution units that schedulers share, or one scheduler's own. */
struct unit_pool {
    uint32_t busy; /* pipes, as bits, that were full when last asked */
    struct unit_pipe pipes[PIPES];
};

struct sm_block {
    struct block_context context;
    uint64_t index;                   /* linear block index */
    uint64_t instructions;            /* issued by its warps that have ended */
    struct code_facts *facts;         /* of its code */
    uint8_t slot_of[MAX_BLOCK_WARPS]; /* warp in block -> warp slot */
    unsigned warps_left;
    struct block_barriers barriers;
    uint8_t *shared;
    uint32_t shared_capacity;
    uint64_t start_cycle;
};

/* See sm_sample.c. */
struct sm_sampling {
    uint64_t due;   /* cycle of the next sample; CYCLE_NEVER: nothing to tell */
    uint64_t since; /* cycle from which on it counts; what had been counted then: */
    uint64_t instructions, stalls, replies;
    bool counts; /* there are blocks */
};

/* Schedulers and units. */
struct sm_issue {
    struct unit_pool pools[WARP_SCHEDULERS]; /* shared units: the first only */
    uint64_t ldst_issue_free;                /* cycle from which the load/store unit takes one */
    uint64_t accounted;                      /* slots are accounted before this cycle */
    struct issued what;
};

struct sm_blocks {
    struct sm_block list[SM_MAX_BLOCKS];
    uint64_t used;
    struct message ahead[SM_MAX_AHEAD]; /* BLOCK_STARTs that wait for a block of theirs to end */
    unsigned n_ahead;
    uint32_t shared_bytes;  /* of the unified memory, when there is a carve-out */
    GHashTable *code_facts; /* kernel code -> struct code_facts */
};

struct sm {
    struct sm_core core;
    sim_time head; /* of the inbox, when arrival_cycle was derived from it */
    uint64_t arrival_cycle;
    struct sm_warps warps;
    struct sm_issue issue;
    struct sm_fetch fetch;
    struct constant_cache constants;
    struct texture_cache texture;
    struct load_store ldst;
    struct sm_accesses accesses;
    struct l1d l1d;
    struct sm_port port;
    struct sm_blocks blocks;
    struct sm_mail mail;
    struct sm_sampling sampling;
    GArray *output; /* struct sm_output; NULL while there is none */
    uint64_t told;  /* observers know of the cycles before this one */
};

/* sm_blocks.c */
/* A trace's instructions belong to their launch: forgets those of one that has ended. */
void sm_forget_code(struct sm *sm, uint32_t launch);
/* The meter looks at the blocks that are here. */
void sm_meter_refresh(struct sm *sm);
void sm_block_start(struct sm *sm, const struct message *message);
/* True if the warp goes on, else it is in at_barrier. */
bool sm_barrier_arrive(struct sm *sm, unsigned slot, uint32_t pc, const struct issued *issued);
void sm_warp_exited(struct sm *sm, unsigned slot);
void sm_retire_warp(struct sm *sm, unsigned slot);
/* A kernel begins or ends here: L1 and the texture cache are emptied. */
void sm_drop_lines(struct sm *sm);

/* sm_issue.c */
void sm_issue(struct sm *sm);
/* Of a scheduler that gives orders. */
void sm_issue_ordered(struct sm *sm);
uint64_t sm_next_issue_ordered(struct sm *sm);
/* The first cycle after the current one in which a ready warp could issue; CYCLE_NEVER if none. */
uint64_t sm_next_issue(struct sm *sm);

/* sm_account.c */
/* Why a scheduler that issues nothing does so: the first reason that applies. */
enum slot_reason sm_stall_reason(const struct sm *sm, unsigned scheduler);
/* Slots of the cycles from sm->issue.accounted up to (not including) `cycle`, in which nothing
 * issued. */
void sm_account_gap(struct sm *sm, uint64_t cycle);

/* sm_complete.c: what ends when the last of it has come. */
/* The access, of which nothing is out any more: its registers are there, and its warp may go on. */
void sm_access_complete(struct sm *sm, uint32_t access);
void sm_write_acknowledged(struct sm *sm, uint32_t number);
/* A reply to a load, an atomic or a fetch of L1D's; one of the texture cache's. */
void sm_l1d_replied(struct sm *sm, const struct message *message);
void sm_texture_replied(struct sm *sm, uint32_t line);
void sm_constant_replied(struct sm *sm, uint32_t line);

/* sm_fence.c */
/* A warp has issued an OP_FENCE: true if it may go on, else it is in at_fence. */
bool sm_fence_enter(struct sm *sm, unsigned slot, const struct instruction *instruction,
                    const struct issued *issued);
/* A warp has issued an access that acquires: it is in at_fence until sm_acquire_done. */
void sm_acquire_enter(struct sm *sm, unsigned slot);
void sm_acquire_done(struct sm *sm, unsigned slot, uint64_t ready);
/* After a request of the block in that place has been counted down. */
void sm_fence_progress(struct sm *sm, unsigned block);

/* sm_carve_out.c */
/* A block of the launch is about to start: divides unified memory between L1D and shared memory. */
void sm_carve_out(struct sm *sm, const struct launch *launch);

/* sm_output.c */
/* Takes the text. */
void sm_note_output(struct sm *sm, uint32_t launch, char *text);
void sm_output_finish(struct sm *sm);

/* sm_report.c */
void sm_describe_waits(struct unit *unit, GString *text);
/* See unit_ops. */
void sm_snapshot(const struct unit *unit, sim_time time, void *counters);

#endif
