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
#include "models/sm/sm_mail.h"
#include "models/sm/sm_port.h"
#include "models/sm/sm_requests.h"
#include "models/sm/sm_texture.h"
#include "models/sm/sm_warps.h"

/* Code and parameters have addresses of their own, outside device memory: they take room in
 * instruction and constant caches and in L2, but carry no values. */
#define CONSTANT_BASE UINT64_C(0x700000000)
#define PARAM_BASE    UINT64_C(0x780000000)
#define LOCAL_BASE    UINT64_C(0x400000000)

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

/* The load/store unit. */
struct load_store {
    struct ldst_entry *queue; /* ring of `size` */
    uint32_t first, count, size;
    uint64_t pipeline_last, pipeline_entered; /* of the last instruction, as in ldst_entry */
    uint64_t free;                            /* cycle the unit is next free */
    uint64_t next;       /* cycle in which the head can be served; CYCLE_NEVER: none, or it waits */
    enum ldst_wait wait; /* of the head */
    struct ldst_retry *aside; /* ring of WARP_MAX_RETRIES; NULL: no policy needs it */
    uint32_t aside_first, n_aside;
    uint32_t aside_filled;           /* of them, those whose line has come */
    uint8_t aside_lines[256];        /* how many want a line, by the line's number modulo 256 */
    bool aside_due;                  /* one of them may succeed */
    struct ldst_entry *trying_aside; /* what L1D sees of one */
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

/* Something has changed that the head of the load/store queue, or a load aside, may have waited
 * for. */
static inline void sm_ldst_retry(struct sm *sm, enum ldst_wait what)
{
    if (G_UNLIKELY(sm->ldst.n_aside > 0)) {
        sm->ldst.aside_due = true;
        sm->ldst.next = MIN(sm->ldst.next, MAX(sm->ldst.free, sm->core.cycle));
    }
    if (sm->ldst.wait != what)
        return;
    sm->ldst.wait = LDST_WAITS_NOT;
    sm->ldst.next = sm->core.cycle;
}

static inline uint64_t sm_next_ldst(const struct sm *sm)
{
    return MAX(sm->core.cycle + 1, sm->ldst.next);
}

/* sm_blocks.c */
/* A trace's instructions belong to their launch: forgets those of one that has ended. */
void sm_forget_code(struct sm *sm, uint32_t launch);
/* The meter looks at the blocks that are here. */
void sm_meter_refresh(struct sm *sm);
void sm_block_start(struct sm *sm, const struct message *message);
/* True if the warp goes on, else it is in at_barrier. */
bool sm_barrier_arrive(struct sm *sm, unsigned slot, uint32_t pc);
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

/* sm_ldst.c */
void sm_ldst_init(struct sm *sm);
void sm_ldst_finish(struct sm *sm);
/* When L1D's pipeline has taken in an instruction that the queue held. */
uint64_t sm_ldst_pipeline_at(const struct sm *sm);
/* From which cycle on the queue has room; CYCLE_NEVER: something must leave it first. */
static inline uint64_t sm_ldst_room_at(const struct sm *sm)
{
    if (sm->ldst.count < sm->core.config->ldst_queue)
        return 0;
    return sm->core.config->ldst_pipeline == 0 ? CYCLE_NEVER : sm_ldst_pipeline_at(sm);
}
/* Enqueues what sm->issue.what describes; false with a fault text in sm->issue.what. */
bool sm_ldst_enqueue(struct sm *sm, unsigned slot, const struct instruction *instruction,
                     uint32_t pc);
/* When sm->ldst.next is the current cycle, or passed. Returns the access that is complete with it;
 * NO_ACCESS: none. */
uint32_t sm_ldst_step(struct sm *sm);

/* Something of the line has come. */
void sm_ldst_filled(struct sm *sm, uint64_t line);

/* sm_operands.c */
/* Makes the payloads of a store or an atomic, of what sm->issue.what describes. */
void sm_pack_operands(struct sm *sm, struct ldst_entry *entry,
                      const struct instruction *instruction);

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
bool sm_fence_enter(struct sm *sm, unsigned slot, const struct instruction *instruction);
/* A warp has issued an access that acquires: it is in at_fence until sm_acquire_done. */
void sm_acquire_enter(struct sm *sm, unsigned slot);
void sm_acquire_done(struct sm *sm, unsigned slot, uint64_t ready);
/* After a request of the block in that place has been counted down. */
void sm_fence_progress(struct sm *sm, unsigned block);

/* sm_carve_out.c */
/* A block of the launch is about to start: divides unified memory between L1D and shared memory. */
void sm_carve_out(struct sm *sm, const struct launch *launch);

/* sm_output.c */
void sm_note_output(struct sm *sm, uint32_t launch);
void sm_output_finish(struct sm *sm);

/* sm_report.c */
void sm_describe_waits(struct unit *unit, GString *text);
/* See unit_ops. */
void sm_snapshot(const struct unit *unit, sim_time time, void *counters);

#endif
