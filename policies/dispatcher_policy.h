/* SPDX-License-Identifier: BSD-3-Clause */
/* What every policy of the dispatcher is, whatever its kind decides: a head, and the events that it
 * hears. The dispatcher knows an SM only from messages, and so do its policies.
 *
 * The ops struct of a kind of the dispatcher begins with a struct dispatcher_policy. This header is
 * installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_DISPATCHER_POLICY_H
#define SIMGPU_POLICIES_DISPATCHER_POLICY_H

#include "policies/block_lines.h"
#include "policies/policy.h"

/* What costs host time, and is there only if some policy needs it. */
enum dispatcher_need {
    DISPATCHER_NEEDS_BLOCK_LINES = 1, /* dispatched_kernel.reads */
};

/* What a block takes of an SM, and what an SM has. */
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
    uint64_t n_blocks; /* that are to be dealt out: the grid's first ones, numbered from 0, x
                          fastest (models/launch/grid.h) */
    uint32_t capacity; /* blocks that run at a time on an SM that has no others */
    uint64_t takes[BLOCK_RESOURCES]; /* by a block, rounded as the SM hands them out */
    /* What its blocks read, in units of `read_unit`; NULL: nobody needs it, or the front end can't
     * say. Valid until the kernel has ended. */
    const struct block_lines *reads;
};

enum { READ_UNIT_LEAST = 4, READ_UNIT_LINE = 128 }; /* bytes: an element, a line of L1 */

enum { DISPATCHER_NO_LAUNCH = 0xffffffff };

/* What an SM with blocks has counted since its last sample, or since it got the first of them. It
 * takes as long as a message does.
 *
 * Samples are about the cycles up to a multiple of `sample_every`. One in which the SM would only
 * have waited is left out: the next one is about its cycles, too. */
struct dispatcher_sample {
    uint16_t sm;
    uint32_t launch;        /* whose all its blocks are at the end; DISPATCHER_NO_LAUNCH: several */
    uint64_t cycles;        /* of the SM, that it is about */
    uint64_t instructions;  /* warp instructions issued in them */
    uint64_t memory_stalls; /* scheduler-cycles in which warps waited for loads: slots_memory */
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
    /* A cycle that `review` of one of the policies has named has come. */
    void (*reviewed)(void *state, uint64_t cycle);
};

/* The members of a dispatcher: policies/dispatcher_members.h. */
struct dispatcher_members;

struct dispatcher_policy_site {
    uint32_t n_sms;
    uint32_t n_schedulers;         /* of an SM */
    uint32_t l1_bytes;             /* of an SM's L1, with nothing of it given to shared memory */
    uint64_t has[BLOCK_RESOURCES]; /* an SM */
    struct policy_outbox *outbox;  /* words to SMs; of one cycle */
    struct dispatcher_members *members;
    /* Holds another policy of the dispatcher: it gets a state, which is returned and lives as long
     * as the holder's, and hears all events that it wants. During init only. The values are the
     * holder's parameter's; without any (NULL) they are the policy's defaults. */
    void *(*hold)(struct dispatcher_members *members, const struct policy_head *policy,
                  const struct policy_values *values);
};

struct dispatcher_policy {
    struct policy_head head;
    struct dispatcher_events on;
    uint32_t needs; /* enum dispatcher_need, as bits */
    /* NULL when the zeroed state will do. */
    void (*init)(void *state, const struct dispatcher_policy_site *site,
                 const struct policy_values *values);
    /* Frees what init and events have allocated; the state itself is the framework's. May be NULL.
     */
    void (*finish)(void *state);
    /* Cycles from one sample of an SM to the next; 0 or NULL: it wants none. Asked once, after
     * init; if several policies want some, all hear those of the shortest time. */
    uint64_t (*sample_every)(const void *state);
    /* Bytes of a unit of dispatched_kernel.reads, a power of two from READ_UNIT_LEAST to
     * READ_UNIT_LINE, which NULL stands for; all get the smallest that one of them wants. Asked
     * after init. */
    uint32_t (*read_unit)(const void *state);
    /* The cycle of the dispatcher in which something changes by itself: then `reviewed` is told,
     * and choices and quotas are asked again. It is later than the cycle of the last event;
     * UINT64_MAX or NULL: none. Counts while kernels are under way. */
    uint64_t (*review)(const void *state);

    /* What it tells after a run of each kernel; NULL: nothing. A NULL name ends the table. */
    const struct policy_result *results;
    /* The one of its lists that is rows of one number, of two, of three and so on: the lower
     * triangle of a matrix. NULL: none is. */
    const char *triangle;
    /* What it has found out about a kernel that was under way when it was asked: a value for each
     * number of the table, in its order, zeroed before. Asked when the last block is done, before
     * kernel_ended is told, or at the end of the run. */
    void (*report)(const void *state, uint32_t launch, uint64_t *values);
};

#endif
