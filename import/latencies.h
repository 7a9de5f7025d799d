/* SPDX-License-Identifier: BSD-3-Clause */
/* The peer's latencies as ours: pipeline overheads, and wires whose sums are the peer's.
 *
 * The peer's pipeline, from the cycle of an instruction's issue: operand collector (1), register
 * reads (1; none if the register file is read twice a cycle), dispatch (1), the unit's own register
 * (1), the unit (its latency), write-back register (1), release and issue of what waited (1).
 *
 * A load that hits L1: as far as the unit the same, then L1's latency. One that hits L2, cycles
 * after L1's: miss queue 1, crossbar 2, ROP queue, L2 1, reply queue 1, crossbar 1, ejection 1,
 * fill 1, write-back 2. A network of its own (network_mode 1) takes 5 more a way, an L1 without
 * sectors waits for the other three sectors of its line.
 * A fetch of an instruction that misses takes less than a load: what lies before L1's tags (issue
 * to L1, L1's latency) is not on its way, nor, since it is decoded in the cycle in which it comes,
 * the fetch's own latency.
 * An atomic takes L1's latency less: it goes from the load/store unit to the network at once.
 * DRAM adds its latency parameter, the device's timing, and 2 cycles of queues.
 *
 * Source: GPGPU-Sim's source (shader.cc, l2cache.cc, local_interconnect.cc, gpu-sim.cc), read as
 * a sequence of cycles. These sums are what it shows for dependent loads: QV100 4 + 20 = 24 and
 * 193, GTX480 5 + 35 = 40 and 182.
 * Differs: how the sum is divided among wires is ours. A long wire out of a unit lets it run
 * long without waiting for others; the most numerous units get the longest.
 */
#ifndef SIMGPU_IMPORT_LATENCIES_H
#define SIMGPU_IMPORT_LATENCIES_H

#include "import/peer_config.h"

struct latencies {
    unsigned ldst;     /* issue to the load/store unit's head */
    unsigned overhead; /* what every operation takes beside its unit's latency */
    unsigned packet_data, sectors, reply_cycles;
    unsigned l2_hit; /* cycles a dependent load in L2, of the core's clock */
    unsigned sm_to_port, port_to_bank, bank_to_port, port_to_sm; /* interconnect's clock */
    unsigned fetch;  /* of instructions and constants in place of sm_to_port; 0: they always hit */
    unsigned atomic; /* of atomics in place of sm_to_port; 0: L1 takes no time */
    unsigned to_dram, to_l2;    /* L2's clock */
    unsigned row_conflict;      /* precharge, activate, read, bursts of all sectors; DRAM's clock */
    unsigned row_conflict_core; /* the same in cycles of the core, to its next edge */
    unsigned channel_sends;     /* cycles of L2 */
    unsigned dram;              /* cycles a dependent load in another row; the core's clock */
};

enum { FILL_LATENCY = 2, PACKET_HEADER = 8, CHANNEL_WIDTH = 64 };

/* Sets values->error if the peer's latencies are too short to be divided. */
void latencies_compute(struct latencies *out, const struct peer_config *config,
                       struct peer_values *values);

#endif
