/* SPDX-License-Identifier: BSD-3-Clause */
/* What a handle of a memory pool leads to. */
#ifndef SIMGPU_RUNTIME_POOLS_H
#define SIMGPU_RUNTIME_POOLS_H

#include "runtime/cuda/runtime.h"

struct pool {
    uint64_t number; /* simgpu's */
    uint32_t device; /* whose memory it has */
    uint32_t peers;  /* that may reach it, by bit */
};

/* runtime_enter, and the pool of the handle. */
cudaError_t pool_enter(struct runtime **runtime, cudaMemPool_t handle, struct pool **pool);

#endif
