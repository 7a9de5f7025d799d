/* SPDX-License-Identifier: BSD-3-Clause */
/* A launch becomes a kernel under way, and leaves a record. */
#ifndef SIMGPU_DISPATCH_DISPATCHER_KERNEL_H
#define SIMGPU_DISPATCH_DISPATCHER_KERNEL_H

#include "models/dispatch/dispatcher_state.h"
#include "models/dispatch/kernel_record.h"

/* An array of struct kernel_record that owns what they point to. */
GArray *dispatcher_records_new(void);
/* The kernel that a launch becomes, with its record; NULL with an error if it
 * can never run. */
struct dispatcher_kernel *dispatcher_kernel_new(struct dispatcher *dispatcher,
                                                const struct launch *launch, uint64_t cycle,
                                                GError **error);
/* Blocks of it are done that had so many instructions; its last one is done. */
void dispatcher_record_instructions(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel,
                                    uint64_t warp_instructions);
void dispatcher_record_end(struct dispatcher *dispatcher, const struct dispatcher_kernel *kernel,
                           uint64_t cycle);
/* The block scheduler hears that the kernel comes or, at the latest when it is freed, that it is
 * over. */
void dispatcher_kernel_begin(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel,
                             uint64_t cycle);
void dispatcher_kernel_end(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel);
/* Asks the policies what they tell of a kernel that is under way; else nothing. */
void dispatcher_kernel_report(struct dispatcher *dispatcher,
                              const struct dispatcher_kernel *kernel);
void dispatcher_kernel_free(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel);

#endif
