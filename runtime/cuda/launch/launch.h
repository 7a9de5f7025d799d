/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches as other files of this library need them. */
#ifndef SIMGPU_RUNTIME_CUDA_LAUNCH_LAUNCH_H
#define SIMGPU_RUNTIME_CUDA_LAUNCH_LAUNCH_H

#include <stdbool.h>

#include "runtime/cuda/entry_points.h"
#include "runtime/cuda/modules.h"

struct launch {
    const void *stub;
    dim3 grid, block;
    size_t shared_bytes;
    cudaStream_t stream;
    bool cooperative;
    unsigned int cluster[3]; /* all 0: none is given */
};

/* Launches the kernel with parameters as it takes them, properties.param_bytes of them, or makes it
 * a node if the stream is being captured. */
cudaError_t launch_send(struct runtime *runtime, const struct launch *launch,
                        const struct kernel *kernel, const void *parameters);

/* The kernel of a stub and its parameters, laid out as it takes them: the caller frees them.
 * arguments: a pointer to each of them. */
cudaError_t launch_gather(struct runtime *runtime, const void *stub, void **arguments,
                          struct kernel **kernel, unsigned char **parameters);

/* Parameters that lie in memory as the kernel takes them. */
struct launch_packed {
    const void *parameters;
    size_t bytes; /* what the kernel takes beyond is zero, unless padded */
    bool padded;  /* there may be more than the kernel takes, as in a structure's end, not less */
};

cudaError_t launch_pack(struct runtime *runtime, const void *stub,
                        const struct launch_packed *packed, struct kernel **kernel,
                        unsigned char **parameters);
cudaError_t launch_with_packed(const cudaLaunchConfig_t *description, const void *function,
                               const struct launch_packed *packed);

#endif
