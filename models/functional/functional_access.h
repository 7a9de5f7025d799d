/* SPDX-License-Identifier: BSD-3-Clause */
/* What an issued access to global memory does, at once and without messages. */
#ifndef SIMGPU_FUNCTIONAL_FUNCTIONAL_ACCESS_H
#define SIMGPU_FUNCTIONAL_FUNCTIONAL_ACCESS_H

#include "models/memory/device_memory.h"
#include "workloads/issued.h"

/* Does what the warp's instruction at pc has just reported: loads are delivered, asynchronous
 * copies, stores and atomics carried out; nothing if it isn't an access to global memory. False
 * with what->fault set: the memory isn't there. */
bool functional_access(struct device_memory *memory, struct warp_context *w, uint32_t pc,
                       const struct instruction *instruction, struct issued *what);

#endif
