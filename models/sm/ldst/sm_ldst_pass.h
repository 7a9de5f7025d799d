/* SPDX-License-Identifier: BSD-3-Clause */
/* Instructions for shared memory pass accesses that wait in L1D's pipeline. */
#ifndef SIMGPU_SM_LDST_PASS_H
#define SIMGPU_SM_LDST_PASS_H

#include "models/sm/ldst/ldst_state.h"

/* While the head waits: when the first instruction for shared memory can pass what
 * is in L1D's pipeline; CYCLE_NEVER: there is none, or something must go on first. */
uint64_t sm_ldst_pass_at(const struct load_store *ldst);
/* It passes, in that cycle. */
struct ldst_entry *sm_ldst_pass(struct load_store *ldst);

#endif
