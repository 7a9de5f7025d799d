/* SPDX-License-Identifier: BSD-3-Clause */
/* A warp's asynchronous copies from global to shared memory. */
#ifndef SIMGPU_SM_ASYNC_H
#define SIMGPU_SM_ASYNC_H

#include "models/sm/access/access_state.h"
#include "models/sm/access/coalescer.h"

/* The warp has issued a load that is an asynchronous copy. */
void sm_async_begin(struct sm_accesses *accesses, struct access *access,
                    const struct async_copy *copy);
/* Counts a copy of so many bytes and n transactions. past_l1: these bypass L1D. */
void sm_async_count(struct sm_accesses *accesses, bool past_l1, uint64_t bytes,
                    const struct line_transaction *lines, unsigned n);
/* An asynchronous copy has its last byte. */
void sm_async_done(struct sm_accesses *accesses, struct access *access);
/* The warp issues a commit or a wait. True if it may go on; if not, it is in at_fence. */
bool sm_async_step(struct sm_accesses *accesses, unsigned slot, const struct issued *issued);
/* The warp no longer waits for its copies. */
void sm_async_forget(struct sm_accesses *accesses, unsigned slot);

#endif
