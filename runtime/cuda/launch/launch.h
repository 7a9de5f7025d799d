/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches whose parameters lie in memory as the kernel takes them. */
#ifndef SIMGPU_RUNTIME_CUDA_LAUNCH_LAUNCH_H
#define SIMGPU_RUNTIME_CUDA_LAUNCH_LAUNCH_H

#include <stdbool.h>

#include "runtime/cuda/entry_points.h"

struct launch_packed {
    const void *parameters;
    size_t bytes; /* what the kernel takes beyond is zero, unless padded */
    bool padded;  /* there may be more than the kernel takes, as in a structure's end, not less */
};

cudaError_t launch_with_packed(const cudaLaunchConfig_t *description, const void *function,
                               const struct launch_packed *packed);

#endif
