/* SPDX-License-Identifier: BSD-3-Clause */
/* What the dispatcher writes down of one launch. It lasts until the end of the run.
 *
 * A kernel begins in the cycle in which the dispatcher takes its KERNEL_START. It ends in the cycle
 * in which the dispatcher takes the last BLOCK_DONE. Its cycles are the difference. They contain
 * the way to the SMs and back, but not the launch latency and the way to the host. With the
 * property kernel.counted = "sms" the ways between dispatcher and SMs don't count, either.
 *
 * Units: times in ps, cycles of the dispatcher's clock.
 */
#ifndef SIMGPU_DISPATCH_KERNEL_RECORD_H
#define SIMGPU_DISPATCH_KERNEL_RECORD_H

#include "models/core/time.h"
#include "models/launch/occupancy.h"
#include <stdint.h>

/* The record of one launch. */
struct kernel_record {
    uint32_t launch; /* its id */
    uint32_t device; /* the GPU that ran it, from 0 */
    uint32_t client; /* of the host */
    uint64_t stream; /* its number there */
    char *name;      /* the kernel code's; owned, since the code may go first */
    uint32_t grid[3], block[3];
    struct occupancy_need occupancy_need;
    struct occupancy occupancy;
    uint64_t warp_instructions;      /* of its finished blocks */
    uint64_t start_cycle, end_cycle; /* see above; while it runs end_cycle is CYCLE_NEVER */
    sim_time start, end;             /* edges of these cycles; SIM_TIME_NEVER while it runs */
};

static inline uint64_t kernel_record_cycles(const struct kernel_record *record)
{
    return record->end_cycle - record->start_cycle;
}

#endif
