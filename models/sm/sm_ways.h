/* SPDX-License-Identifier: BSD-3-Clause */
/* Wires of an SM besides those to the banks and the dispatcher, for requests with a way of their
 * own. Before the run; a request without one takes that of all others. */
#ifndef SIMGPU_SM_WAYS_H
#define SIMGPU_SM_WAYS_H

#include "models/sm/sm.h"

/* Of instructions and constants. */
void sm_connect_fetch(struct sm *sm, struct wire *wire);
/* Of atomics. */
void sm_connect_atomic(struct sm *sm, struct wire *wire);
/* Of all that is for memory of other GPUs than this one; device: its number. */
void sm_connect_peers(struct sm *sm, uint32_t device, struct wire *wire);

#endif
