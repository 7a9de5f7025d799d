/* SPDX-License-Identifier: BSD-3-Clause */
/* The energy of events, and the static power of units: the energy.* properties of a platform's gpu.
 *
 * Source: J. Leng et al., GPUWattch (ISCA 2013), and V. Kandiah et al., AccelWattch (MICRO 2021):
 * energy is a sum of events times their costs, and static power times time. Differs: a cost is a
 * number of the platform, not McPAT's result for a description of the hardware.
 *
 * Units: femtojoules; milliwatts, which are femtojoules a picosecond.
 */
#ifndef SIMGPU_ENERGY_CONFIG_H
#define SIMGPU_ENERGY_CONFIG_H

#include "models/core/platform/platform.h"
#include "models/sm/core/sm_config.h"
#include "models/sm/core/sm_counters.h"

struct energy_config {
    uint64_t instruction;                   /* a warp's: decode and choice */
    uint64_t fetch;                         /* from the instruction cache */
    uint64_t lanes[LANE_CLASSES];           /* an operation in a lane */
    uint64_t operand;                       /* a register read or written by a lane */
    uint64_t shared;                        /* a pass over the banks of shared memory */
    uint64_t l1d, l1d_miss;                 /* a sector that a load finds; one that it misses */
    uint64_t l1d_store, l1d_store_miss;     /* the same for a store */
    uint64_t texture;                       /* a line looked up, or filled */
    uint64_t constant;                      /* an access */
    uint64_t flit;                          /* a port into the crossbar sends one in a cycle */
    uint64_t l2, l2_miss;                   /* a sector that is read: found; missed */
    uint64_t l2_write, l2_write_miss;       /* a sector that is written: found; missed */
    uint64_t activate, precharge;           /* a row of DRAM */
    uint64_t read, write;                   /* a byte of DRAM */
    uint64_t sm_mw, l2_mw, dram_mw, gpu_mw; /* static: an SM, a bank, a channel, the rest */
};

bool energy_config_read(struct energy_config *config, struct platform_group *gpu, GError **error);

#endif
