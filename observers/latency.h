/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the time of each warp goes. Every cycle from its start to its end is in exactly one part.
 *
 * A scheduler looks at its warps in its policy's order until one issues. A warp that it does not
 * look at in a cycle waits for the scheduler. A warp that it looks at issues, or has one reason why
 * it does not. So `scheduling` is the time that the scheduler hides behind other warps'
 * instructions. The other parts are the time that it could not hide.
 *
 * Source: S.-Y. Lee, dissertation (ASU, 2017), section 3.2.2, Algorithms 1 and 2 (parts,
 * and the order in which reasons are tried); figures 3.2 (per kernel), 3.3 and 3.4 (one block).
 * Differs: `scheduling` leaves out the cycle in which the scheduler looks at the warp. This cycle
 * has a part of its own, so the parts sum to the elapsed time. `mshr` is split from `structural`:
 * the figures show it, the algorithm does not. Fences are in `sync`. The text has a rule for the
 * first stall cycle of "a" pending load. Here it is the first stall cycle of an instruction,
 * whichever of its loads it waits for. A load's wait counts as a cache miss if the load misses in
 * the end, also in the cycles before its lookup. The wait for a hit never does. `drain` is ours.
 * Units: cycles of the SM.
 */
#ifndef SIMGPU_OBSERVERS_LATENCY_H
#define SIMGPU_OBSERVERS_LATENCY_H

#include "observers/observation.h"

enum latency_part {
    LATENCY_SCHEDULING, /* the scheduler did not look at it, or it was ready and not chosen */
    LATENCY_SYNC,       /* at a barrier or a fence */
    LATENCY_FETCH,      /* no instruction in the buffer */
    LATENCY_CONTROL,    /* the latency of a branch */
    LATENCY_DATA,       /* an operand of arithmetic or of a cache hit; the first cycle of a miss */
    LATENCY_DATA_CACHE, /* an operand of a load that missed L1, or of an atomic */
    LATENCY_STRUCTURAL, /* its unit is busy, or the load/store queue full */
    LATENCY_MSHR,       /* the load/store queue is full behind a load without an MSHR */
    LATENCY_EXECUTION,  /* it issued */
    LATENCY_DRAIN,      /* it has ended, and its stores are not all acknowledged */
    LATENCY_PARTS
};

/* "scheduling", "sync", ...: as in the results. */
const char *latency_part_name(enum latency_part part);
/* The reason of the wait in plain words: "its turn", "a barrier or a fence", ... */
const char *latency_part_meaning(enum latency_part part);

/* A warp that has ended. */
struct latency_warp {
    uint32_t in_block; /* its index there */
    uint64_t start;    /* the first cycle in which it could issue */
    uint64_t elapsed;  /* cycles from there to its end; the sum of its parts */
    uint64_t instructions;
    uint64_t parts[LATENCY_PARTS];
};

/* A block that has ended. */
struct latency_block {
    uint64_t index; /* linear, in the grid */
    uint32_t sm;
    uint64_t start, end;        /* its first warp's start, its last warp's end */
    uint32_t n_warps, critical; /* critical: index in `warps` of the warp that ended last */
    struct latency_warp *warps; /* by in_block */
};

/* All warps of a launch that have ended. */
struct latency_kernel {
    uint32_t launch;
    uint64_t warps, elapsed, instructions;
    uint64_t parts[LATENCY_PARTS]; /* their sum is `elapsed` */
    /* The block that took longest; of equal ones the first of the grid. n_warps 0: none has ended.
     */
    struct latency_block slowest;
    const struct latency_code *code;
};

/* The cost of an instruction of a kernel's code, over all launches. A wait belongs to the
 * instruction that waits. The wait for a load belongs to the first instruction that needs its
 * value. */
struct latency_instruction {
    const char *file; /* its source; NULL: not known. Borrowed from the latency's state */
    uint32_t line;
    bool source;        /* file and line are the program's (-lineinfo), not its PTX's */
    const char *opcode; /* NULL: not known */
    uint8_t op_class, access_bytes;
    uint64_t issued;
    /* Cycles of its warps between the instruction before and this one. None is LATENCY_EXECUTION or
     * LATENCY_DRAIN. */
    uint64_t parts[LATENCY_PARTS];
    uint64_t shared,
        shared_cycles;     /* accesses to shared memory; the cycles that they kept it busy */
    uint64_t shared_least; /* the same without bank conflicts */
    uint64_t accesses;     /* global and local accesses */
    uint64_t transactions, sectors; /* of these accesses at L1D; sectors of 32 bytes */
    uint64_t sectors_least;         /* sectors for as many bytes as the lanes accessed */
};

/* Code of a kernel that warps have run. */
struct latency_code {
    const char *name, *file;
    GPtrArray *instructions; /* struct latency_instruction, by pc; NULL: never issued */
};

struct latency;

/* Registered as --observe latency; observation_state(observation, &latency_kind) is the state. */
extern const struct observer_kind latency_kind;

/* NULL: no warp of the launch has ended. */
const struct latency_kernel *latency_kernel(const struct latency *latency, uint32_t launch);

#endif
