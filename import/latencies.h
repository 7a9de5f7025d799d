/* SPDX-License-Identifier: BSD-3-Clause */
/* Turns the peer's latencies into ours: pipeline overheads, and wires with the peer's sums.
 *
 * The peer's pipeline, from the cycle of an instruction's issue: operand collector (1), register
 * reads (1; none if the register file is read twice a cycle), dispatch (1), the unit's own register
 * (1), the unit (its latency), write-back register (1), release and issue of what waited (1).
 *
 * A load that hits L1 goes the same way to the unit, and then takes L1's latency. A load that hits
 * L2 takes these cycles after L1's: miss queue 1, crossbar 2, ROP queue, L2 1, reply queue 1,
 * crossbar 1, ejection 1, fill 1, write-back 2. A network of its own (network_mode 1) takes 5 more
 * each way. An L1 without sectors waits for the other three sectors of its line. An instruction
 * fetch that misses takes less than a load. It skips the way to L1's tags (issue to L1, L1's
 * latency). It is decoded in the cycle in which it comes, so the fetch's own latency does not count
 * either. An atomic saves L1's latency: it goes from the load/store unit to the network at once.
 * DRAM adds its latency parameter, the device's timing, and 2 cycles of queues.
 *
 * Source: GPGPU-Sim's source (shader.cc, l2cache.cc, local_interconnect.cc, gpu-sim.cc), read as
 * a sequence of cycles. Its runs show these sums for dependent loads: QV100 4 + 20 = 24 and 193,
 * GTX480 5 + 35 = 40 and 182.
 * Differs: we divide the sum among wires ourselves. A unit with a long wire out of it runs long
 * without waiting for others. So the most numerous units get the longest wires.
 */
#ifndef SIMGPU_IMPORT_LATENCIES_H
#define SIMGPU_IMPORT_LATENCIES_H

#include "import/peer_config.h"

struct latencies {
    unsigned ldst;     /* issue to the load/store unit's head */
    unsigned overhead; /* cycles of every operation beside its unit's latency */
    unsigned packet_data, sectors, reply_cycles;
    unsigned l2_hit; /* cycles of a dependent load in L2; the core's clock */
    unsigned sm_to_port, port_to_bank, bank_to_port, port_to_sm; /* interconnect's clock */
    unsigned fetch;  /* replaces sm_to_port for instructions and constants; 0: they always hit */
    unsigned atomic; /* replaces sm_to_port for atomics; 0: L1 takes no time */
    unsigned to_dram, to_l2;    /* L2's clock */
    unsigned row_conflict;      /* precharge, activate, read, bursts of all sectors; DRAM's clock */
    unsigned row_conflict_core; /* the same in cycles of the core, to its next edge */
    unsigned channel_sends;     /* cycles of L2 */
    unsigned dram;              /* cycles of a dependent load in another row; the core's clock */
};

enum { FILL_LATENCY = 2, PACKET_HEADER = 8, CHANNEL_WIDTH = 64 };

/* Sets values->error if the peer's latencies are too short for our wires. */
void latencies_compute(struct latencies *out, const struct peer_config *config,
                       struct peer_values *values);

#endif
