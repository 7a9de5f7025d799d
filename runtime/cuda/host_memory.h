/* SPDX-License-Identifier: BSD-3-Clause */
/* Host memory that a program has registered with cudaHostRegister. */
#ifndef SIMGPU_RUNTIME_CUDA_HOST_MEMORY_H
#define SIMGPU_RUNTIME_CUDA_HOST_MEMORY_H

#include "runtime/cuda/runtime.h"

struct registered_range {
    uintptr_t begin;
    size_t bytes;
    unsigned int flags;
};

/* The range in which the pointer lies; NULL if there is none. */
const struct registered_range *host_memory_registered(const struct runtime *runtime,
                                                      const void *pointer);

#endif
