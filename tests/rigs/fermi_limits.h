/* SPDX-License-Identifier: BSD-3-Clause */
/* What fits on an SM of the GTX 480: platforms/fermi-gtx480.xml. */
#ifndef SIMGPU_TESTS_RIGS_FERMI_LIMITS_H
#define SIMGPU_TESTS_RIGS_FERMI_LIMITS_H

#include "models/launch/occupancy.h"

static const struct occupancy_limits fermi = {
    .max_warps = 48,
    .max_blocks = 8,
    .max_threads = 1536,
    .max_threads_per_block = 1024,
    .registers = 32768,
    .register_unit = 64,
    .warp_granularity = 2,
    .shared_bytes = 49152,
    .shared_unit = 128,
};

#endif
