/* SPDX-License-Identifier: BSD-3-Clause */
/* The streaming multiprocessor: one unit that holds warps, schedulers, pipelines, L1 caches,
 * shared memory and the load/store unit, since their latencies are too short for messages.
 *
 * It does not tick. advance() jumps from one cycle in which something can happen to the next;
 * between them every warp's state is constant, so a gap is accounted with one addition.
 * Within a cycle: arrivals, then warps whose operands have become ready, then the load/store
 * unit, then the port into the crossbar, then each scheduler issues. A warp whose buffer has
 * room after its issue is given the time of its next fetch.
 *
 * It is made of parts, each with its own files, struct and fields: ARCHITECTURE.md, "The parts of
 * an SM", says who owns what. sm.c is the jump loop above them, and tells the parts that work with
 * each other what has happened.
 *
 * Source: NVIDIA, "Fermi" white paper (2009), for the organisation; the load/store
 * pipeline after GPGPU-Sim's manual, "SIMT core". Differs: operand collectors
 * are a queue before each unit (units.queue), and bank conflicts lengthen an instruction's latency,
 * without a queue its occupancy; or, with `collectors`, as operand_collectors.h has them.
 */
#ifndef SIMGPU_SM_H
#define SIMGPU_SM_H

#include "models/cache/tag_array.h"
#include "models/core/counters.h"
#include "models/core/engine.h"
#include "models/core/launch_meter.h"
#include "models/core/observer.h"
#include "models/core/platform.h"
#include "models/icnt/crossbar.h"
#include "models/launch/occupancy.h"
#include "models/memory/address_map.h"
#include "models/memory/device_memory.h"
#include "policies/kinds.h"
#include "policies/warps.h"
#include "workloads/issued.h"

enum pipe {
    PIPE_NONE, /* never busy */
    PIPE_SP,
    PIPE_INT,
    PIPE_SFU,
    PIPE_DP,
    PIPE_TENSOR,
    PIPE_BRANCH,
    PIPE_TEXTURE,
    PIPE_LDST,
    PIPES
};
enum { PIPE_MAX_INSTANCES = 4, UNIT_MAX_QUEUE = 8, SM_MAX_BLOCKS = 32 };
/* Operand collectors of a kind, and registers that a bank may deliver to them in a cycle. */
enum { COLLECTORS_MOST = 16, COLLECTORS_MOST_READS = 2, COLLECTORS_MOST_BANKS = 32 };
/* Blocks beyond those that an SM holds; dispatch.ahead is no more. */
enum { SM_MAX_AHEAD = 64 };

struct op_timing {
    uint8_t pipe;      /* enum pipe */
    uint16_t latency;  /* cycles from issue to the issue of a dependent instruction; for control
                          instructions: of the warp's next one */
    uint16_t interval; /* cycles the pipe instance is busy */
};

struct cache_shape {
    uint64_t size_bytes;
    uint32_t ways;
};

/* What a store does to its line in L1D: sm_l1d_store.c. */
enum l1d_write { L1D_WRITE_EVICT, L1D_WRITE_THROUGH, L1D_WRITE_ALLOCATE };

/* Instruction fetch. */
struct fetch_config {
    uint32_t buffer;            /* instructions that a warp's buffer holds */
    uint32_t width;             /* ... that a fetch brings */
    uint32_t instruction_bytes; /* in memory */
    uint32_t warps;             /* that fetch in one cycle */
    uint32_t latency;           /* cycles from the fetch to the issue */
    bool follows;               /* fetches behind a branch go where it will go */
    bool behind; /* ... but ask for the line behind what has issued; no without a cache */
    bool turns;  /* warps that wait for a line get it in turn, not the lowest slot first */
    struct cache_shape cache;
    uint32_t mshrs; /* lines of it that may be on their way */
};

/* How accesses become requests. */
struct access_config {
    bool narrow_segments;    /* of 1 and 2 bytes: in segments of 32 and 64 bytes */
    bool store_halves;       /* stores: a line, a half of it, or a sector */
    bool atomic_sectors;     /* what passes L1 by: a request a sector; atomics: and one more for a
                                place again */
    bool falling;            /* an access's lines go from the highest address down */
    bool mixed;              /* packets of several take turns in the crossbar */
    bool atomic_waits;       /* a warp goes on when its atomic has come back */
    bool fence_loads;        /* a fence waits for its warp's loads, and for nothing else */
    bool fence_drops;        /* ... a fence drops L1D's lines */
    bool constant_operands;  /* a trace's loads of constants are integer operations */
    bool private_places;     /* ldst_queue's places are each scheduler's, not for all */
    uint32_t replies;        /* sectors of accesses that MSHRs answer in a cycle; 0: all at once */
    bool local_words;        /* local memory: a word of all threads side by side */
    bool local_back;         /* stores to local memory that hit stay in L1D */
    bool pending_left;       /* stores without values leave L1D's lines that are on their way */
    uint32_t mshrs_uncached; /* of requests that L1D does not keep; 0: they take l1d_mshrs */
};

struct shared_config {
    uint32_t banks;
    uint32_t latency;          /* cycles from the load/store unit to dependent issue */
    uint32_t conflict_latency; /* more for each further turn of the banks */
    uint32_t widest;           /* bytes of a lane's access that its banks see */
};

/* Instructions that may wait for a pipe after their issue, and how many cycles at most, for the
 * wheel to hold their results. */
struct unit_queue {
    uint32_t places, longest;
};

/* Operand collectors: operand_collectors.h. */
struct collector_config {
    bool used;
    uint32_t any;        /* for all pipes */
    uint32_t own[PIPES]; /* for one */
    uint32_t buses;      /* for results; 0: as many as are needed */
};

struct sm_config {
    struct clock clock;
    struct occupancy_limits limits;
    uint32_t schedulers;
    uint32_t issue_width; /* instructions of a warp that a scheduler issues in a cycle */
    bool issue_rotates;   /* the schedulers take turns in being the first of a cycle */
    bool private_units;   /* each scheduler has its own, all but load/store units */
    struct unit_queue unit_queue;
    uint32_t pipes[PIPES]; /* instances of each, for all schedulers or for each */
    struct op_timing ops[OP_CLASSES];
    uint32_t register_banks, register_reads; /* a bank delivers so many registers a cycle */
    struct collector_config collectors;      /* of a scheduler, with private units */
    struct fetch_config fetch;
    struct cache_shape constant_cache;
    struct cache_shape l1d;     /* size 0: all loads go around it */
    struct cache_shape texture; /* size 0: texels go through L1D */
    enum tag_set_index l1d_set_index;
    bool l1d_sectored;         /* misses ask for sectors, not for lines */
    bool l1d_allocate_on_fill; /* else on a miss */
    enum l1d_write l1d_write;
    uint32_t l1d_banks; /* for sectors; without sectors: lines a cycle. A power of two */
    struct occupancy_carve_out carve_out;   /* of l1d.size_bytes */
    uint32_t ldst_latency;                  /* cycles from issue to the load/store unit's caches */
    uint32_t constant_latency, l1d_latency; /* from there to dependent issue */
    uint32_t indexed_latency;  /* the same of a constant whose address is in a register */
    uint32_t l1d_fill_latency; /* cycles from a reply's arrival to dependent issue */
    uint32_t texture_latency;  /* of a hit, and from a fill's arrival, to dependent issue */
    uint32_t texture_merges;
    uint32_t l1d_mshrs, l1d_merges;
    uint32_t ldst_queue, miss_queue; /* entries */
    uint32_t ldst_pipeline;          /* accesses between the load/store unit and L1D's tags */
    struct shared_config shared;
    struct access_config access;
    uint32_t coalescing_bytes; /* 128: a lane of 8 bytes makes half-warp requests */
    uint32_t inject_bytes_per_cycle, header_bytes; /* of the crossbar */
    struct packet_shape requests;                  /* of the crossbar */
};

/* The shape of L1D's tags: without L1D that of a line which nobody ever takes. */
static inline struct cache_shape sm_config_l1d_tags(const struct sm_config *config)
{
    return config->l1d.size_bytes > 0 ? config->l1d : (struct cache_shape){LINE_BYTES, 1};
}

/* From the group of model "sm", all but the last line of the struct. */
bool sm_config_read(struct sm_config *config, struct platform_group *group, GError **error);

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
enum unit_class { UNITS_ALU, UNITS_SFU, UNITS_OTHER, UNIT_CLASSES };

/* Of L1D. Loads and stores are transactions; the sectors of loads are apart. */
struct l1d_counters {
    uint64_t loads, hits, misses, merges, uncached, bypassed, retried;
    uint64_t stores, evicted_by_store;
    uint64_t sector_hits, sector_merges, sector_misses, sector_bypassed; /* loads */
    uint64_t sector_stores, sector_store_misses;
    uint64_t requests_split; /* pieces but the last that requests have come to L2 in */
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
    uint64_t thread_cycles, register_cycles, shared_byte_cycles; /* that blocks have held */
    uint64_t units[UNIT_CLASSES];                                /* cycles of execution units */
    uint64_t bank_conflict_cycles;
    uint64_t fetches, icache_misses;
    uint64_t constant_accesses, constant_misses;
    uint64_t shared_accesses, shared_conflict_cycles;
    struct l1d_counters l1;
    uint64_t texture_loads, texture_hits;
    uint64_t ldst_busy_cycles, ldst_stall_cycles;
    uint64_t inject_busy_cycles, inject_credit_stall_cycles;
    uint64_t reads_sent, writes_sent, atomics_sent, fetches_sent;
    uint64_t read_replies, write_acks, atomic_replies, fetch_replies;
};

extern const struct counter sm_counter_table[];

struct sm;

struct output_log;

/* What warps of the launch, which has ended, wrote on this SM; NULL: nothing. output_log_free. */
struct output_log *sm_take_output(struct sm *sm, uint32_t launch);

/* What one SM is wired to; everything is borrowed. */
struct sm_site {
    const struct sm_config *config;
    unsigned index, n_sms;
    struct device_memory *memory; /* for checks of addresses; values move by messages */
    const struct address_map *map;
    const struct policy_choices *policies;
    const struct observers *observers; /* NULL: none */
    struct launch_ledger *ledger;      /* NULL: none */
    uint64_t sample_every;   /* cycles from one sample for the dispatcher to the next; 0: none */
    uint64_t progress_every; /* cycles from one report of launches' progress to the next; 0: none */
    bool faults_end_launches; /* the other launches go on; else a fault ends the simulation */
};

struct sm;

struct sm *sm_new(struct engine *engine, const char *name, const char *host,
                  const struct sm_site *site);
void sm_free(struct sm *sm);
struct unit *sm_unit(struct sm *sm);
/* Before the run, if instructions and constants are asked for on a wire of their own. */
void sm_connect_fetch(struct sm *sm, struct wire *wire);
/* ... if atomics are. */
void sm_connect_atomic(struct sm *sm, struct wire *wire);
/* Wires, once: to the dispatcher, and to the request port of each bank. */
void sm_connect(struct sm *sm, struct wire *to_dispatcher, struct wire *const *to_banks,
                unsigned n_banks);
/* Profiles of the policies that have these functions (policies/sm_policy.h). Before the run: */
bool sm_profile_read(struct sm *sm, const char *file, const char *text, GError **error);
/* ... and after it. */
void sm_profile_merge(struct sm *sm, const struct sm *other);
void sm_profile_write(const struct sm *sm, GString *text);
/* Cycles up to and including the last one in which it did something. */
uint64_t sm_cycles_begun(const struct sm *sm);
const struct sm_counters *sm_counters(const struct sm *sm);
/* The warp in a slot, and what it waits for. False: there is none. */
struct sm_standing {
    const struct warp_context *context;
    const char *state;
};
bool sm_standing(const struct sm *sm, unsigned slot, struct sm_standing *out);
/* What its policies need: enum sm_need, as bits. */
uint32_t sm_needs(const struct sm *sm);
/* struct policy_told, after the run. */
const GArray *sm_policy_values(const struct sm *sm);

#endif
