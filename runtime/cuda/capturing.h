/* SPDX-License-Identifier: BSD-3-Clause */
/* What calls ask where a stream may be captured into a graph. The answers are those of graphs/,
 * which this folder does not know: it gives its functions when a graph or a capture begins. Before
 * that, nothing is captured.
 */
#ifndef SIMGPU_RUNTIME_CUDA_CAPTURING_H
#define SIMGPU_RUNTIME_CUDA_CAPTURING_H

#include "runtime/cuda/copy.h"
#include "runtime/cuda/memset.h"
#include "runtime/cuda/symbols.h"

struct kernel;
struct launch;
struct stream_capture;

enum graph_copy_form {
    GRAPH_COPY_ROWS,
    GRAPH_COPY_BOX,
    GRAPH_COPY_TO_SYMBOL,
    GRAPH_COPY_FROM_SYMBOL
};

/* A copy that becomes a node. */
struct graph_copy {
    enum graph_copy_form form;
    struct copy rows;
    struct cudaMemcpy3DParms box;
    struct symbol_copy symbol;
    void *other; /* the side that is not the symbol's */
};

/* graphs/capture.h says what each does. */
struct graph_ops {
    cudaError_t (*look)(struct runtime *runtime, uint64_t stream, struct stream_capture **capture);
    cudaError_t (*forbid)(struct runtime *runtime, uint64_t stream);
    cudaError_t (*forbid_event)(struct runtime *runtime, cudaEvent_t event);
    cudaError_t (*forbid_wait)(struct runtime *runtime);
    cudaError_t (*forbid_unsafe)(struct runtime *runtime);
    cudaError_t (*launch)(struct runtime *runtime, struct stream_capture *capture,
                          const struct launch *launch, const struct kernel *kernel,
                          const void *parameters);
    cudaError_t (*copy)(struct runtime *runtime, struct stream_capture *capture,
                        const struct graph_copy *copy);
    cudaError_t (*set)(struct runtime *runtime, struct stream_capture *capture,
                       const struct memset_rows *rows);
    cudaError_t (*host)(struct runtime *runtime, struct stream_capture *capture,
                        cudaHostFn_t function, void *data);
    cudaError_t (*wait)(struct runtime *runtime, uint64_t stream, cudaEvent_t event, bool external,
                        bool *captured);
    cudaError_t (*record)(struct runtime *runtime, uint64_t stream, cudaEvent_t event,
                          bool external, bool *captured);
    void (*forget)(struct runtime *runtime, uint64_t stream);
    /* Frees memory of a graph's node; false if the address is none's. */
    bool (*free_memory)(struct runtime *runtime, const void *address, cudaError_t *status);
};

/* The stream's capture; NULL if it is in none. Fails where nothing may be put into the stream. */
static inline cudaError_t capturing_look(struct runtime *runtime, uint64_t stream,
                                         struct stream_capture **capture)
{
    *capture = NULL;
    return runtime->captures ? runtime->graph_ops->look(runtime, stream, capture) : cudaSuccess;
}

static inline cudaError_t capturing_forbid(struct runtime *runtime, uint64_t stream)
{
    return runtime->captures ? runtime->graph_ops->forbid(runtime, stream) : cudaSuccess;
}

static inline cudaError_t capturing_forbid_event(struct runtime *runtime, cudaEvent_t event)
{
    return runtime->captures ? runtime->graph_ops->forbid_event(runtime, event) : cudaSuccess;
}

static inline cudaError_t capturing_forbid_wait(struct runtime *runtime)
{
    return runtime->captures ? runtime->graph_ops->forbid_wait(runtime) : cudaSuccess;
}

static inline cudaError_t capturing_forbid_unsafe(struct runtime *runtime)
{
    return runtime->captures ? runtime->graph_ops->forbid_unsafe(runtime) : cudaSuccess;
}

/* A wait for an event, or its record, in a stream. *captured: nothing is left to do. */
static inline cudaError_t capturing_wait(struct runtime *runtime, uint64_t stream,
                                         cudaEvent_t event, bool external, bool *captured)
{
    *captured = false;
    if (runtime->captures)
        return runtime->graph_ops->wait(runtime, stream, event, external, captured);
    return external ? cudaErrorInvalidValue : cudaSuccess;
}

static inline cudaError_t capturing_record(struct runtime *runtime, uint64_t stream,
                                           cudaEvent_t event, bool external, bool *captured)
{
    *captured = false;
    if (runtime->captures)
        return runtime->graph_ops->record(runtime, stream, event, external, captured);
    return external ? cudaErrorInvalidValue : cudaSuccess;
}

/* The stream is about to be destroyed. */
static inline void capturing_forget(struct runtime *runtime, uint64_t stream)
{
    if (runtime->captures)
        runtime->graph_ops->forget(runtime, stream);
}

#endif
