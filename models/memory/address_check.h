/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether what a warp accesses in global memory is there. */
#ifndef SIMGPU_MEMORY_ADDRESS_CHECK_H
#define SIMGPU_MEMORY_ADDRESS_CHECK_H

#include "models/memory/device_memory.h"
#include "workloads/issued.h"

/* True if every active lane's bytes lie in one allocation; else what->fault and fault_lane say
 * which don't. The instruction at pc is a load, a store or an atomic on global memory. Where strays
 * may pass (device_memory_let_strays_pass), they are served and no more active. */
bool addresses_check(struct device_memory *memory, struct warp_context *w, uint32_t pc,
                     struct issued *what);
/* "24 bytes behind the end of allocation 3, the nearest (1024 bytes at 0x...)", or what an address
 * is that does not belong to device memory at all; g_free. */
char *address_describe_nearest(const struct device_memory *memory, uint64_t address);

#endif
