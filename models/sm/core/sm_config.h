/* SPDX-License-Identifier: BSD-3-Clause */
/* What a platform says about its SMs: their units, caches, latencies and queues.
 *
 * Every part of the SM reads it, and none of them changes it. `cli/lists/property_meanings.c`
 * explains the properties that the fields come from.
 *
 * Units: bytes; cycles of the SM.
 */
#ifndef SIMGPU_SM_CONFIG_H
#define SIMGPU_SM_CONFIG_H

#include "models/cache/tag_array.h"
#include "models/core/clock.h"
#include "models/core/payload.h"
#include "models/core/platform/platform.h"
#include "models/icnt/crossbar.h"
#include "models/icnt/sm_network.h"
#include "models/launch/cluster_limits.h"
#include "models/launch/occupancy.h"
#include "workloads/instruction.h"
#include "workloads/tensor_form.h"

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
    PIPE_GROUP,   /* the queue of warp groups' products in front of the matrix unit */
    PIPE_UNIFORM, /* the uniform datapath; only if it has costs of its own */
    PIPES
};
enum { PIPE_MAX_INSTANCES = 8, UNIT_MAX_QUEUE = 8, SM_MAX_BLOCKS = 32 };
/* Operand collectors of a kind; registers that a bank may deliver to them in a cycle; banks. */
enum { COLLECTORS_MOST = 16, COLLECTORS_MOST_READS = 2, COLLECTORS_MOST_BANKS = 32 };

/* Behind the classes: OP_TENSOR by form, then what may differ from its class (enum own_cost). There
 * a latency of 0 means that it does not. */
enum { OPS_TENSOR = OP_CLASSES, OPS_OWN = OPS_TENSOR + TENSOR_FORMS, OPS = OPS_OWN + OWN_COSTS };

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

/* What a store does to its line in L1D: l1d/l1d_store.c. */
enum l1d_write { L1D_WRITE_EVICT, L1D_WRITE_THROUGH, L1D_WRITE_ALLOCATE };

/* Instruction fetch. */
struct fetch_config {
    uint32_t buffer;            /* instructions that a warp's buffer holds */
    uint32_t width;             /* how many of them a fetch brings */
    uint32_t instruction_bytes; /* in memory */
    uint32_t warps;             /* that fetch in one cycle */
    uint32_t latency;           /* cycles from the fetch to the issue */
    bool follows;               /* a fetch behind a branch goes where the branch will go */
    bool behind; /* as `follows`, but fetches ask for the line behind the issued instruction; no
                    without a cache */
    bool turns;  /* warps that wait for a line get it in turn, not the lowest slot first */
    struct cache_shape cache;
    uint32_t mshrs; /* lines of it that may be on their way */
    uint32_t ahead; /* lines that its prefetcher asks for behind a missed one; 0: there is none */
};

/* mbarriers and the TMA engine: models/sm/tma. */
struct tma_config {
    uint32_t requests;       /* lines on their way at most; 0: there is no TMA engine */
    uint32_t interval;       /* cycles from one copy to the next */
    uint32_t latency;        /* cycles from a copy's issue to its first request */
    uint32_t line_interval;  /* cycles from one request to the next */
    uint32_t fill_latency;   /* cycles from the last reply to the mbarrier */
    uint32_t arrive_latency; /* of an arrival, until its state can be read */
    uint32_t wait_latency;   /* of a look at an mbarrier, until its predicate can be read */
    uint32_t wait_limit;     /* cycles for which try_wait suspends a warp */
};

/* How accesses become requests. */
struct access_config {
    bool narrow_segments; /* of 1 and 2 bytes: in segments of 32 and 64 bytes */
    bool store_halves;    /* stores: a line, a half of it, or a sector */
    bool atomic_sectors; /* requests that bypass L1: one for each sector; atomics: one more for each
                            repeated place */
    bool copies_cached;  /* asynchronous copies enter L1, also those that ask to go past it */
    bool falling;        /* an access's lines go from the highest address down */
    bool mixed;          /* several packets of an access take turns in the crossbar */
    bool atomic_waits;   /* a warp goes on when its atomic has come back */
    bool fence_loads;    /* a fence waits for its warp's loads only */
    bool fence_drops;    /* a fence drops L1D's lines */
    bool constant_operands; /* a trace's loads of constants are integer operations */
    bool private_places;    /* each scheduler has own places of ldst_queue */
    bool places_in_turn;    /* schedulers that want one of all places take turns */
    uint32_t replies; /* sectors of waiting accesses that MSHRs answer in a cycle; 0: all at once */
    bool local_words; /* local memory: a word of all threads side by side */
    bool local_back;  /* stores to local memory that hit stay in L1D */
    bool pending_left; /* stores without values leave L1D's coming lines alone */
    struct tma_config tma;
    uint32_t mshrs_uncached; /* of requests that L1D does not keep; 0: they take l1d_mshrs */
};

enum { SHARED_WORD_BYTES = 4, SHARED_MAX_BANKS = 64 };

struct shared_config {
    uint32_t banks;
    uint32_t latency;          /* cycles from the load/store unit to dependent issue */
    uint32_t conflict_latency; /* added for each further turn of the banks */
    uint32_t widest;           /* bytes of a lane's access that its banks see */
    struct cluster_limits clusters;
    struct sm_network_config network; /* to other blocks' of a cluster, if there are clusters */
};

/* How many instructions may wait for a pipe after their issue, and for how many cycles at most: the
 * wheel must hold their results. */
struct unit_queue {
    uint32_t places, longest;
    uint32_t group_places, group_longest; /* the same for products of warp groups */
    uint32_t group_issue;                 /* cycles from one to the next */
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
    bool issue_rotates;   /* the schedulers take turns in being a cycle's first */
    bool private_units;   /* each scheduler has its own, except load/store units */
    struct unit_queue unit_queue;
    uint32_t pipes[PIPES];                   /* instances of each, for all schedulers or for each */
    struct op_timing ops[OPS];               /* by class; then by OPS_* */
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
    uint32_t constant_latency, l1d_latency; /* from these caches to dependent issue */
    uint32_t indexed_latency;  /* the same for a constant whose address is in a register */
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

/* The shape of L1D's tags. Without L1D it has one line, which is never taken. */
static inline struct cache_shape sm_config_l1d_tags(const struct sm_config *config)
{
    return config->l1d.size_bytes > 0 ? config->l1d : (struct cache_shape){LINE_BYTES, 1};
}

#endif
