/* SPDX-License-Identifier: BSD-3-Clause */
/* A memory instruction enters the load/store queue: its addresses become transactions. */
#ifndef SIMGPU_SM_LDST_ENQUEUE_H
#define SIMGPU_SM_LDST_ENQUEUE_H

#include "models/sm/ldst/ldst_state.h"

/* Enqueues what has been issued, as if that had been in cycle `start`, if its operands come as
 * early as they can; false: with a fault text there. */
bool sm_ldst_enqueue(struct load_store *ldst, unsigned slot, const struct instruction *instruction,
                     uint32_t pc, uint64_t start, struct issued *issued);

#endif
