/* SPDX-License-Identifier: BSD-3-Clause */
/* The queue's head goes on by itself, in cycles in which no other part does anything. */
#ifndef SIMGPU_SM_LDST_AHEAD_H
#define SIMGPU_SM_LDST_AHEAD_H

#include "models/sm/ldst/ldst_state.h"

/* Whether a head ever does that. It doesn't if policies or observers hear of single accesses, or
 * have them wait aside. */
bool sm_ldst_may_go_on(const struct load_store *ldst);
/* The head, which `goes_on`, makes transactions in cycles before that one, as long as they need
 * nothing. Until then nothing arrives, and no warp issues. */
void sm_ldst_go_on(struct load_store *ldst, uint64_t before);

#endif
