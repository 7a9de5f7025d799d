/* SPDX-License-Identifier: BSD-3-Clause */
/* What is counted of launches that are computed without simulated time. */
#ifndef SIMGPU_LAUNCH_FUNCTIONAL_COUNTS_H
#define SIMGPU_LAUNCH_FUNCTIONAL_COUNTS_H

#include <stdint.h>

struct functional_counts {
    uint64_t warp_instructions, thread_instructions, blocks;
    uint64_t known_launches; /* launches whose effect was known; their instructions count */
};

#endif
