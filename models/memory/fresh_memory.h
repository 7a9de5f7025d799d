/* SPDX-License-Identifier: BSD-3-Clause */
/* Pages of the memory that a launch is about to touch, all at a time: one by one, as it touches
 * them, they take ten times as long (base/host/fresh_pages.h). */
#ifndef SIMGPU_MEMORY_FRESH_MEMORY_H
#define SIMGPU_MEMORY_FRESH_MEMORY_H

#include "models/memory/device_memory.h"

struct launch;

/* Of each allocation that a parameter of the launch points to: all pages, if they are few, or the
 * launch has a thread for each few bytes; and otherwise those that have bytes already. Once for
 * each allocation, and once more when a first launch has so many threads. Where all pages come, and
 * 2 MB lie in the allocation, they are one page (base/host/large_page.h). */
void fresh_memory(struct device_memory *memory, const struct launch *launch);

#endif
