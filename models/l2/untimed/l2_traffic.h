/* SPDX-License-Identifier: BSD-3-Clause */
/* What L2 would move from and to DRAM, from the order of accesses alone: no time, no queues, no L1.
 *
 * It has the tags of all banks, with the same sets, sectors and byte masks as bank_lines.h, and is
 * apart from the banks that are simulated. A replacer of L2, its halves and stores that go on to
 * DRAM are left out: the least recently used line goes.
 *
 * Units: bytes.
 */
#ifndef SIMGPU_L2_UNTIMED_L2_TRAFFIC_H
#define SIMGPU_L2_UNTIMED_L2_TRAFFIC_H

#include "models/l2/bank_config.h"
#include "models/memory/address_map.h"

enum l2_traffic_access { L2_TRAFFIC_READ, L2_TRAFFIC_WRITE, L2_TRAFFIC_ATOMIC };

struct l2_traffic {
    const struct l2_bank_config *config;
    const struct address_map *map;
    struct bank_lines *banks;
    struct arena *arena;
    uint64_t read_bytes, written_bytes; /* of DRAM, so far */
};

/* config and map are borrowed. */
void l2_traffic_init(struct l2_traffic *traffic, const struct l2_bank_config *config,
                     const struct address_map *map, uint32_t n_banks);
void l2_traffic_finish(struct l2_traffic *traffic);
/* line: its address; mask: the bytes that are written, as in bank_lines_write. */
void l2_traffic_note(struct l2_traffic *traffic, enum l2_traffic_access access, uint64_t line,
                     uint8_t sectors, const uint64_t *mask);

#endif
