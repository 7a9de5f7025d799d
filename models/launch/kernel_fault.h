/* SPDX-License-Identifier: BSD-3-Clause */
/* Faults of a kernel, as messages: who did what where. */
#ifndef SIMGPU_LAUNCH_KERNEL_FAULT_H
#define SIMGPU_LAUNCH_KERNEL_FAULT_H

#include "workloads/instruction.h"
#include <glib.h>

/* Of a warp that executed the instruction at pc. lane: WARP_LANES if none is to blame. Takes text,
 * which may be NULL. */
GError *kernel_fault(const struct warp_context *context, uint32_t pc, unsigned lane, char *text);

#endif
