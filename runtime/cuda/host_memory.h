/* SPDX-License-Identifier: BSD-3-Clause */
/* Host memory that a program has registered with cudaHostRegister, and what kernels reach of the
 * host's.
 */
#ifndef SIMGPU_RUNTIME_CUDA_HOST_MEMORY_H
#define SIMGPU_RUNTIME_CUDA_HOST_MEMORY_H

#include "runtime/cuda/runtime.h"

struct registered_range {
    uintptr_t begin;
    size_t bytes;
    unsigned int flags;
};

/* Registered memory whose bytes are in device memory, where kernels reach them. */
struct mapped_range {
    uintptr_t host;
    size_t bytes;
    uint64_t device;     /* where kernels find the first byte */
    uint64_t allocation; /* of device memory, that holds it */
};

/* The range in which the pointer lies; NULL if there is none. */
const struct registered_range *host_memory_registered(const struct runtime *runtime,
                                                      const void *pointer);
const struct mapped_range *host_memory_mapped(const struct runtime *runtime, const void *pointer);

#endif
