/* SPDX-License-Identifier: BSD-3-Clause */
/* The dispatcher: deals the blocks of kernels out to the SMs, and knows when they are done.
 *
 * It knows an SM only from messages: a block sent takes room there, a BLOCK_DONE gives it back. So
 * an SM that gets no block costs nothing. Each cycle of its clock it first takes what has arrived
 * and then sends blocks, `dispatch_width` of them at most every `dispatch_interval` cycles,
 * each to the SM that the block scheduler chooses; if the wire to that SM has no credit, dealing
 * waits for it.
 *
 * The way to an SM and back takes time in which the place of a block that has ended would stand
 * empty. So blocks may be sent ahead: the SM starts them itself when one of the same launch ends.
 * That binds them to an SM before it is known who has room first, so the last blocks of a kernel,
 * one for each SM, are not sent ahead. Nor are these for a block that ends: SMs may say when all
 * warps of one have exited (dispatch.notice), and another is sent while its stores are
 * acknowledged.
 *
 * Two policies decide. The partition (policies/partition/) says how many blocks of which kernel an
 * SM may hold; of the kernels that are under way the first one in the order of arrival that may
 * send is served. The block scheduler (policies/block_scheduler/) chooses the block and the SM, or
 * holds the kernel's blocks back until something has changed. Both hear what happens here, samples
 * that SMs send if one of them wants some, and words of SMs' policies, which the dispatcher also
 * hands on between SMs.
 *
 * Protocol: KERNEL_START from the host; BLOCK_START to SMs (work: the launch, address: the block's
 * number, see grid.h, tag: see MESSAGE_BLOCK_FIRST); BLOCK_ENDS from SMs, if asked for; BLOCK_DONE
 * from SMs (requester:
 * the SM's index), sent when the block's replies and acknowledgements are in; SAMPLE from SMs;
 * POLICY_WORD from and to SMs; PROGRESS from SMs, for clients with targets, and LAUNCH_STOP to SMs
 * that have blocks of a kernel which ends early; after a kernel's last
 * one KERNEL_END to the SMs that had blocks of it (no work: the launch may be gone when it arrives)
 * and KERNEL_DONE to the host.
 *
 * A kernel begins in the cycle in which the dispatcher takes its KERNEL_START and ends in the one
 * in which it takes the last BLOCK_DONE; its `cycles` are the difference. They contain the way to
 * the SMs and back, but not the launch latency and the way to the host.
 *
 * Files: dispatcher.c (messages, the ends of kernels, the unit), dispatcher_deal.c (blocks are
 * chosen and sent), dispatcher_room.c (quotas and room), dispatcher_kernel.c, dispatcher_words.c,
 * dispatcher_waits.c.
 *
 * Source: NVIDIA, "Fermi" whitepaper (2009), section "GigaThread Thread Scheduler", for what it
 * does. How fast it deals blocks out is not published: dispatch_interval is ASSUMED. Units: times
 * in ps, cycles of the dispatcher's clock, which is the core clock.
 */
#ifndef SIMGPU_DISPATCH_DISPATCHER_H
#define SIMGPU_DISPATCH_DISPATCHER_H

#include "models/core/clock.h"
#include "models/core/counters.h"
#include "models/core/engine.h"
#include "models/dispatch/kernel_folds.h"
#include "models/launch/occupancy.h"
#include "policies/block_scheduler/block_scheduler.h"
#include "policies/dispatcher_members.h"
#include "policies/kinds.h"
#include "policies/partition/partition.h"
#include "policies/told.h"
#include "workloads/launch.h"

struct platform_group;

enum { DISPATCHER_MAX_AHEAD = 64 /* SM_MAX_AHEAD */ };

struct dispatcher_config {
    struct clock clock;
    uint32_t dispatch_interval;  /* cycles from one block sent to the next, > 0 */
    uint32_t dispatch_width;     /* blocks sent in one cycle, > 0 */
    uint32_t kernel_setup;       /* cycles from a kernel's start to its first block */
    uint32_t ahead;              /* blocks that an SM may have been sent beyond its room */
    bool notices;                /* SMs say when all warps of a block have exited */
    uint32_t way, way_back;      /* cycles to an SM, and back, that a kernel's do not count; or 0 */
    struct wire_shape sm_wire;   /* to each SM */
    struct wire_shape back_wire; /* from each SM */
    uint32_t l1_bytes;           /* of an SM's L1, which policies may ask. Set by whoever runs it */
    uint32_t kept_launches;      /* with a record of their own; 0: all. Set by whoever runs it */
    uint32_t n_schedulers;       /* of an SM; likewise */
};

/* Reads "clock", "dispatch.interval", "dispatch.width", "kernel.setup" (cycles), "dispatch.ahead",
 * "dispatch.notice", "kernel.counted", "sm.latency", "sm.start_latency" and "sm.slots". Credits
 * take sm.latency to come back. */
bool dispatcher_config_read(struct platform_group *group, struct dispatcher_config *out,
                            GError **error);

/* What became of one launch. */
struct kernel_record {
    uint32_t launch; /* its id */
    uint32_t client; /* of the host */
    uint64_t stream; /* its number there */
    char *name;      /* the kernel code's; owned, for the code may go before the record does */
    uint32_t grid[3], block[3];
    struct occupancy_need occupancy_need;
    struct occupancy occupancy;
    uint64_t warp_instructions;      /* of the blocks that are done */
    uint64_t start_cycle, end_cycle; /* see above; while it runs end_cycle is CYCLE_NEVER */
    sim_time start, end;             /* edges of these cycles; SIM_TIME_NEVER while it runs */
};

static inline uint64_t kernel_record_cycles(const struct kernel_record *record)
{
    return record->end_cycle - record->start_cycle;
}

struct dispatcher_counters {
    uint64_t kernels, blocks, kernel_cycles, credit_wait_cycles;
};
extern const struct counter dispatcher_counter_table[];

/* What policies tell policies of SMs: a MESSAGE_POLICY_WORD on its way. */
struct forwarded_word {
    uint64_t value;
    uint16_t topic, from, to; /* as in struct policy_word */
};

/* What the dispatcher knows of an SM. */
struct dispatcher_sm {
    struct wire *wire;
    struct occupancy_footprint used; /* by the blocks there */
    uint32_t running;                /* blocks sent and not reported done, of all kernels */
    uint32_t words_told;             /* of dispatcher.words, those that it needs no more */
    uint32_t ended, ended_before; /* blocks, in this and in the last time of a way there and back */
    uint64_t period;              /* which of these times this is */
};

enum { RECORD_FOLDED = UINT32_MAX };

/* A kernel under way. */
struct dispatcher_kernel {
    const struct launch *launch; /* borrowed from the host until KERNEL_DONE */
    guint record;                /* its index; RECORD_FOLDED: it has none, but a fold */
    guint fold;                  /* its index */
    uint64_t start_cycle;        /* in which it arrived: without the way to the SMs */
    uint64_t warp_instructions;  /* of the blocks that are done */
    uint64_t arrival;            /* kernels that came before it */
    uint64_t n_blocks, blocks_sent, blocks_done;
    uint64_t next_block;                  /* the first one that has not been sent */
    uint64_t *sent;                       /* later ones that have been, as bits; NULL: none has */
    uint64_t ready_cycle;                 /* of its first block, at the earliest */
    struct occupancy_footprint footprint; /* of a block */
    uint32_t capacity;                    /* blocks on an SM that has no others */
    uint32_t *running;                    /* by SM: blocks sent and not reported done */
    uint32_t *ending;                     /* by SM: of these, those whose warps have exited */
    bool *used;                           /* by SM: had a block, gets KERNEL_END */
    uint32_t *quota;                      /* by SM: what the partition says */
    uint32_t *room;                       /* by SM: what the block scheduler sees */
    uint64_t total_room;
    bool often;     /* its blocks end so often that some are sent ahead, if more than one may be */
    bool held;      /* the block scheduler holds its blocks back, and nothing has changed since */
    void *own;      /* of the block scheduler; NULL when the kernel is over */
    bool allocates; /* as its code says: the engine's units take turns meanwhile */
    struct block_lines *reads; /* if a policy needs it */
    GError *fault;             /* the first of its blocks'; goes with the message of its end */
    bool cut;                  /* it ends early: no further block of it is chosen */
    bool *stop;                /* by SM: is to be told so */
};

struct dispatcher {
    struct unit unit;
    struct dispatcher_config config;
    struct occupancy_limits limits;
    struct dispatcher_counters counters;
    GArray *records;           /* struct kernel_record, in the order of KERNEL_START */
    struct kernel_folds folds; /* of launches that came when there were enough of these */
    uint64_t n_kernels;        /* that have begun */
    GArray *clients;           /* struct dispatcher_client, by number */

    GPtrArray *kernels;              /* struct dispatcher_kernel: those under way, in that order */
    uint32_t n_running;              /* kernels that are not over */
    uint64_t busy_since;             /* cycle from which on there was one */
    uint64_t all_blocks, all_done;   /* of kernels so far: for progress */
    bool failed;                     /* reported to the engine */
    uint64_t next_dispatch;          /* cycle before which no block may be sent */
    bool blocked;                    /* a credit is missing ... */
    uint64_t blocked_since;          /* ... since this cycle ... */
    uint64_t last_try;               /* ... and still in this one */
    struct dispatcher_kernel *dealt; /* whose next block is chosen; NULL: none is */
    struct block_choice chosen;
    struct dispatcher_sm *sms;
    GArray *words;       /* struct forwarded_word, in the order in which they came */
    uint32_t stops_owed; /* of all kernels */
    uint32_t n_sms;
    struct wire *to_host;

    struct dispatcher_members members;
    const struct block_scheduler_ops *scheduler;
    void *scheduler_state;
    const struct partition_ops *partition;
    const void *partition_state;
    bool quotas_stale;
    uint64_t reviewed; /* the last cycle that was a review of a policy */
    GArray *told;      /* struct policy_told, of policies of the dispatcher */
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
void dispatcher_fail(struct dispatcher *dispatcher, uint64_t cycle, GError *error);

/* dispatcher_kernel.c: an array of struct kernel_record that owns what they point to. */
GArray *dispatcher_records_new(void);
/* The kernel that a launch becomes, with its record; NULL with an error if it
 * can never run. */
struct dispatcher_kernel *dispatcher_kernel_new(struct dispatcher *dispatcher,
                                                const struct launch *launch, uint64_t cycle,
                                                GError **error);
/* Blocks of it are done that had so many instructions; its last one is done. */
void dispatcher_record_instructions(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel,
                                    uint64_t warp_instructions);
void dispatcher_record_end(struct dispatcher *dispatcher, const struct dispatcher_kernel *kernel,
                           uint64_t cycle);
/* The block scheduler hears that the kernel comes or, at the latest when it is freed, that it is
 * over. */
void dispatcher_kernel_begin(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel,
                             uint64_t cycle);
void dispatcher_kernel_end(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel);
/* Asks the policies what they tell of a kernel that is under way; else nothing. */
void dispatcher_kernel_report(struct dispatcher *dispatcher,
                              const struct dispatcher_kernel *kernel);
void dispatcher_kernel_free(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel);

/* config and limits are copied; n_sms > 0; policies: borrowed. */
void dispatcher_init(struct dispatcher *dispatcher, struct engine *engine, const char *name,
                     const char *host, const struct dispatcher_config *config,
                     const struct occupancy_limits *limits, uint32_t n_sms,
                     const struct policy_choices *policies);
void dispatcher_finish(struct dispatcher *dispatcher);
/* Cycles from one sample to the next that each SM is to send (struct dispatcher_sample); 0: none.
 */
uint64_t dispatcher_sample_every(const struct dispatcher *dispatcher);

/* Makes the wires to and from SM `index`; returns the one that the SM sends BLOCK_DONE on. */
struct wire *dispatcher_connect_sm(struct dispatcher *dispatcher, uint32_t index, struct unit *sm);

#endif
