/* SPDX-License-Identifier: BSD-3-Clause */
/* Streams as other files of this library need them. */
#ifndef SIMGPU_RUNTIME_CUDA_STREAMS_H
#define SIMGPU_RUNTIME_CUDA_STREAMS_H

#include "runtime/cuda/runtime.h"

/* A program compiled with a default stream a thread calls the second name. Differs: its default
 * stream is the legacy one, and so is cudaStreamPerThread. */
#define ALSO_PER_THREAD_STREAM(name, other)                                                        \
    extern __typeof(name) other __attribute__((alias(#name)));

/* What a program has said of a stream that changes nothing, kept to be asked for. */
struct stream_hints {
    struct cudaAccessPolicyWindow window;
    enum cudaSynchronizationPolicy policy; /* 0: what a stream begins with */
};
/* NULL: there is no such stream. */
struct stream_hints *stream_hints(struct runtime *runtime, cudaStream_t stream);

/* The number by which simgpu knows the stream. */
cudaError_t stream_number(const struct runtime *runtime, cudaStream_t stream, uint64_t *number);
/* Makes and ends a stream, which need not be one that the program sees. */
cudaError_t stream_begin(struct runtime *runtime, unsigned int flags, int priority,
                         cudaStream_t *stream);
cudaError_t stream_end(struct runtime *runtime, cudaStream_t stream);
/* Does the default stream wait for it? By its number. */
bool stream_is_blocking(const struct runtime *runtime, uint64_t number);
/* Like runtime_enter, and looks up a stream. */
cudaError_t stream_enter(struct runtime **runtime, cudaStream_t stream, uint64_t *number);

#endif
