/* SPDX-License-Identifier: BSD-3-Clause */
/* Addresses without memory, which parts of get memory later: for CUDA's virtual memory calls.
 *
 * A reservation is a range of a program's addresses in which nothing else is allocated. It counts
 * as no memory. Parts of it are opened when memory is behind them; what is not open is a fault for
 * a kernel. Open parts side by side are one allocation, so accesses and copies may span them.
 *
 * Differs: all addresses together are as many as the device has memory. Reservations lie at their
 * upper end.
 * Units: bytes; everything is a multiple of RESERVED_MEMORY_UNIT.
 */
#ifndef SIMGPU_MEMORY_RESERVED_MEMORY_H
#define SIMGPU_MEMORY_RESERVED_MEMORY_H

#include "models/memory/device_memory.h"

/* Source: what current devices answer as the granularity of allocations (CUDA samples, vectorAdd
 * with virtual memory: 2 MiB). */
#define RESERVED_MEMORY_UNIT (UINT64_C(2) << 20)

/* A range of the program's addresses, at `wanted` if that is free; 0: there is no room. */
uint64_t reserved_memory_new(struct device_memory *memory, uint32_t program, uint64_t bytes,
                             uint64_t wanted);
/* False: no reservation of this size begins there, or a part of it is open. */
bool reserved_memory_free(struct device_memory *memory, uint64_t address, uint64_t bytes);
/* Whether one reservation has all of the range. */
bool reserved_memory_has(const struct device_memory *memory, uint64_t address, uint64_t bytes);
/* Opens or closes a range that one reservation has. Its bytes stay. */
void reserved_memory_open(struct device_memory *memory, uint64_t address, uint64_t bytes,
                          bool open);

/* Memory that is taken out of what is left, without addresses; false: there is not as much. */
bool reserved_memory_take(struct device_memory *memory, uint64_t bytes);
void reserved_memory_give_back(struct device_memory *memory, uint64_t bytes);

#endif
