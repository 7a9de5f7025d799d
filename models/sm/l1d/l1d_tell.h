/* SPDX-License-Identifier: BSD-3-Clause */
/* What L1D tells policies and observers, and what it asks of its replacement policy. */
#ifndef SIMGPU_SM_L1D_TELL_H
#define SIMGPU_SM_L1D_TELL_H

#include "models/sm/access/l1_access.h"
#include "models/sm/l1d/l1d_state.h"

/* With a replacer of L1D. The first: the warp's access asks for a line; -1: none may go. The
 * second: the access has found line `index`. */
int l1d_ask_victim(struct l1d *l1d, uint64_t address, unsigned slot, uint32_t pc, bool is_write);
void l1d_tell_used(struct l1d *l1d, int index, unsigned slot, uint32_t pc, bool is_write);
/* With l1d.told: tells policies and observers of a load's transaction that goes through L1D. index:
 * of the line; -1: none. */
void l1d_tell_load(struct l1d *l1d, const struct ldst_entry *entry,
                   const struct line_transaction *line, int index, enum warp_access_outcome outcome,
                   const struct l1_lookup *found);
/* With l1d.told: line `index` is about to be given to another address by the warp. */
void l1d_tell_claimed(struct l1d *l1d, int index, uint64_t address, unsigned slot, uint32_t pc);
/* merged: loads that had joined the fetch before the line was taken. */
void l1d_tell_filled(struct l1d *l1d, int index, uint32_t merged);
/* A load's reply says what it found in L2. */
void l1d_tell_l2_found(struct l1d *l1d, const struct message *reply);

#endif
