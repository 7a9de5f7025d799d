/* SPDX-License-Identifier: BSD-3-Clause */
/* Stores and atomics at L1D, and bytes of lines that only L1D has. */
#ifndef SIMGPU_SM_L1D_STORE_H
#define SIMGPU_SM_L1D_STORE_H

#include "models/sm/l1d/l1d_state.h"

/* Each makes one transaction, unless it must wait: then nothing has changed. */
enum ldst_wait l1d_store(struct l1d *l1d, const struct ldst_entry *entry,
                         const struct line_transaction *line);
enum ldst_wait l1d_atomic(struct l1d *l1d, const struct ldst_entry *entry,
                          const struct line_transaction *line);
/* Returns how many stores have stayed here, and forgets them. */
uint32_t l1d_take_kept(struct l1d *l1d);
/* The line goes: bytes that only L1D has are written to L2. There must be room for a message.
 * False: there is none for another one behind it. */
bool l1d_write_back(struct l1d *l1d, int index, uint32_t launch);

/* Takes the line out of the cache, or sectors that are on their way to it. */
void l1d_drop_address(struct l1d *l1d, uint64_t address);

#endif
