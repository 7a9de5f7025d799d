/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks and kernels end: in their own time, or early, when their client has done what it is to do
 * (dispatcher_clients.h) or a block has failed. */
#ifndef SIMGPU_DISPATCH_DISPATCHER_ENDS_H
#define SIMGPU_DISPATCH_DISPATCHER_ENDS_H

#include "models/dispatch/dispatcher_state.h"

/* What a block of the kernel has out is on its way: another may be sent for its place. */
void dispatcher_take_block_ends(struct dispatcher *dispatcher, const struct message *message);
void dispatcher_take_block_done(struct dispatcher *dispatcher, const struct message *message,
                                uint64_t cycle);
/* A block of the kernel has failed: takes the error. No other block of it is sent. */
void dispatcher_take_fault(struct dispatcher *dispatcher, const struct message *message,
                           uint64_t cycle);
/* Blocks of the kernel have issued more than was known: MESSAGE_PROGRESS. */
void dispatcher_take_progress(struct dispatcher *dispatcher, const struct message *message,
                              uint64_t cycle);
/* No further block of the kernel is chosen, and SMs are to stop those that they have. */
void dispatcher_end_early(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel,
                          uint64_t cycle);
/* A block of the kernel has left for that SM: if the kernel ends early, it is stopped there. */
void dispatcher_owe_stop(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel,
                         uint32_t sm);
bool dispatcher_owes_stop(const struct dispatcher *dispatcher, uint32_t sm);
/* Tells SMs what to stop; false if one waits for a credit. */
bool dispatcher_send_stops(struct dispatcher *dispatcher, uint64_t cycle);
/* Tells SMs and host of the kernels that are over, as soon as can be; false if one waits for a
 * credit. */
bool dispatcher_end_kernels(struct dispatcher *dispatcher, uint64_t cycle);

#endif
