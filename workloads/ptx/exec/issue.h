/* SPDX-License-Identifier: BSD-3-Clause */
/* The PTX front end's instruction_source_ops: running lowered kernels. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ISSUE_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ISSUE_H

#include "workloads/ptx/exec/exec.h"

extern const struct instruction_source_ops exec_source_ops;

/* standing.c: its op `standing`. */
void exec_standing(const struct warp_context *w, struct warp_standing *out);

#endif
