/* SPDX-License-Identifier: BSD-3-Clause */
/* What stores and atomics take with them. */
#ifndef SIMGPU_SM_OPERANDS_H
#define SIMGPU_SM_OPERANDS_H

#include "models/sm/access/ldst_entry.h"

/* Makes the payloads of a store or an atomic, of what has been issued. */
void sm_pack_operands(struct payload_pool *pool, struct ldst_entry *entry,
                      const struct instruction *instruction, struct issued *issued, unsigned bytes);

#endif
