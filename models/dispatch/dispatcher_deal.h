/* SPDX-License-Identifier: BSD-3-Clause */
/* Chooses blocks and SMs, and sends the blocks there. */
#ifndef SIMGPU_DISPATCH_DISPATCHER_DEAL_H
#define SIMGPU_DISPATCH_DISPATCHER_DEAL_H

#include "models/dispatch/dispatcher_state.h"

/* Sends blocks if it is time for some; false if a credit is missing. */
bool dispatcher_deal(struct dispatcher *dispatcher, uint64_t cycle);
/* The cycle in which the next block may be sent or chosen, credits aside; CYCLE_NEVER: none. */
uint64_t dispatcher_next_deal(const struct dispatcher *dispatcher);
/* Something has changed: asks the block scheduler again for all kernels. */
void dispatcher_ask_again(struct dispatcher *dispatcher);

#endif
