/* SPDX-License-Identifier: BSD-3-Clause */
/* A launch becomes a kernel under way, and leaves a record. */
#ifndef SIMGPU_DISPATCH_DISPATCHER_KERNEL_H
#define SIMGPU_DISPATCH_DISPATCHER_KERNEL_H

#include "models/dispatch/dispatcher_state.h"
#include "models/dispatch/kernel_record.h"

/* An array of struct kernel_record that owns what they point to. */
GArray *dispatcher_records_new(void);
/* Makes a kernel of a launch, with its record. NULL with an error if it can never run. */
struct dispatcher_kernel *dispatcher_kernel_new(struct dispatcher *dispatcher,
                                                const struct launch *launch, uint64_t cycle,
                                                GError **error);
/* The first: blocks of the kernel are done, with so many instructions. The second: its last block
 * is done. */
void dispatcher_record_instructions(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel,
                                    uint64_t warp_instructions);
void dispatcher_record_end(struct dispatcher *dispatcher, const struct dispatcher_kernel *kernel,
                           uint64_t cycle);
/* Tells the block scheduler that the kernel comes, and that it is over; the latter at the latest
 * when the kernel is freed. */
void dispatcher_kernel_begin(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel,
                             uint64_t cycle);
void dispatcher_kernel_end(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel);
/* Asks the policies for their reports on a kernel that is under way; does nothing otherwise. */
void dispatcher_kernel_report(struct dispatcher *dispatcher,
                              const struct dispatcher_kernel *kernel);
void dispatcher_kernel_free(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel);

#endif
