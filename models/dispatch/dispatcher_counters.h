/* SPDX-License-Identifier: BSD-3-Clause */
/* What the dispatcher counts. */
#ifndef SIMGPU_DISPATCH_DISPATCHER_COUNTERS_H
#define SIMGPU_DISPATCH_DISPATCHER_COUNTERS_H

#include "models/core/counters.h"
#include <stdint.h>

struct dispatcher_counters {
    uint64_t kernels, blocks, kernel_cycles, credit_wait_cycles;
};
extern const struct counter dispatcher_counter_table[];

#endif
