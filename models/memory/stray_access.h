/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses beside an allocation, for a run that goes on after them (--on-fault report). Their lanes
 * read zeros and write nothing, and each place in a kernel is reported once.
 *
 * Hardware lets such accesses pass unless they leave the pages that the driver has mapped, which
 * are larger than allocations. So published programs read a little beside their arrays and don't
 * notice.
 * Source: CUDA Driver API, cuMemGetAllocationGranularity: 2 MiB. An access farther from every
 * allocation is a fault here, too.
 * Differs: a read gives zero, not the bytes that lie there.
 */
#ifndef SIMGPU_MEMORY_STRAY_ACCESS_H
#define SIMGPU_MEMORY_STRAY_ACCESS_H

#include "models/memory/device_memory.h"
#include "workloads/issued.h"

struct stray_accesses;

/* tell is called with a line, without its end; NULL: nobody hears of it. */
struct stray_accesses *stray_accesses_new(void (*tell)(void *data, const char *line), void *data);
/* NULL is fine. */
void stray_accesses_free(struct stray_accesses *strays);

/* Takes the stray lanes off what->active, if all of them may pass. Otherwise returns false and does
 * nothing. what->fault describes the first stray and is freed. */
bool stray_accesses_pass(struct stray_accesses *strays, const struct device_memory *memory,
                         struct warp_context *w, uint32_t pc, lane_mask lanes, struct issued *what);

#endif
