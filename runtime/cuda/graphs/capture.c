/* SPDX-License-Identifier: BSD-3-Clause */
/* Which streams are being captured, and what that forbids. */
#include "runtime/cuda/graphs/capture.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/events.h"
#include "runtime/cuda/graphs/graph_memory.h"
#include "runtime/cuda/message.h"
#include "runtime/cuda/streams.h"

struct stream_capture *capture_find(const struct runtime *runtime, uint64_t stream)
{
    struct stream_capture *at = runtime->captures;
    while (at && at->stream != stream)
        at = at->next;
    return at;
}

static const struct capture *find_by_id(const struct runtime *runtime, uint64_t id)
{
    for (const struct stream_capture *at = runtime->captures; at; at = at->next)
        if (at->capture->id == id)
            return at->capture;
    return NULL;
}

/* ---- what is forbidden ----------------------------------------------------------------------- */

/* The default stream waits for streams that were not made non-blocking. */
static cudaError_t forbid_default(struct runtime *runtime)
{
    cudaError_t status = cudaSuccess;
    for (struct stream_capture *at = runtime->captures; at; at = at->next)
        if (at->is_blocking) {
            at->capture->invalid = true;
            status = cudaErrorStreamCaptureImplicit;
        }
    return status;
}

cudaError_t capture_look(struct runtime *runtime, uint64_t stream, struct stream_capture **found)
{
    *found = NULL;
    if (!runtime->captures)
        return cudaSuccess;
    struct stream_capture *capture = capture_find(runtime, stream);
    if (!capture)
        return stream == 0 ? forbid_default(runtime) : cudaSuccess;
    if (capture->capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    *found = capture;
    return cudaSuccess;
}

cudaError_t capture_forbid(struct runtime *runtime, uint64_t stream)
{
    struct stream_capture *capture = NULL;
    const cudaError_t status = capture_look(runtime, stream, &capture);
    if (!capture)
        return status;
    capture->capture->invalid = true;
    return cudaErrorStreamCaptureUnsupported;
}

cudaError_t capture_forbid_event(struct runtime *runtime, cudaEvent_t event)
{
    const struct event_capture *captured = event_captured(runtime, event);
    cudaError_t status = cudaSuccess;
    for (struct stream_capture *at = runtime->captures; at && captured; at = at->next)
        if (at->capture->id == captured->id) {
            at->capture->invalid = true;
            status = cudaErrorCapturedEvent;
        }
    return status;
}

cudaError_t capture_forbid_wait(struct runtime *runtime)
{
    if (!runtime->captures)
        return cudaSuccess;
    for (struct stream_capture *at = runtime->captures; at; at = at->next)
        at->capture->invalid = true;
    return cudaErrorStreamCaptureUnsupported;
}

enum cudaStreamCaptureMode *capture_thread_mode(void)
{
    static _Thread_local enum cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    return &mode;
}

static bool forbids_unsafe(const struct capture *capture)
{
    if (*capture_thread_mode() == cudaStreamCaptureModeRelaxed ||
        capture->mode == cudaStreamCaptureModeRelaxed)
        return false;
    return pthread_equal(capture->thread, pthread_self()) ||
           (capture->mode == cudaStreamCaptureModeGlobal &&
            *capture_thread_mode() == cudaStreamCaptureModeGlobal);
}

cudaError_t capture_forbid_unsafe(struct runtime *runtime)
{
    cudaError_t status = cudaSuccess;
    for (struct stream_capture *at = runtime->captures; at; at = at->next)
        if (forbids_unsafe(at->capture)) {
            at->capture->invalid = true;
            status = cudaErrorStreamCaptureUnsupported;
        }
    return status;
}

/* ---- nodes ------------------------------------------------------------------------------------
 */

void capture_set_tail(struct stream_capture *capture, struct graph_node *const *nodes, size_t count)
{
    struct graph_node **tail = message_allocate(count * sizeof tail[0] + 1);
    if (count > 0)
        memcpy(tail, nodes, count * sizeof tail[0]);
    free(capture->tail);
    capture->tail = tail;
    capture->n_tail = count;
}

void capture_add_tail(struct stream_capture *capture, struct graph_node *const *nodes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < capture->n_tail && capture->tail[at] != nodes[i])
            at++;
        if (at < capture->n_tail)
            continue;
        capture->tail =
            message_reallocate(capture->tail, (capture->n_tail + 1) * sizeof capture->tail[0]);
        capture->tail[capture->n_tail++] = nodes[i];
    }
}

struct graph_node *capture_add(struct runtime *runtime, struct stream_capture *capture,
                               enum cudaGraphNodeType type)
{
    struct graph_node *node =
        graph_add(runtime, capture->capture->graph, type, capture->tail, capture->n_tail);
    capture_set_tail(capture, &node, 1);
    return node;
}

cudaError_t capture_launch(struct runtime *runtime, struct stream_capture *capture,
                           const struct launch *launch, const struct kernel *kernel,
                           const void *parameters)
{
    struct graph_node *node = capture_add(runtime, capture, cudaGraphNodeTypeKernel);
    const size_t bytes = kernel->properties.param_bytes;
    node->kernel = (struct graph_kernel){.launch = *launch, .parameters = message_allocate(bytes)};
    memcpy(node->kernel.parameters, parameters, bytes);
    return cudaSuccess;
}

cudaError_t capture_copy(struct runtime *runtime, struct stream_capture *capture,
                         const struct graph_copy *copy)
{
    capture_add(runtime, capture, cudaGraphNodeTypeMemcpy)->copy = *copy;
    return cudaSuccess;
}

cudaError_t capture_set(struct runtime *runtime, struct stream_capture *capture,
                        const struct memset_rows *rows)
{
    capture_add(runtime, capture, cudaGraphNodeTypeMemset)->set = *rows;
    return cudaSuccess;
}

cudaError_t capture_host(struct runtime *runtime, struct stream_capture *capture,
                         cudaHostFn_t function, void *data)
{
    capture_add(runtime, capture, cudaGraphNodeTypeHost)->host =
        (struct cudaHostNodeParams){function, data};
    return cudaSuccess;
}

/* ---- events -----------------------------------------------------------------------------------
 */

static void note_record(struct event_capture *captured, const struct stream_capture *capture)
{
    free(captured->nodes);
    *captured = (struct event_capture){.id = 0};
    if (!capture)
        return;
    captured->id = capture->capture->id;
    captured->count = capture->n_tail;
    captured->nodes = message_allocate(capture->n_tail * sizeof captured->nodes[0] + 1);
    memcpy(captured->nodes, capture->tail, capture->n_tail * sizeof captured->nodes[0]);
}

cudaError_t capture_record(struct runtime *runtime, uint64_t stream, cudaEvent_t event,
                           bool external, bool *captured)
{
    struct stream_capture *capture = NULL;
    const cudaError_t status = capture_look(runtime, stream, &capture);
    *captured = capture != NULL;
    if (status != cudaSuccess)
        return status;
    if (external && !capture)
        return cudaErrorInvalidValue;
    if (external)
        capture_add(runtime, capture, cudaGraphNodeTypeEventRecord)->event = event;
    else
        note_record(event_captured(runtime, event), capture);
    return cudaSuccess;
}

/* A stream joins the capture of an event. */
static cudaError_t join(struct runtime *runtime, uint64_t stream, const struct event_capture *event,
                        struct stream_capture **joined)
{
    struct stream_capture *of_event = runtime->captures;
    while (of_event && of_event->capture->id != event->id)
        of_event = of_event->next;
    if (!of_event) /* that capture has ended */
        return cudaErrorInvalidValue;
    if (of_event->capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    if (stream == 0) {
        of_event->capture->invalid = true;
        return cudaErrorStreamCaptureImplicit;
    }
    struct stream_capture *capture = message_allocate(sizeof *capture);
    *capture = (struct stream_capture){.next = runtime->captures,
                                       .capture = of_event->capture,
                                       .stream = stream,
                                       .is_blocking = stream_is_blocking(runtime, stream)};
    runtime->captures = capture;
    *joined = capture;
    return cudaSuccess;
}

/* In a stream that is being captured. */
static cudaError_t wait_in(struct runtime *runtime, struct stream_capture *capture,
                           cudaEvent_t event, bool external)
{
    const struct event_capture *recorded = event_captured(runtime, event);
    if (external) {
        capture_add(runtime, capture, cudaGraphNodeTypeWaitEvent)->event = event;
        return cudaSuccess;
    }
    if (recorded->id != capture->capture->id) {
        capture->capture->invalid = true;
        return find_by_id(runtime, recorded->id) ? cudaErrorStreamCaptureMerge
                                                 : cudaErrorStreamCaptureIsolation;
    }
    for (size_t i = 0; i < recorded->count; i++) /* the program may have destroyed one */
        if (graph_node_find(runtime, (cudaGraphNode_t)recorded->nodes[i]))
            capture_add_tail(capture, &recorded->nodes[i], 1);
    return cudaSuccess;
}

cudaError_t capture_wait(struct runtime *runtime, uint64_t stream, cudaEvent_t event, bool external,
                         bool *captured)
{
    struct stream_capture *capture = NULL;
    const struct event_capture *recorded = event_captured(runtime, event);
    *captured = true;
    cudaError_t status = capture_look(runtime, stream, &capture);
    if (status == cudaSuccess && !capture && recorded->id != 0)
        status = join(runtime, stream, recorded, &capture);
    if (status != cudaSuccess)
        return status;
    if (capture)
        return wait_in(runtime, capture, event, external);
    *captured = false;
    return external ? cudaErrorInvalidValue : cudaSuccess;
}

/* No stream's number. */
#define STREAM_GONE UINT64_MAX

void capture_end_streams(struct runtime *runtime, const struct capture *capture)
{
    struct stream_capture **at = &runtime->captures;
    while (*at) {
        struct stream_capture *one = *at;
        if (one->capture != capture) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        free(one->tail);
        free(one);
    }
}

/* What another stream than the origin has put into the capture must still be joined. */
void capture_forget(struct runtime *runtime, uint64_t stream)
{
    struct stream_capture **at = &runtime->captures;
    while (*at && (*at)->stream != stream)
        at = &(*at)->next;
    struct stream_capture *capture = *at;
    if (!capture)
        return;
    if (!capture->is_origin) {
        capture->stream = STREAM_GONE;
        return;
    }
    struct capture *shared = capture->capture;
    capture_end_streams(runtime, shared);
    if (!shared->to_existing)
        graph_free(runtime, shared->graph);
    free(shared);
}

/* ---- for calls --------------------------------------------------------------------------------
 */

static bool free_memory(struct runtime *runtime, const void *address, cudaError_t *status)
{
    struct graph_memory *memory = graph_memory_find(runtime, address);
    if (memory)
        *status = graph_memory_free(runtime, memory);
    return memory != NULL;
}

const struct graph_ops capture_ops = {
    .look = capture_look,
    .forbid = capture_forbid,
    .forbid_event = capture_forbid_event,
    .forbid_wait = capture_forbid_wait,
    .forbid_unsafe = capture_forbid_unsafe,
    .launch = capture_launch,
    .copy = capture_copy,
    .set = capture_set,
    .host = capture_host,
    .wait = capture_wait,
    .record = capture_record,
    .forget = capture_forget,
    .free_memory = free_memory,
};
