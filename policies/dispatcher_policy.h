/* SPDX-License-Identifier: BSD-3-Clause */
/* What all policies of the dispatcher have in common: a head, and the events that they hear. The
 * dispatcher knows an SM only from messages, and so do its policies.
 *
 * The ops struct of a kind of the dispatcher begins with a struct dispatcher_policy. This header is
 * installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_DISPATCHER_POLICY_H
#define SIMGPU_POLICIES_DISPATCHER_POLICY_H

#include "policies/block_lines.h"
#include "policies/policy.h"

/* Services that cost host time. The dispatcher has one only if some policy needs it. */
enum dispatcher_need {
    DISPATCHER_NEEDS_BLOCK_LINES = 1, /* dispatched_kernel.reads */
};

/* Resources that an SM has and a block takes. */
enum block_resource {
    BLOCK_WARPS,
    BLOCK_PLACES,
    BLOCK_THREADS,
    BLOCK_REGISTERS,
    BLOCK_SHARED_BYTES,
    BLOCK_RESOURCES
};

/* A kernel that has come to the dispatcher. */
struct dispatched_kernel {
    uint32_t launch;  /* number of the launch */
    const char *name; /* the kernel's */
    uint32_t grid[3], block[3];
    uint64_t n_blocks; /* blocks to deal out: the grid's first ones, numbered from 0, x fastest
                          (models/launch/grid.h) */
    uint32_t capacity; /* how many of its blocks an SM runs at a time, if it runs no others */
    uint64_t takes[BLOCK_RESOURCES]; /* that a block takes, rounded as the SM hands them out */
    /* The lines that its blocks read, in units of `read_unit`. NULL: no policy needs them, or the
     * front end does not know them. Valid until the kernel has ended. */
    const struct block_lines *reads;
};

enum { READ_UNIT_LEAST = 4, READ_UNIT_LINE = 128 }; /* bytes: an element, a line of L1 */

enum { DISPATCHER_NO_LAUNCH = 0xffffffff };

/* A sample: the counts of an SM with blocks since its last sample, or since it got the first of
 * these blocks. It takes as long as a message does.
 *
 * A sample covers the cycles up to a multiple of `sample_every`. If the SM only waited all the
 * time, it sends none. The next sample then covers these cycles, too. */
struct dispatcher_sample {
    uint16_t sm;
    uint32_t launch;        /* of all its blocks at the end; DISPATCHER_NO_LAUNCH: of several */
    uint64_t cycles;        /* cycles of the SM that the sample covers */
    uint64_t instructions;  /* warp instructions issued in them */
    uint64_t memory_stalls; /* scheduler-cycles in which warps waited for loads (slots_memory) */
};

/* Functions may be NULL. `cycle` is the dispatcher's. */
struct dispatcher_events {
    void (*kernel_started)(void *state, const struct dispatched_kernel *kernel, uint64_t cycle);
    /* Its last block is done. */
    void (*kernel_ended)(void *state, uint32_t launch, uint64_t cycle);
    void (*block_sent)(void *state, uint32_t launch, uint64_t block, uint32_t sm, uint64_t cycle);
    void (*block_done)(void *state, uint32_t launch, uint64_t block, uint32_t sm, uint64_t cycle);
    void (*word)(void *state, const struct policy_word *word, uint64_t cycle);
    void (*sampled)(void *state, const struct dispatcher_sample *sample, uint64_t cycle);
    /* The cycle has come that `review` of some policy named. */
    void (*reviewed)(void *state, uint64_t cycle);
};

/* The members of a dispatcher: policies/dispatcher_members.h. */
struct dispatcher_members;

struct dispatcher_policy_site {
    uint32_t n_sms;
    uint32_t n_schedulers;         /* of an SM */
    uint32_t l1_bytes;             /* size of an SM's L1, if shared memory takes nothing of it */
    uint64_t has[BLOCK_RESOURCES]; /* resources of an SM */
    struct policy_outbox *outbox;  /* words to SMs, of one cycle */
    struct dispatcher_members *members;
    /* Holds another policy of the dispatcher. The framework makes a state for it and returns that.
     * The state lives as long as the holder's. The held policy hears all events that it wants. Call
     * this during init only. values: those of the holder's parameter, or NULL for the policy's
     * defaults. */
    void *(*hold)(struct dispatcher_members *members, const struct policy_head *policy,
                  const struct policy_values *values);
};

struct dispatcher_policy {
    struct policy_head head;
    struct dispatcher_events on;
    uint32_t needs; /* enum dispatcher_need, as bits */
    /* NULL: the policy begins with a zeroed state. */
    void (*init)(void *state, const struct dispatcher_policy_site *site,
                 const struct policy_values *values);
    /* Frees the memory that init and events have allocated. The framework frees the state itself.
     * May be NULL. */
    void (*finish)(void *state);
    /* Cycles from one sample of an SM to the next; 0 or NULL: it wants none. Asked once, after
     * init. If several policies want samples, all hear those of the shortest time. */
    uint64_t (*sample_every)(const void *state);
    /* Bytes of a unit of dispatched_kernel.reads: a power of two from READ_UNIT_LEAST to
     * READ_UNIT_LINE. NULL: READ_UNIT_LINE. All policies get the smallest unit that one of them
     * wants. Asked after init. */
    uint32_t (*read_unit)(const void *state);
    /* The cycle of the dispatcher in which the policy changes something by itself. In this cycle
     * the dispatcher tells `reviewed`, and asks for choices and quotas again. The cycle is later
     * than that of the last event; UINT64_MAX or NULL: none. It counts while kernels are under way.
     */
    uint64_t (*review)(const void *state);

    /* The numbers that it reports about each kernel; NULL: none. A NULL name ends the table. */
    const struct policy_result *results;
    /* The name of its list that has rows of one number, of two, of three and so on: the lower
     * triangle of a matrix. NULL: no list has. */
    const char *triangle;
    /* Fills in a value for each number of the table, in its order, about a kernel that is under
     * way. The framework zeroes them before. It asks when the last block is done, before it tells
     * kernel_ended, or at the end of the run. */
    void (*report)(const void *state, uint32_t launch, uint64_t *values);
};

#endif
