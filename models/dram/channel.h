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
 * Source: two command buses: JEDEC JESD235 (HBM). Bursts of its own for each sector: GPGPU-Sim,
 * where every sector read is a request (l2cache.cc), and a write has a size and no sectors
 * (dram.cc, dram_req_t).
 * Units: cycles of the command clock, unless stated.
 */
#ifndef SIMGPU_DRAM_CHANNEL_H
#define SIMGPU_DRAM_CHANNEL_H

#include "models/dram/channel_report.h"
#include "models/dram/channel_state.h"

/* What a channel is; everything is borrowed. */
struct dram_channel_site {
    const struct dram_config *config;
    const struct address_map *map;
    struct launch_ledger *ledger; /* NULL: none */
};

/* channel: zeroed. Most of its 24 KB stays so, in pages that are never made: gaps for groups of
 * banks that don't exist. */
void dram_channel_init(struct dram_channel *channel, struct engine *engine, const char *name,
                       const char *host, const struct dram_channel_site *site);
/* The observers are borrowed; NULL is fine. */
void dram_channel_observe(struct dram_channel *channel, uint32_t index,
                          const struct observers *observers);
void dram_channel_finish(struct dram_channel *channel);
/* After the last incoming wire. to_banks[i] leads to the sender of incoming wire i; copied. */
void dram_channel_connect(struct dram_channel *channel, struct wire *const *to_banks, uint32_t n);

#endif
