/* SPDX-License-Identifier: BSD-3-Clause */
/* Managed memory: ranges of device memory that the program, too, reaches at their device address.
 */
#ifndef SIMGPU_RUNTIME_CUDA_MANAGED_H
#define SIMGPU_RUNTIME_CUDA_MANAGED_H

#include "runtime/cuda/runtime.h"

struct managed_range {
    uint64_t address, bytes;
    struct managed_note *notes; /* newest first */
};

/* Makes an allocation of simgpu's reachable. On failure the user has been told why. */
cudaError_t managed_add(struct runtime *runtime, uint64_t address, uint64_t bytes);
/* Nothing if no range begins there. */
void managed_remove(struct runtime *runtime, uint64_t address);
/* The range in which the address lies; NULL if it isn't managed memory. */
/* What advice.c has noted about it goes. */
void managed_forget_notes(struct managed_range *range);
const struct managed_range *managed_find(const struct runtime *runtime, const void *address);

#endif
