/* SPDX-License-Identifier: BSD-3-Clause */
/* What an SM counts, and the classes by which it counts.
 *
 * All parts of the SM add to these counters, each to its own rows. The table gives each one its
 * name and meaning (docs/reference/metrics.md is made from it).
 */
#ifndef SIMGPU_SM_COUNTERS_H
#define SIMGPU_SM_COUNTERS_H

#include "models/core/counters.h"
#include <stdint.h>

/* What happened to each scheduler's issue slot in each cycle; exactly one of these. */
enum slot_reason {
    SLOT_ISSUED,
    SLOT_IDLE,       /* no warp resident */
    SLOT_POLICY,     /* the warp scheduler held its ready warps back */
    SLOT_STRUCTURAL, /* a warp was ready but its pipe was busy or the LDST queue full */
    SLOT_MEMORY,     /* ... no warp ready, at least one waits for a load or atomic */
    SLOT_DATA,       /* ... for an arithmetic result */
    SLOT_FETCH,      /* ... for an instruction */
    SLOT_BARRIER,
    SLOT_FENCE,
    SLOT_DRAIN, /* warps have ended and wait for replies and acknowledgements */
    SLOT_REASONS
};

/* Classes of operations that take about as much energy; see issue_facts.c for what is in which. */
enum lane_class {
    LANES_INT,
    LANES_INT_MUL,
    LANES_FP32,
    LANES_FP64,
    LANES_DIVIDE,
    LANES_SFU,
    LANES_TENSOR,
    LANES_MEMORY,
    LANES_OTHER,
    LANE_CLASSES
};

/* Execution units whose use is counted together. */
enum unit_class { UNITS_ALU, UNITS_SFU, UNITS_TENSOR, UNITS_OTHER, UNIT_CLASSES };

/* Of L1D. Loads and stores are transactions; the sectors of loads are apart. */
struct l1d_counters {
    uint64_t loads, hits, misses, merges, uncached, bypassed, retried;
    uint64_t stores, evicted_by_store;
    uint64_t sector_hits, sector_merges, sector_misses, sector_bypassed; /* loads */
    uint64_t sector_stores, sector_store_misses;
    uint64_t requests_split; /* packets before the last one that requests have come to L2 in */
};

/* Of the instruction cache. */
struct icache_counters {
    uint64_t misses;
    uint64_t prefetches, prefetches_used, prefetches_late; /* lines of its prefetcher */
};

/* Of the texture cache. */
struct texture_counters {
    uint64_t loads, hits;
};

/* Of mbarriers and bulk copies. */
struct tma_counters {
    uint64_t mbarrier_operations, mbarrier_waits, mbarrier_wait_cycles;
    uint64_t tma_copies, tma_requests, tma_bytes_asked, tma_bytes_arrived;
};

/* Of asynchronous copies: cp.async, LDGSTS. Sectors are of 32 bytes, whatever l1d.sector says. */
struct async_counters {
    uint64_t copies, bytes, l1_sectors, past_l1_sectors, wait_cycles;
    struct tma_counters engine;
};

/* Of the port into the crossbar. */
struct inject_counters {
    uint64_t busy_cycles, credit_stall_cycles;
};

/* Of shared memory of other blocks of a cluster. */
struct remote_counters {
    uint64_t requests, replies, served;
};

struct sm_counters {
    uint64_t slots[SLOT_REASONS]; /* scheduler-cycles */
    uint64_t warp_instructions, thread_instructions;
    uint64_t lanes[LANE_CLASSES]; /* thread_instructions by class */
    uint64_t operands;
    uint64_t second_issues;
    uint64_t branches, divergent_branches;
    uint64_t barriers, fences;
    uint64_t blocks, warps, warp_cycles, active_cycles;
    uint64_t thread_cycles, register_cycles, shared_byte_cycles; /* what blocks have held */
    uint64_t units[UNIT_CLASSES];                                /* cycles of execution units */
    uint64_t bank_conflict_cycles;
    uint64_t fetches;
    struct icache_counters icache;
    uint64_t constant_accesses, constant_misses;
    uint64_t shared_accesses, shared_conflict_cycles;
    struct l1d_counters l1;
    struct texture_counters texture;
    uint64_t ldst_busy_cycles, ldst_stall_cycles;
    struct inject_counters inject;
    uint64_t reads_sent, writes_sent, atomics_sent, fetches_sent;
    uint64_t read_replies, write_acks, atomic_replies, fetch_replies;
    struct remote_counters remote;
    struct async_counters async;
};

extern const struct counter sm_counter_table[];

#endif
