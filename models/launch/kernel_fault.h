/* SPDX-License-Identifier: BSD-3-Clause */
/* Faults of a kernel, as messages: which thread did what, and where. */
#ifndef SIMGPU_LAUNCH_KERNEL_FAULT_H
#define SIMGPU_LAUNCH_KERNEL_FAULT_H

#include "workloads/issued.h"
#include <glib.h>

/* The codes of these errors, in the domain INPUT_ERROR: this and an enum fault_kind. */
enum { KERNEL_FAULT = 256 };

/* A fault of a warp that executed the instruction at pc. `what` says which lane is to blame
 * (WARP_LANES: none) and the kind of the fault. It may be NULL: the warp is to blame, and there is
 * no kind. Takes text, which may be NULL. */
GError *kernel_fault(const struct warp_context *context, uint32_t pc, const struct issued *what,
                     char *text);
/* The kind of such an error; -1: it is no such error. */
int kernel_fault_kind(const GError *error);

#endif
