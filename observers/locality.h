/* SPDX-License-Identifier: BSD-3-Clause */
/* The owners of the data that warps find in the caches: the observer "locality".
 *
 * A load asks L1D for sectors (or lines: the unit of l1d.sector). Each is a hit, a merge with a
 * fetch under way, or a miss. Each of these is split by the warp that brought the sector there: the
 * same warp (intra-warp) or another one (inter-warp). A miss is cold if no warp has brought the
 * sector since the SM's L1D was last emptied. Else it is split by the warp that brought and lost
 * it. The texture cache and L2 have the same split. In L2 a warp of another launch is a class of
 * its own, and so are requests for instructions and constants. The observer sums all this for each
 * kernel and, at L1, for each load instruction. The sums are exactly those of the units' own
 * counters.
 *
 * From these it makes a breakdown of all loads by the place of their data, in one unit: the first
 * level (L1D or the texture cache), L2, or neither. It keeps the breakdown for the whole kernel,
 * and for the requests of each SM while no warp of the launch had ended there.
 *
 * A fetch of a bypassing load (policies/l1_bypass) past L1D is none of these. It brings no line to
 * L1D, and counts by transaction.
 *
 * The observer also has:
 * - intra-warp hits of loads in loops, by the trip that accessed the line last (trips.h);
 * - fetched sectors by their use: hit; merged with while under way, but never hit; never used. The
 *   last are the zero-reuse lines;
 * - the latency of requests from the SM's port and back;
 * - hits of the row buffers.
 *
 * Source: Lee, Kim, Yoo, Song, "iPAWS: Instruction-Issue Pattern-based Adaptive Warp Scheduling for
 *   GPGPUs" (HPCA 2016), sections 2.2 and 5.4, Figures 4, 5 and 20; Rogers, O'Connor, Aamodt,
 *   "Divergence-Aware Warp Scheduling" (MICRO 2013), section 4.1, Figures 3, 4 and 10; S.-Y. Lee,
 *   "Intelligent Scheduling and Memory Management Techniques for Modern GPU Architectures"
 *   (dissertation, Arizona State University 2017), section 5.3.4, Figure 5.10.
 * Differs: iPAWS knows from victim lists who lost a line, so only for as long as these go back.
 * Here it is known for ever. A line's owner is the warp that brought the sector, not the line: by
 * its miss, or by its store where stores allocate. DAWS's Figure 4 is made with an L1D of 8 MB;
 * ours has the platform's. A merge is a reuse of its own kind. In the breakdown a merge in L2 is a
 * hit. iPAWS's Figure 20 ends when the first warp of the GPU ends; here each SM has an end of its
 * own. With l2.fetch=line, a warp that misses a sector in L2 brings the line's others, too. Units:
 * sectors, or lines where l1d.sector is 128B; cycles of the SM's clock; L2: sectors.
 */
#ifndef SIMGPU_OBSERVERS_LOCALITY_H
#define SIMGPU_OBSERVERS_LOCALITY_H

#include "observers/line_table.h"
#include "observers/observation.h"
#include "observers/residents.h"
#include "observers/trips.h"

extern const struct observer_kind locality_kind;

enum { LOCALITY_SECTORS = 4 /* of a line */ };

enum locality_owner { OWNER_INTRA_WARP, OWNER_INTER_WARP, OWNERS };
enum locality_miss { MISS_COLD, MISS_INTRA_WARP, MISS_INTER_WARP, MISSES };

/* The use of fetched sectors. */
enum locality_use { USE_NONE, USE_MERGED, USE_HIT, USES };

enum locality_trip { TRIP_THIS, TRIP_LAST, TRIP_OTHER, TRIP_NO_LOOP, TRIPS };

/* A load instruction at L1D or at the texture cache. */
struct locality_pc {
    struct observed_pc head;
    bool texture;      /* at the texture cache */
    uint64_t accesses; /* transactions; the others are in units of the cache */
    uint64_t uncached; /* transactions without a lookup */
    uint64_t bypassed; /* transactions that fetched past L1D: their misses are not counted below */
    uint64_t hits[OWNERS], merges[OWNERS], misses[MISSES];
    uint64_t trips[TRIPS]; /* of hits[OWNER_INTRA_WARP] */
    uint64_t used[USES];   /* of misses, without USE_NONE, which is the rest */
};

enum l2_request { L2_LOADS, L2_STORES, L2_ATOMICS, L2_CODE, L2_REQUESTS };
enum l2_outcome { L2_HITS, L2_MERGES, L2_MISSES, L2_OUTCOMES };
enum l2_owner { L2_NOBODY, L2_INTRA_WARP, L2_INTER_WARP, L2_OTHER_LAUNCH, L2_OWNERS };

struct locality_latency {
    uint64_t requests, cycles;
};

struct locality_rows {
    uint64_t states[3];  /* by enum dram_row_state: requests */
    uint64_t latency_ps; /* from their arrival to the end of their data */
};

/* The place where a load found its sector or line. */
enum locality_found {
    FOUND_L1_INTRA_WARP,
    FOUND_L1_INTER_WARP,
    FOUND_L1_MERGE,
    FOUND_L2_INTRA_WARP,
    FOUND_L2_INTER_WARP, /* also a warp of another launch */
    FOUND_LOST_INTRA_WARP,
    FOUND_LOST_INTER_WARP,
    FOUND_COLD,
    FOUNDS
};

enum locality_until { UNTIL_END, UNTIL_FIRST_WARP, UNTILS };

struct locality_kernel {
    struct observed_kernel head;
    uint64_t found[UNTILS][FOUNDS];
    uint64_t warp_instructions, thread_instructions;
    uint64_t l2[L2_REQUESTS][L2_OUTCOMES][L2_OWNERS];
    struct locality_latency latency[L2_REQUESTS]; /* not of stores */
    struct locality_rows reads;
};

/* A line, or a sector of one, in an SM's L1D or texture cache, now or earlier. */
struct l1_unit {
    uint32_t owner;  /* warp number, 0: nobody has brought it */
    uint32_t number; /* the owner's memory instruction that accessed the line last:
                        trips_access.number */
    uint32_t fetch;  /* observed_pc.index of the fetching instruction, shifted by USE_BITS, and enum
                        locality_use; USES: it was no fetch */
};
enum { USE_BITS = 2 };

struct l1_line {
    struct line_head head;
    struct l1_unit units[];
};

struct l2_line {
    struct line_head head;
    uint32_t owner[LOCALITY_SECTORS]; /* L2 warp, 0: nobody */
};

/* A request that is out, by its tag. */
struct sent_request {
    struct line_head head;
    uint32_t warp; /* L2 warp; 0: none, because it is for instructions or constants */
    bool out;
    bool looked_up; /* for a load that missed L1D or the texture cache */
    bool early;     /* sent while no warp of its launch had ended in its SM */
    uint64_t cycle;
};

/* Of an SM. */
struct locality_sm {
    struct line_table l1, texture; /* of l1_line, by line number */
    struct line_table sent;        /* of sent_request, by tag and whether it is a write */
    struct trips trips[RESIDENTS_SLOTS];
    uint32_t l2_warps[RESIDENTS_SLOTS]; /* by slot */
    uint64_t last_line, last_key; /* of the request that was sent last, until its access is told, */
    bool has_last;                /* ... which has not been */
    GArray *ended;                /* of bool, by launch: a warp of it has */
};

struct locality {
    struct residents residents; /* of locality_kernel and locality_pc */
    bool sectored;              /* l1d.sector=32B */
    bool stores_allocate;
    bool texture_cache;        /* there is one */
    uint32_t l2_fetch_sectors; /* that a miss in L2 fetches together: a power of two */
    struct locality_sm *sms;
    struct line_table l2; /* of l2_line, by line number; of all banks, for a line is in one */
    GArray *l2_launches;  /* of uint32_t, by L2 warp: its launch. Warps are numbered as they start,
                             and each launch has a number more, for its instructions and constants */
    GArray *l2_codes;     /* of uint32_t, by launch: that number, 0: it has none yet */
    struct locality_rows write_backs;
};

/* locality.c */
struct locality *locality_new(const struct gpu_config *config);
void locality_free(struct locality *locality);
void locality_listen(struct observer *observer);
/* Call residents_start before. */
void locality_warp_started(struct locality *locality, unsigned sm, unsigned slot);
void locality_warp_ended(struct locality *locality, unsigned sm, unsigned slot);
/* Whether no warp of the launch has ended in the SM. */
bool locality_is_early(const struct locality_sm *sm, uint32_t launch);

static inline void locality_found(struct locality_kernel *kernel, bool early,
                                  enum locality_found found)
{
    kernel->found[UNTIL_END][found]++;
    kernel->found[UNTIL_FIRST_WARP][found] += early;
}

/* locality_l1.c */
void locality_l1_access(void *data, const struct l1_access *access);
void locality_l1_dropped(void *data, unsigned sm, uint64_t cycle, uint64_t from_address);

/* locality_l2.c: requests on their way, L2, DRAM. */
void locality_sent(void *data, unsigned sm, uint64_t cycle, const struct message *request);
void locality_replied(void *data, unsigned sm, uint64_t cycle, const struct message *reply);
/* If a request has just been sent for this access, it belongs to the access's warp. */
void locality_claim_sent(struct locality_sm *sm, const struct l1_access *access);
/* A new L2 warp of the launch. */
uint32_t locality_l2_warp(struct locality *locality, uint32_t launch);
void locality_l2_access(void *data, const struct l2_access *access);
void locality_dram_access(void *data, const struct dram_access *access);

/* locality_json.c */
void locality_write(const void *state, const struct gpu *gpu, JsonBuilder *json);

#endif
