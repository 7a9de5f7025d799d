/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory order: fences, releases and acquires. */
#ifndef SIMGPU_SM_FENCE_H
#define SIMGPU_SM_FENCE_H

#include "models/sm/whole/sm_parts.h"

/* A warp has issued an OP_FENCE. True if it may go on; if not, it is in at_fence. */
bool sm_fence_enter(struct sm *sm, unsigned slot, const struct instruction *instruction,
                    const struct issued *issued);
/* A warp has issued an access that acquires: it is in at_fence until sm_acquire_done. */
void sm_acquire_enter(struct sm *sm, unsigned slot);
/* The same for an atomic, with op.atomic.waits: until sm_atomic_done. */
void sm_atomic_done(struct sm *sm, unsigned slot, uint64_t ready);
void sm_acquire_done(struct sm *sm, unsigned slot, uint64_t ready);
/* After a request of the block in that place has been counted down. */
void sm_fence_progress(struct sm *sm, unsigned block);

#endif
