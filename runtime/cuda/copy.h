/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies as other files of this library need them. Units: bytes. */
#ifndef SIMGPU_RUNTIME_CUDA_COPY_H
#define SIMGPU_RUNTIME_CUDA_COPY_H

#include "runtime/cuda/runtime.h"

/* A rectangle of height rows; one row if all is contiguous (then no pitch counts). */
struct copy {
    void *to;
    const void *from;
    size_t width, height;
    size_t to_pitch, from_pitch;
    enum cudaMemcpyKind kind;
    uint64_t stream; /* its number */
    bool asynchronous;
};

cudaError_t copy_run(struct runtime *runtime, const struct copy *copy);
/* Enters the runtime, looks up the stream, runs the copy, and leaves. */
cudaError_t copy_in_stream(struct copy copy, cudaStream_t stream);

#endif
