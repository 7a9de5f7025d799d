/* SPDX-License-Identifier: BSD-3-Clause */
/* Carries out an issued access to global memory, at once and without messages. */
#ifndef SIMGPU_FUNCTIONAL_FUNCTIONAL_ACCESS_H
#define SIMGPU_FUNCTIONAL_FUNCTIONAL_ACCESS_H

#include "models/functional/known/footprint.h"
#include "workloads/issued.h"

/* Carries out the access that the warp's instruction at pc has just reported. Loads and
 * asynchronous copies get their bytes; stores and atomics write. Nothing happens if it is no access
 * to global memory. False with what->fault set: the memory doesn't exist. footprint: hears of it;
 * may be NULL. together: other threads do atomics in the same memory. */
bool functional_access(struct device_memory *memory, struct footprint *footprint, bool together,
                       struct warp_context *w, uint32_t pc, const struct instruction *instruction,
                       struct issued *what);

#endif
