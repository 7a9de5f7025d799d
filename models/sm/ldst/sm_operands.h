/* SPDX-License-Identifier: BSD-3-Clause */
/* The operands that stores and atomics take with them. */
#ifndef SIMGPU_SM_OPERANDS_H
#define SIMGPU_SM_OPERANDS_H

#include "models/sm/access/ldst_entry.h"

/* Makes the payloads of the store or atomic that has issued. */
void sm_pack_operands(struct payload_pool *pool, struct ldst_entry *entry,
                      const struct instruction *instruction, struct issued *issued, unsigned bytes);

#endif
