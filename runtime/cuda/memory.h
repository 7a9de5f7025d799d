/* SPDX-License-Identifier: BSD-3-Clause */
/* Device memory as other files of this library need it. Units: bytes. */
#ifndef SIMGPU_RUNTIME_CUDA_MEMORY_H
#define SIMGPU_RUNTIME_CUDA_MEMORY_H

#include "runtime/cuda/runtime.h"

/* True if the address is one of the device's, allocated or not. */
bool memory_is_device(const struct runtime *runtime, const void *address);
cudaError_t memory_allocate(struct runtime *runtime, uint64_t bytes, bool managed, void **pointer);
/* Rows of width bytes; *pitch becomes a multiple of what textures and coalescing like. */
cudaError_t memory_allocate_rows(struct runtime *runtime, size_t width, size_t height,
                                 void **pointer, size_t *pitch);
cudaError_t memory_free(struct runtime *runtime, void *pointer);

#endif
