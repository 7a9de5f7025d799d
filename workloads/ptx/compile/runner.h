/* SPDX-License-Identifier: BSD-3-Clause */
/* Warps in compiled code: instruction_source_ops.runner. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_RUNNER_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_RUNNER_H

#include "workloads/warp_runner.h"

struct warp_runner *compiled_runner(const struct launch *launch, const struct runner_host *host,
                                    uint64_t more);

#endif
