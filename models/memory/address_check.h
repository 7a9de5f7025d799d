/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks that the global memory that a warp accesses exists. */
#ifndef SIMGPU_MEMORY_ADDRESS_CHECK_H
#define SIMGPU_MEMORY_ADDRESS_CHECK_H

#include "models/memory/device_memory.h"
#include "workloads/issued.h"

/* True if every active lane's bytes lie in one allocation. If not, what->fault and fault_lane say
 * which lane's don't. The instruction at pc is a load, a store or an atomic on global memory. If
 * strays may pass (device_memory_let_strays_pass), they are served, and their lanes are no longer
 * active. */
bool addresses_check(struct device_memory *memory, struct warp_context *w, uint32_t pc,
                     struct issued *what);
/* "24 bytes behind the end of allocation 3, the nearest (1024 bytes at 0x...)", or what kind of
 * address it is if it does not belong to device memory at all; g_free. */
char *address_describe_nearest(const struct device_memory *memory, uint64_t address);

#endif
