/* SPDX-License-Identifier: BSD-3-Clause */
/* Several devices' memory: whose it is, and whose kernels reach it. */
#ifndef SIMGPU_MEMORY_DEVICE_PEERS_H
#define SIMGPU_MEMORY_DEVICE_PEERS_H

#include "models/memory/device_memory.h"

uint32_t device_memory_devices(const struct device_memory *memory);
/* Whose memory has the address; 0 for others, such as the host's. */
uint32_t device_memory_device_of(const struct device_memory *memory, uint64_t address);

/* Whether it lies in memory of another device. */
bool device_memory_is_peers(const struct device_memory *memory, uint32_t device, uint64_t address);

/* Whether kernels of a device reach a peer's memory; at first they don't. Memory of the device
 * itself and of the host, and allocations that are shared, are always reached. */
void device_memory_let_reach(struct device_memory *memory, uint32_t device, uint32_t peer,
                             bool reach);
void device_memory_share(struct device_memory *memory, uint64_t address);
/* The allocation that kernels of a device find: as device_memory_find, but only if they reach it.
 */
const struct device_allocation *device_memory_find_from(struct device_memory *memory,
                                                        uint32_t device, uint64_t address,
                                                        uint64_t bytes);
bool device_memory_reaches(const struct device_memory *memory, uint32_t device, uint32_t peer);

#endif
