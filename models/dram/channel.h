/* SPDX-License-Identifier: BSD-3-Clause */
/* A DRAM channel: the queue, the scheduler and the banks behind some L2 banks.
 *
 * Requests arrive over a wire from each L2 bank and move in arrival order into the queue, as soon
 * as it has room; that frees their slot in the wire's buffer. The scheduler (queue.h) issues one
 * command a cycle as the banks' timing (timing.h) allows. A request is in as many bursts as it
 * touches. The data of a read go back, in the order in which they came, through one port, which
 * runs with the clock of L2. A read enters the queue only when there is room for its data on the
 * way back, so the banks never wait for the port. Values are not here: L2 banks have them.
 *
 * Which bank: consecutive lines of the channel lie in different bank groups, so that a stream is
 * not slowed by tCCDL; then come the columns of a row, then the banks of a group, then rows.
 * The bank is shifted by the row, so that strides of a row's size use all banks.
 * Source: order of the fields: GPGPU-Sim's GTX 480 configuration (gpgpu_mem_addr_mapping: a bank
 * bit above the line, the others above the column); the shift after Zhang, Zhu, Zhang, "A
 * permutation-based page interleaving scheme" (MICRO 2000). Differs: adds the row instead of
 * XORing it, so that no two neighbouring pieces of a stream meet in a bank.
 * Units: cycles of the command clock, unless stated.
 */
#ifndef SIMGPU_DRAM_CHANNEL_H
#define SIMGPU_DRAM_CHANNEL_H

#include "models/core/counters.h"
#include "models/core/engine.h"
#include "models/core/platform.h"
#include "models/dram/queue.h"
#include "models/icnt/out_port.h"
#include "models/l2/address_map.h"

struct dram_config {
    struct clock clock;    /* of commands */
    struct clock l2_clock; /* of the port to L2 */
    struct dram_timing timing;
    uint32_t burst_bytes;
    uint32_t row_bytes; /* of one bank */
    uint32_t queue;     /* requests the scheduler sees; as many reads' data wait for the port */
    uint32_t row_hit_cap;
    uint32_t l2_width; /* bytes a cycle of L2 */
    struct wire_shape to_l2;
};

/* The group "dram_channel"; l2_clock is that of the banks it serves. */
bool dram_config_read(struct dram_config *config, struct platform_group *group,
                      const struct clock *l2_clock, GError **error);

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

    struct message *arrivals; /* ring of `arrivals_size`: not yet in the queue */
    uint32_t arrivals_size, first_arrival, n_arrivals;
    struct dram_queue queue;
    struct dram_banks banks;
    struct out_port reply_port; /* in cycles of L2 */
    uint64_t now;               /* no command comes before this cycle any more */
    uint64_t last_admission;    /* cycle */
    struct dram_choice choice;  /* next command; cycle CYCLE_NEVER: none */
    bool choose;                /* the choice must be made again */
    struct dram_counters counters;
};

/* config and map are borrowed. */
void dram_channel_init(struct dram_channel *channel, struct engine *engine, const char *name,
                       const char *host, const struct dram_config *config,
                       const struct address_map *map);
void dram_channel_finish(struct dram_channel *channel);
/* After the last incoming wire. to_banks[i] leads to the sender of incoming wire i; copied. */
void dram_channel_connect(struct dram_channel *channel, struct wire *const *to_banks, uint32_t n);

/* Where a line of the channel (its address_map_in_channel) lies. */
struct dram_place {
    uint32_t bank;
    uint64_t row;
};
struct dram_place dram_place_of(const struct dram_config *config, uint64_t in_channel);

#endif
