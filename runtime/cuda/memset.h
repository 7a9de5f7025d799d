/* SPDX-License-Identifier: BSD-3-Clause */
/* Setting device memory, as other files of this library need it. */
#ifndef SIMGPU_RUNTIME_CUDA_MEMSET_H
#define SIMGPU_RUNTIME_CUDA_MEMSET_H

#include "runtime/cuda/runtime.h"

struct memset_rows {
    void *pointer;
    size_t pitch;         /* bytes from row to row */
    size_t width, height; /* elements, rows */
    uint32_t value;
    uint32_t element_bytes; /* 1, 2, 4 */
};

/* In a stream by its number; a node if that is being captured. */
cudaError_t memset_run(struct runtime *runtime, const struct memset_rows *rows, uint64_t stream,
                       bool asynchronous);
cudaError_t memset_rows(const struct memset_rows *rows, cudaStream_t stream, bool asynchronous);

#endif
