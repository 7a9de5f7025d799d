/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks and kernels end: in their own time, or early. They end early if their client has reached
 * its target (dispatcher_clients.h) or a block has failed. */
#ifndef SIMGPU_DISPATCH_DISPATCHER_ENDS_H
#define SIMGPU_DISPATCH_DISPATCHER_ENDS_H

#include "models/dispatch/dispatcher_state.h"

/* All warps of a block have exited; its last stores are on their way. Another block may be sent
 * into its place. */
void dispatcher_take_block_ends(struct dispatcher *dispatcher, const struct message *message);
void dispatcher_take_block_done(struct dispatcher *dispatcher, const struct message *message,
                                uint64_t cycle);
/* A block of the kernel has failed. Takes the error. No other block of the kernel is sent. */
void dispatcher_take_fault(struct dispatcher *dispatcher, const struct message *message,
                           uint64_t cycle);
/* Blocks of the kernel have issued more instructions than was known: MESSAGE_PROGRESS. */
void dispatcher_take_progress(struct dispatcher *dispatcher, const struct message *message,
                              uint64_t cycle);
/* No further block of the kernel is chosen, and SMs are told to stop the ones they have. */
void dispatcher_end_early(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel,
                          uint64_t cycle);
/* A block of the kernel has left for that SM. If the kernel ends early, the SM must be told to stop
 * it. */
void dispatcher_owe_stop(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel,
                         uint32_t sm);
bool dispatcher_owes_stop(const struct dispatcher *dispatcher, uint32_t sm);
/* Tells SMs which launches to stop; false if a message waits for a credit. */
bool dispatcher_send_stops(struct dispatcher *dispatcher, uint64_t cycle);
/* Tells SMs and host of the kernels that are over, as soon as possible. False if a message waits
 * for a credit. */
bool dispatcher_end_kernels(struct dispatcher *dispatcher, uint64_t cycle);

#endif
