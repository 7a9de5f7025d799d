/* SPDX-License-Identifier: BSD-3-Clause */
/* The peer's memory channels: slices, hashes of addresses, DRAM. */
#ifndef SIMGPU_IMPORT_PEER_DRAM_H
#define SIMGPU_IMPORT_PEER_DRAM_H

#include "import/peer_config.h"

/* With gpgpu_simple_dram_model, a channel takes a request a cycle, whose answer comes after
 * dram_latency: memory->simple_dram. Then *memory has no timing, and a map of one row. Call it
 * after the clocks have been read: that of DRAM becomes faster if a cycle takes more requests. */
void peer_dram_read(struct peer_memory *memory, struct peer_clocks *clocks,
                    struct peer_values *values);

#endif
