/* SPDX-License-Identifier: BSD-3-Clause */
/* Streams that are being captured: what is put into them becomes nodes of a graph.
 *
 * A capture begins in one stream, its origin. A stream that waits for an event of the capture joins
 * it. Each has the nodes after which its next one comes.
 *
 * Source: CUDA C++ Programming Guide, "Creating a Graph Using Stream Capture"; CUDA Runtime API,
 * cudaStreamBeginCapture and cudaThreadExchangeStreamCaptureMode.
 */
#ifndef SIMGPU_RUNTIME_CUDA_GRAPHS_CAPTURE_H
#define SIMGPU_RUNTIME_CUDA_GRAPHS_CAPTURE_H

#include <pthread.h>

#include "runtime/cuda/graphs/graph.h"

struct capture {
    uint64_t id;
    struct graph *graph;
    bool to_existing; /* the graph is the program's already */
    enum cudaStreamCaptureMode mode;
    pthread_t thread; /* that began it */
    bool invalid;
};

struct stream_capture {
    struct stream_capture *next;
    struct capture *capture; /* shared by the streams of one */
    uint64_t stream;
    bool is_origin, is_blocking;
    struct graph_node **tail; /* owned */
    size_t n_tail;
};

/* The stream's capture; NULL if it is in none. Fails if the capture has become invalid, or if the
 * stream is the default one and others are captured that it would wait for. */
cudaError_t capture_look(struct runtime *runtime, uint64_t stream, struct stream_capture **capture);
/* The same without judgement. */
struct stream_capture *capture_find(const struct runtime *runtime, uint64_t stream);

/* What may not be done to a stream, an event, or at all, during a capture. Each makes the captures
 * that it concerns invalid. */
cudaError_t capture_forbid(struct runtime *runtime, uint64_t stream);
cudaError_t capture_forbid_event(struct runtime *runtime, cudaEvent_t event);
cudaError_t capture_forbid_wait(struct runtime *runtime);   /* a wait for the whole device */
cudaError_t capture_forbid_unsafe(struct runtime *runtime); /* by this thread's mode */
/* The mode of the calling thread. */
enum cudaStreamCaptureMode *capture_thread_mode(void);

/* Takes the node's place: it comes after the stream's last ones, and is the last one itself. */
struct graph_node *capture_add(struct runtime *runtime, struct stream_capture *capture,
                               enum cudaGraphNodeType type);
void capture_set_tail(struct stream_capture *capture, struct graph_node *const *nodes,
                      size_t count);
void capture_add_tail(struct stream_capture *capture, struct graph_node *const *nodes,
                      size_t count);

cudaError_t capture_launch(struct runtime *runtime, struct stream_capture *capture,
                           const struct launch *launch, const struct kernel *kernel,
                           const void *parameters);
cudaError_t capture_copy(struct runtime *runtime, struct stream_capture *capture,
                         const struct graph_copy *copy);
cudaError_t capture_set(struct runtime *runtime, struct stream_capture *capture,
                        const struct memset_rows *rows);
cudaError_t capture_host(struct runtime *runtime, struct stream_capture *capture,
                         cudaHostFn_t function, void *data);

/* A wait for an event, or its record, in a stream. external: it becomes a node of its own.
 * *captured: it concerned a capture, and nothing is left to do. */
cudaError_t capture_wait(struct runtime *runtime, uint64_t stream, cudaEvent_t event, bool external,
                         bool *captured);
cudaError_t capture_record(struct runtime *runtime, uint64_t stream, cudaEvent_t event,
                           bool external, bool *captured);

/* All streams of the capture are as before. */
void capture_end_streams(struct runtime *runtime, const struct capture *capture);

/* The functions above and below, for calls. */
extern const struct graph_ops capture_ops;

/* The stream is about to be destroyed. */
void capture_forget(struct runtime *runtime, uint64_t stream);

#endif
