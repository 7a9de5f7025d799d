/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of a DRAM channel, for its parts. Everybody else includes channel.h. */
#ifndef SIMGPU_DRAM_CHANNEL_STATE_H
#define SIMGPU_DRAM_CHANNEL_STATE_H

#include "models/core/engine.h"
#include "models/core/launch_meter.h"
#include "models/core/observer.h"
#include "models/core/ring.h"
#include "models/dram/channel_config.h"
#include "models/icnt/out_port.h"
#include "models/memory/address_map.h"

struct dram_counters {
    uint64_t reads, writes, read_bytes, write_bytes;
    uint64_t row_hits, row_misses, row_conflicts;
    uint64_t activates, precharges;
    uint64_t bus_cycles;
    uint64_t queue_full_cycles;
    uint64_t queue_cycles;
    uint64_t reply_busy_cycles, reply_credit_stall_cycles;
};

struct dram_channel {
    struct unit unit;
    const struct dram_config *config;
    const struct address_map *map;
    struct wire **to_banks; /* by unit.incoming */

    uint32_t n_held, turn; /* wires whose first message has arrived; the wire whose turn it is */
    sim_time arrived;      /* of the first message that was held before its cycle had come */
    sim_time advanced;   /* messages that arrived before this are held, or are behind such a one */
    uint64_t full_since; /* cycle; CYCLE_NEVER: no request waits for room */
    uint32_t needed;     /* bursts of the request that waits for room */
    bool awaits_reply;   /* it waits for room for its data */
    struct dram_queue queue;
    struct dram_banks banks;
    struct out_port reply_port;        /* in cycles of L2 */
    struct dram_counters counters;     /* those of commands and of the port: dram_channel_mirror */
    const struct observers *observers; /* NULL: none */
    uint32_t index;                    /* for them */
    struct launch_meter meter;
};

#endif
