/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses beside an allocation, for a run that goes on after them (--on-fault report). Each place
 * in a kernel is reported once. Allocations begin at multiples of 256 bytes, so the rest of the
 * last 256 is nobody's: there, lanes read and write, as on hardware. Elsewhere they read zeros and
 * write nothing.
 *
 * Hardware lets such accesses pass unless they leave the pages that the driver has mapped, which
 * are larger than allocations. So published programs read and write a little beside their arrays
 * and don't notice.
 * Source: CUDA C++ Programming Guide, "Device Memory Accesses": addresses are aligned to at least
 * 256 bytes. CUDA Driver API, cuMemGetAllocationGranularity: 2 MiB. An access farther from every
 * allocation is a fault here, too.
 * Differs: elsewhere, a read gives zero, not the bytes that lie there. A memory checker, which
 * tells of strays itself, has none of the last 256 bytes served.
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

/* Takes the stray lanes that are not served off what->active, if all of them may pass. Otherwise
 * returns false and does nothing. what->fault describes the first stray and is freed. */
bool stray_accesses_pass(struct stray_accesses *strays, const struct device_memory *memory,
                         struct warp_context *w, uint32_t pc, lane_mask lanes, struct issued *what);

#endif
