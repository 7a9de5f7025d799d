/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses beside an allocation, for a run that is to go on after them (--on-fault report): the
 * lanes read zeros and write nothing, and each place in a kernel is told once.
 *
 * On hardware they go through unless they leave the pages that the driver has mapped, which are
 * larger than allocations: so published programs read a little beside their arrays and don't
 * notice. Source: CUDA Driver API, cuMemGetAllocationGranularity: 2 MiB; what is farther from every
 *   allocation is a fault here, too. Differs: a read gives zero, and not what lies there.
 */
#ifndef SIMGPU_MEMORY_STRAY_ACCESS_H
#define SIMGPU_MEMORY_STRAY_ACCESS_H

#include "models/memory/device_memory.h"
#include "workloads/issued.h"

struct stray_accesses;

/* tell gets a line without its end. */
struct stray_accesses *stray_accesses_new(void (*tell)(void *data, const char *line), void *data);
/* NULL is fine. */
void stray_accesses_free(struct stray_accesses *strays);

/* Takes lanes off what->active, which stray, if all of these may. False, with nothing done: some
 * may not. what->fault describes the first one and is freed. */
bool stray_accesses_pass(struct stray_accesses *strays, const struct device_memory *memory,
                         struct warp_context *w, uint32_t pc, lane_mask lanes, struct issued *what);

#endif
