/* SPDX-License-Identifier: BSD-3-Clause */
/* Each thread's stack of launch configurations. */
#ifndef SIMGPU_RUNTIME_CUDA_LAUNCH_LAUNCH_CONFIG_H
#define SIMGPU_RUNTIME_CUDA_LAUNCH_LAUNCH_CONFIG_H

#include <stdbool.h>

#include "runtime/include/cuda_runtime_api.h"

/* The most that a kernel may take. Source: CUDA C++ Programming Guide, "Kernel parameters" (since
 * CUDA 12.1; 4,096 before). */
enum { LAUNCH_ARGUMENT_BYTES_MAX = 32764 };

struct launch_config {
    struct launch_config *below;
    dim3 grid, block;
    size_t shared_bytes;
    cudaStream_t stream;
    unsigned char *arguments; /* of cudaSetupArgument, as the kernel's parameters lie */
    size_t argument_bytes;
};

void launch_config_push(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream);
/* The caller frees it. NULL if there is none. */
struct launch_config *launch_config_pop(void);
void launch_config_free(struct launch_config *config); /* NULL is fine */
/* To the topmost configuration. False if there is none, or for more than a kernel may take. */
bool launch_config_add_argument(const void *argument, size_t size, size_t offset);

#endif
