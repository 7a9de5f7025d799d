/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies to and from the device's variables, as other files of this library need them. Units:
 * bytes. */
#ifndef SIMGPU_RUNTIME_CUDA_SYMBOLS_H
#define SIMGPU_RUNTIME_CUDA_SYMBOLS_H

#include "runtime/cuda/runtime.h"

/* A range of a variable, and how to copy it. */
struct symbol_copy {
    const void *symbol;
    size_t offset, count;
    enum cudaMemcpyKind kind;
    cudaStream_t stream;
    bool asynchronous;
};

/* Each becomes a node if the stream is being captured. */
cudaError_t symbol_copy_to(struct runtime *runtime, const struct symbol_copy *copy,
                           const void *from);
cudaError_t symbol_copy_from(struct runtime *runtime, const struct symbol_copy *copy, void *to);
/* Is there such a range? */
cudaError_t symbol_check(struct runtime *runtime, const struct symbol_copy *copy);

#endif
