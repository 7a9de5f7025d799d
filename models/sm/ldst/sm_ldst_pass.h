/* SPDX-License-Identifier: BSD-3-Clause */
/* Instructions for shared memory pass accesses that wait in L1D's pipeline. */
#ifndef SIMGPU_SM_LDST_PASS_H
#define SIMGPU_SM_LDST_PASS_H

#include "models/sm/ldst/ldst_state.h"

/* While the head waits: the cycle in which the first instruction for shared memory can pass the
 * accesses in L1D's pipeline. CYCLE_NEVER: there is none, or something must go on first. */
uint64_t sm_ldst_pass_at(const struct load_store *ldst);
/* That instruction passes, in this cycle. */
struct ldst_entry *sm_ldst_pass(struct load_store *ldst);

#endif
