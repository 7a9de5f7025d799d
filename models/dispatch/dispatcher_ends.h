/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks and kernels end: in their own time, or early, when their client has done what it is to do
 * (dispatcher_clients.h) or a block has failed. */
#ifndef SIMGPU_DISPATCH_DISPATCHER_ENDS_H
#define SIMGPU_DISPATCH_DISPATCHER_ENDS_H

#include "models/dispatch/dispatcher.h"

void dispatcher_take_block_done(struct dispatcher *dispatcher, const struct message *message,
                                uint64_t cycle);
/* A block of the kernel has failed: takes the error. No other block of it is sent. */
void dispatcher_take_fault(struct dispatcher *dispatcher, const struct message *message,
                           uint64_t cycle);
/* No further block of the kernel is sent, but for those before one that was. */
void dispatcher_end_early(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel,
                          uint64_t cycle);
/* Tells SMs and host of the kernels that are over, as soon as can be; false if one waits for a
 * credit. */
bool dispatcher_end_kernels(struct dispatcher *dispatcher, uint64_t cycle);

#endif
