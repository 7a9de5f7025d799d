/* SPDX-License-Identifier: BSD-3-Clause */
/* A DRAM channel: the queue, the scheduler and the banks behind some L2 banks.
 *
 * Requests, each for some sectors of a line, arrive over a wire from each L2 bank, and wait in the
 * inbox. They move into the queue from each wire in turn, as soon as it has room for their bursts;
 * that frees their slot in the wire's buffer. The scheduler (queue.h) issues one command a cycle as
 * the banks' timing (timing.h) allows, or one row and one column command if there are two command
 * buses. The data of a read go back together, in the order in which they came, through one port,
 * which runs with the clock of L2. A read enters the queue only when there is room for its data on
 * the way back, so the banks never wait for the port. Values are not here: L2 banks have them.
 *
 * Source: two command buses: JEDEC JESD235 (HBM); bursts that each sector has of its own:
 * GPGPU-Sim, where every sector read is a request (l2cache.cc), and a write has a size and no
 * sectors (dram.cc, dram_req_t).
 * Units: cycles of the command clock, unless stated.
 */
#ifndef SIMGPU_DRAM_CHANNEL_H
#define SIMGPU_DRAM_CHANNEL_H

#include "models/core/counters.h"
#include "models/core/engine.h"
#include "models/core/launch_meter.h"
#include "models/core/observer.h"
#include "models/core/platform.h"
#include "models/core/ring.h"
#include "models/dram/place.h"
#include "models/dram/queue.h"
#include "models/icnt/out_port.h"
#include "models/memory/address_map.h"

/* Whether sectors that one burst covers are in one burst. As GPGPU-Sim has it, a read takes a burst
 * for each, and a write as many as its bytes fill, a quirk: also if its sectors lie in more. */
enum dram_burst_sharing { DRAM_BURST_SHARED, DRAM_BURST_UNSHARED, DRAM_BURST_WRITES_FILL };

struct dram_config {
    struct clock clock;    /* of commands */
    struct clock l2_clock; /* of the port to L2 */
    struct dram_timing timing;
    struct dram_geometry geometry;
    uint32_t burst_bytes;
    uint8_t bursts[DRAM_DIRECTIONS][1 << LINE_SECTORS]; /* by the sectors of a request */
    uint32_t queue; /* bursts the scheduler sees; as many reads' data wait for the port */
    uint32_t row_hit_cap;
    bool drained;      /* writes are kept back and written together */
    uint32_t l2_width; /* bytes a cycle of L2 */
    struct wire_shape to_l2;
};

/* The group "dram_channel"; l2_clock is that of the banks it serves. */
bool dram_config_read(struct dram_config *config, struct platform_group *group,
                      const struct clock *l2_clock, GError **error);

/* Fills in burst_bytes and `bursts`. */
void dram_config_set_bursts(struct dram_config *config, uint32_t burst_bytes,
                            enum dram_burst_sharing sharing);

struct dram_counters {
    uint64_t reads, writes, read_bytes, write_bytes;
    uint64_t row_hits, row_misses, row_conflicts;
    uint64_t activates, precharges;
    uint64_t bus_cycles;
    uint64_t queue_full_cycles;
    uint64_t queue_cycles;
    uint64_t reply_busy_cycles, reply_credit_stall_cycles;
};

extern const struct counter dram_counter_table[];

struct dram_channel {
    struct unit unit;
    const struct dram_config *config;
    const struct address_map *map;
    struct wire **to_banks; /* by unit.incoming */

    uint32_t n_held, turn; /* wires whose first message has arrived; the one whose turn it is */
    sim_time arrived;      /* of the first that was held before its cycle had come */
    sim_time advanced;     /* what arrived before this is held, or behind what is */
    uint64_t full_since;   /* cycle; CYCLE_NEVER: nothing waits for room */
    uint32_t needed;       /* bursts of what waits for room */
    bool awaits_reply;     /* that is for its data */
    struct dram_queue queue;
    struct dram_banks banks;
    struct out_port reply_port;        /* in cycles of L2 */
    struct dram_counters counters;     /* those of commands and of the port: dram_channel_mirror */
    const struct observers *observers; /* NULL: none */
    uint32_t index;                    /* for them */
    struct launch_meter meter;
};

/* What a channel is; everything is borrowed. */
struct dram_channel_site {
    const struct dram_config *config;
    const struct address_map *map;
    struct launch_ledger *ledger; /* NULL: none */
};

/* channel: zeroed. Most of its 24 KB stays so, and in pages that are never made: gaps between
 * groups of banks that there aren't. */
void dram_channel_init(struct dram_channel *channel, struct engine *engine, const char *name,
                       const char *host, const struct dram_channel_site *site);
/* The observers are borrowed; NULL is fine. */
void dram_channel_observe(struct dram_channel *channel, uint32_t index,
                          const struct observers *observers);
void dram_channel_finish(struct dram_channel *channel);
/* After the last incoming wire. to_banks[i] leads to the sender of incoming wire i; copied. */
void dram_channel_connect(struct dram_channel *channel, struct wire *const *to_banks, uint32_t n);

#endif
