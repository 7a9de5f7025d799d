/* SPDX-License-Identifier: BSD-3-Clause */
/* A memory instruction enters the load/store queue: its addresses become transactions. */
#ifndef SIMGPU_SM_LDST_ENQUEUE_H
#define SIMGPU_SM_LDST_ENQUEUE_H

#include "models/sm/ldst/ldst_state.h"

/* Enqueues the instruction that has issued, as if it had issued in cycle `start`. Its operands come
 * as early as they can. False: it has a fault text. */
bool sm_ldst_enqueue(struct load_store *ldst, unsigned slot, const struct instruction *instruction,
                     uint32_t pc, uint64_t start, struct issued *issued);

#endif
