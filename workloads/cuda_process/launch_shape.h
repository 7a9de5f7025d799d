/* SPDX-License-Identifier: BSD-3-Clause */
/* What shape a launch may have: its grid, its blocks, what memory they take. */
#ifndef SIMGPU_WORKLOADS_PROGRAM_LAUNCH_SHAPE_H
#define SIMGPU_WORKLOADS_PROGRAM_LAUNCH_SHAPE_H

#include "workloads/cuda_process/program_private.h"

struct launch_refusal {
    enum cuda_status status;
    char *why; /* with value and limit; g_free */
};

/* Fills grid, block and shared memory of *launch from the request being served. False if no such
 * launch is possible; then *refusal says why. */
bool launch_shape_read(const struct program *program, const struct kernel_code *code,
                       struct launch *launch, struct launch_refusal *refusal);

#endif
